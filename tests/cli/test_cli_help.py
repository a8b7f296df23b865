"""Every command helps, and at once."""

import subprocess
import sys

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
