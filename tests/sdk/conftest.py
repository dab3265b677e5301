"""Each test hands our lists to a provider's own SDK, which sends them to a server on this machine."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from support.compiled import DOCUMENTS
from support.recording_server import RecordingServer, recording_server, without_proxies


@pytest.fixture(params=DOCUMENTS)
def document(request: pytest.FixtureRequest) -> str:
    """The name of a document in `support.compiled`."""
    return str(request.param)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[RecordingServer]:
    """The provider."""
    without_proxies(monkeypatch)
    with recording_server() as running:
        yield running


# Not imported at the head of a module: one SDK takes seconds, and quick runs collect these files, too.
@pytest.fixture
def sdk() -> Callable[[str], ModuleType]:
    """Imports a module of an SDK, or skips the test where the SDK is not installed."""

    def load(module: str) -> ModuleType:
        package = "google.genai" if module.startswith("google.") else module.partition(".")[0]
        pytest.importorskip(package, reason=f"`{package}` is not installed: `make setup-sdk` installs every SDK")
        # An SDK that has moved a module is no reason to skip.
        return importlib.import_module(module)

    return load
