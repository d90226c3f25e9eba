//! Names in plain ASCII, as rating files require them.

use unicode_normalization::UnicodeNormalization;

/// A text in ASCII, and the characters that had no ASCII form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folded {
    /// The text; a character without an ASCII form stands as `?`.
    pub text: String,
    /// The characters that became `?`, in their order.
    pub lost: Vec<char>,
}

/// Folds a text to printable ASCII: accents go (`é` to `e`, `ø` to `o`), ligatures are written out
/// (`ß` to `ss`), typographic marks become plain ones, control characters become spaces.
#[must_use]
pub fn fold_ascii(text: &str) -> Folded {
    let mut folded = Folded {
        text: String::with_capacity(text.len()),
        lost: Vec::new(),
    };
    for original in text.chars() {
        fold_char(original, &mut folded);
    }
    folded
}

fn fold_char(original: char, folded: &mut Folded) {
    if original.is_ascii() {
        folded.text.push(if original.is_ascii_control() {
            ' '
        } else {
            original
        });
        return;
    }
    if let Some(plain) = written_out(original) {
        folded.text.push_str(plain);
        return;
    }
    for part in std::iter::once(original).nfkd() {
        if part.is_ascii() {
            folded
                .text
                .push(if part.is_ascii_control() { ' ' } else { part });
        } else if is_mark(part) {
            // The accent goes, its letter stays.
        } else if let Some(plain) = written_out(part) {
            folded.text.push_str(plain);
        } else {
            folded.text.push('?');
            folded.lost.push(original);
        }
    }
}

fn is_mark(c: char) -> bool {
    matches!(u32::from(c), 0x0300..=0x036F | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF | 0x200B..=0x200F | 0xFEFF)
}

/// Letters and marks that no canonical decomposition takes to ASCII.
const fn written_out(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'ẞ' => "SS",
        'æ' | 'ǽ' => "ae",
        'Æ' | 'Ǽ' => "AE",
        'œ' => "oe",
        'Œ' => "OE",
        'ø' | 'ǿ' => "o",
        'Ø' | 'Ǿ' => "O",
        'đ' | 'ð' => "d",
        'Đ' | 'Ð' => "D",
        'ł' => "l",
        'Ł' => "L",
        'ħ' => "h",
        'Ħ' => "H",
        'ŧ' => "t",
        'Ŧ' => "T",
        'ı' => "i",
        'ĸ' => "k",
        'þ' => "th",
        'Þ' => "Th",
        'ŋ' => "ng",
        'Ŋ' => "Ng",
        'ə' => "e",
        'Ə' => "E",
        '‘' | '’' | '‚' | '‛' | '′' | 'ʹ' | 'ʻ' | 'ʼ' | '´' => "'",
        '“' | '”' | '„' | '«' | '»' | '″' => "\"",
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => "-",
        '×' => "x",
        '©' => "(c)",
        '¿' | '¡' => "",
        '·' | '•' => ".",
        _ => return None,
    })
}
