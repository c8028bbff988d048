"""A fourth mechanism, for the tests: a folder with an engine, and one entry a layer."""
