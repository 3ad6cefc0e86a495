"""The registry of codes: ids are unique, entries complete, the page and `explain` say the same."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

from vcddl.cli.app import run
from vcddl.diagnostics import codes as registry
from vcddl.diagnostics.codes import all_codes, find_code
from vcddl.diagnostics.model import Code

ROOT = Path(__file__).parents[1]
FAMILY_PREFIXES = {
    "syntax": "VC1",
    "names": "VC2",
    "mismatch": "VC3",
    "vcon": "VC3",
    "instance": "VC4",
    "lint": "VC5",
    "tool": "VC9",
}


def _id(code: Code) -> str:
    return code.id


def test_ids_and_names_are_unique() -> None:
    codes = all_codes()
    assert len({code.id for code in codes}) == len(codes)
    assert len({code.name for code in codes}) == len(codes)


@pytest.mark.parametrize("family", [module.name for module in iter_modules(registry.__path__)])
def test_ids_belong_to_their_family(family: str) -> None:
    module: Any = importlib.import_module(f"vcddl.diagnostics.codes.{family}")
    assert {code.id[:3] for code in module.CODES} == {FAMILY_PREFIXES[family]}
    constants = {value for value in vars(module).values() if isinstance(value, Code)}
    assert constants == set(module.CODES)


@pytest.mark.parametrize("code", all_codes(), ids=_id)
def test_entry_is_complete(code: Code) -> None:
    assert re.fullmatch(r"VC[1-9][0-9]{2}|(TI|CO)-[0-9]{2}", code.id)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code.name)
    assert code.meaning.endswith((".", "?"))
    assert code.why.endswith((".", "?"))
    assert code.bad != code.good


@pytest.mark.parametrize("code", all_codes(), ids=_id)
def test_explain_prints_it(code: Code, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["explain", code.id]) == 0
    page = capsysbinary.readouterr().out.decode()
    assert page.startswith(f"{code.id} {code.name} ({code.severity})\n")
    assert code.meaning in page
    assert code.why in page


def test_found_by_id_and_name_in_any_case() -> None:
    code = all_codes()[0]
    assert find_code(code.id.lower()) is code
    assert find_code(code.name.upper()) is code
    assert find_code("VC000") is None


def test_page_is_current() -> None:
    spec = importlib.util.spec_from_file_location("make_codes", ROOT / "docs" / "make_codes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "run `make docs`"
