//! The calls of a function or a macro in a text of Rust, and what they are called with.

use outflank_access::Kind;

/// One call.
pub struct Call<'t> {
    /// Counted from 1.
    pub line: usize,
    /// Everything behind its bracket.
    pub arguments: &'t str,
}

/// The calls of this name that are no comments and not its declaration.
pub fn calls<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = Call<'t>> {
    text.match_indices(name).filter_map(move |(at, _)| {
        let arguments = text[at + name.len()..].strip_prefix('(')?;
        let before = &text[..at];
        let in_line = before.rsplit('\n').next().unwrap_or_default();
        let is_part = before.ends_with(|of: char| of.is_alphanumeric() || of == '_');
        let is_other =
            is_part || in_line.ends_with("fn ") || in_line.trim_start().starts_with("//");
        (!is_other).then(|| Call {
            line: before.matches('\n').count() + 1,
            arguments,
        })
    })
}

/// A kind and what follows behind its comma.
pub fn literal_kind(rest: &str) -> Option<(Kind, &str)> {
    let (name, after) = rest.split_once(',')?;
    let kind = kind_named(name.rsplit("::").next()?)?;
    Some((kind, after.trim_start()))
}

/// A text as Rust writes it, and what follows it.
pub fn literal(rest: &str) -> Option<(String, &str)> {
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
