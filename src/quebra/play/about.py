"""What a setter says of a puzzle: its title, its author and a note."""

from typing import Annotated

import msgspec

Line = Annotated[str, msgspec.Meta(max_length=200)]


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a setter says of a puzzle."""

    title: Line = ""
    author: Line = ""
    note: Line = ""


NOTHING_SAID = About()
