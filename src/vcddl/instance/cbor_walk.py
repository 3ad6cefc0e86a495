"""Walks CBOR by the heads of its items, building no values. RFC 8949 §3. For `locate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.errors import ResourceLimit
from vcddl.instance.cbor_decoder import Decoder, StopDecodingError
from vcddl.instance.edn import ELLIPSIS, format_edn, step_of_key
from vcddl.limits import DEFAULT_LIMITS
from vcddl.pointer import Inside, Key

if TYPE_CHECKING:
    from vcddl.instance.path_tree import PathNode

_INDEFINITE = 31
_BREAK = 0xFF
_DECODED_BYTES = 1024
_EXCERPT_CHARS = 80
_IN_TAG = Inside("tag")


class TruncatedItemError(Exception):
    """The bytes end inside an item."""


def _head(data: bytes, pos: int) -> tuple[int, int, int]:
    """Major type, argument (-1 for an indefinite length) and where the head ends."""
    if pos >= len(data):
        raise TruncatedItemError
    initial = data[pos]
    info = initial & 31
    if info < 24:
        return initial >> 5, info, pos + 1
    if info > 27:
        return initial >> 5, -1, pos + 1
    end = pos + 1 + (1 << (info - 24))
    return initial >> 5, int.from_bytes(data[pos + 1 : end]), end


def skip_item(data: bytes, start: int) -> int:
    """Where the item at ``start`` ends; the end of the bytes if it does not.

    Iterative: nesting costs no stack. Cost: one step a head.
    """
    try:
        return _skip(data, start)
    except TruncatedItemError:
        return len(data)


def _skip(data: bytes, pos: int) -> int:
    waiting: list[int] = []
    left = 1
    while left or waiting:
        if not left:
            left = waiting.pop()
            continue
        if left < 0 and pos < len(data) and data[pos] == _BREAK:
            pos += 1
            left = waiting.pop()
            continue
        major, argument, pos = _head(data, pos)
        left -= left > 0
        if major in (2, 3) and argument >= 0:
            pos += argument
        elif major >= 4 or argument < 0:
            items = _items_inside(major, argument)
            if items:
                waiting.append(left)
                left = items
    return min(pos, len(data))


def _items_inside(major: int, argument: int) -> int:
    """How many items follow inside; -1 when a break ends them."""
    if major == 7:
        return 0
    if argument < 0:
        return -1
    return {4: argument, 5: 2 * argument, 6: 1}.get(major, 0)


def find_items(data: bytes, tree: PathNode, *, start: int = 0) -> None:
    """Note in ``tree`` where the items on its paths begin. The root is the item at ``start``."""
    try:
        _visit(data, tree, start)
    except (TruncatedItemError, StopDecodingError, ResourceLimit):
        return


def _visit(data: bytes, node: PathNode, start: int, *, key_start: int = -1) -> int:
    """Note the item at ``start``, find what is below it, and return where it ends."""
    node.found(start, key_start=key_start)
    major, argument, pos = _head(data, start)
    while major == 6 and node.children:
        inner = node.children.get(_IN_TAG)
        if inner is not None:
            end = _visit(data, inner, pos)
            if len(node.children) == 1:
                return end
        start = pos
        major, argument, pos = _head(data, start)
    if not node.children or major not in (4, 5):
        return _skip(data, start)
    index = 0
    while index != argument:
        if argument < 0 and data[pos : pos + 1] == b"\xff":
            return pos + 1
        at = pos
        child, pos = _child(data, node, pos) if major == 5 else (node.children.get(index), pos)
        pos = _skip(data, pos) if child is None else _visit(data, child, pos, key_start=at)
        index += 1
    return pos


def _child(data: bytes, node: PathNode, pos: int) -> tuple[PathNode | None, int]:
    """The node for the key at ``pos``, by its whole or its cut notation, and where the key ends."""
    decoder = Decoder(data, DEFAULT_LIMITS, start=pos)
    key = decoder.item()
    child = node.children.get(step_of_key(key))
    if child is None and not isinstance(key, str):
        child = node.children.get(Key(format_edn(key)))
    return child, decoder.pos


def item_excerpt(data: bytes, start: int, *, end: int) -> str:
    """The item in diagnostic notation, cut at 80 characters; long ones are not decoded."""
    if end - start <= _DECODED_BYTES:
        try:
            value = Decoder(data[start:end], DEFAULT_LIMITS).item()
        except (StopDecodingError, ResourceLimit):
            return data[start : min(end, start + 16)].hex(" ")
        return format_edn(value, limit_chars=_EXCERPT_CHARS)
    major, argument, pos = _head(data, start)
    count = f" ({argument:,} {_UNITS[major]})" if argument >= 0 else ""
    if major == 2:
        return f"h'{data[pos : pos + _EXCERPT_CHARS // 2].hex()}{ELLIPSIS}'{count}"
    if major == 3:
        shown = data[pos : pos + _EXCERPT_CHARS].decode(errors="ignore")
        return f'{format_edn(shown)[:-1]}{ELLIPSIS}"{count}'
    if major == 6:
        return f"{argument}({ELLIPSIS})"
    return ("{" + ELLIPSIS + "}" if major == 5 else f"[{ELLIPSIS}]") + count


_UNITS = {2: "bytes", 3: "bytes", 4: "items", 5: "pairs", 6: ""}
