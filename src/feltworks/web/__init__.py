"""The card room in the browser: tables over WebSockets, and pages that draw what they are sent.

The layer is thin. Rounds say what is lawful and what happened, the house keeps the money, the odds
say what is best; here a clock runs, messages go in and out, and every client gets its own view.
"""
