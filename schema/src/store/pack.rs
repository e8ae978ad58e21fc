//! Packing what is stored compressed: its length (u32) and a zstd frame.
//!
//! redb rounds a large value up to a power of two pages, and definitions and references shrink to a
//! quarter: unpacked, they alone could take more than the text that they are of.
//!
//! Each thread keeps its contexts: making one costs as much as packing a small file.

use std::cell::RefCell;
use std::io;

use zstd::bulk::{Compressor, Decompressor};

/// Little CPU; a higher level wins less than a tenth of the bytes.
const LEVEL: i32 = 1;

/// Most bytes that a packed value may claim to hold.
const LARGEST: usize = 64 << 20;

thread_local! {
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Packs a part of a [`Replacement`](super::Replacement).
///
/// # Errors
/// When zstd cannot get its memory.
pub fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    COMPRESSOR.with_borrow_mut(|slot| {
        let compressor = match slot {
            Some(compressor) => compressor,
            None => slot.insert(Compressor::new(LEVEL)?),
        };
        let mut packed = (bytes.len() as u32).to_le_bytes().to_vec();
        packed.extend_from_slice(&compressor.compress(bytes)?);
        Ok(packed)
    })
}

/// Unpacks what [`compress`] packed; `None` when it is damaged.
pub(super) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let (len, frame) = packed.split_at_checked(4)?;
    let len = u32::from_le_bytes(len.try_into().ok()?) as usize;
    if len > LARGEST {
        return None;
    }
    DECOMPRESSOR.with_borrow_mut(|slot| {
        let decompressor = match slot {
            Some(decompressor) => decompressor,
            None => slot.insert(Decompressor::new().ok()?),
        };
        decompressor.decompress(frame, len).ok()
    })
}
