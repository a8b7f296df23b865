"""The sentences of hints, each of one idea, and their reasons."""

from __future__ import annotations

from quebra.i18n.text import Plural, Text

ROUND = Text("the round remainder")
SIDE_REASON = Text(
    "The edge is as long as one side of the piece, and no other remaining piece has such a side. "
    "Shorter sides cannot share the edge: no other piece fills the corner at its end."
)
FIT_REASON = Text(
    "Some piece must have a corner there, and a side along the edge. "
    "Every other remaining piece reaches beyond the figure or covers another piece."
)
GAP_REASON = Text(
    "Some piece must have a corner there, and a side along the edge. "
    "Other pieces leave an angle, a length or a part that the remaining pieces cannot fill."
)
AHEAD_REASON = Text(
    "Every way to fill the corner was tried. "
    "Each of the others leaves an angle, a length or a part that no remaining piece fills."
)
EITHER_REASON = Text("A search completed the figure after each of these ways.")
CHOICE_REASON = Text(
    "A search completed the figure after this way. Whether others lead to a solution is not known."
)


def last_piece(piece: Text) -> Text:
    """The sentence about the last piece.

    >>> last_piece(Text("square"))
    'Only the square is left, and it fills the rest.'
    """
    return Text("Only the {piece} is left, and it fills the rest.", piece=piece)


def side(piece: Text, edge: Text, *, is_round: bool) -> Text:
    """The sentence about a piece with a side that no other has."""
    if is_round:
        return Text("Only the {piece} has a round side as long as {edge}.", piece=piece, edge=edge)
    return Text("Only the {piece} has a side as long as {edge}.", piece=piece, edge=edge)


def angle(piece: Text, corner: Text, *, is_right: bool) -> Text:
    """The sentence about a piece that fills an angle."""
    if is_right:
        return Text(
            "Only the {piece} fits the right angle at {corner}.", piece=piece, corner=corner
        )
    return Text("Only the {piece} fits the angle at {corner}.", piece=piece, corner=corner)


def only_fit(piece: Text, corner: Text) -> Text:
    """The sentence about an edge along which no other piece fits at one of its corners."""
    return Text(
        "Only the {piece} fits along the marked edge at {corner}.", piece=piece, corner=corner
    )


def no_gap(piece: Text, corner: Text) -> Text:
    """The sentence about a corner in which every other piece leaves a gap."""
    return Text(
        "Only the {piece} fills {corner} without a gap that no other piece fits.",
        piece=piece,
        corner=corner,
    )


def no_gap_along(piece: Text) -> Text:
    """The sentence about an edge along which every other piece leaves a gap."""
    return Text(
        "Along the marked edge, only the {piece} leaves no gap that nothing fits.", piece=piece
    )


def look_ahead(piece: Text, corner: Text) -> Text:
    """The sentence about a corner whose other ways block another corner."""
    return Text(
        "The {piece} fills {corner}: every other way leaves a place that cannot be filled.",
        piece=piece,
        corner=corner,
    )


def trial(piece: Text, corner: Text) -> Text:
    """The sentence of a trial."""
    return Text(
        "The {piece} fills {corner}: a search proves that every other way fails.",
        piece=piece,
        corner=corner,
    )


def trial_reason(nodes: int) -> Text:
    """The work of a trial."""
    return Plural(
        "The proof took {n} step of a search.", "The proof took {n} steps of a search.", n=nodes
    )


def either_way(piece: Text, corner: Text) -> Text:
    """The sentence about a corner with several ways that lead to a solution."""
    return Text(
        "Several ways to fill {corner} lead to a solution; this one takes the {piece}.",
        corner=corner,
        piece=piece,
    )


def choice(piece: Text, corner: Text, *, alike: bool) -> Text:
    """The sentence of a choice among ways that no short search can tell apart."""
    if alike:
        return Text(
            "The {piece} fits {corner} in several ways; this one leads to a solution.",
            piece=piece,
            corner=corner,
        )
    return Text(
        "Several pieces fit {corner}; the {piece}, laid like this, leads to a solution.",
        corner=corner,
        piece=piece,
    )
