//! PAPP's files as people send and take them: singly, or packed into one ZIP archive.

use std::io::{Cursor, Read as _, Write as _};

use outflank_access::{Kind, Problem, problem};
use outflank_formats::papp::{
    config::CONFIG_FILE,
    folder::{
        FolderFiles, NEW_PLAYERS_FILE, OLD_PLAYERS_FILE, PLAYERS_FILE, ReadFolder, WrittenFolder,
        read_folder,
    },
    work_file::WORK_FILE,
};
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

/// Most bytes of all files together, unpacked.
const MOST_BYTES: u64 = 1 << 20;
/// Most files of an archive: a folder of PAPP may have its lists beside.
const MOST_FILES: usize = 1_000;
/// What every ZIP archive begins with that has a file in it.
const ZIP: &[u8] = b"PK\x03\x04";

/// A file as it was sent.
#[derive(Debug, Clone)]
pub(crate) struct PappFile {
    pub name: String,
    pub content: Vec<u8>,
}

/// Reads the files that PAPP left; any others beside them are left alone.
///
/// # Errors
/// `bad_papp_files`.
pub(super) fn read(sent: &[PappFile]) -> Result<ReadFolder, Problem> {
    let files = unpacked(sent)?;
    let named = |name: &str| -> Result<Option<&[u8]>, Problem> {
        let mut found = files
            .iter()
            .filter(|file| file.name.eq_ignore_ascii_case(name));
        let one = found.next();
        if found.next().is_some() {
            return Err(twice(name, name));
        }
        Ok(one.map(|file| file.content.as_slice()))
    };
    let Some(work_file) = named(WORK_FILE)? else {
        return Err(problem!(
            Kind::Invalid,
            "bad_papp_files",
            "Among the files is no {name}, which is the event itself: send it, alone or with the others of PAPP's folder.",
            name = WORK_FILE,
        )
        .about("files"));
    };
    let (players, old) = (named(PLAYERS_FILE)?, named(OLD_PLAYERS_FILE)?);
    if players.is_some() && old.is_some() {
        return Err(twice(PLAYERS_FILE, OLD_PLAYERS_FILE));
    }
    Ok(read_folder(&FolderFiles {
        players: players.or(old),
        new_players: named(NEW_PLAYERS_FILE)?,
        work_file,
        config: named(CONFIG_FILE)?,
    }))
}

fn unpacked(sent: &[PappFile]) -> Result<Vec<PappFile>, Problem> {
    let mut left = MOST_BYTES;
    let mut files = Vec::new();
    for file in sent {
        if file.content.starts_with(ZIP) {
            unpack(&file.content, &mut left, &mut files)?;
            continue;
        }
        let bytes = u64::try_from(file.content.len()).unwrap_or(u64::MAX);
        left = left.checked_sub(bytes).ok_or_else(too_large)?;
        files.push(PappFile {
            name: without_folders(&file.name),
            content: file.content.clone(),
        });
    }
    Ok(files)
}

fn unpack(archive: &[u8], left: &mut u64, files: &mut Vec<PappFile>) -> Result<(), Problem> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).map_err(|error| broken(&error))?;
    if archive.len() > MOST_FILES {
        return Err(too_large());
    }
    for place in 0..archive.len() {
        let file = archive.by_index(place).map_err(|error| broken(&error))?;
        if !file.is_file() {
            continue;
        }
        let name = without_folders(&file.name().map_err(|error| broken(&error))?);
        let mut content = Vec::new();
        // Within bounds whatever the archive says of itself.
        let read = file.take(left.saturating_add(1)).read_to_end(&mut content);
        let read = u64::try_from(read.map_err(|error| broken(&error))?).unwrap_or(u64::MAX);
        *left = left.checked_sub(read).ok_or_else(too_large)?;
        files.push(PappFile { name, content });
    }
    Ok(())
}

fn without_folders(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next();
    name.unwrap_or_default().to_owned()
}

/// The files in one ZIP archive.
pub(super) fn packed(written: &WrittenFolder) -> Result<Vec<u8>, Problem> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [
        (PLAYERS_FILE, &written.players),
        (NEW_PLAYERS_FILE, &written.new_players),
        (WORK_FILE, &written.work_file),
        (CONFIG_FILE, &written.config),
    ] {
        let begun = archive.start_file(name, SimpleFileOptions::default());
        begun.map_err(Problem::internal)?;
        archive
            .write_all(text.as_bytes())
            .map_err(Problem::internal)?;
    }
    let archive = archive.finish().map_err(Problem::internal)?;
    Ok(archive.into_inner())
}

fn twice(one: &str, other: &str) -> Problem {
    problem!(
        Kind::Invalid,
        "bad_papp_files",
        "Among the files are both {one} and {other}; PAPP takes one of them.",
        one,
        other,
    )
    .about("files")
}

fn too_large() -> Problem {
    problem!(
        Kind::Invalid,
        "bad_papp_files",
        "The files have more than {most} bytes together, or are more than {files}: send {name} and the lists beside it alone.",
        most = MOST_BYTES,
        files = MOST_FILES,
        name = WORK_FILE,
    )
    .about("files")
}

fn broken(error: &dyn std::fmt::Display) -> Problem {
    problem!(
        Kind::Invalid,
        "bad_papp_files",
        "The ZIP archive cannot be read: {why}.",
        why = error.to_string(),
    )
    .about("files")
}
