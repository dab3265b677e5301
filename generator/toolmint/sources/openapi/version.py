"""Which version of the standard a document follows."""

from __future__ import annotations

import re
from collections.abc import Mapping

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import Document
from toolmint.errors import SourceError
from toolmint.lifting.dialect import SchemaDialect
from toolmint.location import Location
from toolmint.text import kind_of

__all__ = ["SpecVersion", "spec_version"]


class SpecVersion(str):
    """`2.0`, `3.0`, `3.1` or `3.2`."""

    __slots__ = ()

    @property
    def dialect(self) -> SchemaDialect:
        """The rules that this version's schemas follow."""
        if self == "2.0":
            return SchemaDialect.SWAGGER_2_0
        return SchemaDialect.OPENAPI_3_0 if self == "3.0" else SchemaDialect.JSON_SCHEMA


def spec_version(document: Document) -> SpecVersion:
    """Read the version of a document.

    Raises:
        SourceError: the document is no OpenAPI document, or of a version that toolmint does not read.
    """
    value = document.value
    if not isinstance(value, Mapping):
        raise _unknown(document, f"found {kind_of(value)}, wanted an OpenAPI document, which is a mapping", None)
    if "openapi" in value and "swagger" in value:
        raise _unknown(document, "found both `openapi` and `swagger`, wanted the one whose rules it follows", "swagger")
    for key in ("openapi", "swagger"):
        if key in value:
            declared = str(value[key])
            found = re.match(r"(2\.0|3\.0|3\.1|3\.2)(\.|$)", declared)
            if found:
                return SpecVersion(found.group(1))
            raise _unknown(document, f"found `{key}: {declared}`, wanted a version that toolmint reads", key)
    raise _unknown(document, "found neither `openapi` nor `swagger` at the root, wanted one of them", None)


def _unknown(document: Document, message: str, key: str | None) -> SourceError:
    place = Location(path=document.path, pointer=f"/{key}" if key else "")
    return SourceError.at(
        Diagnostic(
            code="IN-04",
            severity=Severity.ERROR,
            message=message,
            location=place,
            hint="toolmint reads Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2",
        )
    )
