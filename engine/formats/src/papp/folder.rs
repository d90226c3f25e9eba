//! PAPP's files of one event, from which PAPP resumes it.

mod read;
mod settings;
mod untold;
mod write;

pub(in crate::papp) use read::rounds;
pub use read::{FolderProblem, ReadFolder, read_folder};
pub use settings::FolderSettings;
pub use untold::Untold;
pub use write::{FolderObstacle, WrittenFolder, write_folder};
pub(in crate::papp) use write::{course, course_round};

/// The players list.
pub const PLAYERS_FILE: &str = "joueurs.txt";
/// The players list under its older name, of which PAPP takes one or the other.
pub const OLD_PLAYERS_FILE: &str = "joueurs";
/// The players who are on no list yet.
pub const NEW_PLAYERS_FILE: &str = "nouveaux.txt";

/// The bytes of the files; none where a file is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FolderFiles<'a> {
    /// `joueurs.txt` or `joueurs`.
    pub players: Option<&'a [u8]>,
    /// `nouveaux.txt`.
    pub new_players: Option<&'a [u8]>,
    /// `papp-internal-workfile.txt`.
    pub work_file: &'a [u8],
    /// `papp.cfg`.
    pub config: Option<&'a [u8]>,
}
