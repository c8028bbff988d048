"""Opponents for games between players."""

from feltworks.players.ring.bots import TEMPERS, Bot, BotError, RingPlayer, bot, seat_bots
from feltworks.players.ring.game import open_game, play_game

__all__ = [
    "TEMPERS",
    "Bot",
    "BotError",
    "RingPlayer",
    "bot",
    "open_game",
    "play_game",
    "seat_bots",
]
