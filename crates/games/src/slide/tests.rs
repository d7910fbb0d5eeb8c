//! Robots on ice, by an oracle that knows the rules in other words.
