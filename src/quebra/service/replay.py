"""An explanation as one HTML file that shows its steps one by one, without a server."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.render import Drawing
from quebra.service.html import HEAD, content_policy, page_style

_PLAYER = files("quebra.render") / "player"
START = Text("The puzzle.")
PAGE = (
    HEAD
    + """<body>
<header><h1>{title}</h1></header>
{steps}
<div id="controls" role="toolbar" aria-label="{controls}">
<button id="back" aria-label="{back}">←</button>
<button id="play" aria-label="{play}" aria-pressed="false">▶</button>
<button id="forward" aria-label="{forward}">→</button>
<input id="slider" type="range" min="0" max="{last}" value="0" aria-label="{slider}">
<output id="count"></output>
</div>
<script type="module">{script}</script>
</body>
</html>
"""
)


def to_replay(board: Drawing, steps: Sequence[tuple[Text, Drawing]], lang: str = "en") -> str:
    """A file with the board, then each step with its sentence; it can be stepped and played.

    >>> from quebra.service.verbs import draw, load, storyboard
    >>> puzzle = load("kojun\\nregions\\na a\\ngivens\\n2 .")
    >>> steps = [(step.text, drawing) for step, drawing in storyboard(puzzle)]
    >>> to_replay(draw(puzzle), steps).count("<figure")
    2
    """
    script = (_PLAYER / "replay.js").read_text(encoding="utf-8")
    pictures = ((START, board), *steps)

    def say(text: Text) -> str:
        return escape(translate(text, lang))

    return PAGE.format(
        lang=lang,
        policy=content_policy(script),
        title=say(board.title),
        style=page_style() + (_PLAYER / "replay.css").read_text(encoding="utf-8"),
        steps="\n".join(
            f"<figure>{drawing.in_language(lang).svg('page')}"
            f'<figcaption aria-live="polite">{say(text)}</figcaption></figure>'
            for text, drawing in pictures
        ),
        controls=say(Text("Steps")),
        back=say(Text("Back")),
        play=say(Text("Play")),
        forward=say(Text("Forward")),
        slider=say(Text("Step")),
        last=len(pictures) - 1,
        script=script,
    )
