//! The fields of the lexical index.
//!
//! Two kinds of documents share one index. A chunk document has words of three fields; a file
//! document has words of its path and names, and the columns. A file's chunks come first, in the
//! order of the text, its file document last, and they are added as one group, so that they stand
//! side by side in one segment. That is what lets words of comments and code be indexed once, a
//! chunk, and be summed to the file's when asked.
//!
//! No positions and no stored values: the text and what is shown of it live in the store.

use tantivy::Index;
use tantivy::schema::{
    BytesOptions, FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::TextAnalyzer;

use super::stream::WordTokenizer;

/// Part of the tokenizer's name in the schema, so that an index of another version is recognised.
/// Raise it when fields, their meaning, or the way words are split change.
const VERSION: u32 = 1;

/// Number of fields of words that a file is scored by, in the order of [`Fields::of_file`].
pub const FILE_FIELDS: usize = 7;

/// Of these, the first ones belong to the file document; the last two are summed over chunks.
pub const NAME_FIELDS: usize = 5;

/// Number of fields of words of a chunk, in the order of [`Fields::of_chunk`].
pub const CHUNK_FIELDS: usize = 3;

/// Every field, by what it holds.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// File key, on every document: what a replacement deletes by.
    pub owner: Field,
    /// Root key, on every document: what the removal of a root deletes by.
    pub root: Field,
    /// Words of the file name (and of its parent's, when the name says nothing).
    pub stem: Field,
    /// Words of the directories.
    pub directories: Field,
    /// Words of the names of types, each distinct name once.
    pub types: Field,
    /// Words of the names of what can be called.
    pub functions: Field,
    /// Words of all other names.
    pub others: Field,
    /// Words of the names that are defined in a chunk.
    pub names: Field,
    /// Words of a chunk's comments.
    pub comments: Field,
    /// Words of a chunk's code.
    pub code: Field,
    /// Parts of the file name as a set.
    pub stem_parts: Field,
    /// Names of defined types, as written.
    pub defines: Field,
    /// The same in lower case.
    pub defines_folded: Field,
    /// Name of the language.
    pub language: Field,
    /// Column: file key.
    pub key: Field,
    /// Column: number of lines.
    pub lines: Field,
    /// Column: [`Marks`](super::place::Marks) as a number.
    pub marks: Field,
}

fn tokenizer_name() -> String {
    format!("heimdall-words-{VERSION}")
}

impl Fields {
    /// The fields and the schema that holds them.
    pub fn new() -> (Self, Schema) {
        let mut schema = Schema::builder();
        let words = |norms: bool, record: IndexRecordOption| {
            TextOptions::default().set_indexing_options(
                TextFieldIndexing::default()
                    .set_tokenizer(&tokenizer_name())
                    .set_fieldnorms(norms)
                    .set_index_option(record),
            )
        };
        let counted = || words(true, IndexRecordOption::WithFreqs);
        let exact = || BytesOptions::default().set_indexed();
        let fields = Self {
            owner: schema.add_bytes_field("owner", exact()),
            root: schema.add_bytes_field("root", exact()),
            stem: schema.add_text_field("stem", counted()),
            directories: schema.add_text_field("directories", counted()),
            types: schema.add_text_field("types", counted()),
            functions: schema.add_text_field("functions", counted()),
            others: schema.add_text_field("others", counted()),
            names: schema.add_text_field("names", counted()),
            comments: schema.add_text_field("comments", counted()),
            code: schema.add_text_field("code", counted()),
            stem_parts: schema.add_bytes_field("stem_parts", exact()),
            defines: schema.add_bytes_field("defines", exact()),
            defines_folded: schema.add_bytes_field("defines_folded", exact()),
            language: schema.add_bytes_field("language", exact()),
            key: schema.add_bytes_field("key", BytesOptions::default().set_fast()),
            lines: schema.add_u64_field("lines", FAST),
            marks: schema.add_u64_field("marks", FAST),
        };
        (fields, schema.build())
    }

    /// Fields of words of the file document.
    pub fn of_file(&self) -> [Field; NAME_FIELDS] {
        [self.stem, self.directories, self.types, self.functions, self.others]
    }

    /// Fields of words of a chunk document.
    pub fn of_chunk(&self) -> [Field; CHUNK_FIELDS] {
        [self.names, self.comments, self.code]
    }
}

/// Makes the tokenizer known to an index; needed before anything is written.
pub fn register(index: &Index) {
    index
        .tokenizers()
        .register(&tokenizer_name(), TextAnalyzer::builder(WordTokenizer::default()).build());
}
