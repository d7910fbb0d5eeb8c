//! A program that does nothing: what starting a process costs by itself.

fn main() {}
