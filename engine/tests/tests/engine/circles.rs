//! No file of the engine needs a file that needs it in turn: what a file is about can be read before what builds on it.
//! What a folder's own file hands down to the files in it is not counted: only what is brought in by name, and what is
//! written out from the crate's root or from the folder above.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::sources::{files, repository};

/// A crate's modules by path (`table::clock`; the root is empty), each with its source.
type Modules = BTreeMap<String, String>;

fn modules(folder: &Path) -> Modules {
    files(vec![folder.to_owned()])
        .into_iter()
        .map(|file| {
            let inside = file.strip_prefix(folder).unwrap().with_extension("");
            let mut parts: Vec<String> = inside
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            if parts
                .last()
                .is_some_and(|last| last == "mod" || last == "lib")
            {
                parts.pop();
            }
            let source = std::fs::read_to_string(&file).unwrap();
            (parts.join("::"), code_of(&source))
        })
        .collect()
}

/// A source without comments and without its own tests.
fn code_of(source: &str) -> String {
    let code = source
        .split("#[cfg(test)]\nmod ")
        .next()
        .unwrap_or_default();
    let lines = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Every path of a tree such as `a::{b, c::{self, d as e}}`, with the name it gets here.
fn expanded(prefix: &str, tree: &str, into: &mut Vec<(String, String)>) {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
        let whole = if path.trim() == "self" {
            prefix.trim_end_matches("::").to_owned()
        } else {
            format!("{prefix}{}", path.trim())
        };
        let last = whole.rsplit("::").next().unwrap_or_default().to_owned();
        let name = if name.is_empty() {
            last
        } else {
            name.trim().to_owned()
        };
        if !tree.is_empty() {
            into.push((whole, name));
        }
        return;
    };
    let inner = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let prefix = format!("{prefix}{}", head.trim());
    let (mut depth, mut begin) = (0_i32, 0);
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expanded(&prefix, &inner[begin..at], into);
                begin = at + 1;
            }
            _ => {}
        }
    }
    expanded(&prefix, &inner[begin..], into);
}

/// What a source brings in: each path with the name that it gets, and whether it is passed on to other files.
fn uses(source: &str) -> Vec<(String, String, bool)> {
    let mut found = Vec::new();
    for statement in source.split(';') {
        let Some(at) = statement.rfind("use ").filter(|at| {
            let before = statement[..*at].lines().last().unwrap_or_default().trim();
            before.is_empty() || before.starts_with("pub")
        }) else {
            continue;
        };
        let tree = &statement[at + 4..];
        if tree
            .chars()
            .any(|letter| !letter.is_alphanumeric() && !"_:{},* \n".contains(letter))
        {
            continue;
        }
        let before = statement[..at].lines().last().unwrap_or_default().trim();
        let passed_on = before.starts_with("pub");
        let mut paths = Vec::new();
        expanded("", tree, &mut paths);
        found.extend(
            paths
                .into_iter()
                .map(|(path, name)| (path, name, passed_on)),
        );
    }
    found
}

/// The paths that the code writes out where it needs them: `super::flags::fall(state)`.
fn written_out(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for root in ["crate::", "super::"] {
        for (at, _) in source.match_indices(root) {
            let starts = source[..at].chars().next_back();
            if starts.is_some_and(|letter| letter.is_alphanumeric() || ":_$".contains(letter)) {
                continue;
            }
            let end = source[at..]
                .find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != ':');
            let path = end.map_or(&source[at..], |end| &source[at..at + end]);
            found.push(path.trim_end_matches(':').to_owned());
        }
    }
    found
}

/// A path as seen from the crate's root; `None` for another crate's.
fn from_root(modules: &Modules, module: &str, path: &str) -> Option<String> {
    let mut at: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    let mut parts: Vec<&str> = path.split("::").collect();
    match *parts.first()? {
        "crate" => at.clear(),
        "self" => {}
        "super" => {
            at.pop();
        }
        first => {
            let child = at
                .iter()
                .chain([&first])
                .copied()
                .collect::<Vec<_>>()
                .join("::");
            if !modules.contains_key(&child) {
                return None;
            }
            parts.insert(0, "self");
        }
    }
    let mut rest = parts[1..].iter().copied().peekable();
    while rest.next_if_eq(&"super").is_some() {
        at.pop();
    }
    at.extend(rest);
    Some(at.join("::"))
}

/// The file that declares what a path names: re-exports are followed.
fn declared_in(modules: &Modules, path: &str, depth: u32) -> Option<String> {
    let mut module = String::new();
    let mut parts = path.split("::").filter(|part| !part.is_empty()).peekable();
    while let Some(part) = parts.peek() {
        let child = if module.is_empty() {
            (*part).to_owned()
        } else {
            format!("{module}::{part}")
        };
        if !modules.contains_key(&child) {
            break;
        }
        module = child;
        parts.next();
    }
    let Some(item) = parts.next() else {
        return Some(module);
    };
    let source = modules.get(&module)?;
    let again = uses(source).into_iter().find(|(_, name, _)| name == item);
    match again.and_then(|(path, ..)| from_root(modules, &module, &path)) {
        Some(path) if depth > 0 => declared_in(modules, &path, depth - 1),
        _ => Some(module),
    }
}

/// The files that each file needs.
fn needs(modules: &Modules) -> BTreeMap<&str, BTreeSet<String>> {
    let of = |(module, source): (&'_ String, &'_ String)| -> BTreeSet<String> {
        let own = uses(source)
            .into_iter()
            .filter(|(.., passed_on)| !passed_on);
        own.map(|(path, ..)| path)
            .chain(written_out(source))
            .filter_map(|path| from_root(modules, module, &path))
            .filter_map(|path| declared_in(modules, &path, 8))
            .filter(|needed| needed != module && !needed.is_empty())
            .collect()
    };
    modules
        .iter()
        .map(|entry| (entry.0.as_str(), of(entry)))
        .collect()
}

/// The circles of a crate: the files that need one another, in order.
fn circles(folder: &str) -> Vec<String> {
    let modules = modules(&repository().join("engine").join(folder));
    assert!(modules.len() > 3, "{folder}");
    let needs = needs(&modules);
    let reach = |from: &str| -> BTreeSet<String> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<String> = vec![from.to_owned()];
        while let Some(file) = open.pop() {
            for needed in needs.get(file.as_str()).into_iter().flatten() {
                if reached.insert(needed.clone()) {
                    open.push(needed.clone());
                }
            }
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<String>> =
        needs.keys().map(|file| (*file, reach(file))).collect();
    let mut found = BTreeSet::new();
    for (file, reaches) in &reached {
        if reaches.contains(*file) {
            let circle: Vec<&str> = reaches
                .iter()
                .map(String::as_str)
                .filter(|other| reached[*other].contains(*file))
                .collect();
            found.insert(circle.join(" "));
        }
    }
    found.into_iter().collect()
}

#[test]
fn no_file_of_the_engine_needs_one_that_needs_it() {
    for folder in [
        "othello/src",
        "tournament/src",
        "formats/src",
        "matching/src",
        "ratings/src",
    ] {
        assert_eq!(circles(folder), Vec::<String>::new());
    }
}

#[test]
fn paths_are_read_as_the_compiler_reads_them() {
    let mut paths = Vec::new();
    expanded("", "crate::{a::{self, B as C}, d}", &mut paths);
    let paths: Vec<String> = paths
        .into_iter()
        .map(|(path, name)| format!("{path}={name}"))
        .collect();
    assert_eq!(paths, ["crate::a=a", "crate::a::B=C", "crate::d=d"]);
    let source = "use super::b::X;\nfn f() { super::c::g(crate::d::h()) }";
    let modules: Modules = ["", "a", "a::b", "a::c", "a::e", "d"]
        .map(|module| (module.to_owned(), String::new()))
        .into();
    let read: Vec<String> = written_out(source)
        .iter()
        .filter_map(|path| from_root(&modules, "a::e", path))
        .filter_map(|path| declared_in(&modules, &path, 8))
        .collect();
    assert_eq!(read, ["d", "a::b", "a::c"]);
}
