"""The formats of models, and of the outputs of their solvers as answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.contract.family import Family, FormatOptions, Formats, option
from quebra.contract.puzzle import Answer, Puzzle
from quebra.engine.carried import has_heading, puzzle_comments, read_puzzle_comments
from quebra.i18n.text import Text

if TYPE_CHECKING:
    from quebra.models.problem import Variable
    from quebra.models.puzzle_model import PuzzleModel

    AnyModel = PuzzleModel[Puzzle, Answer]

AnyFamily = Family[Any, Any]

TITLES = {
    "cnf": ("c", "a CNF", Text("a CNF in the DIMACS format, for SAT solvers")),
    "mzn": ("%", "a MiniZinc model", Text("a MiniZinc model with its data")),
    "asp": ("%", "an ASP program", Text("an ASP program for clingo")),
    "lp": ("\\", "an integer program", Text("an integer program as an LP file")),
    "mps": ("*", "an integer program", Text("an integer program as an MPS file")),
}
"""For each format the mark of comments, its name in the heading, and its description."""
OUTPUTS = {
    "cnf": (
        Text("the output of a SAT solver for the CNF"),
        re.compile(r"^(?:(?:s (?:UN)?SATISFIABLE|(?:UN)?SAT)[ \t]*$|v -?[0-9])", re.MULTILINE),
    ),
    "mzn": (
        Text("the output of MiniZinc for the model"),
        re.compile(r"^(-{10}|=====[A-Z]+=====)[ \t]*$", re.MULTILINE),
    ),
    "asp": (
        Text("the output of clingo for the program"),
        re.compile(r"^(?:Answer: [0-9]|(?:UN)?SATISFIABLE$)", re.MULTILINE),
    ),
    "sol": (
        Text("the solution file of a MIP solver for the integer program"),
        re.compile(
            r"\A\s*(?:# Solution|# Objective|Model status|solution status|Optimal|Infeasible)"
        ),
    ),
}
"""For each format of answers its description, and a pattern by which it is recognised."""
WITH_GOALS = ("shisen", "symmetry")
"""The families whose models have goals."""
PAPERS_FORMATS = {"edges": ("lp", "mps"), "shisen": ("lp", "mps")}
"""The integer programs that `quebra.papers` writes."""
NEEDS_PUZZLE = Text("The output of a solver is read together with its puzzle.")


class GoalOptions(FormatOptions, frozen=True):
    """Options of models of families with goals."""

    goal: Annotated[str, option(Text("what to optimise; see `quebra families`"))] = "any"


ANY_GOAL = GoalOptions()


def heading(family: str, name: str) -> str:
    """The beginning of the first line of a model.

    >>> heading("kojun", "cnf")
    'c Quebra: kojun as a CNF'
    """
    mark, title, _ = TITLES[name]
    return f"{mark} Quebra: {family} as {title}"


def write_model(name: str, puzzle: Puzzle, goal: str = "any") -> str:
    """The text of a model in one of the formats."""
    from quebra.models.cnf import Cnf
    from quebra.models.linear import LinearModel
    from quebra.models.puzzle_model import model_of
    from quebra.models.texts import asp_lines, dimacs_lines, minizinc_lines

    model = model_of(puzzle)
    problem, decisions = model.complete(goal), model.decisions
    lines: Iterable[str]
    match name:
        case "cnf":
            lines = dimacs_lines(Cnf(problem))
        case "mzn":
            lines = minizinc_lines(problem, decisions)
        case "asp":
            lines = asp_lines(problem, decisions)
        case "lp":
            lines = [LinearModel(problem).program.lp().rstrip("\n")]
        case _:
            lines = [LinearModel(problem).program.mps().rstrip("\n")]
    return "\n".join((*head_lines(name, puzzle, model.notes), *lines, ""))


def head_lines(name: str, puzzle: Puzzle, notes: Iterable[str]) -> list[str]:
    """The comments at the beginning of a model: heading, notes, and the puzzle."""
    mark = TITLES[name][0]
    comments = (f"{mark} {note}" for note in notes)
    return [heading(puzzle.family, name), *comments, *puzzle_comments(puzzle, mark)]


def puzzle_codec(name: str, family: AnyFamily, goals: bool) -> Codec[Any]:
    """The format of a model; `goals` is whether it has the option `goal`."""

    def write_for_goal(puzzle: Puzzle, options: GoalOptions = ANY_GOAL) -> str:
        return write_model(name, puzzle, options.goal)

    write: Callable[[Puzzle], str] = write_for_goal if goals else partial(write_model, name)
    first_line = heading(family.name, name)
    return Codec(
        name,
        TITLES[name][2],
        partial(has_heading, first_line),
        partial(read_puzzle_comments, first_line, family.formats.puzzles[0]),
        write,
    )


def read_output(name: str, puzzle: Puzzle, text: str) -> Answer:
    """The answer in the output of a solver."""
    from quebra.models import outputs
    from quebra.models.puzzle_model import model_of

    readers: dict[str, Callable[[str, Iterable[Variable]], dict[str, int]]] = {
        "cnf": outputs.read_sat,
        "mzn": outputs.read_minizinc,
        "asp": outputs.read_asp,
    }
    model = model_of(puzzle)
    if name == "sol":
        chosen = model.chosen_values(outputs.chosen_names(text))
        return model.answer(outputs.single_values(chosen, model.decisions))
    return model.answer(readers[name](text, model.decisions))


def write_output(name: str, puzzle: Puzzle, answer: Answer) -> str:
    """An answer as the output of a solver."""
    from quebra.models import outputs
    from quebra.models.puzzle_model import model_of

    writers = {
        "cnf": outputs.write_sat,
        "mzn": outputs.write_minizinc,
        "asp": outputs.write_asp,
    }
    model = model_of(puzzle)
    values = model.values(answer)
    for variable in model.decisions:
        if values[variable.name] not in variable.values:
            raise BadInput(Text("The model has no values for this answer."))
    if model.answer(values) != answer:
        raise BadInput(Text("The values of the model stand for another form of this answer."))
    if name == "sol":
        names = model.choice_names(values)
        return "\n".join(("# Solution for model quebra", *(f"{each} 1" for each in names), ""))
    return writers[name](values, model.decisions)


def _refuse(_: object) -> Any:
    raise BadInput(NEEDS_PUZZLE)


def answer_codec(name: str) -> Codec[Any]:
    """The format of a solver's output."""
    text, pattern = OUTPUTS[name]
    return Codec(
        name,
        text,
        lambda text: pattern.search(text) is not None,
        _refuse,
        _refuse,
        read_for=partial(read_output, name),
        write_for=partial(write_output, name),
        first=True,
    )


def model_formats(family: AnyFamily) -> Formats[Any, Any]:
    """The formats of the models of a family, and of the outputs of their solvers."""
    names = [name for name in TITLES if name not in PAPERS_FORMATS.get(family.name, ())]
    puzzles = (
        puzzle_codec(name, family, family.name in WITH_GOALS and name != "cnf") for name in names
    )
    return Formats(tuple(puzzles), tuple(map(answer_codec, OUTPUTS)))
