"""Requests of real documents, made from generated arguments, hold against the documents by an independent validator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.document_requests import check_document

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

DOCUMENTS = (
    "adyen-checkout-v71.json",
    "box.json",
    "firecracker.json",
    "github-subset.json",
    "lark-im-zh.yaml",
    "spotify.yaml",
    "twilio-taskrouter-v1.yaml",
)
DISPUTED = {
    # `nullable` beside `allOf`, without a `type`. By the letter it then says nothing (3.0.3 section 4.7.24.1), and so
    # reads openapi-core. Authors mean null by it: of these two properties the document itself says "Set this to `null`
    # to remove the shared link". toolmint reads it so, and so does schemathesis, which decides here.
    "box.json": {"put_files_id": "None for not nullable", "put_folders_id": "None for not nullable"},
}
"""Document to tools, with what openapi-core says of some of their requests and other validators do not."""
EXCUSED = {
    # A list of objects in a query: no style says how an object is written there (3.0.3 section 4.7.12.4; 3.0.4 calls it
    # undefined), and openapi-core reads none. toolmint writes JSON.
    "box.json": {"get_search": "not an object format"},
    # A number in a part is text (3.0.3 section 4.7.15.1, `contentType`); openapi-core reads numbers in url-encoded
    # forms alone, and says that the text `0` is no integer.
    "lark-im-zh.yaml": {"im_file_create": "is not of type 'integer'"},
}
"""Document to tools, with what openapi-core says because of its own limits; test_validator_limits.py proves each."""


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_request_validates_against_the_document(
    name: str, corpus: Path, root: Path, tmp_path: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    checked = check_document(
        corpus / "openapi" / name, root, tmp_path, excused=EXCUSED.get(name), disputed=DISPUTED.get(name)
    )
    record_testsuite_property(name, checked)
