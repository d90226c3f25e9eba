//! The finals as the stream has them.

pub(super) mod announcement;
pub(super) mod list;
mod progress;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::finals::{DueGame, FinalsFormat, FinalsSession, MadeChoice, MatchId, last_choice_ms};
use crate::ids::EntrantId;
use crate::stream::{RankingLine, stored_form::pairs};

/// A round of the finals that is announced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnouncedRound {
    /// Round, from 1.
    pub number: u32,
    /// Its start at the earliest, in ms since 1970.
    pub starts_at_ms: i64,
    /// When it was announced, in ms since 1970.
    pub announced_at_ms: i64,
    /// What is played in it.
    pub session: FinalsSession,
    /// The choices made, by match and game.
    #[serde(with = "pairs")]
    pub choices: BTreeMap<(MatchId, u32), Vec<MadeChoice>>,
}

impl AnnouncedRound {
    /// The choices made for a game.
    #[must_use]
    pub fn choices_of(&self, game: &DueGame) -> &[MadeChoice] {
        self.choices
            .get(&(game.match_id.clone(), game.game))
            .map_or(&[], Vec::as_slice)
    }

    /// Until then the player with the right chooses, in ms since 1970; from then on the opponent of whoever kept silent.
    #[must_use]
    pub fn choice_until_ms(&self, format: &FinalsFormat) -> i64 {
        last_choice_ms(self.starts_at_ms, format.choice_notice_ms)
    }

    /// The choices that another announcement keeps: those for games that are the same in it, players and
    /// rights included.
    fn choices_kept(self, session: &FinalsSession) -> BTreeMap<(MatchId, u32), Vec<MadeChoice>> {
        let announced = self.session.games;
        let mut choices = self.choices;
        choices.retain(|(match_id, game), _| {
            session.games.iter().any(|due| {
                due.match_id == *match_id && due.game == *game && announced.contains(due)
            })
        });
        choices
    }
}

/// What the finals go by, and what is announced of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Finals {
    /// The list that the finals go by, once it is fixed.
    pub provisional: Option<Vec<RankingLine>>,
    /// The entry that fixed it last.
    pub provisional_seq: u64,
    /// The announced round of the finals that is not published yet.
    pub announced: Option<AnnouncedRound>,
    /// What was announced of the round published last, if anything was.
    pub published_announcement: Option<AnnouncedRound>,
    /// Who agrees to play whom for the better place.
    pub playoff_agreements: BTreeSet<(EntrantId, EntrantId)>,
}

impl Finals {
    /// The choices made for games that stay as they were outlast another announcement.
    pub(super) fn announce(
        &mut self,
        (number, starts_at_ms): (u32, i64),
        announced_at_ms: i64,
        session: &FinalsSession,
    ) {
        let choices = self
            .announced
            .take()
            .map_or_else(BTreeMap::new, |earlier| earlier.choices_kept(session));
        self.announced = Some(AnnouncedRound {
            number,
            starts_at_ms,
            announced_at_ms,
            session: session.clone(),
            choices,
        });
    }

    pub(super) fn choose(&mut self, (match_id, game): (&MatchId, u32), choice: &MadeChoice) {
        if let Some(announced) = &mut self.announced {
            let made = announced.choices.entry((match_id.clone(), game));
            made.or_default().push(choice.clone());
        }
    }

    pub(super) fn unpublish(&mut self, announcement_stands: bool) {
        let announced = self.published_announcement.take();
        if announcement_stands {
            self.announced = announced;
        }
    }
}
