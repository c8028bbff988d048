"""`feltworks equity`: what hands are worth against each other or against random ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from feltworks.cli.asking import AsJson, GameName, Settings, chosen_options

if TYPE_CHECKING:
    from feltworks.odds.equity import Share, Strength

app = typer.Typer(add_completion=False)


@app.command()
def equity(
    game: GameName,
    hands: Annotated[
        list[str] | None,
        typer.Argument(metavar="HAND...", help='Known hands, each in quotes: "As Kd" "9c 9h".'),
    ] = None,
    board: Annotated[
        str, typer.Option("--board", metavar="CARDS", help="Cards that lie on the board.")
    ] = "",
    unknown: Annotated[
        int,
        typer.Option("--opponents", metavar="N", min=0, help="Hands that nobody knows."),
    ] = 0,
    deals: Annotated[
        int | None,
        typer.Option("--deals", metavar="N", min=1, help="Sample so many deals, not all of them."),
    ] = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Each hand's part of the pot; without a hand, how strong every starting hand is."""
    from feltworks.cli.progress import counting
    from feltworks.cli.showing import print_json
    from feltworks.rules.loader import load

    rules = load(game, chosen_options(settings))
    with counting():
        from feltworks.odds.equity import EquityError, PotHand, strength_table

        pot = PotHand.of(rules)
        if not hands:
            if board:
                raise EquityError(
                    "--board goes with a hand: without one, starting hands are told before any "
                    "card lies there"
                )
            table = strength_table(pot, unknown or 1, deals=deals or 20_000)
            if as_json:
                print_json({"game": rules.game.id, "starts": [_start(row) for row in table]})
            else:
                _print_starts(table)
            return
        shares = _shares(pot, hands, board, unknown, deals)
    if as_json:
        told = [{"hand": hand, **_plain(share)} for hand, share in zip(hands, shares, strict=True)]
        print_json({"game": rules.game.id, "board": board, "opponents": unknown, "hands": told})
    else:
        _print_shares(hands, shares)


def _shares(
    pot: Any,  # noqa: ANN401 - a PotHand, whose module is imported when needed
    hands: list[str],
    board: str,
    unknown: int,
    deals: int | None,
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


def _plain(share: Share) -> dict[str, object]:
    return {
        "wins": share.wins,
        "ties": share.ties,
        "deals": share.deals,
        "part": float(share.part),
        "part_exact": str(share.part) if share.exact else None,
        "standard_error": share.standard_error,
    }


def _start(row: Strength) -> dict[str, object]:
    against = [_plain(share) for share in row.against]
    return {"start": row.start.name, "hands": row.start.hands, "against": against}


def _part(share: Share) -> str:
    error = "" if share.exact else f" ± {100 * share.standard_error:.2f}%"
    return f"{float(share.part):.4%}{error}"


def _print_shares(hands: list[str], shares: tuple[Share, ...]) -> None:
    from feltworks.cli.showing import console, new_table

    how = "every deal counted" if shares[0].exact else "a sample"
    deals = "1 deal" if shares[0].deals == 1 else f"{shares[0].deals:,} deals"
    table = new_table(f"{deals}, {how}", "hand", "wins", "ties", "part of the pot")
    for column in table.columns[1:]:
        column.justify = "right"
    for hand, share in zip(hands, shares, strict=True):
        table.add_row(hand, f"{float(share.win):.4%}", f"{float(share.tie):.4%}", _part(share))
    console().print(table)


def _print_starts(rows: list[Strength]) -> None:
    from feltworks.cli.showing import console, new_table

    opponents = len(rows[0].against)
    columns = [f"against {n}" for n in range(1, opponents + 1)]
    table = new_table(
        "part of the pot: counted against one, sampled against more", "start", *columns
    )
    for row in rows:
        table.add_row(row.start.name, *map(_part, row.against))
    console().print(table)
