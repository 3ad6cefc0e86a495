"""In which format an instance is written, by the name of its file and its content.

Knows no CDDL, and reads no more than the first bytes.
"""

from __future__ import annotations

import re
from enum import StrEnum

from vcddl.instance.json_reader import BOM


class InstanceType(StrEnum):
    """The formats that can be read."""

    JSON = "json"
    CBOR = "cbor"
    HEX = "hex"
    EDN = "edn"
    CBOR_SEQ = "cbor-seq"
    JSONL = "jsonl"


_BY_EXTENSION = {
    "cbor": InstanceType.CBOR,
    "cborseq": InstanceType.CBOR_SEQ,
    "jsonl": InstanceType.JSONL,
    "ndjson": InstanceType.JSONL,
    "hex": InstanceType.HEX,
    "edn": InstanceType.EDN,
    "diag": InstanceType.EDN,
}
_JSON_EXTENSIONS = frozenset(("json", "vcon"))
_LOOKED_AT_BYTES = 4096
_SPACE = b" \t\r\n"
_JSON_START = re.compile(rb'[\[{"tfn-]|[0-9]')
_EDN_ONLY = re.compile(
    rb"\A(?:/|#|<<|[0-9]+(?:_[0-3])?\(|(?:h|b64|b32|h32)?'|simple\(|undefined|-?Infinity|NaN"
    rb"|[\[{][\s]*(?:_\s|/|#|(?:h|b64|b32|h32)?'|<<|undefined)|\{[\s]*[-0-9])"
)
_HEX_ONLY = re.compile(rb"\A(?:0[xX])?[0-9a-fA-F\s]+\Z")
_TWO_LINES = re.compile(rb"\A[ \t]*\{[^\n]*\}[ \t]*\r?\n[ \t]*\{")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def detect_type(name: str, data: bytes) -> InstanceType | None:
    """The format of an instance; None when neither name nor content tells.

    Args:
        name: of the file. ``.cbor``, ``.cborseq``, ``.jsonl``, ``.ndjson``, ``.hex``, ``.edn`` and
            ``.diag`` decide; ``.json`` and ``.vcon`` are JSON or, when the content is binary, CBOR;
            all others leave it to the content.
        data: the content, or its beginning.
    """
    extension = name.rpartition(".")[2].lower()
    if known := _BY_EXTENSION.get(extension):
        return known
    head = data[:_LOOKED_AT_BYTES]
    if not head.strip(_SPACE) or head.startswith((BOM, *_UTF16)):
        return InstanceType.JSON
    if _is_binary(head):
        return InstanceType.CBOR
    return InstanceType.JSON if extension in _JSON_EXTENSIONS else _of_text(head.strip(_SPACE))


def _of_text(text: bytes) -> InstanceType | None:
    """What only EDN has makes it EDN; digits alone are a hex dump, or a number if decimal."""
    if _EDN_ONLY.match(text):
        return InstanceType.EDN
    if _HEX_ONLY.match(text) and not text.isdigit() and len(text) > 1:
        return InstanceType.HEX
    if _TWO_LINES.match(text):
        return InstanceType.JSONL
    return InstanceType.JSON if _JSON_START.match(text) else None


def _is_binary(head: bytes) -> bool:
    """Control characters, or bytes that UTF-8 text cannot have at its start."""
    if any(byte < 0x20 and byte not in _SPACE for byte in head[:64]):
        return True
    return head[0] >= 0x80
