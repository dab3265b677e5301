"""Requests of real documents, made from generated arguments, hold against the documents by an independent validator."""

from __future__ import annotations

import base64
import contextlib
import string
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from toolmint.ir.contract import ToolContract

from support.compiling import compile_file, import_package
from support.validator_environment import Validator, validator_python
from support.values import Fill, Values

pytestmark = [pytest.mark.slow]

DOCUMENTS = (
    "adyen-checkout-v71.json",
    "argocd-2.0.json",
    "box.json",
    "firecracker.json",
    "github-subset.json",
    "lark-im-zh.yaml",
    "oai-uber-2.0.json",
    "petstore-2.0-int-keys.yaml",
    "spotify.yaml",
    "twilio-taskrouter-v1.yaml",
)
EXAMPLES: Mapping[Fill, int] = {"required": 2, "all": 2, "random": 4}

# How styles keep texts apart is another test's (tests/behaviour/test_wire_round_trip.py): openapi-core divides values
# after decoding them, and takes an empty text in a query for none.
TEXT = st.text(st.sampled_from(list(string.ascii_letters + string.digits + "-_é用")), min_size=1, max_size=8)


def arguments_of(contract: ToolContract, definitions: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield arguments that a tool's schema allows: the same ones at every run."""
    for fill, count in EXAMPLES.items():
        made: list[dict[str, Any]] = []

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
    contract: ToolContract, definitions: Mapping[str, Any], fill: Fill, made: list[dict[str, Any]]
) -> Callable[[], None]:
    @given(data=st.data())
    def collect(data: st.DataObject) -> None:
        values = Values(data=data, definitions=definitions, fill=fill, text=TEXT)
        made.append(values.arguments(contract.input_schema))

    return collect


def as_lines(request: Any) -> dict[str, Any]:
    """Write a generated package's `Request` as `request_validator` takes it."""
    cookies = [("Cookie", "; ".join(f"{n}={v}" for n, v in request.cookies))] if request.cookies else []
    return {
        "method": request.method,
        "target": request.target,
        "headers": [*request.headers, *cookies],
        "body": base64.b64encode(request.body or b"").decode("ascii"),
    }


def check_document(file: Path, root: Path, folder: Path) -> str:
    """Compile a document, call every operation, and hold every request against the document.

    Returns:
        How many requests of how many operations were right.
    """
    python = validator_python(root)
    result = compile_file(file, targets=("contract", "python"))
    (name,) = result.catalogs
    catalog = result.catalogs[name]
    requests: list[dict[str, Any]] = []
    owners: list[str] = []
    refused: list[str] = []
    with import_package(result, name, folder) as package:
        for contract in catalog.contracts:
            for arguments in arguments_of(contract, catalog.definitions.input):
                try:
                    request = package.dispatch(contract.name, arguments, as_lines)
                except package.ArgumentError as error:
                    refused.append(f"{contract.name}: {error.message}")
                    continue
                requests.append(request)
                owners.append(contract.name)
    # A form or a query has no empty list (RFC 6570 section 2.3).
    assert [one for one in refused if not one.endswith("cannot be sent here; leave it out")] == []
    without = [one.name for one in catalog.contracts if one.name not in owners]
    assert without == [], "no arguments could be made"
    wrong = [
        f"{owner}: {request['method']} {request['target']} {request['body'] and base64.b64decode(request['body'])}\n"
        + "\n".join(f"    {text}" for text in found)
        for owner, request, found in zip(owners, requests, Validator(python, file).problems(requests), strict=True)
        if found
    ]
    assert wrong == [], "\n".join(wrong[:20]) + f"\n{len(wrong)} of {len(requests)}"
    return f"{len(requests)} requests of {len(catalog.contracts)} operations"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_request_validates_against_the_document(
    name: str, corpus: Path, root: Path, tmp_path: Path, record_property: Any
) -> None:
    record_property("requests", check_document(corpus / "openapi" / name, root, tmp_path))
