"""Proofs that the judge does what the page on rules says."""
