"""Every sentence of Quebra can be translated into Portuguese: each one has a template."""

import ast
import random
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path

import pytest

import quebra
from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.contract.registry import AnyFamily, families, get_family
from quebra.contract.results import Place
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families._template import family as template
from quebra.i18n.messages import (
    COPIED,
    SENTENCES,
    Translator,
    languages,
    translate,
    translate_phrase,
    translated,
)
from quebra.play import analysis
from quebra.service.facts import facts as facts_of
from quebra.testing import read_case

FAMILIES = [
    family for family in (*families(), template) if (files(family.package) / "pt.toml").is_file()
]
"""Families whose sentences are translated by templates; others have texts."""
SMALL = {"shisen": (4, 5), "edges": (4, 4)}
"""Boards that are quickly graded."""
LONG = ("shisen", "tangram")
"""Families in which a grade that is asked for may take long to find."""
CASES = 5
NO_MOVES = ("?", "=", "r1c1=?", "r99c1=1", "r1c1-r1c1", "r1c1/", "99=0,0,0", "1=a", "r1c1")
STEPS = 60
PLACES = 4
SECONDS = 3.0
SOURCES = Path(quebra.__file__).parent
ERRORS = ("BadInput", "NotFound", "StoreError", "ApiError", "Failed")
UNSEEN = ("cli", "batch", "testing")
"""Packages whose sentences are never shown on the page."""


each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


@each_family
def test_what_a_family_says_of_itself(family: AnyFamily) -> None:
    facts = facts_of(family)
    names = [
        word for technique in family.explain.techniques for word in (technique.name, technique.text)
    ]
    play = family.play
    moves = play.examples + (play.editor.examples if play.editor else ()) if play else ()
    choices = [choice for option in facts.options for choice in option.described.values()]
    _all_translated(
        family,
        [
            *(facts.title, facts.summary, *facts.rules, *facts.violations.values(), *names),
            *(goal.text for goal in family.solve.goals.values()),
            *(codec.text for codec in (*family.formats.puzzles, *family.formats.answers)),
            *(option.text for option in facts.options),
            *(words for choice in choices for words in (choice.title, choice.text)),
            *(words for _, words in moves),
        ],
    )


@each_family
def test_what_is_said_of_the_cases(family: AnyFamily) -> None:
    heard = []
    for case in family.cases:
        puzzle, answer = read_case(family, case)
        if answer is not None:
            heard += [violation.text for violation in family.rules.check(puzzle, answer)]
            heard += [name for name, _ in family.rules.progress(puzzle, answer).parts]
            heard += _heard(_steps(family, puzzle, answer))
            heard += _heard(_spots(family, puzzle, answer))
        heard.append(family.draw(puzzle, answer, quebra.Look()).title)
        if case.status is not None:
            heard.append(solve(family, puzzle, seconds=SECONDS).text)
            heard += _of_puzzle(family, puzzle)
    _all_translated(family, heard)


@pytest.mark.parametrize(
    ("family", "grade"),
    [
        pytest.param(family, grade, marks=[pytest.mark.slow] if family.name in LONG else [])
        for family in FAMILIES
        for grade in GRADES
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_what_is_said_of_new_puzzles(family: AnyFamily, grade: str) -> None:
    recipe = family.make_recipe({"grade": grade}, SMALL.get(family.name))
    try:
        puzzle = family.generate.make(recipe, Source(1), Budget())
    except NotFound as error:
        _all_translated(family, [str(error)])
    else:
        _all_translated(family, _of_puzzle(family, puzzle))


@each_family
def test_what_readers_refuse(family: AnyFamily) -> None:
    source = random.Random(5)
    refused = []
    for case in [case for case in family.cases if case.answer][:CASES]:
        puzzle, answer = read_case(family, case)
        for codec in (*family.formats.puzzles, *family.formats.answers):
            value = puzzle if codec in family.formats.puzzles else answer
            for text in _spoilt(codec, value, source) if value is not None else ():
                try:
                    found = codec.read(text)
                    if value is answer:
                        family.rules.check(puzzle, found)
                except BadInput as error:
                    refused.append(str(error))
    assert len(refused) > 10
    _all_translated(family, refused)


@each_family
def test_what_moves_refuse(family: AnyFamily) -> None:
    def made(puzzle: object, text: str) -> Iterator[str]:
        assert family.play is not None
        family.play.move(puzzle, family.play.start(puzzle), text)
        yield from ()

    puzzles = [read_case(family, case)[0] for case in family.cases]
    refused = [
        text for puzzle in puzzles for move in NO_MOVES for text in _heard(made(puzzle, move))
    ]
    assert refused
    _all_translated(family, refused)


def test_every_refusal_in_the_sources_has_a_template() -> None:
    missing = []
    for path in SOURCES.rglob("*.py"):
        known = _known_at(path.relative_to(SOURCES).parts)
        texts = _refusals(path) if known else ()
        found = [text for text in texts if not any(_fits(text, each) for each in known)]
        missing += [f"{path.name}: {ast.unparse(text)}" for text in found]
    assert not missing, "\n".join(["no template:", *missing])


@pytest.mark.parametrize("package", ["quebra.i18n", *(family.package for family in FAMILIES)])
def test_catalogues_are_sound(package: str) -> None:
    translator = Translator.of("pt", package)
    kinds = {*translator.sections, *translator.copied}
    for section, entries in _catalogue(package).items():
        if section in (COPIED, "signs"):
            continue
        for english, words in entries.items():
            gaps = re.findall(r"\{(\w+)\}", english)
            assert {gap.rstrip("0123456789") for gap in gaps} <= kinds, english
            assert set(gaps) == set(re.findall(r"\{(\w+)\}", words)), english
            assert english.endswith(".") == words.endswith("."), english
            assert "!" not in words, words


@pytest.mark.parametrize(
    "text",
    [
        analysis.LOOK_HERE,
        analysis.BY_SEARCH,
        analysis.GO_BACK.format(moves="3 moves"),
        analysis.EARLIER.format(count=2),
        analysis.NO_SOLUTION,
    ],
)
def test_what_hints_say(text: str) -> None:
    assert translate(text, "pt") != text


def test_lists_may_hold_commas() -> None:
    text = "Pieces 1 and 2 are alike and fit only row 1, column 2, row 1, column 3 and cell 4."
    assert translate(text, "pt", get_family("edges")) == (
        "As peças 1 e 2 são iguais e só cabem em: linha 1, coluna 2, linha 1, coluna 3 e casa 4."
    )


def test_long_lists() -> None:
    cells = ", ".join(f"r{number}c1" for number in range(1, 900))
    text = f"The numbers at {cells} and r900c1 do not lead to the solution."
    words = translate(text, "pt", get_family("kojun"))
    assert words == f"Os números em {cells} e r900c1 não levam à solução."


def test_numbers_are_written_as_in_portuguese() -> None:
    text = "Hard: 1 of 36 pieces follow by logic, the rest takes 1,609 placements of trying."
    assert "1.609 colocações" in translate(text, "pt", get_family("edges"))


def test_capitals_and_full_stops_may_be_added() -> None:
    assert translate("how hard it shall be", "pt") == "quão difícil deve ser"
    assert translate("How hard it shall be.", "pt") == "Quão difícil deve ser."


@pytest.mark.parametrize(
    "text", ["", ".", "...", "Nobody says this.", "kojun\nregions\na a", "x" * 50_000, "." * 9_000]
)
def test_what_is_not_known_stays(text: str) -> None:
    assert translate(text, "pt") == text


def test_languages_without_a_catalogue() -> None:
    assert languages() == ("en", "pt")
    assert translate("No solution: proved.", "en") == "No solution: proved."
    assert translate("No solution: proved.", "fr") == "No solution: proved."


def test_families_without_a_catalogue_speak_as_all_do() -> None:
    outside = Translator.of("pt", "email")
    assert (
        translate_phrase(outside, SENTENCES, "No solution: proved.") == "Nenhuma solução: provado."
    )
    assert translate_phrase(outside, SENTENCES, "Two 3s touch at r1c1 and r1c2.") is None


def test_only_words_are_translated() -> None:
    value = {
        "family": "kojun",
        "puzzle": {"text": "order"},
        "moves": ["r1c1=2"],
        "steps": [{"technique": "order", "where": [[0, 1]], "changes": [], "text": "order"}],
        "techniques": {"order": 2},
        "parts": {"filled": 0.5},
        "violations": [{"code": "order", "text": "Two 3s touch at r1c1 and r1c2."}],
        "order": "order",
    }
    assert translated(value, "pt") == {
        "family": "kojun",
        "puzzle": {"text": "order"},
        "moves": ["r1c1=2"],
        "steps": [{"technique": "ordem", "where": [[0, 1]], "changes": [], "text": "ordem"}],
        "techniques": {"ordem": 2},
        "parts": {"filled": 0.5},
        "violations": [{"code": "order", "text": "Dois 3 se tocam em r1c1 e r1c2."}],
        "order": "order",
    }
    assert translated(value, "en") is value


def test_what_families_say_is_translated_in_place() -> None:
    kojun = get_family("kojun")
    facts = {
        "violations": {"touch": "equal numbers touch"},
        "moves": [("r3c5=.", "clear the cell")],
    }
    assert translated(facts, "pt", kojun) == {
        "violations": {"touch": "números iguais se tocam"},
        "moves": [["r3c5=.", "limpar a casa"]],
    }


def _all_translated(family: AnyFamily, texts: list[str]) -> None:
    translator = Translator.of("pt", family.package)
    missing = [
        text
        for text in dict.fromkeys(texts)
        if translate_phrase(translator, SENTENCES, text) is None
    ]
    assert not missing, "\n".join(["not translated:", *missing])


def _heard(texts: Iterator[str]) -> Iterator[str]:
    """The texts, and the sentence that ends them, where one is refused."""
    try:
        yield from texts
    except BadInput as error:
        yield str(error)


def _of_puzzle(family: AnyFamily, puzzle: object) -> list[str]:
    heard = [*_heard(_steps(family, puzzle, None)), *_heard(_spots(family, puzzle, None))]
    return [*heard, family.explain.grade(puzzle, Budget()).text]


def _steps(family: AnyFamily, puzzle: object, answer: object) -> Iterator[str]:
    places: dict[Place, None] = {}
    for step in islice(family.explain.steps(puzzle, answer, Budget()), STEPS):
        yield step.text
        places |= dict.fromkeys(step.where[:2])
    for place in islice(places, PLACES):
        yield from (step.text for step in family.explain.steps(puzzle, answer, Budget(), place))


def _spots(family: AnyFamily, puzzle: object, answer: object) -> Iterator[str]:
    if family.play:
        start = family.play.start(puzzle)
        yield from (spot.text for spot in family.play.spots(puzzle, answer or start))


def _spoilt(codec, value: object, source: random.Random) -> Iterator[str]:  # type: ignore[no-untyped-def]
    """What a format writes, spoilt in several ways."""
    try:
        text = codec.write(value)
    except BadInput:
        return
    at = source.randrange(len(text))
    yield text[:at]
    yield text[:at] + text[at + source.randrange(1, 9) :]
    yield text[:at] + source.choice("0x.#-/( :'\"[{\n") + text[at + 1 :]
    yield text[:at] + source.choice(["99", "-1", "zz", " 5", "\n1 2 3\n", "null,"]) + text[at:]
    lines = text.split("\n")
    del lines[source.randrange(len(lines))]
    yield "\n".join(lines)


def _catalogue(package: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((files(package) / "pt.toml").read_text(encoding="utf-8"))


@cache
def _sentences(package: str) -> list[str]:
    return list(_catalogue(package)[SENTENCES])


def _known_at(place: tuple[str, ...]) -> list[str]:
    """The sentences of the catalogues in which those of a module belong."""
    if place[0] in UNSEEN:
        return []
    if place[0] == "families" and len(place) > 2:
        if not (SOURCES / "families" / place[1] / "pt.toml").is_file():
            return []
        return _sentences("quebra.i18n") + _sentences(f"quebra.families.{place[1]}")
    if place[0] == "papers":
        return [text for family in FAMILIES for text in _sentences(family.package)]
    if place[0] == "geometry":
        found = [text for family in FAMILIES for text in _sentences(family.package)]
        # Some errors are raised without the name of the outline that they are about.
        return found + [text.removeprefix("The {outline} ") for text in found]
    return _sentences("quebra.i18n")


def _refusals(path: Path) -> Iterator[ast.Constant | ast.JoinedStr]:
    """The sentences that errors are raised with, as far as they stand in one place."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in ERRORS:
            last = node.args[-1:]
            yield from (text for text in last if isinstance(text, ast.Constant | ast.JoinedStr))


def _fits(text: ast.Constant | ast.JoinedStr, sentence: str) -> bool:
    """Whether a string of the sources and a template could be the same sentence."""
    parts = [text] if isinstance(text, ast.Constant) else text.values
    literals = [str(part.value) if isinstance(part, ast.Constant) else None for part in parts]
    pattern = "".join(".*" if part is None else re.escape(part) for part in literals)
    if re.fullmatch(pattern, sentence, re.IGNORECASE):
        return True
    whole = "".join("…" if part is None else part for part in literals)
    back = _pattern(sentence)
    return back is not None and back.fullmatch(whole) is not None


@cache
def _pattern(sentence: str) -> re.Pattern[str] | None:
    """What a template matches; None where that is nearly everything."""
    literals = re.split(r"\{\w+\}", sentence)
    telling = len("".join(literals)) > len(": ... .")
    return re.compile(".*".join(map(re.escape, literals))) if telling else None
