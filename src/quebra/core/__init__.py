"""What every family shares."""

from quebra.core.budget import Budget
from quebra.core.codec import Codec, choose_codec, decode_text, json_codec
from quebra.core.errors import BadInput, Cut, EngineFault, NotFound, QuebraError
from quebra.core.family import GRADES, Case, Choice, Engine, Family, Goal, Look, Recipe
from quebra.core.grid import GridAnswer
from quebra.core.puzzle import Answer, Puzzle
from quebra.core.random import Source
from quebra.core.registry import families, family_names, family_of, get_family
from quebra.core.results import (
    Change,
    Grade,
    Outcome,
    Place,
    Progress,
    Step,
    Technique,
    Violation,
)
from quebra.core.search import search, solve
from quebra.core.settings import Settings, settings
from quebra.core.trace import Frame, Trace

__all__ = [
    "GRADES",
    "Answer",
    "BadInput",
    "Budget",
    "Case",
    "Change",
    "Choice",
    "Codec",
    "Cut",
    "Engine",
    "EngineFault",
    "Family",
    "Frame",
    "Goal",
    "Grade",
    "GridAnswer",
    "Look",
    "NotFound",
    "Outcome",
    "Place",
    "Progress",
    "Puzzle",
    "QuebraError",
    "Recipe",
    "Settings",
    "Source",
    "Step",
    "Technique",
    "Trace",
    "Violation",
    "choose_codec",
    "decode_text",
    "families",
    "family_names",
    "family_of",
    "get_family",
    "json_codec",
    "search",
    "settings",
    "solve",
]
