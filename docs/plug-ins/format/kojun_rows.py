"""A format of Kojun: the cells row by row, each a letter for its region and its number or a dot."""

from string import ascii_letters

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.contract.family import Family, Formats
from quebra.families.kojun.model import Kojun
from quebra.grid.cells import GridAnswer
from quebra.i18n.text import Text

HEADING = "kojun rows"


def read_rows(text: str) -> Kojun:
    """The puzzle of a text such as `kojun rows a2 a. / b1 b.`."""
    rows = [row.split() for row in text.strip().removeprefix(HEADING).split("/")]
    try:
        return Kojun(
            regions=tuple(tuple(ascii_letters.index(cell[0]) for cell in row) for row in rows),
            givens=tuple(tuple(int(cell[1:].replace(".", "0")) for cell in row) for row in rows),
        )
    except ValueError:
        raise BadInput(Text("A cell is not a letter followed by a number or a dot.")) from None


def write_rows(puzzle: Kojun) -> str:
    """The text of a puzzle without holes."""
    labels = list(dict.fromkeys(label for row in puzzle.regions for label in row))
    if None in labels or len(labels) > len(ascii_letters):
        raise BadInput(Text("The format rows has no holes, and at most 52 regions."))
    rows = (
        " ".join(
            f"{ascii_letters[labels.index(label)]}{given or '.'}"
            for label, given in zip(*lines, strict=True)
        )
        for lines in zip(puzzle.regions, puzzle.givens, strict=True)
    )
    return f"{HEADING} {' / '.join(rows)}\n"


ROWS = Codec(
    "rows",
    Text("the cells row by row"),
    lambda text: text.lstrip().startswith(HEADING),
    read_rows,
    write_rows,
)


def row_formats(_family: Family[Kojun, GridAnswer]) -> Formats[Kojun, GridAnswer]:
    """The formats that are added to those of Kojun."""
    return Formats(puzzles=(ROWS,))
