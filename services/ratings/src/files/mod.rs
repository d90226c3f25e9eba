//! The files beside a rating file: made of the same standing of the tournament, named after the rating file, and put under
//! the same signature by their digests. Nothing in them tells when they were made.

mod crosstable;
pub(crate) mod games;
mod papp;
mod record;
mod standings;
mod wthor;

use std::collections::BTreeMap;

use outflank_formats::elo::FileName;
use outflank_proto::{
    pairing::v1::{Board, Entrant, Round, Tournament},
    play::v1::PlayedGame,
};
use outflank_tournament::RankingLine;

use crate::{
    exports::Standing,
    manifest::{FileLeftOut, Manifest, NamedFile},
};

/// Longer files are left out: an event of 1,000 entrants over 20 rounds has about a third of it in its longest.
const MOST_BYTES: usize = 24 << 20;

/// What is told of a confirmed event beside its rating file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// The final ranking as a table.
    Standings,
    /// Everybody's rounds as a table.
    Crosstable,
    /// The rounds as PAPP's `rounds.xml` has them.
    PappRounds,
    /// The final list as PAPP's `stand__N.xml` has it.
    PappStanding,
    /// Everything, as one document.
    Event,
    /// Everything, a thing a line.
    EventLines,
    /// The games, a transcript a line.
    Transcripts,
    /// The games in the Generic Game Format.
    Ggf,
    /// The games as a WTHOR base, and the names that it points to.
    WthorGames,
    WthorPlayers,
    WthorTournament,
}

impl FileKind {
    /// Every kind, in the order of manifests.
    const ALL: [Self; 11] = [
        Self::Standings,
        Self::Crosstable,
        Self::PappRounds,
        Self::PappStanding,
        Self::Event,
        Self::EventLines,
        Self::Transcripts,
        Self::Ggf,
        Self::WthorGames,
        Self::WthorPlayers,
        Self::WthorTournament,
    ];

    /// Its name, which the names of its files end in.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Standings => "standings.csv",
            Self::Crosstable => "crosstable.csv",
            Self::PappRounds => "papp-rounds.xml",
            Self::PappStanding => "papp-standing.xml",
            Self::Event => "event.json",
            Self::EventLines => "event.ndjson",
            Self::Transcripts => "games.txt",
            Self::Ggf => "games.ggf",
            Self::WthorGames => "games.wtb",
            Self::WthorPlayers => "games.jou",
            Self::WthorTournament => "games.trn",
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            Self::Standings | Self::Crosstable => "text/csv; charset=utf-8",
            Self::PappRounds | Self::PappStanding => "application/xml",
            Self::Event => "application/json",
            Self::EventLines => "application/x-ndjson",
            Self::Transcripts | Self::Ggf => "text/plain; charset=utf-8",
            Self::WthorGames | Self::WthorPlayers | Self::WthorTournament => {
                "application/octet-stream"
            }
        }
    }

    /// The file, or why there is none.
    fn made(self, event: &Event<'_>) -> Result<Vec<u8>, String> {
        match self {
            Self::Standings => standings::table(event).map(String::into_bytes),
            Self::Crosstable => crosstable::table(event).map(String::into_bytes),
            Self::PappRounds => papp::rounds(event).map(String::into_bytes),
            Self::PappStanding => papp::standing(event).map(String::into_bytes),
            Self::Event => record::document(event),
            Self::EventLines => record::lines(event),
            Self::Transcripts => games::transcripts(event).map(String::into_bytes),
            Self::Ggf => games::ggf(event).map(String::into_bytes),
            Self::WthorGames => wthor::games(event),
            Self::WthorPlayers => wthor::players(event),
            Self::WthorTournament => wthor::tournament(event),
        }
    }
}

/// The media type of files of a kind; of one that this release does not know any more it is not known either.
pub(crate) fn content_type(kind: &str) -> &'static str {
    let known = FileKind::ALL.into_iter().find(|known| known.name() == kind);
    known.map_or("application/octet-stream", FileKind::content_type)
}

/// What the files are made of.
pub(crate) struct Event<'a> {
    standing: &'a Standing,
    ranking: &'a [RankingLine],
    entrants: BTreeMap<&'a str, &'a Entrant>,
    games: BTreeMap<&'a str, &'a PlayedGame>,
}

impl<'a> Event<'a> {
    fn of(standing: &'a Standing, ranking: &'a [RankingLine]) -> Self {
        let entrants = standing.tournament.entrants.iter();
        let games = standing.games.iter();
        Self {
            standing,
            ranking,
            games: games.map(|game| (game.game_id.as_str(), game)).collect(),
            entrants: entrants
                .map(|entrant| (entrant.id.as_str(), entrant))
                .collect(),
        }
    }

    fn tournament(&self) -> &'a Tournament {
        &self.standing.tournament
    }

    /// The lines of the ranking with their entrants, best first.
    fn ranked(&self) -> Result<Vec<(&'a RankingLine, &'a Entrant)>, String> {
        let lines = self.ranking.iter();
        let ranked: Vec<_> = lines
            .filter_map(|line| Some((line, *self.entrants.get(line.entrant.as_str())?)))
            .collect();
        if ranked.is_empty() {
            return Err("nobody is ranked".to_owned());
        }
        Ok(ranked)
    }

    fn rounds(&self) -> Result<&'a [Round], String> {
        let rounds = &self.tournament().rounds;
        if rounds.is_empty() {
            return Err("no round counts".to_owned());
        }
        Ok(rounds)
    }
}

/// Games of a match are numbered; other boards are not.
fn is_match_game(board: &Board) -> bool {
    board.game > 0
}

/// A file that was made.
pub(crate) struct FileBeside {
    kind: FileKind,
    /// The games that it has no place for.
    without: Vec<String>,
    pub content: Vec<u8>,
}

/// The files beside a rating file, and what could not be made.
#[derive(Default)]
pub(crate) struct FilesBeside {
    pub made: Vec<FileBeside>,
    pub left_out: Vec<FileLeftOut>,
}

impl FilesBeside {
    /// Makes them all.
    pub(crate) fn of(standing: &Standing, ranking: &[RankingLine]) -> Self {
        let event = Event::of(standing, ranking);
        let mut files = Self::default();
        for kind in FileKind::ALL {
            match kind.made(&event).and_then(within_bounds) {
                Ok(content) => files.made.push(FileBeside {
                    kind,
                    without: match kind {
                        FileKind::WthorGames => wthor::without(&event),
                        _ => Vec::new(),
                    },
                    content,
                }),
                Err(why) => files.left_out.push(FileLeftOut {
                    kind: kind.name().to_owned(),
                    why,
                }),
            }
        }
        files
    }

    /// How the manifest names them beside a rating file of this name.
    pub(crate) fn named(&self, rating_file: &FileName) -> Vec<NamedFile> {
        let name = rating_file.to_string();
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        let files = self.made.iter();
        files
            .map(|file| NamedFile {
                kind: file.kind.name().to_owned(),
                name: format!("{stem}.{}", file.kind.name()),
                sha256: Manifest::digest(&file.content),
                bytes: u64::try_from(file.content.len()).unwrap_or(u64::MAX),
                without: file.without.clone(),
            })
            .collect()
    }
}

fn within_bounds(content: Vec<u8>) -> Result<Vec<u8>, String> {
    if content.len() > MOST_BYTES {
        return Err(format!(
            "it would have {} bytes, and {MOST_BYTES} are the most",
            content.len()
        ));
    }
    Ok(content)
}
