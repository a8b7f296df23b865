"""The paper's verifier at work: every relation found and what it did, up to the verdict.

`explain` shows it for an attempt that uses all pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from quebra.contract.family import Family, filter_by_place
from quebra.contract.results import Step, Technique
from quebra.engine.budget import Budget
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import Assembly, Tangram, admit_places
from quebra.geometry.chains import is_filled
from quebra.geometry.edges import Edge, Point, signed_area
from quebra.grid.cells import counted
from quebra.papers.geometric_verifier.elimination import Finding
from quebra.papers.geometric_verifier.engine import Bounded, Copy, Verification, verify
from quebra.papers.geometric_verifier.relations import RELATIONS, effect_in_words

_AFTERWARDS = {
    "chaining": "the edges that are left follow one another by the smallest angle",
    "merging": "edges that go on in one line or one circle are one",
    "comparison": "the lists of lengths and angles are compared with that of the figure",
    "holes": "a contour whose vertices all lie inside a filled one is a hole in it",
    "verdict": "the contour of the figure without a hole is right",
}

TECHNIQUES = (
    *(Technique(relation.name, 1, relation.text) for relation in RELATIONS[1:]),
    *(Technique(name, 1, text) for name, text in _AFTERWARDS.items()),
)


def add_verifier(family: Family[Tangram, Assembly]) -> Family[Tangram, Assembly]:
    """The family whose `explain` puts an attempt with all pieces to the paper's verifier.

    That knows no colours: sides that meet in different colours are a mistake before.
    """
    own = family.explain

    @filter_by_place
    def steps(puzzle: Tangram, answer: Assembly | None, budget: Budget) -> Iterator[Step]:
        if answer is None or len(answer.places) < sum(piece.count for piece in puzzle.pieces):
            return own.steps(puzzle, answer, budget)
        admit_places(puzzle, answer)
        if judge(puzzle, answer).mismatches:
            return own.steps(puzzle, answer, budget)
        return trace(puzzle, answer, budget)

    explain = replace(own, techniques=(*own.techniques, *TECHNIQUES), steps=steps)
    return replace(family, explain=explain)


def trace(puzzle: Tangram, answer: Assembly, budget: Budget) -> Iterator[Step]:
    """How the paper's verifier comes to its verdict on an attempt.

    >>> from quebra.families.tangram.model import Piece, Placement
    >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> puzzle = Tangram(pieces=(halves,), figure="M0 0 H1 V1 H0 Z")
    >>> both = (Placement(piece=0, x=0, y=0), Placement(piece=0, x=1, y=1, angle=180))
    >>> for step in trace(puzzle, Assembly(places=both), Budget()):
    ...     if step.technique in ("all along", "verdict"):
    ...         print(step.text)
    Relation 15, all along: both edges go. Edge a is half 1 from (1, 1) to (0, 0), edge b is \
half 2 from (0, 0) to (1, 1).
    Contour 1 is that of the figure and has no hole: right.
    """
    verification = verify(puzzle, answer, budget)
    for finding in verification.findings:
        yield relation_step(puzzle, verification.pieces, finding)
    yield from closing_steps(verification)


def relation_step(puzzle: Tangram, pieces: tuple[Copy, ...], found: Finding) -> Step:
    """A relation between two sides, and what it did."""
    sides = [
        f"edge {name} is {puzzle.name_of(*pieces[side.piece])} {_span(side.edge)}"
        for name, side in (("a", found.a), ("b", found.b))
    ]
    effect = effect_in_words(found.relation, found.effect)
    text = (
        f"Relation {found.relation.code}, {found.relation.name}: {effect}. "
        f"E{sides[0][1:]}, {sides[1]}."
    )
    where = pieces[found.a.piece], pieces[found.b.piece]
    return Step(found.relation.name, where, (), text)


def closing_steps(verification: Verification) -> Iterator[Step]:
    """What follows when no relation does anything more."""
    owners = {side.edge: verification.pieces[side.piece] for side in verification.sides}

    def step(technique: str, edges: Iterable[Edge], text: str) -> Step:
        return Step(technique, tuple(sorted({owners[edge] for edge in edges})), (), text)

    for number, chain in enumerate(verification.chains, 1):
        kind = "filled" if is_filled(chain) else "a hole"
        area = abs(signed_area(chain))
        text = f"Contour {number}: {counted(len(chain), 'edge')}, {kind}, of area {area:.4g}."
        yield step("chaining", chain, text)
    for chain in verification.loose:
        text = f"{counted(len(chain), 'edge').capitalize()} {_span(*chain)} do not close."
        yield step("chaining", chain, text)
    for number, (chain, contour) in enumerate(
        zip(verification.chains, verification.contours, strict=True), 1
    ):
        if len(contour) < len(chain):
            text = f"Contour {number}: of {len(chain)} edges, {len(contour)} are left."
            yield step("merging", chain, text)
    for number, bounded in _numbered(verification):
        chain = verification.chains[number - 1]
        yield step("comparison", chain, f"Contour {number} {_compared(bounded)}.")
        if bounded.holes:
            text = f"Contour {number} has {counted(len(bounded.holes), 'hole')}."
            yield step("holes", chain, text)
    yield step("verdict", owners, _verdict(verification))


def _numbered(verification: Verification) -> Iterator[tuple[int, Bounded]]:
    """The filled contours with their numbers among all."""
    numbers = (i for i, each in enumerate(verification.contours, 1) if is_filled(each))
    return zip(numbers, verification.filled, strict=True)


def _compared(bounded: Bounded) -> str:
    if bounded.forms:
        return "has the list of the figure"
    return (
        f"is not the figure: {bounded.contour:.0%} of the outline is there in one run, "
        f"and {bounded.filled:.0%} of the area"
    )


def _verdict(verification: Verification) -> str:
    if verification.unmet:
        return f"The paper has no verdict here: {'; '.join(verification.unmet)}."
    if not verification.filled:
        return "There is no filled contour."
    for number, bounded in _numbered(verification):
        if bounded.forms and not bounded.holes:
            return f"Contour {number} is that of the figure and has no hole: right."
    number = next(i for i, each in _numbered(verification) if each is verification.nearest)
    level = verification.completeness
    return f"No contour is that of the figure; the nearest is contour {number}, at {level:.0%}."


def _span(*chain: Edge) -> str:
    return f"from {_at(chain[0].start)} to {_at(chain[-1].end)}"


def _at(point: Point) -> str:
    x, y = (round(value, 3) + 0.0 for value in (point.real, point.imag))
    return f"({x:g}, {y:g})"
