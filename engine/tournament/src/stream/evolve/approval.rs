//! The fold of what stands between an event and the ratings.

use crate::stream::event::{EntryHeader, Event, ListClaim, Listing};
use crate::stream::state::{Approval, TournamentState};

impl TournamentState {
    pub(super) fn apply_to_approval(&mut self, header: &EntryHeader, event: &Event) {
        match event {
            Event::ListedPlayerConfirmed {
                entrant,
                listing,
                by,
            } => {
                let Some(known) = self.entrant_mut(entrant) else {
                    return;
                };
                let confirmed = ListClaim::Confirmed { by: by.clone() };
                (known.list_claim, known.rating) = match listing {
                    Listing::AsClaimed => (confirmed, known.rating),
                    Listing::Another { rating } => (confirmed, *rating),
                    Listing::Nobody => (ListClaim::None, None),
                };
            }
            Event::EventApproved { reason, by } => {
                self.approval = Some(Approval {
                    by: by.clone(),
                    reason: reason.clone(),
                    at_ms: header.at_ms,
                    seen: self.entrants.iter().map(|known| known.id.clone()).collect(),
                    lapsed: None,
                });
            }
            Event::ApprovalWithdrawn { .. } => self.approval = None,
            Event::ApprovalLapsed { cause } => {
                if let Some(approval) = &mut self.approval {
                    approval.lapsed = Some((cause.clone(), header.at_ms));
                }
            }
            Event::OverTheBoardDeclared { boards, .. } => {
                for (round, table) in boards {
                    if let Some(board) = self.board_mut(*round, *table) {
                        board.over_the_board = true;
                    }
                }
            }
            _ => {}
        }
    }
}
