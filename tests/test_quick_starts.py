"""The quick starts of the documentation run: here, and from a wheel in empty environments."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PERSONS = ("authors", "teachers", "programmers", "operators")
PAGES = ("quick-start", "research", *(f"for-{person}" for person in PERSONS))
VERSIONS = ("3.11", "3.12", "3.13")
PLUG_INS = ("engine", "format", "family")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
END = "=== status "
PORT = "8017"


def commands(page: Path) -> list[tuple[str, str]]:
    """The commands of a page in their order, each with the output that is shown, or nothing."""
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [(command, output) for block in blocks for command, output in COMMAND.findall(block)]


def run_page(name: str, python: Path, folder: Path) -> None:
    """Run the commands of a page in one shell, and then its Python session, in a folder."""
    page = DOCS / f"{name}.md"
    found = commands(page)
    assert found or ">>> " in page.read_text(encoding="utf-8")
    lines = (f"{command}\necho '{END}'$?" for command, _ in found)
    script = "\n".join(("trap 'kill $(jobs -p) 2> /dev/null' EXIT", *lines)).replace(
        PORT, free_port()
    )
    variables = {
        "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
        "QUEBRA_DATA": str(folder / "own.db"),
    }
    environment = {**os.environ, **variables}
    ended = run_program(["bash", "-c", script], folder, environment)
    outputs = re.split(rf"{END}(\d+)\n", ended.stdout)
    for (command, wanted), output, status in zip(found, outputs[:-1:2], outputs[1::2], strict=True):
        assert status == "0", f"{command}: {output}{ended.stderr}"
        assert not wanted or shows(wanted, output), f"{command}: {output}"
    tried = run_program([str(python), "-m", "doctest", str(page)], folder, environment)
    assert tried.returncode == 0, tried.stdout


def shows(wanted: str, output: str) -> bool:
    """Whether an output is as in a page, where `...` is any text."""
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return doctest.OutputChecker().check_output(wanted, output, flags)


def run_program(
    command: list[str], folder: Path, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


@pytest.mark.parametrize("name", PAGES)
def test_the_quick_start_runs(name: str, tmp_path: Path) -> None:
    run_page(name, Path(sys.executable), tmp_path)


def test_each_person_has_a_first_session() -> None:
    how_to = (DOCS / "how-to.md").read_text(encoding="utf-8")
    persons = re.findall(r"^(for-\w+|research)$", how_to, re.MULTILINE)
    assert set(persons) == {*PAGES} - {"quick-start"}
    for name in persons:
        assert "\n## A first session\n" in (DOCS / f"{name}.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The wheel of Quebra, and those of the packages for plug-ins."""
    folder = tmp_path_factory.mktemp("wheels")
    for name in PLUG_INS:
        shutil.copytree(DOCS / "plug-ins" / name, folder / name)
    subprocess.run([sys.executable, folder / "family/copy_template.py"], check=True)
    sources = [ROOT, *(folder / name for name in PLUG_INS)]
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "-w", folder, *sources], check=True)
    quebra, *others = sorted(folder.glob("*.whl"), key=lambda path: "quebra" not in path.name)
    return [f"{quebra}[proofs,tables]", *map(str, others)]


@pytest.fixture(scope="module", params=VERSIONS)
def installed(
    request: pytest.FixtureRequest, wheels: list[str], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Python in an environment that has the wheels and what they need, and nothing else."""
    found = interpreter(request.param)
    if not found:
        pytest.skip(f"Python {request.param} is not here.")
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([found, "-m", "venv", folder], check=True)
    python = folder / "bin/python"
    uv = shutil.which("uv")
    program = str(python)
    tool = [uv, "pip", "install", "--python", program] if uv else [program, "-m", "pip", "install"]
    subprocess.run([*tool, "-q", *wheels], check=True)
    return python


def interpreter(version: str) -> Path | None:
    """An installed Python of this version: on the path, of pyenv, or of uv."""
    return next((path for path in candidates(version) if is_version(path, version)), None)


def candidates(version: str) -> Iterator[Path]:
    if found := shutil.which(f"python{version}"):
        yield Path(found)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from pyenv.glob(f"versions/{version}.*/bin/python")
    yield from Path.home().glob(f".local/share/uv/python/cpython-{version}.*/bin/python")


def is_version(path: Path, version: str) -> bool:
    """Whether a program runs and is this Python; a shim of pyenv may not be."""
    code = "import sys; print('{}.{}'.format(*sys.version_info))"
    return run_program([str(path), "-c", code], Path.cwd()).stdout.strip() == version


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_the_quick_start_runs_from_a_wheel(name: str, installed: Path, tmp_path: Path) -> None:
    run_page(name, installed, tmp_path)


@pytest.mark.slow
def test_plug_ins_work_beside_a_wheel(installed: Path, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("kojun\nregions\na a\nb b\ngivens\n2 .\n. .\n", encoding="utf-8")
    for arguments, words in (
        ("solve board.txt --engine force", "engine force"),
        ("convert board.txt --to rows", "kojun rows a2 a. / b. b."),
        ("generate latin --seed 1", "latin"),
    ):
        ended = run_program([str(installed), "-m", "quebra", *arguments.split()], tmp_path)
        assert ended.returncode == 0 and words in ended.stdout, ended.stderr
