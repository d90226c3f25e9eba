//! Straight between protobuf's wire bytes and JSON, by the tables of messages: no structs, no trees between.
//!
//! Fields have the names of the contract, enums the lower-case words of their values, 64-bit values are numbers below
//! 2^53, bytes are base64url without padding. An answer names every field that is not given only with another: an
//! absent message, an absent `optional` and, where the contract says so, a zero are null. The member of a oneof with a
//! tag stands as `{"type": "take_back", ...}`, its own fields beside the tag; of any other oneof each member stands
//! under its own name, and is null where it is not the one. A list of named values is one object. In a request null is
//! the same as no key, and only what can be absent can be null.

mod encode;
mod exact;
mod fault;
mod keys;
mod member;
mod object;
mod peek;
mod read;
mod refusal;
mod text;
mod value;
mod wire;
mod write;

use crate::schema::Field;

pub use crate::limits::GREATEST;
pub use exact::exact;
pub use fault::{Cause, Fault};
pub use peek::{Scalar, inner, scalar};
pub use read::{read, read_known};
pub use refusal::{Code, Refusal, Said};
pub use text::read_text;
pub use write::{differing, write, write_field, write_members};

/// The most bytes of JSON that are read, and the most of an answer's that are written. What a request may have is for
/// its route to say; this is what no message has any use for.
pub const MOST_BYTES: usize = 64 << 20;

/// Some fields of one message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields(u64);

impl Fields {
    /// Takes a field in; false if it was among them.
    pub fn insert(&mut self, field: &Field) -> bool {
        let with = self.0 | 1 << (field.place & 63);
        let new = with != self.0;
        self.0 = with;
        new
    }

    /// Without a field.
    pub fn remove(&mut self, field: &Field) {
        self.0 &= !(1 << (field.place & 63));
    }

    /// Whether it is among them.
    #[must_use]
    pub fn contains(self, field: &Field) -> bool {
        self.0 & 1 << (field.place & 63) != 0
    }
}
