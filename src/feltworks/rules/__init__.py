"""The rules of play as one data file: what it may say, how it is read, what a wager pays.

In comes a TOML file and the options a house has chosen. The loader patches the chosen
values into the document, holds the plain result against the schema, cross-checks every
reference and phrase, and reports every mistake at once. Out comes a frozen `Rules`
value that never mentions options; the table deals from it and the odds are counted from
it, and both ask `rules.settlement`, and nothing else, what a wager pays.
"""
