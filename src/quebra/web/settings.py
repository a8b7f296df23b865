"""The limits that the server keeps, each a setting with a default and an environment variable."""

from __future__ import annotations

from functools import cache

import msgspec

from quebra.contract.settings import Limit, from_environment


class WebSettings(msgspec.Struct, frozen=True):
    """The limits that the server keeps.

    >>> WebSettings().body_bytes
    1000000
    """

    body_bytes: Limit = 1_000_000
    """Largest body of a request, in bytes (`QUEBRA_BODY_BYTES`)."""
    header_seconds: Limit = 10
    """Longest time until the header of a request is there, in seconds (`QUEBRA_HEADER_SECONDS`)."""
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
    """Jobs that wait for their turn; more are refused (`QUEBRA_JOBS_WAITING`)."""
    quick_running: Limit = 2
    """Processes for what is answered at once: checks, moves, drawings (`QUEBRA_QUICK_RUNNING`)."""
    quick_waiting: Limit = 500
    """Quick questions that wait for their turn; more are refused (`QUEBRA_QUICK_WAITING`)."""
    quick_seconds: Limit = 5
    """Longest time that a quick question may take, in seconds (`QUEBRA_QUICK_SECONDS`)."""
    streams: Limit = 30
    """Jobs that are watched as a stream at the same time (`QUEBRA_STREAMS`)."""
    connections: Limit = 1_000
    """Connections at the same time (`QUEBRA_CONNECTIONS`)."""
    token: str = ""
    """Token that every request must have; random if other machines may ask (`QUEBRA_TOKEN`)."""
    hosts: str = ""
    """Names, apart from this machine's own, by which it may be asked for (`QUEBRA_HOSTS`)."""


@cache
def web_settings() -> WebSettings:
    """The limits in force: the defaults, or what the environment says."""
    return from_environment(WebSettings)
