"""CDDL rules → a graph of names: files merged, sockets filled, modules brought in."""
