"""Options, markers and fixtures that every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

from support.golden import Golden, update_command

ROOT = Path(__file__).resolve().parent.parent

# Other machines, and two workers on two cores, are slow at times; examples found by chance would fail someone else's
# change.
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis.settings.register_profile("default", deadline=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write what the tests produce over what they expect; review the difference before you commit it",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update-golden") and os.environ.get("CI"):
        raise pytest.UsageError("`--update-golden` is refused where CI is set: nobody would review what it writes")


_SECONDS_EACH = frozenset(
    {
        "test_generated_client.py",
        "test_generated_client_auth.py",
        "test_mcp_server.py",
        "test_python_models.py",
        "test_wire_round_trip.py",
        "test_lowering_meaning.py",
    }
)
"""Files whose tests start servers, call type checkers or try many examples: `make test-all` runs them."""


@pytest.hookimpl(tryfirst=True)  # before `-m` selects by marker
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "corpus" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.corpus)
        if item.path.name in _SECONDS_EACH:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real documents."""
    named = os.environ.get("TOOLMINT_CORPUS")
    if not named:
        pytest.skip("TOOLMINT_CORPUS does not name a folder of real documents")
    folder = Path(named)
    if not folder.is_dir():
        pytest.fail(f"TOOLMINT_CORPUS names `{named}`, which is no folder")
    return folder


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares what a test produced with what is checked in."""
    return Golden(update=request.config.getoption("--update-golden"), command=update_command(request.node))
