//! The embedder: texts in, vectors out. The trait and the messages; no model yet.
//!
//! Each text is encoded alone, so that the same text gives the same bits in any company.

use actix::Message;

/// Which model made a vector: vectors of different models are never compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ModelId {
    /// Name in the catalogue, or of the file.
    pub name: String,
    /// SHA-256 of the model file.
    pub digest: [u8; 32],
    /// Numbers in a vector.
    pub dimensions: u32,
}

/// Something that turns texts into vectors.
pub trait Embed: Send {
    fn model(&self) -> &ModelId;

    /// One vector of unit length a text, in the order of the texts.
    ///
    /// # Errors
    /// Why the model gave none; the texts stay searchable by their words.
    fn embed(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// Why there is no vector.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    #[error("no model is installed")]
    NoModel,
    #[error("the model's worker ended: {reason}")]
    Died { reason: String },
}

/// Asks the Embedder for vectors of a file's texts.
#[derive(Debug)]
pub struct EmbedTexts {
    pub texts: Vec<String>,
    /// A query goes before files.
    pub urgent: bool,
}

impl Message for EmbedTexts {
    type Result = Result<Vec<Vec<f32>>, EmbedError>;
}
