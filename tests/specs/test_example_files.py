"""What can be said of the examples without the engine: schemas, twins, hashes, and their names."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import cbor2
import jsonschema
import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
GOOD = sorted(EXAMPLES.glob("*.vcon.json"))
BROKEN = sorted((EXAMPLES / "broken").glob("*.vcon.json"))
WITHOUT_TWIN = {"duplicate-key.vcon.json"}
SCHEMAS = ("vcon-core-0.5.0", "tool-invocation")


def _name(path: Path) -> str:
    return path.name.removesuffix(".vcon.json")


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_there_are_enough() -> None:
    assert len(GOOD) >= 12
    assert len(BROKEN) >= 12


def test_readme_names_each_example() -> None:
    named = re.findall(r"^\| `([^`]+)` \|", (EXAMPLES / "README.md").read_text(), re.MULTILINE)
    assert sorted(named) == [_name(path) for path in GOOD]


@pytest.mark.parametrize("schema", ["vcon-core-0.5.0", "vcon-core-0.4.0", "tool-invocation"])
def test_schema_is_a_schema(schema: str) -> None:
    jsonschema.Draft7Validator.check_schema(_json(ROOT / "schemas" / f"{schema}.schema.json"))


@pytest.mark.parametrize("path", GOOD, ids=_name)
@pytest.mark.parametrize("schema", SCHEMAS)
def test_good_examples_fit_the_schemas(path: Path, schema: str) -> None:
    validator = jsonschema.Draft7Validator(
        _json(ROOT / "schemas" / f"{schema}.schema.json"),
        format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER,
    )
    assert [error.message for error in validator.iter_errors(_json(path))] == []


@pytest.mark.parametrize("path", [*GOOD, *BROKEN], ids=_name)
def test_cbor_twin_is_the_deterministic_encoding(path: Path) -> None:
    twin = path.with_suffix(".cbor")
    if path.name in WITHOUT_TWIN:
        assert not twin.exists()
        return
    value, encoded = _json(path), twin.read_bytes()
    assert cbor2.loads(encoded) == value
    assert encoded == _deterministic(value)


def _deterministic(value: Any) -> bytes:
    """RFC 8949 section 4.2.1, apart from the library that wrote the twins."""
    if isinstance(value, dict):
        pairs = sorted((_deterministic(key), _deterministic(item)) for key, item in value.items())
        return _head(5, len(pairs)) + b"".join(key + item for key, item in pairs)
    if isinstance(value, list):
        return _head(4, len(value)) + b"".join(map(_deterministic, value))
    if isinstance(value, str):
        return _head(3, len(value.encode())) + value.encode()
    if isinstance(value, int) and not isinstance(value, bool):
        return _head(0, value) if value >= 0 else _head(1, -1 - value)
    return cbor2.dumps(value, canonical=True)


def _head(major: int, argument: int) -> bytes:
    if argument < 24:
        return bytes([major << 5 | argument])
    size = next(size for size in range(4) if argument < 1 << (8 << size))
    return bytes([major << 5 | 24 + size]) + argument.to_bytes(1 << size, "big")


@pytest.mark.parametrize("path", GOOD, ids=_name)
def test_uuid_is_of_version_8(path: Path) -> None:
    value = _json(path)
    references = [value.get(name, {}) for name in ("redacted_from", "amended_from")]
    uuids = [value["uuid"], *(found["uuid"] for found in references if found)]
    for uuid in uuids:
        assert re.fullmatch(
            r"[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", uuid
        )


@pytest.mark.parametrize("path", GOOD, ids=_name)
def test_references_stay_in_range(path: Path) -> None:
    value = _json(path)
    parties, sessions = len(value["parties"]), len(value["sessions"])
    named = {index for session in value["sessions"] for index in session.get("dialog", [])}
    assert named == set(range(len(value.get("dialog", []))))
    for event in value["events"]:
        assert event["party"] < parties
        listed = event["sessions"] if isinstance(event["sessions"], list) else [event["sessions"]]
        assert all(index < sessions for index in listed)


@pytest.mark.parametrize("path", GOOD, ids=_name)
def test_times_are_those_of_rfc_8620(path: Path) -> None:
    times = re.findall(r'"(?:created_at|updated_at|start|time)": "([^"]*)"', path.read_text())
    assert times
    form = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d*[1-9])?Z"
    assert [time for time in times if not re.fullmatch(form, time)] == []


def test_content_hash_is_true() -> None:
    events = _json(EXAMPLES / "external-content-with-hash.vcon.json")["events"]
    (event,) = [event for event in events if "url" in event]
    content = (EXAMPLES / "files" / event["url"].rpartition("/")[2]).read_bytes()
    digest = base64.urlsafe_b64encode(hashlib.sha512(content).digest()).rstrip(b"=").decode()
    assert event["content_hash"] == f"sha512-{digest}"


@pytest.mark.parametrize("path", BROKEN, ids=_name)
def test_expectation_lies_beside_each_broken_example(path: Path) -> None:
    expected = _json(path.with_name(f"{_name(path)}.expected.json"))
    assert expected["verdict"] == "invalid"
    assert expected["diagnostics"]
    assert expected["why"].endswith(".")
    assert expected["twin"] is None or (EXAMPLES / f"{expected['twin']}.vcon.json").is_file()


def test_twins_are_written_anew_without_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = importlib.util.spec_from_file_location("make_cbor", EXAMPLES / "make_cbor.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for path in (*GOOD, *BROKEN):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(module, "HERE", tmp_path)
    module.main()
    for path in (*GOOD, *BROKEN):
        if path.name not in WITHOUT_TWIN:
            twin = path.with_suffix(".cbor")
            assert (tmp_path / twin.name).read_bytes() == twin.read_bytes(), twin.name
