"""Types whose schema is always the same, as pydantic 2 writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolmint.lifting.dialect import Direction

__all__ = ["fixed_schema"]


def _text(form: str) -> dict[str, Any]:
    return {"type": "string", "format": form}


_URL: dict[str, Any] = {"type": "string", "format": "uri", "minLength": 1}
_SECRET: dict[str, Any] = {"type": "string", "format": "password", "writeOnly": True}

_BOTH: Mapping[str, dict[str, Any]] = {
    "builtins.str": {"type": "string"},
    "builtins.int": {"type": "integer"},
    "builtins.float": {"type": "number"},
    "builtins.bool": {"type": "boolean"},
    "builtins.None": {"type": "null"},
    "builtins.complex": {"type": "string"},
    "builtins.bytes": _text("binary"),
    "builtins.object": {},
    "typing.Any": {},
    "typing.Hashable": {},
    "typing.AnyStr": {"anyOf": [_text("binary"), {"type": "string"}]},
    "typing.LiteralString": {"type": "string"},
    "datetime.datetime": _text("date-time"),
    "datetime.date": _text("date"),
    "datetime.time": _text("time"),
    "datetime.timedelta": _text("duration"),
    "uuid.UUID": _text("uuid"),
    "pathlib.Path": _text("path"),
    "pathlib.PurePath": _text("path"),
    "pathlib.PosixPath": _text("path"),
    "pathlib.PurePosixPath": _text("path"),
    "os.PathLike": _text("path"),
    "ipaddress.IPv4Address": _text("ipv4"),
    "ipaddress.IPv6Address": _text("ipv6"),
    "ipaddress.IPv4Network": _text("ipv4network"),
    "ipaddress.IPv6Network": _text("ipv6network"),
    "ipaddress.IPv4Interface": _text("ipv4interface"),
    "ipaddress.IPv6Interface": _text("ipv6interface"),
    "re.Pattern": _text("regex"),
    "zoneinfo.ZoneInfo": _text("zoneinfo"),
    "pydantic.AnyUrl": _URL,
    "pydantic.AnyHttpUrl": _URL,
    "pydantic.HttpUrl": {**_URL, "maxLength": 2083},
    "pydantic.FileUrl": _URL,
    "pydantic.FtpUrl": _URL,
    "pydantic.AnyWebsocketUrl": _URL,
    "pydantic.WebsocketUrl": {**_URL, "maxLength": 2083},
    "pydantic.PostgresDsn": {**_URL, "format": "multi-host-uri"},
    "pydantic.MongoDsn": {**_URL, "format": "multi-host-uri"},
    **{f"pydantic.{name}Dsn": _URL for name in ("Redis", "MySQL", "Amqp", "Kafka", "Nats", "MariaDB", "ClickHouse")},
    "pydantic.EmailStr": _text("email"),
    "pydantic.NameEmail": _text("name-email"),
    "pydantic.SecretStr": _SECRET,
    "pydantic.SecretBytes": _SECRET,
    "pydantic.PositiveInt": {"type": "integer", "exclusiveMinimum": 0},
    "pydantic.NegativeInt": {"type": "integer", "exclusiveMaximum": 0},
    "pydantic.NonNegativeInt": {"type": "integer", "minimum": 0},
    "pydantic.NonPositiveInt": {"type": "integer", "maximum": 0},
    "pydantic.PositiveFloat": {"type": "number", "exclusiveMinimum": 0},
    "pydantic.NegativeFloat": {"type": "number", "exclusiveMaximum": 0},
    "pydantic.NonNegativeFloat": {"type": "number", "minimum": 0},
    "pydantic.NonPositiveFloat": {"type": "number", "maximum": 0},
    "pydantic.FiniteFloat": {"type": "number"},
    "pydantic.StrictInt": {"type": "integer"},
    "pydantic.StrictFloat": {"type": "number"},
    "pydantic.StrictStr": {"type": "string"},
    "pydantic.StrictBool": {"type": "boolean"},
    "pydantic.StrictBytes": _text("binary"),
    **{f"pydantic.UUID{number}": _text(f"uuid{number}") for number in (1, 3, 4, 5, 6, 7, 8)},
    "pydantic.FilePath": _text("file-path"),
    "pydantic.DirectoryPath": _text("directory-path"),
    "pydantic.NewPath": _text("path"),
    "pydantic.SocketPath": _text("path"),
    "pydantic.PastDate": _text("date"),
    "pydantic.FutureDate": _text("date"),
    "pydantic.PastDatetime": _text("date-time"),
    "pydantic.FutureDatetime": _text("date-time"),
    "pydantic.AwareDatetime": _text("date-time"),
    "pydantic.NaiveDatetime": _text("date-time"),
    "pydantic.Base64Bytes": _text("base64"),
    "pydantic.Base64Str": _text("base64"),
    "pydantic.Base64UrlBytes": _text("base64url"),
    "pydantic.Base64UrlStr": _text("base64url"),
    "pydantic.ImportString": {"type": "string"},
    "pydantic.JsonValue": {},
    "pydantic.IPvAnyAddress": _text("ipvanyaddress"),
    "pydantic.IPvAnyInterface": _text("ipvanyinterface"),
    "pydantic.IPvAnyNetwork": _text("ipvanynetwork"),
}
_SIZE: dict[str, Any] = {"type": "integer", "minimum": 0}
_BY_DIRECTION: Mapping[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "decimal.Decimal": ({"anyOf": [{"type": "number"}, {"type": "string"}]}, {"type": "string"}),
    "fractions.Fraction": ({"anyOf": [{"type": "number"}, _text("fraction")]}, _text("fraction")),
    "pydantic.ByteSize": (
        {"anyOf": [{"type": "string", "pattern": r"^\s*(\d*\.?\d+)\s*(\w+)?"}, _SIZE]},
        _SIZE,
    ),
    "pydantic.Json": ({"type": "string", "contentMediaType": "application/json", "contentSchema": {}}, {}),
}


def fixed_schema(name: str, direction: Direction) -> dict[str, Any] | None:
    """Return the schema of a type by its full name; None where it has arguments or is not known."""
    found = _BOTH.get(name)
    if found is None and name in _BY_DIRECTION:
        found = _BY_DIRECTION[name][direction is Direction.OUTPUT]
    return _copied(found) if found is not None else None


def _copied(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: [_copied(one) for one in part] if key == "anyOf" else part for key, part in schema.items()}
