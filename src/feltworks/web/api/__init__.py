"""The JSON routes: the lobby, the guest's session, and finished rounds."""
