"""Types that a schema states by a JSON type alone (victools' `SimpleTypeModule`, with STANDARD_FORMATS)."""

from __future__ import annotations

__all__ = ["FIXED", "FORMATS"]

_STRING, _INTEGER, _NUMBER, _BOOLEAN = ("string", "integer", "number", "boolean")
FIXED: dict[str, str | None] = {
    "java.lang.Object": None,
    **dict.fromkeys(("java.lang.String", "java.lang.Character", "char", "java.lang.CharSequence"), _STRING),
    **dict.fromkeys(("java.lang.Byte", "byte", "java.time.ZoneId", "java.util.UUID", "java.net.URI"), _STRING),
    **dict.fromkeys(("java.lang.Boolean", "boolean"), _BOOLEAN),
    **dict.fromkeys(("java.lang.Integer", "int", "java.lang.Long", "long", "java.lang.Short", "short"), _INTEGER),
    "java.math.BigInteger": _INTEGER,
    **dict.fromkeys(("java.lang.Double", "double", "java.lang.Float", "float"), _NUMBER),
    **dict.fromkeys(("java.math.BigDecimal", "java.lang.Number"), _NUMBER),
    **dict.fromkeys(("java.time.LocalDate", "java.time.LocalTime", "java.time.OffsetTime"), _STRING),
    **dict.fromkeys(("java.time.LocalDateTime", "java.time.ZonedDateTime", "java.time.OffsetDateTime"), _STRING),
    **dict.fromkeys(("java.time.Instant", "java.util.Date", "java.util.Calendar"), _STRING),
    **dict.fromkeys(("java.time.Duration", "java.time.Period"), _STRING),
}
"""Class to the JSON type that stands for it; None where any value may."""
FORMATS = {
    "java.time.LocalDate": "date",
    "java.time.LocalTime": "time",
    "java.time.OffsetTime": "time",
    "java.time.LocalDateTime": "date-time",
    "java.time.ZonedDateTime": "date-time",
    "java.time.OffsetDateTime": "date-time",
    "java.time.Instant": "date-time",
    "java.util.Date": "date-time",
    "java.util.Calendar": "date-time",
    "java.time.Duration": "duration",
    "java.time.Period": "duration",
    "java.util.UUID": "uuid",
    "java.net.URI": "uri",
}
"""Class to the format that says more of it."""
