"""The settings of the server, each with a default and an environment variable."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from quebra.contract.settings import Limit, from_environment


class WebSettings(msgspec.Struct, frozen=True):
    """The settings of the server, most of them limits.

    >>> WebSettings().body_bytes
    1000000
    """

    body_bytes: Limit = 1_000_000
    """Largest body of a request, in bytes, counted while it arrives; more is refused (413)
    (`QUEBRA_BODY_BYTES`)."""
    header_seconds: Limit = 10
    """Longest time until the header of a request is there, in seconds (408), counted from the
    connection or from its first byte (`QUEBRA_HEADER_SECONDS`)."""
    body_seconds: Limit = 10
    """Longest time in which a body may arrive, in seconds (408) (`QUEBRA_BODY_SECONDS`)."""
    job_seconds: Limit = 60
    """Longest time that a job may take, in seconds (`QUEBRA_JOB_SECONDS`)."""
    job_cpu_seconds: Limit = 60
    """Most processor time that a job may take, in seconds (`QUEBRA_JOB_CPU_SECONDS`)."""
    job_megabytes: Limit = 2_000
    """Most memory that a process may have, in megabytes (`QUEBRA_JOB_MEGABYTES`)."""
    jobs_running: Limit = 2
    """Jobs that run at the same time (`QUEBRA_JOBS_RUNNING`)."""
    jobs_waiting: Limit = 20
    """Jobs that may wait; more are refused (429) (`QUEBRA_JOBS_WAITING`)."""
    quick_running: Limit = 2
    """Processes for quick requests; there is one more for those that take longer
    (`QUEBRA_QUICK_RUNNING`)."""
    quick_waiting: Limit = 500
    """Quick requests that may wait; more are refused (429) (`QUEBRA_QUICK_WAITING`)."""
    quick_seconds: Limit = 5
    """Longest time that a quick request may take, in seconds (`QUEBRA_QUICK_SECONDS`)."""
    streams: Limit = 30
    """Event streams at the same time; more are refused (429) (`QUEBRA_STREAMS`)."""
    print_puzzles: Limit = 100
    """Puzzles of a book, a worksheet with all its variants, or cut-outs; more are refused (400)
    (`QUEBRA_PRINT_PUZZLES`)."""
    connections: Limit = 1_000
    """Connections at the same time; more are refused (503) (`QUEBRA_CONNECTIONS`)."""
    client_requests: Limit = 1_200
    """Requests of one browser in a minute, if there are other players; more are refused (429)
    (`QUEBRA_CLIENT_REQUESTS`)."""
    client_jobs: Limit = 3
    """Jobs of one browser at the same time, if there are other players; more are refused (429)
    (`QUEBRA_CLIENT_JOBS`)."""
    sandbox: bool = True
    """Whether workers run in a sandbox, where the system has one; 0 turns it off
    (`QUEBRA_SANDBOX`)."""
    ready_days: Annotated[int, msgspec.Meta(ge=0)] = 2
    """Days whose puzzles are made in the background, from today on; 0 for none
    (`QUEBRA_READY_DAYS`)."""
    token: str = ""
    """Token that every request must have, of 16 to 200 letters, digits or `.`, `_`, `~`, `-`;
    random where other machines can reach the server (`QUEBRA_TOKEN`)."""
    teacher_token: str = ""
    """Token of the person who runs a server with several players, random if it is not set;
    `--teacher-token` is the same (`QUEBRA_TEACHER_TOKEN`)."""
    hosts: str = ""
    """Further host names of the server, apart from this machine's own, separated by spaces
    (`QUEBRA_HOSTS`)."""


@cache
def web_settings() -> WebSettings:
    """The settings: defaults, or the values of environment variables."""
    return from_environment(WebSettings)
