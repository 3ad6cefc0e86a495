"""The command ``vcddl``: which commands there are, and what becomes of whatever escapes them.

Commands import what they need when they run, so that a check starts fast.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from vcddl.cli.exits import CommandError, Exit
from vcddl.cli.manual import Command, Group
from vcddl.cli.output import Output, write_stream
from vcddl.errors import CddlError, VcddlError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

DEBUG_VARIABLE = "VCDDL_DEBUG"
# Each is a module of this package with a function of the same name; `spec` is a group.
COMMANDS = ("check", "lint", "fmt", "bundle", "generate", "explain", "codes", "spec")
_VERSIONED = ("cbor2", "elementpath", "google-re2", "jiter", "lark", "rich", "typer")


def main() -> NoReturn:
    """Run the command line of this process and exit with its status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command; returns its exit status. Nothing escapes but what ends the process.

    No arguments print the help, as a wrong call does: status 2.
    """
    try:
        wanted = [name for name in COMMANDS if name in arguments[:1]]
        application(wanted or COMMANDS)(args=list(arguments) or ["--help"], prog_name="vcddl")
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else Exit.OK
        return status if arguments else Exit.UNANSWERED
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except CommandError as error:
        Output().tell((error.diagnostic,))
        return Exit.UNANSWERED
    except CddlError as error:
        Output().tell(error.diagnostics)
        return Exit.UNANSWERED
    except VcddlError as error:
        write_stream(sys.stderr, f"error: {error}\n")
        return Exit.UNANSWERED
    except Exception as error:  # noqa: BLE001 - the last line of defence: no traceback for users
        write_stream(sys.stderr, _bug_report(error))
        return Exit.BUG
    return Exit.OK


def application(names: Sequence[str] = COMMANDS) -> typer.Typer:
    """The commands called ``names``, ready to be called. One alone starts faster than all."""
    app = typer.Typer(
        name="vcddl",
        cls=Group,
        help="Check JSON and CBOR against CDDL, vCons above all: is it right, and if not, where "
        "and why?",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
        epilog="Exit status: 0 all is well, 1 findings, 2 the question could not be answered, "
        "3 a bug in vcddl.",
    )
    app.callback()(_common)
    for name in names:
        module = import_module(f"vcddl.cli.{name}")
        if name == "spec":
            app.add_typer(module.group(), name=name)
        else:
            app.command(name, cls=Command)(getattr(module, name))
    return app


def _print_version(is_asked: bool) -> None:
    if not is_asked:
        return
    lines = [f"vcddl {_version_of('vcddl')}", f"python {sys.version.split()[0]}"]
    lines += [f"{name} {_version_of(name)}" for name in _VERSIONED]
    write_stream(sys.stdout, "".join(f"{line}\n" for line in lines))
    raise typer.Exit


def _version_of(distribution: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return "(not installed)"


def _common(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the versions of vcddl and of what it stands on.",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Options of vcddl itself."""
    del version


def _bug_report(error: Exception) -> str:
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(frame.filename)}:{frame.lineno} in {frame.name}"  # noqa: PTH119
    trace = ""
    if os.environ.get(DEBUG_VARIABLE):
        trace = "".join(traceback.format_exception(error))
    return (
        f"{trace}bug in vcddl: {type(error).__name__} at {place}\n"
        "This is our fault, not a finding about your files. Please report it with the command "
        "line, the output of\n`vcddl --version` and, if it may be shown, the smallest input that "
        f"does it; {DEBUG_VARIABLE}=1 prints more.\n"
    )
