"""CDDL text and syntax trees, each made from the other. Knows nothing of what names mean."""
