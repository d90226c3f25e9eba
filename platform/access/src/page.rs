//! Pages of lists: how much one holds, and where the next begins.
//!
//! A token bears the key, in the order of the list, of the last item that was seen: what comes or goes between two pages
//! neither skips nor doubles what stays. It comes back from outside and is compared, never trusted: who forges one
//! reads the same list from another place.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};

use crate::{Kind, Problem, problem};

/// Items in a page whose size is not said.
pub const USUAL_SIZE: u32 = 100;
/// Most items in a page.
pub const MOST_ITEMS: u32 = 1_000;
/// Longest token, in bytes: what the contract says of every `page_token`.
pub const LONGEST_TOKEN: usize = 1_024;

/// What this release's tokens begin with.
const VERSION: u8 = 1;
/// Bytes of the digest by which a token knows its query.
const QUERY_BYTES: usize = 8;

/// The page of a list that is asked for; `K` is the key by which the list is ordered.
#[derive(Debug, Clone)]
pub struct Page<K> {
    size: usize,
    query: [u8; QUERY_BYTES],
    after: Option<K>,
}

impl<K: Serialize + DeserializeOwned> Page<K> {
    /// Reads `page_size` and `page_token`. `query` names the list and holds whatever chooses what is in it: a token is
    /// good under the same query alone.
    ///
    /// # Errors
    /// `invalid_page_size`, `invalid_page_token`.
    pub fn asked(size: u32, token: &str, query: &impl Serialize) -> Result<Self, Problem> {
        let size = match size {
            0 => USUAL_SIZE,
            1..=MOST_ITEMS => size,
            _ => {
                return Err(problem!(
                    Kind::Invalid,
                    "invalid_page_size",
                    "`page_size` is {page_size}: ask for at most {most} and go on with `page_token`.",
                    page_size = size,
                    most = MOST_ITEMS,
                ));
            }
        };
        let query = serde_json::to_vec(query).map_err(Problem::internal)?;
        let mut page = Self {
            size: usize::try_from(size).map_err(Problem::internal)?,
            query: [0; QUERY_BYTES],
            after: None,
        };
        for (to, from) in page.query.iter_mut().zip(Sha256::digest(&query)) {
            *to = from;
        }
        if !token.is_empty() {
            page.after = Some(page.key(token).ok_or_else(refused_token)?);
        }
        Ok(page)
    }

    /// The key of the last item that was seen; none on the first page.
    #[must_use]
    pub fn after(&self) -> Option<&K> {
        self.after.as_ref()
    }

    /// How many items to look for: one more than the page holds tells whether another follows.
    #[must_use]
    pub fn sought(&self) -> usize {
        self.size + 1
    }

    /// The same, as a statement's `LIMIT`.
    #[must_use]
    pub fn limit(&self) -> i64 {
        i64::try_from(self.sought()).unwrap_or(i64::MAX)
    }

    /// Cuts what was found behind [`after`](Self::after) to the page; answers it and the next page's token, empty where
    /// nothing follows.
    ///
    /// # Errors
    /// When a key cannot be written.
    pub fn cut<T>(
        &self,
        found: Vec<T>,
        key: impl FnOnce(&T) -> K,
    ) -> Result<(Vec<T>, String), Problem> {
        let fits = found.len().min(self.size);
        self.cut_behind(fits, found, key)
    }

    /// The same, where the page holds no more than so many bytes either, but one item whatever its size; `size` says how
    /// many an item has.
    ///
    /// # Errors
    /// When a key cannot be written.
    pub fn cut_within<T>(
        &self,
        (most_bytes, size): (usize, impl Fn(&T) -> usize),
        found: Vec<T>,
        key: impl FnOnce(&T) -> K,
    ) -> Result<(Vec<T>, String), Problem> {
        let mut bytes = 0_usize;
        let fits = found.iter().take(self.size).take_while(|item| {
            bytes = bytes.saturating_add(size(item));
            bytes <= most_bytes
        });
        let fits = fits.count().max(1);
        self.cut_behind(fits, found, key)
    }

    fn cut_behind<T>(
        &self,
        fits: usize,
        mut found: Vec<T>,
        key: impl FnOnce(&T) -> K,
    ) -> Result<(Vec<T>, String), Problem> {
        let more = found.len() > fits;
        found.truncate(fits);
        let next = match found.last().filter(|_| more) {
            Some(last) => self.token(&key(last))?,
            None => String::new(),
        };
        Ok((found, next))
    }

    /// The token that asks for what comes behind a key, whether or not something does yet.
    ///
    /// # Errors
    /// When the key cannot be written.
    pub fn token(&self, key: &K) -> Result<String, Problem> {
        let mut token = vec![VERSION];
        token.extend(self.query);
        serde_json::to_writer(&mut token, key).map_err(Problem::internal)?;
        Ok(URL_SAFE_NO_PAD.encode(token))
    }

    fn key(&self, token: &str) -> Option<K> {
        if token.len() > LONGEST_TOKEN {
            return None;
        }
        let token = URL_SAFE_NO_PAD.decode(token).ok()?;
        let key = token.strip_prefix(&[VERSION])?.strip_prefix(&self.query)?;
        let key = std::str::from_utf8(key).ok()?;
        // No key holds it, and Postgres takes it in no text.
        if key.contains("\\u0000") {
            return None;
        }
        serde_json::from_str(key).ok()
    }
}

/// What is answered to a token that is not of this list.
#[must_use]
pub fn refused_token() -> Problem {
    Problem::new(
        Kind::Invalid,
        "invalid_page_token",
        "This `page_token` is not of this list under this query: begin again without one.",
    )
}
