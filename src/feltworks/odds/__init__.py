"""Exact odds: from a rules file to integers, by counting instead of visiting.

The input is a `Rules` value with its options applied. The output is, for all required wagers
together and for every side wager, the exact number of deals that end in each outcome when every
decision is the best one; expected values are fractions of those integers and nothing is rounded
before it is printed.

How the solver works: `plan` reads the stages into levels, each a moment at which the player learns
something; `tree` unfolds the decisions into histories; `pays` asks `rules.settlement` what each
history pays in each case; `boards` counts, for each hand of the player on each last board, the
dealer's hands it beats, ties and loses to (`sweep`), or `kindboards` does so by kinds of cards;
`walk` goes `backward` over the levels to find the best choices and `forward` to count the outcomes.

Other games have solvers of their own: `laidout` for few cards from several packs, `suitgame` for
longest flushes, `exchange` for cards given up for others, `undecided` where nobody decides,
`blackjack`, and `equity` for games between players. `side` counts wagers that cards alone decide;
`simple` looks for rules that a person can remember. A key of the file that this package cannot
weigh is refused by its name (`keys`).

`report.report(rules)` has everything about the wagers of a game, including jackpots and changed
pays; `analyse(rules)` gives only their counts, `strategy.Advisor(rules)` answers a position.
`mechanisms` says what can be weighed in the games of each mechanism.
"""
