"""The page itself: its files, and the half of it that each family brings along."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from quebra.contract.registry import AnyFamily, family_names, get_family
from quebra.web.refusals import Refusal

STATIC = Path(__file__).parent / "static"
SCRIPT = re.compile(r"page(_[a-z]+)?\.js")
FRESH = {"cache-control": "no-cache"}
"""A browser asks each time whether a file has changed; that costs nothing on one's own machine."""


async def index(request: Request) -> Response:
    """The page."""
    return FileResponse(STATIC / "index.html", headers=FRESH)


def page_of(family: AnyFamily) -> str | None:
    """Where a family's half of the page is, if it has one."""
    there = (files(family.package) / "page.js").is_file()
    return f"/families/{family.name}/page.js" if there else None


async def family_page(request: Request) -> Response:
    """What a family adds to the page: `page.js`, and the files of such a name that it imports."""
    name, script_name = request.path_params["name"], request.path_params["script"]
    if name in family_names() and SCRIPT.fullmatch(script_name):
        file = files(get_family(name).package) / script_name
        if file.is_file():
            script = file.read_bytes()
            return Response(script, media_type="text/javascript", headers=FRESH)
    raise Refusal(404, "There is no such family, or it has no page.")


class Files(StaticFiles):
    """Files that a browser always asks for again."""

    def file_response(self, *args: object, **options: object) -> Response:
        response = super().file_response(*args, **options)  # type: ignore[arg-type]
        response.headers.update(FRESH)
        return response


ROUTES = [
    Route("/", index),
    Route("/families/{name}/{script}", family_page),
    Mount("/static", Files(directory=STATIC, check_dir=False)),
]
