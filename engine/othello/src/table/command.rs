use alloc::boxed::Box;
use alloc::string::String;

use crate::table::event::CreditCause;
use crate::table::game_rules::{BookedAt, GameRules, Place};
use crate::table::official::{Authority, OfficialAct};
use crate::{Color, PerColor, Square};

/// Age in ms from which a player's command is no longer taken: it is sent again and the gap is the
/// server's.
pub const MAX_COMMAND_AGE_MS: i64 = 2_000;

/// Longest time in ms between an entry and its delivery that is charged to nobody; what lies
/// beyond is a matter for a credit.
pub const MAX_DELIVERY_MS: i64 = 2_000;

/// How long before an adjournment the players are told, ms (AGA).
pub const ADJOURNMENT_NOTICE_MS: i64 = 600_000;

/// What somebody wants to happen at a table. Who may say so is for the caller to check; whether it
/// is possible is for [`decide`](crate::decide).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Sets up the game.
    Create(Create),
    /// An account takes an entrant's seat, also from the account that held it: a player who lost a device
    /// comes back under another one.
    TakeSeat {
        /// The seat.
        color: Color,
        /// The account's id, opaque here.
        account: String,
    },
    /// The appointed time has come: black's clock runs, whoever is there.
    Start,
    /// A player puts a disc on a square: one of the own colour, or of the side to move if the
    /// winner plays on for both.
    Move {
        /// Whose seat sent it.
        color: Color,
        /// The ply the player believes is next, from 1; a pass is a ply.
        ply: u32,
        /// The square.
        square: Square,
        /// The opponent's disc that it flips by choice, where the opening leaves one
        /// ([`Board::flip_choice`](crate::Board::flip_choice)).
        flip: Option<Square>,
    },
    /// A player without a move presses the clock.
    Pass {
        /// Whose seat sent it.
        color: Color,
        /// The ply the player believes is next, from 1.
        ply: u32,
    },
    /// A player gives up, or stops playing after the win was fixed for them.
    Resign {
        /// Whose seat sent it.
        color: Color,
    },
    /// The sweeper: let the flag fall if its time is past all doubt.
    SettleFlag,
    /// Time back for a fault that was not the player's.
    CreditTime {
        /// Whose clock; `None` is the running one.
        color: Option<Color>,
        /// Time in ms, more than 0 and at most a hundred years: as long as the fault.
        ms: i64,
        /// Why.
        cause: CreditCause,
        /// The fault's id: one fault credits a game once.
        fault_id: String,
        /// The end of what it makes good, ms of cluster time, where it has one: the next credit goes on from there.
        until_ms: Option<i64>,
    },
    /// An official settled the score elsewhere, while the game was waiting or running: play ends here. Nothing
    /// is judged, the score is taken at its word.
    Close {
        /// Black's official score, discs.
        black_discs: u8,
        /// White's official score, discs.
        white_discs: u8,
        /// Who won; `None` for a draw.
        winner: Option<Color>,
    },
    /// The game's round was taken back or annulled while the game was waiting or running: it ends without a result.
    CallOff,
    /// An official acts at the table.
    Officiate {
        /// What is done.
        act: OfficialAct,
        /// On whose word and why.
        authority: Authority,
    },
    /// A player calls for the director.
    CallDirector {
        /// Whose seat sent it.
        color: Color,
    },
    /// The player on the move seals a move for the adjournment.
    SealMove {
        /// Whose seat sent it.
        color: Color,
        /// The ply the player believes is next, from 1.
        ply: u32,
        /// The square; `None` seals a pass. Judged when it is revealed, not before.
        square: Option<Square>,
        /// The opponent's disc that it flips by choice.
        flip: Option<Square>,
    },
    /// The first proof that a seat's holder is there.
    Arrive {
        /// The seat.
        color: Color,
    },
    /// A player signs the result (`WOC IV.8`).
    ConfirmTranscript {
        /// Whose seat sent it.
        color: Color,
        /// The digest the player saw, [`transcript_digest`](crate::transcript_digest).
        digest: String,
    },
    /// A player does not agree with the result.
    DisputeResult {
        /// Whose seat sent it.
        color: Color,
        /// The id of the written reason.
        reason_id: String,
    },
    /// The sweeper: whatever is due but a flag or the start - no-show limit, end of a call or a
    /// pause, adjournment, confirmation by silence.
    SettleDeadline,
    /// The server signs a confirmed result.
    Countersign {
        /// The digest that is signed.
        digest: String,
        /// The key's id.
        key_id: String,
        /// The signature, base64.
        signature: String,
    },
    /// A server fault stops the clocks.
    Freeze {
        /// When they go on by themselves, ms of cluster time.
        until_ms: Option<i64>,
    },
    /// The fault is over: the clocks go on.
    Thaw {
        /// The announced instant, ms of cluster time; `None` or an instant that has passed is now.
        at_ms: Option<i64>,
    },
    /// The game goes on at another server: its clocks stand, and nothing is taken here any more.
    TransferAway {
        /// Which move.
        transfer_id: String,
        /// Where to, as the director wrote it.
        to: String,
    },
    /// The game has come here.
    TransferIn {
        /// Which move: the one it went away with.
        transfer_id: String,
        /// When the clocks that stand for the move go on, ms of cluster time; `None`: when an official says so.
        resume_at_ms: Option<i64>,
    },
}

/// Everything that is settled before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Create {
    /// Where the game belongs; `None` for a casual game.
    pub place: Option<Place>,
    /// Where a casual game was booked.
    pub booked_at: Option<BookedAt>,
    /// The entrants' ids, opaque here, never equal; of a casual game the players' accounts.
    pub entrants: PerColor<String>,
    /// The accounts that already hold the seats.
    pub accounts: PerColor<Option<String>>,
    /// Clocks and procedure.
    pub game_rules: Box<GameRules>,
    /// When black's clock starts, in ms of cluster time.
    pub starts_at_ms: i64,
}

/// When a command is decided. All instants are ms of cluster time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Cluster time now.
    pub now_ms: i64,
    /// How far `now_ms` may be wrong.
    pub uncertainty_ms: i64,
    /// What the gateway saw of a player's command; without it the command counts as received now.
    pub stamps: Option<Stamps>,
}

/// What the gateway saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamps {
    /// When the command arrived.
    pub received_at_ms: i64,
    /// When the entry that gave the turn was sent to the seat's socket; `None` if none was open.
    pub delivered_at_ms: Option<i64>,
    /// The network time that lies between those two: a whole round trip (the entry out, the
    /// command back) as the server's own pings measured it on that socket, ms. Credited up to the
    /// caps of the terms, here alone; `None` where nothing was measured.
    pub lag_ms: Option<i64>,
    /// How long, before the entry was sent, the socket could not be written because its client did
    /// not read, ms; 0 if the entry was late for reasons of the server's alone.
    pub unread_ms: i64,
    /// When the seat's account was shown the position elsewhere, over whatever face; `None` if
    /// nothing is known of that. It counts where it is earlier than the delivery.
    pub seen_at_ms: Option<i64>,
}

impl Stamps {
    /// Stamps that tell these two instants and nothing else.
    #[must_use]
    pub const fn at(received_at_ms: i64, delivered_at_ms: Option<i64>) -> Self {
        Self {
            received_at_ms,
            delivered_at_ms,
            lag_ms: None,
            unread_ms: 0,
            seen_at_ms: None,
        }
    }
}

impl Moment {
    /// A moment without stamps and doubt.
    #[must_use]
    pub const fn at(now_ms: i64) -> Self {
        Self {
            now_ms,
            uncertainty_ms: 0,
            stamps: None,
        }
    }

    /// The same moment for a command with these stamps.
    #[must_use]
    pub const fn stamped(self, received_at_ms: i64, delivered_at_ms: Option<i64>) -> Self {
        Self {
            stamps: Some(Stamps::at(received_at_ms, delivered_at_ms)),
            ..self
        }
    }

    /// When the command was received, never later than now.
    #[must_use]
    pub fn received_ms(&self) -> i64 {
        self.stamps
            .map_or(self.now_ms, |stamps| stamps.received_at_ms.min(self.now_ms))
    }
}

impl Command {
    /// The seat that a player's command speaks for; `None` for all others.
    #[must_use]
    pub const fn seat(&self) -> Option<Color> {
        match self {
            Self::Move { color, .. }
            | Self::Pass { color, .. }
            | Self::Resign { color }
            | Self::SealMove { color, .. }
            | Self::CallDirector { color }
            | Self::Arrive { color }
            | Self::ConfirmTranscript { color, .. }
            | Self::DisputeResult { color, .. } => Some(*color),
            Self::Create(_)
            | Self::TakeSeat { .. }
            | Self::Start
            | Self::SettleFlag
            | Self::CreditTime { .. }
            | Self::Close { .. }
            | Self::CallOff
            | Self::Officiate { .. }
            | Self::SettleDeadline
            | Self::Countersign { .. }
            | Self::Freeze { .. }
            | Self::Thaw { .. }
            | Self::TransferAway { .. }
            | Self::TransferIn { .. } => None,
        }
    }

    /// Whether it is a ply or the end of play: what a pause still lets in if it was received before.
    pub(crate) const fn is_play(&self) -> bool {
        matches!(
            self,
            Self::Move { .. } | Self::Pass { .. } | Self::Resign { .. }
        )
    }

    /// Whether an official's act is possible on an annulled game.
    pub(crate) const fn mends_annulled(&self) -> bool {
        matches!(
            self,
            Self::Officiate {
                act: OfficialAct::Reopen { .. } | OfficialAct::ReplayFrom { .. },
                ..
            }
        )
    }
}
