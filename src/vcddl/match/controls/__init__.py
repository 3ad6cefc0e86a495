"""The control operators of CDDL, one family a file; `table` lists them all."""
