"""Fetching a document over HTTP, in bounded time and memory."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

from toolmint.errors import SourceError, UsageError

__all__ = ["fetch"]

_SECONDS = 60.0
_MOST_BYTES = 64 * 1024 * 1024
_MOST_REDIRECTS = 5


def fetch(url: str, *, seconds: float = _SECONDS, most_bytes: int = _MOST_BYTES) -> bytes:
    """Fetch what a URL leads to.

    Args:
        url: of `http` or `https`.
        seconds: how long it may take in all.
        most_bytes: how large it may be, unpacked.

    Raises:
        UsageError: `httpx2` is not installed.
        SourceError: the host cannot be reached or says no, or it is too slow or too large.
    """
    if importlib.util.find_spec("httpx2") is None:
        hint = "install it with `pip install 'toolmint[generated]'`, or download the document and name the file"
        raise UsageError("a document is fetched with the module `httpx2`, which is not installed", hint=hint)
    import httpx2

    host = urlsplit(url).hostname
    end = time.monotonic() + seconds
    try:
        with (
            httpx2.Client(timeout=min(seconds, 20.0), follow_redirects=True, max_redirects=_MOST_REDIRECTS) as client,
            client.stream("GET", url, headers={"Accept": "application/json, application/yaml, */*"}) as response,
        ):
            if response.status_code != httpx2.codes.OK:
                raise SourceError(f"`{host}` answers {response.status_code} for the document")
            if urlsplit(url).scheme == "https" and response.url.scheme != "https":
                raise SourceError(f"`{host}` leads from `https` to `http`, where anybody could change the document")
            return _within(response.iter_bytes(), host, end, seconds, most_bytes)
    except httpx2.TimeoutException:
        raise SourceError(f"`{host}` did not answer within {seconds:g} seconds") from None
    except httpx2.TooManyRedirects:
        raise SourceError(f"`{host}` leads from one place to the next, more than {_MOST_REDIRECTS} times") from None
    except httpx2.HTTPError as error:
        raise SourceError(f"cannot reach `{host}`: {str(error)[:200] or type(error).__name__}") from None


def _within(chunks: Iterable[bytes], host: str | None, end: float, seconds: float, most_bytes: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > most_bytes:
            raise SourceError(f"the document at `{host}` is larger than {most_bytes // 1024 // 1024} MB")
        if time.monotonic() > end:
            raise SourceError(f"the document at `{host}` did not arrive within {seconds:g} seconds")
        parts.append(chunk)
    return b"".join(parts)
