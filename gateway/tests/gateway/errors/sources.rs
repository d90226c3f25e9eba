//! What services, the gateway and what they stand on refuse in words of their own, read out of their sources.

use std::{collections::BTreeMap, fs, path::Path};

use outflank_access::Kind;

use super::{
    calls::{Call, calls, literal, literal_kind},
    makers::{MAKERS, Maker, SAID_ELSEWHERE},
};

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
const FOLDERS: [(&str, &[&str]); 11] = [
    ("services/identity/src", &["identity"]),
    ("services/pairing/src", &["pairing"]),
    ("services/play/src", &["play"]),
    ("services/ratings/src", &["ratings"]),
    ("services/standings/src", &["standings"]),
    ("platform/access/src", &[]),
    ("platform/journal/src", &[]),
    ("platform/live/src", &[]),
    ("platform/transport/src", &[]),
    ("gateway/src", &[]),
    ("server/src", &[]),
];

/// What the contracts' codec says of the parts of a request.
const SAID_BY_THE_CODEC: [(&str, &str); 3] = [
    (
        "invalid_body",
        "What in the body is wrong, and what would be right.",
    ),
    (
        "invalid_path",
        "What in the address is wrong, and what would be right.",
    ),
    (
        "invalid_query",
        "What in the query is wrong, and what would be right.",
    ),
];

/// What was read, and what in it is not as it has to be, by file and line.
#[derive(Default)]
pub struct Sources {
    pub said: Vec<Said>,
    pub faults: Vec<String>,
    elsewhere: Vec<(String, String)>,
}

/// Every refusal that is written out in the sources.
pub fn said_in_sources(root: &Path) -> Sources {
    let mut sources = Sources::default();
    for (folder, packages) in FOLDERS {
        for (file, text) in texts(&root.join(folder)) {
            let file = file.strip_prefix(&format!("{}/", root.display()));
            sources.read(file.unwrap(), &text, packages);
        }
    }
    for (file, arguments, whose) in SAID_ELSEWHERE {
        let stands = |(in_file, with): &(String, String)| in_file == file && is(with, arguments);
        if !sources.elsewhere.iter().any(stands) {
            let fault = format!("{file}: nothing is said here by {arguments} any more ({whose})");
            sources.faults.push(fault);
        }
    }
    sources
        .said
        .extend(SAID_BY_THE_CODEC.map(|(code, sentence)| Said {
            kind: Kind::Invalid,
            code: code.to_owned(),
            sentence: sentence.to_owned(),
            paragraph: String::new(),
            packages: &[],
        }));
    sources
}

impl Sources {
    /// The refusals of one file.
    pub fn read(&mut self, file: &str, text: &str, packages: &'static [&'static str]) {
        for maker in MAKERS.iter().filter(|of| file.starts_with(of.under)) {
            for call in calls(text, maker.call) {
                match one(call.arguments, maker, packages) {
                    Some(said) => {
                        let faults = faults(&said.sentence, maker.has_values);
                        let places = faults.map(|fault| place(file, &call, &fault));
                        self.faults.extend(places);
                        self.said.push(said);
                    }
                    None if is_said_elsewhere(file, call.arguments) => {
                        let with = (file.to_owned(), call.arguments.to_owned());
                        self.elsewhere.push(with);
                    }
                    None => {
                        let fault = "code and sentence do not stand where it is said; say values by problem!";
                        self.faults.push(place(file, &call, fault));
                    }
                }
            }
        }
    }
}

fn place(file: &str, call: &Call, fault: &str) -> String {
    format!("{file}:{}: {fault}", call.line)
}

fn is_said_elsewhere(file: &str, arguments: &str) -> bool {
    let mut known = SAID_ELSEWHERE.iter();
    known.any(|(of, with, _)| *of == file && is(arguments, with))
}

/// Whether the arguments begin so, however they are broken into lines.
fn is(arguments: &str, with: &str) -> bool {
    let words: Vec<&str> = arguments.split_whitespace().take(16).collect();
    words.join(" ").starts_with(with)
}

/// The arguments behind a maker: a kind and a code, if they are not settled, and a sentence.
fn one(arguments: &str, maker: &Maker, packages: &'static [&'static str]) -> Option<Said> {
    let mut rest = arguments.trim_start();
    let kind = match maker.kind {
        Some(kind) => kind,
        None => {
            let (kind, after) = literal_kind(rest)?;
            rest = after;
            kind
        }
    };
    let code = match maker.code {
        Some(code) => code.to_owned(),
        None => {
            let (code, after) = literal(rest)?;
            rest = after.trim_start().strip_prefix(',')?.trim_start();
            code
        }
    };
    let (sentence, _) = literal(rest)?;
    Some(Said {
        kind,
        code,
        sentence,
        paragraph: String::new(),
        packages,
    })
}

/// What in a sentence is no parameter's name, or no parameter.
fn faults(sentence: &str, has_values: bool) -> impl Iterator<Item = String> {
    let places = sentence.split('{').skip(1);
    places.filter_map(move |rest| {
        let place = rest.split('}').next().unwrap_or_default();
        let name = place.split(':').next().unwrap_or_default();
        let plain = |of: char| of.is_ascii_lowercase() || of.is_ascii_digit() || of == '_';
        if !has_values {
            return Some(format!(
                "{{{place}}} becomes no parameter: say it by problem!"
            ));
        }
        let is_name =
            name.starts_with(|of: char| of.is_ascii_lowercase()) && name.chars().all(plain);
        (!is_name).then(|| format!("{{{place}}} is no name of a parameter"))
    })
}

/// The sources in a folder by their paths, without their own tests.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(texts(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod ").next();
            let code = code.unwrap_or_default().to_owned();
            found.push((path.display().to_string(), code));
        }
    }
    found
}

/// The engine's codes that pairing takes for other than a refusal by the rules.
pub fn pairing_kinds(root: &Path) -> BTreeMap<String, Kind> {
    let path = root.join("services/pairing/src/app/problems.rs");
    let text = fs::read_to_string(path).unwrap();
    let lists = [
        ("const ABSENT", Kind::NotFound),
        ("const ABOUT_THE_CALLER", Kind::Forbidden),
        ("const ABOUT_THE_REQUEST", Kind::Invalid),
        ("const PASSING", Kind::Unavailable),
    ];
    let mut kinds = BTreeMap::new();
    for (name, kind) in lists {
        let list = text.split(name).nth(1).unwrap().split("];").next().unwrap();
        let codes = list.split('"').skip(1).step_by(2);
        kinds.extend(codes.map(|code| (code.to_owned(), kind)));
    }
    kinds
}
