"""The verbs, for any puzzle of any family."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

import msgspec

from quebra.contract.codec import Codec, choose_codec, decode_text, family_named
from quebra.contract.errors import BadInput
from quebra.contract.family import Look
from quebra.contract.puzzle import Answer, Puzzle, size_of
from quebra.contract.quoting import MAX_PATH, shown
from quebra.contract.random import Source
from quebra.contract.registry import families, family_names, family_of, get_family
from quebra.contract.repeated_keys import refuse_repeated_keys
from quebra.contract.results import Grade, Outcome, Place, Progress, Step, Violation
from quebra.contract.settings import admit_extent, settings
from quebra.engine.budget import Budget, Report
from quebra.engine.search import search
from quebra.engine.search import solve as run_solver
from quebra.engine.trace import Trace
from quebra.grid.entries import admit_cell
from quebra.render import Drawing


def load(source: str | Path, *, family: str | None = None, format: str | None = None) -> Puzzle:
    """A puzzle from a path, a link, the text itself, or `-` for standard input.

    >>> load("kojun\\nregions\\na a\\ngivens\\n2 .").family
    'kojun'
    """
    return parse(read_source(source, _codecs(family)), family=family, format=format)


def load_all(
    source: str | Path, *, family: str | None = None, format: str | None = None
) -> Iterator[Puzzle]:
    """All puzzles behind a source: one, or one in JSON on each line.

    >>> line = '{"family": "kojun", "regions": [[0, 0]], "givens": [[2, 0]]}'
    >>> [puzzle.family for puzzle in load_all(f"{line}\\n{line}")]
    ['kojun', 'kojun']
    """
    text = read_source(source, _codecs(family))
    if not _holds_lines_of_json(text):
        yield parse(text, family=family, format=format)
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield parse(line, family=family, format=format)
        except BadInput as error:
            raise BadInput(f"Line {number}: {error}") from None


def _holds_lines_of_json(text: str) -> bool:
    """Whether there are two lines or more, and all that are not empty begin with an object."""
    if not text.lstrip().startswith("{"):
        return False
    lines = [line[:1] for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and all(line == "{" for line in lines)


def parse(text: str, *, family: str | None = None, format: str | None = None) -> Puzzle:
    """A puzzle from its text or link, in any format of any family, or of those named."""
    puzzle: Puzzle = _codec_for(text, _codecs(family), format, "puzzle").read(text)
    admit_extent(puzzle.family, puzzle.extent)
    return puzzle


def load_answer(puzzle: Puzzle, source: str | Path, *, format: str | None = None) -> Answer:
    """An answer, or an attempt, at a puzzle: from a path, the text itself, or `-`."""
    text = read_source(source, family_of(puzzle).formats.answers)
    return parse_answer(puzzle, text, format=format)


def parse_answer(puzzle: Puzzle, text: str, *, format: str | None = None) -> Answer:
    """An answer from its text, in any format of the puzzle's family, or the one named.

    What `solve` prints as JSON stands for the first solution in it.
    """
    text = _first_solution(puzzle, text)
    codec = _codec_for(text, family_of(puzzle).formats.answers, format, "answer")
    answer: Answer = codec.read_for(puzzle, text) if codec.read_for else codec.read(text)
    return answer


class _Solved(msgspec.Struct):
    """As much of an outcome as an answer is taken from."""

    family: str
    status: str
    solutions: tuple[msgspec.Raw, ...]


_SOLVED = msgspec.json.Decoder(_Solved)


def _first_solution(puzzle: Puzzle, text: str) -> str:
    """The first solution of an outcome; any other text as it is."""
    try:
        solved = _SOLVED.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return text
    refuse_repeated_keys(text)
    if solved.family != puzzle.family:
        raise BadInput(f"These are solutions for {solved.family}, not for {puzzle.family}.")
    if not solved.solutions:
        raise BadInput(f"There is no solution in it: its status is {solved.status}.")
    return bytes(solved.solutions[0]).decode()


def check(puzzle: Puzzle, answer: Answer) -> tuple[Violation, ...]:
    """The rules that an attempt breaks; empty for a right answer."""
    return family_of(puzzle).rules.check(puzzle, answer)


def progress(puzzle: Puzzle, answer: Answer) -> Progress:
    """How far an attempt is, from 0 to 1."""
    return family_of(puzzle).rules.progress(puzzle, answer)


def solve(
    puzzle: Puzzle,
    *,
    goal: str = "any",
    engine: str = "auto",
    count: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    cancel: Event | None = None,
    report: Report | None = None,
    start: Answer | None = None,
    each: Callable[[Any], None] | None = None,
    up_to_symmetry: bool = False,
    trace: Trace | None = None,
) -> Outcome[Any]:
    """Solve within limits, and say honestly what is known afterwards.

    A search with a goal may start from an answer, and never ends with a worse one; `each` is told
    every answer as soon as it is accepted. The same seed gives the same solutions; with a goal,
    time decides how good a one. Up to symmetry, solutions that are one another turned as a whole
    count once. `trace` is told of each iteration of engines that work so.

    >>> solve(load("kojun\\nregions\\na a\\ngivens\\n. ."), count=9).text
    'Exactly 2 solutions: proved.'
    """
    return run_solver(
        family_of(puzzle),
        puzzle,
        goal=goal,
        engine=engine,
        count=count,
        seconds=seconds,
        seed=seed,
        cancel=cancel,
        report=report,
        start=start,
        each=each,
        up_to_symmetry=up_to_symmetry,
        trace=trace,
    )


def solutions(
    puzzle: Puzzle,
    limit: int | None = None,
    *,
    engine: str = "auto",
    seconds: float | None = None,
    seed: int | None = None,
) -> Iterator[Any]:
    """The solutions one by one, as they are found; `Cut` is raised when the time is over."""
    if limit is not None and limit < 0:
        raise BadInput("The limit must be 0 or more.")
    budget = Budget(seconds, limit)
    found = search(family_of(puzzle), puzzle, budget, engine=engine, seed=seed)
    return islice(found, None if limit is None else min(limit, sys.maxsize))


def explain(
    puzzle: Puzzle,
    answer: Answer | None = None,
    *,
    at: Place | None = None,
    budget: Budget | None = None,
) -> Iterator[Step]:
    """The next steps a person could find, from the start or from an attempt.

    With a place, only what concerns it: the first step that changes something there, or whatever
    the family has to say of a place.

    >>> board = load("kojun\\nregions\\na a\\ngivens\\n2 .")
    >>> [step.text for step in explain(board, at=(0, 1))]
    ['Row 1, column 2 is the last open cell of its region, and only 1 is missing there.']
    """
    family, budget = family_of(puzzle), budget or Budget()
    if at is not None and (size := size_of(puzzle)):
        admit_cell(at, size)
    return family.explain.steps(puzzle, answer, budget, at)


def grade(puzzle: Puzzle, *, budget: Budget | None = None) -> Grade:
    """How hard a puzzle is, by the techniques that `explain` needs."""
    return family_of(puzzle).explain.grade(puzzle, budget or Budget())


def generate(
    family: str,
    size: str | tuple[int, int] | None = None,
    *,
    seed: int,
    budget: Budget | None = None,
    **options: object,
) -> Puzzle:
    """A new puzzle: same seed, same puzzle, on every machine.

    >>> generate("kojun", "5x5", seed=1) == generate("kojun", (5, 5), seed=1)
    True
    """
    return generate_by(options, family, size, seed=seed, budget=budget)


def generate_by(
    options: Mapping[str, object],
    family: str,
    size: str | tuple[int, int] | None = None,
    *,
    seed: int,
    budget: Budget | None = None,
) -> Puzzle:
    """The same as `generate`, with the options of the family in a mapping of any names.

    >>> generate_by({"seed": 2}, "kojun", seed=1)
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: object contains unknown field seed.
    """
    maker = get_family(family)
    recipe = maker.make_recipe(options, parse_size(size) if isinstance(size, str) else size)
    admit_extent(family, recipe.rows * recipe.cols)
    puzzle: Puzzle = maker.generate.make(recipe, Source(seed), budget or Budget())
    admit_extent(family, puzzle.extent)
    return puzzle


def draw(puzzle: Puzzle, answer: Answer | None = None, look: Look | None = None) -> Drawing:
    """The puzzle, with an attempt where there is one, as a neutral drawing."""
    if look and (size := size_of(puzzle)):
        for place in (*look.broken, *look.hint):
            admit_cell(place, size)
    return family_of(puzzle).draw(puzzle, answer, look or Look())


def convert(puzzle: Puzzle, to: str) -> str:
    """The same puzzle in another format.

    >>> convert(load("kojun\\nregions\\na a\\ngivens\\n2 ."), "puzzlink")
    'https://puzz.link/p?cojun/2/1/02g'
    """
    return choose_codec(family_of(puzzle).formats.puzzles, to).write(puzzle)


def parse_size(text: str) -> tuple[int, int]:
    """Rows and columns.

    >>> parse_size("10x12")
    (10, 12)
    """
    match = re.fullmatch(r"([0-9]{1,6})[xX×]([0-9]{1,6})", text.strip())
    if not match:
        raise BadInput(f"The size {shown(text)} is not of the form ROWSxCOLUMNS, such as 10x10.")
    return int(match[1]), int(match[2])


def read_source(source: str | Path, codecs: Sequence[Codec[Any]]) -> str:
    """The text behind a path, a link, the text itself in one of the formats, or `-`."""
    if isinstance(source, str):
        if source == "-":
            return decode_text(_read_stdin())
        if not source.strip():
            raise BadInput("The input is empty.")
        if _is_text(source, codecs):
            return source
    return decode_text(_read_file(Path(source)))


def _is_text(source: str, codecs: Sequence[Codec[Any]]) -> bool:
    if "\n" in source or "://" in source or source.lstrip()[:1] in ("{", "[", "("):
        return True
    return not os.path.exists(source) and any(codec.recognises(source) for codec in codecs)


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise BadInput("There is no standard input.")
    return sys.stdin.buffer.read(settings().max_bytes + 1)


def _read_file(path: Path) -> bytes:
    most = settings().max_bytes
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        raise BadInput(f"There is no file {shown(path, MAX_PATH)}.") from None
    except IsADirectoryError:
        raise BadInput(f"{shown(path, MAX_PATH)} is a folder, not a file.") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"The file {shown(path, MAX_PATH)} cannot be read: {why}.") from None


def _codecs(family: str | None) -> tuple[Codec[Any], ...]:
    """The formats of puzzles, of all families or of the one named."""
    known = (get_family(family),) if family else families()
    return tuple(codec for each in known for codec in each.formats.puzzles)


def _codec_for(
    text: str, codecs: Sequence[Codec[Any]], format: str | None, what: str
) -> Codec[Any]:
    if format:
        return choose_codec(codecs, format)
    if not text.strip():
        raise BadInput(f"The {what} is empty.")
    for codec in sorted(codecs, key=lambda codec: (codec.bare, not codec.first)):
        if codec.recognises(text):
            return codec
    if text.lstrip().startswith("{"):
        raise BadInput(_family_complaint(family_named(text)))
    known = ", ".join(dict.fromkeys(codec.name for codec in codecs))
    raise BadInput(f"This is no {what} in a format that Quebra knows ({known}).")


def _family_complaint(name: str) -> str:
    """What is wrong with the family that JSON names, if no family asked for knows the JSON."""
    if not name:
        return f"The JSON names no family; there are: {', '.join(family_names())}."
    return f"The JSON is a puzzle of the family {get_family(name).name!r}, which is not asked for."
