"""A tool's description from an operation: the author's sentences, else the author's own text."""

from __future__ import annotations

from toolmint.documents import Node
from toolmint.ir.contract import Prose, Sentence
from toolmint.lifting.frame import Frame
from toolmint.prose.references import Scope, resolve_text
from toolmint.sources.openapi.extension import Texts, ToolSettings

__all__ = ["own_texts", "prose_of", "verbatim_text"]


def own_texts(operation: Node) -> list[Node]:
    """Return `summary` and `description`, those that say something.

    A summary that the description begins with is left out, so that it is not said twice.
    """
    children = [child for key in ("summary", "description") if (child := operation.get(key)) is not None]
    texts = [child for child in children if child.text is not None and child.text.strip()]
    if len(texts) == 2 and _said(texts[1]).startswith(_said(texts[0])):
        del texts[0]
    return texts


def verbatim_text(operation: Node, identity: str) -> str:
    """Return the author's own texts as one, unchanged in wording; `METHOD /path` where there is none."""
    return "\n\n".join(_said(text) for text in own_texts(operation)) or identity


def _said(text: Node) -> str:
    return (text.text or "").strip()


def prose_of(settings: ToolSettings, operation: Node, identity: str, scope: Scope, frame: Frame, *, tool: str) -> Prose:
    """Make a tool's prose.

    Args:
        settings: the `x-tool` block, defaults laid under it.
        operation: where `summary` and `description` stand.
        identity: `METHOD path`.
        scope: what the sentences may name.
        frame: where unresolved references go.
        tool: the tool's name, for messages.
    """
    if not settings.has_sentences:
        return Prose(verbatim=verbatim_text(operation, identity))

    def sentences(texts: Texts) -> tuple[Sentence, ...]:
        found = []
        for text, place in texts:
            sentence, problems = resolve_text(text, scope, place, tool=tool)
            frame.diagnostics += problems
            found.append(sentence)
        return tuple(found)

    does = sentences(settings.does)
    if not does:
        # No reference is looked for here: braces in `summary` and `description` are the author's own.
        summary = operation.get("summary")
        does = (((_said(summary) if summary is not None else "") or verbatim_text(operation, identity),),)
    return Prose(
        does=does,
        when=sentences(settings.when),
        requires=sentences(settings.requires),
        never=sentences(settings.never),
        notes=sentences(settings.notes),
    )
