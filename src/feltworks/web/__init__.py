"""The card room in the browser: tables over WebSockets, and pages that draw what they are sent.

The layer is thin. Rounds say what is lawful and what happened, the house keeps the money, the odds
say what is best. This layer runs the clock, passes messages, and gives every client its own view.
"""
