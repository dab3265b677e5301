"""What a request says, read from its bytes by the letter of the standards.

A second opinion: written from the style table (OpenAPI 3.1.1 section 4.8.12.4, 3.2.0 section 4.12.4), RFC 6570, 3986,
6265, 7578 and 7464, for the document itself. It knows nothing of contracts and bindings, and shares no code
with what writes requests. A style tells no types, so these come from the document's schemas.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from support.wire_server import Received

__all__ = ["Decoded", "Document", "Operation", "UnreadableError"]

Pairs = list[tuple[str, str]]
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_STYLES = {"path": "simple", "header": "simple", "query": "form", "cookie": "form"}


class UnreadableError(AssertionError):
    """The bytes say nothing that the document allows."""


@dataclass(frozen=True, kw_only=True)
class Decoded:
    """What one request says."""

    parameters: Mapping[tuple[str, str], Any]
    """Location and name to the value; what was not sent is not there."""
    body: Any = None
    """The value; bytes stand for a file's content."""
    has_body: bool = False


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One operation of a document, references resolved as far as a request needs it."""

    method: str
    path: str
    operation_id: str
    parameters: tuple[Mapping[str, Any], ...]
    body: Mapping[str, Any] | None


@dataclass(frozen=True)
class Document:
    """An OpenAPI 3.x document."""

    root: Mapping[str, Any]
    operations: Mapping[str, Operation] = field(init=False)
    """By operationId."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "operations", {one.operation_id: one for one in self._operations()})

    def _operations(self) -> Iterator[Operation]:
        for path, item in self.root["paths"].items():
            for method in _METHODS:
                if method not in item:
                    continue
                own = item[method]
                listed = [self.resolve(one) for one in (*item.get("parameters", ()), *own.get("parameters", ()))]
                body = own.get("requestBody")
                yield Operation(
                    method=method.upper(),
                    path=path,
                    operation_id=own["operationId"],
                    parameters=tuple({(one["in"], one.get("name")): one for one in listed}.values()),
                    body=None if body is None else self.resolve(body),
                )

    def resolve(self, value: Any) -> Any:
        """Follow `$ref` as long as there is one."""
        while isinstance(value, Mapping) and "$ref" in value:
            here: Any = self.root
            for token in value["$ref"].removeprefix("#/").split("/"):
                here = here[token.replace("~1", "/").replace("~0", "~")]
            value = here
        return value

    def decode(self, operation_id: str, received: Received) -> Decoded:
        """Read a request to one operation.

        Raises:
            UnreadableError: something in it has no meaning to the document.
        """
        operation = self.operations[operation_id]
        _expect(received.method == operation.method, f"the method is {received.method}")
        _Query.reserved_characters(received.target)
        path, _, query = received.target.decode("ascii").partition("?")
        found: dict[tuple[str, str], Any] = {}
        pairs = _Query([_pair(part) for part in query.split("&")] if query else [])
        cookies = _Query(_cookies(received))
        texts = self._path_texts(operation, path)
        for parameter in operation.parameters:
            place = parameter["in"]
            name = parameter.get("name", "querystring")
            if place == "path":
                value: Any = self._path_value(parameter, texts[name])
            elif place == "querystring":
                value = self._querystring(parameter, query)
                pairs.taken = set(range(len(pairs.pairs)))
            elif place == "query":
                value = self._query_value(parameter, pairs)
            elif place == "cookie":
                value = self._cookie_value(parameter, cookies)
            else:
                value = self._header_value(parameter, received)
            if value is not _ABSENT:
                found[place, name] = value
            else:
                _expect(not parameter.get("required"), f"{place} parameter `{name}` is missing")
        pairs.expect_empty("query")
        cookies.expect_empty("cookie")
        body, has_body = self._body(operation, received)
        return Decoded(parameters=found, body=body, has_body=has_body)

    # --- schemas

    def types(self, schema: Any) -> list[str]:
        """Return the types that a schema allows, as far as it names any."""
        schema = self.resolve(schema)
        if not isinstance(schema, Mapping):
            return []
        declared = schema.get("type", [])
        types = [declared] if isinstance(declared, str) else list(declared)
        if schema.get("nullable"):
            types.append("null")
        for keyword in ("allOf", "anyOf", "oneOf"):
            for branch in schema.get(keyword, ()):
                types += self.types(branch)
        return types

    def below(self, schema: Any, key: str) -> Any:
        """Return the schema of one property."""
        schema = self.resolve(schema)
        declared = schema.get("properties", {})
        return declared[key] if key in declared else schema.get("additionalProperties", {})

    def items(self, schema: Any) -> Any:
        """Return the schema of the elements."""
        return self.resolve(schema).get("items", {})

    def typed(self, text: str, schema: Any) -> Any:
        """Give a text the type that its schema wants."""
        types = self.types(schema)
        if "string" in types or not types:
            return text
        # The standard gives no text to lists and objects inside lists and objects; JSON is what everyone sends.
        try:
            value = json.loads(text)
        except json.JSONDecodeError:
            raise UnreadableError(f"`{text}` is no {' or '.join(types)}") from None
        wanted = {"integer": int, "number": int | float, "boolean": bool, "array": list, "object": dict}
        fits = [name for name in types if name in wanted and isinstance(value, wanted[name])]
        _expect(bool(fits), f"`{text}` is no {' or '.join(types)}")
        return value

    # --- parameters

    def _path_texts(self, operation: Operation, path: str) -> dict[str, str]:
        names = re.findall(r"\{([^}]+)\}", operation.path)
        pattern = re.sub(r"\\\{[^}]+\\\}", r"([^/]+)", "".join(re.escape(c) for c in operation.path))
        matched = re.fullmatch(pattern, path)
        if matched is None:
            raise UnreadableError(f"`{path}` does not fit `{operation.path}`")
        _expect(not {".", ".."} & set(path.split("/")), f"`{path}` has dot segments")
        return dict(zip(names, matched.groups(), strict=True))

    def _path_value(self, parameter: Mapping[str, Any], text: str) -> Any:
        if "content" in parameter:
            return self._content_value(parameter, _decoded(text))
        schema, explode = parameter["schema"], parameter.get("explode", False)
        match parameter.get("style", "simple"):
            case "label":
                _expect(text.startswith("."), f"`{text}` begins with no `.`")
                return self._delimited(schema, text[1:], "." if explode else ",", explode)
            case "matrix":
                return self._matrix(parameter["name"], schema, text, explode)
            case _:
                return self._delimited(schema, text, ",", explode)

    def _matrix(self, name: str, schema: Any, text: str, explode: bool) -> Any:
        _expect(text.startswith(";"), f"`{text}` begins with no `;`")
        pairs = [_pair(part) for part in text[1:].split(";")]
        kind = self._kind(schema)
        if explode and kind == "object":
            return {_decoded(key): self.typed(_decoded(v), self.below(schema, _decoded(key))) for key, v in pairs}
        _expect(all(_decoded(key) == name for key, _ in pairs), f"`{text}` names another parameter than `{name}`")
        if explode and kind == "array":
            return [self.typed(_decoded(value), self.items(schema)) for _, value in pairs]
        _expect(len(pairs) == 1, f"`{text}` gives `{name}` more than once")
        return self._delimited(schema, pairs[0][1], ",", False)

    def _kind(self, schema: Any) -> str:
        types = self.types(schema)
        return "object" if "object" in types else "array" if "array" in types else "primitive"

    def _delimited(self, schema: Any, text: str, between: str, explode: bool) -> Any:
        """Read a value from one percent-encoded text, its parts divided by an unencoded delimiter."""
        if self._kind(schema) == "primitive":
            return self.typed(_decoded(text), schema)
        return self._divided(schema, text.split(between), explode, _decoded)

    def _divided(self, schema: Any, parts: list[str], explode: bool, decode: Callable[[str], str]) -> Any:
        """Read the elements of a list, or the keys and values of an object."""
        if self._kind(schema) == "array":
            return [self.typed(decode(part), self.items(schema)) for part in parts]
        if explode:
            pairs = [_pair(part, needed=True) for part in parts]
        else:
            _expect(len(parts) % 2 == 0, f"{parts} are no pairs")
            pairs = list(zip(parts[::2], parts[1::2], strict=True))
        _expect(len({decode(key) for key, _ in pairs}) == len(pairs), f"{pairs} name a key twice")
        return {decode(key): self.typed(decode(v), self.below(schema, decode(key))) for key, v in pairs}

    def _query_value(self, parameter: Mapping[str, Any], query: _Query) -> Any:
        name = parameter["name"]
        if "content" in parameter:
            found = query.take(name)
            return self._content_value(parameter, _decoded(found[0])) if _single(found, name) else _ABSENT
        style = parameter.get("style", "form")
        explode = parameter.get("explode", style == "form")
        return self.styled(name, parameter["schema"], style, explode, query)

    def styled(self, name: str, schema: Any, style: str, explode: bool, query: _Query) -> Any:
        """Read one value of percent-encoded pairs, in a style of the table for `query`."""
        kind = self._kind(schema)
        if style == "deepObject":
            return self._deep(name, schema, query)
        if kind == "object" and explode:
            return self._exploded_object(schema, query)
        found = query.take(name)
        if kind == "array" and explode:
            return [self.typed(_decoded(text), self.items(schema)) for text in found] if found else _ABSENT
        if not _single(found, name):
            return _ABSENT
        if kind == "primitive":
            return self.typed(_decoded(found[0]), schema)
        between = {"form": ",", "spaceDelimited": "%20", "pipeDelimited": "%7C"}[style]
        return self._delimited(schema, found[0], between, False)

    def _exploded_object(self, schema: Any, query: _Query) -> Any:
        declared = self.resolve(schema).get("properties", {})
        free = self.resolve(schema).get("additionalProperties", not declared)
        made = {}
        for name in query.names() if free is not False else list(declared):
            found = query.take(name)
            if _single(found, name):
                made[name] = self.typed(_decoded(found[0]), self.below(schema, name))
        return made or _ABSENT

    def _deep(self, name: str, schema: Any, query: _Query) -> Any:
        made: dict[str, Any] = {}
        for full in query.names():
            matched = re.fullmatch(re.escape(name) + r"((?:\[[^\[\]]*\])+)", full)
            if matched is None:
                continue
            keys = re.findall(r"\[([^\[\]]*)\]", matched[1])
            here, below = made, schema
            for key in keys[:-1]:
                here = here.setdefault(key, {})
                below = self.below(below, key)
            last = self.below(below, keys[-1])
            found = query.take(full)
            if self._kind(last) == "array":
                here[keys[-1]] = [self.typed(_decoded(text), self.items(last)) for text in found]
            elif _single(found, full):
                here[keys[-1]] = self.typed(_decoded(found[0]), last)
        return made or _ABSENT

    def _content_value(self, parameter: Mapping[str, Any], text: str) -> Any:
        ((media_type, media),) = parameter["content"].items()
        if _is_json(media_type):
            return json.loads(text)
        if media_type == "application/x-www-form-urlencoded":
            return self._form(media, text)
        return self.typed(text, media.get("schema", {}))

    def _querystring(self, parameter: Mapping[str, Any], query: str) -> Any:
        ((media_type, media),) = parameter["content"].items()
        if media_type == "application/x-www-form-urlencoded":
            return self._form(media, query)
        return self._content_value(parameter, _decoded(query)) if query else _ABSENT

    def _header_value(self, parameter: Mapping[str, Any], received: Received) -> Any:
        raw = received.header(parameter["name"])
        if raw is None:
            return _ABSENT
        text = raw.decode("utf-8")
        if "content" in parameter:
            return self._content_value(parameter, text)
        if self._kind(parameter["schema"]) == "primitive":
            return self.typed(text, parameter["schema"])
        # Blanks round the elements of a list mean nothing (RFC 9110 section 5.6.1).
        parts = [part.strip(" \t") for part in text.split(",")]
        return self._divided(parameter["schema"], parts, parameter.get("explode", False), str)

    def _cookie_value(self, parameter: Mapping[str, Any], cookies: _Query) -> Any:
        if parameter.get("style", "form") == "cookie":
            return self._plain_cookie(parameter, cookies)
        return self._query_value(parameter, cookies)

    def _plain_cookie(self, parameter: Mapping[str, Any], cookies: _Query) -> Any:
        """Read style `cookie` of 3.2: nothing is percent-encoded."""
        name, schema, explode = parameter["name"], parameter["schema"], parameter.get("explode", True)
        kind = self._kind(schema)
        if kind == "object" and explode:
            declared = self.resolve(schema).get("properties", {})
            made = {}
            for key in declared:
                found = cookies.take(key)
                if _single(found, key):
                    made[key] = self.typed(found[0], declared[key])
            return made or _ABSENT
        found = cookies.take(name)
        if kind == "array" and explode:
            return [self.typed(text, self.items(schema)) for text in found] if found else _ABSENT
        if not _single(found, name):
            return _ABSENT
        return (
            self.typed(found[0], schema)
            if kind == "primitive"
            else self._divided(schema, found[0].split(","), False, str)
        )

    # --- bodies

    def _body(self, operation: Operation, received: Received) -> tuple[Any, bool]:
        stated = received.header("content-type")
        if operation.body is None or stated is None:
            _expect(received.body == b"", "there is a body, and nothing says what it is")
            _expect(operation.body is None or not operation.body.get("required"), "the body is missing")
            return None, False
        essence, _, rest = stated.decode("ascii").partition(";")
        content = operation.body["content"]
        matching = [name for name in content if _media_range_takes(name, essence)]
        _expect(len(matching) == 1, f"the document has no `{essence}`")
        return self._body_value(essence, rest, content[matching[0]], received.body), True

    def _body_value(self, essence: str, rest: str, media: Mapping[str, Any], body: bytes) -> Any:
        if _is_json(essence):
            return json.loads(body.decode("utf-8"))
        if essence in ("application/x-ndjson", "application/jsonl"):
            return [json.loads(line) for line in body.decode("utf-8").split("\n") if line]
        if essence == "application/json-seq":
            # RFC 7464: each text begins with a record separator and ends with a line feed.
            texts = body.decode("utf-8").split("\x1e")
            _expect(texts[0] == "" and all(text.endswith("\n") for text in texts[1:]), "no JSON text sequence")
            return [json.loads(text) for text in texts[1:]]
        if essence == "application/x-www-form-urlencoded":
            return self._form(media, body.decode("ascii"))
        if essence == "multipart/form-data":
            return self._multipart(media, rest, body)
        if essence.startswith("text/"):
            return self.typed(body.decode("utf-8"), media.get("schema", {}))
        return body

    def _form(self, media: Mapping[str, Any], text: str) -> dict[str, Any]:
        """Read `application/x-www-form-urlencoded` (3.1.1 section 4.8.15.1.1)."""
        pairs = [_pair(part) for part in text.replace("+", "%20").split("&")] if text else []
        query = _Query(pairs)
        schema = self.resolve(media["schema"])
        made: dict[str, Any] = {}
        for name, below in schema["properties"].items():
            encoding = media.get("encoding", {}).get(name, {})
            value = self._form_value(name, below, encoding, query)
            if value is not _ABSENT:
                made[name] = value
        query.expect_empty("form")
        return made

    def _form_value(self, name: str, schema: Any, encoding: Mapping[str, Any], query: _Query) -> Any:
        if {"style", "explode", "allowReserved"} & set(encoding):
            style = encoding.get("style", "form")
            return self.styled(name, schema, style, encoding.get("explode", style == "form"), query)
        kind = self._kind(schema)
        if _is_json(encoding.get("contentType", "")) or kind == "object":
            found = query.take(name)
            return json.loads(_decoded(found[0])) if _single(found, name) else _ABSENT
        return self.styled(name, schema, "form", True, query)

    def _multipart(self, media: Mapping[str, Any], rest: str, body: bytes) -> dict[str, Any]:
        """Read `multipart/form-data` (RFC 7578): a part a value, several parts of one name a list."""
        boundary = re.fullmatch(r'\s*boundary="?([0-9A-Za-z\'()+_,\-./:=? ]{1,70})"?', rest)
        if boundary is None:
            raise UnreadableError(f"`{rest}` names no boundary")
        schema = self.resolve(media["schema"])
        values: dict[str, list[Any]] = {}
        styled: Pairs = []
        for name, kind, is_file, content in _parts(boundary[1].encode("ascii"), body):
            encoding = media.get("encoding", {})
            owner = name if name in schema["properties"] else name.partition("[")[0]
            if {"style", "explode"} & set(encoding.get(owner, {})):
                # 3.1.1 section 4.8.15.1.1: styled as in a query, without percent-encoding.
                styled.append((_encoded(name), _encoded(content.decode("utf-8"))))
                continue
            _expect(name in schema["properties"], f"there is no part `{name}`")
            value = self._part_value(schema, name, encoding.get(name, {}), kind, content, is_file=is_file)
            values.setdefault(name, []).append(value)
        made = {}
        for name, found in values.items():
            listed = self._kind(schema["properties"][name]) == "array"
            whole = listed and _is_json(media.get("encoding", {}).get(name, {}).get("contentType", ""))
            _expect(len(found) == 1 or (listed and not whole), f"part `{name}` came more than once")
            made[name] = found if listed and not whole else found[0]
        query = _Query(styled)
        for name, encoding in media.get("encoding", {}).items():
            if {"style", "explode"} & set(encoding):
                style = encoding.get("style", "form")
                value = self._styled_parts(name, schema["properties"][name], style, encoding, query)
                if value is not _ABSENT:
                    made[name] = value
        query.expect_empty("multipart")
        return made

    def _styled_parts(self, name: str, schema: Any, style: str, encoding: Mapping[str, Any], query: _Query) -> Any:
        explode = encoding.get("explode", style == "form")
        if explode or style == "deepObject" or self._kind(schema) == "primitive":
            return self.styled(name, schema, style, explode, query)
        found = query.take(name)
        if not _single(found, name):
            return _ABSENT
        between = {"form": ",", "spaceDelimited": " ", "pipeDelimited": "|"}[style]
        return self._divided(schema, _decoded(found[0]).split(between), False, str)

    def _part_value(
        self, schema: Any, name: str, encoding: Mapping[str, Any], kind: str | None, content: bytes, *, is_file: bool
    ) -> Any:
        declared = self.resolve(schema["properties"][name])
        whole = _is_json(encoding.get("contentType", ""))
        below = declared if whole or self._kind(declared) != "array" else self.resolve(self.items(declared))
        if whole or self._kind(below) in ("object", "array"):
            _expect(kind is not None and _is_json(kind), f"part `{name}` is `{kind}`, not JSON")
            return json.loads(content.decode("utf-8"))
        allowed = [one.strip() for one in encoding.get("contentType", "").split(",") if one.strip()]
        if below.get("format") == "binary" or ("contentMediaType" in below and "contentEncoding" not in below):
            _expect(kind is not None, f"file `{name}` has no content type")
            _expect(not allowed or kind in allowed, f"file `{name}` is `{kind}`, not {allowed}")
            # RFC 7578 section 4.2.
            _expect(is_file, f"file `{name}` has no file name")
            return content
        _expect(not is_file, f"part `{name}` is a file")
        _expect(kind is None or not allowed or kind in allowed, f"part `{name}` is `{kind}`, not {allowed}")
        return self.typed(content.decode("utf-8"), below)


class _Absent:
    """Nothing was sent."""


_ABSENT: Any = _Absent()


class _Query:
    """Percent-encoded pairs, each of which one parameter must take."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs
        self.taken: set[int] = set()

    def names(self) -> list[str]:
        """Return the decoded names that nobody has taken."""
        left = [_decoded(name) for index, (name, _) in enumerate(self.pairs) if index not in self.taken]
        return list(dict.fromkeys(left))

    def take(self, name: str) -> list[str]:
        """Take the values, still encoded, of every pair of one name."""
        found = [i for i, (key, _) in enumerate(self.pairs) if i not in self.taken and _decoded(key) == name]
        self.taken.update(found)
        return [self.pairs[index][1] for index in found]

    def expect_empty(self, what: str) -> None:
        """Fail where a pair belongs to no parameter."""
        _expect(not self.names(), f"{what}: nothing is called {self.names()}")

    @staticmethod
    def reserved_characters(target: bytes) -> None:
        """Fail where a request target holds what RFC 3986 does not let stand (section 3.3 and 3.4)."""
        allowed = rb"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})+"
        _expect(re.fullmatch(allowed, target) is not None, f"{target!r} is no request target")


def _expect(right: bool, otherwise: str) -> None:
    if not right:
        raise UnreadableError(otherwise)


def _pair(text: str, *, needed: bool = False) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    _expect(bool(equals) or not needed, f"`{text}` is no pair")
    return name, value


def _single(found: list[str], name: str) -> bool:
    _expect(len(found) <= 1, f"`{name}` came more than once")
    return bool(found)


def _decoded(text: str) -> str:
    return unquote_to_bytes(text).decode("utf-8")


def _encoded(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8"))


def _is_json(media_type: str) -> bool:
    essence = media_type.partition(";")[0].strip().lower()
    return essence == "application/json" or essence.endswith("+json")


def _media_range_takes(media_range: str, essence: str) -> bool:
    kind, _, below = media_range.partition(";")[0].strip().partition("/")
    given, _, given_below = essence.partition("/")
    return kind in ("*", given) and below in ("*", given_below)


def _cookies(received: Received) -> Pairs:
    """Read the one `Cookie` header (RFC 6265 section 4.2.1)."""
    raw = received.header("cookie")
    return [] if raw is None else [_pair(part, needed=True) for part in raw.decode("utf-8").split("; ")]


def _parts(boundary: bytes, body: bytes) -> Iterator[tuple[str, str | None, bool, bytes]]:
    """Yield name, content type, whether it is a file, and content of each part (RFC 2046 5.1.1, RFC 7578 4.2)."""
    first, *rest = (b"\r\n" + body).split(b"\r\n--" + boundary)
    _expect(first == b"" and rest[-1] == b"--\r\n", "the multipart body does not begin or end with its boundary")
    for part in rest[:-1]:
        head, blank, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        _expect(bool(blank), f"no blank line in part {part!r}")
        headers = dict(line.split(": ", 1) for line in head.decode("utf-8").split("\r\n"))
        named = re.match(r'form-data; name="([^"]*)"(?:; filename="([^"]*)")?\Z', headers["Content-Disposition"])
        if named is None:
            raise UnreadableError(f"part without a name: {headers}")
        yield named[1].replace("%22", '"'), headers.get("Content-Type"), named[2] is not None, content
