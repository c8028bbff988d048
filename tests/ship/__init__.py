"""Check what ships: the wheel, installed outside the source tree, does what the README says.

`make ship` runs this as `python -m tests.ship`. It builds the wheel, installs it into two clean
environments, one with no extra and one with all, and then asks only the installed program. Nothing
here imports `feltworks`.
"""
