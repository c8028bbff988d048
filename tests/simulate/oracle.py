"""The same rounds dealt card by card through the table engine, decided by the exact advisor."""

from tests.simulate.plain_stream import plain_draw

from feltworks.pit import open_table, play_out, posted_seeds
from feltworks.players.optimal import Optimal
from feltworks.round import Bet, NoMoreBets, Terms
from feltworks.round.core.order import deal_order
from feltworks.round.payouts import Settled
from feltworks.simulate.reading import Columns
from feltworks.simulate.seatwagers import LIMITS

ANTE_CENTS = 1000


class Oracle:
    """Knows nothing of lanes, tables or slots: only the stream of cards and where they go."""

    def __init__(self, loaded, game, seed, sides=(), decide=None):
        self.table = open_table(loaded)
        self.rules = loaded.rules
        self.walk = game.walk
        self.seats = game.program.seats
        self.seed = seed
        self.columns = Columns(game.walk, self.seats)
        self.decide = decide or Optimal(loaded.rules).decide
        self.sides = sides
        self.wagers = game.wagers

    def order(self, number):
        """The deck of a round: the cards drawn where they are dealt, the others in between."""
        space = self.walk.space
        drawn = plain_draw(self.seed, number, space.size, self.columns.count)
        placed = self._placed(drawn)
        rest = iter(sorted(set(range(space.size)) - set(drawn)))
        served, order = {}, []
        for stage in self.rules.stages:
            script = deal_order(self.rules, stage).script(tuple(range(1, self.seats + 1)))
            for slot in script:
                if slot.does == "turn":
                    continue
                card = None
                if slot.does == "deal":
                    at = served.get(slot.place, 0)
                    served[slot.place] = at + 1
                    card = placed.get((*slot.place, at))
                order.append(next(rest) if card is None else card)
        return [space.card(card) for card in [*order, *rest]]

    def _placed(self, drawn):
        """The card of each seat, zone and place; seat 0 is the house."""
        plan = self.walk.plan
        seen = {(zone, place): when for zone, place, when in plan.order}
        placed = {}
        for seat in range(1, self.seats + 1):
            hole, board = self.columns.hole(seat - 1), self.columns.board(seat - 1)
            piles = [(plan.hole_group, hole)] if plan.hole_group else []
            at = 0
            for pile, count in zip(plan.groups, plan.levels[-1].board, strict=True):
                piles.append((pile, board[at : at + count]))
                at += count
            if plan.hidden_group:
                piles.append((plan.hidden_group, self.columns.hidden()))
            taken = {}
            for pile, columns in piles:
                owner = seat if self.rules.zones[pile.zone] == "player" else 0
                places = [p for p in range(pile.first, pile.stop) if (pile.zone, p) not in taken]
                places.sort(key=lambda p, z=pile.zone: (seen.get((z, p), 99), p))
                if pile is plan.hidden_group:
                    places = places[-len(columns) :]
                for place, column in zip(places, columns, strict=False):
                    taken[pile.zone, place] = True
                    placed[owner, pile.zone, place] = drawn[column]
        return placed

    def bets(self):
        if self.wagers is not None:
            for seat, wagers in enumerate(self.wagers.seats, 1):
                for wager, cents in wagers.items():
                    yield Bet(seat, wager, cents)
            yield NoMoreBets()
            return
        wagers = [*self.rules.wagers_of("required"), *self.sides]
        for seat in range(1, self.seats + 1):
            for wager in wagers:
                size = self.rules.wagers[wager].size
                fixed = size is not None and size.cents is not None
                yield Bet(seat, wager, size.cents if fixed else ANTE_CENTS)
        yield NoMoreBets()

    def round(self, number):
        opened = self.table.open_round(Terms(LIMITS, jackpots=posted_seeds(self.table)))
        return play_out(opened.play_all(list(self.bets())), self.order(number), self.decide)

    def net_cents(self, number):
        """What each seat won on each wager."""
        found = [{} for _ in range(self.seats)]
        for entry in self.round(number).log:
            if isinstance(entry, Settled):
                found[entry.seat - 1][entry.wager] = entry.net_cents
        return found
