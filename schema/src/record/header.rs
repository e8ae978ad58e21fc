//! The header before every value in the store.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0 | format version of the record's table |
//! | 1..8 | low 56 bits, little-endian, of XXH3-64 over the key followed by the payload |
//! | 8.. | payload |
//!
//! redb does not verify what it reads, and rkyv accepts most flipped bits; the hash is checked
//! wherever an answer depends on the record. It covers the key, so that rows cannot swap.

use xxhash_rust::xxh3::Xxh3Default;

/// Bytes before the payload.
pub const LEN: usize = 8;

/// What is wrong with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    #[error("shorter than its header")]
    Short,
    #[error("format {0}, which this build does not read")]
    Format(u8),
    #[error("its bytes do not match their hash")]
    Hash,
    #[error("its layout is damaged")]
    Layout,
}

fn digest(key: &[u8], payload: &[u8]) -> u64 {
    let mut hasher = Xxh3Default::new();
    hasher.update(key);
    hasher.update(payload);
    hasher.digest() & 0x00ff_ffff_ffff_ffff
}

/// Puts the header before `payload`.
pub fn seal(format: u8, key: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut value = Vec::with_capacity(LEN + payload.len());
    value.push(format);
    value.extend_from_slice(&digest(key, payload).to_le_bytes()[..7]);
    value.extend_from_slice(payload);
    value
}

/// Checks the header and gives the payload.
///
/// # Errors
/// [`BadRecord`] when the value is short, of another format, or damaged.
pub fn open<'a>(format: u8, key: &[u8], value: &'a [u8]) -> Result<&'a [u8], BadRecord> {
    let payload = value.get(LEN..).ok_or(BadRecord::Short)?;
    if value[0] != format {
        return Err(BadRecord::Format(value[0]));
    }
    let mut stored = [0; 8];
    stored[..7].copy_from_slice(&value[1..LEN]);
    if u64::from_le_bytes(stored) != digest(key, payload) {
        return Err(BadRecord::Hash);
    }
    Ok(payload)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_flipped_bit_is_found() {
        let value = seal(1, b"key", b"some payload");
        for bit in 0..value.len() * 8 {
            let mut damaged = value.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(open(1, b"key", &damaged).is_err(), "bit {bit}");
        }
        assert_eq!(open(1, b"other", &value), Err(BadRecord::Hash));
        assert_eq!(open(1, b"key", &value), Ok(&b"some payload"[..]));
    }
}
