//! Where the finals stand: the list they go by, the games of matches, what is due.

use crate::finals::{
    FinalsInput, FinalsPlayer, FinalsProgress, FinalsStage, MatchGame, SideSwissState, progress,
};
use crate::half_points::HalfPoints;
use crate::ids::EntrantId;
use crate::standings::{SharedRanks, Standing, TieBreak};
use crate::stream::{BoardPurpose, EntrantState, RankingLine, Round, RoundState, TournamentState};
use crate::table::TableProblem;

impl TournamentState {
    /// True once every round of the qualification is finished, or fewer than two entrants are left to
    /// play them.
    #[must_use]
    pub fn qualification_over(&self) -> bool {
        let last = self.rounds.last().map_or(0, |round| round.number);
        let finished = self
            .rounds
            .iter()
            .all(|round| round.state() == RoundState::Finished);
        self.plan.is_some()
            && finished
            && (last >= self.planned_rounds() || self.present().count() < 2)
    }

    /// True once a round after the qualification is published.
    #[must_use]
    pub fn finals_begun(&self) -> bool {
        self.rounds.iter().any(Round::of_finals)
    }

    /// The list that the finals go by, once a round of them is published; before that it follows every correction.
    pub(in crate::stream) fn fixed_list(&self) -> Option<&[RankingLine]> {
        self.finals
            .provisional
            .as_deref()
            .filter(|_| self.finals_begun())
    }

    /// The entry that fixed that list.
    pub(in crate::stream) fn list_fixed_seq(&self) -> Option<u64> {
        self.fixed_list().map(|_| self.finals.provisional_seq)
    }

    /// True while players are equal on every criterion and the rules draw lots for that.
    ///
    /// # Errors
    /// A [`TableProblem`] if the stream held contradictory rounds.
    pub fn lots_wanted(&self) -> Result<bool, TableProblem> {
        let drawn = self
            .standings_rules()
            .is_some_and(|rules| rules.ranking.tie_breaks.contains(&TieBreak::Lots));
        Ok(drawn && self.list_standings()?.iter().any(|standing| standing.tied))
    }

    /// Where the finals stand; `None` before the plan stands.
    ///
    /// # Errors
    /// A [`TableProblem`] if the stream held contradictory rounds.
    pub fn finals_progress(&self) -> Result<Option<FinalsProgress>, TableProblem> {
        let (Some(plan), Some(rules)) = (&self.plan, &self.rule_set) else {
            return Ok(None);
        };
        let standings = self.list_standings()?;
        let list = self.finals_list(&standings);
        let games = self.match_games();
        let side_list = self.points_in_order(&standings);
        let corrected = match self.qualification_table() {
            Some(table) => self.points_in_order(&self.ranked(&table)?),
            None => side_list.clone(),
        };
        let (published, finished) = self.side_rounds();
        let agreed: Vec<(EntrantId, EntrantId)> = self
            .finals
            .playoff_agreements
            .iter()
            .filter(|(one, other)| {
                one < other
                    && self
                        .finals
                        .playoff_agreements
                        .contains(&(other.clone(), one.clone()))
            })
            .cloned()
            .collect();
        let shared = self
            .standings_rules()
            .is_some_and(|rules| rules.ranking.shared_ranks == SharedRanks::EqualPoints);
        Ok(Some(progress(&FinalsInput {
            format: &plan.finals,
            sources: &rules.sources,
            list: &list,
            corrected: &corrected,
            falls: &self.falls_since_list(),
            equal_points_share_rank: shared,
            games: &games,
            side_swiss: SideSwissState {
                published,
                finished,
                list: &side_list,
            },
            agreed_playoffs: &agreed,
        })))
    }

    /// The lines of a list as events keep it.
    pub(in crate::stream) fn ranking_lines(&self, standings: &[Standing]) -> Vec<RankingLine> {
        standings
            .iter()
            .filter_map(|standing| {
                let entrant = self.entrants.get(standing.player)?;
                Some(RankingLine {
                    entrant: entrant.id.clone(),
                    place: standing.place,
                    rank: standing.rank,
                    half_points: standing.half_points,
                    bq_halves: standing.bq_halves,
                    discs: standing.discs,
                    titles: Vec::new(),
                })
            })
            .collect()
    }

    fn points_in_order(&self, standings: &[Standing]) -> Vec<(EntrantId, HalfPoints)> {
        standings
            .iter()
            .filter_map(|standing| {
                let entrant = self.entrants.get(standing.player)?;
                Some((entrant.id.clone(), standing.half_points))
            })
            .collect()
    }

    fn finals_list(&self, standings: &[Standing]) -> Vec<FinalsPlayer> {
        let lines;
        let list = match self.fixed_list() {
            Some(list) => list,
            None => {
                lines = self.ranking_lines(standings);
                &lines
            }
        };
        list.iter()
            .filter_map(|line| {
                let entrant = self.entrant(&line.entrant)?;
                Some(FinalsPlayer {
                    entrant: entrant.id.clone(),
                    half_points: line.half_points,
                    woman: entrant.categories.woman,
                    withdrawn: self.stages_at_withdrawal(entrant),
                })
            })
            .collect()
    }

    fn stages_at_withdrawal(&self, entrant: &EntrantState) -> Option<Vec<FinalsStage>> {
        let from = entrant.withdrawn_from?;
        let mut stages: Vec<FinalsStage> = self
            .rounds
            .iter()
            .filter(|round| round.number < from)
            .flat_map(|round| &round.boards)
            .filter_map(|board| match &board.pairing.purpose {
                BoardPurpose::Match { match_id, .. } => Some(match_id.stage()),
                _ => None,
            })
            .collect();
        stages.sort_unstable();
        stages.dedup();
        Some(stages)
    }

    fn match_games(&self) -> Vec<MatchGame> {
        self.rounds
            .iter()
            .flat_map(|round| &round.boards)
            .filter_map(|board| match &board.pairing.purpose {
                BoardPurpose::Match { match_id, game } => Some(MatchGame {
                    match_id: match_id.clone(),
                    game: *game,
                    black: board.pairing.black.clone(),
                    white: board.pairing.white.clone(),
                    result: self.counted_result(board),
                }),
                _ => None,
            })
            .collect()
    }

    /// Side rounds published, and those of them without an open board.
    fn side_rounds(&self) -> (u32, u32) {
        let mut published = 0_u32;
        let mut finished = 0_u32;
        for round in &self.rounds {
            let mut side = round
                .boards
                .iter()
                .filter(|board| board.pairing.purpose == BoardPurpose::SideSwiss)
                .peekable();
            if side.peek().is_some() {
                published = published.saturating_add(1);
                finished =
                    finished.saturating_add(u32::from(side.all(|board| board.result().is_some())));
            }
        }
        (published, finished)
    }
}
