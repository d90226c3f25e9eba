//! The WTHOR base: games, players, tournaments.

use outflank_formats::wthor::{self, Games, Header, Names, WthorError};

use super::super::corpus;
use super::{sound, thousand};

/// The header counts what there is.
fn counted(header: Header, games: usize, names: usize) -> Header {
    Header {
        games: u32::try_from(games).unwrap(),
        names: u16::try_from(names).unwrap(),
        ..header
    }
}

fn records(bytes: &[u8], size: usize) -> usize {
    (bytes.len().saturating_sub(16) / size).max(1)
}

#[test]
fn games() {
    let valid = [1978, 1980, 1982].map(|year| corpus::read(&format!("wthor/WTH_{year}.wtb")));
    thousand("games of the base", &valid, |bytes| {
        let read = match wthor::read_games(bytes) {
            Ok(read) => read,
            Err(WthorError::NoHeader { found }) => {
                return assert!(found == bytes.len() && found < 16);
            }
            Err(WthorError::BoardSize { size }) => return assert_eq!(size, bytes[12]),
            Err(WthorError::Solitaires) => return assert_eq!(bytes[13], 1),
        };
        sound(&read.problems, records(bytes, 68), bytes.len());
        let games = read.value;
        let written = wthor::write_games(&games);
        assert!(written.len() <= bytes.len());
        let again = wthor::read_games(&written).unwrap().value;
        let wanted = Games {
            header: counted(games.header, games.records.len(), games.header.names.into()),
            ..games.clone()
        };
        assert_eq!(again, wanted);
        let flags = wthor::not_whole(&games);
        sound(&flags, records(bytes, 68), bytes.len());
        assert_eq!(wthor::write_own_games(&games).is_ok(), flags.is_empty());
    });
}

#[test]
fn names() {
    type Read = fn(&[u8]) -> Result<outflank_formats::Parsed<Names>, WthorError>;
    type Write = fn(&Names) -> Vec<u8>;
    for (name, file, size, read, write) in [
        (
            "players of the base",
            "wthor/WTHOR.JOU",
            20,
            wthor::read_player_names as Read,
            wthor::write_player_names as Write,
        ),
        (
            "tournaments of the base",
            "wthor/WTHOR.TRN",
            26,
            wthor::read_tournament_names,
            wthor::write_tournament_names,
        ),
    ] {
        let mut whole = corpus::read(file);
        whole.truncate(16 + 40 * size);
        thousand(name, &[whole], |bytes| {
            let Ok(parsed) = read(bytes) else {
                return assert!(bytes.len() < 16);
            };
            sound(&parsed.problems, records(bytes, size), bytes.len());
            let names = parsed.value;
            let again = read(&write(&names)).unwrap().value;
            let header = counted(
                names.header,
                usize::try_from(names.header.games).unwrap(),
                names.names.len(),
            );
            assert_eq!(again, Names { header, ..names });
        });
    }
}
