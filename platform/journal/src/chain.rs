//! The hash chain of a stream.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::{Entry, NewFact, StreamId};

/// SHA-256 of an entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The previous hash of a stream's first entry: all zeros.
    pub const NONE: Self = Self([0; 32]);
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

/// Marks the reckoning below, so that another one can never be taken for it.
const CHAIN_FORMAT: &[u8] = b"outflank-entry-1";

/// SHA-256 over the entry as stored, except its own `hash`, and its facts.
///
/// Hashed are, one after the other: `outflank-entry-1`, previous hash, stream kind, stream id,
/// seq, `at_ms`, actor, command id, schema version, body, number of facts, then each fact's kind
/// and body. Integers are 8 bytes big-endian; everything else comes after its length in bytes,
/// written as such an integer.
#[must_use]
pub fn entry_hash(entry: &Entry, facts: &[NewFact]) -> Hash {
    let mut chain = Chain(Sha256::new());
    chain.bytes(CHAIN_FORMAT);
    chain.bytes(&entry.previous_hash.0);
    chain.bytes(entry.stream.kind.as_bytes());
    chain.bytes(entry.stream.id.as_bytes());
    chain.integer(entry.seq.to_be_bytes());
    chain.integer(entry.at_ms.to_be_bytes());
    chain.bytes(entry.actor.as_bytes());
    chain.bytes(entry.command_id.as_bytes());
    chain.integer(u64::from(entry.schema_version).to_be_bytes());
    chain.bytes(&entry.body);
    chain.integer((facts.len() as u64).to_be_bytes());
    for fact in facts {
        chain.bytes(fact.kind.as_bytes());
        chain.bytes(&fact.body);
    }
    Hash(chain.0.finalize().into())
}

struct Chain(Sha256);

impl Chain {
    fn integer(&mut self, value: [u8; 8]) {
        self.0.update(value);
    }

    fn bytes(&mut self, value: &[u8]) {
        self.integer((value.len() as u64).to_be_bytes());
        self.0.update(value);
    }
}

/// What a walk along the chains found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChainReport {
    /// Streams walked.
    pub streams: u64,
    /// Entries read.
    pub entries: u64,
    /// Facts read.
    pub facts: u64,
    /// Where the chains break; empty if all stand.
    pub breaks: Vec<ChainBreak>,
}

impl ChainReport {
    /// Whether every chain stands.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.breaks.is_empty()
    }
}

/// A place where a chain breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("entry {seq} of {stream}: {fault}")]
pub struct ChainBreak {
    /// The stream.
    pub stream: StreamId,
    /// `seq` of the entry.
    pub seq: i64,
    /// What is wrong there.
    pub fault: ChainFault,
}

/// What is wrong with an entry in its chain.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChainFault {
    /// The entry before it is missing.
    #[error("it follows entry {after}, so entries between them are missing")]
    Gap {
        /// `seq` of the entry found before it; 0 if there is none.
        after: i64,
    },
    /// It does not continue the entry before it.
    #[error("its previous hash is not the hash of the entry before it")]
    WrongPrevious,
    /// Header, body or facts are not the ones that were hashed.
    #[error("its hash does not fit its contents: header, body or facts were altered")]
    WrongHash,
    /// A value cannot be what the journal wrote.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// Facts name this entry, but it does not stand.
    #[error("facts belong to it, but it is missing")]
    MissingEntry,
}
