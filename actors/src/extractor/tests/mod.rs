//! What the extractor promises, language by language and for hostile texts.

mod cases;
mod hostile;
mod pool;
