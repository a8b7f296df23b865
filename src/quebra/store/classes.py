"""Classes: their puzzles, their pupils by nickname, and what each pupil has solved."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any
from unicodedata import normalize

import msgspec
from sqlalchemy import and_, delete, func, select, update

from quebra.contract.errors import BadInput, NotFound
from quebra.contract.quoting import quoted
from quebra.i18n.text import Text
from quebra.store.database import Database, now
from quebra.store.tables import class_puzzles, classes, games, pupils, results

ID_BYTES = 9
CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Signs of a join code, without those that are taken for one another."""
CODE_LENGTH = 6
MAX_NAME = 40
"""Characters of the name of a class, and of a nickname."""
MAX_PUPILS = 200
MAX_PUZZLES = 100
NO_CLASS = Text("There is no such class.")


class ClassPuzzle(msgspec.Struct, frozen=True):
    """A puzzle of a class; `day` is its date if the class plays the puzzles of each day."""

    key: str
    family: str
    puzzle: msgspec.Raw
    grade: str | None = None
    day: str = ""


class SchoolClass(msgspec.Struct, frozen=True):
    """A class: its name, its join code, and whether it plays the puzzles of each day."""

    id: str
    name: str
    code: str
    daily: bool
    created: float


class Pupil(msgspec.Struct, frozen=True):
    """A pupil: a nickname, and the player in whose name the games are saved."""

    id: str
    class_id: str
    nickname: str
    player: str
    may_return: bool
    joined: float


class Result(msgspec.Struct, frozen=True):
    """What a pupil has done with a puzzle; `solved` is the time of the solution."""

    pupil: str
    key: str
    game: str
    moves: int
    progress: float
    hints: int
    seconds: int
    shown: bool
    solved: float | None
    updated: float


class Classes:
    """The classes of a database.

    >>> from quebra.store import Store
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/quebra.db") as store:
    ...     found = store.classes.start("7B", daily=True)
    ...     pupil = store.classes.join(found, "Fox", "player-1")
    ...     [each.nickname for each in store.classes.pupils(found)]
    ['Fox']
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def start(
        self, name: str, puzzles: Iterable[ClassPuzzle] = (), *, daily: bool = False
    ) -> SchoolClass:
        """The class of that name, new or as it is; puzzles that are given are its puzzles now."""
        name = clean_name(name)
        given = tuple(puzzles)
        if len(given) > MAX_PUZZLES:
            raise BadInput(Text("A class has at most {most} puzzles.", most=MAX_PUZZLES))
        row = {
            "id": secrets.token_urlsafe(ID_BYTES),
            "name": name,
            "code": "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH)),
            "daily": daily,
            "created": now(),
        }
        with self._database.writing() as connection:
            statement = self._database.insert(classes).values(row)
            connection.execute(statement.on_conflict_do_nothing(index_elements=["name"]))
            found = connection.execute(select(classes).where(classes.c.name == name)).one()
            started = self._class(found)
            if given or daily:
                connection.execute(
                    update(classes).where(classes.c.id == started.id).values(daily=daily)
                )
                connection.execute(
                    delete(class_puzzles).where(
                        class_puzzles.c.class_id == started.id, class_puzzles.c.day == ""
                    )
                )
                self._add(connection, started.id, given)
        return msgspec.structs.replace(started, daily=daily if given or daily else started.daily)

    def add_puzzles(self, found: SchoolClass, puzzles: Iterable[ClassPuzzle]) -> None:
        """Add puzzles to a class; those that it has stay as they are."""
        with self._database.writing() as connection:
            self._add(connection, found.id, tuple(puzzles))

    def _add(self, connection: Any, class_id: str, puzzles: tuple[ClassPuzzle, ...]) -> None:
        for number, puzzle in enumerate(puzzles):
            row = {
                "class_id": class_id,
                "key": puzzle.key,
                "day": puzzle.day,
                "number": number,
                "family": puzzle.family,
                "grade": puzzle.grade,
                "puzzle": bytes(puzzle.puzzle).decode(),
            }
            statement = self._database.insert(class_puzzles).values(row)
            connection.execute(statement.on_conflict_do_nothing(index_elements=["class_id", "key"]))

    def list(self) -> tuple[SchoolClass, ...]:
        """All classes by name."""
        with self._database.reading() as connection:
            rows = connection.execute(select(classes).order_by(classes.c.name)).all()
        return tuple(map(self._class, rows))

    def get(self, id: str) -> SchoolClass:
        """The class with that ID; raises `NotFound`."""
        return self._one(classes.c.id == id)

    def by_name(self, name: str) -> SchoolClass:
        """The class of that name; raises `NotFound`."""
        return self._one(classes.c.name == name)

    def by_code(self, code: str) -> SchoolClass:
        """The class with that join code, with any signs between its own; raises `NotFound`."""
        signs = "".join(sign for sign in code.upper() if sign.isalnum())
        return self._one(classes.c.code == signs)

    def _one(self, condition: Any) -> SchoolClass:
        with self._database.reading() as connection:
            row = connection.execute(select(classes).where(condition)).first()
        if row is None:
            raise NotFound(NO_CLASS)
        return self._class(row)

    def _class(self, row: Any) -> SchoolClass:
        return self._database.read_row(SchoolClass, row, classes)

    def puzzles(self, found: SchoolClass) -> tuple[ClassPuzzle, ...]:
        """The puzzles of a class, in the order of their days."""
        columns = class_puzzles.c
        statement = select(class_puzzles).where(columns.class_id == found.id)
        with self._database.reading() as connection:
            rows = connection.execute(statement.order_by(columns.day, columns.number)).all()
        return tuple(
            ClassPuzzle(row.key, row.family, msgspec.Raw(row.puzzle.encode()), row.grade, row.day)
            for row in rows
        )

    def join(self, found: SchoolClass, nickname: str, player: str) -> Pupil:
        """A pupil of that nickname; raises `BadInput` if another browser has it.

        A browser that has joined changes its nickname. The player of the result is another one if
        the teacher lets this pupil return with another browser.
        """
        nickname = clean_name(nickname)
        key = "".join(nickname.casefold().split())
        in_class = pupils.c.class_id == found.id
        with self._database.writing() as connection:
            same = connection.execute(
                select(pupils).where(in_class, pupils.c.name_key == key)
            ).first()
            own = connection.execute(
                select(pupils).where(in_class, pupils.c.player == player)
            ).first()
            if same is not None and same.player != player:
                if not same.may_return or own is not None:
                    raise BadInput(
                        Text(
                            "The nickname {name} is taken: choose another one, or ask your "
                            "teacher to let you return.",
                            name=quoted(nickname, MAX_NAME),
                        )
                    )
                changed: dict[str, object] = {"may_return": False}
                pupil_id = same.id
            elif own is not None:
                changed = {"nickname": nickname, "name_key": key}
                pupil_id = own.id
            else:
                return self._new_pupil(connection, found, nickname, key, player)
            connection.execute(update(pupils).where(pupils.c.id == pupil_id).values(changed))
            row = connection.execute(select(pupils).where(pupils.c.id == pupil_id)).one()
        return self._pupil(row)

    def _new_pupil(
        self, connection: Any, found: SchoolClass, nickname: str, key: str, player: str
    ) -> Pupil:
        counted = select(func.count()).select_from(pupils).where(pupils.c.class_id == found.id)
        if connection.scalar(counted) >= MAX_PUPILS:
            raise BadInput(Text("A class has at most {most} pupils.", most=MAX_PUPILS))
        name = secrets.token_urlsafe(ID_BYTES)
        pupil = Pupil(name, found.id, nickname, player, may_return=False, joined=now())
        connection.execute(pupils.insert().values(**msgspec.structs.asdict(pupil), name_key=key))
        return pupil

    def pupils(self, found: SchoolClass) -> tuple[Pupil, ...]:
        """The pupils of a class by nickname."""
        statement = select(pupils).where(pupils.c.class_id == found.id)
        with self._database.reading() as connection:
            rows = connection.execute(statement.order_by(pupils.c.name_key)).all()
        return tuple(map(self._pupil, rows))

    def of_player(self, player: str) -> tuple[Pupil, ...]:
        """The pupils that a browser is, the last joined first."""
        statement = select(pupils).where(pupils.c.player == player)
        with self._database.reading() as connection:
            rows = connection.execute(statement.order_by(pupils.c.joined.desc())).all()
        return tuple(map(self._pupil, rows))

    def _pupil(self, row: Any) -> Pupil:
        return self._database.read_row(Pupil, row, pupils)

    def results(self, found: SchoolClass) -> tuple[Result, ...]:
        """What the pupils of a class have done."""
        statement = select(results).where(results.c.class_id == found.id)
        with self._database.reading() as connection:
            rows = connection.execute(statement).all()
        return tuple(self._database.read_row(Result, row, results) for row in rows)

    def let_return(self, found: SchoolClass, pupil: str) -> bool:
        """Let another browser join as this pupil; whether there is such a pupil."""
        statement = update(pupils).where(*_in(found, pupil)).values(may_return=True)
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount > 0

    def remove_pupil(self, found: SchoolClass, pupil: str) -> bool:
        """Erase a pupil with all results and the games of the class; whether there was one."""
        with self._database.writing() as connection:
            own = connection.execute(select(pupils).where(*_in(found, pupil))).first()
            if own is not None:
                _erase(connection, results.c.pupil == pupil, pupils.c.id == pupil)
            return own is not None

    def erase(self, found: SchoolClass) -> None:
        """Erase a class: its puzzles, pupils and results, and the games that belong to it."""
        with self._database.writing() as connection:
            _erase(connection, results.c.class_id == found.id, pupils.c.class_id == found.id)
            connection.execute(delete(class_puzzles).where(class_puzzles.c.class_id == found.id))
            connection.execute(delete(classes).where(classes.c.id == found.id))


def _in(found: SchoolClass, pupil: str) -> tuple[Any, Any]:
    return pupils.c.class_id == found.id, pupils.c.id == pupil


def _erase(connection: Any, of_results: Any, of_pupils: Any) -> None:
    """Delete pupils, their results, and their games of the puzzles of the class."""
    played = select(games.c.id).join(
        results.join(pupils, results.c.pupil == pupils.c.id),
        and_(games.c.id == results.c.game, games.c.player == pupils.c.player),
    )
    connection.execute(delete(games).where(games.c.id.in_(played.where(of_results))))
    connection.execute(delete(results).where(of_results))
    connection.execute(delete(pupils).where(of_pupils))


def clean_name(name: str) -> str:
    """A name of a class or a pupil without blanks at its ends; raises `BadInput`.

    Letters with accents get one form, as names that look the same must be the same.

    >>> clean_name("  Red   fox ")
    'Red fox'
    """
    name = normalize("NFC", name)
    clean = " ".join("".join(sign for sign in name if sign.isprintable()).split())
    if not clean or len(clean) > MAX_NAME:
        raise BadInput(Text("A name has 1 to {most} characters.", most=MAX_NAME))
    return clean
