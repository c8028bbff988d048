"""What `fast_passwords` replaces: passwords are stored so that each guess takes long."""

import json

import pytest

from feltworks.house import House
from feltworks.web.console.staff import Member, Staff
from feltworks.web.sessions import private_file

from .room import PASSWORD

pytestmark = pytest.mark.slow


def test_a_password_is_stored_with_the_cost_that_ships(tmp_path):
    with House(str(tmp_path / "house.db"), create=True) as house:
        staff = Staff(house)
        staff.add("otto", "operator", PASSWORD, by=None)
        stored = json.loads(private_file(house, ".staff.json").read_text())["otto"]["password"]
        # 64 MB of memory, three times over, in four lanes: a tenth of a second.
        assert stored.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
        assert staff.admit("otto", PASSWORD) == Member("otto", "operator")
        assert staff.admit("otto", PASSWORD.upper()) is None
