//! A drawing as it is put together: shapes, and texts that stay in their places.

use std::fmt::Write as _;

use resvg::usvg::{Node, Tree};

use crate::{
    HEIGHT, WIDTH,
    fonts::Fonts,
    look::{Colors, Theme},
};

/// Of a text so many characters are looked at: no place has room for more.
const MOST_CHARACTERS: usize = 160;
const ELLIPSIS: char = '…';

/// Where a text begins or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub struct Type {
    /// In pixels.
    pub size: u16,
    /// 400 or 600: the weights of the fonts.
    pub weight: u16,
    pub color: &'static str,
    pub anchor: Anchor,
}

impl Type {
    pub const fn new(size: u16, weight: u16, color: &'static str) -> Self {
        Self {
            size,
            weight,
            color,
            anchor: Anchor::Start,
        }
    }

    pub const fn at(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// Large letters stand closer.
    fn tracking(self) -> f64 {
        if self.size >= 28 {
            -0.02 * f64::from(self.size)
        } else {
            0.0
        }
    }
}

/// A drawing in the making, in pixels.
pub struct Sheet<'a> {
    fonts: &'a Fonts,
    pub colors: &'static Colors,
    svg: String,
    clips: usize,
}

impl<'a> Sheet<'a> {
    /// An empty page.
    pub fn new(theme: Theme, fonts: &'a Fonts) -> Self {
        let colors = theme.colors();
        let mut sheet = Self {
            fonts,
            colors,
            svg: opening(),
            clips: 0,
        };
        sheet.rect((0, 0, i32_of(WIDTH), i32_of(HEIGHT)), colors.page);
        sheet
    }

    /// Puts a shape of SVG in; no text of others.
    pub fn shape(&mut self, shape: std::fmt::Arguments<'_>) {
        // Writing to a text does not fail.
        let _written = self.svg.write_fmt(shape);
    }

    /// A filled rectangle: left, top, width, height.
    pub fn rect(&mut self, (x, y, width, height): (i32, i32, i32, i32), color: &str) {
        self.shape(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{color}"/>"#
        ));
    }

    /// A text on its base line, cut with an ellipsis where it is wider than its room. Says how wide it became.
    pub fn text(&mut self, (x, y): (i32, i32), room: i32, kind: Type, text: &str) -> i32 {
        let text = self.fitted(&plain(text), room, kind);
        let width = self.width(&text, kind);
        let escaped = escaped(&text);
        if is_tame(&text) {
            let element = element((x, y), kind, &escaped);
            self.svg += &element;
            return width;
        }
        // Marks pile up without end, and letters of other scripts stand as high and low as they like.
        self.clips += 1;
        let (clip, size) = (self.clips, i32::from(kind.size));
        let left = match kind.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - room / 2,
            Anchor::End => x - room,
        };
        let (top, height) = (y - size - size / 10, size + size / 2);
        let element = element((x, y), kind, &escaped);
        self.shape(format_args!(
            r##"<clipPath id="c{clip}"><rect x="{left}" y="{top}" width="{room}" height="{height}"/></clipPath><g clip-path="url(#c{clip})">{element}</g>"##
        ));
        width
    }

    /// A text over so many lines at most, broken between words, or anywhere in writing without spaces. Says below which base
    /// line it ended.
    pub fn lines(
        &mut self,
        (x, y): (i32, i32),
        (room, most, step): (i32, usize, i32),
        kind: Type,
        text: &str,
    ) -> i32 {
        let mut rest = plain(text);
        let mut y = y;
        for line in 0..most {
            if rest.is_empty() {
                break;
            }
            let is_last = line + 1 == most;
            let end = if is_last {
                rest.len()
            } else {
                self.line_end(&rest, room, kind)
            };
            let after = rest.split_off(end);
            self.text((x, y), room, kind, rest.trim());
            rest = after.trim_start().to_owned();
            y += step;
        }
        y
    }

    /// How much of a text is one line, in bytes.
    fn line_end(&self, text: &str, room: i32, kind: Type) -> usize {
        if self.width(text, kind) <= room {
            return text.len();
        }
        let breaks: Vec<usize> = text
            .char_indices()
            .filter(|(at, letter)| *at > 0 && (*letter == ' ' || may_begin_line(*letter)))
            .map(|(at, _)| at)
            .collect();
        let fits = breaks.partition_point(|end| self.width(&text[..*end], kind) <= room);
        let end = fits.checked_sub(1).and_then(|last| breaks.get(last));
        end.copied().unwrap_or(text.len())
    }

    /// How wide a text is, in pixels, rounded up.
    pub fn width(&self, text: &str, kind: Type) -> i32 {
        let alone =
            opening() + &element((0, 100), kind.at(Anchor::Start), &escaped(text)) + "</svg>";
        let Ok(tree) = Tree::from_str(&alone, &self.fonts.options()) else {
            return 0;
        };
        tree.root()
            .children()
            .iter()
            .map(right_of)
            .max()
            .unwrap_or(0)
    }

    /// The text, or as much of its beginning as has room before an ellipsis.
    fn fitted(&self, text: &str, room: i32, kind: Type) -> String {
        if self.width(text, kind) <= room {
            return text.to_owned();
        }
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let cut = |end: usize| format!("{}{ELLIPSIS}", text[..end].trim_end());
        let fits = ends.partition_point(|end| self.width(&cut(*end), kind) <= room);
        let end = fits.checked_sub(1).and_then(|last| ends.get(last));
        cut(end.copied().unwrap_or(0))
    }

    /// The whole as SVG.
    pub fn end(mut self) -> String {
        self.svg += "</svg>";
        self.svg
    }
}

fn opening() -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">"#
    )
}

fn i32_of(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a float is cut to the nearest that there is"
)]
fn right_of(node: &Node) -> i32 {
    match node {
        Node::Text(text) => text.bounding_box().right().ceil() as i32,
        Node::Group(group) => group.children().iter().map(right_of).max().unwrap_or(0),
        _ => 0,
    }
}

fn element((x, y): (i32, i32), kind: Type, escaped: &str) -> String {
    let Type {
        size,
        weight,
        color,
        anchor,
    } = kind;
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let tracking = kind.tracking();
    format!(
        r#"<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{color}" text-anchor="{anchor}" letter-spacing="{tracking}">{escaped}</text>"#
    )
}

/// A text without what no picture can show: line ends and other controls, what turns the direction of writing, what XML
/// has no place for.
fn plain(text: &str) -> String {
    let letters = text
        .chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter });
    let shown = letters.filter(|letter| {
        !letter.is_control()
            && !matches!(letter,
                '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
                | '\u{feff}' | '\u{fff9}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
    });
    let text: String = shown.take(MOST_CHARACTERS).collect();
    text.trim().to_owned()
}

/// Whether every letter stays within its line by itself.
fn is_tame(text: &str) -> bool {
    text.chars().all(|letter| {
        matches!(letter,
            ' '..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{48a}'..='\u{52f}' | '\u{1e00}'..='\u{1fff}'
            | '\u{2010}'..='\u{2027}' | '\u{2212}' | '\u{25b2}' | '\u{25bd}')
            || is_written_on(letter)
    })
}

/// Whether a line of writing without spaces may begin with it.
fn may_begin_line(letter: char) -> bool {
    is_written_on(letter)
        && !"、。，．・：；？！）」』】〕ーぁぃぅぇぉっゃゅょァィゥェォッャュョ".contains(letter)
}

/// Letters of writing without spaces.
fn is_written_on(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{3029}' | '\u{3030}'..='\u{3096}' | '\u{309b}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff9f}')
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&apos;",
            letter => escaped.push(letter),
        }
    }
    escaped
}
