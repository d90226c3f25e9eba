//! Events on their way into a WTHOR base of one's own: a file of games for each year, the names that these point to, and a
//! text that tells which games a base has no place for.

mod numbering;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use outflank_othello::transcript::canonical;

use numbering::{MOST_NAMES, Numbering};

use super::{ArchiveEvent, ArchiveGame, ArchivePlayer};
use crate::date::CivilDate;
use crate::wthor::{
    FileCreated, Games, HEADER_BYTES, Header, Names, PLAYER_NAME_BYTES, Record,
    TOURNAMENT_NAME_BYTES, not_whole, write_games, write_player_names, write_tournament_names,
};

const PLAYERS_FILE: &str = "WTHOR.JOU";
const TOURNAMENTS_FILE: &str = "WTHOR.TRN";
const LEFT_OUT_FILE: &str = "left-out.txt";
/// Bytes that a game has in its file.
const GAME_BYTES: usize = 68;
/// Bytes kept free for the first line of the text.
const FIRST_LINE_BYTES: usize = 100;
const NO_DAY: FileCreated = FileCreated {
    year: 0,
    month: 0,
    day: 0,
};
/// A player whom nobody knows, as the federation's base has him.
const UNKNOWN: &str = "???";

/// What tells players of one name apart: the number, and where that is the same the colour in which one met the other.
type Told = (u32, bool);

/// A file of a base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseFile {
    /// `WTH_2026.WTB`.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The files would have more bytes than they may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the files of the base would have more than {most} bytes")]
pub struct BaseFull {
    /// How many they may have.
    pub most: usize,
}

/// A base of whole games, being put together within bounds. The same events in the same order have the same bytes.
#[derive(Debug)]
pub struct Base {
    most_bytes: usize,
    bytes: usize,
    /// By year, numbered by the places in which names came.
    games: BTreeMap<u16, Vec<Record>>,
    /// By name and number: two of one name are two.
    players: Numbering<Told>,
    /// By name and how many of that name the year had before: a base knows no event but by its name and year.
    tournaments: Numbering<usize>,
    /// Which one it is of those with its name in its year.
    same_name: BTreeMap<(u16, String), BTreeMap<String, usize>>,
    /// The day of the latest game.
    latest: Option<FileCreated>,
    left_out: String,
    games_left_out: usize,
}

impl Base {
    /// One whose files have so many bytes together at most, and which takes about three times as many of memory.
    #[must_use]
    pub const fn within(most_bytes: usize) -> Self {
        Self {
            most_bytes,
            bytes: 2 * HEADER_BYTES + FIRST_LINE_BYTES,
            games: BTreeMap::new(),
            players: Numbering::none(),
            tournaments: Numbering::none(),
            same_name: BTreeMap::new(),
            latest: None,
            left_out: String::new(),
            games_left_out: 0,
        }
    }

    /// Takes the games of an event in, the latest events first; `id` tells it from others of its name in its year. What is
    /// no whole game is left out and told.
    ///
    /// # Errors
    /// Where the files would have too many bytes: some of its games may be in the base then.
    pub fn take(&mut self, id: &str, event: &ArchiveEvent) -> Result<(), BaseFull> {
        for game in &event.games {
            let of = |place: usize| event.players.get(place).cloned().unwrap_or_default();
            let players = (of(game.black), of(game.white));
            if let Err(why) = self.keep(id, event, (&players.0, &players.1), game) {
                self.leave_out(event, (&players.0, &players.1), game, &why);
            }
            if self.bytes > self.most_bytes {
                let most = self.most_bytes;
                return Err(BaseFull { most });
            }
        }
        Ok(())
    }

    /// The files: games by years, the earliest first, then the names, then what is left out.
    #[must_use]
    pub fn finish(self) -> Vec<BaseFile> {
        let created = self.latest.unwrap_or(NO_DAY);
        let (players, player_places) = self.players.in_order();
        let (tournaments, tournament_places) = self.tournaments.in_order();
        let at = |places: &[u16], came: u16| places.get(usize::from(came)).copied().unwrap_or(0);
        let (mut files, mut kept) = (Vec::new(), 0_usize);
        for (year, mut records) in self.games {
            kept += records.len();
            records.reverse();
            for record in &mut records {
                record.tournament = at(&tournament_places, record.tournament);
                record.black = at(&player_places, record.black);
                record.white = at(&player_places, record.white);
            }
            let header = header(created, year);
            files.push(BaseFile {
                name: format!("WTH_{year:04}.WTB"),
                bytes: write_games(&Games { header, records }),
            });
        }
        let header = header(created, 0);
        let names = |names| Names { header, names };
        let mut add = |name: &str, bytes| {
            let name = name.to_owned();
            files.push(BaseFile { name, bytes });
        };
        add(PLAYERS_FILE, write_player_names(&names(players)));
        let tournaments = write_tournament_names(&names(tournaments));
        add(TOURNAMENTS_FILE, tournaments);
        let all = kept + self.games_left_out;
        let text = match self.games_left_out {
            0 if all == 0 => "There is no such game.\n".to_owned(),
            0 => format!("All {all} games are in this base.\n"),
            _ => format!(
                "{kept} of {all} games are in this base. Left out:\n{}",
                self.left_out
            ),
        };
        add(LEFT_OUT_FILE, text.into_bytes());
        files
    }

    fn keep(
        &mut self,
        id: &str,
        event: &ArchiveEvent,
        players: (&ArchivePlayer, &ArchivePlayer),
        game: &ArchiveGame,
    ) -> Result<(), String> {
        let year = event.held_in().filter(|year| *year > 0);
        let year = year.ok_or("its year is not known")?;
        if !game.colours_known {
            return Err("who had which colour is not known".to_owned());
        }
        if game.moves.is_empty() {
            return Err("its moves are not known".to_owned());
        }
        let discs = game.discs.ok_or("its discs are not known")?;
        let black_discs = u8::try_from(discs.0).unwrap_or(u8::MAX);
        let record = Record {
            tournament: 0,
            black: 0,
            white: 0,
            black_discs,
            // From the last empty square on every play is perfect: see the header's depth.
            theoretical_black_discs: black_discs,
            moves: canonical(&game.moves),
            no_moves: Vec::new(),
        };
        let alone = Games {
            header: header(NO_DAY, 0),
            records: vec![record],
        };
        if let Some(lacks) = not_whole(&alone).into_iter().next() {
            return Err(lacks.what);
        }
        let too_many = || format!("a base has names for {MOST_NAMES} players and as many events");
        let tournament = self.tournament(id, event, year).ok_or_else(too_many)?;
        let [first, second] = [key_of(players.0), key_of(players.1)];
        let alike = first == second;
        let black = self.player(first, false).ok_or_else(too_many)?;
        let white = self.player(second, alike).ok_or_else(too_many)?;
        let records = self.games.entry(year).or_insert_with(|| {
            self.bytes += HEADER_BYTES;
            Vec::new()
        });
        self.bytes += GAME_BYTES;
        let numbered = alone.records.into_iter().map(|record| Record {
            tournament,
            black,
            white,
            ..record
        });
        records.extend(numbered);
        let day = event.day.map_or(
            FileCreated {
                year,
                month: 1,
                day: 1,
            },
            created_on,
        );
        let key = |of: &FileCreated| (of.year, of.month, of.day);
        if self.latest.is_none_or(|latest| key(&latest) < key(&day)) {
            self.latest = Some(day);
        }
        Ok(())
    }

    fn player(&mut self, (name, number): (String, u32), other: bool) -> Option<u16> {
        let came = self.players.number(name, (number, other))?;
        self.bytes += if came.1 { PLAYER_NAME_BYTES } else { 0 };
        Some(came.0)
    }

    fn tournament(&mut self, id: &str, event: &ArchiveEvent, year: u16) -> Option<u16> {
        let of_name = self.same_name.entry((year, event.name.clone()));
        let of_name = of_name.or_default();
        let next = of_name.len();
        let which = *of_name.entry(id.to_owned()).or_insert(next);
        let came = self.tournaments.number(event.name.clone(), which)?;
        self.bytes += if came.1 { TOURNAMENT_NAME_BYTES } else { 0 };
        Some(came.0)
    }

    fn leave_out(
        &mut self,
        event: &ArchiveEvent,
        players: (&ArchivePlayer, &ArchivePlayer),
        game: &ArchiveGame,
        why: &str,
    ) {
        let before = self.left_out.len();
        let when = match (event.day, event.year) {
            (Some(day), _) => day.to_string(),
            (None, Some(year)) => year.to_string(),
            (None, None) => "?".to_owned(),
        };
        let round = game.round.map(|round| format!(", round {round}"));
        let line = format!(
            "{when} {}{}: {} - {}: {why}",
            event.name,
            round.unwrap_or_default(),
            name_of(players.0),
            name_of(players.1),
        );
        // Writing to a string cannot fail.
        _ = writeln!(self.left_out, "{}", line.replace(char::is_control, " "));
        self.games_left_out += 1;
        self.bytes += self.left_out.len() - before;
    }
}

fn key_of(player: &ArchivePlayer) -> (String, u32) {
    (name_of(player), player.number.unwrap_or(0))
}

/// `Surname Given`.
fn name_of(player: &ArchivePlayer) -> String {
    match format!("{} {}", player.surname, player.given_names).trim() {
        "" => UNKNOWN.to_owned(),
        name => name.to_owned(),
    }
}

fn created_on(day: CivilDate) -> FileCreated {
    FileCreated {
        year: day.year(),
        month: day.month(),
        day: day.day(),
    }
}

/// Whoever makes the file again of the same games has the same bytes: it is of the day of the latest of them.
const fn header(created: FileCreated, year: u16) -> Header {
    Header {
        created,
        games: 0,
        names: 0,
        year,
        board_size: 8,
        solitaires: false,
        depth: 1,
        reserved: 0,
    }
}
