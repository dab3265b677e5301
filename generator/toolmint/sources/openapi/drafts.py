"""One operation on its way to a contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, Node
from toolmint.ir.binding import HttpBinding, SecurityRequirement
from toolmint.ir.contract import LeftOut, Prose, SecurityScheme, ToolAnnotations, ToolContract
from toolmint.ir.schema import JsonObject, Schema
from toolmint.lifting.frame import Frame
from toolmint.lifting.schema import SchemaLifter
from toolmint.location import Location
from toolmint.sources.openapi.arguments import Arguments, assemble
from toolmint.sources.openapi.bodies import Body, request_body, swagger_body
from toolmint.sources.openapi.extension import SENTENCES, ToolSettings
from toolmint.sources.openapi.hosting import security_of, servers_of
from toolmint.sources.openapi.operations import Operation
from toolmint.sources.openapi.parameters import IGNORED_HEADERS, Parameter, parameters, template_names
from toolmint.sources.openapi.responses import Success, successful_response
from toolmint.sources.openapi.sentences import own_texts
from toolmint.sources.openapi.version import SpecVersion
from toolmint.text import comma_list, nearest

__all__ = ["Draft", "read_draft"]

_READING = frozenset({"GET", "HEAD", "OPTIONS", "QUERY", "TRACE"})


@dataclass(slots=True, kw_only=True)
class Draft:
    """What is known of one operation so far."""

    operation: Operation
    frame: Frame
    """Problems of this operation alone."""
    settings: ToolSettings
    name: str = ""
    arguments: Arguments | None = None
    body: Body | None = None
    success: Success | None = None
    output: Schema | None = None
    security: tuple[SecurityRequirement, ...] = ()
    examples: tuple[JsonObject, ...] = ()
    hidden: dict[str, str] = field(default_factory=dict)
    """Wire names that never reach a model -> what each is."""
    shared: list[Diagnostic] = field(default_factory=list)
    """Problems that this operation shares with others."""

    @property
    def operation_id(self) -> str | None:
        """The document's own name of the operation."""
        child = self.operation.node.get("operationId")
        return child.value if child is not None and isinstance(child.value, str) and child.value.strip() else None

    def failed(self) -> bool:
        """Say whether an error keeps the operation from becoming a tool."""
        return bool(self.first_error)

    @property
    def first_error(self) -> str:
        """The message of the first error; empty when there is none."""
        found = (one.message for one in (*self.frame.diagnostics, *self.shared) if one.severity is Severity.ERROR)
        return next(found, "")

    def take_output_problems(self, problems: list[Diagnostic]) -> None:
        """Let an error in a response cost the output schema alone."""
        for one in problems:
            if one.severity is Severity.ERROR:
                self.output = None
                message = f"{one.message}: the tool has no output schema"
                one = replace(one, code="IN-15", severity=Severity.WARNING, message=message)
            self.shared.append(one)

    def callbacks(self) -> list[LeftOut]:
        """Return the callbacks of the operation (3.1 section 4.8.18): the API calls these, not an agent."""
        holder = self.operation.node.get("callbacks")
        return [
            LeftOut(
                what=f"callback {name} of {self.operation.identity}",
                reason="the API calls it; an agent cannot",
                failed=False,
                origin=child.location,
            )
            for name, child in (holder.items() if holder is not None else ())
        ]

    def contract(
        self,
        *,
        prose: Prose,
        input_schema: JsonObject,
        output_schema: Schema | None,
        rename: Callable[[Schema], Schema],
    ) -> ToolContract:
        """Make the contract of an operation that did not fail.

        Args:
            prose: the description, references resolved.
            input_schema: the arguments, definitions by their final names.
            output_schema: the result, likewise.
            rename: gives a schema's definitions their final names.
        """
        assert self.arguments is not None
        settings, node = self.settings, self.operation.node
        return ToolContract(
            name=self.name,
            title=settings.title,
            input_schema=input_schema,
            output_schema=output_schema,
            binding=self._binding(self.arguments),
            prose=prose,
            origin=node.location,
            annotations=self._annotations(),
            context=tuple(replace(one, schema=rename(one.schema)) for one in self.arguments.context),
            security=self.security,
            examples=self.examples,
            tags=_strings(node.get("tags")),
            deprecated=_is_true(node, "deprecated"),
            internal=_is_true(node, "x-internal"),
            strict=settings.strict,
            was=settings.was,
            ignore={code: reason for code, (reason, _) in settings.ignore.items()},
            places=self._places(),
        )

    def _places(self) -> dict[str, Location]:
        """Return where each text of the tool stands."""
        assert self.arguments is not None
        found = {f"argument/{name}": place for name, place in self.arguments.places.items()}
        for field_name in SENTENCES:
            for index, (_, place) in enumerate(getattr(self.settings, field_name)):
                found[f"{field_name}/{index}"] = place
        found |= {f"ignore/{code}": place for code, (_, place) in self.settings.ignore.items()}
        node = self.operation.node
        used = own_texts(node)
        summary = node.get("summary")
        if self.settings.has_sentences and summary is not None and (summary.text or "").strip():
            used = [summary]  # said in place of `does`, also where the description repeats it
        found |= {text.token: text.location for text in used}
        title = node.at("/x-tool/title")
        if title is not None:
            found["title"] = title.location
        return found

    def _binding(self, arguments: Arguments) -> HttpBinding:
        success = self.success
        return HttpBinding(
            method=self.operation.method,
            path=self.operation.path,
            parameters=arguments.parameters,
            body=arguments.body,
            response=success.response if success is not None else None,
            accept=success.accept if success is not None else (),
            servers=servers_of(self.operation.node) or servers_of(self.operation.path_item),
            operation_id=self.operation_id,
        )

    def _annotations(self) -> ToolAnnotations:
        """State the effects: from the method (RFC 9110 section 9.2), where the author does not say otherwise."""
        settings, method = self.settings, self.operation.method
        read_only = method in _READING if settings.read_only is None else settings.read_only
        destructive = (not read_only and method == "DELETE") if settings.destructive is None else settings.destructive
        idempotent = (read_only or method in ("PUT", "DELETE")) if settings.idempotent is None else settings.idempotent
        return ToolAnnotations(
            read_only=read_only,
            destructive=destructive,
            idempotent=idempotent,
            open_world=settings.open_world,
            confirm=destructive if settings.confirm is None else settings.confirm,
        )


def read_draft(
    draft: Draft,
    *,
    root: Node,
    version: SpecVersion,
    store: DocumentStore,
    schemes: Mapping[str, SecurityScheme],
    input_lifter: SchemaLifter,
    output_lifter: SchemaLifter,
) -> None:
    """Read what an operation takes and gives into its draft; prose comes later, when every tool has its name.

    Args:
        draft: named; problems go into its frame.
        root: the document's root.
        version: the version of the standard.
        store: follows references.
        schemes: the security schemes that the document defines.
        input_lifter: lifts what the model writes.
        output_lifter: lifts what the API answers.
    """
    if draft.settings.left_out:
        return
    operation, frame = draft.operation, draft.frame
    listed = parameters(operation.path_item, operation.node, version, store, frame)
    draft.security = security_of(operation.node, root, schemes, frame)
    _check_template(operation, listed, frame)
    kept = [one for one in listed if one.location not in ("body", "formData")]
    kept = [one for one in kept if not _supplied_by_host(one, draft, schemes)]
    if version == "2.0":
        draft.body = swagger_body(operation.node, root, listed, frame)
    else:
        draft.body = request_body(operation.node, store, frame)
    draft.arguments = assemble(kept, draft.body, draft.settings.context, input_lifter, frame)
    _read_output(draft, root, version, store, output_lifter)


def _read_output(draft: Draft, root: Node, version: SpecVersion, store: DocumentStore, lifter: SchemaLifter) -> None:
    frame = Frame()
    draft.success = successful_response(draft.operation.node, root, version, store, frame)
    if draft.success is not None and draft.success.schema is not None:
        draft.output = lifter.lift(draft.success.schema, frame)
    draft.take_output_problems(frame.diagnostics)


def _check_template(operation: Operation, listed: list[Parameter], frame: Frame) -> None:
    """Hold the names in the path template against the path parameters (3.1 section 4.8.8.1)."""
    wanted = template_names(operation.path)
    declared = [one.name for one in listed if one.location == "path"]
    for name in dict.fromkeys(wanted):
        if name not in declared:
            near = nearest(name, declared, limit=1)
            hint = f"did you mean `{{{near[0]}}}`?" if near else f"declare it: `{{name: {name}, in: path, …}}`"
            place = operation.node.location.of_key()
            message = f"`{operation.path}` has `{{{name}}}`, and no path parameter is called so"
            frame.error("IN-12", message, place, hint)
    for one in listed:
        if one.location == "path" and one.name not in wanted:
            near = nearest(one.name, wanted, limit=1)
            hint = f"did you mean `{near[0]}`?" if near else f"the path has {comma_list(wanted) or 'no parameters'}"
            message = f"path parameter `{one.name}` does not stand in `{operation.path}`"
            frame.error("IN-12", message, one.node.location.child("name"), hint)


def _supplied_by_host(one: Parameter, draft: Draft, schemes: Mapping[str, SecurityScheme]) -> bool:
    """Say whether a parameter is the host's: an ignored header, or the carrier of a credential."""
    if one.location == "header" and one.name.lower() in IGNORED_HEADERS:
        draft.hidden[one.name] = "a header that the host sets"
        return True
    for scheme in schemes.values():
        details = scheme.details
        if scheme.kind != "apiKey" or details.get("in") != one.location:
            continue
        name = str(details.get("name"))
        if name == one.name or (one.location == "header" and name.lower() == one.name.lower()):
            draft.hidden[one.name] = "a credential"
            return True
    return False


def _is_true(node: Node, key: str) -> bool:
    child = node.get(key)
    return child is not None and child.value is True


def _strings(node: Node | None) -> tuple[str, ...]:
    return tuple(str(one.value) for one in node.elements()) if node is not None else ()
