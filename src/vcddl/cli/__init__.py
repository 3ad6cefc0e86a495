"""The command line: one module a command. Only here is anything printed."""
