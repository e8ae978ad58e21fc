//! docs/store.md says where each field of each record lies; this says the same to the compiler.
//! A change here is a change of the format: raise its version and tell CHANGELOG.md.

use std::mem::{offset_of, size_of};

use heimdall_schema::record::extraction::{
    ArchivedBinding, ArchivedChunk, ArchivedMentions, ArchivedNode, ArchivedOutline,
    ArchivedReference, ArchivedSpan,
};
use heimdall_schema::record::file::{ArchivedFileRecord, ArchivedStat};
use heimdall_schema::record::history::{ArchivedEvent, ArchivedHistoryRecord};
use heimdall_schema::record::queue::ArchivedQueueRecord;
use heimdall_schema::store::SCHEMA_VERSION;

/// Offsets of the fields of a record, and its size, must be what the document says.
macro_rules! lies {
    ($record:ty, $size:literal, $($field:ident $offset:literal),+) => {
        $(assert_eq!(offset_of!($record, $field), $offset, stringify!($record.$field));)+
        assert_eq!(size_of::<$record>(), $size, stringify!($record));
    };
}

#[test]
fn records_lie_as_the_document_says() {
    assert_eq!(SCHEMA_VERSION, 3);
    lies!(ArchivedStat, 32, size 0, mtime_ns 8, ctime_ns 16, inode 24);
    lies!(ArchivedFileRecord, 115, stat 0, hash 32, kind 64, depth 65, requested 66, reason 67,
        language 75, description 83, lines 91, since_ms 95, nodes 103, masked 107, extractor 111);
    lies!(ArchivedSpan, 8, start 0, len 4);
    lies!(ArchivedNode, 41, kind 0, name 1, scope 5, parent 9, line 13, end_line 17, name_line 21,
        signature 25, doc 33);
    lies!(ArchivedReference, 26, kind 0, name 1, qualifier 5, alias 9, line 13, from 17, arity 21,
        bound 22);
    lies!(ArchivedBinding, 21, kind 0, name 1, text 5, line 9, end_line 13, from 17);
    lies!(ArchivedChunk, 16, line 0, end_line 4, span 8);
    lies!(ArchivedOutline, 45, names 0, nodes 8, chunks 16, comments 24, description 32, lines 40,
        errors 44);
    lies!(ArchivedMentions, 24, names 0, references 8, bindings 16);
    lies!(ArchivedQueueRecord, 24, reason 0, at_ms 8, generation 16);
    lies!(ArchivedHistoryRecord, 57, at_ms 0, event 8, hash 17, titles 49);
    assert_eq!(size_of::<ArchivedEvent>(), 9);
}
