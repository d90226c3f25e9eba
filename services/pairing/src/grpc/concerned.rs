//! Whom rulings, protests, appeals, disputes and interests are about, and who may see them.

use outflank_tournament::{
    AccountId, Appeal, Board, Deed, EntrantId, NotedInterest, Offender, Protest, Ruling,
    TournamentState,
};

/// Who looks: an official sees everything, others what concerns them.
pub(super) struct Viewer<'a> {
    pub official: bool,
    pub account: &'a AccountId,
    pub entrant: Option<EntrantId>,
}

/// The entrant that the list is asked for; everybody with none.
#[derive(Clone, Copy)]
pub(super) struct About<'a>(pub Option<&'a EntrantId>);

impl About<'_> {
    fn is(self, entrant: &EntrantId) -> bool {
        self.0.is_none_or(|about| about == entrant)
    }

    pub(super) fn board(self, board: &Board) -> bool {
        self.is(&board.pairing.black) || self.is(&board.pairing.white)
    }

    pub(super) fn ruling(self, ruling: &Ruling) -> bool {
        match &ruling.act.whom {
            Offender::Entrant { entrant } => self.is(entrant),
            Offender::Spectator { .. } => self.0.is_none(),
        }
    }

    pub(super) fn protest(self, protest: &Protest) -> bool {
        let filing = &protest.filing;
        self.is(&filing.entrant) || filing.against.as_ref().is_some_and(|id| self.is(id))
    }

    pub(super) fn appeal(self, appeal: &Appeal) -> bool {
        let entrant = appeal.filing.entrant.as_ref();
        entrant.map_or(self.0.is_none(), |id| self.is(id))
    }

    pub(super) fn interest(self, state: &TournamentState, known: &NotedInterest) -> bool {
        let touched = state.touched_at(known.board, known.entrant.as_ref());
        let mut touched = touched.iter().flat_map(|one| &one.entrants);
        self.0.is_none() || touched.any(|id| self.is(id))
    }
}

impl Viewer<'_> {
    fn is(&self, entrant: &EntrantId) -> bool {
        self.official || self.entrant.as_ref() == Some(entrant)
    }

    pub(super) fn concerned_by_board(&self, board: &Board) -> bool {
        self.is(&board.pairing.black) || self.is(&board.pairing.white)
    }

    pub(super) fn concerned_by_ruling(&self, ruling: &Ruling) -> bool {
        match &ruling.act.whom {
            Offender::Entrant { entrant } => self.is(entrant),
            Offender::Spectator { account } => self.official || account == self.account,
        }
    }

    pub(super) fn concerned_by_interest(
        &self,
        state: &TournamentState,
        known: &NotedInterest,
    ) -> bool {
        let touched = state.touched_at(known.board, known.entrant.as_ref());
        let is_for_players = known.act != Deed::AnswerReport.name();
        self.official
            || (is_for_players
                && touched
                    .iter()
                    .flat_map(|one| &one.entrants)
                    .any(|id| self.is(id)))
    }

    pub(super) fn concerned_by_protest(&self, protest: &Protest) -> bool {
        let filing = &protest.filing;
        self.is(&filing.entrant) || filing.against.as_ref().is_some_and(|id| self.is(id))
    }

    pub(super) fn concerned_by_appeal(&self, appeal: &Appeal) -> bool {
        let filing = &appeal.filing;
        self.official
            || filing.by == *self.account
            || filing.entrant.as_ref().is_some_and(|id| self.is(id))
    }
}
