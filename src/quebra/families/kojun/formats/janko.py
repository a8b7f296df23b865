"""The text format of janko.at, with section names as plain words or in brackets."""

from __future__ import annotations

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_size
from quebra.families.kojun.formats.shared import given_rows, refuse_column_order, refuse_holes
from quebra.families.kojun.model import Kojun, Label
from quebra.grid.cells import GridAnswer, Rows, as_rows, measure
from quebra.grid.text import BLANKS, HOLE, lines_of, number_rows, read_lines, whole_number
from quebra.i18n.text import Text, Verbatim

_NAME = "kojun"
_GRIDS = ("problem", "areas", "solution")
_HEADINGS = ("puzzle", "author", "solver", "source", "info", "title", "mail", "date", "options")
_SIZES = ("unit", "size", "rows", "cols", "depth")
_WORDS = frozenset(("begin", *_HEADINGS, *_SIZES, *_GRIDS, "moves", "end"))
_FORM = Text("a janko text")
_HEAD = 20_000  # characters that are read to recognise the format

Sections = dict[str, list[list[str]]]


def read_janko(text: str) -> Kojun:
    """A puzzle from janko's text.

    >>> read_janko("begin\\npuzzle kojun\\nproblem\\n- 2\\n- -\\nareas\\n1 1\\n2 1\\nend").givens
    ((0, 2), (0, 0))
    """
    sections = _sections(text)
    givens, marked = given_rows(_grid(sections, "problem"), Text("problem"), Text("a hyphen"))
    _match_size(sections, len(givens), len(givens[0]))
    areas = _grid(sections, "areas")
    if measure(areas, Text("areas")) != (len(givens), len(givens[0])):
        raise BadInput(
            Text(
                "The problem is {rows} x {cols} cells, "
                "but the areas are {area_rows} x {area_cols}.",
                rows=len(givens),
                cols=len(givens[0]),
                area_rows=len(areas),
                area_cols=len(areas[0]),
            )
        )
    regions: Rows[Label] = as_rows(
        (
            None if (r, c) in marked or area in BLANKS or area == HOLE else area
            for c, area in enumerate(row)
        )
        for r, row in enumerate(areas)
    )
    return Kojun(regions=regions, givens=givens)


def read_janko_answer(text: str) -> GridAnswer:
    """The solution in janko's text.

    >>> read_janko_answer("puzzle kojun\\nsolution\\n3 2\\n1 1\\nend").grid
    ((3, 2), (1, 1))
    """
    numbers, _ = number_rows(_grid(_sections(text), "solution"), Text("solution"))
    return GridAnswer(numbers)


def _sections(text: str) -> Sections:
    """The words of each line, by the section that the line is in."""
    lines = read_lines(text)
    if not _has_kojun_heading(text):
        raise BadInput(Text("The text does not say puzzle kojun."))
    sections: Sections = {}
    current = ""
    for number, line in lines:
        heading = _heading(line)
        if heading is None:
            sections.setdefault(current, []).append(line.split())
            continue
        current, words = heading
        if current == "end":
            break
        if current in _GRIDS and current in sections:
            raise BadInput(
                Text(
                    "Line {number}: the part {part} is there twice.",
                    number=number,
                    part=Verbatim(current),
                )
            )
        sections[current] = [words] if words else []
    return sections


def _heading(line: str) -> tuple[str, list[str]] | None:
    """The section name at the start of a line and the words after it; None for other lines."""
    name, bracket, rest = line.partition("]")
    name = name.removeprefix("[").strip()
    if bracket and line.startswith("[") and name.replace("_", "").isalnum():
        return name.lower(), rest.lstrip().removeprefix(":").split()
    name, *words = line.split()
    return (name.lower(), words) if name.lower() in _WORDS else None


def _has_kojun_heading(text: str) -> bool:
    """Whether the text has the heading `puzzle kojun`, on one line or on two."""
    before = None
    for _, line in lines_of(text):
        stated = _after_puzzle(line)
        if stated == _NAME or (before == "" and line.lower() == _NAME):
            return True
        before = stated
    return False


def _after_puzzle(line: str) -> str | None:
    """The text after the word puzzle at the start of a line; None for other lines."""
    name = line.lower().removeprefix("[")
    if not name.startswith("puzzle"):
        return None
    return name.removeprefix("puzzle").removeprefix("]").lstrip().removeprefix(":").strip()


def _grid(sections: Sections, name: str) -> list[list[str]]:
    if not sections.get(name):
        raise BadInput(
            Text(
                "The text has no {word}: a line with the word {word}, then the rows.",
                word=Verbatim(name),
            )
        )
    return sections[name]


def _match_size(sections: Sections, rows: int, cols: int) -> None:
    """Raise `BadInput` if the heading has another size than the problem."""
    for name, real in (("size", (rows, cols)), ("rows", (rows,)), ("cols", (cols,))):
        words = [word for line in sections.get(name, []) for word in line]
        if not words:
            continue
        place = Text("the {word} in the heading", word=Verbatim(name))
        stated = [whole_number(word, place) for word in words[:2]]
        if name == "size":
            admit_size(stated[0], stated[-1])
        if sorted({*stated}) != sorted({*real}):
            raise BadInput(
                Text(
                    "The heading says {word} {stated}, but the problem is {rows} x {cols} cells.",
                    word=Verbatim(name),
                    stated=quoted(" ".join(words)),
                    rows=rows,
                    cols=cols,
                )
            )


def write_janko(puzzle: Kojun) -> str:
    """The text of a puzzle, with plain section names.

    >>> write_janko(Kojun(regions=(("a", "a"), ("b", "a")), givens=((0, 2), (0, 0)))).split("\\n")
    ['begin', 'puzzle kojun', 'size 2', 'problem', '- 2', '- -', 'areas', '1 1', '2 1', 'end', '']
    """
    refuse_column_order(puzzle, _FORM)
    refuse_holes(puzzle, _FORM)
    rows, cols = puzzle.size
    size = [f"size {rows}"] if rows == cols else [f"rows {rows}", f"cols {cols}"]
    problem = [" ".join(str(given or "-") for given in row) for row in puzzle.givens]
    labels = dict.fromkeys(label for row in puzzle.regions for label in row)
    numbers = {label: str(i) for i, label in enumerate(labels, start=1)}
    areas = [" ".join(numbers[label] for label in row) for row in puzzle.regions]
    return "\n".join(
        ["begin", "puzzle kojun", *size, "problem", *problem, "areas", *areas, "end", ""]
    )


def _write_answer(answer: GridAnswer) -> str:
    raise BadInput(Text("A janko text holds the puzzle too; write the answer as json or text."))


def _recognises(text: str) -> bool:
    return _has_kojun_heading(text[:_HEAD])


JANKO = Codec("janko", Text("text of janko.at"), _recognises, read_janko, write_janko)
JANKO_ANSWER = Codec(
    "janko",
    Text("the solution in a text of janko.at"),
    _recognises,
    read_janko_answer,
    _write_answer,
)
