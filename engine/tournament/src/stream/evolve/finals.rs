//! The fold of the finals: the list they go by, announcements, choices, agreements.

use std::collections::BTreeMap;

use crate::stream::event::{EntryHeader, Event};
use crate::stream::state::{AnnouncedRound, TournamentState};

impl TournamentState {
    pub(super) fn apply_to_finals(&mut self, header: &EntryHeader, event: &Event) {
        match event {
            Event::ProvisionalListFixed { list } => {
                self.provisional = Some(list.clone());
                self.provisional_seq = header.seq;
            }
            Event::FinalsRoundAnnounced {
                round,
                starts_at_ms,
                session,
                deviations,
            } => {
                self.deviate(deviations);
                let players = session
                    .games
                    .iter()
                    .flat_map(|due| [&due.better, &due.worse]);
                self.note_paired((header.seq, *round), players);
                let choices = self
                    .announced
                    .take()
                    .map_or_else(BTreeMap::new, |earlier| earlier.choices_kept(session));
                self.announced = Some(AnnouncedRound {
                    number: *round,
                    starts_at_ms: *starts_at_ms,
                    announced_at_ms: header.at_ms,
                    session: session.clone(),
                    choices,
                });
            }
            Event::ColourChosen {
                match_id,
                game,
                choice,
            } => {
                if let Some(announced) = &mut self.announced {
                    let made = announced.choices.entry((match_id.clone(), *game));
                    made.or_default().push(choice.clone());
                }
            }
            Event::PlayoffAgreed { entrant, opponent } => {
                self.playoff_agreements
                    .insert((entrant.clone(), opponent.clone()));
            }
            _ => {}
        }
    }
}
