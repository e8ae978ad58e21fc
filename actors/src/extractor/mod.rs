//! The extractor pool: bytes in, definitions out.
