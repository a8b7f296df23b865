"""Every command helps, and at once."""

import json
import platform
import subprocess
import sys

import msgspec
import pytest

import quebra
from commands import run
from quebra.cli import COMMANDS


def test_every_command_helps() -> None:
    for command in COMMANDS:
        result = run(command, "--help")
        assert result.exit_code == 0
        assert "Usage:" in result.stdout
    assert quebra.__version__ in run("--version").stdout


@pytest.mark.parametrize("flags", [("--version", "--json"), ("--json", "--version")])
def test_versions_as_json(flags: tuple[str, ...]) -> None:
    found = json.loads(run(*flags).stdout)
    assert found["quebra"] == quebra.__version__
    assert found["python"] == platform.python_version()
    assert found["dependencies"]["msgspec"] == msgspec.__version__
    assert "pytest" not in found["dependencies"]
    assert run("--json", "families").exit_code == 2


@pytest.mark.integration
def test_heavy_imports_stay_out_of_the_way(board: str) -> None:
    code = (
        "import sys; from quebra.cli import main\n"
        f"try: main(['solve', {board!r}])\n"
        "except SystemExit: pass\n"
        "heavy = {'ortools', 'numpy', 'pandas', 'rich', 'numba'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
