"""Exact odds: from a rules file to integers, by counting instead of visiting.

In comes a `Rules` value, its options already worked in. Out comes, for all required
wagers together and for every side wager, the exact number of deals that end in each
outcome when every decision is made at its best; expected values are fractions of those
integers and nothing is rounded before it is printed.

How it goes: `plan` reads the stages into levels, each a moment at which the player
learns something; `tree` unfolds the decisions into histories; `pays` asks
`rules.settlement` what each history pays in each case; `tally` counts, for each hand of
the player on each board, the dealer's hands it beats, ties and loses to; `walk` goes
backward over the levels to find the best choices and forward to count the outcomes.
`side` counts wagers that no decision touches. Whatever the file says that this package
cannot weigh yet is refused by the name of its key.

`report.report(rules)` tells everything about the wagers of a game, jackpots and other pays
included; `analyse(rules)` gives their counts alone, `strategy.Advisor(rules)` answers a
position. `mechanisms` says what there is to weigh in the games of each mechanism.
"""
