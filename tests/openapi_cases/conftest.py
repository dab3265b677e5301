"""The cases of `specs/`, each compiled once and called over one connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from support.fake_http import FakeApi, fake_api
from support.openapi_case import SPECS, Case
from support.wire_server import wire


@pytest.fixture(scope="session")
def case(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Case]]:
    """Gives a case by its number; each is compiled once."""
    with ExitStack() as stack:
        connection = stack.enter_context(wire())
        made: dict[int, Case] = {}

        def get(number: int) -> Case:
            if number not in made:
                (file,) = SPECS.glob(f"{number:02}-*.yaml")
                made[number] = Case(file, tmp_path_factory.mktemp(f"case{number}"), connection, stack)
            return made[number]

        yield get


@pytest.fixture
def api() -> Iterator[FakeApi]:
    """An API on this machine that answers as a test says."""
    with fake_api() as running:
        yield running
