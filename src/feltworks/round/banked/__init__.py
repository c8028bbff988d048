"""What engines of house-banked games share, whatever is played on the felt.

Wagers before the deal and their limits, stakes for the dealer, the order of dealing, hands read off
the felt, pay tables and jackpots turned into cents, and what a supervisor may record.
"""
