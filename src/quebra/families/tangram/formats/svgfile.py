"""SVG files: the figure and the pieces as paths and basic shapes.

Files are untrusted. The parser refuses document types, and so entities, and limits size, depth and
number of elements; it reads only closed shapes and follows no reference. svgelements does follow
them: a file of 1 kB with nested `use` takes it 10 seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_bytes, settings
from quebra.families.tangram.formats.lines import Parts, decimal, plain, refuse_colours
from quebra.families.tangram.formats.svgshapes import motion_of, moved_outline, path_data
from quebra.families.tangram.model import FIGURE_TEXT, Piece, Tangram
from quebra.geometry.edges import box_around, edges_of
from quebra.geometry.motion import Motion
from quebra.geometry.outline import OUTLINE
from quebra.grid.text import whole_number
from quebra.i18n.text import Text, Verbatim, as_is

Attributes = dict[str, str]

DEEPEST = 32
"""The largest depth of nested elements."""
YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}

XML_FAULTS = (
    Text("mismatched tag"),
    Text("not well-formed (invalid token)"),
    Text("no element found"),
    Text("unclosed token"),
    Text("junk after document element"),
    Text("duplicate attribute"),
    Text("undefined entity"),
    Text("unbound prefix"),
)
"""Errors of the parser that have translations."""


def read_svg(text: str) -> Tangram:
    """A puzzle from shapes with the class or id `figure` and the class `piece`.

    >>> half = '<path class="piece" data-name="half" data-count="2" d="M0 0 H1 V1 Z"/>'
    >>> square = '<rect id="figure" width="1" height="1"/>'
    >>> read_svg(f"<svg>{half}{square}</svg>").figure
    'M0 0 L1 0 L1 1 L0 1 Z'
    """
    admit_bytes(len(text))
    reader = _Reader()
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        line, column = error.lineno, error.offset + 1
        text = Text(
            "The SVG at line {line}, character {column}: {reason}.",
            line=line,
            column=column,
            reason=_fault(error),
        )
        raise BadInput(text, line=line, column=column) from None
    except UnicodeEncodeError as error:
        raise BadInput(
            Text("The SVG is not text: character {at} is incomplete.", at=error.start + 1)
        ) from None
    return reader.found.puzzle()


def _fault(error: expat.ExpatError) -> Text:
    words = expat.ErrorString(error.code)
    return next((fault for fault in XML_FAULTS if fault == words), as_is(words))


def write_svg(puzzle: Tangram) -> str:
    """A file with the figure and the pieces below it, which reads back as the same puzzle."""
    refuse_colours(puzzle, "svg")
    left, top, right, bottom = box_around(edges_of(puzzle.target))
    gap = (right - left + bottom - top) / 20
    defined, used, x, low = [], [], left, bottom
    for number, (piece, shape) in enumerate(zip(puzzle.pieces, puzzle.shapes, strict=True)):
        box = box_around(edges_of(shape))
        defined.append(f'<path id="p{number}" {_attributes(piece)} d="{piece.outline}"/>')
        spot = f'x="{x - box[0]:.6g}" y="{bottom + gap - box[1]:.6g}"'
        used.append(f'<use href="#p{number}" {spot} fill="#56b4e9"/>')
        x += box[2] - box[0] + gap
        low = max(low, bottom + gap + box[3] - box[1])
    width, height = max(right, x - gap) - left + 2 * gap, low - top + 2 * gap
    sheet = f"{left - gap:.6g} {top - gap:.6g} {width:.6g} {height:.6g}"
    figure = f'<path class="figure" fill="#6b6f76" fill-rule="evenodd" d="{puzzle.figure}"/>'
    head = " ".join(('<svg xmlns="http://www.w3.org/2000/svg"', *_settings(puzzle)))
    body = [figure, "<defs>", *defined, "</defs>", *used, "</svg>"]
    return "\n".join([f'{head} viewBox="{sheet}">', *body]) + "\n"


def is_svg(text: str) -> bool:
    """Whether a text looks like XML with an SVG element near the start."""
    return text.lstrip("\ufeff \t\r\n").startswith("<") and "<svg" in text[:4000]


class _Reader:
    """Collects the shapes that have a role while the file is parsed."""

    def __init__(self) -> None:
        self.found = Parts()
        self.motions = [Motion()]
        self.elements = 0
        self.parser = expat.ParserCreate()
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end

    def _doctype(self, *_: object) -> None:
        raise BadInput(Text("The SVG has a document type, which is not allowed: remove it."))

    def _start(self, name: str, attributes: Attributes) -> None:
        self.elements += 1
        if len(self.motions) > DEEPEST:
            raise BadInput(
                Text("The SVG nests elements more than {most} levels deep.", most=DEEPEST)
            )
        if self.elements > settings().max_cells:
            raise BadInput(
                Text("The SVG has more than {most} elements.", most=settings().max_cells)
            )
        name = name.rpartition(":")[2]
        if self.elements == 1:
            self._root(name, attributes)
        place = Text("Element {n} ({name})", n=self.elements, name=Verbatim(name[:20]))
        motion = motion_of(attributes.get("transform", ""), place).then(self.motions[-1])
        self.motions.append(motion)
        roles = [*attributes.get("class", "").split(), attributes.get("id", "")]
        if "figure" in roles:
            outline = moved_outline(path_data(name, attributes, place), motion, FIGURE_TEXT)
            self._figure(outline, place)
        elif "piece" in roles:
            outline = moved_outline(path_data(name, attributes, place), motion, OUTLINE)
            self.found.pieces.append(self._piece(attributes, outline, place))

    def _end(self, name: str) -> None:
        self.motions.pop()

    def _root(self, name: str, attributes: Attributes) -> None:
        if name != "svg":
            raise BadInput(Text("The first element is {name}, not svg.", name=quoted(name)))
        self.found.mirror = _yes(attributes, "data-mirror", False)
        if "data-tolerance" in attributes:
            self.found.tolerance = decimal(attributes["data-tolerance"], Text("The tolerance"))

    def _figure(self, outline: str, place: Text) -> None:
        if self.found.figure:
            raise BadInput(Text("{place}: there is a second figure.", place=place))
        self.found.figure = outline

    def _piece(self, attributes: Attributes, outline: str, place: Text) -> Piece:
        name = attributes.get("data-name") or attributes.get("id")
        angles = attributes.get("data-angles")
        return Piece(
            name=name or str(len(self.found.pieces) + 1),
            outline=outline,
            count=whole_number(attributes.get("data-count", "1"), place),
            flip=_yes(attributes, "data-flip", True),
            angles=None
            if angles is None
            else tuple(decimal(angle, place) for angle in angles.replace(",", " ").split()),
        )


def _yes(attributes: Attributes, name: str, usual: bool) -> bool:
    value = attributes.get(name)
    if value is None:
        return usual
    if value.lower() not in YES:
        raise BadInput(
            Text(
                "The attribute {name} must be yes or no, not {value}.",
                name=Verbatim(name),
                value=quoted(value),
            )
        )
    return YES[value.lower()]


def _attributes(piece: Piece) -> str:
    found = [f'class="piece" data-name={quoteattr(piece.name)}']
    if piece.count != 1:
        found.append(f'data-count="{piece.count}"')
    if not piece.flip:
        found.append('data-flip="no"')
    if piece.angles is not None:
        found.append(f'data-angles="{" ".join(map(plain, piece.angles))}"')
    return " ".join(found)


def _settings(puzzle: Tangram) -> Iterator[str]:
    if puzzle.mirror:
        yield 'data-mirror="yes"'
    if puzzle.tolerance is not None:
        yield f'data-tolerance="{plain(puzzle.tolerance)}"'
