"""Readings of CDDL that a caller may choose."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to read what RFC 8610 leaves open, or what people may want to read more kindly.

    Attributes:
        ignore_json_tags: in JSON, ``#6.n(t)`` is read as ``t`` (RFC 8610 appendix E says never).
        check_tags: also check what RFC 8949 section 3.4 asks of the content of known tags.
        allow_default_values: ``.default`` does not exclude its value.
    """

    ignore_json_tags: bool = False
    check_tags: bool = False
    allow_default_values: bool = False


DEFAULT_OPTIONS = Options()
