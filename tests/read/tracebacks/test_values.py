"""Parts: what is kept, and in which order."""

from logsleuth.read.tracebacks.values import MAX_FRAMES, Part


def test_frames_are_bounded() -> None:
    """The outermost and the innermost half are kept, with the depths of the whole."""
    part = Part("python")
    for line in range(MAX_FRAMES + 10):
        part.frame(line, "/a.py", line, "f")
    kept = part.ordered()
    assert (MAX_FRAMES, 0, MAX_FRAMES + 9) == (len(kept), kept[0].depth, kept[-1].depth)


def test_reversed_frames() -> None:
    """Depth 0 is the outermost, whatever was printed first."""
    part = Part("go", reverse=True)
    part.frame(1, "/inner.go", 1, "inner")
    part.frame(2, "/outer.go", 2, "outer")
    assert [(0, "outer"), (1, "inner")] == [(frame.depth, frame.function) for frame in part.ordered()]


def test_a_circle_of_causes_ends() -> None:
    """A damaged chain has a root, too."""
    first, second = Part("java"), Part("java")
    first.because, second.because = second, first
    assert first.root() in {first, second}
