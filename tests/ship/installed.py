"""The wheel, built from the source distribution, and clean environments to install it into."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

from tests.ship.steps import Failed, require

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGE = ROOT / "src" / "feltworks"
LONGEST_SECONDS = 600


@dataclass(frozen=True)
class Ended:
    """How a program ended, and what it printed."""

    line: str
    code: int
    out: str
    err: str

    def expect(self, code: int = 0) -> Ended:
        """Fail unless the program ended with this code, without a traceback."""
        if self.code != code or "Traceback" in self.err:
            raise Failed(f"{self.line}\nended with {self.code}\n{self.out[-2000:]}{self.err}")
        return self


@dataclass(frozen=True)
class Installed:
    """An environment with the program, a home of its own and a folder to work in."""

    folder: Path

    @property
    def environment(self) -> Path:
        return self.folder / "environment"

    @property
    def python(self) -> Path:
        return self.environment / "bin" / "python"

    @property
    def work(self) -> Path:
        return self.folder / "work"

    @property
    def variables(self) -> dict[str, str]:
        """What a program finds in its environment: nothing that belongs to the source tree."""
        return {
            "PATH": f"{self.environment / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.folder / "home"),
            "LANG": "C.UTF-8",
        }

    def make(self, *requirements: str) -> None:
        """Make the environment new and install into it, with today's pip.

        Modules are compiled when they are first imported: a third of them are.
        """
        for folder in (self.folder / "home", self.work):
            folder.mkdir(parents=True)
        _call(sys.executable, "-m", "venv", "--without-pip", str(self.environment))
        self.pip("install", "--no-compile", *requirements)

    def pip(self, *words: str) -> None:
        """Call the pip of the process that runs this for this environment."""
        options = ("--quiet", "--disable-pip-version-check")
        _call(sys.executable, "-m", "pip", "--python", str(self.python), *words, *options)

    def run(self, *words: str | Path, cwd: Path | None = None) -> Ended:
        """Run a program of this environment to its end; nobody types anything."""
        call = [str(word) for word in words]
        ended = subprocess.run(
            [shutil.which(call[0], path=self.variables["PATH"]) or call[0], *call[1:]],
            cwd=cwd or self.work,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST_SECONDS,
        )
        return Ended(" ".join(call), ended.returncode, ended.stdout, ended.stderr)

    def type(self, line: str, cwd: Path | None = None) -> Ended:
        """Run a line as it is typed into a shell."""
        ended = self.run("bash", "-c", f"{line}\nexit $?", cwd=cwd)
        return Ended(line, ended.code, ended.out, ended.err)

    def script(self, text: str) -> Ended:
        """Run a Python program, kept in a file outside the source tree."""
        file = self.work / "script.py"
        file.write_text(text, "utf-8")
        return self.run("python", file)

    def check_origin(self) -> str:
        """The package is imported from this environment, and is the version of the tree."""
        found = self.script("import feltworks\nprint(feltworks.__file__)").expect().out.strip()
        inside = Path(found).is_relative_to(self.environment.resolve())
        require(inside, f"feltworks is imported from {found}")
        version = self.type("feltworks --version").expect().out.strip()
        wanted = f"feltworks {PROJECT['project']['version']}"
        require(version == wanted, f"the version is {version!r}, not {wanted!r}")
        return version


def build(folder: Path) -> tuple[Path, Path]:
    """Build the source distribution and a wheel from it; return the wheel and the sources."""
    builder = Installed(folder / "builder")
    builder.make(*PROJECT["build-system"]["requires"])
    made = folder / "dist"
    hatch = [str(builder.python), "-m", "hatchling", "build", "-d", str(made), "-t"]
    _call(*hatch, "sdist", cwd=ROOT)
    (archive,) = made.glob("*.tar.gz")
    shutil.unpack_archive(archive, folder / "sources")
    (sources,) = (folder / "sources").iterdir()
    _call(*hatch, "wheel", cwd=sources)
    (wheel,) = made.glob("*.whl")
    return wheel, sources


def check_files(wheel: Path) -> str:
    """The wheel holds every file of the package as it is in the tree, and no other."""
    tree = {
        f"feltworks/{path.relative_to(PACKAGE).as_posix()}": path
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        names = {each for each in archive.namelist() if ".dist-info/" not in each}
        odd = sorted(names ^ tree.keys())
        require(not odd, f"in the wheel or in the tree alone: {', '.join(odd)}")
        for name, path in tree.items():
            require(archive.read(name) == path.read_bytes(), f"{name} differs from the tree")
        licences = [each for each in archive.namelist() if each.endswith("/LICENSE")]
        require(licences, "the wheel has no licence")
    return f"{len(names)} files, {wheel.stat().st_size // 1024} kB"


def _call(*words: str, cwd: Path | None = None) -> None:
    """Call a tool that prepares something; its output is shown only if it fails."""
    ended = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise Failed(f"{' '.join(words)}\n{ended.stdout}{ended.stderr}")
