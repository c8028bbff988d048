"""What clients and the server say to each other at a table, as models; see docs/web.md."""
