"""Names of members and rules → text and numbers that people recognise. A table, no more.

A name is cut into words; the last word that the table knows decides, so ``session_url`` is a URL
and ``created_at`` a point in time.
"""

from __future__ import annotations

import base64
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+")
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
_YEAR_SECONDS = 365 * 24 * 3600

PLAIN = (
    *("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbor", "indigo"),
    *("juniper", "kelp", "linden", "maple", "north", "opal", "pine", "quartz", "river"),
    *("sable", "tundra", "umber", "vale", "willow", "yarrow", "zephyr"),
)
_PEOPLE = ("Ada Lovelace", "Grace Hopper", "Alan Turing", "Katherine Johnson", "Édouard Lucas")
_SENTENCES = (
    "The order was confirmed.",
    "Please call back tomorrow.",
    "The customer asked for a refund.",
    "All questions were answered.",
)


def _date(random: Random) -> str:
    moment = _EPOCH + timedelta(seconds=random.randrange(_YEAR_SECONDS))
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _uuid(random: Random) -> str:
    return str(UUID(int=random.getrandbits(128), version=4))


def _uri(random: Random) -> str:
    return f"https://example.com/{random.choice(PLAIN)}/{random.randrange(1, 1000)}"


def _hash(random: Random) -> str:
    return "sha512-" + base64.urlsafe_b64encode(random.randbytes(64)).decode().rstrip("=")


def _identifier(random: Random) -> str:
    return f"{random.choice(PLAIN)}-{random.randrange(1, 1000)}"


def _base64url(random: Random) -> str:
    return base64.urlsafe_b64encode(random.randbytes(12)).decode()


def _one_of(*texts: str) -> Callable[[Random], str]:
    return lambda random: random.choice(texts)


_TEXTS: dict[str, Callable[[Random], str]] = {
    **dict.fromkeys(("date", "time", "at", "timestamp", "tdate", "start", "expires"), _date),
    **dict.fromkeys(("uuid", "guid"), _uuid),
    **dict.fromkeys(("url", "uri", "href", "link", "schema"), _uri),
    **dict.fromkeys(("id", "identifier", "key", "token", "ref"), _identifier),
    **dict.fromkeys(("base64", "base64url", "signature", "ciphertext"), _base64url),
    **dict.fromkeys(("hash", "digest"), _hash),
    **dict.fromkeys(("mail", "email", "mailto"), _one_of("ada@example.com", "grace@example.org")),
    **dict.fromkeys(("sip",), _one_of("sip:ada@example.com", "sip:grace@example.org")),
    **dict.fromkeys(("tel", "phone"), _one_of("+12025550123", "+442079460018")),
    **dict.fromkeys(
        ("mediatype", "mimetype", "media", "mime"), _one_of("text/plain", "audio/x-wav")
    ),
    **dict.fromkeys(("name", "author", "person", "user", "participant"), _one_of(*_PEOPLE)),
    **dict.fromkeys(("language", "lang"), _one_of("en", "de", "fr")),
    **dict.fromkeys(("version", "release"), _one_of("1.0", "1.1", "2.0")),
    **dict.fromkeys(("filename", "file"), _one_of("call.wav", "notes.txt")),
    **dict.fromkeys(
        ("body", "text", "reason", "subject", "message", "summary", "description", "title", "note"),
        _one_of(*_SENTENCES),
    ),
}
_POINTS_IN_TIME = frozenset({"date", "time", "at", "timestamp", "expires"})


def words_of(name: str) -> list[str]:
    """``sessionUrl`` and ``session_url`` → ``["session", "url"]``."""
    return [word.lower() for word in _WORD.findall(name)]


def hinted_text(names: Iterable[str], random: Random) -> str:
    """A text that suits the first name that says anything; else a plain word."""
    for name in names:
        for word in reversed(words_of(name)):
            if make := _TEXTS.get(word):
                return make(random)
    return random.choice(PLAIN)


def hinted_number(names: Iterable[str], random: Random) -> int | None:
    """Seconds since 1970 where a name speaks of a point in time; else None."""
    words = {word for name in names for word in words_of(name)}
    if words & _POINTS_IN_TIME:
        return int(_EPOCH.timestamp()) + random.randrange(_YEAR_SECONDS)
    return None


def text_of_size(size: int, text: str) -> str:
    """``text`` cut or repeated to ``size`` bytes of UTF-8."""
    data = (text or "x").encode()
    cut = (data * (size // len(data) + 1))[:size].decode(errors="ignore")
    return cut + "x" * (size - len(cut.encode()))
