"""The plan of matching, what makes it from CDDL, and the two lanes that carry it out."""
