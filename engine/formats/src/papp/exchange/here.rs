use outflank_tournament::{
    Board, EntrantId, EntrantState, Goal, Round, TournamentState, Variant, stage_plan,
};
use thiserror::Error;

use super::EventHere;
use crate::constant::ToldConstant;
use crate::date::CivilDate;
use crate::event::{ToldEntrant, ToldEvent, ToldGame, ToldRound};
use crate::papp::folder::{FolderObstacle, FolderSettings, Untold, WrittenFolder, write_folder};

/// Squares of the board that PAPP counts.
const SQUARES: u32 = 64;

/// Why an event of this platform cannot go on in PAPP.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EventObstacle {
    /// It is played on another board, or for the fewest discs.
    #[error("PAPP counts 64 squares and the most discs; this event plays otherwise")]
    OtherGame,
    /// PAPP has no place for something of it.
    #[error(transparent)]
    Folder(#[from] FolderObstacle),
}

/// The files from which PAPP goes on with an event as it stands, with the results of the round that is open.
///
/// # Errors
/// What PAPP has no place for; nothing is written then.
pub fn write_event(event: EventHere<'_>) -> Result<WrittenFolder, EventObstacle> {
    if !plays_for_64(&event.state.variant()) {
        return Err(EventObstacle::OtherGame);
    }
    let told = event.told();
    let mut written = write_folder(&told, &event.settings(&told))?;
    written.untold.extend(event.absences_to_come());
    Ok(written)
}

/// PAPP's scores say the same here.
pub(super) fn plays_for_64(variant: &Variant) -> bool {
    variant.goal == Goal::Most && variant.squares() == SQUARES
}

impl EventHere<'_> {
    /// The event as files tell one.
    pub(super) fn told(&self) -> ToldEvent {
        let state = self.state;
        let facts = state.facts.as_ref();
        let rounds = self.list_rounds().map(|round| self.round(round));
        let matches = state.rounds.iter().flat_map(|round| &round.boards);
        let matches = matches.filter(|board| !board.pairing.purpose.counts_in_list());
        ToldEvent {
            name: facts.map(|facts| facts.name.clone()).unwrap_or_default(),
            country: facts.map(|facts| facts.country.clone()),
            first_day: facts.and_then(|facts| CivilDate::from_hyphens(&facts.date)),
            planned_rounds: planned_rounds(state),
            constant: self.constant().and_then(ToldConstant::of_whole),
            entrants: state.entrants.iter().map(|one| self.entrant(one)).collect(),
            rounds: rounds.collect(),
            added: matches.map(|board| self.game(board)).collect(),
        }
    }

    pub(super) fn settings(&self, told: &ToldEvent) -> FolderSettings {
        let rounds = told.planned_rounds.unwrap_or_default();
        let rules = self
            .state
            .rule_set
            .as_ref()
            .zip(self.state.standings_rules());
        rules.map_or_else(FolderSettings::default, |(rule_set, list)| {
            FolderSettings::of_rules(rule_set, &list, rounds, told.country.as_deref())
        })
    }

    /// The rounds that PAPP can hold: matches of finals are none.
    pub(super) fn list_rounds(&self) -> impl Iterator<Item = &Round> {
        self.state
            .rounds
            .iter()
            .filter(|round| round.counts_in_list())
    }

    /// The number of an entrant; 0 for one whom no list has.
    pub(super) fn number(&self, entrant: &EntrantId) -> u32 {
        self.listed.get(entrant).map_or(0, |known| known.number)
    }

    fn constant(&self) -> Option<u32> {
        self.state
            .standings_rules()
            .map(|list| list.brightwell_constant)
    }

    pub(super) fn entrant(&self, entrant: &EntrantState) -> ToldEntrant {
        let known = self.listed.get(&entrant.id).cloned().unwrap_or_default();
        ToldEntrant {
            number: known.number,
            is_new: known.is_new,
            surname: known.surname,
            first_names: known.first_names,
            country: entrant.country.clone(),
            rating: entrant.rating,
            left: entrant.withdrawn_from.is_some(),
        }
    }

    fn round(&self, round: &Round) -> ToldRound {
        let boards = round.boards.iter();
        let boards = boards.filter(|board| board.pairing.purpose.counts_in_list());
        ToldRound {
            games: boards.map(|board| self.game(board)).collect(),
            byes: round
                .byes
                .iter()
                .map(|entrant| self.number(entrant))
                .collect(),
            over: round.finished,
        }
    }

    fn game(&self, board: &Board) -> ToldGame {
        ToldGame {
            black: self.number(&board.pairing.black),
            white: self.number(&board.pairing.white),
            result: board.result().map(|result| result.game_result()),
            moves: Vec::new(),
        }
    }

    /// Announced absences from rounds that are not paired yet.
    fn absences_to_come(&self) -> Vec<Untold> {
        let next = self.state.next_round();
        let present = self.state.present();
        let announced = present.flat_map(|entrant| {
            let rounds = entrant.absences.range(next..);
            rounds.map(move |(round, _)| (entrant, *round))
        });
        announced
            .map(|(entrant, round)| {
                let told = self.entrant(entrant);
                Untold::AbsenceToCome {
                    player: told.name(),
                    round,
                    number: told.number,
                }
            })
            .collect()
    }
}

/// The rounds of the qualification as it is played, or as this number of entrants would have it.
pub(super) fn planned_rounds(state: &TournamentState) -> Option<u32> {
    if let Some(plan) = state.plan_as_played() {
        return Some(plan.rounds());
    }
    let plan = stage_plan(state.rule_set.as_ref()?, state.entrant_count());
    plan.ok().map(|plan| plan.rounds())
}
