"""``python -m vcddl`` is the command ``vcddl``."""

from __future__ import annotations

from vcddl.cli.app import main

if __name__ == "__main__":
    main()
