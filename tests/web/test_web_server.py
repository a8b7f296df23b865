"""How the server starts and stops, and what it says of its limits."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from commands import run
from processes import TIMEOUT, wait_until, wait_until_gone
from quebra.contract.errors import BadInput
from quebra.contract.settings import from_environment
from quebra.service import verbs
from quebra.web.gallery import Exhibit, shipped
from quebra.web.server import listen, open_browser
from quebra.web.settings import WebSettings
from servers import STREAM, Served, children, server, started
from troublemakers import BOARD

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.integration
PLAY = (sys.executable, "-m", "quebra", "play", "--no-browser")


def test_it_listens_to_this_machine_alone(served: Served) -> None:
    assert served.address.startswith("http://127.0.0.1:")
    table = Path(f"/proc/{served.process.pid}/net/tcp").read_text()
    here = f"0100007F:{served.port:04X}"
    rows = [row.split() for row in table.splitlines()[1:]]
    listening = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(here[-5:])]
    assert listening == [here]


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = run("play", "--no-browser", "--port", str(port), "--data", str(tmp_path / "x.db"))
    assert result.exit_code == 2
    assert result.stderr == (
        f"quebra: Port {port} is taken by another program: choose another with --port.\n"
    )


def test_the_body_of_a_response_does_not_wait_after_its_head() -> None:
    with (
        listen("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_an_address_that_is_not_ours_is_told(tmp_path: Path) -> None:
    data = str(tmp_path / "x.db")
    result = run("play", "--no-browser", "--port", "0", "--host", "192.0.2.1", "--data", data)
    assert result.exit_code == 2
    assert result.stderr.startswith("quebra: Nothing can listen on 192.0.2.1")


def test_a_store_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    result = run("play", "--no-browser", "--port", "0", "--data", str(tmp_path))
    assert result.exit_code == 2
    assert "is a folder, not a database" in result.stderr


@pytest.mark.parametrize(
    "sign", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_it_ends_at_once_and_leaves_nothing_behind(site: Path, sign: signal.Signals) -> None:
    with (
        server(site / "ending.db") as served,
        served.events("solve", puzzle=BOARD, engine="deaf") as events,
    ):
        assert started(events)
        workers = served.workers
        assert len(workers) == 3
        served.process.send_signal(sign)
        status = served.process.wait(TIMEOUT)
        assert status == (0 if sign == signal.SIGINT else -signal.SIGTERM)
        wait_until_gone(workers)


@pytest.mark.slow
def test_ctrl_c_while_it_starts_is_no_traceback(site: Path) -> None:
    process = subprocess.Popen(
        [*PLAY, "--port", "0", "--data", str(site / "start.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: children(process.pid), "the first worker")
    workers = children(process.pid)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=TIMEOUT)
    assert "Traceback" not in err
    wait_until_gone(workers)


def test_a_browser_is_opened_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    open_browser("http://127.0.0.1:1/")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    open_browser("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]


def test_every_setting_is_hit_by_a_test() -> None:
    files = sorted((ROOT / "tests/web").glob("*.py"))
    tests = "".join(file.read_text(encoding="utf-8") for file in files)
    for field in msgspec.structs.fields(WebSettings):
        name = f"QUEBRA_{field.name.upper()}"
        assert f"{name}=" in tests, name


def test_settings_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEBRA_JOBS_WAITING", "7")
    assert from_environment(WebSettings).jobs_waiting == 7
    monkeypatch.setenv("QUEBRA_JOBS_WAITING", "many")
    with pytest.raises(BadInput, match="QUEBRA_JOBS_WAITING is 'many', but must be a whole"):
        from_environment(WebSettings)


@pytest.mark.slow
@pytest.mark.parametrize("exhibit", shipped(), ids=lambda exhibit: exhibit.id)
def test_the_gallery_is_as_hard_as_it_says(exhibit: Exhibit) -> None:
    puzzle = verbs.parse(bytes(exhibit.puzzle).decode())
    assert verbs.grade(puzzle).name == exhibit.grade


def test_the_page_and_the_gallery_ship() -> None:
    """Whatever the wheel is made from has them beside the code."""
    folder = ROOT / "src/quebra/web"
    ignored = subprocess.run(
        ["git", "check-ignore", "-q", str(folder / "gallery.jsonl")], cwd=ROOT, check=False
    )
    assert ignored.returncode != 0 or not os.path.exists(ROOT / ".git")
    assert (folder / "static/index.html").is_file()
    assert len(shipped()) > 40


def test_files_and_json_are_compressed_but_events_are_not(served: Served) -> None:
    for path in ("/static/game.css", "/api/families"):
        answer = served.client.get(path)
        assert answer.headers["content-encoding"] == "gzip"
        assert "accept-encoding" in answer.headers["vary"].lower()
        plain = served.client.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == answer.content
    body = {"puzzle": BOARD}
    with served.client.stream("POST", "/api/solve", json=body, headers=STREAM) as events:
        assert "content-encoding" not in events.headers
        assert "event: done" in events.read().decode()
