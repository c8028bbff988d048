"""`feltworks equity`: what hands are worth against each other or against random ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from feltworks.cli.options import AsJson, Commands, GameName, Settings, argument, option, read_game
from feltworks.cli.progress import counting
from feltworks.cli.terminal import console, new_table, print_json

if TYPE_CHECKING:
    from feltworks.odds.equity import PotHand, Share, Strength

app = Commands()


@app.command()
def equity(
    game: GameName,
    hands: Annotated[
        list[str] | None, argument("HAND...", 'Known hands, each in quotes: "As Kd" "9c 9h".')
    ] = None,
    board: Annotated[str, option("--board CARDS", "Cards that lie on the board.")] = "",
    unknown: Annotated[
        int, option("--opponents N", "How many unknown hands play against them.", min=0)
    ] = 0,
    deals: Annotated[
        int | None, option("--deals N", "Sample N deals instead of counting all.", min=1)
    ] = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Each hand's part of the pot; without a hand, how strong every starting hand is."""
    rules = read_game(game, settings).rules
    with counting():
        from feltworks.odds.equity import EquityError, PotHand, strength_table

        pot = PotHand.of(rules)
        if not hands:
            if board:
                raise EquityError(
                    "--board goes with a hand: without one, starting hands are listed, before any "
                    "card is on the board"
                )
            table = strength_table(pot, unknown or 1, deals=deals or 20_000)
            if as_json:
                print_json({"game": rules.game.id, "starts": [_start_json(row) for row in table]})
            else:
                _print_starts(table)
            return
        shares = _shares(pot, hands, board, unknown, deals)
    if as_json:
        pairs = zip(hands, shares, strict=True)
        found = [{"hand": hand, **_share_json(share)} for hand, share in pairs]
        print_json({"game": rules.game.id, "board": board, "opponents": unknown, "hands": found})
    else:
        _print_shares(hands, shares)


def _shares(
    pot: PotHand, hands: list[str], board: str, unknown: int, deals: int | None
) -> tuple[Share, ...]:
    from feltworks.cards import parse_cards
    from feltworks.odds.equity import EquityError, UncountableError, sampled_equity
    from feltworks.odds.equity import equity as exact

    held, lying = [parse_cards(hand) for hand in hands], parse_cards(board)
    if deals is None:
        try:
            return exact(pot, held, lying, unknown_hands=unknown)
        except UncountableError as error:
            raise EquityError(f"{error} with --deals") from error
    return sampled_equity(pot, held, lying, unknown_hands=unknown, deals=deals)


def _share_json(share: Share) -> dict[str, object]:
    return {
        "wins": share.wins,
        "ties": share.ties,
        "deals": share.deals,
        "part": float(share.part),
        "part_exact": str(share.part) if share.exact else None,
        "standard_error": share.standard_error,
    }


def _start_json(row: Strength) -> dict[str, object]:
    against = [_share_json(share) for share in row.against]
    return {"start": row.start.name, "hands": row.start.hands, "against": against}


def _part(share: Share) -> str:
    error = "" if share.exact else f" ± {100 * share.standard_error:.2f}%"
    return f"{float(share.part):.4%}{error}"


def _print_shares(hands: list[str], shares: tuple[Share, ...]) -> None:
    how = "every deal counted" if shares[0].exact else "a sample"
    deals = "1 deal" if shares[0].deals == 1 else f"{shares[0].deals:,} deals"
    columns = ("hand", "wins", "ties", "part of the pot")
    table = new_table(f"{deals}, {how}", *columns, right=(1, 2, 3))
    for hand, share in zip(hands, shares, strict=True):
        table.add_row(hand, f"{float(share.win):.4%}", f"{float(share.tie):.4%}", _part(share))
    console().print(table)


def _print_starts(rows: list[Strength]) -> None:
    opponents = len(rows[0].against)
    columns = [f"against {n}" for n in range(1, opponents + 1)]
    title = "part of the pot: counted against one, sampled against more"
    parts = [(row.start.name, *map(_part, row.against)) for row in rows]
    console().print(new_table(title, "start", *columns, rows=parts))
