"""Processes that are forked from one without threads.

A test's own process has threads that keep leases up: what is forked while one of them writes finds
SQLite's locks held, for ever.
"""

import multiprocessing

FRESH = multiprocessing.get_context("forkserver")
FRESH.set_forkserver_preload(["feltworks.house", "feltworks.house.demo"])
