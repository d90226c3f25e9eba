//! What starts together (WOC II.5.2, III.3, III.5; EGP III.2).

use serde::{Deserialize, Serialize};

use super::bracket::OpenFinals;
use super::input::Field;
use super::match_id::{FinalsStage, MatchId};
use super::series::DueGame;
use super::women::WomensTitle;
use crate::ids::EntrantId;

/// Games that start together; each sitting may be published as one round.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sitting {
    /// Its games of matches.
    pub games: Vec<DueGame>,
    /// The Swiss round that starts with them.
    pub side_swiss: Option<SideRound>,
    /// The paragraph that makes them start together, where the rule set names one.
    pub rule: Option<String>,
}

/// A Swiss round beside the semi-finals, to be paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideRound {
    /// Number of the side round, from 1.
    pub round: u32,
    /// Who plays it, in list order: those still in who are not in the semi-finals.
    pub players: Vec<EntrantId>,
}

/// When a game starts: the stage whose game of that number it starts with.
type Start = (FinalsStage, u32);

/// All games due now, grouped by what starts together, in the order of the stages.
pub(super) fn sittings(
    field: &Field<'_>,
    open: &OpenFinals,
    women: &WomensTitle,
    ties: Vec<DueGame>,
    side: Option<SideRound>,
) -> Vec<Sitting> {
    let open_due: Vec<DueGame> = open
        .matches
        .iter()
        .filter_map(|folded| folded.due.clone())
        .filter(|due| !(women.holds_final && due.match_id == MatchId::Final && due.game >= 2))
        .collect();
    let starts: Vec<Start> = open_due
        .iter()
        .map(|due| (due.match_id.stage(), due.game))
        .collect();
    let mut all: Vec<(Start, DueGame)> = starts.iter().copied().zip(open_due).collect();
    let last = field
        .input
        .format
        .final_match
        .map_or(1, |format| format.games.clamp(1, 2));
    for due in women.matches.iter().filter_map(|folded| folded.due.clone()) {
        let with = match due.match_id.stage() {
            FinalsStage::WomensPlayoffs if open.semi_finals => (FinalsStage::SemiFinals, due.game),
            FinalsStage::WomensPlayoffs => (FinalsStage::Finals, due.game),
            _ => (FinalsStage::Finals, due.game.saturating_add(last - 1)),
        };
        let own = (due.match_id.stage(), due.game);
        all.push((if starts.contains(&with) { with } else { own }, due));
    }
    all.extend(
        ties.into_iter()
            .map(|due| ((FinalsStage::TiePlayoffs, due.game), due)),
    );
    group(field, all, side)
}

fn group(
    field: &Field<'_>,
    mut games: Vec<(Start, DueGame)>,
    side: Option<SideRound>,
) -> Vec<Sitting> {
    games.sort_by_key(|(start, _)| *start);
    let mut groups: Vec<(Start, Sitting)> = Vec::new();
    for (start, game) in games {
        match groups.last_mut() {
            Some((last, sitting)) if *last == start => sitting.games.push(game),
            _ => groups.push((
                start,
                Sitting {
                    games: vec![game],
                    ..Sitting::default()
                },
            )),
        }
    }
    if let Some(side) = side {
        let with = (FinalsStage::SemiFinals, side.round);
        let free = |sitting: &Sitting| {
            let womens = |due: &DueGame| due.match_id.stage() == FinalsStage::WomensPlayoffs;
            !sitting.games.iter().any(womens)
        };
        match groups
            .iter_mut()
            .find(|(start, sitting)| *start == with && free(sitting))
        {
            Some((_, sitting)) => sitting.side_swiss = Some(side),
            None => groups.push((
                with,
                Sitting {
                    side_swiss: Some(side),
                    ..Sitting::default()
                },
            )),
        }
    }
    groups.sort_by_key(|(start, _)| *start);
    groups
        .into_iter()
        .map(|(_, mut sitting)| {
            sitting.rule = together(field, &sitting);
            sitting
        })
        .collect()
}

fn together(field: &Field<'_>, sitting: &Sitting) -> Option<String> {
    let stages: Vec<FinalsStage> = sitting
        .games
        .iter()
        .map(|due| due.match_id.stage())
        .collect();
    let third = sitting
        .games
        .iter()
        .any(|due| due.match_id == MatchId::ThirdPlace);
    if sitting.games.len() + usize::from(sitting.side_swiss.is_some()) < 2 {
        None
    } else if stages.contains(&FinalsStage::WomensFinal) {
        field.rule(&["finals.women", "finals"])
    } else if stages.contains(&FinalsStage::WomensPlayoffs) {
        field.rule(&["finals.women.playoffs", "finals.women", "finals"])
    } else if third {
        field.rule(&["finals.third_place", "finals"])
    } else if sitting.side_swiss.is_some() {
        field.rule(&["finals.side_swiss", "finals"])
    } else {
        field.rule(&["finals"])
    }
}
