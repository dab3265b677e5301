"""What passes between the SDK and a server: raw answers, sizes, and the reason why a connection came to an end.

The SDK hands over parsed models, in which unknown keys, the order of keys and the spelling of numbers may be lost, and
turns each trouble of a transport into "connection closed". The transports here therefore note both before the SDK
sees a message.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolmint.errors import ServerError, SourceError
from toolmint.listing import parse_text, raw_member
from toolmint.live.limits import Limits
from toolmint.live.masking import Mask

__all__ = ["HttpAnswer", "Wire"]

_MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpAnswer:
    """An HTTP answer that carries no message."""

    status: int
    location: str | None = None
    """Where it redirects to: scheme, host and port."""


class Wire:
    """One connection's record.

    Args:
        name: the server's name, for messages.
        limits: bounds.
        mask: makes a server's words fit to print.
    """

    def __init__(self, name: str, limits: Limits, mask: Mask) -> None:
        self.name = name
        self.limits = limits
        self.mask = mask
        self.failure: ServerError | None = None
        """The first trouble that a transport noted; it says more than whatever the SDK raises afterwards."""
        self.http: HttpAnswer | None = None
        """The last HTTP answer, if it was none of success."""
        self.ended = False
        """Whether the server is a process that ended of itself."""
        self.answered = False
        """Whether the server ever sent a message."""
        self.request = "initialize"
        """The method of the last request."""
        self._request_id: int | str | None = None
        self._texts: list[str] = []
        self._bytes = 0

    def fail(self, message: str, *, hint: str | None = None) -> ServerError:
        """Note a failure, of which the first one counts.

        Args:
            message: what the server did, as the predicate of a sentence: `ended with exit code 1`.
            hint: what can be done about it.
        """
        error = ServerError(f"server `{self.name}` {message}", hint=hint)
        if self.failure is None:
            self.failure = error
        return error

    def sent(self, method: str, request_id: int | str) -> None:
        """Note a request; the answers to earlier ones are forgotten."""
        self.request = method
        self._request_id = request_id
        self._texts.clear()

    def count(self, size: int, *, message: int) -> None:
        """Count bytes as they come in.

        Args:
            size: new bytes.
            message: bytes of the message so far, these included.

        Raises:
            ServerError: it is more than the limits allow.
        """
        self._bytes += size
        if message > self.limits.message_bytes:
            raise self._too_much("one message", self.limits.message_bytes)
        if self._bytes > self.limits.total_bytes:
            raise self._too_much("all its messages", self.limits.total_bytes)

    def received(self, text: str) -> None:
        """Note a message, before anybody has parsed it."""
        self.answered = True
        self._texts.append(text)

    def answer(self) -> str:
        """Return the answer to the last request, as it was spelt.

        Raises:
            ServerError: it is not JSON that can be relied on.
        """
        for text in reversed(self._texts):
            value = self._parsed(text)
            if isinstance(value, dict) and "method" not in value and str(value.get("id")) == str(self._request_id):
                return text
        raise self.fail(f"gave no answer to `{self.request}`")

    def result(self) -> str:
        """Return the member `result` of the answer to the last request, as it was spelt.

        Raises:
            ServerError: there is none.
        """
        found = raw_member(self.answer(), "result")
        if found is None:
            raise self.fail(f"answered `{self.request}` without a `result`")
        return found

    def check_readable(self) -> None:
        """Look for a message that is not JSON since the last request.

        Raises:
            ServerError: there is one.
        """
        for text in self._texts:
            self._parsed(text)

    def _parsed(self, text: str) -> object:
        try:
            return parse_text(text, what=f"its answer to `{self.request}`")
        except SourceError as error:
            raise self.fail(
                f"sent JSON that cannot be used: {self.mask(error.message)}",
                hint="tell its maker; until it is mended, nothing of it can be pinned",
            ) from None

    def _too_much(self, what: str, limit: int) -> ServerError:
        size = f"{limit / _MEBIBYTE:g} MB" if limit >= _MEBIBYTE else f"{limit} bytes"
        return self.fail(f"sent more than {size} in {what}, so reading stopped")
