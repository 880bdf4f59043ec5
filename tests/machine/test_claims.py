"""What scripts claim."""

import pytest

from logsleuth.machine.claims import Claim, announces, claim, names_failure


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Server ready after 10 seconds", Claim(ready=True, after=10.0)),
        ("Server is ready!", Claim(ready=True)),
        ("server healthy after 2m30s", Claim(ready=True, after=150.0)),
        ("Server is up and running", Claim(ready=True)),
        ("API is now available (12s)", Claim(ready=True, after=12.0)),
        ("waiting ...", Claim(ready=False)),
        ("attempt 12/60: waiting for server...", Claim(ready=False)),
        ("not ready, sleep 5", Claim(ready=False)),
        ("still waiting after 30s", Claim(ready=False, after=30.0)),
        ("Server failed to become ready within 600 seconds", Claim(ready=False)),
        ("Timed out waiting for server after 600 seconds", Claim(ready=False, after=600.0)),
        ("Waiting until server is ready", Claim(ready=False)),
        ("server is not healthy", Claim(ready=False)),
        ("max concurrency: 32", None),
        ("get ready for the show", None),
        ("already up to date", None),
        ("", None),
    ],
)
def test_a_claim_is_read(text: str, expected: Claim | None) -> None:
    """Ready, or not yet, and after how long; words that only contain the word claim nothing."""
    assert expected == claim(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Waiting for http://h/health", True),
        ("Launching at http://h", True),
        ("waiting for http://h (5s)", False),
        ("http://h is ready", False),
    ],
)
def test_an_announcement_is_no_try(text: str, *, expected: bool) -> None:
    """It says what is waited for; nothing was asked yet."""
    assert expected == announces(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("dial tcp: connection refused", True), ("timeout: 30", False), ("timed out waiting for server", False)],
)
def test_words_of_a_failure(text: str, *, expected: bool) -> None:
    """A setting is no failure, and giving up is a claim."""
    assert expected == names_failure(text)
