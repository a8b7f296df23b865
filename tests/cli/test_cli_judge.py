"""`quebra judge`."""

import json

from commands import MANY, UNIQUE, run


def test_judge() -> None:
    one = run("judge", "-", stdin=UNIQUE)
    assert one.exit_code == 0 and "Exactly one solution: proved." in one.stdout
    many = run("judge", "-", "--json", stdin=MANY)
    assert many.exit_code == 1
    judged = json.loads(many.stdout)
    assert judged["status"] == "many" and judged["differences"]
    text = run("judge", "-", stdin=MANY).stdout
    assert f"Solutions differ in {len(judged['differences'])} cell" in text
