"""What the counting office is asked and what it answers, as the API describes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from feltworks.rules.reading import LARGEST_BYTES

ShortText = Annotated[str, StringConstraints(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
OptionName = Annotated[str, StringConstraints(max_length=80)]
MOST_OPTIONS = 64


class RulesRequest(BaseModel):
    """Which rules a question is about: a shipped game by its id, or the text of a rules file."""

    model_config = ConfigDict(extra="forbid")

    game: ShortText | None = Field(None, description="The id of a shipped game.")
    text: Annotated[str, StringConstraints(max_length=LARGEST_BYTES)] | None = Field(
        None, description="The text of a rules file, instead of a game."
    )
    options: dict[OptionName, ShortText] = Field(
        default_factory=dict, max_length=MOST_OPTIONS, description="Values of options."
    )
    pays: list[ShortText] = Field(
        default_factory=list, max_length=MOST_OPTIONS, description="Other pays, `WAGER.HAND=ODDS`."
    )


class OddsRequest(RulesRequest):
    """The exact odds of every wager."""

    jackpot_cents: int | None = Field(None, ge=0, le=10**13, description="The jackpot's amount.")


class StrategyRequest(RulesRequest):
    """The best play at a decision."""

    decision: ShortText | None = Field(None, description="The first one unless named.")


class PositionRequest(StrategyRequest):
    """What every choice is worth with these cards."""

    cards: ShortText = Field(description="The player's cards, `As Kd`.")
    board: ShortText = Field("", description="Cards that lie open; the dealer's up card.")


class FileMistake(BaseModel):
    """One thing wrong with a rules file."""

    key: str
    line: int | None
    found: str
    allowed: str
    with_option: str | None
    says: str


class Progress(BaseModel):
    """How far a count has come; `of` is 0 where the end is not known."""

    what: str
    done: int
    of: int


class OddsJobReply(BaseModel):
    """A question on its way; `answer` is there when it is done."""

    id: str
    state: Literal["waiting", "counting", "done", "refused"]
    before: int = Field(description="How many questions are answered first.")
    progress: Progress | None = None
    says: str | None = Field(None, description="Why there is no answer, in one sentence.")
    mistakes: list[FileMistake] = Field(default_factory=list)
    answer: dict[str, Any] | None = Field(
        None, description="For odds: `game`, `sheet` (docs/odds-json.md), `bars`, `what_if`."
    )


class OptionValueReply(BaseModel):
    """One value of an option."""

    id: str
    says: str
    analysis_only: bool


class OptionReply(BaseModel):
    """A switch of a game: named values, or a number between two."""

    id: str
    says: str
    chosen: str
    default: str
    lowest: int | None
    highest: int | None
    values: list[OptionValueReply]


class GameOptionsReply(BaseModel):
    """A game on the shelf, with its switches."""

    id: str
    name: str
    title: str
    options: list[OptionReply]
