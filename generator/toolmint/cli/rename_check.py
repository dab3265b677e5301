"""Whether a rename does what was asked and nothing else: the source before and after it, compared tool by tool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from toolmint import sources as source_plugs
from toolmint.cli.compiling import Compiled, shown_from
from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore
from toolmint.errors import UsageError
from toolmint.ir.binding import ArgumentValue, HttpBinding, ValueSource
from toolmint.ir.contract import ToolContract
from toolmint.ir.schema import ANNOTATIONS, Json, Schema, map_subschemas, without_private
from toolmint.source import Extraction, RenamePlan, RenameRequest, SourceInput, ToolRename

__all__ = ["check_rename"]

_Slot = tuple[str, str, str]
"""Where a value goes, its name on the wire, and what it is for a model."""


def check_rename(
    compiled: Compiled, source: SourceInput, plan: RenamePlan, request: RenameRequest, store: DocumentStore
) -> list[str]:
    """Compile the source as it would be, and compare.

    Args:
        compiled: the project.
        source: what is renamed in.
        plan: the rename.
        request: what was asked for.
        store: reads the files as they would be.

    Returns:
        What else changes and cannot be seen in the files: the keys of values that the host supplies.

    Raises:
        UsageError: the source would have an error more, or a tool would change that is not to.
    """
    plug = source_plugs.load_source(source.kind)
    before = plug.extract(source, compiled.store)
    after = plug.extract(source, store)
    _refuse_new_errors(compiled, before, after, store)
    old, new = before.catalog.contracts, after.catalog.contracts
    if len(old) != len(new):
        raise _refused(f"{len(old)} tools would become {len(new)}")
    for one, other in zip(old, new, strict=True):
        problem = _difference(one, other, plan, request)
        if problem is not None:
            raise _refused(problem)
    return list(dict.fromkeys(note for one, other in zip(old, new, strict=True) for note in _supplied(one, other)))


def _supplied(old: ToolContract, new: ToolContract) -> Iterator[str]:
    for before, after in zip(old.context, new.context, strict=False):
        if before.key != after.key:
            yield f"the host supplies `{after.key}` in place of `{before.key}`"


def _refuse_new_errors(compiled: Compiled, before: Extraction, after: Extraction, store: DocumentStore) -> None:
    known = {(one.code, one.message) for one in _errors(before.diagnostics)}
    for error in _errors(after.diagnostics):
        if (error.code, error.message) not in known:
            place = store.locate(error.location)
            where = f"{shown_from(place.path, compiled)}:{place.line}"
            raise _refused(f"{where} would be wrong: {error.message}")


def _errors(found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    return (one for one in found if one.severity is Severity.ERROR)


def _refused(problem: str) -> UsageError:
    hint = "nothing is written; look at what else has the name, or try `--model-only`"
    return UsageError(f"the rename would do more than was asked: {problem}", hint=hint)


def _difference(old: ToolContract, new: ToolContract, plan: RenamePlan, request: RenameRequest) -> str | None:
    """Return what changes about a tool that is not to change."""
    wanted = request.new if isinstance(request, ToolRename) and old.name == request.tool else old.name
    if new.name != wanted:
        return f"tool `{old.name}` would be called `{new.name}`"
    words = {} if isinstance(request, ToolRename) or old.name not in plan.tools else plan.words
    before, after = _slots(old), _slots(new)
    if len(before) != len(after):
        return f"`{old.name}` would have other arguments"
    for slot, other in zip(before, after, strict=True):
        if any(a != b and words.get(a) != b for a, b in zip(slot, other, strict=True)):
            return f"`{slot[2]}` of `{old.name}` would become `{other[2]}`"
    if not words and _bare(old.input_schema) != _bare(new.input_schema):
        return f"the arguments of `{old.name}` would change"
    return None


def _slots(contract: ToolContract) -> list[_Slot]:
    binding = contract.binding
    if not isinstance(binding, HttpBinding):
        return []
    found: list[_Slot] = [(one.location, one.name, _value(one.value)) for one in binding.parameters]
    if binding.body is not None:
        found += [("body", one.name, _value(one.value)) for one in binding.body.properties]
        if binding.body.whole is not None:
            found.append(("body", "", _value(binding.body.whole)))
    return found


def _value(value: ValueSource) -> str:
    # The key of a value that the host supplies may follow its name on the wire: told, not refused.
    return value.argument if isinstance(value, ArgumentValue) else value.KIND


def _bare(schema: Schema) -> Json:
    """Return a schema without its texts."""
    bare = map_subschemas(without_private(schema), _bare_schema)
    return {key: held for key, held in bare.items() if key not in ANNOTATIONS} if isinstance(bare, Mapping) else bare


def _bare_schema(schema: Schema) -> Schema:
    bare = _bare(schema)
    assert isinstance(bare, bool | Mapping)
    return bare
