"""Games in which a player gives up cards for others: what to keep, and what that is worth.

The player's cards are dealt, he gives some of them up, the deck replaces these, and at most one
more decision follows (fold or raise) before the end. Against a pay table the end depends on his
last hand alone; against a dealer also on the cards that the dealer can still have, and those that
were given up cannot be among them.

The draws are never dealt one by one. For every set of cards the hands that contain it are counted
once; hands that contain the kept cards and none of those given up are then an alternating sum over
the subsets of the cards given up (inclusion and exclusion). All 32 ways to keep some of five cards
come from 32 numbers.

- `game` reads a rules file into what is decided and what each end pays, or refuses it;
- `subsets` counts hands by the sets they contain;
- `paytable` weighs and counts a game without a dealer's hand;
- `dealer` weighs one position against a dealer's hand, `dealercount` counts all deals, and
  `widerdraws` shows where more than one card is never best given up;
- `advice` answers one position.
"""
