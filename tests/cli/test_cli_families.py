"""`quebra families` and `quebra tour`."""

import json

from commands import run


def test_families() -> None:
    assert "kojun" in run("families").stdout
    schema = json.loads(run("families", "--schema", "kojun").stdout)
    assert schema["$defs"]["Kojun"]["required"] == ["family", "regions", "givens"]
    assert run("families", "--schema", "chess").exit_code == 2


def test_tour() -> None:
    result = run("tour")
    assert result.exit_code == 0
    assert "Exactly one solution: proved." in result.stdout
