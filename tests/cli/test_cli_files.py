"""Files that commands write are whole, or as they were."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import run
from quebra.render.files import write_file

pytestmark = pytest.mark.integration

ROWS = "".join(f"{number} " * 10 + "\n" for number in range(9, 0, -1))
BOARD = "kojun\nregions\n" + "a b c d e f g h i j\n" * 9 + f"givens\n{ROWS}"
PRECIOUS = "what was there before"


def limited(*args: str, kilobytes: int = 1) -> subprocess.CompletedProcess[str]:
    """A command that can write no file beyond a size, as on a disk that is nearly full."""
    quebra = f"{sys.executable} -m quebra"
    return subprocess.run(
        ["bash", "-c", f'ulimit -f {kilobytes}; {quebra} "$@"', "bash", *args],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        input=BOARD,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", ["drawing.svg", "drawing.txt"])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(PRECIOUS)
    result = limited("draw", "-o", str(path), "-")
    assert result.returncode == 2
    assert result.stderr == f"quebra: The file {str(path)!r} cannot be written: File too large.\n"
    assert path.read_text() == PRECIOUS
    assert os.listdir(tmp_path) == [name]


def test_a_link_and_permissions_are_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real.svg", tmp_path / "link.svg"
    real.write_text(PRECIOUS)
    real.chmod(0o640)
    link.symlink_to(real)
    assert run("draw", "-o", str(link), "-", stdin=BOARD).exit_code == 0
    assert link.is_symlink() and real.read_text().startswith("<svg")
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    ours, usual = tmp_path / "ours.svg", tmp_path / "usual"
    usual.touch()
    assert run("draw", "-o", str(ours), "-", stdin=BOARD).exit_code == 0
    assert ours.stat().st_mode == usual.stat().st_mode


def test_a_link_to_nothing_makes_the_file(tmp_path: Path) -> None:
    link = tmp_path / "link.svg"
    link.symlink_to(tmp_path / "new.svg")
    assert run("draw", "-o", str(link), "-", stdin=BOARD).exit_code == 0
    assert link.is_symlink() and (tmp_path / "new.svg").read_text().startswith("<svg")


def test_a_name_of_any_length(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 251}.svg"
    assert run("draw", "-o", str(path), "-", stdin=BOARD).exit_code == 0
    assert os.listdir(tmp_path) == [path.name]


def test_pipes_and_streams_are_written_to(tmp_path: Path) -> None:
    quebra = f"{sys.executable} -m quebra draw --to svg"
    out = tmp_path / "out"
    for command in (
        f"echo first > {out}; {quebra} -o /dev/stdout - >> {out}",
        f"echo first > {out}; {quebra} -o /dev/fd/1 - >> {out}",
        f"echo first > {out}; {quebra} -o /dev/stdout - | cat >> {out}",
        f"mkfifo {tmp_path}/pipe; cat {tmp_path}/pipe > {out}.2 & {quebra} -o {tmp_path}/pipe -; "
        f"wait; (echo first; cat {out}.2) > {out}; test -p {tmp_path}/pipe",
    ):
        subprocess.run(["bash", "-c", command], input=BOARD, text=True, check=True)
        assert out.read_text().startswith("first\n<svg"), command


def test_what_cannot_be_written_says_why(tmp_path: Path) -> None:
    for path, why in (
        (tmp_path / "nowhere" / "x.svg", "No such file or directory"),
        (tmp_path, "Is a directory"),
        (Path("/dev/full"), "No space left on device"),
    ):
        result = run("draw", "--to", "svg", "-o", str(path), "-", stdin=BOARD)
        assert result.exit_code == 2
        assert result.stderr == f"quebra: The file {str(path)!r} cannot be written: {why}.\n"


def test_an_interrupted_write_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(PRECIOUS)

    def lines() -> Iterator[bytes]:
        yield b"half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_file(path, lines())
    assert path.read_text() == PRECIOUS and os.listdir(tmp_path) == [path.name]
