"""What the rules pages show: rules generated from their file, so that they are never outdated."""
