"""Tasks: a verb with its options as JSON, and what becomes of it."""

from __future__ import annotations

from typing import Any

import msgspec

from quebra.contract.codec import json_complaint
from quebra.contract.errors import BadInput
from quebra.contract.repeated_keys import refuse_repeated_keys
from quebra.workers import game_tasks, setter_tasks, verb_tasks
from quebra.workers.task import Task

KINDS: tuple[type[Task], ...] = (
    verb_tasks.Load,
    verb_tasks.Check,
    verb_tasks.Progress,
    verb_tasks.Convert,
    verb_tasks.Draw,
    verb_tasks.Solve,
    verb_tasks.Explain,
    verb_tasks.Grade,
    verb_tasks.Generate,
    setter_tasks.Edit,
    setter_tasks.Setter,
    game_tasks.NewGame,
    game_tasks.View,
    game_tasks.Move,
    game_tasks.Undo,
    game_tasks.Redo,
    game_tasks.Clear,
    game_tasks.Save,
    game_tasks.Restore,
    game_tasks.CheckGame,
    game_tasks.Pieces,
    game_tasks.Share,
    game_tasks.TakeHint,
    game_tasks.Solvable,
    game_tasks.Lost,
    game_tasks.Standings,
    game_tasks.GiveUp,
)
VERBS = {str(kind.__struct_config__.tag): kind for kind in KINDS}


class _Head(msgspec.Struct):
    verb: str


def read_task(body: bytes, verb: str | None = None) -> Task:
    """The task that JSON tells, or a sentence about what is wrong with it.

    Where the verb is known it need not be told again.

    >>> read_task(b'{"verb": "grade", "puzzle": "kojun"}').time is None
    True
    >>> read_task(b'{"count": 0, "puzzle": {}}', "solve")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: JSON at $.count: expected a whole number of at least 1.
    """
    try:
        name = verb or msgspec.json.decode(body, type=_Head).verb
        if name not in VERBS:
            raise BadInput(f"There is no verb {name[:40]!r}; there are: {', '.join(VERBS)}.")
        generates = name == "generate"
        task = _read_generate(body) if generates else msgspec.json.decode(body, type=VERBS[name])
        refuse_repeated_keys(body.decode(errors="replace"))
        return task
    except RecursionError:
        raise BadInput("The JSON is nested too deeply.") from None
    except msgspec.MsgspecError as error:
        raise BadInput(json_complaint(str(error), body.decode(errors="replace"))) from None


def _read_generate(body: bytes) -> Task:
    """The family's own options stand beside the others, as on the command line."""
    fields = msgspec.json.decode(body, type=dict[str, Any])
    fields.pop("verb", None)
    known = {
        name: fields.pop(name)
        for name in verb_tasks.Generate.__struct_fields__
        if name in fields and name != "options"
    }
    options = fields.pop("options", {})
    task = msgspec.convert({**known, "options": options}, verb_tasks.Generate)
    for name in fields.keys() & task.options.keys():
        raise BadInput(f"The option {name[:40]!r} is given twice.")
    return msgspec.structs.replace(task, options=task.options | fields)
