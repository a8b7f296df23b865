"""What a shell completes."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from commands import UNIQUE
from quebra.cli import COMMANDS, main
from quebra.contract.registry import families, family_names, get_family

KOJUN = get_family("kojun")
ALL_FORMATS = {codec.name for family in families() for codec in family.formats.puzzles}


def completed(line: str) -> list[str]:
    """What completes the last word of a line; a file is `<file>`."""
    *before, last = line.split(" ")
    shell = BashComplete(main, {}, "quebra", "_QUEBRA_COMPLETE")
    found = shell.get_completions(before, last)
    return ["<file>" if each.type == "file" else each.value for each in found]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", [*COMMANDS]),
        ("ba", ["batch", "bank"]),
        ("generate ", [*family_names()]),
        ("families ko", ["kojun"]),
        ("families --schema ko", ["kojun"]),
        ("solve --family t", ["tangram"]),
        ("generate kojun --preset ", [*KOJUN.generate.presets]),
        ("generate kojun --grade h", ["hard"]),
        ("generate kojun --to ", [codec.name for codec in KOJUN.formats.puzzles]),
        ("solve --family kojun --engine ", [*KOJUN.solve.engine_names]),
        ("solve --family kojun --goal ", ["any", *KOJUN.solve.goals]),
        ("convert board --format jan", ["janko"]),
        ("solve ", ["<file>"]),
        ("check board ", ["<file>"]),
        ("compare own cps", ["cpsat", "<file>"]),
        ("draw board --to a", ["apng"]),
        ("solve board --no-such", []),
    ],
)
def test_names(line: str, expected: list[str]) -> None:
    assert completed(line) == expected


def test_without_a_family_the_formats_of_all_are_offered() -> None:
    found = completed("convert board --to ")
    assert set(found) == ALL_FORMATS and len(found) == len(ALL_FORMATS)


def test_the_family_of_a_file_decides(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(UNIQUE, encoding="utf-8")
    assert completed(f"solve {board} --engine ") == [*KOJUN.solve.engine_names]


SHELLS = {
    "bash": 'eval "$(_QUEBRA_COMPLETE=bash_source quebra)"; COMP_WORDS=(quebra families ko); '
    "COMP_CWORD=2; _quebra_completion quebra; echo ${COMPREPLY[@]}",
    "zsh": 'compdef() {}; eval "$(_QUEBRA_COMPLETE=zsh_source quebra)"; '
    "compadd() { print $completions }; _describe() { print $completions_with_descriptions }; "
    "words=(quebra families ko); CURRENT=3; _quebra_completion",
    "fish": "_QUEBRA_COMPLETE=fish_source quebra | source; complete -C 'quebra families ko'",
}
"""What prints the names that complete `quebra families ko`."""


@pytest.mark.integration
@pytest.mark.parametrize("shell", SHELLS)
def test_shells_complete(shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not here.")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [shell, "-c", SHELLS[shell]],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": path},
        check=True,
    )
    assert shlex.split(done.stdout) == ["kojun"], done.stderr
