from __future__ import annotations

import io
from contextlib import suppress
from typing import Any

import cbor2
from hypothesis import given, settings
from hypothesis import strategies as st

from vcddl.errors import ResourceLimit
from vcddl.instance.cbor_reader import loads_strict, read_cbor, read_cbor_sequence
from vcddl.instance.decode import DECLINED, decode_cbor, decode_json
from vcddl.instance.detect import InstanceType, detect_type
from vcddl.instance.edn import format_edn, step_of_key
from vcddl.instance.edn_reader import parse_edn, read_edn, read_hex
from vcddl.instance.encode import encode_cbor, encode_json, identity
from vcddl.instance.json_reader import parse_json, read_json
from vcddl.instance.locate import locate_cbor, locate_json
from vcddl.instance.reading import Unreadable
from vcddl.instance.values import UNDEFINED, PairMap, Simple, Tag
from vcddl.limits import DEFAULT_LIMITS
from vcddl.pointer import Inside, Path

TEXT = st.text(max_size=8)
INTEGERS = st.integers(-(1 << 64), (1 << 64) - 1)
JSON_FLOATS = st.floats(allow_nan=False, allow_infinity=False).filter(lambda f: not f.is_integer())
JSON_SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**30), 10**30), JSON_FLOATS, TEXT
)
CBOR_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    INTEGERS,
    st.floats(),
    TEXT,
    st.binary(max_size=8),
    st.just(UNDEFINED),
    st.one_of(st.integers(0, 19), st.integers(32, 255)).map(Simple),
)


def _json_containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4)


def make_map(pairs: list[tuple[Any, Any]]) -> dict[Any, Any] | PairMap:
    """The value that a reader makes of these pairs."""
    if all(type(key) in (str, bytes, int) for key, _ in pairs):
        return dict(pairs)
    return PairMap(tuple(pairs))


def _cbor_containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    pairs = st.lists(
        st.tuples(inner, inner), max_size=4, unique_by=lambda pair: identity(pair[0], {})
    )
    return st.one_of(
        st.lists(inner, max_size=4),
        pairs.map(make_map),
        st.dictionaries(TEXT, inner, max_size=4),
        st.builds(Tag, st.integers(0, (1 << 64) - 1) | st.integers(0, 300), inner),
    )


JSON_VALUES = st.recursive(JSON_SCALARS, _json_containers, max_leaves=12)
CBOR_VALUES = st.recursive(CBOR_SCALARS, _cbor_containers, max_leaves=12)


def same(left: Any, right: Any) -> bool:
    """Equal as data items: 1, 1.0 and true differ, NaN equals itself."""
    return identity(left, {}) == identity(right, {})


def widened(value: Any) -> Any:
    """JSON has one number type: integral floats of the fast lane are integers of the full one."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, list):
        return [widened(item) for item in value]
    if isinstance(value, dict):
        return {key: widened(item) for key, item in value.items()}
    return value


def all_paths(value: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    """Every value with its path, as `explain` writes them."""
    found = [(path, value)]
    if isinstance(value, list):
        children = [((*path, index), item) for index, item in enumerate(value)]
    elif isinstance(value, (dict, PairMap)):
        children = [((*path, step_of_key(key)), item) for key, item in value.items()]
    elif isinstance(value, Tag):
        children = [((*path, Inside("tag")), value.value)]
    else:
        children = []
    for child_path, child in children:
        found += all_paths(child, child_path)
    return found


@settings(deadline=None)
@given(JSON_VALUES, st.sampled_from([None, 2]))
def test_json_that_is_written_reads_back(value: Any, indent: int | None) -> None:
    reading = read_json(encode_json(value, indent=indent).encode(), name="f")
    assert reading.readable
    assert same(reading.value, value)


@settings(deadline=None)
@given(CBOR_VALUES)
def test_cbor_that_is_written_reads_back_and_is_deterministic(value: Any) -> None:
    reading = read_cbor(encode_cbor(value), name="f", deterministic=True)
    assert reading.diagnostics == ()
    assert same(reading.value, value)
    assert reading.exotic == any(isinstance(item, PairMap) for item in every_item(reading.value))


def every_item(value: Any) -> list[Any]:
    """The value, all values inside, and the keys."""
    items = [value]
    if isinstance(value, list):
        inner = list(value)
    elif isinstance(value, (dict, PairMap)):
        inner = [part for pair in value.items() for part in pair]
    else:
        inner = [value.value] if isinstance(value, Tag) else []
    for item in inner:
        items += every_item(item)
    return items


@settings(deadline=None)
@given(CBOR_VALUES)
def test_diagnostic_notation_reads_back(value: Any) -> None:
    text = format_edn(value)
    assert text.isprintable()
    assert same(parse_edn(text), without_payload(value))


def without_payload(value: Any) -> Any:
    """The notation has one NaN."""
    if isinstance(value, float) and value != value:  # noqa: PLR0124
        return float("nan")
    if isinstance(value, list):
        return [without_payload(item) for item in value]
    if isinstance(value, (dict, PairMap)):
        return make_map([(without_payload(k), without_payload(v)) for k, v in value.items()])
    if isinstance(value, Tag):
        return Tag(value.tag, without_payload(value.value))
    return value


@settings(deadline=None)
@given(CBOR_VALUES, st.integers(8, 60))
def test_a_cut_notation_keeps_to_its_limit(value: Any, limit: int) -> None:
    text = format_edn(value, limit_chars=limit)
    assert text.isprintable()
    assert len(text.partition(" (")[0]) <= max(limit, len(format_edn(value)))
    assert len(text) <= limit + 30


@settings(deadline=None)
@given(st.binary(max_size=24) | CBOR_VALUES.map(encode_cbor))
def test_the_cbor_reader_agrees_with_cbor2(data: bytes) -> None:
    tags = {n: (lambda value, _immutable, n=n: Tag(n, value)) for n in range(70)}
    try:
        source = io.BytesIO(data)
        theirs = cbor2.CBORDecoder(
            source, semantic_decoders=tags, allow_duplicate_keys=False, max_depth=200
        ).decode()
        readable = source.tell() == len(data)
    except (cbor2.CBORError, ValueError, TypeError, RuntimeError):
        return
    reading = read_cbor(data, name="f")
    if readable and b"\xf9" not in data and not reading.exotic:
        duplicate = {each.code.name for each in reading.diagnostics} == {"duplicate-key"}
        assert reading.readable or duplicate
        if reading.readable and not any(isinstance(i, Tag) for i in every_item(reading.value)):
            assert format_edn(reading.value) == format_edn(theirs)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=24) | CBOR_VALUES.map(encode_cbor), st.booleans())
def test_the_fast_cbor_lane_never_disagrees(data: bytes, text_keys: bool) -> None:
    fast = decode_cbor(data, DEFAULT_LIMITS, text_keys=text_keys)
    if fast is DECLINED:
        return
    reading = read_cbor(data, name="f")
    assert reading.readable
    assert not reading.exotic
    assert format_edn(fast) == format_edn(reading.value)
    assert [type(item) for item in every_item(fast)] == [
        type(item) for item in every_item(reading.value)
    ]


_JSON_PARTS = st.sampled_from(
    [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"a"',
        '"b"',
        "1",
        "0",
        "-",
        ".",
        "e5",
        "1.5",
        "null",
        " ",
        '"',
        "\\u",
        "d83d",
        "\\",
        "é",
        "\n",
        "true",
        "\ufeff",
        "NaN",
    ]
)
_JSON_TEXTS = st.lists(_JSON_PARTS, max_size=10).map("".join) | JSON_VALUES.map(encode_json)


@settings(max_examples=300, deadline=None)
@given(_JSON_TEXTS.map(str.encode) | st.binary(max_size=12))
def test_the_fast_json_lane_never_disagrees(data: bytes) -> None:
    fast = decode_json(data, DEFAULT_LIMITS)
    if fast is DECLINED:
        return
    reading = read_json(data, name="f")
    assert reading.readable
    assert reading.diagnostics == ()
    assert same(widened(fast), reading.value)


@settings(deadline=None)
@given(JSON_VALUES, st.sampled_from([None, 1]), st.booleans())
def test_json_values_are_located(value: Any, indent: int | None, bom: bool) -> None:
    text = encode_json(value, indent=indent)
    data = (b"\xef\xbb\xbf" if bom else b"") + text.encode()
    wanted = all_paths(value)
    places = locate_json(data, [path for path, _ in wanted])
    for path, item in wanted:
        place = places[path]
        assert same(_json_at(data[place.offset :]), item)
        assert place.line is not None
        assert place.column is not None
        line = text.split("\n")[place.line - 1]
        assert same(
            _json_at(
                "\n".join([line[place.column - 1 :], *text.split("\n")[place.line :]]).encode()
            ),
            item,
        )
        assert len(place.excerpt) <= 120
        assert place.excerpt[place.excerpt_column - 1] == line[place.column - 1]
        assert place.excerpt_column - 1 + place.length <= len(place.excerpt)
        if path and isinstance(path[-1], str):
            assert place.key_line is not None
            assert place.key_column is not None
            key_line = text.split("\n")[place.key_line - 1]
            assert same(_json_at(key_line[place.key_column - 1 :].encode()), path[-1])


def _json_at(data: bytes) -> Any:
    """The value that the bytes begin with."""
    for end in range(len(data), 0, -1):
        try:
            return parse_json(data[:end])
        except Unreadable as error:
            if error.code.name == "trailing-data":
                return parse_json(data.decode()[: error.offset])
    raise AssertionError(data)


@settings(deadline=None)
@given(CBOR_VALUES)
def test_cbor_items_are_located(value: Any) -> None:
    data = encode_cbor(value)
    wanted = all_paths(loads_strict(data))
    places = locate_cbor(data, [path for path, _ in wanted])
    for path, item in wanted:
        place = places[path]
        assert same(loads_strict(data[place.offset : place.offset + place.length]), item)
        assert len(place.excerpt) <= 120


@settings(deadline=None)
@given(st.binary(max_size=30))
def test_random_bytes_raise_nothing_of_others(data: bytes) -> None:
    for deterministic in (True, False):
        try:
            read_cbor(data, name="f", deterministic=deterministic)
            list(read_cbor_sequence(data, name="f", deterministic=deterministic))
        except ResourceLimit:
            pass
    read_json(data, name="f")
    locate_cbor(data, [(), ("a", 0), (0, Inside("tag"), 1)])
    locate_json(data, [(), ("a", 0), (0, 1)])
    assert detect_type("f", data) in {None, *InstanceType}


_EDN_PARTS = st.sampled_from(
    [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "h'",
        "'",
        '"',
        "1",
        "(",
        ")",
        "_",
        "<<",
        ">>",
        "/",
        "#",
        "\n",
        "-",
        "0x",
        "p",
        ".5",
        "simple",
        "undefined",
        " ",
        "\\",
        "u",
        "b64",
        "NaN",
        "a",
        "=",
        "_1",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(_EDN_PARTS, max_size=10).map("".join) | st.text(max_size=10))
def test_random_text_raises_nothing_of_others(text: str) -> None:
    reading = read_edn(text, name="f")
    if reading.readable:
        assert same(parse_edn(format_edn(reading.value)), without_payload(reading.value))
    with suppress(Unreadable):
        assert isinstance(read_hex(text), bytes)
