"""The JSON routes: the lobby, the guest's session, finished rounds, and rules."""
