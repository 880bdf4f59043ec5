"""Secrets are masked, and nothing that diagnosis needs is."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logsleuth.text.redact import redact, redact_arguments

HF = "hf_" + "aBcD1234" * 4
SK = "sk-proj-" + "Ab12" * 8
GH = "ghp_" + "x1Y2" * 9
AWS = "AKIA" + "ABCDEFGH12345678"
JWT = "eyJ" + "hbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("login with hf_*** ok", f"login with {HF} ok"),
        ("key sk-proj-***.", f"key {SK}."),
        ("remote https://ghp_***@git.example/x", f"remote https://{GH}@git.example/x"),
        ("id AKIA*** used", f"id {AWS} used"),
        ("jwt eyJ***", f"jwt {JWT}"),
        ("Authorization: Bearer ***", "Authorization: Bearer abcdefgh12345678"),
        ("Authorization: Basic ***", "Authorization: Basic dXNlcjpwYXNz"),
        ('{"authorization": "Bearer ***"}', '{"authorization": "Bearer abcdefgh12345678"}'),
        ("curl -H 'x: bearer ***'", "curl -H 'x: bearer a1b2c3d4e5f6'"),
        ("password=*** host=db", "password=hunter2 host=db"),
        ("PGPASSWORD=***", "PGPASSWORD=hunter2"),
        ("db.password: ***", "db.password: hunter2"),
        ('{"password": "***", "port": 5432}', '{"password": "a \\n b, c", "port": 5432}'),
        ('{\\"api_key\\": \\"***\\", \\"n\\": 1}', '{\\"api_key\\": \\"abc123\\", \\"n\\": 1}'),
        ("ServerArgs(api_key='***', port=8000)", "ServerArgs(api_key='abc', port=8000)"),
        ("ServerArgs(api_key=***, port=8000)", "ServerArgs(api_key=abc, port=8000)"),
        ("a=1,password=***,port=3", "a=1,password=x,y,port=3"),
        ("f(password=***)", "f(password=x)"),
        ("--api-key *** --port 8000", "--api-key abc --port 8000"),
        ("--api-key=*** --port 8000", "--api-key=abc --port 8000"),
        ("['--hf-token', '***', '--tp', '8']", "['--hf-token', 'abc12345', '--tp', '8']"),
        ("HF_TOKEN=***", "HF_TOKEN=abc12345"),
        ("AWS_SECRET_ACCESS_KEY=***", "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG"),
        ("SECRET_KEY = '***'", "SECRET_KEY = 'django-insecure-abc'"),
        ("client_secret: ***", "client_secret: abcdef"),
        ("postgresql://app:***@db:5432/x", "postgresql://app:s3cr3t@db:5432/x"),
        ("redis://:***@cache:6379", "redis://:s3cr3t@cache:6379"),
        ("Cookie: ***", "Cookie: session=abc; csrftoken=def"),
        ("?sv=1&sig=***&x=2", "?sv=1&sig=abcdefgh%2Fijklmnop&x=2"),
        ("AccountKey=***;EndpointSuffix=x", "AccountKey=abc12/+==;EndpointSuffix=x"),
        (
            "-----BEGIN RSA PRIVATE KEY-----***-----END RSA PRIVATE KEY----- x",
            "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY----- x",
        ),
        ("-----BEGIN PRIVATE KEY-----***", "-----BEGIN PRIVATE KEY-----\nMIIEcut"),
    ],
)
def test_masked(expected: str, text: str) -> None:
    """A secret is masked; its key and what stands around it stay."""
    assert expected == redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "port=8000",
        "max_tokens=5",
        "max_new_tokens: 4096",
        "tokenizer=/models/x tokenizer_mode='auto' tokenizer_path='/m/k'",
        "token usage: 0.9",
        "#new-token: 123456789, #cached-token: 0, token usage: 0.00",
        "eos_token_id=151643 pad_token='<pad>' eos_token='</s>'",
        "Unexpected token: } in JSON at position 3",
        "password=None api_key=None token=null secret=''",
        "api_key=$API_KEY token=${HF_TOKEN} password={password}",
        'FATAL:  password authentication failed for user "app"',
        "Basic authentication failed",
        "PWD=/srv/app OLDPWD=/root",
        "ssl_keyfile=/etc/ssl/key.pem private_key=/etc/ssl/key.pem",
        "GOOGLE_APPLICATION_CREDENTIALS=/etc/gcp.json",
        "passes=3 passed: 4 compass=north pass: 12",
        "key=value monkey: x",
        "http://localhost:8000/health",
        "http://[::1]:8000/a@b",
        "--tokenizer /models/x --max-tokens 5",
        "sk-learn, hf_transfer, task-runner",
        'kubelet: secret "tls" not found',
        "KeyError: 'token'",
        "signal=9 sigquit received, sig=9",
        'INFO:     127.0.0.1:54321 - "GET /health HTTP/1.1" 200 OK',
    ],
)
def test_kept(text: str) -> None:
    """What is no secret stays as it is."""
    assert text == redact(text)


def test_arguments() -> None:
    """A flag that names a secret hides the argument after it, though each stands alone."""
    given_arguments = ["curl", "--api-key", "abc", "--user-token", "-v", "--password", "None", "https://a:b@c"]

    assert (
        "curl",
        "--api-key",
        "***",
        "--user-token",
        "-v",
        "--password",
        "None",
        "https://a:***@c",
    ) == redact_arguments(given_arguments)


PIECES = st.sampled_from(
    [
        *"\"'\\ =:,;&)}]{[@/\n-*",
        "password",
        "token",
        "api_key",
        "--",
        "Bearer ",
        "://",
        "a",
        "b1",
        HF,
        "authorization",
        "cookie",
        "x=",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "***",
        "None",
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_twice_is_once(text: str) -> None:
    """Masking what is masked changes nothing."""
    once = redact(text)

    assert once == redact(once)


@pytest.mark.parametrize(
    "piece",
    [
        "password",
        "password=",
        "password='",
        'token="',
        "token=\\",
        "--a",
        "-",
        "://a",
        "://:",
        "Bearer ",
        "authorization:",
        "cookie=",
        "eyJ" + "a" * 9,
        "eyJaaaaaaaaa.",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN ",
        "a" * 9,
        "api_key = ,",
        "token=)",
        "sk-",
        '\\"',
        "password  ",
        "password=,a",
    ],
)
def test_linear(piece: str) -> None:
    """A long text of any such piece takes a fraction of a second."""
    text = "token" + piece * (200_000 // len(piece))
    began = time.perf_counter()
    redact(text)

    assert time.perf_counter() - began < 2
