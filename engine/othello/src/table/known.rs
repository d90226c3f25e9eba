//! What is known of a game's stage, of the people at the table, and of what came over it.

use crate::Color;
use crate::table::confirmation::{Confirmation, ConfirmationStatus};
use crate::table::event::Finished;
use crate::table::interruptions::{
    Adjournment, AdjournmentStage, Calls, Expulsion, Pause, Stopped, Transfer,
};
use crate::table::official::Expelled;
use crate::table::stage::{End, Stage};
use crate::table::state::TableState;
use crate::table::turn::{Turn, latest_start_ms};

impl TableState {
    /// The turn under way; `None` before the start and after the end.
    #[must_use]
    pub const fn turn(&self) -> Option<Turn> {
        match self.stage() {
            Stage::Running(turn, _) => Some(*turn),
            _ => None,
        }
    }

    /// The pause, while the clocks stand in one.
    #[must_use]
    pub const fn pause(&self) -> Option<&Pause> {
        match self.stage() {
            Stage::Paused(pause, _) => Some(pause),
            _ => None,
        }
    }

    /// The turn that a pause stopped; `None` before the start.
    pub(crate) fn stopped(&self) -> Option<Stopped> {
        self.pause()?.stopped
    }

    /// In a pause the turn that ran before it, and from when until when that was charged, ms of cluster time: it may
    /// still be given back. `None` once that turn is over.
    #[must_use]
    pub fn stopped_turn(&self) -> Option<(Turn, i64, i64)> {
        let pause = self.pause()?;
        let turn = pause.open()?.turn;
        Some((turn, latest_start_ms(turn), pause.since_ms))
    }

    /// The adjournment, from its announcement until play goes on.
    #[must_use]
    pub fn adjournment(&self) -> Option<Adjournment> {
        let (at_ms, stage) = match self.stage() {
            Stage::Adjourned(sealed) if sealed.illegal => (sealed.at_ms, AdjournmentStage::Illegal),
            Stage::Adjourned(sealed) => (sealed.at_ms, AdjournmentStage::Sealed),
            stage => match stage.announced()? {
                announced if announced.sealing => (announced.at_ms, AdjournmentStage::Sealing),
                announced => (announced.at_ms, AdjournmentStage::Announced),
            },
        };
        Some(Adjournment { at_ms, stage })
    }

    pub(crate) const fn end(&self) -> Option<&End> {
        match self.stage() {
            Stage::Finished(end) => Some(end),
            _ => None,
        }
    }

    /// The result, once the game is over.
    #[must_use]
    pub fn finished(&self) -> Option<&Finished> {
        self.end().map(|end| &end.result)
    }

    /// Who ended play by giving up, also where an official set another score since.
    #[must_use]
    pub fn resigned(&self) -> Option<Color> {
        match self.stage() {
            Stage::Ending(resigned) => *resigned,
            _ => self.end()?.resigned,
        }
    }

    /// Where the confirmation of the result stands; `None` before the end, and for a result that an
    /// official or the no-show limit gave.
    #[must_use]
    pub fn confirmation(&self) -> Option<ConfirmationStatus> {
        self.signatures().map(Confirmation::status)
    }

    /// The signatures, the dispute and the server's signature under the result.
    #[must_use]
    pub fn signatures(&self) -> Option<&Confirmation> {
        self.end()?.confirmation.as_ref()
    }

    /// Whether an official opened the spectators' chat of this game before its end, or closed it; `None`: as the rule
    /// set says.
    #[must_use]
    pub const fn spectators_chat(&self) -> Option<bool> {
        self.interruptions.spectators_chat
    }

    /// Where the game went on, while it is away.
    #[must_use]
    pub const fn away(&self) -> Option<&Transfer> {
        self.interruptions.away.as_ref()
    }

    /// Calls for the director.
    #[must_use]
    pub const fn calls(&self) -> Calls {
        self.interruptions.calls
    }

    /// Whether the open call is beyond those of its player that stop the clocks.
    #[must_use]
    pub fn is_call_excessive(&self) -> bool {
        let calls = self.calls();
        self.game_rules().is_some_and(|game_rules| {
            let most = game_rules.director_call.most_per_player;
            calls.open.is_some_and(|by| *calls.made.get(by) > most)
        })
    }

    /// Whether a seat's holder has been there: arrived, moved, signed or called.
    #[must_use]
    pub fn has_arrived(&self, color: Color) -> bool {
        *self.interruptions.arrived.get(color)
            || self.record.iter().any(|played| played.color == color)
    }

    /// Whether a player made a ply, sealed a move or resigned while both seats were held: what an official puts on the
    /// record of a table where that never was rests on no game.
    #[must_use]
    pub const fn players_began(&self) -> bool {
        self.interruptions.begun
    }

    /// Everybody who was sent away and not let in again, also those whose time is over.
    #[must_use]
    pub fn expulsions(&self) -> &[Expulsion] {
        &self.interruptions.expulsions
    }

    /// Whether somebody is sent away at `now_ms` (cluster time).
    #[must_use]
    pub fn is_expelled(&self, whom: &Expelled, now_ms: i64) -> bool {
        self.interruptions.expulsions.iter().any(|expulsion| {
            expulsion.whom == *whom && expulsion.until_ms.is_none_or(|until_ms| now_ms < until_ms)
        })
    }

    /// The account of the table's judge.
    #[must_use]
    pub fn table_judge(&self) -> Option<&str> {
        self.interruptions.table_judge.as_deref()
    }
}
