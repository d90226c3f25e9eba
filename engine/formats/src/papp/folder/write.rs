use std::collections::{BTreeMap, BTreeSet};

use outflank_tournament::{Colour, GameResult};
use thiserror::Error;

use super::{FolderSettings, untold::Untold};
use crate::event::{ToldEntrant, ToldEvent, ToldGame, ToldRound};
use crate::papp::config::{ConfigObstacle, PappConfig, Zone, write_config};
use crate::papp::countries::COUNTRIES;
use crate::papp::players::{PappPlayer, PlayersList};
use crate::papp::players_write::{write_new_players, write_players};
use crate::papp::work_file::{
    Course, CoursePair, CourseRound, MOST_PLAYERS, MOST_ROUNDS, PairScore, WorkFile, WorkHeading,
    WorkPair, write_work_file,
};

/// Most characters of a player's name in PAPP.
const MOST_LETTERS: usize = 70;
/// Discs of a board.
const DISCS: u32 = 64;

/// The texts of the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenFolder {
    /// `joueurs.txt`: the entrants who are on the rating list.
    pub players: String,
    /// `nouveaux.txt`: the others.
    pub new_players: String,
    /// `papp-internal-workfile.txt`.
    pub work_file: String,
    /// `papp.cfg`.
    pub config: String,
    /// What PAPP has no way to be told.
    pub untold: Vec<Untold>,
}

/// Why PAPP cannot go on with an event.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FolderObstacle {
    /// More players than PAPP has places for.
    #[error("the event has {0} players; PAPP has places for {MOST_PLAYERS}")]
    Players(usize),
    /// More rounds than PAPP has.
    #[error("the event has {0} rounds; PAPP has up to {MOST_ROUNDS}")]
    Rounds(u32),
    /// A number that is nobody's.
    #[error("{0} is no federation number to PAPP: it is 1 to 999999, and one player's only")]
    Number(u32),
    /// A player without a name.
    #[error("player {0} has no name; PAPP needs one")]
    NoName(u32),
    /// The configuration has no place for something.
    #[error(transparent)]
    Config(#[from] ConfigObstacle),
}

/// Writes an event so that PAPP goes on with it. What PAPP cannot be told is named beside the files: of results it knows
/// scores that add up to 64 alone.
///
/// # Errors
/// What PAPP has no place for; nothing is written then.
pub fn write_folder(
    event: &ToldEvent,
    settings: &FolderSettings,
) -> Result<WrittenFolder, FolderObstacle> {
    check(event, settings)?;
    let mut untold = Vec::new();
    let list = |is_new: bool| PlayersList {
        players: event
            .entrants
            .iter()
            .filter(|entrant| entrant.is_new == is_new)
            .map(player)
            .collect(),
    };
    let zones = COUNTRIES.iter().map(|country| Zone {
        country: country.code.to_owned(),
        numbers: country.zone.clone(),
    });
    let config = PappConfig {
        country: settings.country.clone(),
        bye: settings.bye,
        zones: zones.collect(),
        penalties: settings.penalties.clone(),
        settings: Vec::new(),
    };
    let course = course(event, settings, &mut untold);
    let mut listed = list(false);
    // One `pays =` line a country, as in the lists of the federation.
    listed
        .players
        .sort_by(|one, other| one.country.cmp(&other.country));
    Ok(WrittenFolder {
        players: write_players(&listed),
        new_players: write_new_players(&list(true)),
        work_file: write_work_file(&WorkFile::of_course(&course)),
        config: write_config(&config)?,
        untold,
    })
}

fn check(event: &ToldEvent, settings: &FolderSettings) -> Result<(), FolderObstacle> {
    if event.entrants.len() > MOST_PLAYERS {
        return Err(FolderObstacle::Players(event.entrants.len()));
    }
    let played = u32::try_from(event.rounds.len()).unwrap_or(u32::MAX);
    let rounds = settings.rounds.max(played);
    if rounds > MOST_ROUNDS {
        return Err(FolderObstacle::Rounds(rounds));
    }
    let mut numbers = BTreeSet::new();
    for entrant in &event.entrants {
        let number = entrant.number;
        if !(1..=999_999).contains(&number) || !numbers.insert(number) {
            return Err(FolderObstacle::Number(number));
        }
        if letters(&entrant.surname).is_empty() {
            return Err(FolderObstacle::NoName(number));
        }
    }
    Ok(())
}

/// A name without what means something in the list.
fn letters(text: &str) -> String {
    let plain = text.replace(['<', '>', '{', '}', '%', '#', '`', ',', '"', ';'], " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn player(entrant: &ToldEntrant) -> PappPlayer {
    let (surname, first_names) = (letters(&entrant.surname), letters(&entrant.first_names));
    let surname: String = surname.chars().take(MOST_LETTERS).collect();
    let rest = MOST_LETTERS.saturating_sub(surname.chars().count().saturating_add(2));
    let first_names: String = first_names.chars().take(rest).collect();
    let country = entrant.country.as_deref().map(letters);
    PappPlayer {
        line: 0,
        id: entrant.number,
        surname: surname.trim().to_owned(),
        first_names: first_names.trim().to_owned(),
        country: country.filter(|code| !code.is_empty()),
        rating: entrant.rating,
        comment: None,
    }
}

/// What the log of an event comes to; `untold` takes what it cannot say.
pub(in crate::papp) fn course(
    event: &ToldEvent,
    settings: &FolderSettings,
    untold: &mut Vec<Untold>,
) -> Course {
    let (mut over, mut current) = (Vec::new(), None);
    for (round, number) in event.rounds.iter().zip(1_u32..) {
        let told = course_round(round, number, untold);
        if round.over && told.pairs.is_empty() {
            untold.push(Untold::RoundWithoutGames { round: number });
        } else if round.over {
            over.push(told);
        } else if !told.pairs.is_empty() {
            current = Some(told);
        }
    }
    let playing: Option<BTreeSet<u32>> = current.as_ref().map(|round: &CourseRound| {
        let paired = round
            .pairs
            .iter()
            .flat_map(|one| [one.pair.black, one.pair.white]);
        paired.chain(round.byes.iter().copied()).collect()
    });
    let players = event.entrants.iter().map(|entrant| {
        let number = entrant.number;
        let waits = playing
            .as_ref()
            .is_some_and(|playing| !playing.contains(&number));
        if waits && !entrant.left {
            let player = entrant.name();
            untold.push(Untold::StandsAsGone { player, number });
        }
        (number, !entrant.left && !waits)
    });
    let players = players.collect();
    if !event.added.is_empty() {
        let games = event.added.len();
        untold.push(Untold::GamesOfFinals { games });
    }
    Course {
        heading: WorkHeading {
            name: Some(event.name.clone()),
            rounds: Some(settings.rounds).filter(|rounds| *rounds > 0),
            constant: settings.constant,
            date: event.first_day,
        },
        players,
        rounds: over,
        current,
    }
}

/// A round as the log has it.
pub(in crate::papp) fn course_round(
    round: &ToldRound,
    number: u32,
    untold: &mut Vec<Untold>,
) -> CourseRound {
    let mut told = CourseRound {
        pairs: Vec::new(),
        byes: round.byes.clone(),
    };
    told.byes.sort_unstable();
    if told.byes.len() > 1 {
        untold.push(Untold::SeveralByes {
            round: number,
            byes: told.byes.len(),
        });
    }
    let mut seen: BTreeMap<u32, ()> = BTreeMap::new();
    for game in &round.games {
        let fresh = [game.black, game.white].map(|player| seen.insert(player, ()).is_none());
        if fresh != [true, true] {
            untold.push(Untold::SeveralGames {
                round: number,
                black: game.black,
                white: game.white,
            });
            continue;
        }
        told.pairs.extend(pair(game, number, untold));
    }
    told
}

/// The pair as PAPP has it; none where nobody came, as both are absent then.
fn pair(game: &ToldGame, round: u32, untold: &mut Vec<Untold>) -> Option<CoursePair> {
    let (black, white) = (game.black, game.white);
    let score = match &game.result {
        None => None,
        Some(result) if result.winner.is_none() && result.half_points(Colour::Black).0 == 0 => {
            untold.push(Untold::BothLost {
                round,
                black,
                white,
            });
            return None;
        }
        Some(result) => {
            let black_discs = black_discs(result);
            let white_discs = DISCS.saturating_sub(black_discs);
            if !result.counts().played {
                untold.push(Untold::NotPlayed {
                    round,
                    black,
                    white,
                    black_discs,
                    white_discs,
                });
            } else if (black_discs, white_discs) != (result.black_discs, result.white_discs) {
                untold.push(Untold::NoScore {
                    round,
                    black,
                    white,
                    black_discs: result.black_discs,
                    white_discs: result.white_discs,
                    told_black_discs: black_discs,
                    told_white_discs: white_discs,
                });
            }
            u8::try_from(black_discs.saturating_mul(2))
                .ok()
                .and_then(PairScore::new)
        }
    };
    Some(CoursePair {
        line: 0,
        pair: WorkPair {
            black,
            white,
            score,
        },
    })
}

/// Black's discs in the nearest score that adds up to 64 and says who won: empties go to the winner, who has 33 at least.
fn black_discs(result: &GameResult) -> u32 {
    let (black, white) = (result.black_discs, result.white_discs);
    let fits = black.checked_add(white) == Some(DISCS)
        && GameResult::played(black).winner == result.winner;
    let winners = DISCS.saturating_sub(black.min(white)).max(DISCS / 2 + 1);
    match result.winner {
        _ if fits => black,
        Some(Colour::Black) => winners,
        Some(Colour::White) => DISCS.saturating_sub(winners),
        None => DISCS / 2,
    }
}
