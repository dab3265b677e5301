"""A small after-sales API on 127.0.0.1 that keeps to specs/after_sales.yaml; everything is kept in memory.

python docs/examples/after_sales/api.py [PORT]
"""

from __future__ import annotations

import json
import re
import sys
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

__all__ = ["TOKEN", "AfterSalesServer"]

TOKEN = "desk-secret"
"""The bearer token that the desk's host holds; a model never sees it."""

_ORDERS: dict[str, dict[str, Any]] = {
    "A10086": {
        "id": "A10086",
        "user_id": "U2048",
        "status": "delivered",
        "currency": "CNY",
        "total": 4297,
        "items": [
            {"id": "I-1", "title": "Porcelain cup", "quantity": 1, "price": 1299},
            {"id": "I-2", "title": "Tea tin", "quantity": 2, "price": 1499},
        ],
    }
}
_USERS = {"U2048": {"id": "U2048", "name": "Lin Wei", "language": "zh-CN", "level": "silver"}}


class AfterSalesServer(ThreadingHTTPServer):
    """The API; it listens on 127.0.0.1 alone.

    Args:
        port: 0 takes a free one.
    """

    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.requests: list[str] = []
        """Method and target of each call that was made, in order."""
        self.refunds: list[dict[str, Any]] = []
        """Refund requests as they were filed."""
        self.lock = Lock()

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: AfterSalesServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        target = urlsplit(self.path)
        self.server.requests.append(f"GET {self.path}")
        if self._refused():
            return
        if match := re.fullmatch(r"/orders/([^/]+)", target.path):
            self._answer_found(_ORDERS.get(unquote(match[1])))
        elif match := re.fullmatch(r"/users/([^/]+)", target.path):
            self._answer_found(_USERS.get(unquote(match[1])))
        elif match := re.fullmatch(r"/orders/([^/]+)/refund-estimate", target.path):
            wanted = parse_qs(target.query).get("item_ids")
            self._answer_found(_estimate(unquote(match[1]), wanted))
        else:
            self._answer(404, {"message": "there is no such path"})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.requests.append(f"POST {self.path}")
        if self._refused():
            return
        if self.path != "/refund-requests":
            self._answer(404, {"message": "there is no such path"})
            return
        filed = json.loads(body)
        estimate = _estimate(filed["order_id"], None)
        if estimate is None:
            self._answer(404, {"message": f"there is no order {filed['order_id']}"})
        elif filed["amount"] > estimate["refundable"]:
            self._answer(409, {"message": f"at most {estimate['refundable']} can be refunded"})
        else:
            with self.server.lock:
                self.server.refunds.append(filed)
                number = len(self.server.refunds)
            self._answer(201, {"id": f"R-{number}", "order_id": filed["order_id"], "state": "waiting"})

    def _refused(self) -> bool:
        """Answer a call without credentials or without the values that the host must supply."""
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            self._answer(401, {"message": "the desk's token is missing"})
            return True
        for name in ("X-Tenant-Id", "X-Acting-User"):
            if not self.headers.get(name):
                self._answer(400, {"message": f"{name} is missing"})
                return True
        return False

    def _answer_found(self, value: dict[str, Any] | None) -> None:
        if value is None:
            self._answer(404, {"message": "there is no such thing"})
        else:
            self._answer(200, value)

    def _answer(self, status: int, value: dict[str, Any]) -> None:
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the standard library's own name
        """Stay silent: a demo prints what happens itself."""


def _estimate(order_id: str, item_ids: list[str] | None) -> dict[str, Any] | None:
    order = _ORDERS.get(order_id)
    if order is None:
        return None
    items = [item for item in order["items"] if item_ids is None or item["id"] in item_ids]
    refundable = sum(item["price"] * item["quantity"] for item in items)
    return {"order_id": order_id, "currency": order["currency"], "refundable": refundable, "until": "2027-01-31"}


if __name__ == "__main__":
    api = AfterSalesServer(int(sys.argv[1]) if len(sys.argv) > 1 else 8080)
    sys.stderr.write(f"after-sales API on {api.url}, token {TOKEN}\n")
    with suppress(KeyboardInterrupt):
        api.serve_forever()
