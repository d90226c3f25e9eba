//! What two versions of one rating file say otherwise, in sentences for whoever took the first.

use std::collections::{BTreeMap, BTreeSet};

use super::{Game, ListedPlayer, RatingFile, SectionKind};

/// What the later version says otherwise than the earlier, a sentence each: the heading, the players in the order of their
/// list, the games round by round. The program and the time that made a file are no part of what it says.
///
/// A player keeps being the same under another number if name and nation are the same, or under another name if the number
/// is; one with neither in common came or went.
#[must_use]
pub fn differences(before: &RatingFile, after: &RatingFile) -> Vec<String> {
    let mut told = Vec::new();
    headings(before, after, &mut told);
    let same = Same::of(before, after);
    players(before, after, &same, &mut told);
    games(before, after, &same, &mut told);
    told
}

fn headings(before: &RatingFile, after: &RatingFile, told: &mut Vec<String>) {
    let day = |file: &RatingFile| {
        let days = [file.first_day, file.last_day].into_iter().flatten();
        let days: Vec<String> = days.map(|day| day.with_slashes()).collect();
        days.join(" - ")
    };
    for (what, one, other) in [
        (
            "Tournament",
            before.tournament.clone(),
            after.tournament.clone(),
        ),
        ("Country", before.country.clone(), after.country.clone()),
        ("Date", day(before), day(after)),
        ("Sender", before.sender.clone(), after.sender.clone()),
    ] {
        if one != other {
            told.push(format!("{what}: \"{one}\" became \"{other}\"."));
        }
    }
}

/// Marks the numbers of who is no longer on the list: no federation number is so large.
const GONE: u32 = 1 << 31;

/// Whether two player lines are one player's.
type Sameness<'a> = &'a dyn Fn(&ListedPlayer, &ListedPlayer) -> bool;

/// Who of the one file is who of the other.
struct Same {
    /// Numbers of the earlier file with those of the later one.
    numbers: BTreeMap<u32, u32>,
    /// Numbers of the earlier list whose players are no longer there.
    gone: BTreeSet<u32>,
    /// Names for sentences, by the later file's numbers; those of who went by the earlier one's.
    names: BTreeMap<u32, String>,
}

impl Same {
    fn of(before: &RatingFile, after: &RatingFile) -> Self {
        let by_number = |file: &RatingFile| -> BTreeMap<u32, ListedPlayer> {
            // Of lines with one number the first counts.
            let players = file.players.iter().rev();
            players
                .filter_map(|player| Some((player.id?, player.clone())))
                .collect()
        };
        let (earlier, later) = (by_number(before), by_number(after));
        let mut numbers = BTreeMap::new();
        let mut taken = BTreeSet::new();
        // Whoever is the same in everything first: numbers may have been exchanged.
        let person = |player: &ListedPlayer| {
            let nation = player.country.clone().unwrap_or_default();
            (player.surname.clone(), player.first_names.clone(), nation)
        };
        let passes: [Sameness<'_>; 3] = [
            &|one, other| one.id == other.id && person(one) == person(other),
            &|one, other| person(one) == person(other),
            &|one, other| one.id == other.id,
        ];
        for same in passes {
            for (number, player) in &earlier {
                if numbers.contains_key(number) {
                    continue;
                }
                let found = later
                    .iter()
                    .find(|(other, candidate)| !taken.contains(*other) && same(player, candidate));
                if let Some((other, _)) = found {
                    taken.insert(*other);
                    numbers.insert(*number, *other);
                }
            }
        }
        let left = earlier
            .iter()
            .filter(|(number, _)| !numbers.contains_key(*number));
        let gone = left.clone().map(|(number, _)| *number).collect();
        let left = left.map(|(number, player)| (*number | GONE, named(player)));
        let names = later
            .iter()
            .map(|(number, player)| (*number, named(player)))
            .chain(left)
            .collect();
        Self {
            numbers,
            gone,
            names,
        }
    }

    /// The number in the later file; of who is no longer in it, one of its own, as another may have that number now. Who
    /// was on no list, and plays all the same, keeps the number.
    fn now(&self, number: u32) -> u32 {
        match self.numbers.get(&number) {
            Some(now) => *now,
            None if self.gone.contains(&number) => number | GONE,
            None => number,
        }
    }

    fn named(&self, number: u32) -> String {
        let plain = number & !GONE;
        match self.names.get(&number) {
            Some(name) => format!("{name} ({plain})"),
            None => plain.to_string(),
        }
    }
}

fn named(player: &ListedPlayer) -> String {
    format!("{} {}", player.surname, player.first_names)
        .trim()
        .to_owned()
}

fn players(before: &RatingFile, after: &RatingFile, same: &Same, told: &mut Vec<String>) {
    let lines = before.players.iter().enumerate().rev();
    let earlier: BTreeMap<u32, (usize, &ListedPlayer)> = lines
        .filter_map(|(place, player)| {
            let place = place.saturating_add(1);
            Some((same.now(player.id?), (place, player)))
        })
        .collect();
    let mut seen = BTreeSet::new();
    for (place, player) in (1_usize..).zip(&after.players) {
        let Some(number) = player.id.filter(|number| seen.insert(*number)) else {
            continue;
        };
        let came = same.numbers.values().all(|known| *known != number);
        let Some((was, known)) = earlier.get(&number).filter(|_| !came) else {
            told.push(format!("{} came to the list.", same.named(number)));
            continue;
        };
        let changes = changes((*was, known), (place, player));
        if !changes.is_empty() {
            told.push(format!("{}: {}.", same.named(number), changes.join(", ")));
        }
    }
    let gone = before.players.iter().filter_map(|player| player.id);
    for number in gone.filter(|number| !same.numbers.contains_key(number)) {
        told.push(format!(
            "{} is no longer on the list.",
            same.named(number | GONE)
        ));
    }
}

fn changes(
    (was, before): (usize, &ListedPlayer),
    (is, after): (usize, &ListedPlayer),
) -> Vec<String> {
    let number = |player: &ListedPlayer| {
        let mark = if player.is_new { "+" } else { "" };
        player
            .id
            .map_or_else(String::new, |id| format!("{mark}{id}"))
    };
    let rating =
        |player: &ListedPlayer| player.rating.map_or("-".to_owned(), |one| one.to_string());
    let facts = [
        ("name", named(before), named(after)),
        ("nation", nation(before), nation(after)),
        ("number", number(before), number(after)),
        ("place", was.to_string(), is.to_string()),
        (
            "score",
            halves(before.half_points),
            halves(after.half_points),
        ),
        ("discs", halves(before.half_discs), halves(after.half_discs)),
        ("rating", rating(before), rating(after)),
    ];
    let changed = facts.into_iter().filter(|(_, one, other)| one != other);
    changed
        .map(|(what, one, other)| format!("{what} {one} became {other}"))
        .collect()
}

fn nation(player: &ListedPlayer) -> String {
    player.country.clone().unwrap_or_default()
}

fn halves(count: Option<u32>) -> String {
    let Some(count) = count else {
        return "-".to_owned();
    };
    let half = if count % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", count / 2)
}

/// The games of a section between the same two players, in the order of the file.
type Played = BTreeMap<(Place, u32, u32), Vec<Game>>;
/// Where a game stands: rounds by number, then added results, then whatever is named otherwise.
type Place = (u8, u32);

fn games(before: &RatingFile, after: &RatingFile, same: &Same, told: &mut Vec<String>) {
    let earlier = played(before, |number| same.now(number));
    let later = played(after, |number| number);
    let keys: BTreeSet<_> = earlier.keys().chain(later.keys()).copied().collect();
    for key in keys {
        let none = Vec::new();
        let was = earlier.get(&key).unwrap_or(&none);
        let is = later.get(&key).unwrap_or(&none);
        for place in 0..was.len().max(is.len()) {
            let place_of = place_named(key.0);
            match (was.get(place), is.get(place)) {
                (Some(one), Some(other)) if says(one) != says(other) => {
                    let (one, other) = (line(one, same), line(other, same));
                    told.push(format!("{place_of}: {one} became {other}."));
                }
                (Some(one), None) => {
                    told.push(format!(
                        "{place_of}: {} is no longer there.",
                        line(one, same)
                    ));
                }
                (None, Some(other)) => {
                    told.push(format!("{place_of}: {} was added.", line(other, same)));
                }
                (Some(_), Some(_)) | (None, None) => {}
            }
        }
    }
}

fn played(file: &RatingFile, number: impl Fn(u32) -> u32) -> Played {
    let mut played = Played::new();
    for section in &file.sections {
        let place = match section.kind {
            SectionKind::Unlabelled => (0, 0),
            SectionKind::Round(round) => (1, round),
            SectionKind::Finals => (2, 0),
            SectionKind::Added => (3, 0),
        };
        for game in &section.games {
            let game = Game {
                first: number(game.first),
                second: number(game.second),
                ..*game
            };
            let pair = (game.first.min(game.second), game.first.max(game.second));
            played
                .entry((place, pair.0, pair.1))
                .or_default()
                .push(game);
        }
    }
    played
}

fn place_named((kind, round): Place) -> String {
    match kind {
        0 => "Before round 1".to_owned(),
        1 => format!("Round {round}"),
        2 => "Finals".to_owned(),
        _ => "Added results".to_owned(),
    }
}

/// What a game line says, wherever it stands.
fn says(game: &Game) -> Game {
    Game { line: 0, ..*game }
}

fn line(game: &Game, same: &Same) -> String {
    let (first, second) = (same.named(game.first), same.named(game.second));
    let glyph = game.outcome.glyph();
    match game.discs {
        Some((one, other)) => format!("{first} {one} {glyph} {other} {second}"),
        None => format!("{first} {glyph} {second}"),
    }
}
