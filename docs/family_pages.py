"""The page of each family, generated from its `Family` struct."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from pictures import Figure, gallery
from quebra import Look, NotFound, Puzzle, draw, solve
from quebra.cli.generate import family_options
from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.contract.family import AUTO, GRADES, Case
from quebra.contract.random import Source
from quebra.contract.registry import AnyFamily
from quebra.engine.budget import Budget
from quebra.play.analysis import open_steps
from quebra.play.lessons import case_game
from quebra.service.facts import facts
from quebra.testing import read_case
from writing import block, code, first_line, page, sentence, table

SEED = 1


def family_page(family: AnyFamily) -> str:
    """The text of a family's page."""
    return page(
        f"# {family.title}",
        f"`{family.name}`: {family.rules.summary}.",
        _rules(family),
        _formats(family),
        _engines(family),
        _techniques(family),
        _grades(family),
        _options(family),
        _schema(family),
    )


def _rules(family: AnyFamily) -> str:
    rules = "\n".join(f"{number}. {rule}" for number, rule in enumerate(family.rules.texts, 1))
    codes = table(
        ["code", "broken rule"],
        [[f"`{name}`", sentence(text)] for name, text in family.rules.codes.items()],
    )
    return page(
        "## Rules",
        rules,
        "`check` names each broken rule by a code:",
        codes,
        "These boards show the rules, and are tests as well. Broken places are marked.",
        gallery(case_figure(family, case) for case in family.cases if not case.technique),
    )


def case_figure(family: AnyFamily, case: Case) -> Figure:
    """The board of a case with its broken places, and its violations."""
    puzzle, answer = read_case(family, case)
    if answer is None:
        return Figure(draw(puzzle), sentence(case.about), [("", solve(puzzle).text)])
    violations = family.rules.check(puzzle, answer)
    broken = tuple({place: None for violation in violations for place in violation.where})
    said = [(violation.code, violation.text) for violation in violations]
    return Figure(family.draw(puzzle, answer, Look(broken=broken)), sentence(case.about), said)


def _formats(family: AnyFamily) -> str:
    puzzle = _example(family)
    answer = solve(puzzle).solutions[0]
    rows = [[f"`{codec.name}`", "puzzle", codec.text] for codec in family.formats.puzzles]
    rows += [[f"`{codec.name}`", "answer", codec.text] for codec in family.formats.answers]
    return page(
        "## Formats",
        "A format is recognised by its content. `convert` writes any of them.",
        table(["format", "of", "what"], rows),
        "The same puzzle in each of them, and then its answer:",
        *(_format_example(codec, puzzle, "puzzle") for codec in family.formats.puzzles),
        *(
            _format_example(codec.bound_to(puzzle), answer, "answer")
            for codec in family.formats.answers
        ),
    )


def _format_example(codec: Codec[Any], value: object, what: str) -> str:
    try:
        text = codec.write(value)
    except BadInput as error:
        return f"`{codec.name}`, {what}: {error}"
    return f"`{codec.name}`, {what}:\n\n{block(text)}"


def _engines(family: AnyFamily) -> str:
    engines = [[f"`{name}`", first_line(engine)] for name, engine in family.solve.engines.items()]
    goals = [["`any`", "Any solution will do."]]
    goals += [
        [f"`{name}`", sentence(f"{goal.text} ({goal.better} is better)")]
        for name, goal in family.solve.goals.items()
    ]
    many = (
        "two solutions, which settles"
        if family.solve.count == 2
        else "one solution, and leaves open"
    )
    return page(
        "## Engines and goals",
        f"`auto` {_auto(family)}. "
        f"Without `--count`, `solve` looks for {many} whether there is only one.",
        table(["engine", "what"], engines),
        _engine_options(family),
        table(["goal", "what"], goals),
    )


def _engine_options(family: AnyFamily) -> str:
    rows = [
        [f"`{engine}`", f"`--{option.name.replace('_', '-')}`", sentence(option.text)]
        for engine, options in facts(family).engine_options.items()
        for option in options
    ]
    return table(["engine", "option", "what"], rows) if rows else ""


def _auto(family: AnyFamily) -> str:
    if AUTO in family.solve.engines:
        return "runs the engine that suits the puzzle"
    return f"means `{next(iter(family.solve.engines))}`"


def _techniques(family: AnyFamily) -> str:
    rows = [
        [str(technique.level), technique.name, sentence(technique.text)]
        for technique in sorted(family.explain.techniques, key=lambda technique: technique.level)
    ]
    return page(
        "## Techniques",
        "`explain` always takes the easiest technique that leads on. "
        "Level 0 is for what is wrong, not for progress.",
        table(["level", "technique", "what"], rows),
        "The example of each lesson, with its next step:",
        gallery(step_figure(family, case) for case in family.cases if case.technique),
    )


def step_figure(family: AnyFamily, case: Case) -> Figure:
    """The board of a lesson's example with its next step."""
    game = case_game(family, case)
    step, _ = next(open_steps(game, Budget()))
    return Figure(game.drawing(Look(step=step)), sentence(step.technique), [("", step.text)])


def _grades(family: AnyFamily) -> str:
    fair = "a" if family.solve.count == 1 else "exactly one"
    return page(
        "## Grades",
        f"The grades are {code(GRADES)}. A puzzle without {fair} solution has none. "
        f"One new puzzle of each grade, from seed {SEED}:",
        gallery(_graded_figures(family)),
    )


def _graded_figures(family: AnyFamily) -> Iterator[Figure]:
    for grade in GRADES:
        recipe = family.make_recipe({"grade": grade})
        try:
            puzzle = family.generate.make(recipe, Source(SEED), Budget())
        except NotFound:
            continue
        yield Figure(draw(puzzle), family.explain.grade(puzzle, Budget()).text)


def _options(family: AnyFamily) -> str:
    size = "There is no size."
    if family.model.default_size:
        size = "The default size is {}x{}.".format(*family.model.default_size)
    return page(
        "## Generate options",
        f"`quebra generate {family.name}` takes these beside the "
        f"[common ones](../../command-line.md). {size}",
        options_table(family),
    )


def options_table(family: AnyFamily) -> str:
    """The family's own options of `generate`; in the library they are keyword arguments."""
    defaults = {
        field.name: field.default for field in msgspec.structs.fields(family.generate.recipe)
    }
    rows = []
    for option in family_options(family.name):
        choices = code(getattr(option.type, "choices", ()))
        default = defaults[str(option.name)]
        rows.append(
            [
                f"`{option.opts[0]}{f' {option.metavar}' if option.metavar else ''}`",
                sentence(option.help or ""),
                choices,
                "" if default in (None, False) else f"`{default}`",
            ]
        )
    return table(["option", "what", "choices", "default"], rows)


def _schema(family: AnyFamily) -> str:
    return page(
        "## JSON Schema",
        f"`quebra families --schema {family.name}` prints it; "
        "answers are described under `$defs`. Unknown fields are refused.",
        block(json.dumps(family.schema(), indent=2), "json"),
    )


def _example(family: AnyFamily) -> Puzzle:
    puzzle, _ = read_case(family, family.case("unique"))
    assert isinstance(puzzle, Puzzle)
    return puzzle
