"""Change the source a little, many times, and see whether the tests that run the line notice.

    python -m bench mutants --coverage FILE --seed 37 --count 40

FILE is what `coverage` wrote while the tests ran with one context for each test:

    python -m pytest -n 2 --cov=feltworks --cov-context=test

Mutants are drawn by the seed, as many from each of five parts: what a wager pays, rounds, odds,
books and what staff may do. A mutant swaps a comparison or an operator, negates a condition, adds
one to a whole number, or leaves out a call. For each mutant the tests that ran its line are run
until one fails; with `--seconds FILE`, the quickest first. `--save` writes the mutants that were
drawn to a file, and `--mutants` runs those of such a file: so two commits are compared by the same
mutants. `--line FILE:LINE` runs every mutant of one line.

Lines of files with kernels are left out: compiled code has no lines that coverage sees, and each
change would compile every kernel again. Kernels are compared with plain oracles instead.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path

from rich.table import Table

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "feltworks"
PARTS = {
    "settle": ("rules/settlement.py", "round/core/paying.py", "round/payouts.py"),
    "round": ("round/", "pit/", "table/", "blackjack/", "ring/"),
    "odds": ("odds/",),
    "books": ("house/books/", "house/ledger/", "house/rounds/", "house/jackpots/"),
    "staff": ("house/staff.py", "house/orders.py", "web/console/"),
}
KERNEL_SOURCE = "from feltworks.kernels import"
BUDGET_SECONDS = 120
"""The tests of one mutant are run up to this sum of the times they took before."""
NOT_FOUND, NOTHING_RUN = 4, 5
"""Exit codes of pytest: a test that is named does not exist, or none was run."""
LONGEST_SECONDS = 900
"""A run that takes longer is one that does not end."""
COMPARISONS = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
OPERATORS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "+"}


@dataclass(frozen=True)
class Mutant:
    """One change: the file, its line (the first is 1), the text there and what stands instead."""

    part: str
    file: str
    line: int
    column: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.before}  ->  {self.after}"

    def applied(self, source: str) -> str:
        """Change the source; the text must still be where it was when the mutant was drawn."""
        lines = source.splitlines(keepends=True)
        line = lines[self.line - 1]
        end = self.column + len(self.before)
        if line[self.column : end] != self.before:
            raise ValueError(f"{self.file}:{self.line} no longer has {self.before!r}")
        lines[self.line - 1] = line[: self.column] + self.after + line[end:]
        return "".join(lines)


def mutants_of(part: str, path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file, in the order of its lines."""
    source = path.read_text("utf-8")
    lines = source.splitlines()
    file = path.relative_to(ROOT).as_posix()

    def change(first: ast.AST, last: ast.AST, after: str) -> Iterator[Mutant]:
        if first.lineno != last.end_lineno:
            return
        text = lines[first.lineno - 1].encode()
        start = len(text[: first.col_offset].decode())
        before = text[first.col_offset : last.end_col_offset].decode()
        if before != after:
            yield Mutant(part, file, first.lineno, start, before, after)

    def text(node: ast.AST) -> str:
        segment = ast.get_source_segment(source, node) or ""
        plain = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript)
        return segment if isinstance(node, plain) else f"({segment})"

    for node in _nodes(ast.parse(source)):
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                if after := COMPARISONS.get(type(operator)):
                    yield from change(node, node, f"{text(left)} {after} {text(right)}")
            case ast.BinOp(left=left, op=operator, right=right):
                if after := OPERATORS.get(type(operator)):
                    yield from change(node, node, f"{text(left)} {after} {text(right)}")
            case ast.BoolOp(op=operator, values=[one, two]):
                after = "or" if isinstance(operator, ast.And) else "and"
                yield from change(node, node, f"{text(one)} {after} {text(two)}")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield from change(node, node, f"bool({text(operand)})")
            case ast.If(test=test) | ast.IfExp(test=test):
                yield from change(test, test, f"not ({text(test)})")
            case ast.Constant(value=bool(value)):
                yield from change(node, node, str(not value))
            case ast.Constant(value=int(value)):
                yield from change(node, node, str(value + 1))
            case ast.Expr(value=ast.Call()):
                yield from change(node, node, "None")


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk a tree without f-strings, inside which Python 3.11 gives wrong columns."""
    for child in ast.iter_child_nodes(tree):
        if not isinstance(child, ast.JoinedStr):
            yield child
            yield from _nodes(child)


def covering_tests(coverage_file: Path) -> dict[tuple[str, int], list[str]]:
    """Map each line of the source to the tests that ran it."""
    from coverage import CoverageData

    data = CoverageData(str(coverage_file))
    data.read()
    covered = {}
    for measured in data.measured_files():
        at = measured.rfind("src/feltworks/")
        if at < 0:
            continue
        for line, contexts in data.contexts_by_lineno(measured).items():
            tests = sorted({each.partition("|")[0] for each in contexts if each})
            if tests:
                covered[measured[at:], line] = tests
    return covered


def draw(seed: int, count: int, covered: dict[tuple[str, int], list[str]]) -> list[Mutant]:
    """Draw as many mutants from each part, of lines that some test runs, no line twice."""
    drawn: list[Mutant] = []
    chance = random.Random(seed)
    for at, (part, places) in enumerate(PARTS.items()):
        taken = {(each.file, each.line) for each in drawn}
        candidates = [
            mutant
            for path in sorted(SOURCE.rglob("*.py"))
            if path.relative_to(SOURCE).as_posix().startswith(places)
            and KERNEL_SOURCE not in path.read_text("utf-8")
            for mutant in mutants_of(part, path)
            if (mutant.file, mutant.line) in covered and (mutant.file, mutant.line) not in taken
        ]
        chance.shuffle(candidates)
        share = count // len(PARTS) + (at < count % len(PARTS))
        one_of_a_line = {(each.file, each.line): each for each in candidates}
        drawn += list(one_of_a_line.values())[:share]
    return drawn


def failing_test(mutant: Mutant, tests: list[str], seconds: dict[str, float]) -> tuple[str, int]:
    """Run tests on the mutant, the quickest first; return the first that fails and how many ran.

    If it is known how long tests take, those beyond `BUDGET_SECONDS` in sum are not run. A run that
    does not end or crashes counts as noticed; an empty string is a survivor.
    """
    path = ROOT / mutant.file
    source = path.read_text("utf-8")
    in_order = sorted(tests, key=lambda test: seconds.get(test, 1.0))
    sums = accumulate(seconds.get(test, 1.0) for test in in_order)
    if seconds:
        in_order = in_order[: 1 + sum(each <= BUDGET_SECONDS for each in sums)]
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "tests.txt"
        asked.write_text("\n".join(in_order), "utf-8")
        call = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
        call += ["-p", "no:randomly", "--tb=no", "-rfE", f"@{asked}"]
        where = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        path.write_text(mutant.applied(source), "utf-8")
        try:
            ran = subprocess.run(
                call, cwd=ROOT, env=where, capture_output=True, text=True, timeout=LONGEST_SECONDS
            )
        except subprocess.TimeoutExpired as late:
            told = (late.stdout or b"").decode()
            return ("FAILED" in told and told) or "(stopped after its time)", len(in_order)
        finally:
            path.write_text(source, "utf-8")
    lines = ran.stdout.splitlines()
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    if ran.returncode == 0:
        return "", len(in_order)
    if ran.returncode in (NOT_FOUND, NOTHING_RUN):
        raise SystemExit(f"the tests of {mutant} are not those of this tree: {lines[-1:]}")
    if not failed:
        return f"(ended with code {ran.returncode})", len(in_order)
    return failed[0].split(" - ")[0], len(in_order)


def bench(*given: list[str]) -> Table:
    """Run the mutants and report which test noticed each."""
    parser = argparse.ArgumentParser(prog="python -m bench mutants")
    parser.add_argument("--coverage", type=Path, required=True, help="what coverage wrote")
    parser.add_argument("--seed", type=int, default=37)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--save", type=Path, help="write the mutants to this file and stop")
    parser.add_argument("--mutants", type=Path, help="run the mutants of this file")
    parser.add_argument("--line", help="run every mutant of FILE:LINE")
    parser.add_argument("--seconds", type=Path, help="JSON: seconds by test")
    asked = parser.parse_args(given[0] if given else [])
    covered = covering_tests(asked.coverage)
    seconds = json.loads(asked.seconds.read_text("utf-8")) if asked.seconds else {}
    if asked.mutants:
        mutants = [Mutant(**each) for each in json.loads(asked.mutants.read_text("utf-8"))]
    elif asked.line:
        file, _, line = asked.line.rpartition(":")
        every = mutants_of("line", ROOT / file)
        mutants = [each for each in every if each.line == int(line)]
    else:
        mutants = draw(asked.seed, asked.count, covered)
    table = Table(title=f"{len(mutants)} mutants", title_justify="left")
    for heading in ("part", "mutant", "tests", "noticed by"):
        table.add_column(heading, overflow="fold")
    if asked.save:
        asked.save.write_text(json.dumps([asdict(each) for each in mutants], indent=1), "utf-8")
        mutants = []
    survived = 0
    for number, mutant in enumerate(mutants, 1):
        tests = covered.get((mutant.file, mutant.line), [])
        noticed, count = failing_test(mutant, tests, seconds) if tests else ("", 0)
        survived += not noticed
        print(f"{number}/{len(mutants)} {mutant}: {noticed or 'SURVIVED'}", flush=True)
        table.add_row(mutant.part, str(mutant), str(count), noticed or "survived")
    table.caption = f"{survived} survived"
    return table
