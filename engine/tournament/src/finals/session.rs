//! What starts together (WOC II.5.2, III.3, III.5; EGP III.2).

use serde::{Deserialize, Serialize};

use super::bracket::OpenFinals;
use super::input::Bracket;
use super::match_id::{FinalsStage, MatchId};
use super::series::DueGame;
use super::women::WomensTitle;
use crate::ids::EntrantId;

/// Games that start together; each session may be published as one round.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FinalsSession {
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
pub(super) fn sessions(
    bracket: &Bracket<'_>,
    open: &OpenFinals,
    women: &WomensTitle,
    ties: Vec<DueGame>,
    side: Option<SideRound>,
) -> Vec<FinalsSession> {
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
    let last = bracket
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
    group(bracket, all, side)
}

fn group(
    bracket: &Bracket<'_>,
    mut games: Vec<(Start, DueGame)>,
    side: Option<SideRound>,
) -> Vec<FinalsSession> {
    games.sort_by_key(|(start, _)| *start);
    let mut groups: Vec<(Start, FinalsSession)> = Vec::new();
    for (start, game) in games {
        match groups.last_mut() {
            Some((last, session)) if *last == start => session.games.push(game),
            _ => groups.push((
                start,
                FinalsSession {
                    games: vec![game],
                    ..FinalsSession::default()
                },
            )),
        }
    }
    if let Some(side) = side {
        let with = (FinalsStage::SemiFinals, side.round);
        let free = |session: &FinalsSession| {
            let womens = |due: &DueGame| due.match_id.stage() == FinalsStage::WomensPlayoffs;
            !session.games.iter().any(womens)
        };
        match groups
            .iter_mut()
            .find(|(start, session)| *start == with && free(session))
        {
            Some((_, session)) => session.side_swiss = Some(side),
            None => groups.push((
                with,
                FinalsSession {
                    side_swiss: Some(side),
                    ..FinalsSession::default()
                },
            )),
        }
    }
    groups.sort_by_key(|(start, _)| *start);
    groups
        .into_iter()
        .map(|(_, mut session)| {
            session.rule = together(bracket, &session);
            session
        })
        .collect()
}

fn together(bracket: &Bracket<'_>, session: &FinalsSession) -> Option<String> {
    let stages: Vec<FinalsStage> = session
        .games
        .iter()
        .map(|due| due.match_id.stage())
        .collect();
    let third = session
        .games
        .iter()
        .any(|due| due.match_id == MatchId::ThirdPlace);
    if session.games.len() + usize::from(session.side_swiss.is_some()) < 2 {
        None
    } else if stages.contains(&FinalsStage::WomensFinal) {
        bracket.rule(&["finals.women", "finals"])
    } else if stages.contains(&FinalsStage::WomensPlayoffs) {
        bracket.rule(&["finals.women.playoffs", "finals.women", "finals"])
    } else if third {
        bracket.rule(&["finals.third_place", "finals"])
    } else if session.side_swiss.is_some() {
        bracket.rule(&["finals.side_swiss", "finals"])
    } else {
        bracket.rule(&["finals"])
    }
}
