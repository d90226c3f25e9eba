//! Which characters a text shows.

/// Characters that would not show, or would turn the text around them: the first and the last of each range. What only
/// shapes its neighbours (U+200C, U+200D), as names in some scripts need it, is none of them.
pub const UNPRINTABLE: [(char, char); 13] = [
    ('\0', '\u{1f}'),
    ('\u{7f}', '\u{9f}'),
    // A hyphen that shows only where a line breaks.
    ('\u{ad}', '\u{ad}'),
    // A mark of direction, and letters without a shape.
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{180e}', '\u{180e}'),
    ('\u{200b}', '\u{200b}'),
    ('\u{200e}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
];

/// Whether a character would not show, or would turn the text around it.
#[must_use]
pub fn is_unprintable(character: char) -> bool {
    let mut ranges = UNPRINTABLE.into_iter();
    ranges.any(|(first, last)| (first..=last).contains(&character))
}
