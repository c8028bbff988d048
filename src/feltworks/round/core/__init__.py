"""What every engine does in the same way, written once.

A plan is made from a rules file and shared by all its rounds; a layout is the state of one round in
play; `EngineRound` is the round as a value. Around them: the order of the dealing, hands read off
the felt, wagers placed and taken back, stakes for the dealer, payments, and a supervisor's rulings.
An engine adds its own plan and layout, its decisions, and what the dealer does between decisions.
"""
