"""Matches texts by patterns. Lines of hexadecimal UTF-8: p PATTERN, then s TEXT for each text."""
import re
import sys

pattern = None
for line in sys.stdin:
    kind, _, digits = line.rstrip("\n").partition(" ")
    text = bytes.fromhex(digits).decode()
    if kind == "p":
        pattern = re.compile(text)
    else:
        print(1 if pattern.fullmatch(text) else 0)
