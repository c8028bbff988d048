"""A day of play for a newcomer to look at: guests who bet at random, dealt by the house's rules."""

from feltworks.house.demo.day import DemoDay, DemoDealer, play_day
from feltworks.house.demo.guests import Guests

__all__ = ["DemoDay", "DemoDealer", "Guests", "play_day"]
