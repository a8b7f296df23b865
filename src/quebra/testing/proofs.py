"""A checker of DRAT proofs, which shares no code with the solvers or with the models.

`python -m quebra.testing.proofs FORMULA.cnf PROOF.drat` checks one. It reads the two files and
nothing else, goes through the proof from its beginning, and accepts it only if the empty clause
follows. A lemma must have the property RUP or RAT: after N. Wetzler, M. Heule and W. Hunt,
"DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs", 2014.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

Clause = list[int]


class Refused(Exception):
    """The proof proves nothing; the message says where it fails."""


@dataclass(frozen=True)
class Verified:
    """What was checked: the size of the formula, and the lemmas and deletions that were needed."""

    variables: int
    clauses: int
    lemmas: int
    deletions: int


def check_proof(formula: str, proof: str) -> Verified:
    """Check that a formula in the DIMACS format is unsatisfiable; raises `Refused` if not proved.

    >>> check_proof("p cnf 2 4\\n1 2 0\\n1 -2 0\\n-1 2 0\\n-1 -2 0\\n", "2 0\\n0\\n")
    Verified(variables=2, clauses=4, lemmas=1, deletions=0)
    >>> check_proof("p cnf 2 3\\n1 2 0\\n1 -2 0\\n-1 2 0\\n", "2 0\\n0\\n")
    Traceback (most recent call last):
    quebra.testing.proofs.Refused: Line 2 of the proof does not follow: the empty clause.
    """
    variables, clauses = read_formula(formula)
    checker = _Checker(clauses)
    lemmas = deletions = 0
    if checker.refuted:
        return Verified(variables, len(clauses), lemmas, deletions)
    for line, is_deletion, clause in read_proof(proof):
        if is_deletion:
            deletions += checker.delete(clause)
            continue
        if not checker.follows(clause):
            shown = " ".join(map(str, clause)) or "the empty clause"
            raise Refused(f"Line {line} of the proof does not follow: {shown}.")
        checker.add(clause)
        lemmas += 1
        if checker.refuted:
            return Verified(variables, len(clauses), lemmas, deletions)
    raise Refused("The proof ends before the empty clause follows.")


def read_formula(text: str) -> tuple[int, list[Clause]]:
    """The number of variables and the clauses of a formula; its header must agree with them."""
    header: list[str] = []
    numbers: list[int] = []
    for line in text.splitlines():
        if line.startswith("p"):
            header = line.split()
        elif line.strip() and not line.startswith("c"):
            numbers += _integers(line)
    if len(header) != 4 or header[1] != "cnf":
        raise Refused("The formula has no line 'p cnf VARIABLES CLAUSES'.")
    clauses = list(_split(numbers))
    variables, count = _integers(" ".join(header[2:]))
    if len(clauses) != count or any(abs(n) > variables for n in numbers):
        raise Refused("The header of the formula does not agree with its clauses.")
    return variables, clauses


def read_proof(text: str) -> Iterator[tuple[int, bool, Clause]]:
    """The lines of a proof: the number of each, whether it deletes, and its clause."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words or words.startswith("c"):
            continue
        is_deletion = words.startswith("d")
        numbers = _integers(words.removeprefix("d"))
        if not numbers or numbers[-1] != 0 or 0 in numbers[:-1]:
            raise Refused(f"Line {number} of the proof does not end with its only 0.")
        yield number, is_deletion, numbers[:-1]


def _integers(line: str) -> list[int]:
    try:
        return [int(word) for word in line.split()]
    except ValueError:
        raise Refused(f"This line has something else than whole numbers: {line[:60]!r}") from None


def _split(numbers: list[int]) -> Iterator[Clause]:
    clause: Clause = []
    for number in numbers:
        if number:
            clause.append(number)
        else:
            yield clause
            clause = []
    if clause:
        raise Refused("The last clause of the formula does not end with 0.")


class _Checker:
    """The clauses so far, each watched at two literals, and the literals that follow from them.

    `reasons` are the clauses from which the literals on the trail follow without an assumption;
    these clauses are not deleted, which keeps every check sound.
    """

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.refuted = False
        self._true: set[int] = set()
        self._trail: list[int] = []
        self._propagated = 0
        self._watching: dict[int, list[Clause]] = {}
        self._ids: dict[tuple[int, ...], list[Clause]] = {}
        self._alive: dict[int, Clause] = {}
        self._reasons: set[int] = set()
        for clause in clauses:
            self.add(clause)

    def add(self, literals: Clause) -> None:
        """Add a clause, and all literals that follow from it by unit propagation."""
        clause = list(dict.fromkeys(literals))
        self._ids.setdefault(tuple(sorted(clause)), []).append(clause)
        self._alive[id(clause)] = clause
        if self.refuted or any(-n in clause for n in clause):
            return
        # Literals that are not false come first, so that the two watched ones are among them.
        clause.sort(key=lambda n: -n in self._true)
        for literal in clause[:2] if len(clause) > 1 else ():
            self._watching.setdefault(literal, []).append(clause)
        open_literals = [n for n in clause[:2] if -n not in self._true]
        if not open_literals:
            self.refuted = True
        elif len(open_literals) == 1 and open_literals[0] not in self._true:
            self._assign(open_literals[0], clause)
            self.refuted = self._propagate(lasting=True)

    def delete(self, literals: Clause) -> bool:
        """Delete a clause if it is there, unless a literal that is known follows from it.

        Solvers also delete clauses that they have shortened without a word. To keep a clause is
        always sound: fewer lemmas have the property RAT, and those with RUP still follow.
        """
        found = self._ids.get(tuple(sorted(set(literals))))
        if not found or id(found[-1]) in self._reasons:
            return False
        clause = found.pop()
        del self._alive[id(clause)]
        for literal in clause[:2]:
            watching = self._watching.get(literal, [])
            watching[:] = [each for each in watching if each is not clause]
        return True

    def follows(self, clause: Clause) -> bool:
        """Whether a clause has the property RUP, or with its first literal the property RAT."""
        if self._is_rup(clause):
            return True
        return bool(clause) and all(
            self._is_rup([*clause, *(n for n in other if n != -clause[0])])
            for other in [each for each in self._alive.values() if -clause[0] in each]
        )

    def _is_rup(self, clause: Clause) -> bool:
        """Whether unit propagation finds a conflict if all literals of the clause are false."""
        start = len(self._trail)
        conflict = any(n in self._true or -n in clause for n in clause)
        if not conflict:
            for literal in clause:
                if -literal not in self._true:
                    self._assign(-literal)
            conflict = self._propagate()
        self._true.difference_update(self._trail[start:])
        del self._trail[start:]
        self._propagated = start
        return conflict

    def _assign(self, literal: int, reason: Clause | None = None) -> None:
        self._true.add(literal)
        self._trail.append(literal)
        if reason is not None:
            self._reasons.add(id(reason))

    def _propagate(self, lasting: bool = False) -> bool:
        """Assign all literals that follow; returns whether there is a conflict."""
        true, watching = self._true, self._watching
        while self._propagated < len(self._trail):
            false = -self._trail[self._propagated]
            self._propagated += 1
            kept: list[Clause] = []
            clauses = watching.get(false, [])
            for place, clause in enumerate(clauses):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if clause[0] in true:
                    kept.append(clause)
                    continue
                for i in range(2, len(clause)):
                    if -clause[i] not in true:
                        clause[1], clause[i] = clause[i], false
                        watching.setdefault(clause[1], []).append(clause)
                        break
                else:
                    kept.append(clause)
                    if -clause[0] in true:
                        watching[false] = kept + clauses[place + 1 :]
                        return True
                    self._assign(clause[0], clause if lasting else None)
            watching[false] = kept
        return False


def main(arguments: list[str]) -> int:
    """Check the proof in two files; returns 0 if it is accepted."""
    if len(arguments) != 2:
        print("Usage: python -m quebra.testing.proofs FORMULA.cnf PROOF.drat", file=sys.stderr)
        return 2
    try:
        formula, proof = (Path(name).read_text(encoding="ascii") for name in arguments)
        found = check_proof(formula, proof)
    except (OSError, UnicodeDecodeError) as error:
        print(f"A file cannot be read: {error}", file=sys.stderr)
        return 2
    except Refused as reason:
        print(f"Refused. {reason}")
        return 1
    print(
        f"Verified: the formula of {found.clauses:,} clauses has no solution "
        f"({found.lemmas:,} lemmas)."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
