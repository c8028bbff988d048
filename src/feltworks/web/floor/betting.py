"""Wagers before the deal: a deck is promised, people bet, and the betting closes.

At a house-banked table the clock runs from the first wager on. Between players the blinds open the
round, and there is a betting phase only where the game has side wagers.
"""

from __future__ import annotations

from feltworks.house import HouseError
from feltworks.round import Bet, Reason
from feltworks.round.croupier import made
from feltworks.web.floor.dealing import Dealing
from feltworks.web.floor.game import Game
from feltworks.web.floor.pack import Pack
from feltworks.web.floor.phases import sentence


class Betting(Dealing):
    """Opens rounds and closes their betting."""

    async def shut(self, why: str) -> None:
        raise NotImplementedError

    async def open(self) -> None:
        """A round to bet on, from a deck that is promised now."""
        at = self.at
        at.stop_clock()
        if not await self.give_back():
            at.phase, at.game = "waiting", None
            at.start_clock(self.pace_seconds[2], self.open)
            at.broadcast()
            return
        if self.pack is None:
            self.pack = Pack(at.sheet.dealt)
        cashier, digest = at.backroom.cashier, self.pack.promise().digest
        players = [chair.player for chair in at.chairs.taken.values()]
        try:
            sheet, terms, stacks = await cashier.opened(at.table, digest, players)
        except HouseError as error:
            await self.shut(str(error))
            return
        at.purses.update(stacks)
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
        at.backroom.meters.show({name: terms.jackpots[id] for id, name in sheet.jackpots.items()})
        at.phase = "betting"
        for chair in at.chairs.taken.values():
            chair.ready = False
        if moves and not sheet.rules.offer.side_wagers:
            await self.close()
            return
        if moves:
            at.start_clock(self.pace_seconds[0] / 2, self.close)
        at.broadcast()

    async def _top_up_bots(self) -> None:
        """A bot that is out of chips buys more; people have to do it themselves."""
        at = self.at
        for seat, chair in list(at.chairs.taken.items()):
            if chair.bot and at.chairs.chips_before(seat, None) == 0:
                cents = await at.backroom.fund_bot(chair.player, at.description)
                await at.look_up([chair.player])
                if at.chairs.taken.get(seat) is chair:
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
            game.without(list(players))
            await self._not_closed(Reason("house", str(error)))
            await self.open()
            at.notice = sentence(str(error))
            at.broadcast()
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
