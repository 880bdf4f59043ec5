"""`python -m logsleuth`."""

from logsleuth.cli.app import run

if __name__ == "__main__":
    run()
