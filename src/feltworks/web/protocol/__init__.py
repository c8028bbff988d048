"""The messages between clients and the server at a table, as models; see docs/web.md."""
