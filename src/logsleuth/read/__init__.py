"""Hits and the text around them -> relations of logs: records, boots, origins, phases, tracebacks."""
