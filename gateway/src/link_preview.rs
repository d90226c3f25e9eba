//! What a page's address tells whoever shows a preview of a link to it: nothing is looked up, the picture says the rest.

use std::fmt::Write as _;

use http::Uri;
use outflank_picture::{HEIGHT, Language, WIDTH};

/// Longer ids lead nowhere, nor do those of other letters.
const MOST_ID_BYTES: usize = 64;
/// No game has more plies than three digits say.
const MOST_PLY_DIGITS: usize = 3;

/// A page that has a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pictured<'a> {
    Game(&'a str),
    Tournament(&'a str),
}

impl<'a> Pictured<'a> {
    fn of(path: &'a str) -> Option<Self> {
        let mut parts = path.strip_prefix('/')?.split('/');
        let page = match (parts.next()?, parts.next()?) {
            ("g", game) if parts.clone().next().is_none() => Self::Game(game),
            ("t", tournament) => Self::Tournament(tournament),
            _ => return None,
        };
        let (Self::Game(id) | Self::Tournament(id)) = page;
        let mut views = parts;
        let is_view = |view: &str| view.bytes().all(|byte| byte.is_ascii_lowercase());
        let fits = is_id(id) && views.next().is_none_or(is_view) && views.next().is_none();
        fits.then_some(page)
    }
}

fn is_id(text: &str) -> bool {
    let is_of_id = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=MOST_ID_BYTES).contains(&text.len()) && text.bytes().all(is_of_id)
}

/// The tags of a page under the server's public origin; none where the page has no picture.
pub fn tags(origin: &str, address: &Uri) -> Option<String> {
    let page = Pictured::of(address.path())?;
    let asked = |name: &str| {
        let mut pairs = address.query().unwrap_or_default().split('&');
        pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
    };
    let (title, words, picture) = match page {
        Pictured::Game(id) => (
            "A game of Othello",
            "The board of the game, who plays it and how it stands.",
            format!("/api/v1/games/{id}/picture.png"),
        ),
        Pictured::Tournament(id) => (
            "An Othello tournament",
            "The first places of the tournament.",
            format!("/api/v1/tournaments/{id}/standings/picture.png"),
        ),
    };
    let is_ply = |ply: &&str| {
        (1..=MOST_PLY_DIGITS).contains(&ply.len()) && ply.bytes().all(|byte| byte.is_ascii_digit())
    };
    let ply = asked("ply").filter(is_ply);
    let ply = ply.filter(|_| matches!(page, Pictured::Game(_)));
    let language = asked("lang").filter(|code| Language::of(code).is_some());
    let queries = [
        ply.map(|ply| format!("ply={ply}")),
        language.map(|code| format!("lang={code}")),
    ];
    let queries: Vec<String> = queries.into_iter().flatten().collect();
    let query = match queries.as_slice() {
        [] => String::new(),
        queries => format!("?{}", queries.join("&")),
    };
    let (origin, path) = (origin.trim_end_matches('/'), address.path());
    let (width, height) = (WIDTH.to_string(), HEIGHT.to_string());
    let mut tags = String::new();
    for (kind, name, value) in [
        ("property", "og:site_name", "Outflank"),
        ("property", "og:type", "website"),
        ("property", "og:title", title),
        ("property", "og:url", &format!("{origin}{path}{query}")),
        ("property", "og:image", &format!("{origin}{picture}{query}")),
        ("property", "og:image:type", "image/png"),
        ("property", "og:image:width", &width),
        ("property", "og:image:height", &height),
        ("property", "og:image:alt", words),
        ("name", "twitter:card", "summary_large_image"),
    ] {
        let value = escaped(value);
        // Writing to a text does not fail.
        let _written = writeln!(tags, r#"<meta {kind}="{name}" content="{value}" />"#);
    }
    Some(tags)
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const ORIGIN: &str = "https://open.example";

    fn of(address: &str) -> Option<String> {
        tags(ORIGIN, &address.parse().unwrap())
    }

    fn content(tags: &str, name: &str) -> String {
        let (_, behind) = tags.split_once(&format!("\"{name}\" content=\"")).unwrap();
        behind.split_once('"').unwrap().0.to_owned()
    }

    #[test]
    fn a_game_and_an_event_have_their_pictures() {
        for (address, picture) in [
            ("/g/Ab-3_", "/api/v1/games/Ab-3_/picture.png"),
            (
                "/g/g1?ply=23&line=f5",
                "/api/v1/games/g1/picture.png?ply=23",
            ),
            (
                "/g/g1?lang=ja&ply=2",
                "/api/v1/games/g1/picture.png?ply=2&amp;lang=ja",
            ),
            ("/t/t1", "/api/v1/tournaments/t1/standings/picture.png"),
            (
                "/t/t1/pairings?round=2",
                "/api/v1/tournaments/t1/standings/picture.png",
            ),
        ] {
            let tags = of(address).unwrap();
            assert_eq!(content(&tags, "og:image"), format!("{ORIGIN}{picture}"));
            assert!(content(&tags, "og:url").starts_with(ORIGIN), "{address}");
            assert_eq!(content(&tags, "twitter:card"), "summary_large_image");
        }
    }

    #[test]
    fn other_pages_have_none_and_no_address_breaks_out() {
        for address in [
            "/",
            "/g",
            "/g/",
            "/t/",
            "/g/g1/x",
            "/t/t1/desk/round/x",
            "/seasons/1",
            "/embed/g/g1",
            "/g/%22%3E%3Cscript%3E",
            "/g/a.b",
            "/t/t1/%3Cb%3E",
        ] {
            assert_eq!(of(address), None, "{address}");
        }
        assert_eq!(of(&format!("/g/{}", "a".repeat(65))), None);
        let tags = of("/g/g1?ply=%22x&lang=%3Cscript&ply2=1&x='").unwrap_or_default();
        assert_eq!(
            content(&tags, "og:image"),
            format!("{ORIGIN}/api/v1/games/g1/picture.png")
        );
    }
}
