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
    """Largest body of a request, in bytes (`QUEBRA_BODY_BYTES`)."""
    header_seconds: Limit = 10
    """Longest time that a header may take to arrive, in seconds (`QUEBRA_HEADER_SECONDS`)."""
    body_seconds: Limit = 10
    """Longest time that a body may take to arrive, in seconds (`QUEBRA_BODY_SECONDS`)."""
    job_seconds: Limit = 60
    """Longest time that a job may take, in seconds (`QUEBRA_JOB_SECONDS`)."""
    job_cpu_seconds: Limit = 60
    """Most processor time that a job may take, in seconds (`QUEBRA_JOB_CPU_SECONDS`)."""
    job_megabytes: Limit = 2_000
    """Most memory that a job may take, in megabytes (`QUEBRA_JOB_MEGABYTES`)."""
    jobs_running: Limit = 2
    """Jobs that run at the same time, each in a process of its own (`QUEBRA_JOBS_RUNNING`)."""
    jobs_waiting: Limit = 20
    """Jobs that wait for a process; more are refused (`QUEBRA_JOBS_WAITING`)."""
    quick_running: Limit = 2
    """Processes for quick requests: checks, moves, drawings (`QUEBRA_QUICK_RUNNING`)."""
    quick_waiting: Limit = 500
    """Quick requests that wait for a process; more are refused (`QUEBRA_QUICK_WAITING`)."""
    quick_seconds: Limit = 5
    """Longest time that a quick request may take, in seconds (`QUEBRA_QUICK_SECONDS`)."""
    streams: Limit = 30
    """Jobs that are watched as a stream at the same time (`QUEBRA_STREAMS`)."""
    print_puzzles: Limit = 100
    """Puzzles of a book, a worksheet or cut-outs; more are refused (`QUEBRA_PRINT_PUZZLES`)."""
    connections: Limit = 1_000
    """Connections at the same time (`QUEBRA_CONNECTIONS`)."""
    client_requests: Limit = 1_200
    """Requests of one browser in a minute, if others use the server (`QUEBRA_CLIENT_REQUESTS`)."""
    client_jobs: Limit = 3
    """Jobs of one browser at the same time, if others use it (`QUEBRA_CLIENT_JOBS`)."""
    sandbox: bool = True
    """Whether workers run in a sandbox, where the system has one (`QUEBRA_SANDBOX`)."""
    ready_days: Annotated[int, msgspec.Meta(ge=0)] = 2
    """Days whose puzzles are made in the background, from today on (`QUEBRA_READY_DAYS`)."""
    token: str = ""
    """Token that requests must have; random if other machines have access (`QUEBRA_TOKEN`)."""
    teacher_token: str = ""
    """Token of the person who runs a server that others use (`QUEBRA_TEACHER_TOKEN`)."""
    hosts: str = ""
    """Names that requests may use for this machine, besides its own (`QUEBRA_HOSTS`)."""


@cache
def web_settings() -> WebSettings:
    """The settings: defaults, or the values of environment variables."""
    return from_environment(WebSettings)
