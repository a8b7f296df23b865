"""The steps of the paper's verifier as pictures, one for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.contract.results import Step
from quebra.families.tangram.model import Assembly, Tangram, placed_regions
from quebra.geometry.drawing import Frame
from quebra.geometry.edges import Edge, box_around
from quebra.geometry.outline import Contour
from quebra.papers.geometric_verifier.elimination import Elimination
from quebra.papers.geometric_verifier.engine import sides_of, verify
from quebra.papers.geometric_verifier.explain import closing_steps, relation_step
from quebra.render import Drawing, Lines, Polygon, Shape

SIZE = 6.0
MARGIN = 0.5


def storyboard(puzzle: Tangram, answer: Assembly) -> Iterator[tuple[Step, Drawing]]:
    """Each step of `explain` with a picture: the edges so far, and those in question.

    In a relation edge a has the colour of entries and edge b that of hints.

    >>> from quebra.families.tangram.model import Piece, Placement
    >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> puzzle = Tangram(pieces=(halves,), figure="M0 0 H1 V1 H0 Z")
    >>> both = (Placement(piece=0, x=0, y=0), Placement(piece=0, x=1, y=1, angle=180))
    >>> pictures = list(storyboard(puzzle, Assembly(places=both)))
    >>> [step.technique for step, _ in pictures[-4:]]
    ['all along', 'chaining', 'comparison', 'verdict']
    """
    sheet = Sheet([region for _, region in placed_regions(puzzle, answer)], puzzle.target)
    verification = verify(puzzle, answer)
    work = Elimination(sides_of(puzzle, answer), puzzle.tolerance_used)
    for finding in work.findings():
        step = relation_step(puzzle, verification.pieces, finding)
        others = [side.edge for side in work.left if side not in (finding.a, finding.b)]
        pair = ((finding.a.edge, "entry"), (finding.b.edge, "hint"))
        yield step, sheet.drawing(step, others, pair)
    chained = [edge for chain in (*verification.chains, *verification.loose) for edge in chain]
    merged = [edge for contour in verification.contours for edge in contour]
    for step in closing_steps(verification):
        yield step, sheet.drawing(step, chained if step.technique == "chaining" else merged)


class Sheet:
    """The pieces as a faint ground, on which edges are drawn; as large as the figure if empty.

    `size` is the larger side of the sheet, in cells, without the margin.
    """

    def __init__(
        self,
        regions: Sequence[Sequence[Contour]],
        figure: Sequence[Contour],
        size: float = SIZE,
    ) -> None:
        left, low, right, high = box_around(
            edge for region in regions or [figure] for contour in region for edge in contour
        )
        scale = size / max(right - left, high - low)
        self.frame = Frame(scale, complex(MARGIN, MARGIN) - scale * complex(left, low))
        self.width = scale * (right - left) + 2 * MARGIN
        self.height = scale * (high - low) + 2 * MARGIN
        self.ground = tuple(self.frame.area(region, "rule", 0.5) for region in regions)

    def drawing(
        self, step: Step, edges: Sequence[Edge], pair: Sequence[tuple[Edge, str]] = ()
    ) -> Drawing:
        """The edges thin, and those of a pair thick, with their directions."""
        thin = (shape for edge in edges for shape in self.arrowed(edge, "soft", 1.5))
        thick = (shape for edge, colour in pair for shape in self.arrowed(edge, colour, 3))
        shapes: tuple[Shape, ...] = (*self.ground, *thin, *thick)
        return Drawing(self.width, self.height, step.text, shapes)

    def arrowed(self, edge: Edge, colour: str, width: float) -> tuple[Lines, Polygon]:
        """An edge with its direction."""
        return self.frame.stroke(edge, colour, width), self.frame.arrow(edge, colour)
