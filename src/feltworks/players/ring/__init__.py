"""Opponents for games between players."""

from feltworks.players.ring.advice import Advice, PotAdviser, advise
from feltworks.players.ring.bots import TEMPERS, Bot, BotError, RingPlayer, bot, seat_bots
from feltworks.players.ring.game import open_game, play_game

__all__ = [
    "TEMPERS",
    "Advice",
    "Bot",
    "BotError",
    "PotAdviser",
    "RingPlayer",
    "advise",
    "bot",
    "open_game",
    "play_game",
    "seat_bots",
]
