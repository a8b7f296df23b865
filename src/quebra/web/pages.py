"""The files of the page, and the scripts of families."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from quebra import __version__
from quebra.contract.registry import AnyFamily, family_names, get_family
from quebra.i18n.catalogue import languages, translate
from quebra.i18n.text import Text
from quebra.web.http import ApiError, language
from quebra.web.players import visitor_of

STATIC = Path(__file__).parent / "static"
SCRIPT = re.compile(r"(page|page_[a-z]+|shared_[a-z]+)\.js")
REVALIDATE = {"cache-control": "no-cache"}
"""Browsers check each time whether a file has changed, which is cheap on the same machine."""

CODE_SIGNS = re.compile("[^A-Za-z0-9]")
STORED = (".js", ".css", ".json", ".svg", ".png", ".webmanifest")
"""Suffixes of the files that the service worker stores."""

NO_SCRIPT = Text("Quebra needs JavaScript. The command line works without: quebra --help")


async def index(request: Request) -> Response:
    """The HTML of the page, with the languages that it can be shown in."""
    return await _html(request, "")


async def join(request: Request) -> Response:
    """The HTML of the page, which begins with the form to join a class."""
    code = CODE_SIGNS.sub("", request.path_params.get("code", ""))[:20]
    return await _html(request, f"join/{code}" if code else "join")


async def _html(request: Request, start: str) -> Response:
    """The HTML of the page; `start` is its first view."""
    lang, visitor = language(request), visitor_of(request)
    in_class = visitor.is_shared and not visitor.is_teacher and not visitor.is_new
    pupils = request.app.state.classes.classes.of_player
    is_pupil = in_class and bool(await asyncio.to_thread(pupils, visitor.player))
    role = "teacher" if visitor.is_teacher else "pupil" if is_pupil else "guest"
    html = (
        (STATIC / "index.html")
        .read_text(encoding="utf-8")
        .format(
            lang=lang,
            languages=" ".join(languages()),
            role=role,
            shared="yes" if visitor.is_shared else "no",
            start=start,
            noscript=translate(NO_SCRIPT, lang),
        )
    )
    return HTMLResponse(html, headers=REVALIDATE)


def page_of(family: AnyFamily) -> str | None:
    """The address of a family's `page.js`, if it has one."""
    exists = (files(family.package) / "page.js").is_file()
    return f"/families/{family.name}/page.js" if exists else None


async def worker(request: Request) -> Response:
    """The service worker, which is at the root because it serves the whole page."""
    return Response(_worker(), media_type="text/javascript", headers=REVALIDATE)


@cache
def _worker() -> str:
    """The worker with the files that it stores, and their version, so that a change renews them."""
    found = {"/": (STATIC / "index.html").read_bytes()}
    for file in sorted(STATIC.rglob("*")):
        if file.suffix in STORED and file.name != "worker.js":
            found[f"/static/{file.relative_to(STATIC).as_posix()}"] = file.read_bytes()
    for family in map(get_family, family_names()):
        for script in sorted(files(family.package).iterdir(), key=lambda each: each.name):
            if SCRIPT.fullmatch(script.name):
                found[f"/families/{family.name}/{script.name}"] = script.read_bytes()
    digest = sha256(b"".join(found.values())).hexdigest()[:12]
    version = f"{__version__}-{digest}"
    about = msgspec.json.encode({"version": version, "files": [*found]}).decode()
    source = (STATIC / "worker.js").read_text(encoding="utf-8")
    return f"self.quebra = {about};\n{source}"


async def family_page(request: Request) -> Response:
    """A script of a family: `page.js`, or a file that it imports.

    These are `page_NAME.js`, and `shared_NAME.js`, which `offline.js` may import as well.
    """
    name, script_name = request.path_params["name"], request.path_params["script"]
    if name in family_names() and SCRIPT.fullmatch(script_name):
        file = files(get_family(name).package) / script_name
        if file.is_file():
            script = file.read_bytes()
            return Response(script, media_type="text/javascript", headers=REVALIDATE)
    raise ApiError(404, Text("There is no such family, or it has no page."))


class Files(StaticFiles):
    """Static files that browsers revalidate."""

    def file_response(self, *args: object, **options: object) -> Response:
        response = super().file_response(*args, **options)  # type: ignore[arg-type]
        response.headers.update(REVALIDATE)
        return response


ROUTES = [
    Route("/", index),
    Route("/join", join),
    Route("/join/{code}", join),
    Route("/worker.js", worker),
    Route("/families/{name}/{script}", family_page),
    Mount("/static", Files(directory=STATIC, check_dir=False)),
]
