//! What services, the gateway and what they stand on refuse in words of their own, read out of their sources.

use std::{collections::BTreeMap, fs, path::Path};

use outflank_access::Kind;

/// A code with a sentence that it is told in.
#[derive(Clone)]
pub struct Said {
    pub kind: Kind,
    pub code: String,
    pub sentence: String,
    pub paragraph: String,
    /// Whose methods are refused with it; none = anybody's.
    pub packages: &'static [&'static str],
}

/// The folders, and whose methods refuse in their words.
const FOLDERS: [(&str, &[&str]); 8] = [
    ("services/identity/src", &["identity"]),
    ("services/pairing/src", &["pairing"]),
    ("services/play/src", &["play"]),
    ("services/ratings/src", &["ratings"]),
    ("services/standings/src", &["standings"]),
    ("platform/access/src", &[]),
    ("platform/transport/src", &[]),
    ("gateway/src", &[]),
];

/// How a refusal is made, and its kind where that is settled.
const MAKERS: [(&str, Option<Kind>); 4] = [
    ("Problem::new(", None),
    ("Self::new(", None),
    ("invalid(", Some(Kind::Invalid)),
    ("forbidden(", Some(Kind::Forbidden)),
];

/// What is put together in several places.
const MADE_OF_PARTS: [(&str, &str); 4] = [
    (
        "bad_reason",
        "A reason or another text that goes with an act must have 1 to {most} characters and no control characters.",
    ),
    (
        "invalid_body",
        "What in the body is wrong, and what would be right.",
    ),
    (
        "invalid_path",
        "What in the address is wrong, and what would be right.",
    ),
    (
        "bad_name",
        "{what} must have {least} to {most} characters and no control characters.",
    ),
];

/// Every refusal that is written out in the sources.
pub fn said_in_sources(root: &Path) -> Vec<Said> {
    let mut said = Vec::new();
    for (folder, packages) in FOLDERS {
        for text in texts(&root.join(folder)) {
            for (maker, kind) in MAKERS {
                let made = text.split(maker).skip(1);
                said.extend(made.filter_map(|rest| one(rest, kind, packages)));
            }
        }
    }
    said.extend(MADE_OF_PARTS.map(|(code, sentence)| Said {
        kind: Kind::Invalid,
        code: code.to_owned(),
        sentence: sentence.to_owned(),
        paragraph: String::new(),
        packages: &[],
    }));
    said
}

/// The sources in a folder, without their own tests.
fn texts(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(texts(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(path).unwrap();
            let code = text.split("#[cfg(test)]\nmod ").next();
            found.push(code.unwrap_or_default().to_owned());
        }
    }
    found
}

/// The arguments behind a maker: a kind, if it is not settled, a code, a sentence.
fn one(rest: &str, kind: Option<Kind>, packages: &'static [&'static str]) -> Option<Said> {
    let mut rest = rest.trim_start();
    let kind = match kind {
        Some(kind) => kind,
        None => {
            let (name, after) = rest.split_once(',')?;
            rest = after.trim_start();
            kind_named(name.rsplit("::").next()?)?
        }
    };
    let (code, rest) = literal(rest)?;
    let rest = rest.trim_start().strip_prefix(',')?.trim_start();
    let rest = rest.strip_prefix("format!(").unwrap_or(rest);
    let sentence = literal(rest.trim_start()).map(|(sentence, _)| sentence);
    Some(Said {
        kind,
        code,
        sentence: sentence.unwrap_or_default(),
        paragraph: String::new(),
        packages,
    })
}

/// A text as Rust writes it, and what follows it.
fn literal(rest: &str) -> Option<(String, &str)> {
    let rest = rest.strip_prefix('"')?;
    let mut text = String::new();
    let mut letters = rest.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((text, rest.get(at + 1..)?)),
            '\\' => match letters.next()?.1 {
                '\n' => {
                    let rest = letters.as_str();
                    let blank = rest.chars().take_while(|letter| letter.is_whitespace());
                    for _ in 0..blank.count() {
                        letters.next();
                    }
                }
                escaped => text.push(escaped),
            },
            letter => text.push(letter),
        }
    }
    None
}

/// The kind of this name.
pub fn kind_named(name: &str) -> Option<Kind> {
    let kinds = [
        Kind::Invalid,
        Kind::Unauthenticated,
        Kind::Forbidden,
        Kind::NotFound,
        Kind::Refused,
        Kind::Conflict,
        Kind::TooMany,
        Kind::Unavailable,
        Kind::Internal,
    ];
    kinds.into_iter().find(|kind| format!("{kind:?}") == name)
}

/// The engine's codes that pairing takes for other than a refusal by the rules.
pub fn pairing_kinds(root: &Path) -> BTreeMap<String, Kind> {
    let path = root.join("services/pairing/src/app/problems.rs");
    let text = fs::read_to_string(path).unwrap();
    let lists = [
        ("const ABSENT", Kind::NotFound),
        ("const ABOUT_THE_CALLER", Kind::Forbidden),
        ("const ABOUT_THE_REQUEST", Kind::Invalid),
    ];
    let mut kinds = BTreeMap::new();
    for (name, kind) in lists {
        let list = text.split(name).nth(1).unwrap().split("];").next().unwrap();
        let codes = list.split('"').skip(1).step_by(2);
        kinds.extend(codes.map(|code| (code.to_owned(), kind)));
    }
    kinds
}
