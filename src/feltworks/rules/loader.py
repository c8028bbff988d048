"""Reading a rules file: spelled out, checked, with the house's choices applied. `load` is what most
callers want. `read` gives the same rules together with every option's value and the identity of the
file, which belong to every figure or round made from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from feltworks.cards import Card, join_cards
from feltworks.rules.catalogue import GAMES_DIR, locate
from feltworks.rules.checks import cross_check
from feltworks.rules.checks.patches import check_defaults, check_patches, check_values
from feltworks.rules.handbook import without_cards
from feltworks.rules.identity import canonical_form, identity, identity_of_version_1
from feltworks.rules.keylines import lines_from
from feltworks.rules.mending import MendedRules, mended
from feltworks.rules.mistakes import MISSING, Mistake, RulesError
from feltworks.rules.options import Choosable, patched, settled_choice
from feltworks.rules.printed import changed_keys, shipped_files_by_source
from feltworks.rules.reading import check_bounds, check_texts, parse_document, read_bytes
from feltworks.rules.schema import Rules
from feltworks.rules.schema.options import AS_IN_FILE
from feltworks.rules.shortforms import SpelledOut, spell_out
from feltworks.rules.validation import validated

MOST_CHECKED = 200
_CHECKED: dict[str, CheckedFile] = {}
NOTHING_CHOSEN: Mapping[str, Choosable] = MappingProxyType({})


@dataclass(frozen=True)
class CheckedFile:
    """A valid file before any choice, with its identities computed on first use."""

    written: Rules
    document: Mapping[str, Any]

    @cached_property
    def sha256(self) -> str:
        return identity(self.written, self.document)

    @cached_property
    def sha256_of_version_1(self) -> str | None:
        return identity_of_version_1(self.written, self.document)

    @cached_property
    def form(self) -> Mapping[str, Any]:
        """What the file says, in its one spelling."""
        return canonical_form(self.written, self.document)

    @cached_property
    def figures_of_others(self) -> Mapping[str, str]:
        """The sources whose figures were published for a shipped game with other rules, each with
        that game and what differs."""
        sources = {claim.source for claim in self.written.published if claim.source}
        told = {source: self._published_for(source) for source in sorted(sources)}
        return {source: words for source, words in told.items() if words is not None}

    def _published_for(self, source: str) -> str | None:
        """The shipped game that a source is about; None if its rules are the same."""
        told = None
        for path in shipped_files_by_source().get(source, ()):
            document = parse_document(read_bytes(path), str(path))
            shipped = _checked(spell_out(document), str(path), try_every_value=False)
            keys = [] if shipped is self else changed_keys(shipped.form, self.form)
            if not keys:
                return None
            more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
            told = told or f"{shipped.written.game.id}, whose rules differ in {keys[0]}{more}"
        return told


@dataclass(frozen=True)
class Loaded:
    """A file that was read: its rules as they are played, and where they come from.

    `rules` have the published figures of these rules alone; `written` has all of the file.
    `chosen` has a value for every option; `gone` are cards that are known to have left the deck.
    """

    rules: Rules
    file: CheckedFile
    chosen: Mapping[str, str]
    name: str
    gone: tuple[Card, ...] = ()

    @property
    def written(self) -> Rules:
        """The file before any choice."""
        return self.file.written

    @property
    def document(self) -> Mapping[str, Any]:
        return self.file.document

    @property
    def sha256(self) -> str:
        """The identity of the file as written, whatever was chosen."""
        return self.file.sha256

    @property
    def sha256_of_version_1(self) -> str | None:
        """The earlier identity of the file; None if it uses a newer key."""
        return self.file.sha256_of_version_1

    def is_known_as(self, sha256: str) -> bool:
        """Whether that is the identity of this file, in either version."""
        return sha256 == self.sha256 or sha256 == self.sha256_of_version_1

    @property
    def notes_on_figures(self) -> list[str]:
        """Say which published figures of the file are those of another game."""
        others = self.file.figures_of_others
        sources = [claim.source or "" for claim in self.written.published]
        found = Counter(others[source] for source in sources if source in others)
        return [
            f"{count} {'published claim is' if count == 1 else 'published claims are'} about "
            f"{game}: nothing of this game is compared with {'it' if count == 1 else 'them'}"
            for game, count in found.items()
        ]

    @cached_property
    def for_analysis_only(self) -> tuple[str, ...]:
        """The choices, as `option = value`, with which no table may be opened."""
        gone = (f"the cards {join_cards(self.gone)} gone",) if self.gone else ()
        return gone + tuple(
            f"{id_} = {value}"
            for id_, value in self.chosen.items()
            if (named := self.rules.options[id_].values.get(value)) and named.analysis_only
        )

    def without(self, gone: Iterable[Card]) -> Loaded:
        """The file for somebody who knows that these cards are gone from the deck."""
        cards = tuple(gone)
        rules = without_cards(self.rules, cards)
        return replace(self, rules=rules, gone=(*self.gone, *cards))

    def as_json(self) -> dict[str, Any]:
        """Which rules figures are of: the first keys of their JSON."""
        return {
            "game": self.rules.game.id,
            "rules_sha256": self.sha256,
            "options": dict(self.chosen),
            **({"gone": [str(card) for card in self.gone]} if self.gone else {}),
        }


def load(game_or_path: str | Path, chosen: Mapping[str, Choosable] = NOTHING_CHOSEN) -> Rules:
    """The rules of a shipped game, or of the file at a path, with those options chosen."""
    return read(game_or_path, chosen).rules


def read(game_or_path: str | Path, chosen: Mapping[str, Choosable] = NOTHING_CHOSEN) -> Loaded:
    """The rules, and the choices and the file they come from."""
    path = locate(game_or_path)
    return _read_data(read_bytes(path), str(path), chosen)


def load_text(
    text: str, name: str = "text", chosen: Mapping[str, Choosable] = NOTHING_CHOSEN
) -> Rules:
    """The rules in a text; messages use `name` for the file."""
    return read_text(text, name, chosen).rules


def read_text(
    text: str, name: str = "text", chosen: Mapping[str, Choosable] = NOTHING_CHOSEN
) -> Loaded:
    """`read` for a text."""
    return _read_data(text.encode(), name, chosen)


def check_file(game_or_path: str | Path) -> Loaded:
    """A file checked completely, with every value of every option tried."""
    path = locate(game_or_path)
    return _read_data(read_bytes(path), str(path), try_every_value=True)


def check_text(text: str, name: str = "text") -> Loaded:
    """`check_file` for a text."""
    return _read_data(text.encode(), name, try_every_value=True)


def _read_data(
    data: bytes,
    name: str,
    chosen: Mapping[str, Choosable] = NOTHING_CHOSEN,
    *,
    try_every_value: bool = False,
) -> Loaded:
    """The rules in those bytes; mistakes have their lines."""
    with lines_from(data.decode("utf-8-sig", "replace")):
        document = parse_document(data, name)
        return read_document(document, name, chosen, try_every_value=try_every_value)


def check_document(document: dict[str, Any], name: str) -> Loaded:
    """`check_file` for a TOML document that is already parsed."""
    return read_document(document, name, try_every_value=True)


def read_document(
    document: dict[str, Any],
    name: str,
    chosen: Mapping[str, Choosable] = NOTHING_CHOSEN,
    *,
    try_every_value: bool = False,
) -> Loaded:
    """`read` for a TOML document that is already parsed: spelled out and checked.

    Mistakes name the keys that the author wrote.
    """
    if mistakes := list(check_bounds(document)):
        raise RulesError(name, mistakes)
    spelled = spell_out(document)
    try:
        file = _checked(spelled, name, try_every_value=try_every_value)
        return _with_tie_rules(_with_own_figures(_with_options(file, name, chosen)))
    except RulesError as error:
        raise RulesError(name, spelled.as_written(error.mistakes)) from None


def _with_own_figures(loaded: Loaded) -> Loaded:
    """Leave out of the rules the figures that were published for another game."""
    if Path(loaded.name).is_relative_to(GAMES_DIR):
        return loaded
    others = loaded.file.figures_of_others
    own = tuple(claim for claim in loaded.rules.published if claim.source not in others)
    return replace(loaded, rules=loaded.rules.model_copy(update={"published": own}))


def _checked(spelled: SpelledOut, name: str, *, try_every_value: bool) -> CheckedFile:
    """The file before any choice; a file that was read before is not checked again."""
    text = repr(spelled.document)
    is_clear = not spelled.mistakes and not spelled.unclear
    if text in _CHECKED and is_clear and not try_every_value:
        return _CHECKED[text]
    written = _validated(spelled, name, try_every_value=try_every_value)
    mistakes = [*_mistakes(written, spelled.document), *check_texts(spelled.document)]
    if try_every_value:
        mistakes += check_values(written, spelled.document)
    if mistakes := mistakes or spelled.unclear:
        raise RulesError(name, mistakes)
    if len(_CHECKED) >= MOST_CHECKED:
        _CHECKED.clear()
    return _CHECKED.setdefault(text, CheckedFile(written, spelled.document))


def _with_options(file: CheckedFile, name: str, chosen: Mapping[str, Choosable]) -> Loaded:
    """The rules as they are played with those options."""
    written = file.written
    values = settled_choice(written.game.id, written.options, chosen)
    plain = patched(file.document, written.options, values)
    if plain == file.document:
        return Loaded(written, file, MappingProxyType(values), name)
    try:
        rules = validated(plain, name)
        mistakes = cross_check(rules)
    except RulesError as error:
        mistakes = list(error.mistakes)
    if mistakes:
        raise RulesError(name, [_caused(mistake, written, values) for mistake in mistakes])
    return Loaded(rules, file, MappingProxyType(values), name)


def _with_tie_rules(loaded: Loaded) -> Loaded:
    """Give the rules the tie rule of the first published table whose options are in force."""
    for claim in loaded.rules.published:
        if claim.indifferent and claim.options.items() <= loaded.chosen.items():
            return replace(loaded, rules=loaded.rules.with_ties_of(claim))
    return loaded


def _caused(mistake: Mistake, written: Rules, values: Mapping[str, str]) -> Mistake:
    """The mistake with the option that sets its key, if there is one."""
    for id_, value in values.items():
        option = written.options[id_]
        if value != option.default and _is_inside(mistake.key, option.patch(value)):
            return replace(mistake, given=f"{id_} = {value}")
    return mistake


def _mistakes(written: Rules, document: Mapping[str, Any]) -> list[Mistake]:
    """What is wrong with a well-formed file, apart from what its options cause."""
    return [
        *cross_check(written),
        *check_patches(written, [document]),
        *check_defaults(written, document),
    ]


def _validated(spelled: SpelledOut, name: str, *, try_every_value: bool = False) -> Rules:
    """The document as rules; if it is faulty, other mistakes are searched for too."""
    mistakes = list(spelled.mistakes)
    # If a short form cannot be spelled out, keys of its section are missing.
    blamed = [".".join(mistake.key.split(".")[:2]) for mistake in mistakes]
    # An option lacks only its default then, and perhaps its values.
    lacking = [f"{key}.default" if key.startswith("options.") else key for key in blamed]
    try:
        rules = validated(spelled.document, name)
        if not mistakes:
            return rules
    except RulesError as error:
        mistakes += [
            found
            for found in error.mistakes
            if found.key not in blamed
            and not _is_inside(found.key, lacking)
            and not _is_default_of_faulty_option(found, error.mistakes)
        ]
    guess = mended(spelled.document)
    if guess is not None:
        blamed += [*guess.made_up, *(mistake.key for mistake in mistakes)]
        mistakes += _other_mistakes(blamed, guess, spelled.document)
        if try_every_value:
            mistakes += _mistakes_of_values(blamed, guess)
    raise RulesError(name, [*mistakes, *check_texts(spelled.document)])


def _other_mistakes(
    blamed: Sequence[str], guess: MendedRules, document: Mapping[str, Any]
) -> Iterator[Mistake]:
    """What else is wrong with a faulty document, without what only the mending caused.

    A key that was blamed already is skipped, and an option's default is not compared with guessed
    values.
    """
    patches = check_patches(guess.rules, [document, guess.document])
    for mistake in (*cross_check(guess.rules), *patches):
        if not _is_inside(mistake.key, blamed):
            yield mistake


def _mistakes_of_values(blamed: Sequence[str], guess: MendedRules) -> Iterator[Mistake]:
    """What the options of a faulty document set wrongly, as far as its mending did not cause it."""
    for mistake in check_values(guess.rules, guess.document):
        id_, _, value = (mistake.given or "").partition(" = ")
        at = f"options.{id_}.values.{value}"
        if _is_inside(at, blamed) or any(_is_inside(key, [at]) for key in blamed):
            continue
        # A value may set a key that the file has wrong too; what the file says is blamed already.
        sets = guess.rules.options[id_].patch(value) if value != AS_IN_FILE else {}
        own = _is_inside(mistake.key, sets) and not _is_inside(mistake.key, guess.made_up)
        if own or not _is_inside(mistake.key, blamed):
            yield mistake


def _is_default_of_faulty_option(mistake: Mistake, others: Iterable[Mistake]) -> bool:
    """Whether a default is missing only because of another mistake in the option."""
    option, _, key = mistake.key.rpartition(".")
    return (
        (key, mistake.found) == ("default", MISSING)
        and option.startswith("options.")
        and any(other != mistake and _is_inside(other.key, [option]) for other in others)
    )


def _is_inside(key: str, others: Iterable[str]) -> bool:
    """Whether a key is one of the others or inside one."""
    return any(key == other or key.startswith(f"{other}.") for other in others)
