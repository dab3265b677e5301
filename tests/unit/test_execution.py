"""Code that a source asks to run: what it gives, and every way in which it can misbehave."""

# ruff: noqa: E501 - a message is easier to read in one line

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from toolmint.build import build
from toolmint.config import load_project, open_project
from toolmint.diagnostics import Diagnostic
from toolmint.documents import DocumentStore
from toolmint.errors import ConfigError
from toolmint.execution import FailedRun, run_sources
from toolmint.execution.interpreter import NoInterpreterError, find_interpreter

API = (
    '{"openapi": "3.1.0", "info": {"title": "T", "version": "1"},'
    ' "paths": {"/orders": {"get": {"operationId": "list_orders", "summary": "List the orders."}}}}'
)


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)


class Shop:
    """A project whose only source is `shop/main.py`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "shop").mkdir()
        (folder / "shop" / "__init__.py").touch()
        self.failed: tuple[FailedRun, ...] = ()
        self.tools: list[str] = []

    def write(self, code: str, file: str = "shop/main.py") -> None:
        (self.folder / file).write_text(code, encoding="utf-8")

    def found(self, app: str = "shop.main:app", **settings: object) -> Diagnostic | None:
        """Compile the app and return the one finding, if there is one."""
        lines = [f'app = "{app}"', *(f"{key} = {value!r}" for key, value in settings.items())]
        (self.folder / "toolmint.toml").write_text("[sources.shop]\n" + "\n".join(lines), encoding="utf-8")
        store = DocumentStore(self.folder)
        project = load_project(self.folder, store)
        self.failed = run_sources(project.sources, store)
        result = build(project, store=store)
        self.tools = [tool.name for catalog in result.catalogs.values() for tool in catalog.contracts]
        assert len(result.diagnostics) <= 1, result.diagnostics
        return result.diagnostics[0] if result.diagnostics else None

    def told(self, code: str, app: str = "shop.main:app", **settings: object) -> str:
        """Return place, code, message and hint of the finding that a module gives."""
        self.write(code)
        finding = self.found(app, **settings)
        assert finding is not None
        assert self.tools == []
        place = finding.location
        return f"{place.path}:{place.line} {finding.code} {finding.message} / {finding.hint}"


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


@pytest.mark.parametrize(
    ("code", "app"),
    [
        (f"app = {API}", "shop.main:app"),
        (f"def make():\n    return {API}", "shop.main:make()"),
        (f"class A:\n    inner = {API}\napp = A()", "shop.main:app.inner"),
        (f"class A:\n    def openapi(self):\n        return {API}\napp = A()", "shop.main:app"),
        (f"class S:\n    def to_schema(self):\n        return {API}\nclass A:\n    openapi_schema = S()\napp = A()", "shop.main:app"),
        (f"import os\nos.fork()\napp = {API}", "shop.main:app"),
        (f"import sys\nsys.stdout.close()\nsys.stderr = None\nassert sys.stdin.read() == ''\napp = {API}", "shop.main:app"),
        (f"for _ in range(40):\n    print('x' * 1_000_000)\napp = {API}", "shop.main:app"),
        (f"import threading, time\nthreading.Thread(target=time.sleep, args=[99]).start()\napp = {API}", "shop.main:app"),
        (f"import atexit, time\natexit.register(time.sleep, 99)\napp = {API}", "shop.main:app"),
        (f"import sys\nassert sys.argv == ['shop.main:app'], sys.argv\napp = {API}", "shop.main:app"),
        (f"import os\nassert os.getcwd() == os.path.dirname(os.path.dirname(os.path.abspath(__file__)))\napp = {API}", "shop.main:app"),
    ],
    ids=["mapping", "factory", "attribute", "openapi", "litestar", "fork", "no-streams", "loud", "thread", "atexit", "arguments", "folder"],
)  # fmt: skip
def test_what_describes_itself_becomes_tools(shop: Shop, code: str, app: str) -> None:
    shop.write(code)
    assert shop.found(app) is None
    assert shop.tools == ["list_orders"]
    assert shop.failed == ()


def test_modules_of_src_are_found(shop: Shop) -> None:
    (shop.folder / "src").mkdir()
    shop.write(f"app = {API}", "src/api.py")
    assert shop.found("api:app") is None
    assert shop.tools == ["list_orders"]


def test_sets_have_the_same_order_in_every_run(shop: Shop) -> None:
    shop.write(
        "names = {f'/{i}' for i in 'abcdefghijkl'}\n"
        "paths = {n: {'get': {'operationId': 'get_' + n[1:], 'summary': 'Get it.'}} for n in names}\n"
        "app = {'openapi': '3.1.0', 'info': {'title': 'T', 'version': '1'}, 'paths': paths}\n"
    )
    orders = set()
    for _ in range(2):
        assert shop.found() is None
        orders.add(tuple(shop.tools))
    assert len(orders) == 1


@pytest.mark.parametrize(
    ("app", "told"),
    [
        ("shop.mian:app", "toolmint.toml:2 EX-01 there is no module `shop.mian` / did you mean `shop.main:app`, "),
        ("main:app", "toolmint.toml:2 EX-01 there is no module `main` / did you mean `shop.main:app`?"),
        ("shop.main.deeper:app", "toolmint.toml:2 EX-01 there is no module `shop.main.deeper` / did you mean"),
        ("nowhere_at_all:app", "EX-01 there is no module `nowhere_at_all` / modules are looked for in"),
        ("shop.main:ap", "EX-01 `shop.main` has no `ap` / did you mean `shop.main:app`?"),
        ("shop.main:app.x", "EX-01 `shop.main` has no `x` / None"),
        ("shop.main:make", "EX-04 `shop.main:make` is a function, wanted an app that describes itself / write `shop.main:make()`"),
        ("shop.main:needy()", "EX-04 `shop.main:needy()` wants arguments: `needy(settings, *, debug)` / name a function that needs none"),
        ("shop.main:later()", "EX-04 `shop.main:later()` is a coroutine, wanted an app / name a plain function"),
        ("shop.main:app()", "EX-04 found an `App` for `shop.main:app()`, wanted a function / leave `()` out"),
        ("shop.main:App", "EX-04 `shop.main:App` is a class, "),
        ("shop.main:os", "EX-04 `shop.main:os` is a module, "),
        ("shop.main:bare", "EX-04 `shop.main:bare` is a `Bare`, which does not describe itself by `openapi()` / name a FastAPI"),
        ("shop.main:wrapped", "EX-04 `shop.main:wrapped` is a `Bare`, which does not describe itself by `openapi()` / `shop.main:wrapped.app` does"),
        ("shop.main:text", "EX-04 `shop.main:text` describes itself as a `list`, wanted a mapping / "),
        ("shop.main:dated", "EX-04 the document of `shop.main:dated` holds a `date` at `/info/when/0`, which is not JSON"),
        ("shop.main:endless", "EX-04 the document of `shop.main:endless` holds a value that nests too deep, or holds itself at `/me/me"),
        ("shop.main:numbers", "EX-04 the document of `shop.main:numbers` holds the number nan at `/a~1b`, which is not JSON"),
        ("shop.main:keys", "EX-04 the document of `shop.main:keys` holds a key that is a `tuple` at `/`, which is not JSON"),
        ("shop.main:huge", "EX-04 `shop.main:huge` tells more than 64 MB"),
    ],
)  # fmt: skip
def test_what_is_no_app(shop: Shop, app: str, told: str) -> None:
    code = f"""
        import datetime, os
        class App:
            def __init__(self, says={API}):
                self.says = says
            def openapi(self):
                return self.says
        class Bare:
            pass
        app, bare, wrapped = App(), Bare(), Bare()
        wrapped.app = app
        def make():
            return app
        def needy(settings, *, debug):
            return app
        async def later():
            return app
        endless = {{}}
        endless["me"] = endless
        text, numbers, keys = App([1]), {{"a/b": float("nan")}}, {{(1, 2): 1}}
        dated = App({{"info": {{"when": [datetime.date(2020, 1, 1)]}}}})
        huge = {{"x": "x" * (70 * 1024 * 1024) if "huge" in __import__("sys").argv[0] else ""}}
    """
    assert told in shop.told(code.replace("\n        ", "\n"), app)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import json\napp = json.loads('{nope')", "shop/main.py:2 EX-02 importing `shop.main` raised `JSONDecodeError`: Expecting property name"),
        ("import not_installed_here", "shop/main.py:1 EX-02 importing `shop.main` raised `ModuleNotFoundError`: No module named 'not_installed_here' / install what it needs for `"),
        ("import shop.mian", "shop/main.py:1 EX-02 importing `shop.main` raised `ModuleNotFoundError`: No module named 'shop.mian' / the nearest modules: `shop.main`"),
        ("x = 1\ndef f(:\n    pass", "shop/main.py:2 EX-02 importing `shop.main` raised `SyntaxError`: invalid syntax / "),
        ("import sys\nsys.exit(2)", "shop/main.py:2 EX-02 importing `shop.main` ended in `sys.exit(2)` / "),
        ("import sys\nsys.exit('no config')", 'ended in `sys.exit("no config")` / '),
        ("raise SystemExit", "ended in `sys.exit()` / "),
        ("raise KeyboardInterrupt", "shop/main.py:1 EX-02 importing `shop.main` raised `KeyboardInterrupt` / "),
        ("def f():\n    f()\nf()", "shop/main.py:2 EX-02 importing `shop.main` raised `RecursionError`: maximum recursion depth"),
        ("class E(Exception):\n    def __str__(self):\n        raise ValueError\nraise E", "shop/main.py:4 EX-02 importing `shop.main` raised `E` / "),
        ("raise ValueError('\\x1b[31m' + 'x' * 9999)", "raised `ValueError`: \\x1b[31mxxx"),
        ("import os\nos._exit(7)", "toolmint.toml:2 EX-02 `shop.main:app` ended its process with status 7 before it had told anything"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", "EX-02 `shop.main:app` was ended by SIGSEGV before it had told anything"),
        ("class A:\n    def openapi(self):\n        raise RuntimeError('not\\ntoday')\napp = A()", "shop/main.py:3 EX-02 describing `shop.main:app` raised `RuntimeError`: not today"),
        ("class A:\n    @property\n    def openapi(self):\n        return 1 / 0\napp = A()", "shop/main.py:4 EX-02 describing `shop.main:app` raised `ZeroDivisionError`"),
        ("def __getattr__(name):\n    raise RuntimeError('lazy')", "shop/main.py:2 EX-02 reading `shop.main:app` raised `RuntimeError`: lazy"),
        ("import os\nfrom contextlib import suppress\nfor end in range(3, 30):\n    with suppress(OSError):\n        os.write(end, b'{')\napp = {}", "EX-02 `shop.main:app` ended its process with status 0 before it had told anything"),
    ],
)  # fmt: skip
def test_code_that_fails_is_one_finding_at_its_own_line(shop: Shop, code: str, told: str) -> None:
    found = shop.told(code)
    assert told in found
    assert "Traceback" not in found
    assert len(found) < 700


def test_a_factory_that_fails(shop: Shop) -> None:
    found = shop.told("def make():\n    raise LookupError('no')", "shop.main:make()")
    assert found.startswith("shop/main.py:2 EX-02 calling `shop.main:make()` raised `LookupError`: no / ")


def test_what_code_printed_is_kept_only_where_it_failed(shop: Shop) -> None:
    shop.told("import sys\nprint('one')\nprint('two', file=sys.stderr)\nraise ValueError")
    assert [(run.name, run.output) for run in shop.failed] == [("shop.main:app", "one\ntwo\n")]
    shop.told("print('x' * 10_000_000 + 'end')\nraise ValueError")
    assert len(shop.failed[0].output) < 40_000
    assert shop.failed[0].output.endswith("xend\n")


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("import time\n\ndef wait():\n    time.sleep(60)\n\nwait()", 4),
        ("while True: pass", 1),
        ("import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)", 3),
        ("import threading\nthreading.Lock().acquire() and threading.Event().wait()", 2),
    ],
)
def test_code_that_hangs_is_ended_and_its_line_told(shop: Shop, code: str, line: int) -> None:
    found = shop.told(code, timeout=3)
    assert f"shop/main.py:{line} EX-03 `shop.main:app` was not ready after 3 seconds" in found


def test_children_of_the_code_do_not_outlive_it(shop: Shop) -> None:
    start = "import subprocess\nchild = subprocess.Popen(['sleep', '60'])\nopen('pid', 'w').write(str(child.pid))\n"
    shop.told(start + "import time\ntime.sleep(60)", timeout=5)
    assert is_gone(int((shop.folder / "pid").read_text()))
    shop.write(start + f"app = {API}")
    assert shop.found() is None
    assert is_gone(int((shop.folder / "pid").read_text()))


def test_an_interrupt_ends_the_code(shop: Shop) -> None:
    shop.write("import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(60)")
    (shop.folder / "toolmint.toml").write_text('[sources.shop]\napp = "shop.main:app"\n', encoding="utf-8")
    command = [sys.executable, "-m", "toolmint", "check", "--project", str(shop.folder)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    pid = shop.folder / "pid"
    deadline = time.monotonic() + 30
    while not (pid.exists() and pid.read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, "", "interrupted\n")
    assert is_gone(int(pid.read_text()))


def is_gone(pid: int) -> bool:
    """Wait for a process that was killed to leave the table."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
            stat = Path(f"/proc/{pid}/stat")
            if stat.exists() and stat.read_text().rpartition(") ")[2].startswith("Z"):  # nobody waits for it
                return True
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def environment(folder: Path) -> Path:
    """Lay out what looks like a virtual environment."""
    program = folder / "bin" / "python"
    program.parent.mkdir(parents=True)
    program.symlink_to(sys.executable)
    return program


def test_which_interpreter_runs_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_interpreter(None, tmp_path) == Path(sys.executable)
    own = environment(tmp_path / ".venv")
    assert find_interpreter(None, tmp_path) == own
    active = environment(tmp_path / "active")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
    assert find_interpreter(None, tmp_path) == active
    assert find_interpreter(".venv", tmp_path) == own
    assert find_interpreter(".venv/bin/python", tmp_path) == own
    assert find_interpreter("sh", tmp_path).name == "sh"
    for named in ("nowhere", "no/where", "active/bin"):
        with pytest.raises(NoInterpreterError, match=named):
            find_interpreter(named, tmp_path)


def test_an_interpreter_that_is_none(shop: Shop) -> None:
    found = shop.told(f"app = {API}", python="nowhere")
    assert found.startswith("toolmint.toml:2 EX-05 the interpreter `nowhere` does not exist / name one in")
    program = shop.folder / "python"
    program.write_text("#!/nowhere/at/all\n")
    assert "cannot be started: permission denied" in shop.told("", python="python")
    program.chmod(0o755)
    assert "cannot be started: no such file" in shop.told("", python="python")
    program.write_text("#!/bin/sh\necho something else\n")
    assert "EX-02 `shop.main:app` ended its process with status 0 before it had told anything" in shop.told(
        "", python="python"
    )


def test_an_interpreter_that_is_too_old(shop: Shop) -> None:
    program = shop.folder / "python"
    lines = [
        r"  File \"$2\", line 8",
        "    from __future__ import annotations",
        "    ^",
        "SyntaxError: no such feature",
    ]
    program.write_text("#!/bin/sh\n" + "".join(f'echo "{line}"\n' for line in lines) + "exit 1\n")
    program.chmod(0o755)
    found = shop.told("", python="python")
    assert found.startswith("toolmint.toml:2 EX-05 `python` is too old, wanted Python 3.7 or newer / ")


@pytest.mark.slow
def test_code_that_nobody_waits_for_ends_itself(shop: Shop) -> None:
    shop.write("import os\nopen('pid', 'w').write(str(os.getpid()))\nwhile True:\n    pass")
    (shop.folder / "toolmint.toml").write_text('[sources.shop]\napp = "shop.main:app"\ntimeout = 1\n', encoding="utf-8")
    command = [sys.executable, "-m", "toolmint", "check", "--project", str(shop.folder)]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    pid = shop.folder / "pid"
    deadline = time.monotonic() + 30
    while not (pid.exists() and pid.read_text()) and time.monotonic() < deadline:
        time.sleep(0.01)
    run.kill()
    run.wait()
    deadline = time.monotonic() + 30
    while not is_gone(int(pid.read_text())) and time.monotonic() < deadline:
        pass
    assert is_gone(int(pid.read_text()))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('app = "shop/main.py:app"', "2:1 found `shop/main.py:app` for `app`, wanted `module:app` or `module:create_app()` / write `shop.main:app`"),
        ('app = "shop.main"', "2:1 found `shop.main` for `app`, wanted `module:app` or `module:create_app()` / write `shop.main:app`"),
        ('app = "a:b c"', "2:1 found `a:b c` for `app`, wanted `module:app` or `module:create_app()` / None"),
        ('app = "a:b"\npath = "x.yaml"', "3:1 found both `app` and `path`, wanted one of them / None"),
        ('path = "x.yaml"\npython = "y"', "3:1 `python` says how code is run, and source `shop` runs none / "),
        ('path = "x.yaml"\ntimeout = 9', "3:1 `timeout` says how code is run, and source `shop` runs none / "),
        ('app = "a:b"\ntimeout = 0', "3:1 found the number `0` for `timeout`, wanted a whole number above 0 / None"),
    ],
)  # fmt: skip
def test_tables_that_are_wrong(tmp_path: Path, lines: str, told: str) -> None:
    (tmp_path / "toolmint.toml").write_text(f"[sources.shop]\n{lines}\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_project(tmp_path, DocumentStore(tmp_path))
    finding = caught.value.diagnostic
    assert finding is not None
    assert told in f"{finding.location.line}:{finding.location.column} {finding.message} / {finding.hint}"


def test_an_app_is_named_on_the_command_line_as_for_a_server(tmp_path: Path) -> None:
    for argument, name in (("shop.main:app", "shop_main"), ("main:create_app()", "main"), ("class.x:app", "class_x")):
        project, _ = open_project([argument], root=tmp_path, cwd=tmp_path)
        (source,) = project.sources
        assert (source.name, source.kind, project.source_label(source)) == (name, "openapi", argument)
        assert source.execution is not None
        assert source.execution.app == argument


def test_a_file_of_that_name_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "a:b").write_text("openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n", encoding="utf-8")
    with pytest.raises(Exception, match="kind"):
        open_project(["a:b"], root=tmp_path, cwd=tmp_path)


def test_nothing_is_run_unless_a_source_asks_for_it(tmp_path: Path) -> None:
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "shop.json").write_text(API, encoding="utf-8")
    store = DocumentStore(tmp_path)
    assert run_sources(load_project(tmp_path, store).sources, store, begin=lambda what: pytest.fail(what)) == ()


def test_the_build_alone_runs_nothing(shop: Shop) -> None:
    shop.write(f"open('ran', 'w')\napp = {API}")
    (shop.folder / "toolmint.toml").write_text('[sources.shop]\napp = "shop.main:app"\n', encoding="utf-8")
    store = DocumentStore(shop.folder)
    (finding,) = build(load_project(shop.folder, store), store=store).diagnostics
    assert finding.code == "IN-01"
    assert not (shop.folder / "ran").exists()
