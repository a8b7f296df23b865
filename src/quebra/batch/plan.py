"""The plan of a batch: a verb with its options, and one job for each puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from quebra.batch.cubes import cubes
from quebra.batch.sources import Item
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.i18n.text import Text, Verbatim, names
from quebra.service import verbs
from quebra.service.protocol import BATCH_VERBS, read_request
from quebra.service.requests import NO_ANSWER
from quebra.store.jobs import NewJob


class Plan(msgspec.Struct, frozen=True):
    """A verb, its options as named on the command line, and the number of parts of a split.

    Plans with the same verb and options are the same batch. In a batch, the same puzzle is the same
    job; a puzzle that occurs twice has two jobs.

    >>> Plan("solve", {"engine": "own"}).key == Plan("solve", {"engine": "cpsat"}).key
    False
    """

    verb: str
    options: Mapping[str, Any] = {}
    split: int = 1

    @property
    def key(self) -> str:
        """The key of the batch in the database."""
        return f"{self.verb}-{_digest([self.verb, sorted(self.options.items())])}"

    def jobs(self, items: Iterable[Item]) -> Iterator[NewJob]:
        """One job for each item."""
        counts: Counter[str] = Counter()
        for item in items:
            task = self._task(item)
            digest = _digest(task)
            counts[digest] += 1
            key = f"{digest}.{counts[digest]}" if counts[digest] > 1 else digest
            yield self._job(item, key, task)

    def _job(self, item: Item, key: str, task: dict[str, Any]) -> NewJob:
        text = msgspec.json.encode(task).decode()
        if item.failure is not None:
            return NewJob(key, item.source, text, failure=str(item.failure))
        if self.verb == "check" and item.answer is None:
            return NewJob(key, item.source, text, failure=str(NO_ANSWER))
        if self.split == 1:
            return NewJob(key, item.source, text)
        if item.puzzle is None:
            raise BadInput(Text("A puzzle that is still to be generated cannot be split."))
        try:
            parts = cubes(verbs.parse(bytes(item.puzzle).decode()), self.split)
        except BadInput as error:
            return NewJob(key, item.source, text, failure=str(error))
        tasks = tuple(msgspec.json.encode({**task, "puzzle": part}).decode() for part in parts)
        return NewJob(key, item.source, text, tasks)

    def _task(self, item: Item) -> dict[str, Any]:
        if item.failure is not None:
            return {"verb": self.verb, "source": item.source}
        if item.recipe is not None and self.verb == "generate":
            return msgspec.json.decode(item.recipe, type=dict[str, Any])
        if self.verb == "generate":
            raise BadInput(
                Text(
                    "The source {source} is a puzzle; to generate takes a recipe.",
                    source=Verbatim(item.source),
                )
            )
        task = {"verb": self.verb, **self.options}
        if item.recipe is not None:
            return {**task, "recipe": item.recipe}
        answer = {"answer": item.answer} if self.verb == "check" and item.answer else {}
        return {**task, "puzzle": item.puzzle, **answer}

    def admit(self) -> None:
        """Raise `BadInput` for options that the verb does not have."""
        if self.verb not in BATCH_VERBS:
            raise BadInput(
                Text(
                    "There is no batch to {verb}; there are: {known}.",
                    verb=quoted(self.verb),
                    known=names(BATCH_VERBS),
                )
            )
        if self.split > 1 and (self.verb != "solve" or self.options.get("goal", "any") != "any"):
            raise BadInput(Text("Only puzzles to be solved for the goal `any` can be split."))
        if self.split > 1 and self.options.get("up_to_symmetry"):
            raise BadInput(
                Text("The solutions of puzzles that are split cannot count up to symmetry.")
            )
        if self.verb != "generate":
            sample = {"verb": self.verb, **self.options, "puzzle": {}}
            if self.verb == "check":
                sample["answer"] = {}
            read_request(msgspec.json.encode(sample))


def _digest(value: object) -> str:
    return blake2b(msgspec.json.encode(value), digest_size=12).hexdigest()
