"""Every operation of a document called with generated arguments, and each request held against the document."""

from __future__ import annotations

import base64
import contextlib
import string
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from toolmint.ir.contract import ToolContract

from support.compiling import compile_file, import_package
from support.validator_environment import OPENAPI_CORE, SCHEMATHESIS, Validator
from support.values import Fill, Values

__all__ = ["check_document"]

EXAMPLES: Mapping[Fill, int] = {"required": 2, "all": 2, "random": 4}

# How styles keep texts apart is another test's (tests/behaviour/test_wire_round_trip.py): openapi-core divides values
# after decoding them, and takes an empty text in a query for none.
TEXT = st.text(st.sampled_from(list(string.ascii_letters + string.digits + "-_é用")), min_size=1, max_size=8)

Call = tuple[dict[str, Any], dict[str, Any]]
"""Arguments and context."""


def check_document(
    file: Path,
    root: Path,
    folder: Path,
    *,
    excused: Mapping[str, str] | None = None,
    disputed: Mapping[str, str] | None = None,
) -> str:
    """Compile a document, call every operation, and fail unless every request holds against the document.

    Args:
        file: the document.
        root: the repository.
        folder: where the package is written.
        excused: tool to what openapi-core says of some of its requests because of a limit of its own.
        disputed: tool to what openapi-core says where the standard is read in more than one way; there schemathesis
            decides.

    Returns:
        How many requests of how many operations were right.
    """
    result = compile_file(file, targets=("contract", "python"))
    (name,) = result.catalogs
    catalog = result.catalogs[name]
    requests: list[dict[str, Any]] = []
    owners: list[str] = []
    refused: list[str] = []
    with import_package(result, name, folder) as package:
        for contract in catalog.contracts:
            for arguments, context in _calls(contract, catalog.definitions.input):
                try:
                    request = package.dispatch(contract.name, arguments, _as_line, context=context)
                except package.ArgumentError as error:
                    refused.append(f"{contract.name}: {error.message}")
                    continue
                binding = contract.binding
                requests.append({**request, "operation": [binding.path, binding.method]})
                owners.append(contract.name)
    # A form or a query has no empty list (RFC 6570 section 2.3).
    assert [one for one in refused if not one.endswith("cannot be sent here; leave it out")] == []
    assert {one.name for one in catalog.contracts} == set(owners), "no arguments could be made for some"
    found = Validator(OPENAPI_CORE, root, file).problems(requests)
    _decide(requests, owners, found, disputed or {}, root, file)
    _expect_no_problems(requests, owners, found, excused or {})
    return f"{len(requests)} requests of {len(catalog.contracts)} operations"


def _decide(
    requests: list[dict[str, Any]],
    owners: list[str],
    found: list[list[str]],
    disputed: Mapping[str, str],
    root: Path,
    file: Path,
) -> None:
    """Put what schemathesis finds in the place of what openapi-core does, where that is disputed."""
    places = [n for n, owner in enumerate(owners) if owner in disputed and disputed[owner] in "".join(found[n])]
    assert {owners[n] for n in places} == set(disputed), "nothing is disputed any longer"
    if places:
        answers = Validator(SCHEMATHESIS, root, file).problems([requests[n] for n in places])
        for place, answer in zip(places, answers, strict=True):
            found[place] = answer


def _expect_no_problems(
    requests: list[dict[str, Any]], owners: list[str], answers: list[list[str]], excused: Mapping[str, str]
) -> None:
    wrong, met = [], set()
    for request, owner, found in zip(requests, owners, answers, strict=True):
        if found and owner in excused and excused[owner] in "".join(found):
            met.add(owner)
        elif found:
            sent = f"{owner}: {request['method']} {request['target']} {base64.b64decode(request['body'])!r}"
            wrong.append("\n    ".join([sent, *found]))
    assert wrong == [], "\n".join(wrong[:20]) + f"\n{len(wrong)} of {len(requests)} requests are wrong"
    assert met == set(excused), "an exception is no longer needed"


def _calls(contract: ToolContract, definitions: Mapping[str, Any]) -> Iterator[Call]:
    """Yield arguments that a tool's schema allows, and context for it: the same ones at every run."""
    for fill, count in EXAMPLES.items():
        made: list[Call] = []
        collect = _collector(contract, definitions, fill, made)
        # A tool that no arguments can be made for is found by whoever counts.
        with contextlib.suppress(Unsatisfiable):
            settings(
                max_examples=count,
                derandomize=True,
                database=None,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )(collect)()
        yield from made


def _collector(
    contract: ToolContract, definitions: Mapping[str, Any], fill: Fill, made: list[Call]
) -> Callable[[], None]:
    context: dict[str, Any] = {"type": "object", "properties": {one.key: one.schema for one in contract.context}}
    context |= {"required": list(context["properties"]), "additionalProperties": False}

    @given(data=st.data())
    def collect(data: st.DataObject) -> None:
        values = Values(data=data, definitions=definitions, fill=fill, text=TEXT)
        made.append((values.arguments(contract.input_schema), values.arguments(context)))

    return collect


def _as_line(request: Any) -> dict[str, Any]:
    """Write a generated package's `Request` as `request_validator` takes it."""
    cookies = [("Cookie", "; ".join(f"{n}={v}" for n, v in request.cookies))] if request.cookies else []
    return {
        "method": request.method,
        "target": request.target,
        "headers": [*request.headers, *cookies],
        "body": base64.b64encode(request.body or b"").decode("ascii"),
    }
