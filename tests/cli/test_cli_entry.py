"""The program starts light, and Ctrl-C ends it without a traceback while it still imports."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.integration

BOARD = '{"family": "kojun", "regions": [[0, 0]], "givens": [[2, 0]]}'
INTERRUPT = """
import os, signal, sys
from quebra.__main__ import main

class Interrupting:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
sys.argv = ["quebra", "families"]
main()
"""


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("module", ["signal", "quebra.cli", "click", "click.core"])
def test_interrupted_imports(module: str) -> None:
    code = INTERRUPT.format(module=module)
    if module == "signal":
        code = code.replace("import os, signal, sys", "import os, sys").replace(
            "signal.SIGINT", "2"
        )
        code = code.replace("sys.meta_path", "sys.modules.pop('signal', None); sys.meta_path")
    ended = python(code)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


def test_a_program_in_the_background_ignores_ctrl_c() -> None:
    code = INTERRUPT.format(module="quebra.cli").replace(
        "main()", "signal.signal(signal.SIGINT, signal.SIG_IGN); main()"
    )
    ended = python(code)
    assert ended.returncode == 0 and "kojun" in ended.stdout


@pytest.mark.parametrize("module", ["quebra.cli.families", "quebra.families.kojun.model"])
def test_interrupted_commands(module: str) -> None:
    ended = python(INTERRUPT.format(module=module))
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr == "quebra: It was cancelled.\n"


def test_nothing_is_imported_before_it_is_used() -> None:
    code = "import sys, quebra.__main__; print(*sorted(m for m in sys.modules if 'quebra' in m))"
    assert python(code).stdout == "quebra quebra.__main__ quebra.families\n"


def test_all_names_are_there() -> None:
    code = (
        "import quebra; import quebra.families.kojun; from quebra import *; "
        "print(all(name in dir(quebra) and callable(getattr(quebra, name)) "
        "for name in quebra.__all__), len(quebra.families()) > 4, hasattr(quebra, 'nothing'))"
    )
    ended = python(code)
    assert ended.stdout == "True True False\n", ended.stderr


@pytest.mark.parametrize(
    "text",
    [
        "; a remark\nkojun\nregions\na a\ngivens\n2 .\n",
        '{"family": "kojun", "regions": [[0, 0]], "givens": [[2, 0]]}',
    ],
)
@pytest.mark.parametrize("options", [{}, {"time": 5.0}])
def test_only_the_family_that_a_text_names_is_imported(
    text: str, options: dict[str, float], tmp_path: Path
) -> None:
    path = tmp_path / "board.txt"
    path.write_text(text, encoding="utf-8")
    limits = [f"--{name}={value}" for name, value in options.items()]
    code = (
        "import sys\n"
        "from quebra.cli import main\n"
        f"main({['solve', str(path), *limits]!r}, standalone_mode=False)\n"
    )
    check = (
        "import atexit, sys\n"
        "atexit.register(lambda: print({m.split('.')[2] for m in sys.modules "
        "if m.startswith('quebra.families.')}))\n"
    )
    run = subprocess.run([sys.executable, "-c", check + code], capture_output=True, text=True)
    assert run.stdout.splitlines()[-1] == "{'kojun'}", run.stderr


def test_solving_imports_no_more_than_it_needs() -> None:
    unused = {"hashlib", "ssl", "tomllib", "numpy", "numba", "ortools"}
    code = (
        "import sys\n"
        "from quebra.cli import main\n"
        f"main(['solve', {BOARD!r}], standalone_mode=False)"
    )
    check = f"import atexit, sys; atexit.register(lambda: print({unused} & sys.modules.keys()))\n"
    ended = python(check + code)
    assert ended.stdout.splitlines()[-1] == "set()", ended.stderr


def test_the_program_ends_at_once_and_in_order() -> None:
    """Memory is not freed; what is registered for the exit runs, and all output arrives."""
    code = (
        "import atexit, sys\n"
        "from quebra.__main__ import main\n"
        "class Freed:\n"
        "    def __del__(self):\n"
        "        print('freed')\n"
        "kept = Freed()\n"
        "atexit.register(print, 'registered')\n"
        f"sys.argv = ['quebra', 'solve', {BOARD!r}]\n"
        "main()"
    )
    ended = python(code)
    assert ended.stdout.splitlines()[-1] == "registered", ended.stderr
    assert "Exactly one solution" in ended.stdout and ended.returncode == 0
