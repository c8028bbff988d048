"""What a rules file makes use of, in words; so that a test can tell what it never tried."""

from __future__ import annotations

from collections.abc import Iterator

from tests.ask.rules import Choice, Handbook, Pay, Rules

from .oracle import is_untouched

FEATURES = frozenset(
    [f"{count} suits" for count in (2, 3, 4)]
    + [f"{count} cards in the hole" for count in range(1, 6)]
    + [f"{count} dealer's cards" for count in range(1, 6)]
    + [f"{count} cards on the board" for count in range(4)]
    + [f"{count} decisions" for count in range(4)]
    + [f"hands of {count}" for count in range(2, 6)]
    + [f"{count} contests" for count in (0, 1, 2)]
    + [f"{count} required wagers" for count in (1, 2, 3)]
) | {
    "a joker", "a whole deck", "cards removed",
    "a card burnt", "board dealt", "board turned", "hole cards open",
    "dealer's up card", "dealer's card turned",
    "board and hands at once", "a stage without a decision",
    "best of more cards", "cards of a zone at least", "a hand off the board",
    "a ranking of its own", "ace high only", "a category left out",
    "fold", "check", "bet", "several bets", "part of a unit", "several sizes", "any size between",
    "sized on another wager", "take back", "enter a contest", "end all decisions",
    "while not out", "no fold offered", "needs a hand", "needs certain cards",
    "dealer always qualifies", "dealer must qualify", "dealer qualifies otherwise",
    "a contest of its own",
    "pays lose", "pays push", "pays odds", "pays 3:2", "pays by table", "pays by two tables",
    "prizes add up", "higher prize only", "pays that add up", "else pays",
    "compares when not qualified", "always", "folded pays by table", "folded as always",
    "a row that loses", "a row that pushes",
    "side on cards alone", "side in dollars", "side on a jackpot", "stake kept", "stake lost",
    "side lost by folding", "side on the contest", "side on some hole cards",
    "row by category", "row or better", "row or worse", "row between two", "row of one hand",
    "row of any hand", "row that looks at cards", "row that names a suit",
    "row in play that looks at cards", "hand in play of a zone's first cards",
}  # fmt: skip


def features(rules: Rules) -> set[str]:
    """Everything of `FEATURES` that the rules make use of, and perhaps more."""
    book = Handbook(rules)
    return {
        *_deck(book),
        *_hands(book),
        *_dealing(rules),
        *_decisions(book),
        *_settling(rules),
        *_sides(rules),
        *_rows(book),
        *_in_play(book),
    }


def _deck(book: Handbook) -> Iterator[str]:
    deck = book.deck
    yield f"{len(deck.suits)} suits"
    yield "cards removed" if deck.removed else "a whole deck"
    if deck.jokers:
        yield "a joker"


def _hands(book: Handbook) -> Iterator[str]:
    rules = book.rules
    yield f"{len(rules.contests)} contests"
    for contest in rules.contests.values():
        qualifies = contest.qualifies is not None
        yield "dealer must qualify" if qualifies else "dealer always qualifies"
        if contest.qualifies is not None:
            values = book.test(contest.dealer, contest.qualifies).values
            if values is None or values.stop != len(book.compiled(contest.dealer).classes):
                yield "dealer qualifies otherwise"
        for hand_id in (contest.player, contest.dealer):
            hand, ranking = rules.hands[hand_id], book.ranking(hand_id)
            yield f"hands of {ranking.cards}"
            if sum(hand.from_.values()) > ranking.cards:
                yield "best of more cards"
            if hand.at_least:
                yield "cards of a zone at least"
            if "board" not in hand.from_:
                yield "a hand off the board"
    for own in rules.rankings.values():
        yield "a ranking of its own"
        if own.ace_low is False:
            yield "ace high only"
        if own.categories is not None:
            yield "a category left out"


def _dealing(rules: Rules) -> Iterator[str]:
    dealt = {"hole": 0, "dealer": 0, "board": 0}
    for stage in rules.stages:
        zones = set()
        for deal in stage.deal:
            if deal.burn is not None:
                yield "a card burnt"
            elif deal.turn is not None:
                yield "board turned" if deal.turn == "board" else "dealer's card turned"
                zones.add(deal.turn)
            elif deal.to is not None and deal.cards is not None:
                dealt[deal.to] += deal.cards
                if deal.to == "board" and deal.face == "up":
                    yield "board dealt"
                if deal.to == "hole" and deal.face == "up":
                    yield "hole cards open"
                if deal.to == "dealer" and deal.face == "up":
                    yield "dealer's up card"
                if deal.face == "up" or deal.to == "hole":
                    zones.add(deal.to)
        if {"hole", "board"} <= zones:
            yield "board and hands at once"
        if not stage.decide:
            yield "a stage without a decision"
    yield f"{dealt['hole']} cards in the hole"
    yield f"{dealt['dealer']} dealer's cards"
    yield f"{dealt['board']} cards on the board"


def _decisions(book: Handbook) -> Iterator[str]:
    decisions = [stage for stage in book.rules.stages if stage.decide]
    yield f"{len(decisions)} decisions"
    for stage in decisions:
        if stage.while_not_out is not None:
            yield "while not out"
        if not any(choice.folds for choice in stage.decide):
            yield "no fold offered"
        if sum(choice.bet is not None for choice in stage.decide) > 1:
            yield "several bets"
        for choice in stage.decide:
            yield from _choice(book, choice)


def _choice(book: Handbook, choice: Choice) -> Iterator[str]:
    yield "fold" if choice.folds else "bet" if choice.bet else "check"
    if choice.take_back is not None:
        yield "take back"
    if choice.plays is not None:
        yield "enter a contest"
    if choice.ends:
        yield "end all decisions"
    if choice.requires is not None:
        test = book.test(choice.requires.hand, choice.requires.is_)
        yield "needs a hand" if test.condition is None else "needs certain cards"
    if choice.size is not None:
        if any(multiple.denominator > 1 for multiple in choice.size.multiples):
            yield "part of a unit"
        if len(choice.size.multiples) > 1:
            yield "any size between" if choice.size.between else "several sizes"
        if choice.size.of != book.rules.unit:
            yield "sized on another wager"


def _settling(rules: Rules) -> Iterator[str]:
    yield f"{len(rules.wagers_of('required'))} required wagers"
    for wager in (*rules.wagers_of("required"), *rules.wagers_of("decision")):
        cells = rules.settle[wager]
        if cells.contest is not None:
            yield "a contest of its own"
        if cells.compares_unqualified:
            yield "compares when not qualified"
        if cells.always is not None:
            yield "always"
            if cells.folded is None:
                yield "folded as always"
        for case, cell in cells.cells.items():
            if len(cell) > 1:
                yield "pays that add up"
            for pay in cell:
                yield from _pay(pay)
                if case == "folded" and pay.all_tables:
                    yield "folded pays by table"


def _pay(pay: Pay) -> Iterator[str]:
    if pay.pays is not None:
        yield f"pays {pay.pays.kind}"
        if pay.pays.odds.denominator == 2:
            yield "pays 3:2"
    elif pay.table is not None:
        yield "pays by table"
    else:
        yield "pays by two tables"
        yield "prizes add up" if pay.rows == "stack" else "higher prize only"
    if pay.else_ is not None and pay.else_.kind != "lose":
        yield "else pays"


def _sides(rules: Rules) -> Iterator[str]:
    for wager in rules.wagers_of("side"):
        cells = rules.settle[wager]
        if is_untouched(rules, wager):
            yield "side on cards alone"
        elif cells.win is None:
            yield "side lost by folding"
        else:
            yield "side on the contest"
        for pay in cells.always or ():
            for table_id in pay.all_tables:
                table = rules.pays[table_id]
                kinds = {row.pays.kind for row in table.rows}
                if "dollars" in kinds:
                    yield "side in dollars"
                if "share" in kinds:
                    yield "side on a jackpot"
                if kinds & {"dollars", "share"}:
                    yield f"stake {table.stake}"
                if table.hand == "pocket":
                    yield "side on some hole cards"


def _rows(book: Handbook) -> Iterator[str]:
    for table in book.rules.pays.values():
        labels = {book.ranking(table.hand).label(c) for c in book.ranking(table.hand).categories}
        for row in table.rows:
            test = book.test(table.hand, row.hand)
            if row.pays.kind in ("lose", "push"):
                yield f"a row that {'loses' if row.pays.kind == 'lose' else 'pushes'}"
            if test.names_suit:
                yield "row that names a suit"
            if test.condition is not None:
                yield "row that looks at cards"
            elif row.hand == "any hand":
                yield "row of any hand"
            elif row.hand.endswith((" or better", " or worse")):
                yield f"row or {row.hand.split()[-1]}"
            elif " to " in row.hand:
                yield "row between two"
            else:
                yield "row by category" if row.hand in labels else "row of one hand"


def _in_play(book: Handbook) -> Iterator[str]:
    """What pay tables of played wagers ask for, beyond the rank of a whole hand."""
    rules = book.rules
    dealt = sum(d.cards or 0 for stage in rules.stages for d in stage.deal if d.to == "hole")
    for wager in rules.wagers:
        if rules.wagers[wager].kind == "side" and is_untouched(rules, wager):
            continue
        for pay in [pay for cell in rules.settle[wager].cells.values() for pay in cell]:
            for table in [rules.pays[table] for table in pay.all_tables]:
                if any(book.test(table.hand, row.hand).condition for row in table.rows):
                    yield "row in play that looks at cards"
                if rules.hands[table.hand].from_["hole"] < dealt:
                    yield "hand in play of a zone's first cards"
