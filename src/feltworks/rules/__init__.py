"""The rules of play as one data file: what it may say, how it is read, what a wager pays.

The input is a TOML file and the options that a house has chosen. The loader patches the chosen
values into the document, validates the result against the schema, cross-checks every reference and
phrase, and reports every mistake at once. The output is a frozen `Rules` value without options; the
table deals from it and the odds are counted from it, and both use `rules.settlement`, and nothing
else, to find what a wager pays.
"""
