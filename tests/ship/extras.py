"""What works without extras, and what each extra adds: the same lines with none and with all.

The tables below call every command. With all extras, the lines of `PAPERS` work; what the commands
of `BOOKS` do then is asked where books are kept, and not of each of them.
"""

from __future__ import annotations

import json
import re
import shlex

from tests.ship.installed import PROJECT, Ended, Installed
from tests.ship.steps import Failed, check_each, require

GAME = "spanish-poker"
WORKS = (
    "feltworks",
    "feltworks games",
    "feltworks games --examples",
    "feltworks rules show texas-21",
    "feltworks rules export mini-tex > mine.toml",
    "feltworks rules check mine.toml",
    "feltworks rules schema",
    "feltworks rules clauses mini-tex",
    "feltworks hand mini-tex As Ks",
    f"feltworks odds {GAME}",
    f"feltworks strategy {GAME} --cards '6s 6d Kc 4h 2s'",
    f"feltworks strategy {GAME} --simple",
    f"feltworks tune {GAME} --target 3%",
    f"feltworks certify {GAME} --out certificate.json",
    "feltworks certify --check certificate.json",
    f"feltworks report {GAME} --kind rules --out rules.md",
    f"feltworks report {GAME} --kind felt --out felt.svg",
    f"feltworks session {GAME}",
    f"feltworks simulate {GAME} --rounds 1000",
    f"feltworks vulnerability {GAME}",
    f"feltworks progressive {GAME}",
    "feltworks exposed texas-21 --cards 'Ts 6d'",
    "feltworks play pick-2-poker --seed 7 --auto optimal --rounds 2",
    "feltworks play mini-tex-ring --seed 7 --auto regular --rounds 1 --save games",
    "feltworks replay games/*",
    "feltworks score games",
    "feltworks equity mini-tex-ring",
    "feltworks cache",
    "feltworks cache clear",
)
"""Lines that need no extra."""
DIFFERS = f"feltworks verify {GAME}"
"""Needs no extra either, and ends with 1: published figures differ from the counted ones."""
PAPERS = (
    (f"feltworks odds {GAME} --chart odds.html", "charts"),
    (f"feltworks simulate {GAME} --rounds 1000 --chart mean.svg", "charts"),
    (f"feltworks session {GAME} --chart session.png", "charts"),
    (f"feltworks simulate {GAME} --rounds 1000 --workers 2", "cluster"),
    (f"feltworks simulate {GAME} --rounds 1000 --rounds-to dealt.parquet", "rounds"),
    (f"feltworks report {GAME} --rounds 1000 --out report.md", "charts"),
    (f"feltworks report {GAME} --kind rules", "papers"),
    (f"feltworks report {GAME} --rounds 1000", "papers"),
    (f"feltworks report {GAME} --kind felt", "papers"),
    (f"feltworks report {GAME} --kind packet --rounds 1000", "papers"),
    ("feltworks certify --new-key signing.key", "papers"),
)
"""Lines about a game, and the extra that each needs."""
BOOKS = (
    "house check",
    "house open",
    "house close",
    "house status",
    "house demo",
    "house report",
    "house backup copy",
    "house restore copy",
    "house archive copy",
    "house forget Ada",
    "house guests",
    "house void 1 --because error",
    "house corrections",
    "house correct 1 --from a --to b --dollars 1 --because error",
    "house confirm 1",
    "house declare 1",
    "house seal",
    "house clock",
    "house key",
    "house staff list",
    "house staff rights",
    "house staff add Ada dealer",
    "house staff role Ada dealer",
    "house staff remove Ada",
    "jackpot list",
    "jackpot show gran",
    "jackpot count gran",
    "jackpot adjust gran --by 1 --because malfunction --document note",
    "jackpot seed gran --by 1 --document note",
    "jackpot deposit gran --by 1 --reference a --dated 2025-11-14 --document note",
    "jackpot remove gran --document note",
    "jackpot statement gran",
    "rounds find",
    "rounds export rounds.parquet",
    "rounds show 1",
    "rounds verify 1",
    "audit",
)
"""Commands about a house's books: all of them need the extra `house`."""
ASK = {"rules new", "cache compile"}
"""Commands that ask questions, or take minutes: only their help is called."""

WEB = ("serve --no-browser", "house table mini-tex-1 --close")
"""Commands that need the extra `web`: the card room, and tables as its console changes them."""
COMMANDS = """
import contextlib, io, json
from feltworks.cli.commands import command_line

def leaves(command, words):
    if not hasattr(command, "commands"):
        yield words
        return
    for word in list(command.commands):
        yield from leaves(command.get_command(None, word), [*words, word])

program, printed = command_line(), {}
for words in leaves(program, []):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        program.main([*words, "--help"], prog_name="feltworks", standalone_mode=False)
    printed[" ".join(words)] = out.getvalue()
print(json.dumps(printed))
"""
ENVIRONMENTS = """
import feltworks.environments, gymnasium
env = gymnasium.make("feltworks.environments:feltworks/House-v0", game="mini-tex")
seen, info = env.reset(seed=3)
print(sorted(seen), feltworks.environments.ring_env("mini-tex-ring", seats=3))
"""
FRAME = f"""
import feltworks
odds = feltworks.load({GAME!r}).odds()
try:
    print(odds.to_frame())
except feltworks.FeltworksError as error:
    raise SystemExit(str(error))
"""
RESEARCH = (ENVIRONMENTS, FRAME)
"""Programs that need the extra `research`."""
REMOVED = (
    ("rounds", ("pyarrow",), "feltworks rounds export missing.parquet --books {books}"),
    ("papers", ("typst",), "feltworks house report --books {books} --out month.pdf"),
    ("papers", ("xlsxwriter",), "feltworks house report --books {books} --out month.xlsx"),
)
"""Extras that some commands about books need besides: packages to remove, and what misses them."""


def check_help(installed: Installed) -> str:
    """Every command prints its help with no extra, and is called here."""
    printed = json.loads(installed.script(COMMANDS).expect().out)
    silent = [words for words, out in printed.items() if "Usage:" not in out]
    require(not silent, f"no help: {', '.join(silent)}")
    lines = [*WORKS, DIFFERS, *(line for line, _ in PAPERS)]
    called = {*(line.removeprefix("feltworks ") for line in lines), *BOOKS, *WEB}
    left = [
        words
        for words in printed.keys() - ASK
        if not any(line == words or line.startswith(f"{words} ") for line in called)
    ]
    require(not left, f"commands that nothing here calls: {', '.join(left)}")
    return f"{len(printed)} commands"


def check_what_works(installed: Installed) -> str:
    """What needs no extra works, and prints something."""

    def check(line: str) -> None:
        ended = installed.type(line).expect(1 if line == DIFFERS else 0)
        require(ended.out or ">" in line, f"{line}: nothing is printed")

    check_each(check, (*WORKS, DIFFERS))
    return f"{len(WORKS) + 1} lines"


def check_what_is_named(installed: Installed) -> str:
    """Whatever needs an extra names it in one sentence."""
    lines = list(PAPERS)
    for extra, commands in (("house", BOOKS), ("web", WEB)):
        lines += ((f"feltworks {each}", extra) for each in commands)

    def check(line: tuple[str, str]) -> None:
        ended = installed.type(line[0]).expect(2)
        require(not ended.out, f"{line[0]}: it is said only after work\n{ended.out}")
        _check_sentence(ended, line[1])

    check_each(check, lines)
    for program in RESEARCH:
        _check_sentence(installed.script(program), "research", last=True)
    named = {extra for _, extra in lines} | {"research"}
    extras = PROJECT["project"]["optional-dependencies"].keys() - {"all", "dev", "docs"}
    require(named == extras, f"extras: {sorted(extras)}, and named are {sorted(named)}")
    return f"{len(lines) + len(RESEARCH)} lines, {len(named)} extras"


def _check_sentence(ended: Ended, extra: str, *, last: bool = False) -> None:
    """One line on stderr says what to install; a program may print a traceback before it."""
    lines = ended.err.splitlines()
    sentence = lines[-1] if lines and (last or len(lines) == 1) else ""
    if ended.code == 0 or not re.search(rf'pip install "feltworks\[{extra}\]"$', sentence):
        raise Failed(f"{ended.line}\ndoes not name {extra!r}\n{ended.err}")


def check_what_extras_add(installed: Installed) -> str:
    """With all extras the same lines work, and write the files that they name."""

    def check(line: str) -> None:
        ended = installed.type(line).expect()
        words = shlex.split(line)
        files = [word for word in words[1:] if re.search(r"\.(html|svg|png|md|parquet|key)$", word)]
        for file in files:
            require((installed.work / file).stat().st_size, f"{line}: {file} is empty")
        require(ended.out, f"{line}: nothing is printed")

    check_each(check, (line for line, _ in PAPERS))
    for program in RESEARCH:
        installed.script(program).expect()
    return f"{len(PAPERS) + len(RESEARCH)} lines"


def check_removed(installed: Installed, books: str) -> str:
    """Commands about books name the extras that only some of their options need."""
    for extra, packages, line in REMOVED:
        installed.pip("uninstall", "--yes", *packages)
        _check_sentence(installed.type(line.format(books=books)), extra)
    return ", ".join(package for _, packages, _ in REMOVED for package in packages)
