"""Bots and advice for games between players."""
