//! Fonts that pictures are written in.

use std::{io::Read as _, sync::Arc};

use resvg::usvg::{
    FontResolver, Options,
    fontdb::{Database, FaceInfo, ID, Source},
};
use skrifa::{FontRef, MetadataProvider as _};

/// No font unpacks to more, in bytes.
const MOST_BYTES: usize = 32 << 20;
/// Where the tables' directory of a WOFF begins, and the length of a line in it.
const DIRECTORY: usize = 44;
const ENTRY: usize = 20;

/// The file is no font that is read here: TrueType or OpenType, plain or as WOFF 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this is no font: a TrueType or OpenType file is read, plain or as WOFF 1")]
pub struct UnreadableFont;

/// The fonts at hand. A text is set in the first that was given of its weight; what that lacks is taken from the others
/// given, in their order, then from the machine's.
#[derive(Debug, Clone)]
pub struct Fonts {
    database: Arc<Database>,
    given: usize,
}

impl Fonts {
    /// Fonts from the bytes of their files.
    ///
    /// # Errors
    /// When a file is no font.
    pub fn new(files: impl IntoIterator<Item = Vec<u8>>) -> Result<Self, UnreadableFont> {
        let mut database = Database::new();
        for file in files {
            let font = if file.starts_with(b"wOFF") {
                unpacked(&file).ok_or(UnreadableFont)?
            } else {
                file
            };
            if database
                .load_font_source(Source::Binary(Arc::new(font)))
                .is_empty()
            {
                return Err(UnreadableFont);
            }
        }
        let given = database.len();
        Ok(Self {
            database: Arc::new(database),
            given,
        })
    }

    /// The same, and behind them those that are installed on this machine. Reads its folders.
    #[must_use]
    pub fn with_machine(mut self) -> Self {
        Arc::make_mut(&mut self.database).load_system_fonts();
        self
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.database.is_empty()
    }

    /// How drawings are read: with these fonts and no others.
    pub(crate) fn options(&self) -> Options<'static> {
        let given = self.given;
        Options {
            fontdb: Arc::clone(&self.database),
            font_resolver: FontResolver {
                select_font: Box::new(|font, fonts| first_of(fonts, font.weight())),
                select_fallback: Box::new(move |letter, tried, fonts| {
                    other_with(fonts, given, letter, tried)
                }),
            },
            ..Options::default()
        }
    }
}

/// The first font of a weight that has Latin letters; else whatever is there.
fn first_of(fonts: &Database, weight: u16) -> Option<ID> {
    let mut faces = fonts.faces();
    let fits = |face: &&FaceInfo| face.weight.0 == weight && has(fonts, face.id, 'a');
    let fitting = faces.find(fits).or_else(|| fonts.faces().next());
    fitting.map(|face| face.id)
}

fn has(fonts: &Database, id: ID, letter: char) -> bool {
    let glyph = |data: &[u8], face| {
        let font = FontRef::from_index(data, face).ok()?;
        font.charmap().map(letter)
    };
    fonts.with_face_data(id, glyph).flatten().is_some()
}

/// Another font with this letter: among those that were given the one nearest in weight, else the machine's first.
fn other_with(fonts: &Database, given: usize, letter: char, tried: &[ID]) -> Option<ID> {
    let weight = fonts.face(*tried.first()?)?.weight.0;
    let untried = |id: &ID| !tried.contains(id);
    let own = fonts.faces().take(given);
    let mut own: Vec<_> = own
        .map(|face| (face.weight.0.abs_diff(weight), face.id))
        .collect();
    own.sort_by_key(|(away, _)| *away);
    let own = own.into_iter().map(|(_, id)| id);
    let machine = fonts.faces().skip(given).map(|face| face.id);
    own.chain(machine)
        .filter(untried)
        .find(|id| has(fonts, *id, letter))
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    let four = u32::from_be_bytes(four.try_into().ok()?);
    usize::try_from(four).ok()
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_be_bytes(two.try_into().ok()?))
}

/// The font in a WOFF 1 file: its tables, each unpacked, behind the directory that a plain font has.
fn unpacked(woff: &[u8]) -> Option<Vec<u8>> {
    let flavour = woff.get(4..8)?;
    let tables = short(woff, 12)?;
    let places = usize::from(tables);
    let power = tables.checked_ilog2()?;
    let range = 16_u16.checked_shl(power)?;
    let mut font = Vec::new();
    font.extend_from_slice(flavour);
    font.extend_from_slice(&tables.to_be_bytes());
    font.extend_from_slice(&range.to_be_bytes());
    font.extend_from_slice(&u16::try_from(power).ok()?.to_be_bytes());
    font.extend_from_slice(&tables.checked_mul(16)?.wrapping_sub(range).to_be_bytes());
    let mut body = Vec::new();
    let start = 12 + 16 * places;
    for place in 0..places {
        let line = DIRECTORY + ENTRY * place;
        let (from, packed) = (number(woff, line + 4)?, number(woff, line + 8)?);
        let whole = number(woff, line + 12)?;
        let bytes = woff.get(from..from.checked_add(packed)?)?;
        if whole > MOST_BYTES.checked_sub(body.len())? {
            return None;
        }
        let at = start + body.len();
        if packed < whole {
            let reader = flate2::read::ZlibDecoder::new(bytes);
            let read = reader
                .take(u64::try_from(whole).ok()?)
                .read_to_end(&mut body);
            if read.ok()? != whole {
                return None;
            }
        } else {
            body.extend_from_slice(bytes);
        }
        body.resize(body.len().next_multiple_of(4), 0);
        font.extend_from_slice(woff.get(line..line + 4)?);
        font.extend_from_slice(woff.get(line + 16..line + 20)?);
        font.extend_from_slice(&u32::try_from(at).ok()?.to_be_bytes());
        font.extend_from_slice(&u32::try_from(whole).ok()?.to_be_bytes());
    }
    font.append(&mut body);
    Some(font)
}
