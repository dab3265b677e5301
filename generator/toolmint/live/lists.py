"""The lists of a connected server, page by page, as they are spelt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import mcp_types
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import METHOD_NOT_FOUND, SERVER_INFO_META_KEY
from pydantic import BaseModel, ConfigDict, ValidationError

from toolmint.ir.schema import Json
from toolmint.listing import Listing, parse_text, raw_elements, raw_member
from toolmint.live.wire import Wire

__all__ = ["Lists"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """One kind of list."""

    request: Callable[..., Any]
    member: str
    """Where its entries stand in a result."""
    noun: str
    key: str
    """What tells its entries apart."""
    capability: str


_TOOLS = _Kind(request=mcp_types.ListToolsRequest, member="tools", noun="tool", key="name", capability="tools")
_PROMPTS = _Kind(
    request=mcp_types.ListPromptsRequest, member="prompts", noun="prompt", key="name", capability="prompts"
)
_TEMPLATES = _Kind(
    request=mcp_types.ListResourceTemplatesRequest,
    member="resourceTemplates",
    noun="resource template",
    key="uriTemplate",
    capability="resources",
)


class _AnyResult(BaseModel):
    """A result that is read from the wire, not from here."""

    model_config = ConfigDict(extra="allow")


class Lists:
    """Reads the lists of one connection.

    Args:
        client: connected.
        wire: holds the raw answers to its requests.
        count: told of each page's number of entries.
    """

    def __init__(self, client: Client, wire: Wire, count: Callable[[int], None]) -> None:
        self._client = client
        self._wire = wire
        self._count = count

    async def read(self) -> Listing:
        """Read everything that the server says it has.

        Raises:
            ServerError: what it sends cannot be used.
            MCPError: it answers with an error.
        """
        greeting = self._wire.result()
        said = self._object(greeting)
        capabilities = said.get("capabilities")
        known = capabilities if isinstance(capabilities, dict) else {}
        instructions = said.get("instructions")
        self._check_no_credential(str(instructions), "its instructions")
        return Listing(
            tools=await self._list(_TOOLS, known),
            instructions=instructions if isinstance(instructions, str) and instructions else None,
            prompts=await self._list(_PROMPTS, known) if "prompts" in known else (),
            resource_templates=await self._list(_TEMPLATES, known) if "resources" in known else (),
            protocol_version=self._client.protocol_version,
            server_info=raw_member(greeting, "serverInfo") or raw_member(greeting, "_meta", SERVER_INFO_META_KEY),
        )

    async def _list(self, kind: _Kind, capabilities: Mapping[str, Json]) -> tuple[str, ...]:
        """Read one list to its end."""
        entries: dict[str, str] = {}
        cursor: str | None = None
        cursors: set[str] = set()
        for _ in range(self._wire.limits.pages):
            try:
                page = await self._page(kind, cursor)
            except MCPError as error:
                # a server without tools need not know the request; nor one without templates, which are resources too
                optional = kind.capability not in capabilities or kind is _TEMPLATES
                if cursor is None and optional and error.error.code == METHOD_NOT_FOUND:
                    return ()
                raise
            self._add(kind, page, entries)
            following = self._object(page).get("nextCursor")
            if following is None or following == "":  # some servers have the key on every page
                return tuple(entries.values())
            if not isinstance(following, str):
                raise self._wire.fail(f"sent a `nextCursor` that is no string in `{self._wire.request}`")
            if following in cursors:
                raise self._wire.fail(f"lists its {kind.noun}s in a circle: the same `nextCursor` came twice")
            cursors.add(following)
            cursor = following
        raise self._wire.fail(
            f"lists its {kind.noun}s on more than {self._wire.limits.pages} pages, so reading stopped"
        )

    async def _page(self, kind: _Kind, cursor: str | None) -> str:
        """Return one result, as it is spelt."""
        params = mcp_types.PaginatedRequestParams(cursor=cursor)
        with suppress(ValidationError):  # the SDK's types are narrower than what servers send; `_add` judges it
            await self._client.session.send_request(kind.request(params=params), _AnyResult)
        return self._wire.result()

    def _add(self, kind: _Kind, page: str, entries: dict[str, str]) -> None:
        listed = raw_member(page, kind.member)
        if listed is None or not listed.startswith("["):
            raise self._wire.fail(f"answered `{self._wire.request}` without a list `{kind.member}`")
        texts = raw_elements(listed)
        self._count(len(texts))
        for text in texts:
            name = self._checked_name(kind, text, number=len(entries) + 1)
            if name in entries:
                raise self._wire.fail(
                    f"lists {kind.noun} `{self._wire.mask(name)}` twice",
                    hint="a call by that name could reach either; its maker has to rename one",
                )
            entries[name] = text
        if len(entries) > self._wire.limits.entries:
            raise self._wire.fail(f"lists more than {self._wire.limits.entries} {kind.noun}s, so reading stopped")

    def _checked_name(self, kind: _Kind, text: str, *, number: int) -> str:
        entry = self._object(text)
        name = entry.get(kind.key)
        if not isinstance(name, str) or not name:
            raise self._wire.fail(f"lists a {kind.noun} without `{kind.key}`, number {number} of its list")
        shown = self._wire.mask(name)
        if kind is _TOOLS and not isinstance(entry.get("inputSchema"), dict):
            wrong = "whose `inputSchema` is no object" if "inputSchema" in entry else "without `inputSchema`"
            raise self._wire.fail(f"lists tool `{shown}` {wrong}", hint="nobody can say what a call of it may hold")
        self._check_no_credential(text, f"{kind.noun} `{shown}`")
        return name

    def _check_no_credential(self, text: str, where: str) -> None:
        credential = self._wire.mask.credential_in(text)
        if credential is not None:
            raise self._wire.fail(
                f"repeats the value of `{credential}` in {where}",
                hint="nothing is written, since that would put a credential into a file that is checked in",
            )

    def _object(self, text: str) -> Mapping[str, Json]:
        value = parse_text(text, what=f"the answer to {self._wire.request}")
        return value if isinstance(value, dict) else {}
