//! Why a published round has a board, or has it not: the publication's own pairing, made again.

use std::collections::BTreeSet;

use crate::ids::EntrantId;
use crate::plan::PlannedStage;
use crate::refusals::{Refusal, RoundsRefusal};
use crate::stream::checks::unknown_entrant;
use crate::stream::evolve::fold;
use crate::stream::lots::round_purpose;
use crate::stream::rounds::publish::{SwissRound, unpairable};
use crate::stream::{Event, PairingEdit, PublishedPairing, RoundConstraints, TournamentState};
use crate::swiss::{BoardExplanation, BoardOf, Cost, PairingLevel, SwissPairing, explain_with_own};

/// A board to be explained, of a published round or of what it could have been.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublishedBoard<'a> {
    /// One entrant.
    pub one: &'a EntrantId,
    /// The opponent; `None` for the bye.
    pub other: Option<&'a EntrantId>,
}

/// A round's pairs as (black, white) by table, and who has the bye.
pub type RoundOfEntrants = (Vec<(EntrantId, EntrantId)>, Option<EntrantId>);

/// Why a published round has a board, or has it not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardExplained {
    /// True if the published round has this board.
    pub chosen: bool,
    /// The level that decided: the first on which the alternative costs more. `None` where the draw
    /// decided, or there is no alternative.
    pub bound: Option<PairingLevel>,
    /// The best pairing without the board if the round has it, else the best one with it; `None`
    /// where there is none.
    pub alternative: Option<RoundOfEntrants>,
    /// What the alternative costs more than the published round, by level; negative where less.
    pub difference: Cost,
    /// True if the director set the board.
    pub set: bool,
    /// All of it in one sentence.
    pub sentence: String,
}

/// Explains one board of a round that was paired by a Swiss system, under the director's conditions if
/// there were any.
///
/// `before` is the state before the entry that published the round and `published` that entry's events,
/// or more: all of them after the round's publication are passed over. `name` is how the sentence names
/// an entrant.
///
/// # Errors
/// `not_published` without a publication of a round among the events, `not_paired_by_system` for a round
/// robin, a round of the finals, an extra round or one that the director set whole, `unknown_entrant`,
/// `entrant_not_present`, and `not_reproduced` where the results say otherwise than when the round was
/// published.
pub fn explain_published(
    before: &TournamentState,
    published: &[Event],
    board: PublishedBoard<'_>,
    name: &dyn Fn(&EntrantId) -> String,
) -> Result<BoardExplained, Refusal> {
    let publication = Publication::among(published)?;
    let state = folded(before, published);
    let rules = state.rule_set.as_ref().ok_or(RoundsRefusal::NotPublished)?;
    let plan = state.plan.as_ref().ok_or(RoundsRefusal::NotPublished)?;
    if publication.round != state.next_round() {
        return Err(RoundsRefusal::NotPublished.into());
    }
    let (_, planned, within) = plan
        .stage_of(publication.round)
        .filter(|_| publication.round <= state.planned_rounds())
        .ok_or(RoundsRefusal::FollowsFromList {
            round: publication.round,
        })?;
    publication.check_paired_by_system(planned)?;
    let key = state
        .draw_for(&round_purpose(publication.round))
        .ok_or(RoundsRefusal::NotDrawn {
            round: publication.round,
        })?
        .key;
    let round = SwissRound::new(&state, rules, planned, within, &[], key);
    let conditions = round.conditions(&publication.conditions())?;
    let board = board_of(&state, &round.present, board)?;
    let request = crate::pairing::PairingRequest {
        constraints: &conditions,
        ..round.request()
    };
    let (own, explanation) = explain_with_own(&request, board)
        .map_err(|problem| Refusal::from(unpairable(problem)).quoting(Some(rules)))?;
    if !publication.is(&state, &own) {
        return Err(RoundsRefusal::NotReproduced {
            round: publication.round,
        }
        .into());
    }
    Ok(in_ids(&state, explanation, name))
}

/// The explanation in the entrants' ids, its sentence with their names.
pub(super) fn in_ids(
    state: &TournamentState,
    explanation: BoardExplanation,
    name: &dyn Fn(&EntrantId) -> String,
) -> BoardExplained {
    let id = |player: usize| state.entrants.get(player).map(|entrant| entrant.id.clone());
    let sentence =
        explanation.sentence_naming(&|player| id(player).as_ref().map(name).unwrap_or_default());
    let alternative = explanation.alternative.map(|other| {
        let pairs = other.pairs.iter();
        let pairs = pairs.filter_map(|&(black, white)| Some((id(black)?, id(white)?)));
        (pairs.collect(), other.bye.and_then(id))
    });
    BoardExplained {
        chosen: explanation.chosen,
        bound: explanation.bound,
        alternative,
        difference: explanation.difference,
        set: explanation.set,
        sentence,
    }
}

/// The publication of a round, as its event tells it.
struct Publication<'a> {
    round: u32,
    pairings: &'a [PublishedPairing],
    byes: &'a [EntrantId],
    edit: Option<&'a PairingEdit>,
}

impl<'a> Publication<'a> {
    fn among(events: &'a [Event]) -> Result<Self, Refusal> {
        let publication = events.iter().find_map(|event| {
            let Event::RoundPublished {
                round,
                pairings,
                byes,
                edit,
                ..
            } = event
            else {
                return None;
            };
            Some(Self {
                round: *round,
                pairings,
                byes,
                edit: edit.as_ref(),
            })
        });
        publication.ok_or_else(|| RoundsRefusal::NotPublished.into())
    }

    fn check_paired_by_system(&self, planned: &PlannedStage) -> Result<(), Refusal> {
        match (planned, self.edit) {
            (PlannedStage::RoundRobin { .. }, _) => {
                Err(RoundsRefusal::FollowsFromChairs { round: self.round }.into())
            }
            (_, Some(edit)) if edit.whole => {
                Err(RoundsRefusal::SetWhole { round: self.round }.into())
            }
            _ => Ok(()),
        }
    }

    fn conditions(&self) -> RoundConstraints {
        self.edit
            .map(|edit| edit.constraints.clone())
            .unwrap_or_default()
    }

    /// True if the round is that pairing.
    fn is(&self, state: &TournamentState, pairing: &SwissPairing) -> bool {
        let index = |id: &EntrantId| state.index_of(id);
        let made: BTreeSet<_> = self
            .pairings
            .iter()
            .filter_map(|made| Some((index(&made.black)?, index(&made.white)?)))
            .collect();
        let byes: Vec<usize> = self.byes.iter().filter_map(index).collect();
        made == pairing.pairs.iter().copied().collect()
            && byes == pairing.bye.into_iter().collect::<Vec<_>>()
    }
}

/// The state with all that the entry records before it publishes the round.
pub(super) fn folded(before: &TournamentState, published: &[Event]) -> TournamentState {
    let publishes = |event: &Event| matches!(event, Event::RoundPublished { .. });
    let until = published.iter().position(publishes);
    fold(
        before.clone(),
        &published[..until.unwrap_or(published.len())],
    )
}

fn board_of(
    state: &TournamentState,
    present: &[usize],
    board: PublishedBoard<'_>,
) -> Result<BoardOf, Refusal> {
    let index = |id: &EntrantId| -> Result<usize, Refusal> {
        let index = state.index_of(id).ok_or_else(|| unknown_entrant(id))?;
        if present.contains(&index) {
            return Ok(index);
        }
        Err(RoundsRefusal::DidNotPlay {
            entrant_id: id.clone(),
        }
        .into())
    };
    let one = index(board.one)?;
    let Some(other) = board.other else {
        return Ok(BoardOf::Bye(one));
    };
    let two = index(other)?;
    if one == two {
        return Err(RoundsRefusal::SameEntrant.into());
    }
    Ok(BoardOf::Pair(one, two))
}
