"""`contract.json`: everything that the source says, in no provider's form, for other programs."""

from __future__ import annotations

from toolmint.ir.codec import catalog_to_json
from toolmint.target import Printout, TargetInput

__all__ = ["TARGET", "ContractTarget"]


class ContractTarget:
    """Prints the IR itself."""

    name = "contract"
    requires: tuple[str, ...] = ()

    def render(self, request: TargetInput) -> Printout:
        """Print the catalog as `ir.codec` writes it."""
        text = request.renderer.render("contract/contract.json.jinja", catalog=catalog_to_json(request.catalog))
        return Printout(files={"contract.json": text.encode()})


TARGET = ContractTarget()
