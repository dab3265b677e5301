"""Servers and security: what the host needs to make a call and a model never sees."""

from __future__ import annotations

from collections.abc import Mapping

from toolmint.documents import DocumentStore, Node, ReferenceProblem
from toolmint.ir.binding import SecurityRequirement, Server, ServerVariable
from toolmint.ir.contract import SecurityScheme
from toolmint.lifting.frame import Frame
from toolmint.sources.openapi.version import SpecVersion
from toolmint.text import comma_list, nearest

__all__ = ["security_of", "security_schemes", "servers_of", "swagger_servers"]


def servers_of(holder: Node) -> tuple[Server, ...]:
    """Read the `servers` of a document, path item or operation; empty when it names none."""
    listed = holder.get("servers")
    found: list[Server] = []
    for node in listed.elements() if listed is not None else ():
        url = node.get("url")
        if url is None or not isinstance(url.value, str):
            continue
        variables = node.get("variables")
        found.append(
            Server(
                url=url.value,
                variables=tuple(
                    _variable(name, child) for name, child in (variables.items() if variables is not None else ())
                ),
            )
        )
    return tuple(found)


def _variable(name: str, node: Node) -> ServerVariable:
    default, enum = node.get("default"), node.get("enum")
    return ServerVariable(
        name=name,
        default="" if default is None else str(default.value),
        enum=tuple(str(one.value) for one in enum.elements()) if enum is not None else (),
    )


def swagger_servers(root: Node) -> tuple[Server, ...]:
    """Make servers of Swagger 2.0's `schemes`, `host` and `basePath`; without a host the URL stays relative."""
    host, base, schemes = root.get("host"), root.get("basePath"), root.get("schemes")
    path = str(base.value).rstrip("/") if base is not None and isinstance(base.value, str) else ""
    if host is None or not isinstance(host.value, str):
        return (Server(url=path),) if path else ()
    offered = [str(one.value) for one in schemes.elements()] if schemes is not None else []
    # `https` first: a host that offers both should not be asked in the clear.
    ordered = sorted(offered or ["https"], key=lambda scheme: scheme != "https")
    return tuple(Server(url=f"{scheme}://{host.value}{path}") for scheme in ordered if scheme in ("http", "https"))


def security_schemes(root: Node, version: SpecVersion, store: DocumentStore) -> tuple[SecurityScheme, ...]:
    """Read the schemes that a document defines, in order."""
    holder = root.get("securityDefinitions") if version == "2.0" else root.get("components")
    if holder is not None and version != "2.0":
        holder = holder.get("securitySchemes")
    found: list[SecurityScheme] = []
    for name, child in holder.items() if holder is not None else ():
        try:
            node = store.resolve(child)
        except ReferenceProblem:
            continue  # reported where an operation requires the scheme
        value = node.value
        if isinstance(value, Mapping) and isinstance(value.get("type"), str):
            details = {key: part for key, part in value.items() if key != "type" and not key.startswith("x-")}
            kind = str(value["type"])
            if kind == "basic":  # Swagger 2.0's spelling of `http` with `scheme: basic`
                kind, details = "http", {"scheme": "basic", **details}
            found.append(SecurityScheme(name=name, kind=kind, details=details))
    return tuple(found)


def security_of(
    operation: Node, root: Node, known: Mapping[str, SecurityScheme], frame: Frame
) -> tuple[SecurityRequirement, ...]:
    """Compute what an operation needs: alternatives, each of schemes that must all be satisfied.

    An operation's own `security` replaces the document's; an empty list removes it (3.1 section 4.8.10).

    Args:
        operation: the Operation Object.
        root: the document's root.
        known: the schemes that the document defines.
        frame: where an unknown scheme is reported.
    """
    listed = operation.get("security") or root.get("security")
    found: list[SecurityRequirement] = []
    for node in listed.elements() if listed is not None else ():
        schemes: list[tuple[str, tuple[str, ...]]] = []
        for name, scopes in node.items():
            if name not in known:
                near = nearest(name, known, limit=1)
                hint = f"did you mean `{near[0]}`?" if near else f"defined: {comma_list(list(known)) or 'none'}"
                frame.warning("IN-09", f"security scheme `{name}` is not defined", scopes.key_location, hint)
            schemes.append((name, tuple(str(one.value) for one in scopes.elements())))
        found.append(SecurityRequirement(schemes=tuple(schemes)))
    return tuple(found)
