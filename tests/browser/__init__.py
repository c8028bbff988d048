"""The card room as people use it: real browsers at a real server."""
