"""All request types by verb, and how a request is read from JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from quebra.contract.codec import TOO_DEEP, json_error, refuse_repeated_keys
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.i18n.text import Text, names
from quebra.service import game_hints, games, lessons, publishing, requests, setter
from quebra.service.requests import VerbRequest


def _by_verb(*kinds: type[VerbRequest]) -> dict[str, type[VerbRequest]]:
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


VERBS = _by_verb(
    requests.Load,
    requests.Check,
    requests.Progress,
    requests.Draw,
    requests.Convert,
    setter.Blank,
    setter.Edit,
    setter.Arrange,
    requests.Solve,
    requests.Explain,
    requests.Grade,
    requests.Generate,
    setter.Judge,
    lessons.Teach,
    publishing.Book,
    publishing.Worksheet,
    publishing.CutOut,
)
"""Requests about a puzzle."""
GAME_ACTIONS = _by_verb(
    games.Move,
    games.Undo,
    games.Redo,
    games.Clear,
    games.Save,
    games.Restore,
    games.Take,
    games.Clock,
    games.CheckGame,
    games.Try,
    games.Pieces,
    games.Share,
    game_hints.TakeHint,
    games.Solvable,
    games.Lost,
    games.Solution,
    games.Standings,
    lessons.Practise,
)
"""Requests about a saved game."""
BATCH_VERBS = {verb: kind for verb, kind in VERBS.items() if kind.in_batches}
"""Requests that a batch can run."""
REQUESTS = {**VERBS, **_by_verb(games.NewGame, games.View), **GAME_ACTIONS}


class _Head(msgspec.Struct):
    verb: str


def read_request(body: bytes, verb: str | None = None) -> VerbRequest:
    """The request in a JSON object, whose field `verb` may be missing if a verb is given.

    >>> read_request(b'{"verb": "grade", "puzzle": "kojun"}').time is None
    True
    >>> read_request(b'{"count": 0, "puzzle": {}}', "solve")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: JSON at $.count: expected a whole number of at least 1.
    """
    try:
        name = verb or msgspec.json.decode(body, type=_Head).verb
        if name not in REQUESTS:
            raise BadInput(
                Text(
                    "There is no verb {name}; there are: {known}.",
                    name=quoted(name, 40),
                    known=names(REQUESTS),
                )
            )
        generates = name == "generate"
        request = (
            _read_generate(body) if generates else msgspec.json.decode(body, type=REQUESTS[name])
        )
        refuse_repeated_keys(body.decode(errors="replace"))
        return request
    except RecursionError:
        raise BadInput(TOO_DEEP) from None
    except msgspec.MsgspecError as error:
        raise json_error(error, body.decode(errors="replace")) from None


def _read_generate(body: bytes) -> VerbRequest:
    """A request to generate, in which options of the family may stand beside the others."""
    fields = msgspec.json.decode(body, type=dict[str, Any])
    fields.pop("verb", None)
    known = {
        name: fields.pop(name)
        for name in requests.Generate.__struct_fields__
        if name in fields and name != "options"
    }
    options = fields.pop("options", {})
    request = msgspec.convert({**known, "options": options}, requests.Generate)
    for name in fields.keys() & request.options.keys():
        raise BadInput(Text("The option {name} is given twice.", name=quoted(name, 40)))
    return msgspec.structs.replace(request, options=request.options | fields)
