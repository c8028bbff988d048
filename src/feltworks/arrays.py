"""The types of arrays, named once: whole numbers, floating ones and flags, by their width."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Int64s = NDArray[np.int64]
Int32s = NDArray[np.int32]
Int16s = NDArray[np.int16]
Int8s = NDArray[np.int8]
UInt64s = NDArray[np.uint64]
UInt32s = NDArray[np.uint32]
UInt16s = NDArray[np.uint16]
UInt8s = NDArray[np.uint8]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
