"""Fuzzing of all readers: `make fuzz`, or `python tests/fuzz/fuzz.py --inputs 100000`.

With atheris the inputs are guided by the coverage of the sources; without it they are mutations of
what the formats write. A reader may refuse an input with a sentence; any other exception, more than
a second of CPU or more than 300 MB is a fault, and its input is kept in `corpus`.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parent))

CORPUS = Path(__file__).parent / "corpus"
MAX_SECONDS = 1.0
MAX_MEGABYTES = 300
HANGING = 10.0
"""Seconds of CPU after which a reader is stopped."""
SAME_KIND = 2
"""Faults of a target with the same exception that are saved."""
REWRITTEN = 40
"""One in this number of puzzles is written in all formats and read back."""


class Hanging(BaseException):
    """A reader exceeded its CPU time."""


@dataclass
class Figures:
    """The measurements of one target."""

    inputs: int = 0
    accepted: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    megabytes: float = 0.0
    faults: list[str] = field(default_factory=list)


@contextmanager
def stopped_if_hanging() -> Iterator[None]:
    """Raise `Hanging` after too many seconds of CPU."""

    def stop(*_: object) -> None:
        raise Hanging

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, HANGING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def fault_of(name: str, text: str, figures: Figures, rewritten: bool = False) -> str | None:
    """The fault of a target in reading a text, or None."""
    from targets import rewrite, targets

    from quebra.contract.errors import QuebraError

    target = targets()[name]
    figures.inputs += 1
    started = process_time()
    fault, value = None, None
    try:
        with stopped_if_hanging():
            value = target.read(text)
        figures.accepted += 1
    except QuebraError as error:
        sentence = str(error)
        if "\n" in sentence or not sentence.endswith(".") or not sentence.isprintable():
            fault = f"the sentence {sentence!r}"
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
    except Hanging:
        fault = "hangs"
    seconds = process_time() - started
    figures.seconds += seconds
    figures.slowest = max(figures.slowest, seconds)
    if fault is None and seconds > MAX_SECONDS:
        fault = f"{seconds:.1f} s of CPU"
    if fault is None and value is not None and rewritten:
        try:
            rewrite(value)
        except Exception as error:
            fault = f"rewritten: {type(error).__name__}: {error}"
    return fault


def run(name: str, inputs: int, seed: int) -> Figures:
    """Fuzz one target with mutations."""
    from mutations import mutated
    from targets import targets

    figures, random = Figures(), Random(f"{name} {seed}")
    seeds = targets()[name].seeds
    for number in range(inputs):
        text = mutated(random, seeds)
        fault = fault_of(name, text, figures, rewritten=number % REWRITTEN == 0)
        if fault:
            keep(name, text, fault, figures)
    figures.megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return figures


def keep(name: str, text: str, fault: str, figures: Figures) -> None:
    """Report a fault and save its input, unless a similar one is known."""
    kind = fault.partition(":")[0]
    if sum(known.startswith(kind) for known in figures.faults) >= SAME_KIND:
        return
    figures.faults.append(fault)
    path = save(name, minimal(name, text, fault))
    print(f"  {name}: {fault[:300]} ({path.name})", flush=True)


def minimal(name: str, text: str, fault: str) -> str:
    """A shorter text with the same kind of fault."""
    kind = fault.partition(":")[0]
    if kind == "hangs" or "CPU" in kind:
        return text
    size = len(text) // 2
    tries = 0
    while size and tries < 2_000:
        at, before = 0, len(text)
        while at < len(text) and tries < 2_000:
            shorter = text[:at] + text[at + size :]
            tries += 1
            found = fault_of(name, shorter, Figures(), rewritten=kind == "rewritten")
            if found and found.partition(":")[0] == kind:
                text = shorter
            else:
                at += size
        if len(text) == before:
            size //= 2
    return text


def save(name: str, text: str) -> Path:
    """A file of the corpus: the target on the first line, and then the input."""
    content = f"{name}\n{text}".encode("utf-8", "surrogatepass")
    path = CORPUS / f"{name.replace('/', '-').replace(' ', '-')}-{sha256(content).hexdigest()[:8]}"
    path.write_bytes(content)
    return path


def read_saved(path: Path) -> tuple[str, str]:
    """The target and the input of a file of the corpus."""
    name, _, text = path.read_bytes().decode("utf-8", "surrogatepass").partition("\n")
    return name, text


def with_mutations(names: list[str], inputs: int, seed: int) -> int:
    """Fuzz targets one after another, and print a table of figures."""
    print(f"{'target':<28} {'inputs':>9} {'accepted':>9} {'CPU s':>8} {'slowest':>8} {'MB':>6}")
    everything = []
    # A process for each target, as only what the largest input takes can be known of a process.
    with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        for name in names:
            figures = pool.apply(run, (name, inputs // len(names), seed))
            everything.append(figures)
            print(
                f"{name:<28} {figures.inputs:>9,} {figures.accepted:>9,} {figures.seconds:>8.1f} "
                f"{figures.slowest:>8.3f} {figures.megabytes:>6.0f}",
                flush=True,
            )
    total = sum(figures.inputs for figures in everything)
    faults = sum(len(figures.faults) for figures in everything)
    most = max(figures.megabytes for figures in everything)
    print(f"{total:,} inputs, {faults} faults, {most:.0f} MB at most")
    return int(bool(faults) or most > MAX_MEGABYTES)


def with_coverage(beginnings: list[str] | None, seconds: int, seed: int) -> None:
    """Fuzz with atheris; the first byte of an input chooses the target."""
    import atheris

    with atheris.instrument_imports(include=["quebra"], enable_loader_override=False):
        from mutations import mutated
        from targets import targets

        known, names = targets(), names_of(beginnings)
    figures = {name: Figures() for name in names}

    def one_input(data: bytes) -> None:
        name = names[data[0] % len(names)] if data else names[0]
        text = data[1:].decode("utf-8", "replace")
        fault = fault_of(name, text, figures[name])
        if fault:
            keep(name, text, fault, figures[name])

    def mutate(data: bytes, most: int, number: int) -> bytes:
        random = Random(number)
        if not data or random.random() < 0.5:
            return bytes(atheris.Mutate(data, most))
        name = names[data[0] % len(names)]
        text = mutated(random, [data[1:].decode("utf-8", "replace"), *known[name].seeds])
        return data[:1] + text.encode("utf-8", "replace")[: most - 1]

    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(names):
            for place, text in enumerate(known[name].seeds):
                path = Path(folder) / f"{number}-{place}"
                path.write_bytes(bytes([number]) + text.encode())
        options = [f"-max_total_time={seconds}", f"-seed={seed}", "-rss_limit_mb=2000"]
        options += ["-timeout=30", "-max_len=8000", "-print_final_stats=1"]
        atheris.Setup([sys.argv[0], *options, folder], one_input, custom_mutator=mutate)
        atheris.Fuzz()


def main() -> None:
    """The command line of the fuzzer."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--inputs", type=int, default=100_000, help="how many mutations")
    options.add_argument("--coverage", action="store_true", help="guided by coverage, by atheris")
    options.add_argument("--seconds", type=int, default=600, help="how long, with --coverage")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--target", action="append", help="only targets that begin so")
    wanted = options.parse_args()
    if wanted.coverage:
        with_coverage(wanted.target, wanted.seconds, wanted.seed)
    else:
        sys.exit(with_mutations(names_of(wanted.target), wanted.inputs, wanted.seed))


def names_of(beginnings: list[str] | None) -> list[str]:
    """The targets whose names have this prefix, or all."""
    from targets import targets

    return [name for name in targets() if name.startswith(tuple(beginnings or [""]))]


if __name__ == "__main__":
    main()
