//! A rating file as an event: entrants, rounds and byes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use outflank_formats::elo::{self, FirstColour, Game, Outcome, RatingFile, SectionKind};
use outflank_tournament::{
    Colour, GameResult, ResultKind, ResultTable, RuleSet, TableGame, TablePlayer, TableRound,
    starting_scores,
};

use super::{
    exit::{Exit, OrMisuse as _, misuse},
    output,
};
use crate::arguments;

/// An event read from a rating file.
pub struct EventFile {
    /// The rule set it is judged by.
    pub rules: RuleSet,
    /// The program that wrote the file.
    pub creator: Option<String>,
    /// The entrants, in the order of `table.players`.
    pub entrants: Vec<Entrant>,
    /// The results, rounds first to last.
    pub table: ResultTable,
    /// The game lines of each round, in the order of the file.
    pub rounds: Vec<Vec<Game>>,
    /// Games of finals and added results, in the order of the file; they are no part of the list.
    pub added: Vec<TableGame>,
    /// Whether something in the file could not be taken as it stood; it was said on stderr.
    pub findings: bool,
}

/// An entrant as the file has him.
pub struct Entrant {
    pub id: u32,
    /// `SURNAME, First names`; empty for players who appear in games only.
    pub name: String,
    pub country: Option<String>,
    /// Rating of the player line.
    pub rating: Option<i32>,
}

/// Why there is no event.
enum NoEvent {
    /// The file cannot be read, or the command line does not fit it.
    Usage(anyhow::Error),
    /// The file contradicts itself: one sentence with file and line.
    Contents(String),
}

impl From<anyhow::Error> for NoEvent {
    fn from(error: anyhow::Error) -> Self {
        Self::Usage(error)
    }
}

/// Reads the event and hands it to a tool; contents that make no event are a finding.
pub fn with_event(
    args: &arguments::Event,
    tool: impl FnOnce(&EventFile) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    match EventFile::read(args) {
        Ok(event) => tool(&event),
        Err(NoEvent::Usage(error)) => Err(error),
        Err(NoEvent::Contents(sentence)) => {
            output::note(&sentence);
            Ok(Exit::Findings)
        }
    }
}

impl EventFile {
    /// Reads the file and says on stderr what could not be taken.
    fn read(args: &arguments::Event) -> Result<Self, NoEvent> {
        let rules = RuleSet::preset(&args.rule_set).or_misuse()?;
        let parsed = elo::read(&output::read(&args.file)?);
        let mut reader = Reader {
            path: &args.file,
            findings: !parsed.problems.is_empty(),
        };
        for problem in &parsed.problems {
            reader.note(problem.line, &problem.what);
        }
        let rounds = reader.rounds(&parsed.value)?;
        let entrants = reader.entrants(&parsed.value, &rounds);
        let withdrawn = withdrawn(args, &entrants)?;
        let mut table = reader.table(&entrants, &rounds, &withdrawn)?;
        let ratings: Vec<Option<i32>> = entrants.iter().map(|entrant| entrant.rating).collect();
        let starts = starting_scores(&rules.pairing.start, &ratings);
        for (player, start) in table.players.iter_mut().zip(starts) {
            player.starting_half_points = start;
        }
        let added = reader.added(&parsed.value, &entrants);
        Ok(Self {
            rules,
            creator: parsed.value.creator,
            entrants,
            table,
            rounds: rounds.into_values().collect(),
            added,
            findings: reader.findings,
        })
    }

    /// The entrants' names by their numbers, written out.
    pub fn names(&self) -> BTreeMap<String, String> {
        let entrants = self.entrants.iter();
        entrants
            .map(|entrant| (entrant.id.to_string(), entrant.name.clone()))
            .collect()
    }

    /// Indexes of the entrants who did not withdraw.
    pub fn present(&self) -> Vec<usize> {
        let players = self.table.players.iter().enumerate();
        players
            .filter(|(_, player)| !player.withdrew)
            .map(|(index, _)| index)
            .collect()
    }
}

/// The numbers given as withdrawn, each of which must be an entrant's.
fn withdrawn(args: &arguments::Event, entrants: &[Entrant]) -> anyhow::Result<BTreeSet<u32>> {
    for id in &args.withdrawn {
        if !entrants.iter().any(|entrant| entrant.id == *id) {
            return Err(misuse(format!(
                "--withdrawn: {} has no player {id}",
                args.file.display()
            )));
        }
    }
    Ok(args.withdrawn.iter().copied().collect())
}

type Rounds = BTreeMap<u32, Vec<Game>>;

struct Reader<'a> {
    path: &'a Path,
    findings: bool,
}

impl Reader<'_> {
    fn note(&self, line: u32, what: &str) {
        output::note(&format!("{}:{line}: {what}", self.path.display()));
    }

    fn finding(&mut self, line: u32, what: &str) {
        self.findings = true;
        self.note(line, what);
    }

    /// The numbered rounds; added results and finals are no part of the list.
    fn rounds(&mut self, file: &RatingFile) -> Result<Rounds, NoEvent> {
        let mut rounds = Rounds::new();
        for section in &file.sections {
            match section.kind {
                SectionKind::Round(number) => {
                    rounds.entry(number).or_default().extend(&section.games)
                }
                SectionKind::Unlabelled if !section.games.is_empty() => {
                    let line = section.games.first().map_or(0, |game| game.line);
                    self.finding(line, "games before the first round's comment belong to no round and are left out");
                }
                SectionKind::Unlabelled | SectionKind::Added | SectionKind::Finals => {}
            }
        }
        while rounds
            .last_key_value()
            .is_some_and(|(_, games)| games.is_empty())
        {
            rounds.pop_last();
        }
        if rounds.is_empty() && file.games().next().is_some() {
            return Err(NoEvent::Contents(format!(
                "{} has no round comments (\"%Round: 1\"): its rounds cannot be told apart",
                self.path.display()
            )));
        }
        for (number, wanted) in rounds.keys().zip(1_u32..) {
            if *number != wanted {
                return Err(NoEvent::Contents(format!(
                    "{} has no round {wanted}, but a round {number}",
                    self.path.display()
                )));
            }
        }
        Ok(rounds)
    }

    /// The player lines, and whoever plays without one.
    fn entrants(&mut self, file: &RatingFile, rounds: &Rounds) -> Vec<Entrant> {
        let mut entrants: Vec<Entrant> = Vec::new();
        let mut seen = BTreeSet::new();
        for player in &file.players {
            let Some(id) = player.id else {
                self.finding(player.line, "the player has no number and is left out");
                continue;
            };
            if !seen.insert(id) {
                self.finding(
                    player.line,
                    &format!("player {id} is listed twice; the first line counts"),
                );
                continue;
            }
            let name = [player.surname.as_str(), player.first_names.as_str()];
            let name: Vec<&str> = name.into_iter().filter(|part| !part.is_empty()).collect();
            entrants.push(Entrant {
                id,
                name: name.join(", "),
                country: player.country.clone(),
                rating: player.rating.filter(|&rating| rating > 0),
            });
        }
        for game in rounds.values().flatten() {
            for id in [game.first, game.second] {
                if seen.insert(id) {
                    self.finding(game.line, &format!("player {id} has no player line"));
                    entrants.push(Entrant {
                        id,
                        name: String::new(),
                        country: None,
                        rating: None,
                    });
                }
            }
        }
        entrants
    }

    fn table(
        &mut self,
        entrants: &[Entrant],
        rounds: &Rounds,
        withdrawn: &BTreeSet<u32>,
    ) -> Result<ResultTable, NoEvent> {
        let index: BTreeMap<u32, usize> = entrants
            .iter()
            .enumerate()
            .map(|(index, entrant)| (entrant.id, index))
            .collect();
        let mut table = ResultTable {
            players: entrants
                .iter()
                .map(|entrant| TablePlayer {
                    // Zero-padded, so that the order of the texts is the order of the numbers.
                    id: format!("{:010}", entrant.id),
                    country: entrant.country.clone(),
                    rating: entrant.rating,
                    withdrew: withdrawn.contains(&entrant.id),
                    ..TablePlayer::default()
                })
                .collect(),
            rounds: Vec::new(),
        };
        for (number, games) in rounds {
            let mut round = TableRound::default();
            let mut playing = BTreeSet::new();
            for game in games {
                for id in [game.first, game.second] {
                    if !playing.insert(id) {
                        let path = self.path.display();
                        return Err(NoEvent::Contents(format!(
                            "{path}:{}: player {id} has a second game in round {number}",
                            game.line
                        )));
                    }
                }
                if let (Some(&first), Some(&second)) =
                    (index.get(&game.first), index.get(&game.second))
                {
                    round.games.push(self.game(game, first, second));
                }
            }
            let later = |id: u32| {
                rounds
                    .range(number + 1..)
                    .any(|(_, games)| games.iter().any(|g| g.first == id || g.second == id))
            };
            round.byes = bye(entrants, &playing, withdrawn, later)
                .and_then(|id| index.get(&id).copied())
                .into_iter()
                .collect();
            table.rounds.push(round);
        }
        Ok(table)
    }

    /// The games of finals and added results between entrants.
    fn added(&mut self, file: &RatingFile, entrants: &[Entrant]) -> Vec<TableGame> {
        let index = |id: u32| entrants.iter().position(|entrant| entrant.id == id);
        let sections = file
            .sections
            .iter()
            .filter(|section| matches!(section.kind, SectionKind::Added | SectionKind::Finals));
        sections
            .flat_map(|section| &section.games)
            .filter_map(|game| Some((game, index(game.first)?, index(game.second)?)))
            .map(|(game, first, second)| self.game(game, first, second))
            .collect()
    }

    fn game(&mut self, game: &Game, first: usize, second: usize) -> TableGame {
        let game_first_black = if game.colour == FirstColour::White {
            game.swapped()
        } else {
            *game
        };
        let (black, white) = if game.colour == FirstColour::White {
            (second, first)
        } else {
            (first, second)
        };
        let (black_discs, white_discs) = game_first_black.discs.unwrap_or_else(|| {
            self.finding(
                game.line,
                "the game has no score: its point counts, its discs cannot",
            );
            (0, 0)
        });
        let winner = match game_first_black.outcome {
            Outcome::FirstWon => Some(Colour::Black),
            Outcome::Drawn => None,
            Outcome::SecondWon => Some(Colour::White),
        };
        let result = GameResult {
            black_discs: black_discs.into(),
            white_discs: white_discs.into(),
            winner,
            kind: ResultKind::Played,
            black_absent: false,
            white_absent: false,
        };
        TableGame {
            black,
            white,
            result: Some(result),
            flag_fell: None,
        }
    }
}

/// Who had the bye in a round: the one entrant without a game, withdrawn ones apart. Where nobody else
/// is missing, a player who withdrew later may have had it.
fn bye(
    entrants: &[Entrant],
    playing: &BTreeSet<u32>,
    withdrawn: &BTreeSet<u32>,
    plays_later: impl Fn(u32) -> bool,
) -> Option<u32> {
    let missing = || {
        entrants
            .iter()
            .map(|entrant| entrant.id)
            .filter(|id| !playing.contains(id))
    };
    let staying: Vec<u32> = missing().filter(|id| !withdrawn.contains(id)).collect();
    match staying.as_slice() {
        [one] => Some(*one),
        [] => {
            let still_there: Vec<u32> = missing().filter(|id| plays_later(*id)).collect();
            if let [one] = still_there.as_slice() {
                Some(*one)
            } else {
                None
            }
        }
        _ => None,
    }
}
