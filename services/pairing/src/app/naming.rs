//! Sentences of the engine, which knows entrants by their ids, with the names that people know them by.

use std::collections::BTreeMap;

use crate::records::EntrantName;

/// Characters of an entrant's id.
const ID_CHARS: usize = 22;

/// The text with the names of entrants in place of their ids, and of those in quotation marks.
pub(crate) fn named(text: &str, names: &BTreeMap<String, EntrantName>) -> String {
    if !may_name(text) {
        return text.to_owned();
    }
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_of_id) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_of_id(c)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        match in_names(word, names) {
            None => told.extend([before, word]),
            Some(name) => {
                let quoted = before.strip_suffix('"').zip(after.strip_prefix('"'));
                let (before, after) = quoted.unwrap_or((before, after));
                told.extend([before, &name]);
                rest = after;
                continue;
            }
        }
        rest = after;
    }
    told.push_str(rest);
    told
}

/// True where the text may have an id in it.
pub(super) fn may_name(text: &str) -> bool {
    text.split(|c| !is_of_id(c))
        .any(|word| word.len() >= ID_CHARS)
}

fn is_of_id(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

/// The name of an id, or those of two with a hyphen between them.
fn in_names(word: &str, names: &BTreeMap<String, EntrantName>) -> Option<String> {
    if let Some(name) = names.get(word) {
        return Some(name.display());
    }
    let one = names.get(word.get(..ID_CHARS)?)?;
    let other = names.get(word.get(ID_CHARS..)?.strip_prefix('-')?)?;
    Some(format!("{} - {}", one.display(), other.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> BTreeMap<String, EntrantName> {
        let name = |id: &str, given_names: &str, surname: &str| {
            let name = EntrantName {
                entrant_id: id.to_owned(),
                surname: surname.to_owned(),
                given_names: given_names.to_owned(),
                federation_number: 1,
                new_player: false,
            };
            (id.to_owned(), name)
        };
        BTreeMap::from([
            name("jEBvDshU0irqqd2RoAO9DA", "Ingrid", "Solheim"),
            name("ufmG61-I29tnwMXTICv4PA", "Pat", "Player"),
        ])
    }

    #[test]
    fn ids_become_names_with_and_without_quotation_marks() {
        for (text, told) in [
            ("Round 2 starts.", "Round 2 starts."),
            (
                "on jEBvDshU0irqqd2RoAO9DA - ufmG61-I29tnwMXTICv4PA, the bye of jEBvDshU0irqqd2RoAO9DA",
                "on Ingrid Solheim - Pat Player, the bye of Ingrid Solheim",
            ),
            (
                "Entrant \"jEBvDshU0irqqd2RoAO9DA\" is \"out\".",
                "Entrant Ingrid Solheim is \"out\".",
            ),
            (
                "tie playoff jEBvDshU0irqqd2RoAO9DA-ufmG61-I29tnwMXTICv4PA",
                "tie playoff Ingrid Solheim - Pat Player",
            ),
            (
                "xjEBvDshU0irqqd2RoAO9DA is nobody, nor is jEBvDshU0irqqd2RoAO9DA_.",
                "xjEBvDshU0irqqd2RoAO9DA is nobody, nor is jEBvDshU0irqqd2RoAO9DA_.",
            ),
            ("jEBvDshU0irqqd2RoAO9DA", "Ingrid Solheim"),
        ] {
            assert_eq!(named(text, &names()), told);
        }
    }
}
