"""How a table goes: waiting, betting, playing, over, and around again.

The order of things with the house is always the same. The deck is promised, wagers are placed,
stakes go into escrow, cards come, more stakes go into escrow before play goes on, and one entry
settles the round, with its deck revealed.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError
from feltworks.house import HouseError
from feltworks.round import Bet, Deal, Decide, Reason
from feltworks.round.croupier import made
from feltworks.web.floor.chairs import RingChairs
from feltworks.web.floor.defaults import default_legal
from feltworks.web.floor.game import Game, stakes_more
from feltworks.web.floor.pack import Pack
from feltworks.web.floor.reviewing import note, tell_reviews

if TYPE_CHECKING:
    from feltworks.web.floor.chairs import Chair
    from feltworks.web.floor.runner import TableRunner

NO_DECISION = Reason("no-decision", "Nobody has a decision to make now.")
NO_CHIPS = Reason("no-chips", "Your stack is too small for that.")
NEXT_GAME_SECONDS = 2.0


class Play:
    """Takes a table from one phase to the next; `closing` while stakes go into escrow."""

    def __init__(self, runner: TableRunner) -> None:
        self.at = runner
        self.pack: Pack | None = None
        self.closing = False

    @property
    def pace_seconds(self) -> tuple[float, float, float]:
        pace = self.at.backroom.settings.pace
        return pace.betting_seconds, pace.decision_seconds, pace.result_seconds

    # --- seats ------------------------------------------------------------------------------

    def stand(self, seat: int) -> None:
        """The seat is given up: at once, or after the round its player has wagers in."""
        at, chair = self.at, self.at.chairs.taken[seat]
        game = at.game
        if game is not None and at.phase == "playing" and game.players.get(seat) == chair.player:
            chair.leaving = True
            return
        if game is not None and not game.begun and game.bets_of([seat]):
            game.without([seat])
        self._free(seat)

    def _free(self, seat: int) -> None:
        chairs, player = self.at.chairs, self.at.chairs.taken[seat].player
        chairs.remove(seat)
        if not chairs.of(player):
            self.at.backroom.left(player, self.at)
            self.at.ledger.pop(player, None)
        if not chairs.people:
            for bot in list(chairs.taken):
                self.stand(bot)

    async def seats_changed(self) -> None:
        """Somebody sat down or left: a table that waits may begin, one that bets may deal."""
        at = self.at
        if at.phase == "playing" and at.game is not None:
            chair = at.chairs.taken.get(at.game.decides or 0)
            if chair is not None and chair.leaving:
                await self.default()
        elif at.phase in ("waiting", "betting"):
            if not at.chairs.people:
                await self.rest()
            elif at.phase == "betting":
                await self.check_ready()
            elif isinstance(at.chairs, RingChairs):
                if at.chairs.can_open and at.seconds_left() is None:
                    pause = min(NEXT_GAME_SECONDS, self.pace_seconds[2])
                    at.start_clock(pause, self.open)
                    at.broadcast()
            else:
                await self.open()

    async def rest(self) -> None:
        """Nobody is there to deal to."""
        at = self.at
        at.stop_clock()
        at.phase, at.game = "waiting", None
        at.broadcast()

    async def look_at_jackpots(self) -> None:
        """The meters as the house displays them now."""
        at = self.at
        if not at.sheet.jackpots:
            return
        standings = await at.backroom.cashier.ask(at.backroom.cashier.house.jackpots.all)
        at.meters = {
            name: standings[name].displayed
            for name in at.sheet.jackpots.values()
            if name in standings
        }

    # --- betting ----------------------------------------------------------------------------

    async def open(self) -> None:
        """A round to bet on, from a deck that is promised now."""
        at = self.at
        at.stop_clock()
        if self.pack is None:
            self.pack = Pack(at.sheet.dealt)
        try:
            sheet, terms = await at.backroom.cashier.opened(at.table, self.pack.promise().digest)
        except HouseError as error:
            await self.shut(str(error))
            return
        if sheet.hash != at.sheet.hash:
            await self.put_shoe_away()
            at.resheet(sheet)
            await self.open()
            return
        await self._top_up_bots()
        moves = at.chairs.opening()
        if isinstance(moves, Reason):
            await self.rest()
            return
        terms = self.pack.on(terms)
        opened = sheet.dealt.open_round
        at.game = Game(opened, terms, made(opened(terms).play_all(moves)))
        at.meters = {name: terms.jackpots[id] for id, name in sheet.jackpots.items()}
        at.phase = "betting"
        for chair in at.chairs.taken.values():
            chair.ready = False
        await at.look_up([chair.player for chair in at.chairs.taken.values()])
        if moves and not sheet.rules.offer.side_wagers:
            await self.close()
            return
        if moves:
            at.start_clock(self.pace_seconds[0] / 2, self.close)
        at.broadcast()

    async def _top_up_bots(self) -> None:
        """A bot that is out of chips buys more; people have to do it themselves."""
        at = self.at
        for seat, chair in at.chairs.taken.items():
            if chair.bot and at.chairs.chips_before(seat, None) == 0:
                cents = await at.backroom.fund_bot(chair.player, at.description)
                at.chairs.add_chips(seat, cents, cents)

    async def bet_placed(self) -> None:
        """A wager was put out, changed or taken back."""
        at, game = self.at, self.at.game
        assert game is not None
        self._bots_bet()
        if not game.has_bets() and not at.chairs.between_players:
            at.stop_clock()
        elif at.seconds_left() is None:
            at.start_clock(self.pace_seconds[0], self.close)
        at.broadcast()

    def _bots_bet(self) -> None:
        """Bots follow people: the least on every wager that opens a hand."""
        at, game = self.at, self.at.game
        assert game is not None
        required = set(game.round.rules.wagers_of("required"))
        for seat, chair in at.chairs.taken.items():
            if not chair.bot or at.chairs.between_players:
                continue
            chair.ready = True
            for legal in game.round.legal_moves():
                move = legal.move
                if not isinstance(move, Bet) or move.seat != seat or move.wager not in required:
                    continue
                if move.cents <= at.stack(chair.player):
                    game.put_out(move)

    async def check_ready(self) -> None:
        """Deals when everybody who is there has said so."""
        at, game = self.at, self.at.game
        if at.phase != "betting" or game is None:
            return
        here = [chair for chair in at.chairs.people if chair.player in at.present]
        done = bool(here) and all(chair.ready or chair.away for chair in here)
        if done and (game.has_bets() or at.chairs.between_players):
            await self.close()

    async def close(self) -> None:
        """No more bets: what does not fit goes back, stakes go into escrow, cards come."""
        at, game = self.at, self.at.game
        if game is None or at.phase != "betting":
            return
        at.stop_clock()
        self._take_back_misfits(game)
        closed = game.closed()
        if isinstance(closed, Reason):
            await self._not_closed(closed)
            return
        players = self._in_it(game)
        self.closing = True
        try:
            flight, stacks = await at.backroom.cashier.begin(at.table, closed, players)
        except HouseError as error:
            at.notice = str(error)
            game.without(list(players))
            await self._not_closed(Reason("house", str(error)))
            return
        finally:
            self.closing = False
        at.purses.update(stacks)
        game.round, game.players, game.number = closed, players, flight.number
        at.phase, at.notice = "playing", None
        await self.go_on()

    def _in_it(self, game: Game) -> dict[int, str]:
        """Who has put something out."""
        chairs = self.at.chairs.taken
        if self.at.chairs.between_players:
            return {seat: chairs[seat].player for seat in game.seats_dealt_in() if seat in chairs}
        return {seat: chair.player for seat, chair in chairs.items() if game.bets_of([seat])}

    def _take_back_misfits(self, game: Game) -> None:
        at = self.at
        if at.chairs.between_players:
            return
        for seat in at.chairs.taken:
            if game.bets_of([seat]) and (reason := game.misfit([seat])):
                game.without([seat])
                at.notice = f"Taken back: {reason.text}"

    async def _not_closed(self, reason: Reason) -> None:
        at = self.at
        for chair in at.chairs.taken.values():
            chair.ready = False
        if at.chairs.between_players:
            at.notice = reason.text
            at.phase, at.game = "waiting", None
        at.broadcast()

    # --- playing ----------------------------------------------------------------------------

    async def go_on(self) -> None:
        """Cards until somebody must decide, or the round is over."""
        at, game, pack = self.at, self.at.game, self.pack
        assert game is not None and pack is not None
        at.stop_clock()
        while game.round.turn.waits_for == "card":
            cards = pack.next_cards(game.round, game.round.cards_due)
            game.round = made(game.round.play_all([Deal(card) for card in cards]))
        if game.round.turn.waits_for == "nothing":
            await self.settle()
            return
        seat = game.decides
        assert seat is not None
        chair = at.chairs.taken.get(seat)
        if chair is None or chair.player != game.players[seat] or chair.leaving:
            await self.default()
            return
        if chair.bot:
            at.backroom.think(at, chair)
        else:
            at.start_clock(self.pace_seconds[1], self._time_is_up)
        at.broadcast()
        at.backroom.advise(at)

    async def decide(self, move: Decide) -> Reason | None:
        """A decision; what it stakes is in escrow before anything follows from it."""
        at, game = self.at, self.at.game
        if game is None or at.phase != "playing" or game.number is None:
            return NO_DECISION
        after = game.round.play(move)
        if isinstance(after, Reason):
            return after
        if stakes_more(game.round, after):
            player = game.players[move.seat]
            try:
                at.purses.update(await at.backroom.cashier.hold(game.number, after, player))
            except HouseError:
                return NO_CHIPS
        note(game, move)
        game.round = after
        game.turn += 1
        await self.go_on()
        return None

    async def _time_is_up(self) -> None:
        at, game = self.at, self.at.game
        if game is not None and game.decides is not None:
            seat = game.decides
            await self.default()
            if at.chairs.between_players and seat in at.chairs.taken:
                at.chairs.set_away(seat, away=True)

    async def default(self) -> None:
        """What was stated for a seat that does not decide."""
        game = self.at.game
        assert game is not None
        move = default_legal(game.round).move
        assert isinstance(move, Decide)
        if reason := await self.decide(move):
            await self.break_off(reason.text)

    # --- the end of a round -----------------------------------------------------------------

    async def settle(self) -> None:
        """One entry in the books; the deck is shown."""
        at, game, pack = self.at, self.at.game, self.pack
        assert game is not None and pack is not None and game.number is not None
        reveal = pack.shown_with()
        players = game.players.values()
        try:
            settled, stacks = await at.backroom.cashier.settle(
                game.number, game.round, reveal, players
            )
        except FeltworksError as error:
            await self.break_off(str(error))
            return
        if settled.round is not None:
            game.round = settled.round
        game.outcome = "voided" if settled.outcome == "voided" else "settled"
        game.net_cents, game.reveal = settled.net, reveal
        at.purses.update(stacks)
        at.chairs.after(settled.net)
        for seat, player in game.players.items():
            at.enter(player, game.number, settled.net.get(seat, 0))
        spent = pack.after(game.round)
        if spent is not None:
            game.reveal = spent.reveal()
            cashier = at.backroom.cashier
            await cashier.ask(cashier.house.reveal, spent.digest, spent.reveal())
        await self.look_at_jackpots()
        await self._over()

    async def _over(self) -> None:
        at = self.at
        at.phase = "over"
        for seat, chair in list(at.chairs.taken.items()):
            if seat in at.chairs.taken and self._goes(chair):
                self._free(seat)
        at.start_clock(self.pace_seconds[2], self.open)
        at.broadcast()
        tell_reviews(at)

    def _goes(self, chair: Chair) -> bool:
        if chair.leaving:
            return True
        gone = not chair.bot and chair.player not in self.at.present
        if gone and self.at.chairs.between_players:
            self.at.chairs.set_away(chair.seat, away=True)
        return False

    async def break_off(self, why: str) -> None:
        """A round that cannot go on is void; every stake goes back."""
        at, game = self.at, self.at.game
        at.notice = f"The round is void: {why}"[:300]
        at.stop_clock()
        if game is not None and game.number is not None and game.outcome is None:
            cashier = at.backroom.cashier
            try:
                stacks = await cashier.void(game.number, why[:200], game.players.values())
                at.purses.update(stacks)
            except FeltworksError as error:
                at.notice = str(error)
            game.outcome = "voided"
            if self.pack is not None:
                self.pack.after(game.round)
            await self._over()
            return
        at.game = None
        at.phase = "waiting"
        at.start_clock(self.pace_seconds[2], self.seats_changed)
        at.broadcast()

    # --- the house's doors ------------------------------------------------------------------

    async def shut(self, why: str) -> None:
        """The house has closed the table."""
        at = self.at
        at.stop_clock()
        at.phase, at.game, at.notice = "closed", None, why
        await self.put_shoe_away()
        at.broadcast()

    async def look_again(self) -> None:
        """The house may have opened, closed or changed the table."""
        at, game = self.at, self.at.game
        if at.phase in ("playing", "over"):
            return
        if at.phase == "betting" and game is not None and game.has_bets():
            return
        at.notice = None
        at.phase, at.game = "waiting", None
        await self.open()

    async def put_shoe_away(self) -> None:
        spent = None if self.pack is None else self.pack.put_away()
        self.pack = None
        if spent is not None:
            cashier = self.at.backroom.cashier
            await cashier.ask(cashier.house.reveal, spent.digest, spent.reveal())

    async def put_away(self) -> None:
        """The server closes: nothing stays in flight."""
        game = self.at.game
        if game is not None and game.number is not None and game.outcome is None:
            players = game.players.values()
            with suppress(FeltworksError):
                await self.at.backroom.cashier.void(game.number, "the server closed", players)
        with suppress(FeltworksError):
            await self.put_shoe_away()
