//! The territory: which paths are ours to read, and how much of each. No actor of its own.
