"""Feltworks: from rules of play to a proven, playable, audited table game."""
