"""Phrases that the explanations of several techniques use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from quebra.contract.results import Place
from quebra.families.symmetry.explain.candidates import Line
from quebra.families.symmetry.explain.lines import BLANK, Masks
from quebra.families.symmetry.explain.parts import Pair, Part
from quebra.families.symmetry.signs import column_in_words, figures, row_in_words
from quebra.grid.candidates import bits, union
from quebra.grid.cells import cells_in_words
from quebra.grid.deduction import Deduction
from quebra.i18n.text import Plural, Text, Value, Verbatim, all_of, any_of, none_of

Join = Callable[[Iterable[Value]], Text]


def position(line: Line, at: int) -> Text:
    """A position in a line by the name of the line that crosses there, such as `column 1`."""
    row, column = line.places[at]
    return column_in_words(column) if line.is_row else row_in_words(row)


def positions(line: Line, at: Iterable[int], join: Join = all_of) -> Text:
    """One or more positions in a line, such as `columns 1 and 3`."""
    found = sorted(at)
    if len(found) == 1:
        return position(line, found[0])
    if line.is_row:
        return Text("columns {columns}", columns=join(line.places[i][1] + 1 for i in found))
    return Text("rows {rows}", rows=join(line.places[i][0] + 1 for i in found))


def value_list(mask: int, join: Join = any_of) -> Text:
    """The values of a mask.

    >>> value_list(0b111)
    'blank, ■ or ▲'
    """
    return join(figures([value]) if value else Text("blank") for value in bits(mask))


def mask_of(found: Deduction) -> int:
    """The values of a deduction as a mask."""
    return union(1 << value for value in found.values)


def outcome_of(line: Line, found: Deduction) -> Text:
    """What a deduction in a line changes, as a clause."""
    places = [line.places[line.cells.index(cell)] for cell in found.cells]
    return outcome(places, mask_of(found), placed=bool(found.places))


def outcome(places: Sequence[Place], values: int, placed: bool) -> Text:
    """A clause: cells have a value, or have none of some values.

    >>> outcome([(0, 1)], 0b10, placed=True), outcome([(0, 1), (0, 2)], 0b110, placed=False)
    ('row 1, column 2 is ■', 'row 1, columns 2 and 3 are not ■ or ▲')
    """
    n, where = len(places), cells_in_words(places)
    if placed and values == BLANK:
        return Plural("{cells} stays blank", "{cells} stay blank", n=n, cells=where)
    if placed:
        return Plural(
            "{cells} is {value}", "{cells} are {value}", n=n, cells=where, value=value_list(values)
        )
    return Plural(
        "{cells} is not {values}",
        "{cells} are not {values}",
        n=n,
        cells=where,
        values=value_list(values, none_of),
    )


def part_name(line: Line, masks: Masks, part: Part) -> Text:
    """A part of a line, such as `row 1 inside the ■ in columns 1 and 5`."""
    name, outer, inner = line.name, part.outer, part.inner
    if inner is None:
        if not outer:
            return name
        return Text("{line} inside {pair}", line=name, pair=_pair(line, masks, outer))
    if inner[0] == inner[1]:
        shape, spot = value_list(masks[inner[0]]), position(line, inner[0])
        if not outer:
            return Text(
                "{line} on the two sides of the middle ({shape} in {position})",
                line=name,
                shape=shape,
                position=spot,
            )
        return Text(
            "{line} between {pair} and the middle ({shape} in {position})",
            line=name,
            pair=_pair(line, masks, outer),
            shape=shape,
            position=spot,
        )
    if not outer:
        return Text("{line} outside {pair}", line=name, pair=_pair(line, masks, inner))
    return Text(
        "{line} between {pair} and {inner}",
        line=name,
        pair=_pair(line, masks, outer),
        inner=_pair(line, masks, inner),
    )


def _pair(line: Line, masks: Masks, pair: Pair) -> Text:
    return Text(
        "the {shape} in {positions}",
        shape=value_list(masks[pair[0]]),
        positions=positions(line, pair),
    )


def line_text(filling: Sequence[int]) -> Verbatim:
    """The figures of a filled line.

    >>> line_text((1, 0, 1))
    '■·■'
    """
    return Verbatim("".join(figures([value]) if value else "·" for value in filling))
