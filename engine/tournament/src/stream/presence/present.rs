//! Who is to be paired in a round, and with whom not.

use crate::ids::EntrantId;
use crate::people::CheckInPolicy;
use crate::stream::{EntrantState, TournamentState};

impl TournamentState {
    /// The entrants to pair in a round, in the order of registration: entered, not withdrawn, not absent,
    /// and checked in where there is a check-in for the round.
    pub fn present_for(&self, round: u32) -> impl Iterator<Item = &EntrantState> {
        self.entrants
            .iter()
            .filter(move |entrant| self.plays(entrant, round))
    }

    /// True when an entrant is to be paired in a round; see [`TournamentState::present_for`].
    #[must_use]
    pub fn plays(&self, entrant: &EntrantState, round: u32) -> bool {
        let list = self.presence.check_ins.get(&round);
        entrant.plays(round) && list.is_none_or(|list| list.checked_in.contains(&entrant.id))
    }

    /// True when the rules want a check-in before a round.
    #[must_use]
    pub fn check_in_wanted(&self, round: u32) -> bool {
        let policy = self.rule_set.as_ref().map(|rules| rules.entry.check_in);
        match policy {
            Some(CheckInPolicy::EveryRound) => true,
            Some(CheckInPolicy::FirstRound) => round == 1,
            Some(CheckInPolicy::NotRequired) | None => false,
        }
    }

    /// The pairs not to be made, each human before the program he refuses (AGA).
    #[must_use]
    pub fn forbidden_pairs(&self) -> Vec<(EntrantId, EntrantId)> {
        self.refusals(|_| true)
    }

    /// The pairs not to be made once that entrant would have the bye: a human who plays a program rather
    /// than have the bye refuses none then, and a program's bye frees those who would play it instead.
    #[must_use]
    pub fn forbidden_pairs_against_bye(&self, bye: &EntrantId) -> Vec<(EntrantId, EntrantId)> {
        let program = self.entrant(bye).is_some_and(|entrant| entrant.computer);
        self.refusals(|human| {
            let frees = program || human.id == *bye;
            !(frees && human.refuses_computers == Some(true))
        })
    }

    fn refusals(&self, refuses: impl Fn(&EntrantState) -> bool) -> Vec<(EntrantId, EntrantId)> {
        let mut pairs = Vec::new();
        for human in &self.entrants {
            if human.refuses_computers.is_none() || !refuses(human) {
                continue;
            }
            for program in self.entrants.iter().filter(|entrant| entrant.computer) {
                pairs.push((human.id.clone(), program.id.clone()));
            }
        }
        pairs
    }
}
