//! By which words of a name an account is found.

use outflank_formats::fold_ascii;

/// The words of a name in small letters, without accents where the letters are Latin: what people type.
pub(crate) fn words_of(name: &str) -> String {
    let folded = fold_ascii(name);
    let plain = if folded.lost.is_empty() {
        folded.text
    } else {
        name.to_owned()
    };
    let lower = plain.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
