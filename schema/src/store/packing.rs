//! How the large parts of a file's record are packed: its length and a zstd frame.
//!
//! redb rounds a value up to a power of two pages, and definitions and references shrink to a
//! quarter: unpacked, they alone would take more than the text that they are of.

/// Most bytes that a packed value may claim to hold.
const LARGEST: usize = 64 << 20;

/// Packs a part of a [`Replacement`](super::Replacement).
///
/// # Errors
/// When zstd cannot get its memory.
pub fn compress(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = (bytes.len() as u32).to_le_bytes().to_vec();
    packed.extend_from_slice(&zstd::bulk::compress(bytes, 1)?);
    Ok(packed)
}

/// Unpacks it; `None` when it is damaged.
pub(super) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let (len, frame) = packed.split_at_checked(4)?;
    let len = u32::from_le_bytes(len.try_into().ok()?) as usize;
    if len > LARGEST {
        return None;
    }
    zstd::bulk::decompress(frame, len).ok()
}
