//! `papp.cfg`: how PAPP is set up. Keywords are French; case, accents and hyphens do not matter in reading.
//!
//! The statements are those that PAPP's users know: `Pays`, `Score-bip`, `zone-insertion`, the files, and the block
//! `Penalites`, which makes every penalty that it does not name zero.

mod penalties;
mod read;
mod write;

pub use read::read_config;
pub use write::{ConfigObstacle, write_config};

use std::ops::RangeInclusive;

use outflank_tournament::PappPenalties;

/// The file's name.
pub const CONFIG_FILE: &str = "papp.cfg";

/// What a configuration says; what it leaves out is as PAPP has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PappConfig {
    /// `Pays`: the country of players whose line has none.
    pub country: Option<String>,
    /// `Score-bip`.
    pub bye: Option<ByeScore>,
    /// `zone-insertion`: where new players get their numbers.
    pub zones: Vec<Zone>,
    /// `Penalites`; `INFINI` is [`outflank_tournament::PAPP_MAXIMUM`].
    pub penalties: Option<PappPenalties>,
    /// Everything else, in the order of the file.
    pub settings: Vec<Setting>,
}

/// What the bye scores as an opponent: `24/64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByeScore {
    /// Its discs, no more than half of the board's.
    pub bye: u32,
    /// Discs of the board.
    pub of: u32,
}

impl ByeScore {
    /// The score, if the bye does not win by it.
    #[must_use]
    pub const fn new(bye: u32, of: u32) -> Option<Self> {
        if of > 0 && of <= 1_000 && bye <= of / 2 {
            Some(Self { bye, of })
        } else {
            None
        }
    }
}

/// Numbers of a country's new players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    /// Country code.
    pub country: String,
    /// The numbers.
    pub numbers: RangeInclusive<u32>,
}

/// A statement about PAPP's own files and screens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Which.
    pub key: SettingKey,
    /// Whether `=` stands before the values.
    pub assigned: bool,
    /// What it says.
    pub values: Vec<SettingValue>,
}

/// The statements about files and screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SettingKey {
    /// `dossier`
    Folder,
    /// `XML`
    Xml,
    /// `Fichier appariements`
    PairingsFile,
    /// `Fichier resultats`
    ResultsFile,
    /// `Fichier classement`
    StandingsFile,
    /// `Fichier tableau-croise`
    CrosstableFile,
    /// `Fichier equipes`
    TeamsFile,
    /// `Sauvegarde immediate` or `differee`
    Saving,
    /// `Impression`
    Printing,
    /// `Couleurs`
    Colours,
    /// `Affichage-pions absolu` or `relatif`
    DiscDisplay,
}

impl SettingKey {
    /// Every key with the words it is written with.
    pub const ALL: [(Self, &'static str); 11] = [
        (Self::Folder, "dossier"),
        (Self::Xml, "XML"),
        (Self::PairingsFile, "Fichier appariements"),
        (Self::ResultsFile, "Fichier resultats"),
        (Self::StandingsFile, "Fichier classement"),
        (Self::CrosstableFile, "Fichier tableau-croise"),
        (Self::TeamsFile, "Fichier equipes"),
        (Self::Saving, "Sauvegarde"),
        (Self::Printing, "Impression"),
        (Self::Colours, "Couleurs"),
        (Self::DiscDisplay, "Affichage-pions"),
    ];

    /// The words it may say, where they are few.
    #[must_use]
    pub const fn choices(self) -> &'static [&'static str] {
        match self {
            Self::Saving => &["immediate", "differee"],
            Self::DiscDisplay => &["absolu", "relatif"],
            _ => &[],
        }
    }
}

/// A value of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingValue {
    /// A word.
    Word(String),
    /// A text between quotation marks.
    Text(String),
    /// A number as written.
    Number(String),
}

/// Why a statement sets nothing: a code, and what would be right.
struct Fault(&'static str, String);
