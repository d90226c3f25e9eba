//! Fields that stand in an address or a header.

use super::{
    refusal::{Refusal, Step},
    value::{Target, Wrong},
};
use crate::schema::{Field, Kind};

/// Puts a field on the wire that is a text in an address or a header; of a list, one element of it.
///
/// # Errors
/// When the text is no such value, or the field is one that cannot be a text: a message, or JSON. `out` is then as it
/// was.
pub fn read_text(field: &'static Field, text: &str, out: &mut Vec<u8>) -> Result<(), Refusal> {
    let start = out.len();
    let mut target = Target {
        field,
        out,
        element: field.list,
        bare: false,
    };
    put(&mut target, text).map_err(|wrong| {
        out.truncate(start);
        wrong.refusal(field, true, &[Step::Key(field.json_name)])
    })
}

fn put<'t>(target: &mut Target, text: &'t str) -> Result<(), Wrong<'t>> {
    let field = target.field;
    match (field.kind, text) {
        _ if field.json => Err(Wrong::Kind("a text")),
        (Kind::String | Kind::Bytes | Kind::Enum(_) | Kind::Message(_), _) => target.text(text),
        (Kind::Bool, "true") => target.number(1),
        (Kind::Bool, "false") => target.number(0),
        (Kind::Bool, _) => Err(Wrong::Kind("another word")),
        _ => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let plain = digits == "0" || !digits.starts_with('0') && !digits.is_empty();
            if !plain || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
                return Err(Wrong::Kind("no whole number"));
            }
            target.number(text.parse().map_err(|_| Wrong::Range)?)
        }
    }
}
