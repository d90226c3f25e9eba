//! PAPP's files as people send and take them: singly, or packed into one ZIP archive.

use outflank_access::{Kind, Problem, problem};
use outflank_formats::papp::{
    config::CONFIG_FILE,
    folder::{
        FolderFiles, NEW_PLAYERS_FILE, OLD_PLAYERS_FILE, PLAYERS_FILE, ReadFolder, WrittenFolder,
        read_folder,
    },
    work_file::WORK_FILE,
};
use outflank_packed::{Bounds, PackedFile, UnpackError, is_packed, pack, unpack, without_folders};

/// Most of all files together, unpacked: a folder of PAPP may have its lists beside.
const MOST: Bounds = Bounds {
    bytes: 1 << 20,
    files: 1_000,
};

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
        Ok(one.map(|file| file.bytes.as_slice()))
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

fn unpacked(sent: &[PappFile]) -> Result<Vec<PackedFile>, Problem> {
    let mut left = MOST;
    let mut files = Vec::new();
    for file in sent {
        let unpacked = if is_packed(&file.content) {
            unpack(&file.content, left).map_err(|error| refused(&error))?
        } else {
            vec![PackedFile {
                name: without_folders(&file.name).to_owned(),
                bytes: file.content.clone(),
            }]
        };
        let bytes = unpacked.iter().map(|file| file.bytes.len()).sum();
        left.bytes = left.bytes.checked_sub(bytes).ok_or_else(too_large)?;
        left.files = (left.files)
            .checked_sub(unpacked.len())
            .ok_or_else(too_large)?;
        files.extend(unpacked);
    }
    Ok(files)
}

/// The files in one ZIP archive.
pub(super) fn packed(written: &WrittenFolder) -> Result<Vec<u8>, Problem> {
    let files = [
        (PLAYERS_FILE, &written.players),
        (NEW_PLAYERS_FILE, &written.new_players),
        (WORK_FILE, &written.work_file),
        (CONFIG_FILE, &written.config),
    ];
    pack(files.map(|(name, text)| (name, text.as_bytes()))).map_err(Problem::internal)
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
        most = MOST.bytes,
        files = MOST.files,
        name = WORK_FILE,
    )
    .about("files")
}

fn refused(error: &UnpackError) -> Problem {
    match error {
        UnpackError::TooManyBytes { .. } | UnpackError::TooManyFiles { .. } => too_large(),
        UnpackError::Twice | UnpackError::NoName { .. } | UnpackError::Broken { .. } => problem!(
            Kind::Invalid,
            "bad_papp_files",
            "The ZIP archive cannot be read: {why}.",
            why = error.to_string(),
        )
        .about("files"),
    }
}
