"""Record what AgentScope makes of the functions in `agentscope_tools.py`.

AgentScope is no dependency of the tests, as it needs a hundred packages. Its wheel is unpacked, and the module that
reads functions is run alone:

    pip download --no-deps agentscope==2.0.11 && python -m zipfile -e agentscope-*.whl FOLDER
    python tests/python/frameworks/record_agentscope.py FOLDER 2.0.11
"""

from __future__ import annotations

import importlib.util
import json
import logging
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).parent
MADE: list[dict[str, Any]] = []


def main(folder: Path, version: str) -> None:
    """Write `agentscope.json`."""
    utils = _load_utils(folder)

    def wrap(func: Any, name: str | None = None, description: str | None = None, **_: Any) -> None:
        # `FunctionTool.__init__` of agentscope/tool/_adapters.py, what it tells a model alone.
        MADE.append(
            {
                "name": name or func.__name__,
                "description": description or utils._extract_func_description(func.__doc__ or ""),
                "input_schema": utils._extract_input_schema(func),
            }
        )

    tool = ModuleType("agentscope.tool")
    tool.FunctionTool = wrap  # type: ignore[attr-defined]
    sys.modules["agentscope.tool"] = tool
    _load("agentscope_tools", HERE / "agentscope_tools.py")
    recorded = {"version": version, "made_by": "record_agentscope.py", "tools": MADE}
    (HERE / "agentscope.json").write_text(json.dumps(recorded, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _load_utils(folder: Path) -> ModuleType:
    for name in ("agentscope", "agentscope.tool"):
        package = ModuleType(name)
        package.__path__ = [str(folder / name.replace(".", "/"))]
        sys.modules[name] = package
    logs = ModuleType("agentscope._logging")
    logs.logger = logging.getLogger("agentscope")  # type: ignore[attr-defined]
    sys.modules["agentscope._logging"] = logs
    return _load("agentscope.tool._utils", folder / "agentscope/tool/_utils.py")


def _load(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
