"""Texts are collected, translated and printed in the language that is asked for."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import msgspec
import pytest

import quebra
from commands import NONE, UNIQUE, WRONG, run
from quebra.contract.codec import json_error
from quebra.contract.errors import BadInput
from quebra.contract.results import CUTS
from quebra.engine.budget import Budget
from quebra.i18n import catalogue
from quebra.i18n.text import Text, Verbatim, all_of, sentences
from quebra.play import new_game, write_game
from quebra.render import Drawing, Inset, Label
from quebra.service.game_hints import TakeHint
from quebra.service.requests import Json
from quebra.web.http import ApiError
from translations import OTHERS, untranslated

ROOT = Path(__file__).parent.parent
SOURCES = Path(quebra.__file__).parent
sys.path.insert(0, str(ROOT / "tools"))

import texts  # noqa: E402

COMPUTED = (
    "contract/codec.py",
    "families/tangram/sets/files.py",
    "i18n/text.py",
)
"""Sources with templates that are not literals."""
MOST_WORDS = 25
"""Of a sentence."""
FRENCH = """
msgid ""
msgstr ""
"Language: fr\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "No solution: proved."
msgstr "Aucune solution : prouvé."

msgid "{items} and {last}"
msgstr "{items} et {last}"

msgid "1,234.5"
msgstr "1 234,5"
"""


def test_texts_of_all_kinds_are_collected() -> None:
    found = {message.id for message in texts.collect()}
    assert {text.template for text in CUTS.values()} <= found
    assert ("{n:,} node", "{n:,} nodes") in found  # a plural
    assert "Classic tangram" in found  # the data of a set
    assert "{n}. {text}" not in found  # nothing to translate


def test_templates_are_literals() -> None:
    computed = {place for place in _calls_without_literal() if not place.startswith(COMPUTED)}
    assert not computed


def _calls_without_literal() -> Iterator[str]:
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("Text", "Plural")
                and not all(isinstance(argument, ast.Constant) for argument in node.args)
            ):
                yield f"{path.relative_to(SOURCES).as_posix()}:{node.lineno}"


def test_sentences_are_short() -> None:
    templates = (form for message in texts.collect() for form in texts._forms(message.id))
    found = {part for template in templates for part in re.split(r"(?<=[.!?])\s+", template)}
    assert not [part for part in found if len(part.split()) > MOST_WORDS]


def test_placeholders_agree() -> None:
    assert [fault for fault in texts.find_faults() if "placeholders" in fault] == []


def test_a_new_language_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / texts.CATALOGUES
    folder.mkdir(parents=True)
    (tmp_path / texts.PAGE_TEXTS).parent.mkdir(parents=True)
    (folder / "fr.po").write_text(FRENCH, encoding="utf-8")
    texts.compile_catalogues(tmp_path)
    package = tmp_path / "quebra_in_french"
    (package / "catalogues").mkdir(parents=True)
    (package / "__init__.py").touch()
    copy(folder / "fr.mo", package / "catalogues")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(catalogue, "_packages", list(catalogue._packages))
    try:
        catalogue.add_catalogues(package.name)
        assert catalogue.languages() == ("en", "es", "fr", "pt")
        assert catalogue.translate(all_of([1, 2.5]), "fr") == "1 et 2,5"
        result = run("solve", "-", "--lang", "fr", stdin=NONE)
        assert "Aucune solution : prouvé." in result.stdout
    finally:
        for cached in (catalogue.languages, catalogue._catalogue, catalogue._formatter):
            cached.cache_clear()


@pytest.mark.parametrize("lang", OTHERS)
def test_the_command_line_speaks_a_language(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = catalogue.translate(Text("Exactly one solution{alike}: proved.", alike=Text()), lang)
    assert expected in run("solve", "-", "--lang", lang, stdin=UNIQUE).stdout
    monkeypatch.setenv("QUEBRA_LANG", lang)
    assert expected in run("solve", "-", stdin=UNIQUE).stdout
    monkeypatch.delenv("QUEBRA_LANG")
    monkeypatch.setenv("LC_ALL", f"{lang}_XX.UTF-8")
    assert expected in run("solve", "-", stdin=UNIQUE).stdout
    monkeypatch.setenv("LC_ALL", "xx_XX.UTF-8")
    assert "Exactly one solution: proved." in run("solve", "-", stdin=UNIQUE).stdout


def test_json_is_english_unless_a_language_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEBRA_LANG", "pt")
    assert "O JSON" in run("solve", "-", "--json", stdin="{").stderr
    time = ("grade", "-", "--json", "--time", "0")
    assert json.loads(run(*time, stdin=UNIQUE).stdout)["text"] == CUTS["time"]
    asked = json.loads(run(*time, "--lang", "pt", stdin=UNIQUE).stdout)
    assert asked["text"] == catalogue.translate(CUTS["time"], "pt")


def test_an_unknown_language_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("solve", "-", "--lang", "xx", stdin=UNIQUE)
    assert result.exit_code == 2
    assert "There is no language 'xx'; there are: en, es, pt." in result.stderr
    monkeypatch.setenv("QUEBRA_LANG", "xx")
    assert run("families").exit_code == 2


@pytest.mark.parametrize("arguments", [("--lang", "pt", "--help"), ("--help", "--lang", "pt")])
def test_help_is_translated(arguments: tuple[str, ...]) -> None:
    page = run("solve", *arguments).stdout
    for words in ("Uso:", "Resolver um", "Opções:", "Parar depois de", "Mostrar esta mensagem"):
        assert words in page
    assert "Comandos:" in run(*arguments).stdout
    assert "Erro: " in run("solve", "--lang", "pt").stderr
    assert "Usage:" in run("solve", "--help").stdout


def test_sheets_are_printed_in_a_language(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(UNIQUE, encoding="utf-8")
    options = ("--solutions", "--to", "svg", "--lang")
    assert ">Soluções<" in run("draw", str(board), str(board), *options, "pt").stdout
    assert ">Soluciones<" in run("draw", str(board), str(board), *options, "es").stdout
    assert ">Solutions<" in run("draw", str(board), str(board), *options, "en").stdout


def test_messages_of_decoders_are_translated() -> None:
    error = json_error("Expected `str | null`, got `int` - at `$.board[0]`")
    assert str(error) == "JSON at $.board[0]: expected str | null, got int."
    assert error.translated("pt") == (
        "JSON em $.board[0]: esperava-se um texto | null, e não um número inteiro."
    )
    assert not list(untranslated(error.text))
    assert str(json_error("Something new")) == "Something new."


def test_the_line_of_an_error_is_a_value() -> None:
    inner = Text("the figure is there twice.")
    assert BadInput(Text("Line {line}: {text}", line=3, text=inner)).line == 3
    assert BadInput(sentences(Text("Nowhere."), inner)).line is None


def test_errors_of_the_server_are_in_the_language_of_the_request() -> None:
    error = ApiError(404, Text("There is no game {id}.", id=Verbatim("'x'")))
    assert json.loads(bytes(error.response().body)) == {"error": "There is no game 'x'."}
    assert json.loads(bytes(error.response("pt").body)) == {"error": "Não há a partida 'x'."}


def test_a_hint_that_is_known_in_another_language_is_found_again() -> None:
    game = Json(write_game(new_game(quebra.load(UNIQUE))).encode())

    def hint(lang: str, known: object = None) -> tuple[str, msgspec.Raw]:
        found = Json(msgspec.json.encode(known))
        result = TakeHint(game=game, level=1, lang=lang, known=found).run(Budget())
        assert isinstance(result, dict)
        return result["view"]["hint"].technique, result["known"]

    english, known = hint("en")
    assert hint("en", known)[1] == known
    portuguese, other = hint("pt", known)
    assert portuguese == catalogue.translate(Text(english), "pt") != english
    assert bytes(other) != bytes(known)


def test_drawings_are_translated_with_all_they_hold() -> None:
    words = Text("Solutions")
    inner = Drawing(1, 1, words, (Label((0, 0), words), Label((0, 0), "7")))
    drawing = Drawing(2, 2, words, (Inset((0, 0), inner),))
    assert drawing.in_language("en") is drawing
    svg = drawing.in_language("pt").svg()
    assert "Solutions" not in svg
    assert (svg.count("Soluções"), svg.count(">7<")) == (4, 1)


def test_progress_is_said_in_the_language() -> None:
    result = run("check", "-", WRONG, "--lang", "es", stdin=UNIQUE)
    assert result.exit_code == 1
    assert "Progreso " in result.stdout
