"""The one place that imports Numba, and where its compiled kernels are kept between runs.

Numba notices an edit of the file a kernel stands in, but not of a file it calls into, and would
then answer with the old code. So the cache folder is named after a hash of every kernel source in
the package: change any of them and all are compiled afresh. The folder has to be set before Numba
is imported, hence this module. A kernel source is recognised by `from feltworks.kernels import`;
the modules that it imports constants from are hashed too, because constants are compiled in.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any, TypeVar, cast

from feltworks.wholefiles import user_cache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

Function = TypeVar("Function", bound="Callable[..., Any]")

_PACKAGE = Path(__file__).parent
_MARK = b"from feltworks.kernels import"
_IMPORT = re.compile(rb"^from feltworks\.([\w.]+) import (\([^)]*\)|.*)$", re.MULTILINE)
_CONSTANT = re.compile(rb"\b[A-Z][A-Z0-9_]+\b")


def source_hash(package: Path = _PACKAGE) -> str:
    """A name for the present state of every kernel source of the package."""
    sources = {
        path.relative_to(package).as_posix(): path.read_bytes() for path in package.rglob("*.py")
    }
    hashed = {name for name, source in sources.items() if _MARK in source}
    for name in list(hashed):
        for module, names in _IMPORT.findall(sources[name]):
            if _CONSTANT.search(names):
                stem = module.decode().replace(".", "/")
                hashed |= {f"{stem}.py", f"{stem}/__init__.py"} & sources.keys()
    digest = hashlib.sha256()
    for name in sorted(hashed):
        digest.update(f"{name}\0{len(sources[name])}\0".encode())
        digest.update(sources[name])
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept: FELTWORKS_CACHE, or the user's cache, or only for this run.

    A folder that others could write to is never shared between runs, as its content is executed.
    """
    folder = user_cache() / "kernels" / source_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    passing = Path(tempfile.mkdtemp(prefix="feltworks-kernels-"))
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    return passing


os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())

import numba  # noqa: E402
from numba.core import event  # noqa: E402
from numba.core.caching import FunctionCache  # noqa: E402
from numba.core.runtime.nrt import rtsys  # noqa: E402

# In case Numba was imported before: then it has already read the environment.
numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]  # type: ignore[attr-defined]


@contextmanager
def timed_without_compiling() -> Iterator[Callable[[], float]]:
    """The seconds since this began, without those spent compiling kernels: that happens once on a
    machine, and says nothing of how long the same takes again."""
    compiling = event.TimingListener()  # type: ignore[no-untyped-call]
    start = time.monotonic()
    with event.install_listener("numba:compile", compiling):
        yield lambda: time.monotonic() - start - (compiling.duration if compiling.done else 0.0)


class _KernelCache(FunctionCache):
    """Loads kernels without what Numba needs only to compile one: that takes a sixth of the time of
    a short command, and Numba's compiler sets it up itself. A damaged file is compiled again."""

    def load_overload(self, sig: object, target_context: object) -> object:
        rtsys.initialize(target_context)
        try:
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except (EOFError, UnpicklingError):
            self.flush()  # type: ignore[no-untyped-call]
            return None


def _compiled(function: Function, **options: Any) -> Function:  # noqa: ANN401 - Numba's own
    """A function that is compiled when it is first called, and kept on disk."""
    dispatcher: Any = numba.njit(nogil=True, **options)(function)
    dispatcher._cache = _KernelCache(function)  # type: ignore[no-untyped-call]
    return cast("Function", dispatcher)


def kernel(function: Function) -> Function:
    """Compile a function over arrays; it must get every table as an argument."""
    return _compiled(function)


def inlined(function: Function) -> Function:
    """Compile a small function into every kernel that calls it, to save the cost of a call."""
    return _compiled(function, inline="always")


def inlined_by_llvm(function: Function) -> Function:
    """As `inlined`, for a function that is `borrowing` too, and compiled once for all its callers.

    Numba compiles an `inlined` function again wherever it is called: where such functions call each
    other, that takes longer than all other kernels together.
    """
    return _compiled(function, _nrt=False, forceinline=True)


def borrowing(function: Function) -> Function:
    """Compile a function that makes no array or slice, and calls none that does.

    Then it need not count references to the arrays it is given, which costs a call with some thirty
    arrays a microsecond.
    """
    return _compiled(function, _nrt=False)


@borrowing
def copy_to(target: NDArray[Any], source: NDArray[Any]) -> None:
    """Copy an array into another, or a row into a row, as far as both reach: never past the end.

    For `target[:] = source` Numba compiles how to tell of shapes that differ, for some five
    seconds.
    """
    for at in range(min(len(target), len(source))):
        target[at] = source[at]
