//! What entering late costs, and coming back from an absence: told before the act, by the rules that the act follows.

use crate::half_points::HalfPoints;
use crate::ids::EntrantId;
use crate::refusals::Refusal;
use crate::stream::checks::rules_of;
use crate::stream::evolve::fold;
use crate::stream::finals::announcement::contradictory;
use crate::stream::presence::attendance::end_absence;
use crate::stream::registration::entry::{admitted, full, may_register};
use crate::stream::{Event, Registration, TournamentState};
use crate::table::{Colour, PlayerRound};

/// A round that is not played, and what it scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoredRound {
    /// Round, from 1.
    pub round: u32,
    /// What it scores.
    pub half_points: HalfPoints,
}

/// What entering now, or coming back, comes to. Rounds that are not played have no colour and no float, and each is an
/// unplayed round of the Brightwell Quotient (WOC A.3, EGP VI.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryTerms {
    /// The first round that is played, from 1.
    pub from_round: u32,
    /// The tournament is full: whoever enters waits for a place, and these terms are those of now.
    pub waits: bool,
    /// The published rounds without a game or a bye.
    pub missed: Vec<ScoredRound>,
    /// Announced absences that end with coming back, and what they would have scored.
    pub given_up: Vec<ScoredRound>,
    /// Points to begin with.
    pub half_points: HalfPoints,
    /// The Brightwell Quotient to begin with, in half-units.
    pub bq_halves: i64,
    /// Blacks minus whites of the games played.
    pub colour_balance: i64,
}

impl TournamentState {
    /// What it comes to for somebody new to enter now.
    ///
    /// # Errors
    /// The [`Refusal`] that entering would get whoever asks.
    pub fn entry_terms(&self) -> Result<EntryTerms, Refusal> {
        may_register(self).map_err(|refusal| refusal.quoting(self.rule_set.as_ref()))?;
        let rules = &rules_of(self)?.entry;
        // Nobody has an empty id.
        let newcomer = admitted(self, rules, &Registration::default());
        let (entrant, from_round) = (newcomer.entrant.clone(), newcomer.from_round.max(1));
        let entered = fold(self.clone(), &[Event::EntrantRegistered(newcomer)]);
        Ok(EntryTerms {
            waits: full(self, rules),
            from_round,
            ..entered.terms_of(&entrant)?
        })
    }

    /// What it comes to for an absent entrant to come back for the next round. Who has withdrawn does not come back (WOC
    /// II.7, EGP II.6).
    ///
    /// # Errors
    /// The [`Refusal`] that coming back would get.
    pub fn return_terms(&self, entrant: &EntrantId) -> Result<EntryTerms, Refusal> {
        let events = end_absence(self, entrant)
            .map_err(|refusal| refusal.quoting(self.rule_set.as_ref()))?;
        let from_round = self.next_round();
        let absences = self.entrant(entrant).map(|known| &known.absences);
        let ended = absences.into_iter().flat_map(|all| all.range(from_round..));
        let given_up = ended
            .map(|(&round, &half_points)| ScoredRound { round, half_points })
            .collect();
        let back = fold(self.clone(), &events);
        Ok(EntryTerms {
            from_round,
            given_up,
            ..back.terms_of(entrant)?
        })
    }

    /// Where an entrant stands as the lists count it.
    fn terms_of(&self, entrant: &EntrantId) -> Result<EntryTerms, Refusal> {
        let table = self.result_table();
        let rows = table.by_player().map_err(contradictory)?;
        let index = self.index_of(entrant).unwrap_or(usize::MAX);
        let row: &[PlayerRound] = rows.get(index).map_or(&[], Vec::as_slice);
        let counted = self.rounds.iter().filter(|round| round.counts_in_list());
        let mut missed = Vec::new();
        let mut colour_balance = 0;
        for (round, cell) in counted.zip(row) {
            let half_points = match cell {
                PlayerRound::Unplayed => HalfPoints::ZERO,
                PlayerRound::Granted { half_points } => *half_points,
                PlayerRound::Game { colour, result, .. } => {
                    let played = result.is_some_and(|result| result.counts().colour);
                    colour_balance += match (played, colour) {
                        (true, Colour::Black) => 1,
                        (true, Colour::White) => -1,
                        (false, _) => 0,
                    };
                    continue;
                }
                PlayerRound::NotMissed | PlayerRound::Bye => continue,
            };
            missed.push(ScoredRound {
                round: round.number,
                half_points,
            });
        }
        let list = self.list_standings().map_err(contradictory)?;
        let standing = list.iter().find(|standing| standing.player == index);
        Ok(EntryTerms {
            from_round: 1,
            waits: false,
            missed,
            given_up: Vec::new(),
            half_points: standing.map_or(HalfPoints::ZERO, |standing| standing.half_points),
            bq_halves: standing.map_or(0, |standing| standing.bq_halves),
            colour_balance,
        })
    }
}
