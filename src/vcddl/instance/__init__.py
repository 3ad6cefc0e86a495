"""Instances: bytes in JSON, CBOR or diagnostic notation ↔ one value model. Knows no CDDL."""
