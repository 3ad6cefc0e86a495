"""What RFC 8949 section 3.4 asks of the content of the tags in CDDL's prelude. On request only."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from vcddl.instance.cbor_reader import loads_strict
from vcddl.instance.reading import Unreadable
from vcddl.match.controls.base_encoding import BASE_ENCODINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from vcddl.instance.values import Tag

_DATE = re.compile(
    r"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}):(\d{2})(?:\.\d+)?(Z|[+-]\d{2}:\d{2})", re.IGNORECASE
)
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]*")


def tag_content_is_valid(tag: Tag) -> bool:
    """Whether the content is what the definition of the tag asks for; unknown tags are."""
    check = _CHECKS.get(tag.tag)
    return check is None or check(tag.value)


def _is_date(value: Any) -> bool:
    match = _DATE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return False
    minute, second, zone = match.groups()
    try:
        datetime.fromisoformat(f"{minute}:00{zone.replace('z', 'Z')}".upper())
    except ValueError:
        return False
    return int(second) <= 60


def _is_cbor(value: Any) -> bool:
    if not isinstance(value, bytes):
        return False
    try:
        loads_strict(value)
    except Unreadable:
        return False
    return True


def _is_base64(name: str) -> Callable[[Any], bool]:
    def check(value: Any) -> bool:
        return isinstance(value, str) and BASE_ENCODINGS[name].decode(value) is not None

    return check


_CHECKS: dict[int, Callable[[Any], bool]] = {
    0: _is_date,
    1: lambda value: type(value) in (int, float),
    24: _is_cbor,
    32: lambda value: isinstance(value, str) and _URI.fullmatch(value) is not None,
    33: _is_base64("b64u"),
    34: _is_base64("b64c"),
}
