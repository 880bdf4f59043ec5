"""What each kind of text looks like: one file a kind, each of them pure functions over lines."""
