//! Documents that many ask for: each made once as JSON, and once as its compressed bytes.
//!
//! A service answers everybody who sees the same with the same message, so what is made of one is known by the message
//! itself: there is nothing in here that could be older than it.

use std::{
    io::Write as _,
    sync::{Arc, OnceLock},
};

use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use http::{HeaderMap, header};
use outflank_kept::{Kept, Weighed};
use outflank_proto::json::Fault;

use crate::unread::{Lent, Loans};

/// Room for what was made, in bytes.
const MOST_KEPT_BYTES: u64 = 8 << 20;
/// A shorter message is made into JSON sooner than it is found.
const LEAST_BYTES: usize = 2 * 1024;

/// What was made of a message.
#[derive(Debug)]
pub struct Document {
    message: Bytes,
    json: Bytes,
    compressed: OnceLock<Option<Bytes>>,
    /// Who reads it, however long after it was put out.
    loans: Arc<Loans>,
}

impl Weighed for Document {
    fn bytes(&self) -> u64 {
        // Compressed it takes no more than plain.
        let bytes = self.message.len() + 2 * self.json.len();
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

impl Document {
    /// The same in gzip; none where that could not be made.
    fn gzip(&self) -> Option<Bytes> {
        let made = self.compressed.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&self.json).ok()?;
            encoder.finish().ok().map(Bytes::from)
        });
        made.clone()
    }
}

/// What was made of messages lately.
#[derive(Debug)]
pub struct Answers {
    /// By method and tag.
    kept: Kept<(&'static str, String), Arc<Document>>,
}

impl Default for Answers {
    fn default() -> Self {
        Self {
            kept: Kept::new("gateway_answers", MOST_KEPT_BYTES),
        }
    }
}

/// The bytes of an answer.
#[derive(Debug)]
pub struct Made {
    /// JSON, or that in gzip.
    pub bytes: Bytes,
    /// Whether it is in gzip.
    pub is_compressed: bool,
    /// Others are answered by the same bytes.
    pub loans: Option<Arc<Loans>>,
}

impl Made {
    /// What is made for one reader.
    pub fn alone(json: Vec<u8>) -> Self {
        Self {
            bytes: json.into(),
            is_compressed: false,
            loans: None,
        }
    }

    /// The extension of its answer, where it is lent.
    pub fn lent(&self) -> Option<Lent> {
        Some(Lent {
            loans: Arc::clone(self.loans.as_ref()?),
            is_compressed: self.is_compressed,
        })
    }
}

impl Answers {
    /// What a method's message of that tag is as JSON: as it was made before, or by `make`. Compressed only where the asker takes
    /// that and somebody asked for the same before: what one reader alone asks for is compressed as it is sent.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn of(
        &self,
        (method, tag): (&'static str, &str),
        message: &Bytes,
        asked: &HeaderMap,
        make: impl FnOnce() -> Result<Vec<u8>, Fault>,
    ) -> Result<Made, Fault> {
        if message.len() < LEAST_BYTES {
            return Ok(Made::alone(make()?));
        }
        let key = (method, tag.to_owned());
        // Two messages may have one tag: what is made of one is not shown for the other.
        let known = self.kept.get(&key);
        if let Some(known) = known.filter(|known| known.message == message) {
            let compressed = takes_gzip(asked).then(|| known.gzip()).flatten();
            return Ok(Made {
                is_compressed: compressed.is_some(),
                bytes: compressed.unwrap_or_else(|| known.json.clone()),
                loans: Some(Arc::clone(&known.loans)),
            });
        }
        let json = Bytes::from(make()?);
        let loans = Arc::new(Loans::new(json.len()));
        let document = Document {
            message: message.clone(),
            json: json.clone(),
            compressed: OnceLock::new(),
            loans: Arc::clone(&loans),
        };
        self.kept.keep(key, Arc::new(document));
        Ok(Made {
            bytes: json,
            is_compressed: false,
            loans: Some(loans),
        })
    }
}

/// Whether an answer in gzip is taken, and not as the last resort.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let values = asked.get_all(header::ACCEPT_ENCODING).iter();
    let texts = values.filter_map(|value| value.to_str().ok());
    let mut codings = texts.flat_map(|text| text.split(','));
    codings.any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        is_gzip && !parts.any(|part| part.to_ascii_lowercase().starts_with("q=0"))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use std::io::Read as _;

    use super::*;

    fn asking(codings: &str) -> HeaderMap {
        let mut asked = HeaderMap::new();
        asked.insert(header::ACCEPT_ENCODING, codings.parse().unwrap());
        asked
    }

    fn plain(made: Result<Made, Fault>) -> Bytes {
        let made = made.unwrap();
        assert!(!made.is_compressed);
        made.bytes
    }

    #[test]
    fn what_was_made_is_made_once_and_compressed_for_whoever_asks_after_the_first() {
        let answers = Answers::default();
        let message = Bytes::from(vec![7; LEAST_BYTES]);
        let json = vec![b'j'; 4 * LEAST_BYTES];
        let asked = asking("br;q=0.5, gzip");
        let first = answers.of(("m", "t"), &message, &asked, || Ok(json.clone()));
        assert_eq!(plain(first), json);
        let again = answers.of(("m", "t"), &message, &asked, || panic!("it was made"));
        let again = again.unwrap();
        assert!(again.is_compressed);
        let mut read = Vec::new();
        flate2::read::GzDecoder::new(&*again.bytes)
            .read_to_end(&mut read)
            .unwrap();
        assert_eq!(read, json);
        for codings in ["identity", "br", "gzip;q=0", "gzip; q=0.001"] {
            let again = answers.of(("m", "t"), &message, &asking(codings), || {
                panic!("it was made")
            });
            assert_eq!(plain(again), json, "{codings}");
        }
    }

    #[test]
    fn another_message_and_another_method_have_their_own() {
        let answers = Answers::default();
        let (one, other) = (
            Bytes::from(vec![1; LEAST_BYTES]),
            Bytes::from(vec![2; LEAST_BYTES]),
        );
        let made = |(method, tag), message, json: &'static str| {
            let made = answers.of(
                (method, tag),
                message,
                &HeaderMap::new(),
                || Ok(json.into()),
            );
            plain(made)
        };
        for (of, message, json) in [
            (("m", "1"), &one, "a"),
            (("m", "2"), &other, "b"),
            (("n", "1"), &one, "c"),
        ] {
            assert_eq!(made(of, message, json), json);
        }
        assert_eq!(made(("m", "1"), &one, "again"), "a");
        // Though it should have the tag of another.
        assert_eq!(made(("m", "1"), &other, "d"), "d");
    }
}
