//! A WTHOR base: files of games, and the files of names that they point to.

use std::collections::BTreeMap;

use super::players::Players;
use super::{
    ArchiveEvent, ArchiveFile, ArchiveGame, ArchivePlayer, Finding, Taken, stem, winner_of,
};
use crate::problem::{Parsed, Problem};
use crate::wthor::{self, Names, Record, WthorError};

pub(super) fn take(files: &[ArchiveFile<'_>]) -> Taken {
    let mut taken = Taken::default();
    let mut players = None;
    let mut tournaments = None;
    for (file, read) in files.iter().enumerate() {
        match kind(read.name) {
            Kind::Players => {
                let names = wthor::read_player_names(read.bytes);
                players = taken.names(file, names).or(players);
            }
            Kind::Tournaments => {
                let names = wthor::read_tournament_names(read.bytes);
                tournaments = taken.names(file, names).or(tournaments);
            }
            Kind::Games | Kind::Beside => {}
        }
    }
    let base = Base {
        players: players.unwrap_or_default(),
        tournaments: tournaments.unwrap_or_default(),
    };
    for (file, read) in files.iter().enumerate() {
        if matches!(kind(read.name), Kind::Games) {
            taken.games(file, *read, &base);
        }
    }
    taken
}

enum Kind {
    Games,
    Players,
    Tournaments,
    /// A text for people that comes with the files.
    Beside,
}

fn kind(name: &str) -> Kind {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    if end.eq_ignore_ascii_case("jou") {
        Kind::Players
    } else if end.eq_ignore_ascii_case("trn") {
        Kind::Tournaments
    } else if end.eq_ignore_ascii_case("txt") {
        Kind::Beside
    } else {
        Kind::Games
    }
}

/// The names that games point to.
struct Base {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl Base {
    /// `Surname First`: where the one ends and the other begins nothing says, so the last word is the given name.
    fn player(&self, index: u16) -> ArchivePlayer {
        let name = self.players.get(usize::from(index));
        let name = name.map_or("", |name| name.trim());
        let (surname, given_names) = name.rsplit_once(' ').unwrap_or((name, ""));
        ArchivePlayer {
            surname: surname.trim().to_owned(),
            given_names: given_names.to_owned(),
            ..ArchivePlayer::default()
        }
    }
}

impl Taken {
    fn found(&mut self, file: usize, problems: Vec<Problem>) {
        let problems = problems.into_iter();
        self.findings
            .extend(problems.map(|problem| Finding { file, problem }));
    }

    fn names(
        &mut self,
        file: usize,
        names: Result<Parsed<Names>, WthorError>,
    ) -> Option<Vec<String>> {
        match names {
            Ok(parsed) => {
                self.found(file, parsed.problems);
                Some(parsed.value.names)
            }
            Err(error) => {
                self.found(file, vec![Problem::new(1, "not_wthor", error.to_string())]);
                None
            }
        }
    }

    fn games(&mut self, file: usize, read: ArchiveFile<'_>, base: &Base) {
        let games = match wthor::read_games(read.bytes) {
            Ok(parsed) => {
                self.found(file, parsed.problems);
                parsed.value
            }
            Err(error) => {
                self.found(file, vec![Problem::new(1, "not_wthor", error.to_string())]);
                return;
            }
        };
        let mut events: BTreeMap<u16, (ArchiveEvent, Players<u16>)> = BTreeMap::new();
        let (mut unnamed, mut oneself) = (0_usize, Vec::new());
        for (number, record) in (1..).zip(&games.records) {
            if record.black == record.white {
                oneself.push(number);
                continue;
            }
            let (event, players) = events.entry(record.tournament).or_insert_with(|| {
                let named = base.tournaments.get(usize::from(record.tournament));
                let event = ArchiveEvent {
                    file,
                    name: named.map_or(stem(read.name), |name| name.trim()).to_owned(),
                    year: (games.header.year > 0).then_some(games.header.year),
                    ..ArchiveEvent::default()
                };
                (event, Players::new())
            });
            let mut place = |index: u16| {
                players.place(index, || {
                    let player = base.player(index);
                    unnamed += usize::from(player.surname.is_empty());
                    player
                })
            };
            let (black, white) = (place(record.black), place(record.white));
            event.games.push(game(record, black, white));
        }
        self.events
            .extend(events.into_values().map(|(event, players)| ArchiveEvent {
                players: players.all,
                ..event
            }));
        let mut problems: Vec<Problem> = oneself
            .into_iter()
            .map(|number| {
                let what = "a player is paired with himself: the game is left out";
                Problem::new(number, "paired_with_oneself", what)
            })
            .chain(wthor::not_whole(&games))
            .collect();
        problems.sort_by_key(|problem| problem.line);
        if unnamed > 0 {
            let what = format!(
                "{unnamed} players have no name: give the file of players (.JOU) along with the games"
            );
            problems.push(Problem::new(1, "no_names", what));
        }
        self.found(file, problems);
    }
}

fn game(record: &Record, black: usize, white: usize) -> ArchiveGame {
    let discs = u16::from(record.black_discs.min(64));
    let discs = (discs, 64 - discs);
    ArchiveGame {
        round: None,
        black,
        white,
        colours_known: true,
        winner: winner_of(discs),
        discs: Some(discs),
        moves: record.moves.clone(),
    }
}
