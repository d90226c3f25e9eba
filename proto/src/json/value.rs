//! One value of a request, put on the wire.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::{
    encode,
    member::DEEPEST_JSON,
    refusal::{Code, Refusal, Said, Step, one_of, range, wanted},
};
use crate::schema::{Field, Kind};

/// Where a value goes.
pub struct Target<'o> {
    pub field: &'static Field,
    pub out: &'o mut Vec<u8>,
    /// An element of the field's list.
    pub element: bool,
    /// Among numbers in one piece, without a key of its own.
    pub bare: bool,
}

/// What is wrong with a value.
#[derive(Debug)]
pub enum Wrong<'t> {
    /// It is something else, namely this.
    Kind(&'static str),
    Range,
    Word(&'t str),
    Base64,
    /// So many bytes.
    Long(usize),
    /// More elements than are taken.
    Many,
    Deep,
}

impl Target<'_> {
    /// A number, or a bool's 0 or 1.
    pub fn number<'t>(&mut self, number: i64) -> Result<(), Wrong<'t>> {
        let (least, most) = range(self.field.kind);
        if !(least..=most).contains(&number) {
            return Err(Wrong::Range);
        }
        self.put(number);
        Ok(())
    }

    /// A text, as the field takes it: bytes and an enum's words are texts in JSON.
    pub fn text<'t>(&mut self, text: &'t str) -> Result<(), Wrong<'t>> {
        match self.field.kind {
            Kind::String => self.chunk(text.as_bytes()),
            Kind::Bytes => self.base64(text),
            Kind::Enum(of) => {
                let number = of.number(text).ok_or(Wrong::Word(text))?;
                self.put(number.into());
                Ok(())
            }
            _ => Err(Wrong::Kind("a text")),
        }
    }

    /// Bytes as they are.
    pub fn chunk<'t>(&mut self, bytes: &[u8]) -> Result<(), Wrong<'t>> {
        self.fits(bytes.len())?;
        if self.needs_writing(bytes.is_empty()) {
            encode::key(self.field, self.out);
            encode::chunk(bytes, self.out);
        }
        Ok(())
    }

    fn base64<'t>(&mut self, text: &str) -> Result<(), Wrong<'t>> {
        if !self.needs_writing(text.is_empty()) {
            return Ok(());
        }
        encode::key(self.field, self.out);
        let length = encode::open(self.out, |out| {
            let from = out.len();
            URL_SAFE_NO_PAD.decode_vec(text, out)?;
            Ok(out.len() - from)
        });
        let length = length.map_err(|_: base64::DecodeError| Wrong::Base64)?;
        self.fits(length)
    }

    fn fits<'t>(&self, length: usize) -> Result<(), Wrong<'t>> {
        let most = usize::try_from(self.field.most).unwrap_or(usize::MAX);
        // The bound of a list is on its elements.
        if most > 0 && length > most && !self.field.list {
            Err(Wrong::Long(length))
        } else {
            Ok(())
        }
    }

    fn put(&mut self, number: i64) {
        if self.needs_writing(number == 0) {
            if !self.bare {
                encode::key(self.field, self.out);
            }
            encode::number(self.field.kind, number, self.out);
        }
    }

    fn needs_writing(&self, zero: bool) -> bool {
        !zero || self.element || self.field.presence
    }
}

impl Wrong<'_> {
    /// Says it of the field at this place.
    pub fn refusal(&self, field: &Field, element: bool, steps: &[Step]) -> Refusal {
        let code = match self {
            Self::Kind(_) | Self::Base64 => Code::WrongKind,
            Self::Range => Code::OutOfRange,
            Self::Word(_) => Code::UnknownWord,
            Self::Long(_) | Self::Many => Code::TooLong,
            Self::Deep => Code::TooDeep,
        };
        let most = field.most;
        let refusal = Refusal::at(code, steps, |at| {
            let wanted = || wanted(field, element);
            match (self, field.kind) {
                (Self::Kind(what), _) => format!("`{at}` is {what}; it has to be {}.", wanted()),
                (Self::Range, _) => format!("`{at}` is out of range; it has to be {}.", wanted()),
                (Self::Word(word), Kind::Enum(of)) => {
                    let right = one_of(of.values.iter().map(|value| value.word));
                    let word = Said(word);
                    format!("`{at}` is `{word}`, which is no word here; right would be {right}.")
                }
                (Self::Base64 | Self::Word(_), _) => {
                    format!("`{at}` is another text; it has to be {}.", wanted())
                }
                (Self::Long(length), _) => {
                    format!("`{at}` has {length} bytes; at most {most} are taken.")
                }
                (Self::Many, _) => {
                    format!("`{at}` has too many elements; at most {most} are taken.")
                }
                (Self::Deep, _) => format!("`{at}` is nested too deeply; flatten it."),
            }
        });
        match self {
            Self::Word(word) => refusal
                .with("word", Said(word).to_string())
                .wanting(field, element),
            Self::Kind(_) | Self::Base64 | Self::Range => refusal.wanting(field, element),
            Self::Long(length) => refusal.with("bytes", *length).with("most_bytes", most),
            Self::Many => refusal.with("most_elements", most),
            Self::Deep => refusal.with("most_levels", DEEPEST_JSON),
        }
    }
}
