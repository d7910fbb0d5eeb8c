//! Levels that are made to have what is asked.
