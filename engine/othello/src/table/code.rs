//! The codes of a table's refusals.

use serde::{Deserialize, Serialize};

/// The stable codes of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The game was set up before.
    AlreadyCreated,
    /// Nothing was set up at this table.
    NoSuchGame,
    /// One entrant cannot sit on both sides.
    SameEntrant,
    /// A time out of range.
    InvalidTerms,
    /// The account holds the other seat.
    OwnOpponent,
    /// The start has not come.
    NotDue,
    /// The game was started before.
    AlreadyStarted,
    /// The game has not started.
    NotStarted,
    /// The game is over.
    GameOver,
    /// The very same command was done before; answer as then.
    Repeated,
    /// Something else stands at this ply.
    PlyTaken,
    /// Plies are missing before this one.
    PlyAhead,
    /// Plies count from 1.
    BadPly,
    /// The other side is on the move.
    NotYourTurn,
    /// There is no move; only a pass.
    MustPass,
    /// There is a move.
    CannotPass,
    /// A disc is there.
    SquareTaken,
    /// The square flips no disc.
    IllegalMove,
    /// A disc to flip is chosen where there is no choice, none where there is one, or another than can be.
    InvalidFlip,
    /// The command is too old; send it again.
    StaleCommand,
    /// The other side's flag may have fallen; ask again when that is settled.
    FlagPending,
    /// The flag's fall is not past doubt.
    FlagNotDue,
    /// The flag fell before the command arrived, and the game or the turn went with it.
    FlagFell,
    /// A credit out of range.
    InvalidCredit,
    /// This fault was credited before.
    AlreadyCredited,
    /// The clocks stand; wait until they go on.
    Paused,
    /// There is no pause to end.
    NotPaused,
    /// The clocks stand already.
    AlreadyPaused,
    /// The game is adjourned.
    Adjourned,
    /// There is no adjournment, or it has not come that far.
    NotAdjourned,
    /// The time of the adjournment came: the move is sealed, not played.
    MustSeal,
    /// An adjournment is announced ten minutes ahead.
    AdjournmentTooSoon,
    /// The sealed move was not opened yet.
    SealedUnopened,
    /// The sealed move is not legal; an official says what is played.
    SealIllegal,
    /// The game is not over.
    NotFinished,
    /// The game was annulled.
    Annulled,
    /// There is no such ply to take back.
    NothingToTakeBack,
    /// No flag has fallen that can be undone.
    NoDefault,
    /// A clock would show nothing or more than a day.
    InvalidClocks,
    /// A time penalty takes all that the clock has left, and nobody said that it is emptied.
    PenaltyEmptiesClock,
    /// The instant has passed or is too far away.
    InvalidInstant,
    /// No game can end with this score and winner.
    InvalidScore,
    /// The seat's holder was sent away from the table.
    Expelled,
    /// Nobody of that name was sent away.
    NotExpelled,
    /// The director was called already.
    AlreadyCalled,
    /// Nobody has called for the director.
    NoCall,
    /// The text is not a transcript, or a move in it is not legal.
    InvalidTranscript,
    /// The game is over on the board: neither side can move.
    NothingToPlay,
    /// The no-show limit has passed; wait until that is settled.
    AbsencePending,
    /// There is nothing to confirm or dispute.
    NoConfirmation,
    /// The result is confirmed.
    AlreadyConfirmed,
    /// The result is disputed; an official settles that first.
    Disputed,
    /// The result is not disputed.
    NoDispute,
    /// Another transcript stands at this table.
    DigestMismatch,
    /// The result is not confirmed yet.
    NotConfirmed,
    /// Nothing is due.
    NothingDue,
    /// The clocks do not stand for a server fault.
    NotFrozen,
    /// The seat's holder was there before.
    AlreadyArrived,
    /// The game goes on at another server.
    MovedAway,
    /// The game did not go away with this move.
    NotMovedAway,
}

impl Code {
    /// The code as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AlreadyCreated => "already_created",
            Self::NoSuchGame => "no_such_game",
            Self::SameEntrant => "same_entrant",
            Self::InvalidTerms => "invalid_terms",
            Self::OwnOpponent => "own_opponent",
            Self::NotDue => "not_due",
            Self::AlreadyStarted => "already_started",
            Self::NotStarted => "not_started",
            Self::GameOver => "game_over",
            Self::Repeated => "repeated",
            Self::PlyTaken => "ply_taken",
            Self::PlyAhead => "ply_ahead",
            Self::BadPly => "bad_ply",
            Self::NotYourTurn => "not_your_turn",
            Self::MustPass => "must_pass",
            Self::CannotPass => "cannot_pass",
            Self::SquareTaken => "square_taken",
            Self::IllegalMove => "illegal_move",
            Self::InvalidFlip => "invalid_flip",
            Self::StaleCommand => "stale_command",
            Self::FlagPending => "flag_pending",
            Self::FlagNotDue => "flag_not_due",
            Self::FlagFell => "flag_fell",
            Self::InvalidCredit => "invalid_credit",
            Self::AlreadyCredited => "already_credited",
            Self::Paused => "paused",
            Self::NotPaused => "not_paused",
            Self::AlreadyPaused => "already_paused",
            Self::Adjourned => "adjourned",
            Self::NotAdjourned => "not_adjourned",
            Self::MustSeal => "must_seal",
            Self::AdjournmentTooSoon => "adjournment_too_soon",
            Self::SealedUnopened => "sealed_unopened",
            Self::SealIllegal => "seal_illegal",
            Self::NotFinished => "not_finished",
            Self::Annulled => "annulled",
            Self::NothingToTakeBack => "nothing_to_take_back",
            Self::NoDefault => "no_default",
            Self::InvalidClocks => "invalid_clocks",
            Self::PenaltyEmptiesClock => "penalty_empties_clock",
            Self::InvalidInstant => "invalid_instant",
            Self::InvalidScore => "invalid_score",
            Self::Expelled => "expelled",
            Self::NotExpelled => "not_expelled",
            Self::AlreadyCalled => "already_called",
            Self::NoCall => "no_call",
            Self::InvalidTranscript => "invalid_transcript",
            Self::NothingToPlay => "nothing_to_play",
            Self::AbsencePending => "absence_pending",
            Self::NoConfirmation => "no_confirmation",
            Self::AlreadyConfirmed => "already_confirmed",
            Self::Disputed => "disputed",
            Self::NoDispute => "no_dispute",
            Self::DigestMismatch => "digest_mismatch",
            Self::NotConfirmed => "not_confirmed",
            Self::NothingDue => "nothing_due",
            Self::NotFrozen => "not_frozen",
            Self::AlreadyArrived => "already_arrived",
            Self::MovedAway => "moved_away",
            Self::NotMovedAway => "not_moved_away",
        }
    }
}
