"""Relations asked in SQL: every table that a rule sees, as its author sees it."""
