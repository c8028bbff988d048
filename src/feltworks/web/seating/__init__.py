"""Who sits at a table, and who decides there without a person; see `feltworks.web.mechanisms`."""
