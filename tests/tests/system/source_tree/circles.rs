//! Modules use each other in one direction only: what one uses never comes back to it.

use std::{collections::BTreeMap, fs};

use super::{files, root};

/// The crates that are held to it.
const WITHOUT_CIRCLES: &[&str] = &["gateway/src", "services/identity/src", "tests/fuzz/src"];

/// The text of each module of a crate, by its path: `rooms::audience`; that of the crate itself is empty.
fn modules(folder: &str) -> BTreeMap<String, String> {
    let folder = root().join(folder);
    let all = files("rs").into_iter();
    let own = all.filter_map(|path| {
        let inside = path.strip_prefix(&folder).ok()?.with_extension("");
        let parts = inside.iter().map(|part| part.to_str().unwrap());
        let parts: Vec<&str> = parts
            .filter(|part| !["lib", "mod"].contains(part))
            .collect();
        Some((parts.join("::"), fs::read_to_string(&path).unwrap()))
    });
    own.collect()
}

/// The code alone: no comments, and none of the tests beside it.
fn code(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]").next().unwrap();
    let lines = before_tests.lines();
    let lines = lines.map(|line| line.split("//").next().unwrap());
    lines.collect::<Vec<_>>().join(" ")
}

/// Every path of a tree of them: `a::{b, c::{d, e}}` is `a::b`, `a::c::d` and `a::c::e`.
fn spread(before: &str, tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((head, inner)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap();
        return vec![format!("{before}{path}")];
    };
    let Some(inner) = inner.strip_suffix('}') else {
        // Words in a text that reads like one.
        return Vec::new();
    };
    let (mut depth, mut branches) = (0, vec![String::new()]);
    for letter in inner.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if letter == ',' && depth == 0 {
            branches.push(String::new());
        } else {
            branches.last_mut().unwrap().push(letter);
        }
    }
    let before = format!("{before}{head}");
    let branches = branches.iter().filter(|branch| !branch.trim().is_empty());
    branches
        .flat_map(|branch| spread(&before, branch))
        .collect()
}

/// The paths inside the crate that a text names, whether in `use` or where they are needed.
fn paths(text: &str) -> Vec<String> {
    let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let code = code(text);
    let mut found = Vec::new();
    for statement in code.split(';') {
        if let Some((_, tree)) = statement.rsplit_once("use ") {
            found.extend(spread("", tree.trim_end_matches([' ', '\n'])));
        }
    }
    found.extend(code.split(|letter| !is_path(letter)).map(str::to_owned));
    found.retain(|path| path.contains("::") && !path.starts_with(":") && !path.ends_with(":"));
    found
}

/// The modules that the text of one of them names.
fn used(all: &BTreeMap<String, String>, module: &str) -> Vec<String> {
    let own: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    let named = paths(&all[module]).into_iter().filter_map(|path| {
        let mut parts: Vec<&str> = path.split("::").map(str::trim).collect();
        let mut from = own.clone();
        match parts[0] {
            "crate" => from.clear(),
            "self" => {}
            "super" => {
                while parts.first() == Some(&"super") {
                    parts.remove(0);
                    from.pop();
                }
                parts.insert(0, "super");
            }
            // A module of its own, or somebody else's crate.
            child => {
                from.push(child);
                all.get(&from.join("::"))?;
            }
        }
        from.extend(&parts[1..]);
        let longest = (0..=from.len()).rev().map(|end| from[..end].join("::"));
        let mut longest = longest.filter(|module| all.contains_key(module));
        longest.next()
    });
    named.filter(|other| other != module).collect()
}

/// A circle, as the modules on it.
fn circle(all: &BTreeMap<String, String>) -> Option<Vec<String>> {
    fn follow(
        uses: &BTreeMap<&String, Vec<String>>,
        way: &mut Vec<String>,
        done: &mut Vec<String>,
    ) -> Option<Vec<String>> {
        let last = way.last().unwrap().clone();
        if done.contains(&last) {
            return None;
        }
        for next in &uses[&last] {
            if let Some(begin) = way.iter().position(|module| module == next) {
                return Some(way[begin..].to_vec());
            }
            way.push(next.clone());
            let found = follow(uses, way, done);
            if found.is_some() {
                return found;
            }
            way.pop();
        }
        done.push(last);
        None
    }
    let uses = all.keys().map(|module| (module, used(all, module)));
    let uses: BTreeMap<_, _> = uses.collect();
    let mut done = Vec::new();
    all.keys()
        .find_map(|module| follow(&uses, &mut vec![module.clone()], &mut done))
}

#[test]
fn no_module_comes_back_to_itself() {
    for folder in WITHOUT_CIRCLES {
        let all = modules(folder);
        assert!(all.len() > 5, "{folder}: only {} modules", all.len());
        assert_eq!(circle(&all), None, "{folder} has a circle");
    }
}

#[test]
fn a_circle_is_found_however_its_modules_are_named() {
    let made = |last: &str| {
        let texts = [
            ("", "mod a; mod b;"),
            (
                "a",
                "use crate::{\n    b::{self, B as Other},\n    c, // not here: crate::a::x\n};",
            ),
            ("b", "mod inner;\nfn f() { inner::g() }"),
            ("b::inner", last),
            ("c", ""),
        ];
        let texts = texts.map(|(module, text)| (module.to_owned(), text.to_owned()));
        circle(&BTreeMap::from(texts))
    };
    let whole = Some(["a", "b", "b::inner"].map(str::to_owned).to_vec());
    assert_eq!(made("use super::super::a::A;"), whole);
    assert_eq!(made("fn f() -> crate::a::A { todo() }"), whole);
    assert_eq!(made("use crate::{c, a::{A}};"), whole);
    let inner = Some(["b", "b::inner"].map(str::to_owned).to_vec());
    assert_eq!(made("use super::B;"), inner);
    assert_eq!(
        made("use crate::c::C;\n#[cfg(test)]\nmod tests { use crate::a; }"),
        None
    );
}
