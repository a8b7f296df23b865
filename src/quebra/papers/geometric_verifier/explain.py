"""The paper's verifier at work: every relation found and what it did, up to the verdict.

`explain` shows it for an attempt that uses all pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quebra.contract.family import Explain, Family, filter_by_place
from quebra.contract.results import MAX_WHERE, Line, Place, Step, Technique
from quebra.engine.budget import Budget
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import Assembly, Tangram, admit_places
from quebra.geometry.chains import Chain, is_filled
from quebra.geometry.edges import Edge, signed_area
from quebra.geometry.edges import Line as Segment
from quebra.i18n.text import Plural, Text, all_of
from quebra.papers.geometric_verifier.elimination import Finding
from quebra.papers.geometric_verifier.engine import Bounded, Copy, Verification, verify
from quebra.papers.geometric_verifier.relations import RELATIONS, effect_in_words

CHAINING, MERGING, COMPARISON, HOLES, VERDICT = _AFTERWARDS = (
    Technique(Text("chaining"), 0, Text("the remaining edges form chains by the smallest angle")),
    Technique(
        Text("merging"), 0, Text("edges that continue one line or circle are joined to one edge")
    ),
    Technique(
        Text("comparison"), 0, Text("lists of lengths and angles are compared with the figure's")
    ),
    Technique(
        Text("holes"), 0, Text("a contour with all vertices inside a filled one is a hole in it")
    ),
    Technique(Text("verdict"), 0, Text("the contour of the figure without a hole is right")),
)

TECHNIQUES = (
    *(Technique(relation.name, 0, relation.text) for relation in RELATIONS[1:]),
    *_AFTERWARDS,
)

NO_REASON = Text()
CURVE_POINTS = 12
"""Segments that show a round edge."""


def with_verifier(family: Family[Tangram, Assembly]) -> Explain[Tangram, Assembly]:
    """The explanations of a family, with the paper's verifier for an attempt with all pieces.

    That knows no colours: sides that meet in different colours are a mistake before.
    """
    own = family.explain

    @filter_by_place
    def steps(
        puzzle: Tangram, answer: Assembly | None, budget: Budget, near: Place | None = None
    ) -> Iterator[Step]:
        if answer is None or len(answer.places) < sum(piece.count for piece in puzzle.pieces):
            return own.steps(puzzle, answer, budget, near=near)
        admit_places(puzzle, answer)
        if judge(puzzle, answer).mismatches:
            return own.steps(puzzle, answer, budget, near=near)
        return trace(puzzle, answer, budget)

    return replace(own, techniques=(*own.techniques, *TECHNIQUES), steps=steps)


def trace(puzzle: Tangram, answer: Assembly, budget: Budget) -> Iterator[Step]:
    """How the paper's verifier comes to its verdict on an attempt.

    >>> from quebra.families.tangram.model import Piece, Placement
    >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> puzzle = Tangram(pieces=(halves,), figure="M0 0 H1 V1 H0 Z")
    >>> both = (Placement(piece=0, x=0, y=0), Placement(piece=0, x=1, y=1, angle=180))
    >>> for step in trace(puzzle, Assembly(places=both), Budget()):
    ...     if step.technique in ("all along", "verdict"):
    ...         print(step.text)
    Relation 15, all along: both edges are removed.
    Contour 1 is that of the figure and has no hole: right.
    """
    verification = verify(puzzle, answer, budget)
    for finding in verification.findings:
        yield relation_step(puzzle, verification.pieces, finding)
    yield from closing_steps(verification)


def relation_step(puzzle: Tangram, pieces: tuple[Copy, ...], found: Finding) -> Step:
    """A relation between two sides, and what it did."""
    text = Text(
        "Relation {code}, {name}: {effect}.",
        code=found.relation.code,
        name=found.relation.name,
        effect=effect_in_words(found.relation, found.effect),
    )
    reason = Text(
        "Edge a is of piece {one}, and edge b of piece {other}: both are marked.",
        one=puzzle.name_of(*pieces[found.a.piece]),
        other=puzzle.name_of(*pieces[found.b.piece]),
    )
    where = pieces[found.a.piece], pieces[found.b.piece]
    figures = tuple(_marked([side.edge]) for side in (found.a, found.b))
    return Step(found.relation.name, where, (), text, reason, figures=figures)


def _marked(edges: Sequence[Edge]) -> Line:
    """A line along edges, in the plane of the puzzle."""
    points = [edges[0].start]
    for edge in edges:
        count = 1 if isinstance(edge, Segment) else CURVE_POINTS
        points += [edge.at(k / count) for k in range(1, count + 1)]
    return Line(tuple((point.real, point.imag) for point in points))


def closing_steps(verification: Verification) -> Iterator[Step]:
    """What follows when no relation does anything more."""
    owners = {side.edge: verification.pieces[side.piece] for side in verification.sides}

    def step(
        technique: Technique, edges: Sequence[Edge], text: Text, reason: Text = NO_REASON
    ) -> Step:
        where = tuple(sorted({owners[edge] for edge in edges}))[:MAX_WHERE]
        where = where or verification.pieces[:1]
        figures = (_marked(edges),) if technique is not VERDICT else ()
        return Step(technique.name, where, (), text, reason, figures=figures)

    for number, chain in enumerate(verification.chains, 1):
        yield step(CHAINING, chain, _chained(number, chain))
    for chain in verification.loose:
        text: Text = Plural(
            "{n} edge does not form a contour.", "{n} edges do not form a contour.", n=len(chain)
        )
        yield step(CHAINING, chain, text)
    for number, (chain, contour) in enumerate(
        zip(verification.chains, verification.contours, strict=True), 1
    ):
        if len(contour) < len(chain):
            text = Text(
                "Contour {number}: {before} edges are joined to {after}.",
                number=number,
                before=len(chain),
                after=len(contour),
            )
            yield step(MERGING, chain, text)
    for number, bounded in _numbered(verification):
        chain = verification.chains[number - 1]
        yield step(COMPARISON, chain, _compared(number, bounded))
        if bounded.holes:
            text = Plural(
                "Contour {number} has {n} hole.",
                "Contour {number} has {n} holes.",
                n=len(bounded.holes),
                number=number,
            )
            yield step(HOLES, chain, text)
    yield step(VERDICT, [*owners], *_verdict(verification))


def _chained(number: int, chain: Chain) -> Text:
    n, area = len(chain), abs(signed_area(chain))
    if is_filled(chain):
        return Plural(
            "Contour {number}: {n} edge, filled, of area {area:.4g}.",
            "Contour {number}: {n} edges, filled, of area {area:.4g}.",
            n=n,
            number=number,
            area=area,
        )
    return Plural(
        "Contour {number}: {n} edge, a hole, of area {area:.4g}.",
        "Contour {number}: {n} edges, a hole, of area {area:.4g}.",
        n=n,
        number=number,
        area=area,
    )


def _numbered(verification: Verification) -> Iterator[tuple[int, Bounded]]:
    """The filled contours with their numbers among all."""
    numbers = (i for i, each in enumerate(verification.contours, 1) if is_filled(each))
    return zip(numbers, verification.filled, strict=True)


def _compared(number: int, bounded: Bounded) -> Text:
    if bounded.forms:
        return Text("Contour {number} has the list of the figure.", number=number)
    return Text(
        "Contour {number} is not the figure: it has {outline:.0%} of the outline in one run, and "
        "{area:.0%} of the area.",
        number=number,
        outline=bounded.contour,
        area=bounded.filled,
    )


def _verdict(verification: Verification) -> tuple[Text, Text]:
    """The verdict in a sentence, and why there is none if the paper's conditions are not met."""
    if verification.unmet:
        reason = Text(
            "It does not cover this: {conditions}.", conditions=all_of(verification.unmet)
        )
        return Text("The paper has no verdict here."), reason
    return _verdict_of(verification), NO_REASON


def _verdict_of(verification: Verification) -> Text:
    if not verification.filled:
        return Text("There is no filled contour.")
    for number, bounded in _numbered(verification):
        if bounded.forms and not bounded.holes:
            return Text(
                "Contour {number} is that of the figure and has no hole: right.", number=number
            )
    number = next(i for i, each in _numbered(verification) if each is verification.nearest)
    return Text(
        "No contour is that of the figure; the nearest is contour {number}, at {level:.0%}.",
        number=number,
        level=verification.completeness,
    )
