"""Papers: what a regulator files, a floor pins up and a player takes home.

The idea: a paper is data. Each kind of paper is a function that turns a rules file and its results
into a list of blocks (headings, texts, tables, cards, charts); one template sets any paper as a PDF
through Typst, and the same blocks are written as Markdown. Nothing is computed here: figures come
from the odds, the simulation and the jackpots, through their public functions.

What comes in: rules that were read with their options, and a date. What goes out: bytes. The same
input gives the same bytes on any machine: the date is stated, system fonts are not used, and what
is sampled is sampled from a seed. Every paper says what it is about, by which version and from
which rules it was made, with what settings, and by which command it is made again.
"""
