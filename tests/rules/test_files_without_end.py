"""Files that would keep a careless reader busy for ever: refused in time, never a traceback."""

import pytest
from tests.ask.rules import RulesError, check_text, find_ranking, load, read_text

from feltworks.errors import FeltworksError

from .sample import SIXTH, edited

HUGE = "0x" + "f" * 10_000
DOTS = "a.b." * 40


def mistakes(text: str):
    with pytest.raises(RulesError) as caught:
        check_text(text, "game.toml")
    assert len(str(caught.value)) < 2_000
    return {mistake.key: str(mistake) for mistake in caught.value.mistakes}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (("seats = 6", f"seats = {HUGE}"), "table.seats"),
        (("default = 6", f"default = {HUGE}"), "options.seats.default"),
        (("lowest = 1", f"lowest = -{10**40}"), "options.seats.lowest"),
        (("highest = 7", f"highest = {HUGE}"), "options.seats.highest"),
        (('pays = "30:1"', f"pays = {HUGE}"), "pays.pair-up.rows.2.pays"),
        (('title = "Three', f'zork = {HUGE}\ntitle = "Three'), "game.zork"),
        (('"contests.main.qualifies" = "any hand"', f'"table.seats" = {HUGE}'), None),
    ],
)
def test_a_number_of_thousands_of_digits(change, key):
    found = mistakes(edited(change))
    (told,) = found.values()
    assert "bits; allowed: at most 9,223,372,036,854,775,807" in told
    assert key is None or set(found) == {key}


def test_the_largest_number_of_toml_is_read_and_judged_by_its_key():
    assert "10 or less" in mistakes(edited(("seats = 6", f"seats = {2**63 - 1}")))["table.seats"]


@pytest.mark.parametrize("levels", [40, 500, 25_000])
@pytest.mark.parametrize(
    "nested",
    [
        "[deep]\nKEY = 1\n",
        "[KEY]\nc = 1\n",
        "[options.deep.values.x]\nsets = { KEY = 1 }\n",
    ],
)
@pytest.mark.parametrize(("name", "dot"), [("a", "."), ("b", " . "), ('"a b"', ".")])
def test_dotted_keys_nested_without_end(nested, levels, name, dot):
    text = nested.replace("KEY", dot.join([name] * levels))
    ((key, told),) = mistakes(f"{SIXTH}\n{text}").items()
    assert key == "the file"
    assert "found a key of too many names; allowed: keys of up to 32 names" in told


def test_keys_nested_by_several_lines():
    tables = "".join(f"[{'.'.join('a' * (10 * i))}]\nx = 1\n" for i in range(1, 4))
    deeper = "b.b.b.b = 1\n"
    ((key, told),) = mistakes(f"{SIXTH}\n{tables}{deeper}").items()
    assert key == "a.a.a.a.a"
    assert "more than 32 tables or lists inside each other; allowed: at most 32" in told


@pytest.mark.parametrize(
    "line",
    [
        f'says = "{"a.b" * 40}"',
        f"says = '{'a.b' * 40}'",
        f'says = "a \\" {"a.b" * 40}"',
        f"# {DOTS}",
        f"x = [{'1.5, ' * 40}]",
        f"{'One sentence. Another one. ' * 40}",
        f"{'.'.join('a' * 32)} = 1",
    ],
)
def test_many_dots_that_are_no_endless_key(line):
    with pytest.raises(RulesError) as caught:
        check_text(f"{line}\n", "game.toml")
    assert "too many names" not in str(caught.value)


def chain(kind: str, count: int) -> str:
    if kind == "rankings":
        links = "".join(f'[rankings.r{i}]\nlike = "r{i + 1}"\n' for i in range(count))
        return links + f'[rankings.r{count}]\nlike = "three-card"\n'
    links = "".join(
        f'[wagers.w{i}]\nname = "W"\nkind = "side"\nsize = "1 x w{i + 1}"\n' for i in range(count)
    )
    return links + f'[wagers.w{count}]\nname = "W"\nkind = "side"\n'


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["rankings", "wagers"])
def test_chains_of_thousands(kind):
    (told,) = mistakes(f"{SIXTH}\n{chain(kind, 3_000)}").values()
    assert "allowed: at most 100" in told


def test_a_chain_as_long_as_a_file_may_have_is_followed_to_its_end():
    text = edited(('ranking = "three-card"', 'ranking = "r0"'), ('"three-card"', '"r0"'))
    rules = read_text(f"{text}\n{chain('rankings', 99)}").rules
    assert find_ranking(rules, "r0").cards == 3
    assert find_ranking(rules, "r0").id == "r0"


def test_a_chain_that_runs_in_a_circle_is_refused_by_whoever_follows_it():
    own = load("spanish-poker").rankings["spanish"].model_copy(update={"like": "spanish"})
    rules = load("spanish-poker").model_copy(update={"rankings": {"spanish": own}})
    with pytest.raises(FeltworksError, match="ranking spanish is made like itself"):
        find_ranking(rules, "spanish")


def circles(leads_to):
    """The circles that are reported of side wagers, each sized by one or two others."""
    text = SIXTH
    for wager, others in leads_to.items():
        sizes = "".join(
            f'{key} = "1 x {other}"\n'
            for key, other in zip(("size", "at_most"), others, strict=False)
        )
        text += f'\n[wagers.{wager}]\nname = "W"\nkind = "side"\n{sizes}'
    with pytest.raises(RulesError) as caught:
        check_text(text, "game.toml")
    told = [mistake.found for mistake in caught.value.mistakes]
    found = [each.partition("wagers sized in a circle: ") for each in told]
    return [circle for _, begins, circle in found if begins]


@pytest.mark.slow
def test_ways_that_fork_at_every_step_are_walked_once():
    """Forty forks in a row are a million million paths, and no circle."""
    forks = {f"{side}{i}": [f"a{i + 1}", f"b{i + 1}"] for i in range(40) for side in "ab"}
    ends = {"a40": [], "b40": []}
    assert circles(forks | ends) == []
    assert circles(forks | ends | {"a40": ["a39"]}) == ["a39 -> a40 -> a39"]


def test_a_circle_of_as_many_wagers_as_a_file_may_have_is_found():
    names = [f"w{i}" for i in range(90)]
    (circle,) = circles(
        {one: [other] for one, other in zip(names, names[1:] + names[:1], strict=True)}
    )
    assert circle.split(" -> ") == [*names, names[0]]


@pytest.mark.parametrize(
    ("leads_to", "found"),
    [
        ({"a": ["a"]}, ["a -> a"]),
        ({"a": ["b"], "b": ["a"], "c": ["a"]}, ["a -> b -> a"]),
        ({"c": ["a"], "a": ["b"], "b": ["a"]}, ["a -> b -> a"]),
        ({"a": ["b", "c"], "b": ["a"], "c": ["a"]}, ["a -> b -> a", "c -> a -> c"]),
        ({"a": ["b"], "b": ["c"], "c": ["elsewhere"]}, []),
        ({"a": ["b"], "b": ["a"], "x": ["y"], "y": ["x"]}, ["a -> b -> a", "x -> y -> x"]),
    ],
)
def test_every_circle_is_told(leads_to, found):
    assert circles(leads_to) == found


def options(count: int, values: int) -> str:
    told = ""
    for i in range(count):
        told += f'\n[options.more{i}]\nsays = "More."\ndefault = "v0"\n'
        told += "".join(f"values.v{j} = {{}}\n" for j in range(values))
    return told


def test_more_options_than_anybody_could_try():
    (told,) = mistakes(SIXTH + options(800, 2)).values()
    assert "options: found 802 of them; allowed: at most 100" in told


def test_more_values_than_anybody_could_try():
    (told,) = mistakes(SIXTH + options(90, 4)).values()
    assert "options: found options with 363 values in all; allowed: at most 300" in told


def test_as_many_values_as_a_file_may_have():
    assert len(read_text(SIXTH + options(98, 3)).chosen) == 100
