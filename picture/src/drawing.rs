//! From a drawing to a PNG.

use resvg::{
    render,
    tiny_skia::{Pixmap, Transform},
    usvg::Tree,
};

use crate::{HEIGHT, WIDTH, fonts::Fonts};

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum NotDrawn {
    /// There is no font to write in.
    #[error("there is no font to write in: give one, or install one on the machine")]
    NoFont,
    /// The drawing cannot be read.
    #[error("the drawing cannot be read: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// There is no memory for it.
    #[error("there is no memory for the picture")]
    NoMemory,
    /// It cannot be written as a PNG.
    #[error("the picture cannot be written: {0}")]
    Unwritten(String),
}

/// The picture of a drawing.
pub fn png(drawing: &str, fonts: &Fonts) -> Result<Vec<u8>, NotDrawn> {
    if fonts.is_empty() {
        return Err(NotDrawn::NoFont);
    }
    let tree = Tree::from_str(drawing, &fonts.options())?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT).ok_or(NotDrawn::NoMemory)?;
    render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| NotDrawn::Unwritten(error.to_string()))
}
