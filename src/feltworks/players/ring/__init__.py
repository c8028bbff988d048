"""Bots and advice for games between players."""

from feltworks.players.ring.advice import PotAdvice, PotAdvisor, advise
from feltworks.players.ring.bots import TEMPERS, Bot, BotError, RingPlayer, bot, seat_bots

__all__ = [
    "TEMPERS",
    "Bot",
    "BotError",
    "PotAdvice",
    "PotAdvisor",
    "RingPlayer",
    "advise",
    "bot",
    "seat_bots",
]
