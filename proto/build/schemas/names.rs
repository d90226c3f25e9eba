//! What schemas are called: as their message, with the package where two share a name.

use std::collections::BTreeMap;

use crate::messages::{Enum, Message};

/// The names of every message and enum of the contracts, whichever of them a document needs: a name does not change
/// because another schema came.
pub fn of(messages: &[Message], enums: &[Enum]) -> BTreeMap<String, String> {
    let messages = messages.iter().map(|of| of.name.as_str());
    let all: Vec<&str> = messages.chain(enums.iter().map(|of| &*of.name)).collect();
    let mut shared: BTreeMap<String, usize> = BTreeMap::new();
    for name in &all {
        *shared.entry(parts(name).1).or_default() += 1;
    }
    let named = |full_name: &&str| {
        let (package, name) = parts(full_name);
        let alone = shared.get(&name) == Some(&1);
        let name = if alone {
            name
        } else {
            format!("{}{name}", capitalised(&package))
        };
        ((*full_name).to_owned(), name)
    };
    all.iter().map(named).collect()
}

/// `play` and `Table` of `outflank.play.v1.Table`.
fn parts(full_name: &str) -> (String, String) {
    let mut parts = full_name.split('.');
    let package = parts.nth(1).unwrap_or_default().to_owned();
    (package, parts.skip(1).collect())
}

/// A word or several with capitals: `TakeBack` of `take_back`.
pub fn capitalised(words: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(1.min(word.len()));
        format!("{}{rest}", first.to_ascii_uppercase())
    };
    words.split('_').map(capital).collect()
}
