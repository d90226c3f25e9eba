//! Lists that are given a page at a time.

use std::fmt::Debug;

/// A page: what is in it, and the next one's token, empty on the last.
pub type Page<T> = (Vec<T>, String);

/// A list read to its end in pages of 1, of 2 and of 1,000: each time the same, and no page is too long.
///
/// # Panics
/// When it is not so.
pub async fn by_pages<T: PartialEq + Debug>(ask: impl AsyncFn(u32, String) -> Page<T>) -> Vec<T> {
    let mut whole: Option<Vec<T>> = None;
    for size in [1_000, 1, 2] {
        let mut read = Vec::new();
        let mut token = String::new();
        loop {
            let (page, next) = ask(size, token).await;
            assert!(page.len() <= size as usize, "a page of {size}: {page:?}");
            assert!(next.is_empty() || !page.is_empty(), "an empty page");
            read.extend(page);
            token = next;
            if token.is_empty() {
                break;
            }
        }
        match &whole {
            Some(whole) => assert_eq!(&read, whole, "in pages of {size}"),
            None => whole = Some(read),
        }
    }
    whole.unwrap_or_default()
}

/// What is no token of any list: garbage, and what is left of a token that was cut.
#[must_use]
pub fn spoilt(token: &str) -> Vec<String> {
    let cut = |length: usize| token.chars().take(length).collect();
    let mut spoilt = vec![
        "next".to_owned(),
        "AQ".to_owned(),
        "no%20token".to_owned(),
        "A".repeat(1_025),
        format!("{token}A"),
        cut(token.len() / 2),
        cut(token.len().saturating_sub(1)),
    ];
    let mut other_version = token.to_owned();
    other_version.replace_range(..1, "_");
    spoilt.push(other_version);
    spoilt
}
