"""Rules of other programs, rewritten as rules of ours; what cannot be said in our language is listed, never dropped silently."""
