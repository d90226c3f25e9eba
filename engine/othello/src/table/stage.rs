//! How far a game has come, and what is known at each stage alone.

use serde::{Deserialize, Serialize};

use crate::Color;
use crate::table::confirmation::Confirmation;
use crate::table::event::Finished;
use crate::table::interruptions::{Announced, Pause, Sealed, Stopped};
use crate::table::turn::Turn;

/// How far a game that was set up has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Waits for its start.
    #[default]
    Waiting,
    /// A clock runs; an adjournment may be announced.
    Running(Turn, Option<Announced>),
    /// The clocks stand, before the start or during play.
    Paused(Pause, Option<Announced>),
    /// A move is sealed.
    Adjourned(Sealed),
    /// Within an entry alone: play has come to its end, and the result follows. Who gave up, if somebody did.
    Ending(Option<Color>),
    /// Over.
    Finished(End),
    /// Counts for nothing.
    Annulled,
}

/// A game's end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct End {
    pub result: Finished,
    /// Who gave up; an official's other score leaves that as it is.
    pub resigned: Option<Color>,
    /// `None` for a result that an official or the no-show limit gave.
    pub confirmation: Option<Confirmation>,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nothing set up.
    Empty,
    /// Set up, waiting for its start.
    Waiting,
    /// A clock runs.
    Live,
    /// The clocks stand, before the start or during play.
    Paused,
    /// A move is sealed; play goes on another time.
    Adjourned,
    /// Over.
    Finished,
    /// Counts for nothing.
    Annulled,
}

impl Stage {
    pub(crate) const fn phase(&self) -> Phase {
        match self {
            Self::Waiting | Self::Ending(_) => Phase::Waiting,
            Self::Running(..) => Phase::Live,
            Self::Paused(..) => Phase::Paused,
            Self::Adjourned(_) => Phase::Adjourned,
            Self::Finished(_) => Phase::Finished,
            Self::Annulled => Phase::Annulled,
        }
    }

    /// The adjournment that is announced while play goes on.
    pub(crate) const fn announced(&self) -> Option<Announced> {
        match self {
            Self::Running(_, announced) | Self::Paused(_, announced) => *announced,
            _ => None,
        }
    }

    /// The turn whose clock runs.
    pub(crate) const fn turn_mut(&mut self) -> Option<&mut Turn> {
        match self {
            Self::Running(turn, _) => Some(turn),
            _ => None,
        }
    }

    /// The turn that a pause stopped.
    pub(crate) const fn stopped_mut(&mut self) -> Option<&mut Stopped> {
        match self {
            Self::Paused(pause, _) => pause.stopped.as_mut(),
            _ => None,
        }
    }

    /// The turn whose clock runs, or will when the pause is over.
    pub(crate) fn any_turn_mut(&mut self) -> Option<&mut Turn> {
        match self {
            Self::Running(turn, _) => Some(turn),
            paused => Some(&mut paused.stopped_mut()?.turn),
        }
    }

    pub(crate) const fn announced_mut(&mut self) -> Option<&mut Option<Announced>> {
        match self {
            Self::Running(_, announced) | Self::Paused(_, announced) => Some(announced),
            _ => None,
        }
    }
}
