"""Other tools on the conformance cases in CBOR: each difference is known, listed and explained."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path

import pytest
from tests.conformance.cases import ROOT, Case, language_cases, read_lines
from tests.differential.peers import PEERS, answers, installed_version

from vcddl.instance.encode import encode_cbor

LISTED = tomllib.loads((Path(__file__).parent / "disagreements.toml").read_text(encoding="utf-8"))
ANSWERS = ("valid", "invalid", "schema-error", "crash")


def cbor_cases() -> list[Case]:
    """The cases of the law that are CBOR, and vCons against the core."""
    return [case for case in language_cases() if case.format == "cbor"] + _vcon_cases()


def _vcon_cases() -> list[Case]:
    core = (ROOT / "cddl" / "vcon-core-0.4.0.cddl").read_text(encoding="utf-8")
    return [
        Case(
            id=line["id"],
            feature="vcon-core",
            cddl=core,
            format="cbor",
            data=encode_cbor(json.loads(line["instance"])),
            expected=line["expected"],
            why=line["why"],
            confidence=line["confidence"],
        )
        for line in read_lines("vcon-core-0.4.0")
        if line.get("format", "cbor") == "cbor"
    ]


def _known(peer: str) -> dict[str, str]:
    """The answer of a peer by case id, where it differs."""
    return {
        case: answer
        for entry in LISTED[peer]["disagreement"]
        for answer in ANSWERS
        for case in entry.get(answer, ())
    }


@cache
def _differences(peer: str) -> dict[str, str]:
    cases = cbor_cases()
    found = answers(peer, [(f"{case.cddl}\n", case.data) for case in cases])
    pairs = zip(cases, found, strict=True)
    return {case.id: answer for case, answer in pairs if answer != case.expected}


@pytest.mark.parametrize("peer", PEERS)
def test_differences_are_known(peer: str) -> None:
    version = installed_version(peer)
    if version is None:
        pytest.skip(f"{peer} is not installed")
    if version != LISTED[peer]["version"]:
        pytest.skip(f"the list was made with {peer} {LISTED[peer]['version']}, not {version}")
    assert _differences(peer) == _known(peer)


@pytest.mark.parametrize("peer", PEERS)
def test_entries_say_what_decides(peer: str) -> None:
    features = [entry["feature"] for entry in LISTED[peer]["disagreement"]]
    assert len(set(features)) == len(features)
    assert all(entry["section"] for entry in LISTED[peer]["disagreement"])
    assert set(_known(peer)) <= {case.id for case in cbor_cases()}
