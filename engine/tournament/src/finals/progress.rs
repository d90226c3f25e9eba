//! The whole of the finals, derived from the list and the games so far.

use serde::{Deserialize, Serialize};

use super::bracket::{FinalsRemark, OpenFinals, open_finals};
use super::input::{Bracket, FinalsInput};
use super::match_id::{FinalsStage, MatchGame, MatchId};
use super::ranking::{FinalRank, ranking, rest_after_side_swiss, rest_of_list};
use super::series::{DueGame, Folded, MatchProgress, Series};
use super::session::{FinalsSession, SideRound, sessions};
use super::women::{WomensTitle, womens_title};
use crate::half_points::HalfPoints;
use crate::ids::EntrantId;

/// The state of the finals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinalsProgress {
    /// The matches known so far.
    pub matches: Vec<MatchProgress>,
    /// The games to be played now, grouped by what starts together. A published game is not due again.
    pub due: Vec<FinalsSession>,
    /// The IFRL after the playoffs; `None` while they are open.
    pub ifrl: Option<Vec<FinalRank>>,
    /// The WFRL after the playoffs; `None` while they are open or without a women's title.
    pub wfrl: Option<Vec<FinalRank>>,
    /// The final ranking of all players; `None` while it is open.
    pub final_ranking: Option<Vec<FinalRank>>,
    /// The final ranking of the women; `None` while it is open or without a women's title.
    pub womens_ranking: Option<Vec<FinalRank>>,
    /// The first of the final ranking.
    pub champion: Option<EntrantId>,
    /// The first of the women; nobody if all withdrew before their final.
    pub womens_champion: Option<EntrantId>,
    /// What falls away, and why.
    pub remarks: Vec<FinalsRemark>,
    /// Published games that belong to no match of these finals, or come after its decision.
    pub strays: Vec<MatchGame>,
}

impl FinalsProgress {
    /// Whether everything has been played that these finals want.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.final_ranking.is_some()
            && self.due.is_empty()
            && self.matches.iter().all(|one| one.decision.is_some())
    }

    /// The qualified players of a match, if it is known: the better-ranked first.
    #[must_use]
    pub fn find_match(&self, match_id: &MatchId) -> Option<&MatchProgress> {
        self.matches.iter().find(|one| one.match_id == *match_id)
    }
}

/// Folds the finals. Total: contradictory input gives some state, never a panic; games that fit no match
/// are named in [`FinalsProgress::strays`].
#[must_use]
pub fn progress(input: &FinalsInput<'_>) -> FinalsProgress {
    let bracket = Bracket::new(input);
    let open = open_finals(&bracket);
    let women = input
        .format
        .women
        .map(|format| womens_title(&bracket, &open, format));
    let ties = tie_playoffs(&bracket, &open);
    let (side_due, side_over) = side_swiss(&bracket, &open);
    let final_ranking = match (&open.finish, side_over) {
        (Some(finish), true) if ties.iter().all(|(_, folded)| folded.order.is_some()) => {
            let mut rest = rest_after_side_swiss(&bracket, finish);
            break_ties(&mut rest, &ties);
            Some(ranking(&bracket, finish, &rest))
        }
        _ => None,
    };
    let no_women = WomensTitle::default();
    let title = women.as_ref().unwrap_or(&no_women);
    let womens_finish = title.finish.as_ref().filter(|_| women.is_some());
    let due = sessions(&bracket, &open, title, due_ties(&ties), side_due);
    let matches: Vec<MatchProgress> = open
        .matches
        .iter()
        .chain(&title.matches)
        .chain(ties.iter().map(|(_, folded)| folded))
        .map(|folded| folded.progress.clone())
        .collect();
    let head = final_ranking.as_ref().and_then(|list| list.first());
    FinalsProgress {
        due,
        ifrl: open
            .qualified
            .as_ref()
            .map(|head| ranking(&bracket, head, &rest_of_list(&bracket, head))),
        wfrl: womens_list(
            &bracket,
            title.qualified.as_ref().filter(|_| women.is_some()),
        ),
        champion: head.map(|line| line.entrant.clone()),
        womens_champion: womens_finish
            .and_then(|finish| finish.first())
            .map(|&player| bracket.id(player)),
        womens_ranking: womens_list(&bracket, womens_finish),
        remarks: open.remarks.iter().chain(&title.remarks).cloned().collect(),
        strays: strays(input, &matches),
        final_ranking,
        matches,
    }
}

fn strays(input: &FinalsInput<'_>, matches: &[MatchProgress]) -> Vec<MatchGame> {
    input
        .games
        .iter()
        .filter(|game| !matches.iter().any(|one| one.games.contains(game)))
        .cloned()
        .collect()
}

/// The women's list with that head: the others follow in the order of the provisional list.
fn womens_list(bracket: &Bracket<'_>, head: Option<&Vec<usize>>) -> Option<Vec<FinalRank>> {
    let head = head?;
    let rest: Vec<(usize, HalfPoints)> = rest_of_list(bracket, head)
        .into_iter()
        .filter(|(player, _)| bracket.is_woman(*player))
        .collect();
    Some(ranking(bracket, head, &rest))
}

/// The side round that is due, and whether the side Swiss is over (or there is none).
fn side_swiss(bracket: &Bracket<'_>, open: &OpenFinals) -> (Option<SideRound>, bool) {
    let (Some(format), Some(qualified)) = (bracket.input.format.side_swiss, &open.qualified) else {
        return (None, true);
    };
    if !open.semi_finals {
        return (None, true);
    }
    let state = bracket.input.side_swiss;
    let players: Vec<EntrantId> = (0..bracket.players.len())
        .filter(|&player| !bracket.withdrew(player) && !qualified.contains(&player))
        .map(|player| bracket.id(player))
        .collect();
    let in_play = state.published > state.finished;
    if state.finished >= format.rounds || (!in_play && players.len() < 2) {
        return (None, true);
    }
    if in_play {
        return (None, false);
    }
    let round = state.finished.saturating_add(1);
    (Some(SideRound { round, players }), false)
}

/// The agreed games between two players outside the finals who have equal points and are still in.
fn tie_playoffs(bracket: &Bracket<'_>, open: &OpenFinals) -> Vec<((usize, usize), Folded)> {
    let (Some(format), Some(qualified)) = (bracket.input.format.tie_playoffs, &open.qualified)
    else {
        return Vec::new();
    };
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (one, other) in bracket.input.agreed_playoffs {
        let (Some(one), Some(other)) = (bracket.index(one), bracket.index(other)) else {
            continue;
        };
        let pair = (one.min(other), one.max(other));
        let outside = !qualified.contains(&one) && !qualified.contains(&other);
        let tied = bracket.half_points(one) == bracket.half_points(other);
        let in_both = bracket.is_in(one, FinalsStage::TiePlayoffs)
            && bracket.is_in(other, FinalsStage::TiePlayoffs);
        if one != other && outside && tied && in_both && !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs
        .into_iter()
        .map(|(better, worse)| {
            let series = Series {
                match_id: MatchId::TiePlayoff {
                    better: bracket.id(better),
                    worse: bracket.id(worse),
                },
                better,
                worse,
                format,
            };
            ((better, worse), series.fold(bracket))
        })
        .collect()
}

/// A player who agreed to several games plays them one after the other.
fn due_ties(ties: &[((usize, usize), Folded)]) -> Vec<DueGame> {
    let mut due = Vec::new();
    let mut busy: Vec<usize> = Vec::new();
    for ((better, worse), folded) in ties.iter().filter(|(_, folded)| folded.order.is_none()) {
        if !busy.contains(better) && !busy.contains(worse) {
            due.extend(folded.due.clone());
        }
        busy.extend([*better, *worse]);
    }
    due
}

/// A lower-placed winner moves up to just before the player he beat.
fn break_ties(rest: &mut Vec<(usize, HalfPoints)>, ties: &[((usize, usize), Folded)]) {
    for (_, folded) in ties {
        let Some((winner, loser)) = folded.order else {
            continue;
        };
        let place = |wanted: usize| rest.iter().position(|(player, _)| *player == wanted);
        if let (Some(from), Some(to)) = (place(winner), place(loser))
            && to < from
        {
            let line = rest.remove(from);
            rest.insert(to, line);
        }
    }
}
