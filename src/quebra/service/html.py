"""A puzzle as one HTML file that plays without a server: its drawing, its rules and scripts.

The script is made of the modules that the family's `offline.js` imports, its own and those of
`render/player`: each becomes a function, since a file that is opened from a disk cannot import
others. A family without `offline.js` is drawn, and not played.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Look, write_puzzle
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import AnyFamily, family_of
from quebra.i18n.catalogue import lookup, lookup_plural, translate, translator
from quebra.i18n.text import Text, Verbatim
from quebra.play import NOTHING_SAID, About
from quebra.render import THEMES, Drawing

PLAYER_PATH = "render/player/"
"""In the path of an import, the folder of the modules that families share."""
LINKS = ("puzzlink", "penpa", "link")
"""Formats of links that others can open, the most usual first."""
RULES, LINK = Text("Rules"), Text("Link")
NOT_PLAYED = Text("This puzzle is drawn here. It is played with Quebra.")
ABOUT = Text("A puzzle of Quebra in one file. Hints and solvers are in Quebra, not in this file.")
NO_SCRIPT = Text("This file needs JavaScript to be played.")
HEAD = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="{policy}">
<title>{title}</title>
<style>
{style}</style>
</head>
"""
"""The beginning of a file, with its language, policy, title and style."""
PAGE = (
    HEAD
    + """<body data-family="{family}">
<header><h1>{title}</h1>{author}<div id="clock"></div></header>
<main>
<div id="board">{board}</div>
<div id="pad"></div>
<p id="strip" role="status">{said}</p>
<div id="tools" role="toolbar" aria-label="{tools}"></div>
</main>
{note}
<details><summary>{rules_title}</summary>{rules}</details>
<footer><p>{about}</p>{link}</footer>
<noscript><p>{no_script}</p></noscript>
<script type="module">{script}</script>
</body>
</html>
"""
)
IMPORT = re.compile(r'^import (\{[^;]*?\}) from "([^"]*)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (default |(?:function|class|const) (\w+))", re.MULTILINE)
_PLAYER = files("quebra.render") / "player"
STRING = r'\s*("(?:[^"\\]|\\.)*")\s*'
SINGULAR = re.compile(rf"\bt\({STRING}")
PLURAL = re.compile(rf"\btn\({STRING},{STRING}")


FRAME_HEIGHT = 640
"""The height of a board in a notebook, in pixels."""


class Playable:
    """A puzzle that is played in a notebook: the HTML of `to_html` in a frame.

    >>> from quebra.service.verbs import load
    >>> board = Playable(load("kojun\\nregions\\na a\\ngivens\\n2 ."), height=400)
    >>> board._repr_html_()[:31]
    '<iframe title="Kojun, 1 x 2, 1 '
    """

    def __init__(self, puzzle: Puzzle, *, lang: str = "en", height: int = FRAME_HEIGHT) -> None:
        self.puzzle, self.lang, self.height = puzzle, lang, height

    def _repr_html_(self) -> str:
        title = self._drawing().title
        return (
            f'<iframe title="{escape(title)}" srcdoc="{escape(to_html(self.puzzle, self.lang))}" '
            f'style="border: 0; height: {self.height}px; width: 100%"></iframe>'
        )

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": self._drawing().text()}

    def _drawing(self) -> Drawing:
        return _board(family_of(self.puzzle), self.puzzle).in_language(self.lang)


def to_html(puzzle: Puzzle, lang: str = "en", about: About = NOTHING_SAID) -> str:
    """One HTML file that shows and plays a puzzle, without a network or a server.

    >>> from quebra.service.verbs import load
    >>> page = to_html(load("kojun\\nregions\\na a\\ngivens\\n2 ."))
    >>> page[:15], "Solved: every rule holds." in page, 'src="' in page
    ('<!doctype html>', True, False)
    """
    family = family_of(puzzle)
    board = _board(family, puzzle).in_language(lang)
    script = _script(family, puzzle, lang, about)
    rules = family.rules.texts_for(puzzle)
    return PAGE.format(
        lang=lang,
        policy=content_policy(script),
        title=escape(about.title or board.title),
        author=_author_line(about.author, lang),
        note=f"<p>{escape(about.note)}</p>" if about.note else "",
        style=page_style(),
        family=family.name,
        board=board.svg("page"),
        said="" if script else escape(translate(NOT_PLAYED, lang)),
        tools=escape(translate(Text("Tools"), lang)),
        rules_title=escape(translate(RULES, lang)),
        rules="".join(f"<p>{escape(translate(text, lang))}</p>" for text in rules),
        about=escape(translate(ABOUT, lang)),
        link=_link_line(puzzle, lang),
        no_script=escape(translate(NO_SCRIPT, lang)),
        script=script,
    )


def _author_line(author: str, lang: str) -> str:
    """The author of a puzzle, if it has one."""
    by = Text("Set by {author}.", author=Verbatim(author))
    return f"<p>{escape(translate(by, lang))}</p>" if author else ""


def public_link(puzzle: Puzzle) -> str:
    """A link that others can open without Quebra; empty if no site has such puzzles.

    >>> from quebra.service.verbs import load
    >>> public_link(load("kojun\\nregions\\na a\\ngivens\\n2 ."))
    'https://puzz.link/p?cojun/2/1/02g'
    """
    codecs = {codec.name: codec for codec in family_of(puzzle).formats.puzzles}
    for name in LINKS:
        if name in codecs:
            try:
                return write_puzzle(codecs[name], puzzle, {})
            except BadInput:
                continue  # a puzzle that this site does not have
    return ""


def _link_line(puzzle: Puzzle, lang: str) -> str:
    address = escape(public_link(puzzle))
    title = escape(translate(LINK, lang))
    return f'<p>{title}: <a href="{address}">{address}</a></p>' if address else ""


def _board(family: AnyFamily, puzzle: Puzzle) -> Drawing:
    """The board before the first move; pieces in a tray are drawn by the script."""
    play, look = family.play, Look(tint=True)
    if play and play.draw:
        return play.draw(puzzle, play.start(puzzle), look)
    return family.draw(puzzle, None, look)


def page_style() -> str:
    """The style of a file: the colours of light and dark pages, and the player."""
    light, dark = (
        "".join(f"--{name}: {colour}; " for name, colour in THEMES[theme].items())
        for theme in ("light", "dark")
    )
    colours = f":root {{ {light}}}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark}}} }}\n"
    return colours + (_PLAYER / "player.css").read_text(encoding="utf-8")


def content_policy(script: str) -> str:
    """The content security policy of a file: this script, and nothing from elsewhere."""
    digest = b64encode(_digest(script.encode())).decode()
    return f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'"


def _digest(data: bytes) -> bytes:
    from hashlib import sha256  # imports OpenSSL

    return sha256(data).digest()


def _script(family: AnyFamily, puzzle: Puzzle, lang: str, about: About) -> str:
    """The script of the file; empty for a family that is not played in files."""
    folder = files(family.package)
    if not (folder / "offline.js").is_file():
        return ""
    modules = {**_modules(_PLAYER, "player.js"), **_modules(folder, "offline.js")}
    source = "\n".join(modules.values())
    data = {**_data(family, puzzle, lang), "about": about, "texts": _texts(source, lang)}
    encoded = msgspec.json.encode(data, enc_hook=translator(lang)).decode()
    start = f'modules["player.js"].playFile({_in_script(encoded)}, modules["offline.js"].family);'
    return f"\nconst modules = {{}};\n{source}\n{start}\n"


def _modules(folder: Traversable, name: str) -> dict[str, str]:
    """A module and those that it imports before it, each in a scope of its own, by file name."""
    source, found = (folder / name).read_text(encoding="utf-8"), {}
    for _, path in IMPORT.findall(source):
        other = _PLAYER if PLAYER_PATH in path else folder
        found.update(_modules(other, path.rpartition("/")[2]))
    exported = ", ".join(each or "family" for _, each in EXPORT.findall(source))
    source = IMPORT.sub(_to_constant, source)
    source = EXPORT.sub(lambda each: each[1] if each[2] else "const family = ", source)
    return {
        **found,
        name: f'modules["{name}"] = (() => {{\n{source}return {{ {exported} }};\n}})();',
    }


def _to_constant(found: re.Match[str]) -> str:
    names = found[1].replace(" as ", ": ")
    return f'const {names} = modules["{found[2].rpartition("/")[2]}"];\n'


def _texts(source: str, lang: str) -> dict[str, str | tuple[str, str]]:
    """The translations of the texts in a script."""
    found: dict[str, str | tuple[str, str]] = {}
    for text in SINGULAR.findall(source):
        message = json.loads(text)
        if (translated := lookup(message, lang)) != message:
            found[message] = translated
    for pair in PLURAL.findall(source):
        one, other = map(json.loads, pair)
        if (forms := lookup_plural(one, other, lang)) != (one, other):
            found[one] = forms
    return found


def _data(family: AnyFamily, puzzle: Puzzle, lang: str) -> dict[str, object]:
    """What scripts know of the puzzle: `Data` in `player.js`."""
    play = family.play
    start = play.start(puzzle) if play else None
    pieces = play.draw_pieces(puzzle) if play else ()
    encoded = msgspec.json.encode(puzzle)
    return {
        "lang": lang,
        "puzzle": msgspec.Raw(encoded),
        "start": start,
        "spots": play.spots(puzzle, start) if play else (),
        "pieces": [each.in_language(lang).svg("page") for each in pieces],
        "names": [each.title for each in pieces],
        "tolerance": getattr(puzzle, "tolerance_used", 0),
        "key": f"quebra-{_digest(encoded).hex()[:16]}",
    }


def _in_script(text: str) -> str:
    """JSON that cannot end the script around it."""
    return text.replace("<", "\\u003c")
