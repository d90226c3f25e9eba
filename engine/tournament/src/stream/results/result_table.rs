//! The results of the stream as pairings and rankings read them.

use std::collections::{BTreeMap, BTreeSet};

use crate::finals::FinalsProgress;
use crate::half_points::HalfPoints;
use crate::ids::EntrantId;
use crate::plan::stage_plan;
use crate::rule_set::Variant;
use crate::standings::{Decision, PartedBy, Standing, StandingsRules, TieBreak, standings};
use crate::stream::{Board, ResultRecord, Round, TournamentState};
use crate::table::{
    Fall, GameResult, ResultTable, TableGame, TablePlayer, TableProblem, TableRound,
};

impl TournamentState {
    /// What is played; Othello before the event has rules.
    #[must_use]
    pub fn variant(&self) -> Variant {
        let rules = self.rule_set.as_ref();
        rules.map_or_else(Variant::default, |rules| rules.variant)
    }

    /// A board's result as lists count it, in Anti-Reversi the other side's discs.
    pub(in crate::stream) fn counted_result(&self, board: &Board) -> Option<GameResult> {
        let result = board.result()?;
        Some(self.variant().counted(result.game_result()))
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
                        .seeding
                        .starting_scores
                        .get(&entrant.id)
                        .copied()
                        .unwrap_or_default(),
                    adjustment_half_points: self.adjustment_half_points(&entrant.id),
                    fall: self.fall_in_list(&entrant.id),
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
                    beside: round.beside_matches(),
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
        if by_list && self.finals.playoff_agreements.is_empty() {
            return Ok(list);
        }
        let Some(progress) = self.finals_progress()? else {
            return Ok(list);
        };
        let Some(order) = progress.final_ranking.as_ref().or(progress.ifrl.as_ref()) else {
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
        self.decide_anew(&mut list, &progress);
        Ok(list)
    }

    /// What parts two neighbours whom the finals, or a ruling since their list was fixed, brought together.
    fn decide_anew(&self, list: &mut [Standing], progress: &FinalsProgress) {
        let in_finals: BTreeSet<usize> = progress
            .matches
            .iter()
            .filter(|one| one.decision.is_some() && one.match_id.stage().for_the_title())
            .flat_map(|one| [&one.better, &one.worse])
            .filter_map(|entrant| self.index_of(entrant))
            .collect();
        let falls: BTreeMap<usize, Fall> = self
            .falls_since_list()
            .into_iter()
            .filter_map(|(entrant, fall)| Some((self.index_of(&entrant)?, fall)))
            .collect();
        let fall = |player: usize| falls.get(&player).copied().unwrap_or_default();
        if let Some(first) = list.first_mut() {
            first.decided = None;
        }
        for index in 1..list.len() {
            let (above, below) = (&list[index - 1], &list[index]);
            let (one, other) = (above.player, below.player);
            let known = below.decided.filter(|decision| decision.above == one);
            let by = if fall(other).disqualified && !fall(one).disqualified {
                PartedBy::Disqualified
            } else if fall(other).positions > fall(one).positions {
                PartedBy::DroppedPositions {
                    positions: fall(other).positions,
                }
            } else if in_finals.contains(&one) || in_finals.contains(&other) {
                PartedBy::Finals
            } else {
                known.map_or_else(|| parted_by_values(above, below), |decision| decision.by)
            };
            list[index].decided = Some(Decision {
                above: one,
                below: other,
                by,
                equal_rank: list[index - 1].rank == list[index].rank,
            });
        }
    }

    /// The list by points and tie-breaks alone, which the finals go by.
    pub(in crate::stream) fn list_standings(&self) -> Result<Vec<Standing>, TableProblem> {
        self.ranked(&self.result_table())
    }

    /// The table without the rounds beside the semi-finals; `None` where there are none.
    pub(in crate::stream) fn qualification_table(&self) -> Option<ResultTable> {
        self.rounds.iter().find(|round| round.beside_matches())?;
        let mut table = self.result_table();
        table.rounds.retain(|round| !round.beside);
        Some(table)
    }

    pub(in crate::stream) fn ranked(
        &self,
        table: &ResultTable,
    ) -> Result<Vec<Standing>, TableProblem> {
        let Some(rules) = self.standings_rules() else {
            return Ok(Vec::new());
        };
        let lots: Vec<usize> = self
            .lots
            .order
            .iter()
            .flatten()
            .filter_map(|id| self.entrant_index.get(id).copied())
            .collect();
        standings(table, &rules, &lots)
    }

    /// Who scores for a round without a board or a bye in it.
    fn granted(&self, round: &Round) -> Vec<(usize, HalfPoints)> {
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
            .filter(|(_, entrant, half_points)| {
                *half_points > HalfPoints::ZERO && !seated(&entrant.id)
            })
            .map(|(index, _, half_points)| (index, half_points))
            .collect()
    }

    /// What the rules give whoever misses that round. Extra rounds and rounds beside the finals are not
    /// everybody's to play: nobody misses them.
    fn missed_half_points(&self, round: u32) -> HalfPoints {
        let rules = self.rules_of_round(round);
        let planned = round <= self.planned_rounds();
        rules.filter(|_| planned).map_or(HalfPoints::ZERO, |rules| {
            rules.scoring.missed_round_half_points
        })
    }
}

/// The first criterion in which two lines differ.
fn parted_by_values(above: &Standing, below: &Standing) -> PartedBy {
    let both = above.values.iter().zip(&below.values);
    let parted = |((criterion, more), (other, less)): (&(TieBreak, i64), &(TieBreak, i64))| {
        (criterion == other && more != less).then_some(PartedBy::Criterion {
            criterion: *criterion,
            above: *more,
            below: *less,
        })
    };
    both.filter_map(parted).next().unwrap_or(PartedBy::Nothing)
}
