"""How fast Feltworks is on this machine: `python -m bench` runs every module of this package.

A bench module has one function, `bench() -> rich.table.Table`, that measures and reports.
"""
