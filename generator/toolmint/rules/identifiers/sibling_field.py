"""ID-07: prose names a field that only another tool has."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.evidence import strong_first, unresolved
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_about
from toolmint.text import comma_list

_SHOWN = 3


class SiblingField(Rule):
    """Prose names an argument that only another tool has.

    What it does:
        Reports a marked up or snake_case name that is an argument of other tools of the list and of this one not. Not
        in a sentence that speaks of results, and not where the sentence names the other tool as well.

    Why is this bad?
        It is mostly a text that was copied from the other tool, and the model cannot know which of the two is right.

    Example:
        ```json
        [
          {
            "name": "show_slide",
            "description": "Show a slide to the audience. Set svg_path to the drawing.",
            "inputSchema": {"type": "object", "properties": {"number": {"type": "integer"}}}
          },
          {
            "name": "insert_slide",
            "description": "Add a slide with a drawing, only at the end.",
            "inputSchema": {"type": "object", "properties": {"svg_path": {"type": "string"}}}
          }
        ]
        ```

    Use instead:
        ```json
        [
          {
            "name": "show_slide",
            "description": "Show a slide to the audience by its number.",
            "inputSchema": {"type": "object", "properties": {"number": {"type": "integer"}}}
          },
          {
            "name": "insert_slide",
            "description": "Add a slide with a drawing, only at the end.",
            "inputSchema": {"type": "object", "properties": {"svg_path": {"type": "string"}}}
          }
        ]
        ```
    """

    code = "ID-07"
    name = "sibling-field"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        lexicon = tool.lexicon
        for token, mentions in unresolved(tool.mentions, lexicon, ("code", "snake")).items():
            owners = lexicon.owners(token)
            if not owners or lexicon.field_spelt_otherwise(token) is not None:
                continue
            counted = [one for one in mentions if not one.speaks_of_result and not one.sentence_names(owners)]
            if not counted:
                continue
            ordered, weak = strong_first(counted, lexicon)
            yield finding_about(
                ordered,
                f"{ordered[0].text.label} says `{token}`, an argument of {comma_list(owners, limit=_SHOWN)} alone",
                near=lexicon.near_fields(token),
                severity=Severity.INFO if weak else None,
            )
