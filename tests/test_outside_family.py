"""A family outside the tree works without touching it: a copy of the template."""

import json
import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from processes import python_path
from quebra.families._template import family as template

pytestmark = pytest.mark.integration

SQUARE = "latin\n1 . .\n. . 2\n. . .\n"


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an installed package `latin_squares` that holds a copy of the template."""
    site = tmp_path_factory.mktemp("site")
    package = site / "latin_squares"
    shutil.copytree(
        Path(str(files(template.package))), package, ignore=shutil.ignore_patterns("__pyc*")
    )
    install(site, package)
    return site


def install(site: Path, package: Path) -> None:
    """Makes a copy of the template a package `latin_squares` of its own, with its entry point."""
    for file in package.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(
            text.replace("quebra.families._template", "latin_squares"), encoding="utf-8"
        )
    info = site / "latin_squares-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: latin-squares\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[quebra.families]\nlatin = latin_squares:family\n")


def run(site: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args],
        env={**os.environ, "PYTHONPATH": python_path(site)},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_broken_one_harms_nobody_else(outside: Path, tmp_path: Path) -> None:
    for name, value in (("gone", "nowhere:family"), ("other", "latin_squares:family")):
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[quebra.families]\n{name} = {value}\n")
    path = Path(f"{outside}{os.pathsep}{tmp_path}")
    listed = run(path, "-m", "quebra", "families", "--json")
    assert {family["name"] for family in json.loads(listed.stdout)} >= {"kojun", "latin"}
    assert "'gone' cannot be loaded" in listed.stderr
    assert "must be the same" in listed.stderr
    assert run(path, "-m", "quebra", "generate", "gone").returncode == 2


def test_it_is_listed(outside: Path) -> None:
    listed = json.loads(run(outside, "-m", "quebra", "families", "--json").stdout)
    assert {"kojun", "latin"} <= {family["name"] for family in listed}


def test_the_command_line_knows_it(outside: Path) -> None:
    solved = run(outside, "-m", "quebra", "solve", "-", "--json", stdin=SQUARE)
    assert json.loads(solved.stdout)["status"] == "unique", solved.stderr
    made = run(outside, "-m", "quebra", "generate", "latin", "--seed", "1", "--json")
    assert json.loads(made.stdout)["family"] == "latin"
    toured = run(outside, "-m", "quebra", "tour", "latin")
    assert "Exactly one solution: proved." in toured.stdout


def test_it_keeps_the_contract(outside: Path) -> None:
    code = "from latin_squares import family as f; from quebra.testing import check_family as c"
    code += "; from latin_squares.symmetry import images"
    result = run(outside, "-c", f"{code}; c(f, images)")
    assert result.returncode == 0, result.stderr


def test_it_is_complete_without_the_optional_rooms(tmp_path: Path) -> None:
    package = tmp_path / "latin_squares"
    optional = ("play.py", "symmetry.py")
    shutil.copytree(
        Path(str(files(template.package))),
        package,
        ignore=shutil.ignore_patterns("__pyc*", *optional),
    )
    rooms = package / "__init__.py"
    lines = rooms.read_text(encoding="utf-8").splitlines(keepends=True)
    needed = [line for line in lines if "PLAY" not in line and "SYMMETRY" not in line]
    assert len(lines) - len(needed) == 4
    rooms.write_text("".join(needed), encoding="utf-8")
    install(tmp_path, package)
    code = (
        "from latin_squares import family as f; from quebra.testing import check_family as c; c(f)"
    )
    result = run(tmp_path, "-c", code)
    assert result.returncode == 0, result.stderr
    solved = run(tmp_path, "-m", "quebra", "solve", "-", "--json", stdin=SQUARE)
    assert json.loads(solved.stdout)["status"] == "unique", solved.stderr
