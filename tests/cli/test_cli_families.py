"""`quebra families` and `quebra tour`."""

import json

from commands import run
from quebra.families.tangram.sets import SETS


def test_families() -> None:
    assert "kojun" in run("families").stdout
    schema = json.loads(run("families", "--schema", "kojun").stdout)
    assert schema["$defs"]["Kojun"]["required"] == ["family", "regions", "givens"]
    assert run("families", "--schema", "chess").exit_code == 2


def test_one_family_with_its_choices() -> None:
    said = run("families", "tangram").stdout
    assert "kojun" not in said
    for name, found in SETS.items():
        assert f"  {name} " in said and found.title.split()[0] in said
    (facts,) = json.loads(run("families", "--json", "tangram").stdout)
    (option,) = (each for each in facts["options"] if each["name"] == "set")
    assert set(option["described"]) == set(option["choices"]) == set(SETS)
    assert option["described"]["egg"]["title"] == "Egg of Columbus"
    assert "--set" not in run("families", "kojun").stdout
    assert run("families", "chess").exit_code == 2


def test_tour() -> None:
    result = run("tour")
    assert result.exit_code == 0
    assert "Exactly one solution: proved." in result.stdout
