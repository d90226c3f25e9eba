//! The files of the web app, embedded in the binary; a debug build reads them where they were built.

use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Files;

/// What pictures are written in.
const FONTS: &str = "fonts/";

/// The file of this name.
pub fn file(name: &str) -> Option<EmbeddedFile> {
    Files::get(name)
}

/// The fonts that pictures are written in; none in a build without the app.
pub fn fonts() -> Vec<Vec<u8>> {
    let names = Files::iter().filter(|name| name.starts_with(FONTS) && name.ends_with(".woff"));
    let mut names: Vec<_> = names.collect();
    names.sort();
    let files = names.iter().filter_map(|name| Files::get(name));
    files.map(|file| file.data.into_owned()).collect()
}
