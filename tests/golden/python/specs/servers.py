"""Tools of two other frameworks."""

from typing import Annotated

from fastmcp import Context, FastMCP
from langchain_core.tools import InjectedToolArg, tool
from pydantic import Field

mcp = FastMCP("desk")


@mcp.tool(title="Get a quote", annotations={"readOnlyHint": True})
async def get_quote(
    sku: Annotated[str, Field(description="The article, such as A-100", min_length=1)], ctx: Context, count: int = 1
) -> dict[str, float]:
    """Get the price of an article. Use this tool only when the user asks what it costs.

    The article must be known. This tool does not order anything.

    Args:
        count: How many pieces, such as 3.
    """


@tool
def count_parcels(day: Annotated[str, "The day, such as 2024-05-01"], user: Annotated[str, InjectedToolArg]) -> int:
    """Count the parcels of a day. Use this tool when the user asks how many parcels arrived.

    The day must be known. This tool does not change anything. Returns the number.
    """
