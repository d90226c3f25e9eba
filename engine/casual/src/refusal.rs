//! Why something of casual play was refused.

use outflank_othello::{
    refusal::{Milliseconds, Parameters},
    refusals,
};

refusals! {
    #[expect(missing_docs, reason = "each is documented by its sentence")]
    pub enum Refusal {
        MainTimeOutOfRange { least_ms: Milliseconds, most_ms: Milliseconds } = "main_time_out_of_range":
            "A casual game takes {least_ms} to {most_ms} a player, in whole seconds.";
        IncrementOutOfRange { most_ms: Milliseconds } = "increment_out_of_range":
            "A move of a casual game adds {most_ms} at most, in whole seconds.";
        RangeUpsideDown { lowest: i64, highest: i64 } = "rating_range_empty":
            "No rating is at least {lowest} and at most {highest}; give the lower bound first.";
        AlreadyBooked = "already_booked":
            "You are booked for a game that is not over; play it to its end first.";
        OpponentBooked = "opponent_booked":
            "Your opponent plays another game now; try again when it is over.";
        OwnOpponent = "own_opponent":
            "A game takes two; nobody plays against himself.";
        BarredUntil { until_ms: i64 } = "barred":
            "A moderator has barred you from casual play for some time; your standing says why and until when.";
        Barred = "barred":
            "A moderator has barred you from casual play; your standing says why.";
        NotWithEachOther = "not_with_each_other":
            "The two of you are not brought together in casual play; seek another opponent.";
        ReportOneself = "report_oneself":
            "Nobody reports himself.";
        NotOfThisGame = "not_of_this_game":
            "This account neither played that game nor wrote at its table; report one that did.";
        ReportTooLate { most_ms: Milliseconds } = "report_too_late":
            "A game is reported within {most_ms} of its start.";
        ReportedAlready = "reported_already":
            "You have reported this player for this game already; a moderator looks at it.";
        TooManyReports { most: usize } = "too_many_reports":
            "You have {most} reports open, as many as one may; wait until one is answered.";
        TooManyOpenReports { most: usize } = "too_many_reports":
            "There are {most} reports open, as many as there may be; report again when some are answered.";
        TooManyOfGuests { most: usize } = "too_many_reports":
            "There are {most} reports of guests open, as many as there may be; choose a password, or report again later.";
        ReportAnswered = "report_answered":
            "This report is answered already; look at it once more.";
        ConcernsYourself = "concerns_yourself":
            "This concerns you, a game or a contest of yours, or somebody with whom you have a report; another moderator has to judge it.";
        NotMuted = "not_muted":
            "This account is not muted.";
        NotBarred = "not_barred":
            "This account is not barred.";
        BadUntil { most_ms: Milliseconds } = "bad_until":
            "A mute or a bar ends later than now and within {most_ms}, or has no end.";
        ModeratorAlready = "moderator_already":
            "This account is a moderator already.";
        NoModerator = "no_moderator":
            "This account is no moderator.";
        TooManyModerators { most: usize } = "too_many_moderators":
            "There are {most} moderators, as many as there may be; dismiss one first.";
        ArenaLength { least_ms: Milliseconds, most_ms: Milliseconds } = "bad_contest_rules":
            "An arena lasts {least_ms} to {most_ms}, in whole minutes.";
        ArenaPoints { most: usize } = "bad_contest_rules":
            "A win is worth 1 to {most} points, a draw at most as many, and a loss at most as many as a draw.";
        ArenaStreak { most: i64 } = "bad_contest_rules":
            "Games count double after at most {most} wins in a row, or never with 0.";
        LadderReach { most: i64 } = "bad_contest_rules":
            "On a ladder one challenges 1 to {most} places above.";
        LadderTime { least_ms: Milliseconds, most_ms: Milliseconds } = "bad_contest_rules":
            "A challenge leaves {least_ms} to {most_ms} for its game, in whole hours.";
        LadderRest { most_ms: Milliseconds } = "bad_contest_rules":
            "Two rest from each other for {most_ms} at most, in whole hours.";
        BadContestStart { most_ms: Milliseconds } = "bad_contest_start":
            "A contest begins now or within {most_ms}.";
        ContestNotBegun = "not_begun":
            "This contest has not begun yet.";
        ContestOver = "contest_over":
            "This contest is over.";
        NotInContest = "not_in_contest":
            "This account does not take part in the contest; enter first.";
        EnteredAlready = "entered_already":
            "You have entered this contest already.";
        RemovedFromContest = "removed_from_contest":
            "This account was removed from the contest, and does not enter again.";
        ContestFull { most: usize } = "contest_full":
            "This contest has {most} entrants, as many as there may be.";
        NoPrograms = "no_programs":
            "Programs do not play in this contest.";
        NotYourContest = "not_your_contest":
            "Only who founded the contest, or a moderator, may do this.";
        NoLadder = "no_ladder":
            "This contest is an arena; challenges belong to ladders.";
        EnteredTooOften { most: u32 } = "entered_already":
            "You have entered this contest and left it {most} times, as often as one may.";
        ChallengeNotPlayed = "challenge_not_played":
            "You let your last challenge on this ladder go without a game; challenge again when its time would have been over.";
        NotInReach { most: usize } = "not_in_reach":
            "On this ladder one challenges who stands up to {most} places above.";
        ChallengedAlready = "challenged_already":
            "You are in a challenge already; play it first, or end it.";
        OpponentChallenged = "opponent_challenged":
            "This player is in another challenge now; try again when it has ended.";
        RestsFromEachOther = "rests_from_each_other":
            "The two of you had a challenge a short time ago; challenge somebody else meanwhile.";
        OthersGoFirst { until_ms: i64, wait_ms: Milliseconds } = "rests_from_each_other":
            "You have challenged this player already, and others may do so first; challenge him again in {wait_ms}.";
        NoChallenge = "no_challenge":
            "You are in no challenge of this ladder whose game may begin now.";
        NoOwnChallenge = "no_challenge":
            "You have challenged nobody on this ladder; a challenge that somebody made of you is his to take back.";
        NotChallenged = "no_challenge":
            "Nobody has challenged you on this ladder.";
        BlockOneself = "block_oneself":
            "Nobody blocks himself.";
        TooManyBlocks { most: usize } = "too_many_blocks":
            "You have blocked {most} accounts, as many as one may; take a block back first.";
    }
}

impl Refusal {
    /// Its code, for programs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.code().code
    }

    /// The values that it is about.
    #[must_use]
    pub fn values(&self) -> Parameters {
        self.parameters()
    }

    /// Whether it is about what was asked for, whatever stands.
    #[must_use]
    pub fn is_about_the_request(&self) -> bool {
        Self::ABOUT_THE_REQUEST.contains(&self.name())
    }

    /// The codes of those that are about what was asked for.
    pub const ABOUT_THE_REQUEST: [&str; 8] = [
        "main_time_out_of_range",
        "increment_out_of_range",
        "rating_range_empty",
        "report_oneself",
        "bad_until",
        "block_oneself",
        "bad_contest_rules",
        "bad_contest_start",
    ];

    /// Every code with its sentence.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        Self::CODES.iter().map(|known| (known.code, known.sentence))
    }
}
