//! A sieve of names: tells at once of most names that they are not among those put in. Two bytes a
//! name.

use xxhash_rust::xxh3::xxh3_64;

/// Bits a name; one in about 500 of other names passes.
const BITS: usize = 16;

/// Bits that are set for a name.
const PROBES: u32 = 4;

/// What passes may be among the names; what does not pass is not.
#[derive(Clone, Debug, Default)]
pub struct Sieve {
    words: Vec<u64>,
}

/// The hash by which a sieve knows a name.
pub fn name_hash(name: &[u8]) -> u64 {
    xxh3_64(name)
}

impl Sieve {
    /// Room for `names` names.
    pub fn with_room(names: usize) -> Self {
        let words = (names * BITS).div_ceil(64);
        Self { words: vec![0; if words == 0 { 0 } else { words.next_power_of_two() }] }
    }

    fn places(&self, hash: u64) -> impl Iterator<Item = (usize, u64)> + use<> {
        let mask = (self.words.len() as u64 * 64).wrapping_sub(1);
        let (first, step) = (hash, (hash >> 32) | 1);
        (0..PROBES).map(move |n| {
            let bit = first.wrapping_add(step.wrapping_mul(u64::from(n))) & mask;
            ((bit / 64) as usize, 1 << (bit % 64))
        })
    }

    pub fn put(&mut self, hash: u64) {
        for (word, bit) in self.places(hash) {
            if let Some(word) = self.words.get_mut(word) {
                *word |= bit;
            }
        }
    }

    pub fn passes(&self, hash: u64) -> bool {
        !self.words.is_empty() && self.places(hash).all(|(word, bit)| self.words[word] & bit != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_passes_and_little_else() {
        let mut sieve = Sieve::with_room(1000);
        let hash = |n: u32| name_hash(format!("Name{n}").as_bytes());
        (0..1000).for_each(|n| sieve.put(hash(n)));
        assert!((0..1000).all(|n| sieve.passes(hash(n))));
        assert!((1000..11_000).filter(|&n| sieve.passes(hash(n))).count() < 200);
        assert!(!Sieve::with_room(0).passes(hash(1)));
    }
}
