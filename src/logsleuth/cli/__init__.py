"""The command line: the only room that prints or ends the process."""
