//! The results of the stream as pairings and rankings read them.

use std::collections::BTreeMap;

use super::event::ResultRecord;
use super::round::{Board, Round};
use super::state::TournamentState;
use crate::ids::EntrantId;
use crate::plan::stage_plan;
use crate::rule_set::Goal;
use crate::standings::{Standing, StandingsRules, standings};
use crate::table::{GameResult, ResultTable, TableGame, TablePlayer, TableProblem, TableRound};

impl TournamentState {
    /// A board's result as lists count it, in Anti-Reversi the other side's discs.
    pub(super) fn counted_result(&self, board: &Board) -> Option<GameResult> {
        let goal = self
            .rule_set
            .as_ref()
            .map_or_else(Goal::default, |rules| rules.variant.goal);
        let result = board.result()?;
        Some(goal.counted(result.game_result()))
    }

    /// The results as pairings and rankings read them; players in the order of registration.
    #[must_use]
    pub fn result_table(&self) -> ResultTable {
        let planned = self.planned_rounds();
        let index = |id: &EntrantId| self.entrant_index.get(id).copied();
        ResultTable {
            players: self
                .entrants
                .iter()
                .map(|entrant| TablePlayer {
                    id: entrant.id.0.clone(),
                    country: entrant.country.clone(),
                    rating: entrant.rating,
                    withdrew: entrant.withdrawn_from.is_some_and(|from| from <= planned),
                    starting_half_points: self
                        .starting_scores
                        .get(&entrant.id)
                        .copied()
                        .unwrap_or(0),
                    adjustment_half_points: self.adjustment_half_points(&entrant.id),
                    ..TablePlayer::default()
                })
                .collect(),
            rounds: self
                .rounds
                .iter()
                .filter(|round| round.counts_in_list())
                .map(|round| TableRound {
                    games: round
                        .boards
                        .iter()
                        .filter(|board| board.pairing.purpose.counts_in_list())
                        .filter_map(|board| {
                            Some(TableGame {
                                black: index(&board.pairing.black)?,
                                white: index(&board.pairing.white)?,
                                result: self.counted_result(board),
                                flag_fell: board.result().and_then(ResultRecord::flag_fell),
                            })
                        })
                        .collect(),
                    byes: round.byes.iter().filter_map(index).collect(),
                    granted: self.granted(round),
                })
                .collect(),
        }
    }

    /// How this tournament is ranked; the list of the qualification without finals.
    #[must_use]
    pub fn standings_rules(&self) -> Option<StandingsRules> {
        let rules = self.rule_set.as_ref()?;
        let entrants = self.entrant_count();
        let rounds = match &self.plan {
            Some(plan) => plan.rounds(),
            None => stage_plan(rules, entrants).map_or(0, |plan| plan.rounds()),
        };
        Some(rules.standings_rules(entrants, rounds))
    }

    /// The standings now; players are indexes into [`TournamentState::entrants`]. Empty before creation.
    /// Once the finals are played they show the final order.
    ///
    /// # Errors
    /// A [`TableProblem`] if the stream held contradictory rounds.
    pub fn standings(&self) -> Result<Vec<Standing>, TableProblem> {
        let mut list = self.list_standings()?;
        if !self.qualification_over() {
            return Ok(list);
        }
        let by_list = self
            .plan
            .as_ref()
            .is_none_or(|plan| plan.finals.final_match.is_none());
        if by_list && self.playoff_agreements.is_empty() {
            return Ok(list);
        }
        let progress = self.finals_progress()?;
        let Some(order) = progress.and_then(|found| found.final_ranking.or(found.ifrl)) else {
            return Ok(list);
        };
        let places: BTreeMap<usize, (u32, u32)> = order
            .iter()
            .filter_map(|line| Some((self.index_of(&line.entrant)?, (line.place, line.rank))))
            .collect();
        for standing in &mut list {
            if let Some(&(place, rank)) = places.get(&standing.player) {
                standing.place = place;
                standing.rank = rank;
            }
        }
        list.sort_by_key(|standing| standing.place);
        Ok(list)
    }

    /// The list by points and tie-breaks alone, which the finals go by.
    pub(super) fn list_standings(&self) -> Result<Vec<Standing>, TableProblem> {
        let Some(rules) = self.standings_rules() else {
            return Ok(Vec::new());
        };
        let lots: Vec<usize> = self
            .lots
            .iter()
            .flatten()
            .filter_map(|id| self.entrant_index.get(id).copied())
            .collect();
        let list = standings(&self.result_table(), &rules, &lots)?;
        Ok(self.with_places_lost(list))
    }

    /// Who scores for a round without a board or a bye in it, in half-points.
    fn granted(&self, round: &Round) -> Vec<(usize, u32)> {
        let missed = self.missed_half_points(round.number);
        let seated = |id: &EntrantId| {
            round.byes.contains(id)
                || round
                    .boards
                    .iter()
                    .any(|board| board.pairing.black == *id || board.pairing.white == *id)
        };
        self.entrants
            .iter()
            .enumerate()
            .map(|(index, entrant)| {
                let granted = entrant.granted_half_points(round.number);
                match entrant
                    .withdrawn_from
                    .is_some_and(|from| from <= round.number)
                {
                    true => (index, entrant, granted),
                    false => (index, entrant, granted.max(missed)),
                }
            })
            .filter(|(_, entrant, half_points)| *half_points > 0 && !seated(&entrant.id))
            .map(|(index, _, half_points)| (index, half_points))
            .collect()
    }

    /// What the rules give whoever misses that round, in half-points. Extra rounds and rounds beside the finals are not
    /// everybody's to play: nobody misses them.
    fn missed_half_points(&self, round: u32) -> u32 {
        let rules = self.rule_set.as_ref();
        let planned = round <= self.planned_rounds();
        rules
            .filter(|_| planned)
            .map_or(0, |rules| rules.scoring.missed_round_half_points)
    }
}
