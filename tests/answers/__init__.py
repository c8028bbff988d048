"""The answer book: what every game answers today to the questions that users ask.

`answers.txt` holds the answers, `python -m tests.answers` writes and compares them, and
`test_answers.py` compares a part of them in seconds. The questions stand in `tests.ask`.

- `games`: every game that is asked
- `questions`: the questions, each of which gives answers by key
- `file`: the book as a file, and its differences from another
- `making`: answers made in two processes
"""
