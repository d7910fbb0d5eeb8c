//! The engine's distributed tier: one search over several processes, on timely dataflow.
