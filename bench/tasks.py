"""What is measured: each task makes, in a process of its own, the function that is timed."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench import samples

Function = Callable[[], Any]
_VERIFIER_BYTES = 30_000  # beyond it takes seconds to minutes
_MANY = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One line of the run.

    Attributes:
        subject: what is judged, ``JSON 4 kB``.
        tool: who judges it, and how far.
        make: prepares, and gives the function that is timed; None for a command.
        command: the arguments of a process whose wall time is measured.
        needs: the package that must be installed.
        is_slow: left out of a quick run.
    """

    subject: str
    tool: str
    make: Callable[[], Function] | None = None
    command: tuple[str, ...] = ()
    needs: str = ""
    is_slow: bool = False

    @property
    def name(self) -> str:
        """The name in the results."""
        return f"{self.subject}: {self.tool}"

    @property
    def is_missing(self) -> bool:
        """Whether its tool is not installed."""
        return bool(self.needs) and find_spec(self.needs) is None


def all_tasks(folder: Path) -> list[Task]:
    """Every task, in the order of the run; ``folder`` has what `write_files` writes."""
    tasks: list[Task] = []
    for label, size_bytes in samples.SIZES.items():
        tasks += _json_tasks(label, size_bytes)
        tasks += _cbor_tasks(label, size_bytes)
        tasks.append(_tool_task(label, size_bytes))
    for length in samples.LENGTHS:
        tasks += _array_tasks(length)
    return [*tasks, *_other_tasks(folder)]


def _json_tasks(label: str, size_bytes: int) -> list[Task]:
    subject, is_slow = f"JSON {label}", size_bytes > 500_000

    def data() -> bytes:
        return samples.as_json(samples.vcon(size_bytes))

    def task(tool: str, make: Callable[[], Function], needs: str = "") -> Task:
        return Task(subject=subject, tool=tool, make=make, needs=needs, is_slow=is_slow)

    return [
        task("vcddl", lambda: _accepts_json(data())),
        task("vcddl, decoded", lambda: _judges(data(), is_json=True)),
        task("json.loads", lambda: _apply(json.loads, data())),
        task("jsonschema", lambda: _jsonschema(data()), "jsonschema"),
        task("jsonschema-rs", lambda: _jsonschema_rs(data()), "jsonschema_rs"),
        task("jsonschema-rs, decoded", lambda: _jsonschema_rs_value(data()), "jsonschema_rs"),
        task("fastjsonschema", lambda: _fastjsonschema(data()), "fastjsonschema"),
    ]


def _cbor_tasks(label: str, size_bytes: int) -> list[Task]:
    subject, is_slow = f"CBOR {label}", size_bytes > 500_000

    def data() -> bytes:
        return samples.as_cbor(samples.vcon(size_bytes))

    def task(tool: str, make: Callable[[], Function], needs: str = "") -> Task:
        return Task(subject=subject, tool=tool, make=make, needs=needs, is_slow=is_slow)

    tasks = [
        task("vcddl", lambda: _accepts_cbor(data())),
        task("vcddl, decoded", lambda: _judges(data(), is_json=False)),
        task("cbor2.loads", lambda: _cbor2(data())),
        task("pycddl", lambda: _pycddl(data()), "pycddl"),
    ]
    if size_bytes <= _VERIFIER_BYTES:
        tasks.append(task("cddl-verifier", lambda: _cddl_verifier(data()), "cddl_verifier"))
    return tasks


def _tool_task(label: str, size_bytes: int) -> Task:
    def make() -> Function:
        from vcddl import compile_cddl

        cddl = compile_cddl(samples.CORE_5, samples.TOOLS)
        return _accepting(cddl.accepts_json, samples.as_json(samples.tool_vcon(size_bytes)))

    subject = f"JSON {label}, 0.5.0 with tools"
    return Task(subject=subject, tool="vcddl", make=make, is_slow=size_bytes > 500_000)


def _array_tasks(length: int) -> list[Task]:
    def cddl() -> Any:
        from vcddl import compile_cddl

        return compile_cddl(samples.ARRAY_CDDL)

    def from_json() -> Function:
        return _accepting(cddl().accepts_json, samples.as_json(samples.array(length)))

    def from_cbor() -> Function:
        return _accepting(cddl().accepts_cbor, samples.as_cbor(samples.array(length)))

    def task(form: str, make: Callable[[], Function]) -> Task:
        subject = f"{form} array of {length:,}"
        return Task(subject=subject, tool="vcddl", make=make, is_slow=length > 100_000)

    return [task("JSON", from_json), task("CBOR", from_cbor)]


def _other_tasks(folder: Path) -> list[Task]:
    small, *many = _files(folder)
    check = (sys.executable, "-m", "vcddl", "check", "--quiet")
    imports = "import vcddl.check, vcddl.match.compile, vcddl.root, vcddl.rules.resolve"
    compiles = f"vcddl.check.compile_cddl({str(samples.CORE_5)!r}, {str(samples.TOOLS)!r})"
    return [
        Task(subject="invalid JSON 10 MB", tool="vcddl report", make=_report, is_slow=True),
        Task(subject="command, one vCon", tool="vcddl", command=(*check, str(small))),
        Task(subject="command, nothing", tool="python", command=(sys.executable, "-c", "pass")),
        Task(
            subject=f"command, {_MANY} vCons of 4 kB",
            tool="vcddl",
            command=(*check, *map(str, many)),
        ),
        Task(subject="compile 0.5.0 with tools", tool="vcddl, again", make=_compile),
        Task(subject="compile 0.5.0 with tools", tool="vcddl, from the cache", make=_load),
        Task(
            subject="compile 0.5.0 with tools",
            tool="first in a process",
            command=(sys.executable, "-c", f"{imports}; {compiles}"),
        ),
        Task(
            subject="compile 0.5.0 with tools",
            tool="imports alone",
            command=(sys.executable, "-c", imports),
        ),
    ]


def _files(folder: Path) -> list[Path]:
    return [folder / f"{number:03}.vcon.json" for number in range(_MANY + 1)]


def write_files(folder: Path) -> None:
    """Write the files that commands of `all_tasks` read: a small vCon and many bigger ones."""
    small, *many = _files(folder)
    small.write_bytes(samples.as_json(samples.vcon(700)))
    for path in many:
        path.write_bytes(samples.as_json(samples.vcon(4_000)))


def _accepting(accepts: Callable[[bytes], bool], data: bytes) -> Function:
    assert accepts(data)
    return lambda: accepts(data)


def _apply(function: Callable[[bytes], Any], data: bytes) -> Function:
    return lambda: function(data)


def _accepts_json(data: bytes) -> Function:
    from vcddl import compile_cddl

    return _accepting(compile_cddl(samples.CORE_4).accepts_json, data)


def _accepts_cbor(data: bytes) -> Function:
    from vcddl import compile_cddl

    return _accepting(compile_cddl(samples.CORE_4).accepts_cbor, data)


def _judges(data: bytes, *, is_json: bool) -> Function:
    """The emitted function on a value that was decoded before."""
    from vcddl import Limits, compile_cddl
    from vcddl.check import ticks_for
    from vcddl.instance.decode import decode_cbor, decode_json

    cddl = compile_cddl(samples.CORE_4)
    fast = (cddl.json if is_json else cddl.cbor).fast
    assert fast is not None
    limits, root, ticks = Limits(), fast.root, ticks_for(data)
    value = decode_json(data, limits) if is_json else decode_cbor(data, limits, text_keys=True)
    assert root(value, ticks=ticks)
    return lambda: root(value, ticks=ticks)


def _report() -> Function:
    from vcddl import Verdict, compile_cddl

    data = samples.as_json(samples.broken_vcon(10_000_000))
    cddl = compile_cddl(samples.CORE_4)
    report = cddl.check_json(data)
    assert report.verdict is Verdict.INVALID
    assert len(report.diagnostics) == 3
    return lambda: cddl.check_json(data)


def _compile() -> Function:
    from vcddl import compile_cddl

    return lambda: compile_cddl(samples.CORE_5, samples.TOOLS).cbor


def _load() -> Function:
    from vcddl import Limits
    from vcddl.match.options import Options
    from vcddl.store import Store

    store = Store(Path(tempfile.mkdtemp()))
    files = [samples.CORE_5, samples.TOOLS]

    def load() -> Any:
        return store.load(files, root=None, limits=Limits(), options=Options()).json

    load()
    return load


def _cbor2(data: bytes) -> Function:
    import cbor2

    return lambda: cbor2.loads(data)


def _pycddl(data: bytes) -> Function:
    import pycddl

    schema = pycddl.Schema(samples.CORE_4.read_text(encoding="utf-8"))
    schema.validate_cbor(data)
    return lambda: schema.validate_cbor(data)


def _cddl_verifier(data: bytes) -> Function:
    from cddl_verifier import Validator

    validator = Validator(samples.CORE_4.read_text(encoding="utf-8"))
    assert validator.validate(data).valid
    return lambda: validator.validate(data)


def _schema() -> Any:
    return json.loads(samples.SCHEMA_4.read_text(encoding="utf-8"))


def _jsonschema(data: bytes) -> Function:
    from jsonschema.validators import validator_for

    schema = _schema()
    validator = validator_for(schema)(schema)
    return _accepting(lambda text: validator.is_valid(json.loads(text)), data)


def _jsonschema_rs(data: bytes) -> Function:
    import jsonschema_rs

    validator = jsonschema_rs.validator_for(_schema())
    return _accepting(lambda text: bool(validator.is_valid(json.loads(text))), data)


def _jsonschema_rs_value(data: bytes) -> Function:
    import jsonschema_rs

    validator = jsonschema_rs.validator_for(_schema())
    value = json.loads(data)
    assert validator.is_valid(value)
    return lambda: validator.is_valid(value)


def _fastjsonschema(data: bytes) -> Function:
    import fastjsonschema

    validate = fastjsonschema.compile(_schema())
    return lambda: validate(json.loads(data))
