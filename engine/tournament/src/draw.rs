//! Draws by lot that anyone can repeat: seeds from a reverse hash chain, and a generator that turns
//! one seed into numbers.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

/// A link of a tournament's reverse hash chain, written as 64 hex digits.
///
/// The end of the chain (the draw anchor) is published with the tournament. Each draw reveals the link
/// before the last revealed one, so that `sha256(link)` is what everyone already knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The link that this one proves: its SHA-256.
    #[must_use]
    pub fn proves(&self) -> Self {
        Self(Sha256::digest(self.0).into())
    }

    /// The seed of a plain number, for draws outside a tournament's chain.
    #[must_use]
    pub fn of_number(number: u64) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(b"outflank number\0");
        hasher.update(number.to_be_bytes());
        Self(hasher.finalize().into())
    }

    /// The 64 lower-case hex digits.
    #[must_use]
    pub fn to_hex(&self) -> String {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut text = String::with_capacity(64);
        for byte in self.0 {
            text.push(char::from(DIGITS[usize::from(byte >> 4)]));
            text.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
        text
    }

    /// Reads 64 hex digits of either case; `None` for anything else.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut bytes = [0_u8; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = hex_value(pair[0])? << 4 | hex_value(pair[1])?;
        }
        Some(Self(bytes))
    }
}

fn hex_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({})", self.to_hex())
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_hex())
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_hex())
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_hex(&text).ok_or_else(|| de::Error::custom("a seed is written as 64 hex digits"))
    }
}

/// Link `index` of the chain of `length` links that ends in the anchor: index 0 is the anchor itself,
/// index `n` the seed of the n-th draw, index `length` the secret. `None` beyond the chain's length.
#[must_use]
pub fn chain_link(secret: &Seed, length: u32, index: u32) -> Option<Seed> {
    let steps = length.checked_sub(index)?;
    let mut link = *secret;
    for _ in 0..steps {
        link = link.proves();
    }
    Some(link)
}

/// The key of a draw: the link itself, or, where players gave nonces, the SHA-256 of the link followed by
/// the nonces in the order of their bytes.
#[must_use]
pub fn draw_key(link: &Seed, nonces: &[Seed]) -> Seed {
    if nonces.is_empty() {
        return *link;
    }
    let mut sorted = nonces.to_vec();
    sorted.sort_unstable();
    let mut hasher = Sha256::new();
    hasher.update(link.0);
    for nonce in &sorted {
        hasher.update(nonce.0);
    }
    Seed(hasher.finalize().into())
}

/// The numbers of one draw: SHA-256 in counter mode over the seed and the draw's purpose.
#[derive(Debug, Clone)]
pub struct Lottery {
    key: [u8; 32],
    counter: u64,
    block: [u8; 32],
    used: usize,
}

impl Lottery {
    /// Starts the draw for one purpose; equal seeds give unrelated numbers for different purposes.
    #[must_use]
    pub fn new(seed: &Seed, purpose: &str) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(b"outflank draw 1\0");
        hasher.update(seed.0);
        hasher.update(purpose.as_bytes());
        Self {
            key: hasher.finalize().into(),
            counter: 0,
            block: [0; 32],
            used: 32,
        }
    }

    fn next_u64(&mut self) -> u64 {
        if self.used >= 32 {
            let mut hasher = Sha256::new();
            hasher.update(self.key);
            hasher.update(self.counter.to_be_bytes());
            self.block = hasher.finalize().into();
            self.counter = self.counter.wrapping_add(1);
            self.used = 0;
        }
        let mut bytes = [0_u8; 8];
        bytes.copy_from_slice(&self.block[self.used..self.used + 8]);
        self.used += 8;
        u64::from_be_bytes(bytes)
    }

    /// Fills the bytes with drawn ones.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        for part in bytes.chunks_mut(8) {
            let drawn = self.next_u64().to_be_bytes();
            for (byte, drawn) in part.iter_mut().zip(drawn) {
                *byte = drawn;
            }
        }
    }

    /// A number from 0 to `bound - 1`, each equally likely; 0 when `bound` is 0 or 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        let bound = u64::from(bound);
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next_u64();
            if number < limit {
                return u32::try_from(number % bound).unwrap_or(0);
            }
        }
    }

    /// Puts the items in an order drawn by lot, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = u32::try_from(last + 1).unwrap_or(u32::MAX);
            let other = self.below(bound) as usize;
            items.swap(last, other);
        }
    }
}
