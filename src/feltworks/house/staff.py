"""Staff: who has an account, in what role, and what each role may do.

`RIGHTS` is the one table of acts and roles. The house's acts call `permitted` themselves, in the
batch that does them, so that no page and no command can forget to. Accounts are in the books:
making one, changing its role or removing it is recorded with a name, so nobody gets a right
unnoticed. In a house without accounts, such as one played at a terminal, any name is enough. What
the program does without a person, such as opening the tables when a server starts, has no name and
needs no right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from feltworks.house.books import Batch, Reader, Record
from feltworks.house.errors import HouseError

LONGEST_STAFF_NAME = 40
LONGEST_REASON = 400
Role = Literal["operator", "supervisor", "cashier", "dealer", "auditor"]
ROLES: tuple[Role, ...] = get_args(Role)
StaffAct = Literal[
    "declare",
    "void",
    "tables",
    "limits",
    "file",
    "chips",
    "count",
    "adjust",
    "correct",
    "keep",
    "accounts",
    "look",
    "read",
]

_ACTS: Mapping[StaffAct, tuple[str, tuple[Role, ...]]] = {
    "declare": ("declare an irregularity at a table", ("operator", "supervisor")),
    "void": ("void a round", ("operator", "supervisor")),
    "tables": ("open and close tables, make a player leave", ("operator", "supervisor")),
    "limits": ("post limits", ("operator", "supervisor")),
    "file": ("add tables to the house file and change a table's options", ("operator",)),
    "chips": ("sell chips and buy them back", ("operator", "cashier")),
    "count": ("count a jackpot or record a deposit for it", ("operator", "cashier")),
    "adjust": ("change a jackpot by hand", ("operator",)),
    "correct": ("propose, confirm and withdraw corrections", ("operator",)),
    "keep": (
        "take backups, archive rounds, forget guests, make deck keys, accept the clock",
        ("operator",),
    ),
    "accounts": ("make, change and remove accounts", ("operator",)),
    "look": ("look at hands that were not shown, and take a backup away", ("auditor",)),
    "read": (
        "read the books: log, rounds, jackpots, guests, audits",
        ("operator", "supervisor", "cashier", "auditor"),
    ),
}
SAYS = {act: says for act, (says, _) in _ACTS.items()}
RIGHTS = {act: roles for act, (_, roles) in _ACTS.items()}
"""Which roles may do what. A dealer deals, and is known by name at the table."""


class NotPermitted(HouseError):
    """Somebody may not do what he tried to do, or has no account."""


def one_line(text: str, longest: int, what: str) -> str:
    """A text from the staff, checked before it is written into the books: one line, not too long.

    Spaces around it go, and any run of spaces or tabs inside it becomes one space.
    """
    line = " ".join(text.split())
    is_one = len(text.strip().splitlines()) == 1
    if not is_one or not line.isprintable() or len(line) > longest:
        raise HouseError(f"{what} is one printable line of at most {longest} characters")
    return line


def checked_staff(name: str) -> str:
    return one_line(name, LONGEST_STAFF_NAME, "the name of whoever does it")


def checked_reason(text: str) -> str:
    return one_line(text, LONGEST_REASON, "a reason")


def staff_roles(books: Batch | Reader) -> dict[str, Role]:
    """Everybody who has an account, with his role."""
    reader = books.reader if isinstance(books, Batch) else books
    found = reader.states("account")
    return {name: state["role"] for name, state in found.items() if state["active"]}


def permitted(books: Batch | Reader, act: StaffAct, name: str) -> str:
    """The name of the person who acts, if he may; in a house without accounts everybody may."""
    who, roles = checked_staff(name), staff_roles(books)
    if not roles:
        return who
    if who not in roles:
        raise NotPermitted(f"only the staff may {SAYS[act]}: {who} has no account in this house")
    check_right(who, roles[who], act)
    return who


def check_right(name: str, role: Role, act: StaffAct) -> None:
    """Raises a `NotPermitted` if the role does not have the right."""
    if role not in RIGHTS[act]:
        may = " or ".join(role_with_article(each) for each in RIGHTS[act])
        raise NotPermitted(f"only {may} may {SAYS[act]}: {name} is {role_with_article(role)}")


def role_with_article(role: Role) -> str:
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def by_whom(batch: Batch, act: StaffAct, staff: str | None) -> dict[str, str]:
    """The fact that names the member of staff who acted; empty for the program itself."""
    return {} if staff is None else {"staff": permitted(batch, act, staff)}


# --- accounts ----------------------------------------------------------------------------------


def known_role(written: str) -> Role:
    """The role of that name."""
    for role in ROLES:
        if role == written:
            return role
    raise HouseError(f"{written!r} is no role: there are {', '.join(ROLES)}")


def put_on_staff(batch: Batch, name: str, role: Role, *, by: str | None) -> Record:
    """Gives somebody an account; in a house without accounts, anybody may do this.

    `by` is None for somebody who proved to run the server, and for accounts of earlier books.
    """
    known_role(role)
    if name in staff_roles(batch):
        raise HouseError(f"{name} is on the staff already")
    if by is not None:
        permitted(batch, "accounts", by)
    return _account(batch, "put on the staff", name, role, by)


def change_role(batch: Batch, name: str, role: Role, *, by: str) -> Record:
    """Gives somebody another role; nobody changes his own."""
    permitted(batch, "accounts", by)
    roles = _with_operator(batch, name, role)
    if name == by:
        raise NotPermitted(f"{name} cannot change his own role: another operator does")
    known_role(role)
    return _account(batch, "role changed", name, role, by, before=roles[name])


def take_off_staff(batch: Batch, name: str, *, by: str) -> Record:
    """Ends somebody's account; the last operator stays."""
    permitted(batch, "accounts", by)
    roles = _with_operator(batch, name, None)
    return _account(batch, "taken off the staff", name, roles[name], by, active=False)


def _with_operator(batch: Batch, name: str, role: Role | None) -> dict[str, Role]:
    """Everybody's present role; raises a `HouseError` if the change would leave no operator."""
    roles = staff_roles(batch)
    if name not in roles:
        raise HouseError(f"there is no {name} on the staff")
    operators = [each for each in roles if roles[each] == "operator"]
    if operators == [name] and role != "operator":
        raise HouseError(f"{name} is the last operator and stays on the staff")
    return roles


def _account(
    batch: Batch,
    kind: str,
    name: str,
    role: Role,
    by: str | None,
    *,
    active: bool = True,
    before: Role | None = None,
) -> Record:
    return batch.write(
        kind,
        f"account {name}",
        facts={
            "role": role,
            **({} if by is None else {"staff": by}),
            **({} if before is None else {"before": before}),
        },
        after={"role": role, "active": active},
    )
