"""What the system keeps a worker from: the network, privileges, and large files.

On Linux a worker enters namespaces of its own, where the system lets it. It then has no network,
and a temporary folder in memory that ends with it. It can still read and write the files of its
user, and reach sockets in the file system.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

import msgspec

from quebra.i18n.text import Text, Verbatim

if sys.platform != "win32":
    import resource

CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWNET = 0x20000, 0x8000000, 0x10000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 0x4000, 0x40000
PR_SET_NO_NEW_PRIVS = 38
CAPABILITY_VERSION = 0x20080522
FILE_BYTES = 500_000_000
FOLDER_MEGABYTES = 200
SECRETS = ("QUEBRA_TOKEN", "QUEBRA_TEACHER_TOKEN", "QUEBRA_DATA", "PGPASSWORD", "PGPASSFILE")
"""Environment variables that workers do not get."""


class Sandbox(msgspec.Struct, frozen=True):
    """What a worker is kept from, and the reason if it is not kept from everything.

    >>> print(Sandbox(reason="Operation not permitted").missing)
    Worker processes run without a sandbox: Operation not permitted.
    """

    no_network: bool = False
    own_folder: bool = False
    no_privileges: bool = False
    reason: str = ""

    @property
    def missing(self) -> Text | None:
        """A sentence for the operator if the network is not closed."""
        if self.no_network:
            return None
        reason = Verbatim(self.reason or "?")
        return Text("Worker processes run without a sandbox: {reason}.", reason=reason)


def environment(folder: str) -> dict[str, str]:
    """The environment of a worker: without secrets, and with its own temporary folder."""
    kept = {name: value for name, value in os.environ.items() if name not in SECRETS}
    return {**kept, "TMPDIR": folder, "TEMP": folder, "TMP": folder}


def enter(folder: str) -> Sandbox:
    """Give up all that a worker does not need; it must have one thread only.

    `folder` is its temporary folder.
    """
    if sys.platform != "linux":
        return Sandbox(reason=f"not available on {sys.platform}")
    _limit_files()
    libc = ctypes.CDLL(None, use_errno=True)
    uid, gid = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC):
        privileges = _drop_privileges(libc)
        return Sandbox(no_privileges=privileges, reason=os.strerror(ctypes.get_errno()))
    reason = _map_user(uid, gid)
    own_folder = _mount_folder(libc, folder)
    return Sandbox(True, own_folder, _drop_privileges(libc), reason)


def _limit_files() -> None:
    """Limit the size of files that this process writes."""
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        limit = FILE_BYTES if most == resource.RLIM_INFINITY else min(FILE_BYTES, most)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


def _map_user(uid: int, gid: int) -> str:
    """Keep the user and the group in the new namespace; the reason if that is refused."""
    own = Path("/proc/self")
    try:
        (own / "setgroups").write_text("deny", encoding="ascii")
        (own / "uid_map").write_text(f"{uid} {uid} 1", encoding="ascii")
        (own / "gid_map").write_text(f"{gid} {gid} 1", encoding="ascii")
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _mount_folder(libc: ctypes.CDLL, folder: str) -> bool:
    """Put the temporary folder into memory, where no other process sees it."""
    flags = MS_NOSUID | MS_NODEV | MS_NOEXEC
    options = f"size={FOLDER_MEGABYTES}m,mode=700".encode()
    if libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None):
        return False
    return bool(libc.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", flags, options) == 0)


def _drop_privileges(libc: ctypes.CDLL) -> bool:
    """Give up all capabilities, and those that a program could bring."""
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        return False
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    return bool(libc.capset(header, (ctypes.c_uint32 * 6)()) == 0)
