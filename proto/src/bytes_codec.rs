//! Messages as the bytes that they are: what is encoded once for many, and what is decoded elsewhere.

use bytes::{Buf as _, BufMut as _, Bytes};
use tonic::{
    Status,
    codec::{BufferSettings, Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
};

/// Takes and gives encoded messages.
#[derive(Debug, Clone, Copy, Default)]
pub struct BytesCodec {
    writes: BufferSettings,
}

impl BytesCodec {
    /// One that writes so.
    #[must_use]
    pub const fn writing(writes: BufferSettings) -> Self {
        Self { writes }
    }
}

impl Codec for BytesCodec {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for BytesCodec {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, into: &mut EncodeBuf<'_>) -> Result<(), Status> {
        into.put(message);
        Ok(())
    }

    fn buffer_settings(&self) -> BufferSettings {
        self.writes
    }
}

impl Decoder for BytesCodec {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(from.copy_to_bytes(from.remaining())))
    }
}
