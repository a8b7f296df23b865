"""The notebooks of the documentation are current, and what a notebook shows is right."""

import ast
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import quebra
from quebra.contract.registry import family_names
from quebra.i18n.text import Text
from quebra.service import bars

NOTEBOOKS = Path(__file__).parents[1] / "docs/notebooks"
BOARD = "kojun\nregions\na a\ngivens\n2 ."


def cells(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))[
        "cells"
    ]
    return found


def test_each_family_has_a_notebook_in_the_gallery() -> None:
    names = {path.stem for path in NOTEBOOKS.glob("*.ipynb")}
    assert names == set(family_names())
    gallery = (NOTEBOOKS / "index.md").read_text(encoding="utf-8")
    assert [name for name in names if f":link: {name}\n" not in gallery] == []


@pytest.mark.parametrize("name", sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")))
def test_notebooks_are_kept_without_their_output(name: str) -> None:
    code = [cell for cell in cells(name) if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")))
def test_cells_run_and_their_last_lines_are_shown(name: str) -> None:
    names: dict[str, object] = {}
    for cell in cells(name):
        if cell["cell_type"] == "code":
            *statements, last = ast.parse("".join(cell["source"])).body
            exec(compile(ast.Module(statements, []), name, "exec"), names)
            if isinstance(last, ast.Expr):
                assert shown(eval(compile(ast.Expression(last.value), name, "eval"), names))
            else:
                exec(compile(ast.Module([last], []), name, "exec"), names)


def shown(value: object) -> bool:
    """Whether a notebook shows something for a value."""
    for method in ("_repr_mimebundle_", "_repr_html_"):
        if hasattr(value, method):
            assert getattr(value, method)()
    return True


def test_a_puzzle_and_its_drawing_show_the_same() -> None:
    puzzle = quebra.load(BOARD)
    bundle = puzzle._repr_mimebundle_()
    assert bundle == quebra.draw(puzzle)._repr_mimebundle_(include=None, exclude=None)
    assert bundle["image/svg+xml"].startswith("<svg") and "│" in bundle["text/plain"]


def test_results_show_their_sentences_as_html() -> None:
    puzzle = quebra.load(BOARD)
    step = next(quebra.explain(puzzle))
    assert step.text in step._repr_html_() and "<details>" not in step._repr_html_()
    reasoned = msgspec.structs.replace(step, reason=Text("1 < 2"))
    assert "<details><summary>why</summary>1 &lt; 2</details>" in reasoned._repr_html_()
    assert "Exactly one solution: proved." in quebra.solve(puzzle)._repr_html_()
    grade = quebra.grade(puzzle)
    assert grade.text in grade._repr_html_()
    assert "<td>1</td>" in grade._repr_html_()


def test_a_board_to_play_is_a_frame_with_the_whole_file() -> None:
    puzzle = quebra.load(BOARD)
    html = quebra.Playable(puzzle, height=300)._repr_html_()
    assert html.startswith("<iframe") and html.count("<iframe") == 1
    assert "height: 300px" in html and "&lt;!doctype html&gt;" in html
    assert 'script type="module"' not in html  # all of the file is in the attribute


def test_a_bar_in_a_notebook_is_updated_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def display(html: str, display_id: bool) -> SimpleNamespace:
        shown.append(html)
        return SimpleNamespace(update=shown.append)

    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=None))
    parts = SimpleNamespace(HTML=str, display=display)
    monkeypatch.setitem(sys.modules, "IPython", shell)
    monkeypatch.setitem(sys.modules, "IPython.display", parts)
    assert list(bars.track("ab", "Boards")) == ["a", "b"]
    assert '<progress value="1" max="2">' in shown[2] and "1/2" in shown[2]
    assert shown[-1] == ""
