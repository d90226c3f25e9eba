//! Kinds of fault, points of a command's life, and commands.

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A read of the journal, or a small write, takes long.
    SlowRead,
    /// A read of the journal, or a small write, fails.
    ReadError,
    /// A commit is put off, nothing being written.
    CommitBusy,
    /// A commit fails, nothing being written.
    CommitFailed,
    /// Nobody knows how a commit ended; nothing was written.
    UnknownUnwritten,
    /// Nobody knows how a commit ended; it was written.
    UnknownWritten,
    /// A commit, or the word of it, takes long.
    SlowCommit,
    /// A call never arrives.
    LostRequest,
    /// An answer never arrives.
    LostAnswer,
    /// A call arrives twice.
    DoubleRequest,
    /// A call takes long, so that later ones overtake it.
    SlowRequest,
    /// Nobody waited any longer, and the server dropped the call in its middle.
    CallDropped,
    /// Nobody waited any longer, and the server went on with the call.
    CallGoneOn,
    /// A message of the bus is lost.
    LostNews,
    /// A message of the bus comes twice.
    DoubleNews,
    /// The live state cannot be reached.
    LiveAway,
    /// A process's clock is ahead of the others, or behind.
    Skew,
    /// A process of play died.
    PlayDied,
    /// A process of pairing died.
    PairingDied,
    /// The last process of play died.
    PlayGone,
}

impl Fault {
    /// Every one.
    pub const ALL: [Self; 20] = [
        Self::SlowRead,
        Self::ReadError,
        Self::CommitBusy,
        Self::CommitFailed,
        Self::UnknownUnwritten,
        Self::UnknownWritten,
        Self::SlowCommit,
        Self::LostRequest,
        Self::LostAnswer,
        Self::DoubleRequest,
        Self::SlowRequest,
        Self::CallDropped,
        Self::CallGoneOn,
        Self::LostNews,
        Self::DoubleNews,
        Self::LiveAway,
        Self::Skew,
        Self::PlayDied,
        Self::PairingDied,
        Self::PlayGone,
    ];
}

/// Where in a command's life its process died.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// It had reached the process, and no commit of it had begun.
    Received,
    /// Its commit was under way, nothing being written.
    Committing,
    /// It was written, and the process did not know.
    Written,
    /// The process knew, and its sender did not.
    Known,
    /// It had just been answered.
    Answered,
    /// The process was starting: it read what it serves.
    Starting,
    /// Facts of the other service were not yet taken in.
    Following,
}

impl Point {
    /// Every one.
    pub const ALL: [Self; 7] = [
        Self::Received,
        Self::Committing,
        Self::Written,
        Self::Known,
        Self::Answered,
        Self::Starting,
        Self::Following,
    ];
}

/// What the rounds consist of.
const OF_THE_ROUNDS: &[&str] = &[
    "move",
    "pass",
    "resign",
    "confirm",
    "dispute",
    "call",
    "pause",
    "resume",
    "set_clocks",
    "adjust_time",
    "answer_call",
    "create",
    "register",
    "publish",
    "settle",
    "finish",
    "enter",
    "arrive",
    "start",
    "flag",
    "due",
    "countersign",
    "credit",
    "hear of pairing",
    "hear of play",
];

/// What is done beside the rounds.
pub(super) const BESIDE_THE_ROUNDS: &[&str] = &[
    "announce",
    "correct",
    "set_timetable",
    "move_timetable",
    "amend_rules",
    "shorten",
    "end_early",
    "abandon",
    "cancel",
    "publish_after_stop",
    "withdraw",
    "appoint",
    "dismiss",
    "act_in_office",
    "beyond_powers",
    "out_of_office",
    "report",
    "answer_report",
    "appoint_committee",
    "name_chair",
    "tick_duty",
    "untick_duty",
    "declare",
    "note_fee",
    "note_agreement",
];

/// What people, and the services by themselves, command here. Whatever else is under way (a look, a beat, a read) is
/// no command.
pub const COMMANDS: [&str; OF_THE_ROUNDS.len() + BESIDE_THE_ROUNDS.len()] =
    both(OF_THE_ROUNDS, BESIDE_THE_ROUNDS);

/// The first, and then the others.
const fn both<const ALL: usize>(
    first: &[&'static str],
    others: &[&'static str],
) -> [&'static str; ALL] {
    let mut all = [""; ALL];
    let (begin, end) = all.split_at_mut(first.len());
    begin.copy_from_slice(first);
    end.copy_from_slice(others);
    all
}

/// Kinds of results that are entered, and fates of the last round of an event that ends early: for a fault all of them
/// are one command.
pub const VARIETIES: [&str; 12] = [
    "played",
    "time_default",
    "adjudicated",
    "resigned",
    "forfeit",
    "double_forfeit",
    "no_show",
    "walkover",
    "end_early_finished",
    "end_early_completed",
    "end_early_adjudicated",
    "end_early_annulled",
];

/// What guests command in arenas: some evenings have one or two of some of it, and most have none.
pub(super) const IN_ARENAS: &[&str] =
    &["FoundContest", "JoinContest", "LeaveContest", "EndContest"];

/// An entry of bookings: two are booked, or free again.
pub const BOOK_AND_FREE: &str = "book and free";
/// An entry of a contest by which a game counts there.
pub const COUNT_A_GAME: &str = "count a game";

/// What is done on every evening, and what is written of itself.
const ON_EVENINGS: &[&str] = &[
    "CheckSeek",
    "FindBookings",
    "CreateChallenge",
    "TakeChallenge",
    "WithdrawChallenge",
    "OfferRematch",
    BOOK_AND_FREE,
    COUNT_A_GAME,
];

/// What an evening of casual play consists of: the calls of gateways and guests, and the entries that come of them or of
/// nobody's call.
pub const CASUAL: [&str; ON_EVENINGS.len() + IN_ARENAS.len()] = both(ON_EVENINGS, IN_ARENAS);

/// What the services do of themselves: nobody asks for it, and nobody is answered.
pub const OF_THEMSELVES: [&str; 10] = [
    "arrive",
    "start",
    "flag",
    "due",
    "countersign",
    "credit",
    "hear of pairing",
    "hear of play",
    BOOK_AND_FREE,
    COUNT_A_GAME,
];
