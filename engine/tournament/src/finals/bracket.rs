//! From the list to the finals: playoffs, who qualifies, semi-finals, final and match for third place.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::format::MatchFormat;
use super::input::Bracket;
use super::match_id::{FinalsStage, MatchId};
use super::series::{Folded, Series};

/// One sentence on the course of the finals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinalsRemark {
    /// The sentence.
    pub detail: String,
    /// The paragraph, where the rule set names one.
    pub rule: Option<String>,
    /// What it says, as a word: `few_left`, `withdrew_before_match`, `woman_qualified` or `one_woman_left`.
    #[serde(default)]
    pub code: String,
    /// What the sentence is made of, by name.
    #[serde(default)]
    pub parameters: Map<String, Value>,
}

impl FinalsRemark {
    pub(super) fn new(code: &str, detail: String, rule: Option<String>) -> Self {
        Self {
            detail,
            rule,
            code: code.to_owned(),
            parameters: Map::new(),
        }
    }

    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.parameters.insert(name.to_owned(), value.into());
        self
    }
}

/// The open event's finals, as far as they have come.
#[derive(Default)]
pub(super) struct OpenFinals {
    /// All matches known so far.
    pub(super) matches: Vec<Folded>,
    /// Who qualified, in list order; `None` while playoffs are open.
    pub(super) qualified: Option<Vec<usize>>,
    /// Semi-finals are played.
    pub(super) semi_finals: bool,
    /// A final is played; `None` while that is open.
    pub(super) final_played: Option<bool>,
    /// The qualified in order of finish; `None` while a match is open.
    pub(super) finish: Option<Vec<usize>>,
    /// What falls away.
    pub(super) remarks: Vec<FinalsRemark>,
}

pub(super) fn open_finals(bracket: &Bracket<'_>) -> OpenFinals {
    let mut finals = OpenFinals::default();
    let places = bracket.input.format.qualifiers() as usize;
    let Some(final_match) = bracket.input.format.final_match else {
        finals.qualified = Some(Vec::new());
        finals.final_played = Some(false);
        finals.finish = Some(Vec::new());
        return finals;
    };
    let pool = bracket.still_in(FinalsStage::Playoffs);
    let playoffs = playoffs(
        bracket,
        &pool,
        places,
        bracket.input.format.playoffs,
        |better, worse| MatchId::Playoff { better, worse },
    );
    let winners = playoffs.winners(&pool, places);
    finals.matches.extend(playoffs.matches);
    let Some(winners) = winners else {
        return finals;
    };
    let before_semi_finals = fill_up(&winners, bracket.still_in(FinalsStage::SemiFinals), places);
    match bracket.input.format.semi_finals {
        Some(format) if before_semi_finals.len() >= 4 => {
            semi_finals(
                bracket,
                &mut finals,
                &before_semi_finals,
                format,
                final_match,
            );
        }
        _ => {
            let qualified = fill_up(&winners, bracket.still_in(FinalsStage::Finals), places);
            if qualified.len() < places {
                let detail = few_left(qualified.len());
                let remark = FinalsRemark::new("few_left", detail, bracket.rule(&["finals"]));
                finals.remarks.push(remark.with("players", qualified.len()));
            }
            let (finalists, others) = qualified.split_at(qualified.len().min(2));
            last_matches(bracket, &mut finals, finalists, others, final_match);
            finals.qualified = Some(qualified);
        }
    }
    finals
}

fn few_left(players: usize) -> String {
    match players {
        0 => "Nobody is left to play the finals.".to_owned(),
        1 => "One player is left: he is first without a game.".to_owned(),
        2 => "Two players are left: there is a final and no match for third place.".to_owned(),
        _ => "Three players are left: 1 and 2 play the final, the third is third without a game."
            .to_owned(),
    }
}

/// Playoffs of one list, and the players who are beyond them.
pub(super) struct Playoffs {
    pub(super) matches: Vec<Folded>,
    pairs: Vec<(usize, usize)>,
}

/// The last place against the first player outside, and so on outwards, where points are equal; a pair
/// that lacks a member falls away (WOC II.3.2, II.5.2).
pub(super) fn playoffs(
    bracket: &Bracket<'_>,
    pool: &[usize],
    places: usize,
    format: Option<MatchFormat>,
    name: impl Fn(u32, u32) -> MatchId,
) -> Playoffs {
    let mut matches = Vec::new();
    let mut pairs = Vec::new();
    let Some(format) = format else {
        return Playoffs { matches, pairs };
    };
    for step in 0..places {
        let (inside, outside) = (places - 1 - step, places + step);
        let (Some(&better), Some(&worse)) = (pool.get(inside), pool.get(outside)) else {
            continue;
        };
        if bracket.half_points(better) != bracket.half_points(worse) {
            continue;
        }
        let place = |index: usize| u32::try_from(index).map_or(u32::MAX, |index| index + 1);
        let series = Series {
            match_id: name(place(inside), place(outside)),
            better,
            worse,
            format,
        };
        pairs.push((better, worse));
        matches.push(series.fold(bracket));
    }
    Playoffs { matches, pairs }
}

impl Playoffs {
    /// Those of the first places who had no playoff, and the winners, in list order; `None` while one is
    /// open.
    pub(super) fn winners(&self, pool: &[usize], places: usize) -> Option<Vec<usize>> {
        let mut through: Vec<usize> = pool
            .iter()
            .take(places)
            .copied()
            .filter(|player| !self.pairs.iter().any(|(better, _)| better == player))
            .collect();
        for folded in &self.matches {
            through.push(folded.order?.0);
        }
        through.sort_unstable();
        Some(through)
    }
}

/// Withdrawn winners make room for the next still in, in list order (WOC II.7, EGP II.6).
pub(super) fn fill_up(winners: &[usize], still_in: Vec<usize>, places: usize) -> Vec<usize> {
    let (mut through, others): (Vec<usize>, Vec<usize>) = still_in
        .into_iter()
        .partition(|player| winners.contains(player));
    let missing = places.saturating_sub(through.len());
    through.extend(others.into_iter().take(missing));
    through.truncate(places);
    through.sort_unstable();
    through
}

/// 1-4 and 2-3 (WOC III.2, EGP II.5).
fn semi_finals(
    bracket: &Bracket<'_>,
    finals: &mut OpenFinals,
    qualified: &[usize],
    format: MatchFormat,
    final_match: MatchFormat,
) {
    finals.semi_finals = true;
    finals.qualified = Some(qualified.to_vec());
    let mut results = Vec::new();
    for (number, better, worse) in [(1, 0, 3), (2, 1, 2)] {
        let (Some(&better), Some(&worse)) = (qualified.get(better), qualified.get(worse)) else {
            return;
        };
        let folded = Series {
            match_id: MatchId::SemiFinal { number },
            better,
            worse,
            format,
        }
        .fold(bracket);
        results.extend(folded.order);
        finals.matches.push(folded);
    }
    if results.len() < 2 {
        return;
    }
    let finalists = finalists(bracket, &results);
    let mut others: Vec<usize> = qualified
        .iter()
        .copied()
        .filter(|player| !finalists.contains(player))
        .collect();
    others.sort_by_key(|player| {
        let lost = results.iter().any(|(_, loser)| loser == player);
        (!bracket.is_in(*player, FinalsStage::Finals), lost, *player)
    });
    last_matches(bracket, finals, &finalists, &others, final_match);
}

/// The winners of the semi-finals. For one who withdrew before the final was published his opponent moves
/// up, or else the other loser.
fn finalists(bracket: &Bracket<'_>, results: &[(usize, usize)]) -> Vec<usize> {
    let is_in = |player: usize| bracket.is_in(player, FinalsStage::Finals);
    let mut finalists: Vec<usize> = results
        .iter()
        .filter_map(|&(winner, loser)| [winner, loser].into_iter().find(|&player| is_in(player)))
        .collect();
    if finalists.len() == 1 {
        let next = results
            .iter()
            .flat_map(|&(winner, loser)| [winner, loser])
            .find(|&player| is_in(player) && !finalists.contains(&player));
        finalists.extend(next);
    }
    finalists.sort_unstable();
    finalists
}

/// The final and the match for third place, and the order of finish.
fn last_matches(
    bracket: &Bracket<'_>,
    finals: &mut OpenFinals,
    finalists: &[usize],
    others: &[usize],
    final_match: MatchFormat,
) {
    finals.final_played = Some(finalists.len() == 2);
    let first = pair_up(
        bracket,
        finals,
        MatchId::Final,
        finalists,
        Some(final_match),
    );
    let third = pair_up(
        bracket,
        finals,
        MatchId::ThirdPlace,
        others,
        bracket.input.format.third_place,
    );
    if let (Some(mut finish), Some(third)) = (first, third) {
        finish.extend(third);
        finals.finish = Some(finish);
    }
}

/// The order of finish of up to two players who are still in, and of whoever follows them without a game.
fn pair_up(
    bracket: &Bracket<'_>,
    finals: &mut OpenFinals,
    match_id: MatchId,
    players: &[usize],
    format: Option<MatchFormat>,
) -> Option<Vec<usize>> {
    let stage = match_id.stage();
    let (Some(&better), Some(&worse), Some(format)) = (players.first(), players.get(1), format)
    else {
        return Some(players.to_vec());
    };
    if !bracket.is_in(better, stage) || !bracket.is_in(worse, stage) {
        let detail = format!(
            "{} withdrew before the {} was published; it is not played.",
            bracket.id(worse),
            match_id.title()
        );
        let rule = bracket.rule(&["finals.withdrawals", "finals"]);
        let remark = FinalsRemark::new("withdrew_before_match", detail, rule)
            .with("entrant_id", bracket.id(worse).0)
            .with("match_id", match_id.name());
        finals.remarks.push(remark);
        return Some(players.to_vec());
    }
    let folded = Series {
        match_id,
        better: better.min(worse),
        worse: better.max(worse),
        format,
    }
    .fold(bracket);
    let order = folded.order;
    finals.matches.push(folded);
    let (winner, loser) = order?;
    let mut finish = vec![winner, loser];
    finish.extend(players.iter().skip(2));
    Some(finish)
}
