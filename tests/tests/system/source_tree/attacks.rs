//! The page on security: every test that it names stands where it says.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{files, root};

/// What stands between back-ticks where the page speaks of tests: from `Tests:` or `*Tests.*` to the paragraph's end.
fn named(page: &str) -> Vec<&str> {
    let paragraphs = page.split("\n\n");
    let of_tests = paragraphs.filter_map(|text| {
        let begin = ["*Tests.*", "Tests:"]
            .iter()
            .find_map(|word| text.find(word));
        begin.map(|begin| &text[begin..])
    });
    of_tests
        .flat_map(|text| text.split('`').skip(1).step_by(2))
        .collect()
}

/// A path to a test, or to a module of tests, as they are written in the page: nothing with a capital or a blank.
fn is_path(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    name.chars()
        .all(|letter| plain(letter) || "_:".contains(letter))
}

/// The modules that a file is: `["abuse", "memory"]`, after whatever stands before them.
fn is_module(path: &Path, modules: &[&str]) -> bool {
    let path = path.with_extension("");
    let path = match path.file_name() {
        Some(name) if name == "mod" => path.parent().unwrap().to_path_buf(),
        _ => path,
    };
    path.ends_with(modules.iter().collect::<PathBuf>())
}

/// Whether a test of this name is in the text.
fn has_test(text: &str, name: &str) -> bool {
    let is_test = |before: &str| {
        let attributes = before.rsplit("\n\n").next().unwrap();
        attributes.contains("#[test]") || attributes.contains("#[tokio::test")
    };
    let begin = format!("fn {name}(");
    text.match_indices(&begin)
        .any(|(at, _)| is_test(&text[..at]))
}

/// Why what the page names is no test, nor a check of the attacks on the API's document, nor a file or module of tests.
fn complaint((sources, checks): (&[(PathBuf, String)], &str), name: &str) -> Option<String> {
    if name.contains('/') {
        let is_there = root().join(name).exists();
        return (!is_there).then(|| format!("there is no {name}"));
    }
    if checks.contains(&format!("\ndef {name}(")) {
        return None;
    }
    let parts: Vec<&str> = name.split("::").collect();
    let (test, around) = parts.split_last().unwrap();
    // Tests inside a source stand in its module `tests`, which may be a file of its own.
    let source = around.strip_suffix(&["tests"]).unwrap_or(around);
    let stands = sources.iter().any(|(path, text)| {
        let is_around = is_module(path, around) || is_module(path, source);
        is_module(path, &parts) || is_around && has_test(text, test)
    });
    (!stands).then(|| format!("there is no test {name}"))
}

fn sources() -> Vec<(PathBuf, String)> {
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    files("rs").into_iter().map(read).collect()
}

#[test]
fn every_test_that_the_page_on_security_names_is_there() {
    let page = fs::read_to_string(root().join("docs/security.md")).unwrap();
    // A value, or a command, is named there too.
    let named = named(&page).into_iter();
    let named: Vec<&str> = named
        .filter(|name| name.contains('/') || is_path(name) && name.contains(['_', ':']))
        .collect();
    assert!(named.len() > 20, "{named:?}");
    let sources = sources();
    let checks = fs::read_to_string(root().join("scripts/attacks/checks.py")).unwrap();
    let wrong = named
        .iter()
        .filter_map(|name| complaint((&sources, &checks), name));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_test_that_is_not_there_is_noticed() {
    let page =
        "Word of `nothing`.\n\n*Tests.* `abuse::a_b` and\n`x/y.rs` (`Limits`).\n\nTests: `c`.";
    assert_eq!(named(page), ["abuse::a_b", "x/y.rs", "Limits", "c"]);
    let text = "#[test]\nfn a_b() {}\n\nfn helper_of_it() {}\n".to_owned();
    let sources = [(PathBuf::from("gateway/tests/gateway/abuse/memory.rs"), text)];
    let complaint = |name| complaint((&sources, "\ndef a_check(ctx):\n"), name);
    for right in [
        "a_b",
        "a_check",
        "memory::a_b",
        "abuse::memory::a_b",
        "abuse::memory",
        "docs/security.md",
    ] {
        assert_eq!(complaint(right), None, "{right}");
    }
    for wrong in [
        "helper_of_it",
        "a_c",
        "bodies::a_b",
        "abuse::a_b",
        "abuse::bodies",
        "docs/insecurity.md",
    ] {
        assert!(complaint(wrong).is_some(), "{wrong}");
    }
}
