"""The formats: native JSON, rows of tiles with a heading, and bare rows as in level files."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput
from quebra.contract.family import Formats
from quebra.contract.quoting import quoted
from quebra.contract.registry import family_names
from quebra.contract.settings import admit_bytes
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.grid.cells import Cell, Rows, as_rows, cell_notation, in_words, measure
from quebra.grid.text import (
    BLANKS,
    MAX_LINE_LENGTH,
    MAX_LINES,
    Line,
    first_line,
    has_heading,
    lines_after,
    read_lines,
    whole_number,
)
from quebra.i18n.text import Text

HEADING = "shisen"
MERGED = "merged"
GRAVITY = "gravity on"
EMPTY = "."
_CELL = re.compile(r"r([0-9]+)c([0-9]+)", re.IGNORECASE)
_MOVE = re.compile(r"([0-9]+\s*:|r[0-9]+c[0-9]+\s)", re.IGNORECASE)
_OPENERS = ("{", "[", "(")
"""First characters of JSON and lists, which are no levels."""


def read_text(text: str) -> Shisen:
    """A puzzle from rows of tiles: one character each, or names with blanks between them.

    >>> read_text("shisen\\nAB.\\nBA.").board
    (('A', 'B', None), ('B', 'A', None))
    >>> read_text("shisen\\nmerged F1 F2\\nF1 - F2").merged
    (('F1', 'F2'),)
    >>> read_text("shisen\\ngravity on\\nAB\\nBA").gravity
    True
    """
    lines = lines_after(text, HEADING)
    gravity = bool(lines) and lines[0][1].lower().split() == GRAVITY.split()
    merged, rows = _split_merged(lines[1:] if gravity else lines)
    return Shisen(board=_read_board(rows), merged=merged, gravity=gravity)


def write_text(puzzle: Shisen) -> str:
    """The canonical text of a puzzle.

    >>> print(write_text(Shisen(board=(("A", None), ("A", None)))), end="")
    shisen
    A.
    A.
    """
    merged = "".join(f"{MERGED} {' '.join(names)}\n" for names in puzzle.merged)
    gravity = f"{GRAVITY}\n" if puzzle.gravity else ""
    text = f"{HEADING}\n{gravity}{merged}{_write_board(puzzle)}"
    _admit_round_trip(text, read_text, puzzle)
    return text


def read_level(text: str) -> Shisen:
    """A puzzle from bare rows, where every line is a row.

    >>> read_level("S-\\n-S").board
    (('S', None), (None, 'S'))
    """
    admit_bytes(len(text))
    rows = _non_empty_lines(text)
    if len(rows) > MAX_LINES:
        raise BadInput(Text("The text has more than {most} lines.", most=MAX_LINES))
    return Shisen(board=_read_board(rows))


def write_level(puzzle: Shisen) -> str:
    """The rows of a puzzle without a heading.

    >>> write_level(Shisen(board=(("S", None), (None, "S"))))
    'S.\\n.S\\n'
    """
    if puzzle.merged:
        raise BadInput(Text("A level cannot say which kinds of tiles are merged."))
    if puzzle.gravity:
        raise BadInput(Text("A level cannot say that tiles fall."))
    text = _write_board(puzzle)
    if not _is_level(text):
        raise BadInput(Text("A level has two rows or more, and begins like no other puzzle."))
    _admit_round_trip(text, read_level, puzzle)
    return text


def read_answer(text: str) -> Clearing:
    """An answer from one line for each move: its round, the tiles, and the corners of its path.

    Rows and columns count from 1, so that 0 is the margin. A move without a path may use any free
    one, a move without a round begins a new one, and an empty round is only its number.

    >>> read_answer("0: r1c1 r1c4 via r0c1 r0c4").rounds[0][0].path
    ((0, 0), (-1, 0), (-1, 3), (0, 3))
    >>> [len(moves) for moves in read_answer("r1c1 r1c2 straight\\nr2c1 r2c2").rounds]
    [1, 1]
    """
    rounds: list[list[Move]] = []
    for number, line in read_lines(text):
        before, colon, words = line.rpartition(":")
        wanted = whole_number(before.strip(), _line(number)) if colon else None
        _open_round(rounds, wanted, number)
        if words.strip():
            rounds[-1].append(_read_move(words.split(), number))
    if not rounds:
        raise BadInput(Text("There are no moves in the answer."))
    return Clearing(rounds=as_rows(rounds))


def write_answer(answer: Clearing) -> str:
    """The text of an answer, one line for each move.

    >>> move = Move(pair=((0, 0), (0, 1)), path=((0, 0), (0, 1)))
    >>> write_answer(Clearing(rounds=((move,),)))
    '0: r1c1 r1c2 straight\\n'
    """
    if not answer.rounds:
        raise BadInput(Text("There are no rounds to write."))
    lines = (
        f"{number}: {words}".rstrip()
        for number, moves in enumerate(answer.rounds)
        for words in [_move_words(move, number) for move in moves] or [""]
    )
    return "\n".join(lines) + "\n"


def _split_merged(lines: list[Line]) -> tuple[Rows[str], list[str]]:
    """The merged kinds, and the lines after them."""
    merged: list[list[str]] = []
    for i, (_, line) in enumerate(lines):
        first, *names = line.split()
        if first.lower() != MERGED or not names:
            return as_rows(merged), [row for _, row in lines[i:]]
        merged.append(names)
    return as_rows(merged), []


def _non_empty_lines(text: str) -> list[str]:
    """The lines that are not empty, up to one more than the limit."""
    lines = (row for line in io.StringIO(text, newline=None) if (row := line.strip()))
    return list(islice(lines, MAX_LINES + 1))


def _split(rows: Sequence[str]) -> list[Sequence[str]]:
    """The tiles of each row: words if any row has several, else characters."""
    return [row.split() for row in rows] if any(len(row.split()) > 1 for row in rows) else [*rows]


def _read_board(lines: Sequence[str]) -> Rows[str | None]:
    rows = _split(lines)
    measure(rows)
    return as_rows((None if name in BLANKS else name for name in row) for row in rows)


def _write_board(puzzle: Shisen) -> str:
    names = {name for row in puzzle.board for name in row if name}
    if unwritable := sorted(names & BLANKS):
        raise BadInput(
            Text(
                "A tile named {name} cannot be written: that is an empty cell.",
                name=quoted(unwritable[0]),
            )
        )
    width = max(map(len, names))
    gap = " " if width > 1 else ""
    rows = (gap.join((name or EMPTY).ljust(width) for name in row) for row in puzzle.board)
    return "".join(f"{row.rstrip()}\n" for row in rows)


def _admit_round_trip(text: str, read: Callable[[str], Shisen], puzzle: Shisen) -> None:
    """Raise `BadInput` for a text that would be read as another board."""
    try:
        same = read(text) == puzzle
    except BadInput:
        same = False
    if not same:
        raise BadInput(Text("In this format the board would be read as another one, so use JSON."))


def _open_round(rounds: list[list[Move]], wanted: int | None, line: int) -> None:
    """Append a round unless the last one has the number `wanted`; None is always a new round."""
    if rounds and wanted == len(rounds) - 1:
        return
    if wanted not in (None, len(rounds)):
        raise BadInput(_wrong_round(len(rounds), wanted or 0, line))
    rounds.append([])


def _wrong_round(expected: int, found: int, line: int) -> Text:
    if expected == 0:
        return Text("Line {line}: the first round is 0, not {found}.", line=line, found=found)
    return Text(
        "Line {line}: after round {last} comes round {expected}, not {found}.",
        line=line,
        last=expected - 1,
        expected=expected,
        found=found,
    )


def _read_move(words: list[str], line: int) -> Move:
    if len(words) < 2:
        raise BadInput(Text("Line {line}: a move names two tiles, such as r1c1 r1c4.", line=line))
    start, end = (_read_cell(word, line) for word in words[:2])
    match [word.lower() for word in words[2:]]:
        case []:
            return Move(pair=(start, end))
        case ["straight"]:
            return Move(pair=(start, end), path=(start, end))
        case ["via", *corners] if corners:
            between = (_read_cell(word, line) for word in corners)
            return Move(pair=(start, end), path=(start, *between, end))
        case _:
            raise BadInput(
                Text(
                    "Line {line}: after the two tiles comes straight, or via and the corners.",
                    line=line,
                )
            )


def _read_cell(word: str, line: int) -> Cell:
    match = _CELL.fullmatch(word)
    if not match:
        raise BadInput(
            Text(
                "Line {line}: {word} is no cell; a cell is written like r1c4.",
                line=line,
                word=quoted(word),
            )
        )
    r, c = (whole_number(digits, _line(line)) for digits in match.groups())
    return r - 1, c - 1


def _move_words(move: Move, number: int) -> str:
    start, end = (_write_cell(cell, number) for cell in move.pair)
    if not move.path:
        return f"{start} {end}"
    if len(move.path) < 2 or (move.path[0], move.path[-1]) != move.pair:
        raise BadInput(
            Text(
                "Round {n}: only a path from the first tile to the second can be written as text.",
                n=number,
            )
        )
    corners = [_write_cell(cell, number) for cell in move.path[1:-1]]
    return " ".join([start, end, *(["via", *corners] if corners else ["straight"])])


def _write_cell(cell: Cell, number: int) -> str:
    if min(cell) < -1:
        raise BadInput(
            Text("Round {n}: {cell} is beyond the margin.", n=number, cell=in_words(cell))
        )
    return cell_notation(cell)


def _line(number: int) -> Text:
    return Text("Line {line}", line=number)


def _is_text(text: str) -> bool:
    return has_heading(text, HEADING)


def _is_level(text: str) -> bool:
    """Whether there are two rows or more, most of equal length, without a family's heading."""
    rows = _non_empty_lines(text)
    if len(rows) < 2 or rows[0].startswith(_OPENERS):
        return False
    if len(rows) > MAX_LINES or max(map(len, rows)) > MAX_LINE_LENGTH:
        return False
    if rows[0].split()[0].lower() in family_names():
        return False
    ((_, most),) = Counter(len(row) for row in _split(rows)).most_common(1)
    return 2 * most > len(rows)


def _is_answer(text: str) -> bool:
    return _MOVE.match(first_line(text)) is not None


CODECS: tuple[Codec[Shisen], ...] = (
    json_codec(Shisen, HEADING),
    Codec("text", Text("rows of tiles"), _is_text, read_text, write_text),
    Codec(
        "level",
        Text("rows of tiles without a heading"),
        _is_level,
        read_level,
        write_level,
        bare=True,
    ),
)
ANSWER_CODECS: tuple[Codec[Clearing], ...] = (
    json_codec(Clearing),
    Codec("text", Text("one line for each move"), _is_answer, read_answer, write_answer),
)


FORMATS = Formats(puzzles=CODECS, answers=ANSWER_CODECS)
