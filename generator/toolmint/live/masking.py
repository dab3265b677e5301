"""What a server says of itself, made fit to print: no secret, no terminal escape, no end of text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

from toolmint.listing import CREDENTIAL_FORM
from toolmint.text import visible

__all__ = ["Mask", "shown_address"]

_HIDDEN = "***"
_SHORTEST = 4
"""Characters of a value worth hiding: hiding `1` wherever it stands would say more than it hides."""
_SURE = 8
"""Characters of a credential that do not stand in a text by chance."""
_CREDENTIAL = re.compile(
    r"(?i)token|secret|passw|api[-_]?key|access[-_]?key|private[-_]?key|credential|authori|cookie|(?:^|_)(?:key|pat)$"
)
_SHOWN = 300


class Mask:
    """Hides the values that were passed on, wherever they come back.

    Args:
        values: the values of the environment variables and headers, by name.
        url: the server's address, whose user part and query may hold credentials as well.
    """

    __slots__ = ("_credentials", "_values")

    def __init__(self, values: Mapping[str, str], *, url: str | None = None) -> None:
        secret = {part for value in values.values() for part in (value, value.strip(), *value.split())}
        if url is not None:
            secret |= _url_secrets(url)
        # the longest first, so that a value that holds another one is hidden as a whole
        self._values = sorted((value for value in secret if len(value) >= _SHORTEST), key=len, reverse=True)
        self._credentials = {
            part: name
            for name, value in values.items()
            if _CREDENTIAL.search(name)
            for part in value.split()
            if len(part) >= _SURE
        }

    def __repr__(self) -> str:
        return "Mask()"

    @property
    def hides(self) -> bool:
        """Whether there is a value to hide."""
        return bool(self._values)

    def __call__(self, text: str, *, shown: int = _SHOWN) -> str:
        """Return text that can be printed: secrets and control characters replaced, clipped."""
        for value in self._values:
            text = text.replace(value, _HIDDEN)
        text = CREDENTIAL_FORM.sub(_HIDDEN, text)
        text = visible(text)
        return text if len(text) <= shown else text[: shown - 1] + "…"

    def credential_in(self, text: str) -> str | None:
        """Return the name of a variable or header whose value is a credential and stands in a text, if any does.

        Settings such as a region or a host may well stand in a description; what its name calls a token may not.
        """
        return next((name for value, name in self._credentials.items() if value in text), None)


def shown_address(url: str) -> str:
    """Return the part of an address that can be printed: scheme, host and port.

    Paths and queries are left out: hosted servers put their keys in either.
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _url_secrets(url: str) -> set[str]:
    parts = urlsplit(url)
    found = {parts.netloc.rpartition("@")[0], parts.username or "", parts.password or ""}
    found |= {field.partition("=")[2] for field in parts.query.split("&")}
    return found | {unquote(value) for value in found}
