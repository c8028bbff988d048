"""`feltworks equity`: what hands are worth against each other or against random ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from feltworks.cli.options import AsJson, Commands, GameName, Settings, argument, option, read_game
from feltworks.cli.progress import counting
from feltworks.cli.terminal import attributes, new_table, tell

if TYPE_CHECKING:
    from rich.table import Table

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
        if hands:
            shares = _shares(pot, hands, board, unknown, deals)
        elif board:
            raise EquityError(
                "--board goes with a hand: without one, starting hands are listed, before any "
                "card is on the board"
            )
        else:
            table = strength_table(pot, unknown or 1, deals=deals or 20_000)
    data: dict[str, Any] = {"game": rules.game.id}
    if not hands:
        data["starts"] = [_start_json(row) for row in table]
        tell(data, _starts_table(table), as_json=as_json)
        return
    pairs = zip(hands, shares, strict=True)
    found = [{"hand": hand, **_share_json(share)} for hand, share in pairs]
    data |= {"board": board, "opponents": unknown, "hands": found}
    tell(data, _shares_table(hands, shares), as_json=as_json)


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
        **attributes(share, "wins", "ties", "deals"),
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


def _shares_table(hands: list[str], shares: tuple[Share, ...]) -> Table:
    how = "every deal counted" if shares[0].exact else "a sample"
    deals = "1 deal" if shares[0].deals == 1 else f"{shares[0].deals:,} deals"
    rows = [
        (hand, f"{float(share.win):.4%}", f"{float(share.tie):.4%}", _part(share))
        for hand, share in zip(hands, shares, strict=True)
    ]
    columns = ("hand", "wins", "ties", "part of the pot")
    return new_table(f"{deals}, {how}", *columns, rows=rows, right=(1, 2, 3))


def _starts_table(rows: list[Strength]) -> Table:
    columns = [f"against {n}" for n in range(1, len(rows[0].against) + 1)]
    title = "part of the pot: counted against one, sampled against more"
    parts = [(row.start.name, *map(_part, row.against)) for row in rows]
    return new_table(title, "start", *columns, rows=parts)
