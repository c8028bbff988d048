"""Ask the product what its users ask: rules files go in, answers come out.

Tests of rules, odds, engines and players ask through this package and import nothing else of
those packages. When a name in the product changes, this package changes and no test does. Plain
oracles in the tests answer the same questions, and tests compare the two.

- `ask.rules`: load a rules file, or learn what is wrong with it
- `ask.odds`: odds, ties, advice, positions, rejections
- `ask.sides`: side wagers that cards alone decide, and jackpots
- `ask.tuning`: other pays, and pay tables near a wanted edge
- `ask.published`: published figures, and the readings that a document leaves open
- `ask.simple`: simple rules and their price
- `ask.blackjack`: values, charts, plays and chances of blackjack
- `ask.equity`: shares of a pot
- `ask.together`: how the wagers of a round vary together
- `ask.words`: outcomes and tie rules in words
- `ask.solving`: how long a count takes, and the limits of the solver
- `ask.coach`: causes of advice, reviews, and what wagers are worth
- `ask.rounds`: play rounds; their logs, transcripts and views
- `ask.players`: what optimal, simple and bot players decide
- `ask.seats`: best play and bots at a round, and what their seats know
- `ask.terminal`, `ask.pages`: what a person at a terminal or a page reads
- `ask.schema`: defaults of a rules file, and a schema with a key more
- `ask.books`: books of a house, their upgrade and their staff
- `ask.shipped`: shipped rankings and decks, edited for one test
- `ask.simulation`: the counts of a simulation
- `ask.book`: the questions of the answer book (`tests.answers`), with answers as plain data
- `ask.counts`: what pages and commands are held against: figures, causes, the words of a hand
- `ask.house`: the books, for tests of other packages that act on them
- `ask.web`: what the browser is told of a rules file
- `ask.console`: what the staff's console does to tables and accounts of a house
- `ask.ledger`: what reports read from a house

Answers are plain values: integers, fractions, strings, cards, and the small classes defined here.
A test of a kernel, in a file `test_*kernels.py`, may import that kernel; `tests/test_fronts.py`
enforces all this.
"""
