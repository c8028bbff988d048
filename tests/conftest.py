"""No test is made green by a count that an earlier run kept: none are kept, unless one says where.

Set before anything is imported, and inherited by the processes that tests start.
"""

import os

os.environ["FELTWORKS_COUNTS"] = ""
