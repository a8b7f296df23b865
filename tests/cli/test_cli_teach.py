"""`quebra teach`: an example and exercises for each technique."""

import json

from commands import run
from quebra.play.saving import from_link


def teach(*more: str) -> str:
    result = run("teach", "kojun", "hidden", "single", "--exercises", "2", *more)
    assert result.exit_code == 0
    return result.stdout


def test_a_lesson_has_an_example_and_exercises() -> None:
    shown = teach("--seed", "4")
    assert shown.strip().startswith("Hidden single\nOnly one cell of a region can hold a number.")
    assert shown.count("what follows?") == 2 and "Answers" not in shown
    assert shown == teach("--seed", "4") != teach("--seed", "5")


def test_answers_and_links_are_shown_to_those_who_ask() -> None:
    shown = teach("--answers", "--links")
    _, answers = shown.split("\nAnswers\n")
    assert answers.count("\n     ") >= 2
    links = [line for line in shown.splitlines() if line.startswith("#p=")]
    assert [from_link(link).puzzle.family for link in links] == ["kojun", "kojun"]


def test_the_json_of_a_lesson() -> None:
    lesson = json.loads(teach("--json"))
    assert lesson["technique"]["name"] == "hidden single" and lesson["note"] == ""
    for exercise in (lesson["example"], *lesson["exercises"]):
        assert exercise["step"]["technique"] == "hidden single"
        assert exercise["game"]["puzzle"]["family"] == "kojun" and exercise["moves"]


def test_all_techniques_are_taught_from_easy_to_hard() -> None:
    result = run("teach", "edges", "--exercises", "1", "--time", "0", "--json")
    names = [json.loads(line)["technique"]["name"] for line in result.stdout.splitlines()]
    assert names[0] == "given" and "search" not in names and "mistake" not in names


def test_unknown_names_are_refused() -> None:
    for arguments, said in ((("kojun", "pear"), "does not teach 'pear'"), (("pear",), "pear")):
        result = run("teach", *arguments)
        assert result.exit_code == 2 and said in result.stderr
