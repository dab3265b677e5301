"""Some tools of a catalog judged alone, the others lending their names."""

from __future__ import annotations

from toolmint.ir.binding import McpBinding
from toolmint.ir.contract import Catalog, Prose, ToolContract
from toolmint.linting import lint_catalog, lint_tools
from toolmint.location import Location
from toolmint.prose.catalog_names import CatalogNames
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings

_TEXT = "Search the orders of a customer by {}date, status and amount. Use this tool when the user asks for orders."


def _tool(name: str, text: str) -> ToolContract:
    return ToolContract(
        name=name,
        input_schema={"type": "object", "properties": {"customer": {"type": "string"}, "date": {"type": "string"}}},
        binding=McpBinding(tool=name),
        prose=Prose(verbatim=text),
        origin=Location(path="tools.json"),
    )


def test_of_two_that_are_alike_one_is_judged_alone() -> None:
    tools = (
        _tool("search_orders", _TEXT.format("")),
        _tool("search_customer_orders", _TEXT.format("their ")),
        _tool("send_mail", "Send a mail."),
    )
    catalog = Catalog(name="shop", contracts=tools, origin=Location(path="tools.json"))
    every = lint_catalog(catalog, LintSettings(), renderer=Renderer())
    assert [one.tool for one in every if one.code == "CF-01"] == ["search_orders"]
    for tool in tools:
        alone = lint_tools([tool.name], CatalogNames(catalog), LintSettings(), renderer=Renderer())
        # What only several tools show is left to a judgement of the whole list.
        told = [one for one in every if one.tool == tool.name and one.code not in ("CF-01", "FS-02")]
        assert [one for one in alone if one.code != "FS-02"] == told
