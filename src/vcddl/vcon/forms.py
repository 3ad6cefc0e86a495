"""The form of a vCon, told from its members alone. Knows values, no CDDL and no file.

A vCon is unsigned, signed (JWS, general JSON serialization) or encrypted (JWE, general JSON
serialization). Knowing the form first lets a checker match one type, so that a fault is reported
where it is and not as "none of three forms matched".
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from vcddl.instance.values import PairMap

if TYPE_CHECKING:
    from vcddl.instance.values import Value

CONVERSATION_MEMBERS = frozenset(
    {"sessions", "parties", "events", "dialog", "analysis", "attachments"}
)
UNSIGNED_MEMBERS = CONVERSATION_MEMBERS | {"vcon", "uuid", "created_at"}
SIGNED_MEMBERS = frozenset({"payload", "signatures"})
ENCRYPTED_MEMBERS = frozenset({"ciphertext", "recipients"})


class Form(StrEnum):
    """What a value is, as far as its member names tell."""

    UNSIGNED = "unsigned"
    SIGNED = "signed"
    ENCRYPTED = "encrypted"
    MIXED = "mixed"
    NONE = "not a vCon"

    @property
    def root(self) -> str:
        """The rule of the core CDDL that describes this form; ``vcon`` where none does alone."""
        return _ROOTS.get(self, "vcon")


_ROOTS = {
    Form.UNSIGNED: "unsigned_vcon_type",
    Form.SIGNED: "signed_vcon_type",
    Form.ENCRYPTED: "encrypted_vcon_type",
}


def member_names(value: Value) -> frozenset[str]:
    """The text keys of a map; empty for any other value. Cost: one pass over the keys."""
    if isinstance(value, dict):
        return frozenset(key for key in value if isinstance(key, str))
    if isinstance(value, PairMap):
        return frozenset(key for key, _ in value.pairs if isinstance(key, str))
    return frozenset()


def form_of(value: Value) -> Form:
    """The form of ``value``. vCon core, forms of a vCon.

    Signed needs both ``payload`` and ``signatures``, encrypted both ``ciphertext`` and
    ``recipients``; any other map with a member of the unsigned form is unsigned, however faulty.
    MIXED is a signed or encrypted form with parts of the conversation, or of the other form,
    beside it.
    """
    names = member_names(value)
    is_signed, is_encrypted = names >= SIGNED_MEMBERS, names >= ENCRYPTED_MEMBERS
    if not (is_signed or is_encrypted):
        return Form.UNSIGNED if names & UNSIGNED_MEMBERS else Form.NONE
    if (is_signed and is_encrypted) or names & CONVERSATION_MEMBERS:
        return Form.MIXED
    return Form.SIGNED if is_signed else Form.ENCRYPTED
