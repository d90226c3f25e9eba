//! What stands before a message over gRPC: a flag and four bytes of length.

/// Its size, in bytes.
pub const PREFIX: usize = 5;

/// How long the message is that follows, once the whole prefix is there.
pub fn length(framed: &[u8]) -> Option<usize> {
    let length = framed.get(1..PREFIX)?.try_into().ok()?;
    usize::try_from(u32::from_be_bytes(length)).ok()
}
