//! The game against a plain oracle.
