"""What a check finds: not an exception but a value, so that one check can return many."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """Something in the books that cannot be; `record` is the first it shows in, 0 for none."""

    record: int
    check: str
    text: str

    def __str__(self) -> str:
        where = f"record {self.record}" if self.record else "the books"
        return f"{where}: {self.text} ({self.check})"

    def as_json(self) -> dict[str, str | int | None]:
        return {"record": self.record or None, "check": self.check, "says": self.text}
