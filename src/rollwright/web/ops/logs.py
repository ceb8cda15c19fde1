"""The server's log: a line for each request, and errors. It never contains a secret, not even a table's id.

A table's id opens the replay of a finished game, so it is logged as a short digest with a salt that is new at each
start: lines about one table can be correlated, but not traced to it. All other text is searched for secrets and
redacted, as libraries log too.
"""

import json
import logging
import re
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from enum import StrEnum
from hashlib import blake2b
from typing import Any

from starlette.datastructures import Headers

from rollwright.core.errors import Refusal


class LogKind(StrEnum):
    """How much is logged, and how."""

    QUIET = "quiet"
    """Warnings and errors only."""
    TEXT = "text"
    """Also a line for each request, as text."""
    JSON = "json"
    """The same as JSON."""


REQUEST = "rollwright.request"
"""The key of a request's id in its scope."""

current_request: ContextVar[Mapping[str, Any]] = ContextVar("current_request")
"""The scope of the request that is being handled, or that started the current task."""

MAX_FAULT_CHAIN = 10
"""The longest chain of exceptions that is logged."""

_SHAPES = (
    (re.compile(r"(/table/)([\w-]+)"), lambda found: found[1] + digest(found[2])),
    (re.compile(r"(/[\w/{}.#-]*)\?[^\s\"']*"), lambda found: found[1]),  # query strings
    (re.compile(r"[\w-]{12,}\.[\w-]{32,}"), lambda found: "(a link)"),
    (re.compile(r"(rollwright=)[\w-]+"), lambda found: f"{found[1]}(a token)"),
    (re.compile(r"(postgres(?:ql)?://[^\s:/@]*):\S*@"), lambda found: f"{found[1]}@"),
    (re.compile(r"(password=)\S+"), lambda found: f"{found[1]}(a password)"),
)
"""Patterns of secrets, and their replacements."""

_VALUES = re.compile(r"'[^']*'|\"[^\"]*\"|\([^()]+\)")
"""The parts of an exception's message that may repeat user input."""

_salt = b""


def digest(secret: str) -> str:
    """Return a short salted digest of a secret."""
    return f"#{blake2b(secret.encode(), digest_size=4, key=_salt).hexdigest()}"


def begin(kind: LogKind, salt: bytes) -> None:
    """Start logging to standard error; processes with the same salt log the same digests."""
    global _salt  # noqa: PLW0603 - one log per process
    _salt = salt
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JSONFormatter() if kind == LogKind.JSON else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING if kind == LogKind.QUIET else logging.INFO)
    logging.captureWarnings(True)
    sys.excepthook = lambda kind, fault, trace: _tell_end(fault)
    threading.excepthook = lambda end: _tell_end(end.exc_value)


def _tell_end(fault: BaseException | None) -> None:
    """Log an exception that ended the program or one of its threads."""
    if isinstance(fault, KeyboardInterrupt):
        return
    logging.getLogger("rollwright").critical("something ended that should not", exc_info=fault)


def clean(text: str) -> str:
    """Redact a text: the secrets of the current request, and everything that looks like a secret."""
    for secret in _secrets():
        text = text.replace(secret, digest(secret))
    for shape, instead in _SHAPES:
        text = shape.sub(instead, text)
    return text


def _secrets() -> Iterator[str]:
    """Yield the secrets of the current request."""
    scope = current_request.get(None)
    if scope is None:
        return
    cookies = Headers(raw=list(scope.get("headers", ()))).get("cookie", "").split(";")
    found = [cookie.partition("=")[2].strip() for cookie in cookies]
    found += [scope.get("path_params", {}).get("table", ""), scope.get("query_string", b"").decode("latin-1")]
    yield from (each for each in found if len(each) > len("light"))  # short values, such as themes, are no secrets


def fault_told(fault: BaseException) -> str:
    """Return the traceback and message of an exception, without values that may be user input."""
    told: list[str] = []
    while len(told) < MAX_FAULT_CHAIN:
        says = fault.phrase.text if isinstance(fault, Refusal) else _VALUES.sub("(...)", str(fault))
        told.append(
            "".join(traceback.format_tb(fault.__traceback__)) + f"{type(fault).__qualname__}: {says}".rstrip(": ")
        )
        inner = fault.exceptions[0] if isinstance(fault, BaseExceptionGroup) else None
        before = inner or fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
        if before is None:
            break
        fault = before
    return clean("\nafter:\n".join(told))


class TextFormatter(logging.Formatter):
    """Writes lines of text."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a line, with the traceback of an exception below it."""
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        line = f"{when} {record.levelname} {record.process} {_says(record)}"
        name = current_request.get({}).get(REQUEST, "")
        told = f"\n{fault_told(record.exc_info[1])}" if record.exc_info and record.exc_info[1] else ""
        return f"{line}{f' [{name}]' if name else ''}{told}"


class JSONFormatter(logging.Formatter):
    """Writes each entry as one JSON object, with the traceback of an exception in it."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a line."""
        seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "time": f"{seconds}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "pid": record.process,
            "logger": record.name,
            "message": _says(record),
        }
        if name := current_request.get({}).get(REQUEST, ""):
            line["request"] = name
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1]:
            line["fault"] = fault_told(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _says(record: logging.LogRecord) -> str:
    """Return the message of a record; asyncio's own messages are shortened, as they show an exception's values."""
    says = " ".join(record.getMessage().split())
    return clean(_VALUES.sub("(...)", says) if record.name == "asyncio" else says)
