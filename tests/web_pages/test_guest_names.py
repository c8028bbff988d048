"""What a guest may call himself: nothing that the table's sentences say of somebody else."""

import pytest

from feltworks.web.guests import GuestError, checked


@pytest.mark.parametrize("name", ["You", "you", " YOU ", "Dealer", "dEALER", "The  dealer"])
def test_nobody_is_called_what_the_table_calls_somebody_else(name):
    with pytest.raises(GuestError, match="The table calls somebody else"):
        checked(name)


@pytest.mark.parametrize("name", ["Youssef", "Young You", "Dealey Dan"])
def test_a_name_may_begin_like_one_of_them(name):
    assert checked(name) == name
