"""The parts of a rules file in words, for printing rules for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from feltworks.hands.totals import POINTS
from feltworks.rules.amounts import Prize, Size
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.game import HandRules, TotalRules
from feltworks.rules.schema.options import Option
from feltworks.rules.schema.settle import CASES, Pay, Row, Settle
from feltworks.rules.schema.stages import Cases, Choice, DealStep, Discard, Stage
from feltworks.rules.schema.wagers import Jackpot, Wager

CASE_WORDS = {
    "folded": "folded",
    "not_qualified": "dealer not qualified",
    "win": "win",
    "tie": "tie",
    "lose": "lose",
    "always": "otherwise",
}


DEALT_FROM = {
    "hand": "The cards are shuffled and dealt by hand.",
    "shoe": "The cards are dealt from a shoe.",
    "shuffle-machine": "The cards come from a shuffle machine, which the house's procedure loads.",
}


def procedure_words(rules: Rules) -> list[str]:
    """What players and staff must and may not do, in sentences."""
    table = rules.table
    lines = [DEALT_FROM[table.dealt_from]]
    if table.second_deck:
        lines.append(
            "Two decks with backs of different colours change places every round: the machine "
            "shuffles one while the other is dealt and played."
        )
    return [*lines, *table.procedure]


def cards_words(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def in_a_row(parts: Iterable[str], joint: str = "and") -> str:
    """`a, b and c`."""
    *first, last = list(parts) or [""]
    return f"{', '.join(first)} {joint} {last}" if first else last


def prize_words(prize: Prize) -> str:
    if prize.kind == "odds" and prize.odds < 0:
        return str(prize).replace("lose ", "loses ")
    if prize.kind == "odds":
        return f"{prize.odds.numerator} to {prize.odds.denominator}"
    if prize.kind == "lose":
        return "loses"
    return "pushes" if prize.kind == "push" else str(prize)


def size_words(rules: Rules, size: Size) -> str:
    """`2 x Ante`, with the wager's name as on the felt."""
    if size.of is None or size.of not in rules.wagers:
        return str(size)
    return str(size).replace(f"x {size.of}", f"x {rules.wagers[size.of].name}")


def wager_words(rules: Rules, wager: Wager) -> str:
    """How large a wager may be and when it may be bet."""
    parts = []
    if wager.size is not None:
        parts.append(f"exactly {size_words(rules, wager.size)}")
    if wager.minimum is not None:
        parts.append(f"at least {wager.minimum}")
    if wager.at_most is not None:
        parts.append(f"at most {size_words(rules, wager.at_most)}")
    if wager.alone:
        least = f", then at least {wager.minimum_alone}" if wager.minimum_alone else ""
        parts.append(f"also by itself{least}")
    return "; ".join(parts) or ("by a choice" if wager.kind == "decision" else "the player's wish")


def hand_words(hand: HandRules, use: int) -> str:
    """`best 3 of 2 hole and 3 community, at least 1 hole`."""
    held = in_a_row(f"{count} {zone}" for zone, count in hand.from_.items())
    best = f"best {use} of " if use < sum(hand.from_.values()) else ""
    least = in_a_row(f"{count} {zone}" for zone, count in hand.at_least.items() if count)
    return f"{best}{held}{f', at least {least}' if least else ''}"


def deal_words(deal: DealStep) -> str:
    if deal.burn is not None:
        return f"bury {deal.burn}"
    if deal.turn is not None:
        return f"turn {cards_words(deal.cards or 0)} of {deal.turn} up"
    facing = "unseen" if deal.face == "blind" else f"face {deal.face}"
    return f"{cards_words(deal.cards or 0)} {facing} to {deal.to}"


def discard_words(discard: Discard) -> str:
    least = f"{discard.least} to " if discard.least < discard.most else ""
    return f"give up {least}{cards_words(discard.most)} of {discard.of} for new ones"


def choice_words(rules: Rules, choice: Choice) -> str:
    """What a choice does, in the order it is done."""
    parts = []
    if choice.folds:
        parts.append("give the hand up")
    if choice.bet is not None and choice.size is not None:
        parts.append(f"bet {rules.wagers[choice.bet].name}, {size_words(rules, choice.size)}")
    if choice.take_back is not None:
        parts.append(f"take {rules.wagers[choice.take_back].name} back")
    if choice.discard is not None:
        parts.append(discard_words(choice.discard))
    if choice.gives_up is not None:
        parts.append(f"give {rules.wagers[choice.gives_up].name} up, and play on")
    if choice.plays is not None:
        parts.append(f"play {choice.plays}")
    if choice.ends:
        parts.append("no later decision")
    if choice.requires is not None:
        parts.append(f"only with {choice.requires.is_}")
    told = "; ".join(parts)
    if choice.name is None and choice.id in ("fold", "bet"):
        return "fold" if choice.folds else told
    label = choice.name or choice.id
    return f"{label}: {told}" if told else label


def stage_notes(rules: Rules, stage: Stage) -> list[str]:
    """When a stage takes place and what it settles."""
    notes = []
    if stage.if_out:
        out = in_a_row((rules.wagers[id_].name for id_ in stage.if_out), "or")
        notes.append(f"only if someone has {out} out")
    if (asked := stage.asked_if) is not None:
        notes.append(f"asked only if {asked.contest or asked.hand} is {asked.is_}")
    if stage.while_not_out is not None:
        notes.append(f"asked only while {rules.wagers[stage.while_not_out].name} is not out")
    if stage.mechanism is not None:
        opens = f", {stage.first_to_act} acts first" if stage.first_to_act else ""
        notes.append(f"{stage.mechanism}{opens}")
    if stage.draws_if:
        notes.append(f"only if {cases_words(stage.draws_if)}")
    if stage.ends_if:
        notes.append(f"the cards are out if {cases_words(stage.ends_if)}")
    if stage.settles:
        notes.append(f"settles {in_a_row(rules.wagers[id_].name for id_ in stage.settles)}")
    return notes


def cases_words(cases: Cases) -> str:
    """`banker has 0 to 2; or banker has 3 and third has no card`."""
    return "; or ".join(
        in_a_row(f"{hand.replace('-', ' ')} has {phrase}" for hand, phrase in case.items())
        for case in cases
    )


def total_words(total: TotalRules) -> str:
    """`up to 2 player and 1 third`."""
    held = in_a_row(f"{count} {zone}" for zone, count in total.from_.items())
    return f"up to {held}"


def points_words(rules: Rules, total: TotalRules) -> str:
    """What the ranks count: `T J Q K 0, A 1, 2 2; modulo 10`."""
    ranks: dict[int, list[str]] = {}
    for rank in Handbook(rules).deck.ranks:
        ranks.setdefault({**POINTS, **total.values}[rank], []).append(rank)
    told = ", ".join(f"{' '.join(alike)} {points}" for points, alike in sorted(ranks.items()))
    return told if total.modulo is None else f"{told}; modulo {total.modulo}"


def cell_words(cell: tuple[Pay, ...]) -> str:
    return " and ".join(_pay_words(pay) for pay in cell) if cell else "as win, tie or lose"


def _pay_words(pay: Pay) -> str:
    if pay.pays is not None:
        return prize_words(pay.pays)
    which = pay.rows == "higher" and len(pay.all_tables) > 1
    joint = "the better of " if which else "by "
    otherwise = prize_words(pay.else_) if pay.else_ is not None else ""
    return f"{joint}{in_a_row(pay.all_tables)}, else {otherwise}"


def settle_words(cells: Settle) -> dict[str, str]:
    """Each case that has a cell, in words."""
    order = [*CASES, "always"]
    told = {
        CASE_WORDS[case]: cell_words(cells.cells[case]) for case in order if case in cells.cells
    }
    for id_, own in cells.contests.items():
        for case, cell in own.cells.items():
            told[f"{CASE_WORDS[case]} in {id_}"] = cell_words(cell)
    return told


def settling_rows(rules: Rules) -> tuple[list[str], list[list[str]]]:
    """The cases that any wager has a cell for, and each wager's name with its cell in each; cases
    of further contests come last."""
    words = {id_: settle_words(cells) for id_, cells in rules.settle.items()}
    told = dict.fromkeys(case for row in words.values() for case in row)
    cases = [case for case in CASE_WORDS.values() if case in told]
    cases += [case for case in told if case not in cases]
    return cases, [
        [rules.wagers[id_].name, *(row.get(case, "") for case in cases)]
        for id_, row in words.items()
    ]


def table_names(rules: Rules, wagers: Iterable[str]) -> dict[str, str]:
    """The names of the pay tables that these wagers have: those of the wagers.

    A table that pays beside the wager's own result is named a bonus of that wager.
    """
    found: dict[str, list[str]] = {}
    for wager in wagers:
        name = rules.wagers[wager].name
        for cell in rules.settle[wager].all_cells.values():
            for table_id in (id_ for pay in cell for id_ in pay.all_tables):
                found.setdefault(table_id, []).append(f"{name} bonus" if len(cell) > 1 else name)
    named = {table_id: ", ".join(dict.fromkeys(names)) for table_id, names in found.items()}
    several = {name for name, often in Counter(named.values()).items() if often > 1}
    told = {
        table_id: f"{name}, {cards_of(rules, table_id)}" if name in several else name
        for table_id, name in named.items()
    }
    alike = {name for name, often in Counter(told.values()).items() if often > 1}
    return {
        table_id: f"{named[table_id]}, {_hand_name(rules, table_id)}" if name in alike else name
        for table_id, name in told.items()
    }


def _hand_name(rules: Rules, table_id: str) -> str:
    return rules.pays[table_id].hand.replace("-", " ")


def cards_of(rules: Rules, table_id: str) -> str:
    """How many cards make the hands of a pay table; its hand's name where points are counted."""
    hand = rules.pays[table_id].hand
    if hand in rules.totals:
        return _hand_name(rules, table_id)
    return f"{rules.hands[hand].use or Handbook(rules).ranking(hand).cards} cards"


EXCEPTIONS = {
    "folded": "if the hand is folded",
    "not_qualified": "if the dealer does not qualify",
    "tie": "if the hands tie",
}
"""The cases in which a bonus may not be paid, as a condition."""


def bonus_words(rules: Rules) -> list[str]:
    """A sentence for each pay table that pays whether the hand wins or loses."""
    names, told = table_names(rules, rules.settle), []
    for settle in rules.settle.values():
        for contest in settle.contests or [None]:
            cells = settle.in_contest(contest).cells
            for table in settle.tables:
                paid = {
                    case
                    for case, cell in cells.items()
                    if not cell or any(table in pay.all_tables for pay in cell)
                }
                if not {"win", "lose"} <= paid:
                    continue
                never = [words for case, words in EXCEPTIONS.items() if case in cells.keys() - paid]
                unless = f", but not {in_a_row(never, 'or')}" if never else ""
                told.append(f"The {names[table]} is paid win or lose{unless}.")
    return list(dict.fromkeys(told))


def row_words(row: Row) -> str:
    """What a row pays, and to whom when several hit one jackpot."""
    if row.pays.kind != "share":
        return prize_words(row.pays)
    several = "each of several takes it" if row.several == "each" else "several split it"
    return f"{prize_words(row.pays)}; {several}"


def jackpot_words(jackpot: Jackpot) -> list[str]:
    """How a jackpot starts, is fed, pays its seed back, and what is kept behind it."""
    fed = f"{jackpot.contribution} of every dollar {jackpot.contribution_of}"
    if jackpot.contribution is None:
        fed = "what the day leaves"
        if jackpot.tray_payouts_deducted:
            fed += " once prizes from the tray are taken out"
    seed = {
        "none": "the house does not take its seed back",
        "all-first": "the seed goes back to the house before the jackpot rises",
        "portion": f"{jackpot.seed_portion} of each addition goes back to the seed",
    }[jackpot.seed_recovery]
    bears = "the house" if jackpot.shortfall == "house" else "the next day"
    below = "filled up by the house" if jackpot.below_seed == "filled-up" else "left as it is"
    lines = [
        f"{jackpot.name}: starts at {jackpot.seed}, fed by {fed}, run by {jackpot.mode}.",
        f"Seed: {seed}. Shortfall: borne by {bears}.",
        f"What a share leaves below {jackpot.seed}: {below}.",
    ]
    backups = jackpot.backups
    if backups is None or not jackpot.backups_kept:
        return [*lines, "Backups: none are kept."]
    told = (
        f"Backups: the first starts when the jackpot is at {backups.first_at}, a second when the "
        f"first is at {backups.second_at}; {backups.share} of each addition goes there; at most "
        f"{backups.cap} each until the jackpot is at {backups.cap_lifts_at}. When it falls below "
        f"that again, what a backup holds above {backups.cap} {_ABOVE_CAP[backups.above_cap]}."
    )
    return [*lines, told]


_ABOVE_CAP = {
    "stays": "stays, and the backup takes no more",
    "to-primary": "goes to the jackpot at once",
}


def option_words(option: Option) -> list[str]:
    """The values of an option with what each means, and which is the default."""
    numbers: list[str] = []
    if option.is_number:
        default = "" if option.default in option.values else f" (default {option.default})"
        numbers = [f"{option.lowest} to {option.highest}{default}"]
    return numbers + [
        f"{id_}{' (default)' if id_ == option.default else ''}: {value.says or 'as written'}"
        + (" [analysis only]" if value.analysis_only else "")
        for id_, value in option.values.items()
    ]


def key_words(value: object) -> str:
    """What a key is set to, for a person."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(map(str, value)) or "none"
    return str(value)
