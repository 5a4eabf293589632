//! Maps whose keys are hashes of positions, which are not hashed again.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map by the hash of a position.
pub(super) type ByHash<T> = HashMap<u64, T, BuildHasherDefault<IdentityHasher>>;

/// The hash of a number is the number.
#[derive(Default)]
pub(super) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        debug_assert!(false, "the keys are numbers");
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
