//! Every reason for which the table refuses a command: its code, its paragraph in the text of the rules, its sentence.

use alloc::string::{String, ToString};

use super::code::Code;
use crate::refusal::{Milliseconds, Parameter, Value};
use crate::refusals;
use crate::{Color, Square};

refusals! {
    pub(crate) enum Reason of Code {
        AdjournmentBegan = MustSeal:
            "The adjournment has begun; the side on the move seals its move.";
        AdjournmentTooSoon = AdjournmentTooSoon:
            "The players are told ten minutes before an adjournment.";
        NotAdjourned = NotAdjourned:
            "No adjournment is under way.";
        MustSeal = MustSeal:
            "The time of the adjournment came: seal your move.";
        SealedBefore = NotAdjourned:
            "A move is sealed when the time of the adjournment has come, not before.";
        SealIllegal = SealIllegal:
            "The sealed move is not legal; say what is played instead.";
        SealedUnopened = SealedUnopened:
            "The sealed move was not opened yet; resume the game.";
        IllegalWhenAdjourned { square: Square } = IllegalMove under "IV.5":
            "{square} is not legal in the adjourned position.";
        AlreadyArrived = AlreadyArrived:
            "You were here before.";
        AbsencePending = AbsencePending:
            "The no-show limit has run out; wait until that is settled.";
        NothingDue = NothingDue:
            "Nothing is due.";
        DigestMismatch = DigestMismatch under "IV.8":
            "Another transcript stands at this table; look at it and confirm that one.";
        ConfirmedAlready = Repeated:
            "You have confirmed this result already.";
        ConfirmedByYou = AlreadyConfirmed:
            "You have confirmed this result; turn to the director.";
        AlreadyConfirmed = AlreadyConfirmed:
            "The result is confirmed.";
        Disputed = Disputed:
            "The result is disputed; an official settles that first.";
        NoConfirmation = NoConfirmation:
            "This result came from an official or the no-show limit; nobody confirms it.";
        NotFinished = NotFinished:
            "The game is not over.";
        NoDispute = NoDispute:
            "There is no open dispute about this result.";
        NotConfirmed = NotConfirmed:
            "The result is not confirmed yet.";
        CountersignedAlready = Repeated:
            "The result was countersigned already.";
        CountersignedAnother = DigestMismatch:
            "Another transcript stands at this table.";
        FlagNotDue = FlagNotDue under "IV.6":
            "No flag has fallen past doubt.";
        BadPly = BadPly:
            "Plies count from 1.";
        PlyAhead { ply: u32, next: u32 } = PlyAhead:
            "Ply {ply} is not reached; ply {next} is next.";
        OpponentPlaysOn = NotYourTurn under "IV.6":
            "Your flag fell; your opponent plays on for both.";
        NotYourTurn { color: Color } = NotYourTurn under "IV.4":
            "It is {color}'s turn.";
        GameOver = GameOver:
            "The game is over.";
        StaleCommand = StaleCommand:
            "The command took too long to be heard; send it again.";
        NoSuchGame = NoSuchGame:
            "No game was set up at this table.";
        SentAway = Expelled:
            "The director sent you away from the table.";
        MustPass = MustPass under "IV.4":
            "You have no move; press the clock to pass.";
        SquareTaken { square: Square } = SquareTaken under "IV.5":
            "{square} is not legal: a disc is there.";
        CannotPass = CannotPass under "IV.4":
            "You have a move; a pass is only for a player without one.";
        ResignedAlready = Repeated:
            "You have resigned already.";
        FlagMayHaveFallen { side: &'static str } = FlagPending under "IV.6":
            "{side}'s flag may have fallen; wait until that is settled.";
        MovedAway { place: String } = MovedAway:
            "This game goes on at another server: {place}.";
        NotMovedAway = NotMovedAway:
            "The game is not away with this move.";
        AdjustmentOutOfRange = InvalidClocks:
            "An adjustment is not nothing and at most a day.";
        TooLittleLeft { color: Color } = InvalidClocks:
            "{color}'s clock does not have that much left to take.";
        PenaltyEmptiesClock { color: Color, left_ms: Milliseconds, taken_ms: Milliseconds } = PenaltyEmptiesClock:
            "{color}'s clock has {left_ms} left and would lose {taken_ms}: say that it is emptied and its flag falls.";
        NoDefault = NoDefault:
            "No flag has fallen that could be undone.";
        ClocksOutOfRange = InvalidClocks:
            "Each clock shows more than nothing and at most a day.";
        ClockEmpty { color: Color } = InvalidClocks:
            "{color}'s clock would show nothing; say what both clocks show.";
        InvalidScore { squares: u32 } = InvalidScore:
            "A score has {squares} discs in all, and the side it favours wins.";
        PlayerNotExpelled { color: Color } = NotExpelled:
            "{color}'s player was not sent away.";
        AccountNotExpelled = NotExpelled:
            "This account was not sent away.";
        FlagEndsGame = FlagPending under "IV.6":
            "A flag fell before this and ends the game; wait until that is settled.";
        FlagPending = FlagPending under "IV.6":
            "A flag may have fallen; wait until that is settled.";
        AlreadyPaused = AlreadyPaused:
            "The clocks stand already.";
        NotFrozen = NotFrozen:
            "The clocks do not stand for a server fault.";
        NotPaused = NotPaused:
            "The clocks do not stand in a pause.";
        AlreadyCalled = AlreadyCalled:
            "The director was called already.";
        NoCall = NoCall:
            "Nobody at this table has called for the director.";
        InvalidInstant = InvalidInstant:
            "The instant must lie ahead, within a year.";
        NotStarted = NotStarted:
            "The game has not started.";
        Paused = Paused:
            "The clocks stand; wait until they go on.";
        Adjourned = Adjourned:
            "The game is adjourned; the official resumes it first.";
        Annulled = Annulled:
            "The game was annulled.";
        NothingAfter { ply: u32 } = NothingToTakeBack:
            "Ply {ply} is not before the last one; nothing would be taken back.";
        NoPosition { ply: u32 } = NothingToTakeBack:
            "There is no position after ply {ply}.";
        NothingToPlay = NothingToPlay:
            "Neither side can move; take plies back instead.";
        NothingToPlayThere = NothingToPlay:
            "Neither side can move there; choose an earlier position.";
        NoTranscript { problem: String } = InvalidTranscript:
            "At {problem}.";
        TranscriptUnfinished = NotFinished:
            "The game is not over after this transcript; enter it as unfinished, or set the score.";
        TranscriptIllegal { ply: usize, played: String } = InvalidTranscript under "IV.5":
            "Ply {ply}, {played}, is not legal; what precedes it is.";
        AlreadyCredited = AlreadyCredited:
            "This fault was credited already.";
        InvalidCredit = InvalidCredit:
            "A credit is more than nothing and at most a hundred years.";
        AlreadyCreated = AlreadyCreated:
            "This game was set up already.";
        SameEntrant = SameEntrant:
            "An entrant cannot play against themselves.";
        OwnOpponent = OwnOpponent:
            "One account cannot hold both seats.";
        SeatHeld = Repeated:
            "You hold this seat already.";
        AccountSentAway = Expelled:
            "This account was sent away from the table.";
        AlreadyStarted = AlreadyStarted:
            "The game was started already.";
        NotDue = NotDue:
            "The game starts at its announced time, not before.";
        OutsideCentre { square: Square } = IllegalMove under "IV.5":
            "{square} is not legal: the first four discs go into the centre.";
        IllegalMove { square: Square } = IllegalMove under "IV.5":
            "{square} is not legal: it flips no disc.";
        OutsideBoard { square: Square, board: &'static str } = IllegalMove under "IV.5":
            "{square} is not legal: the board has {board} squares.";
        NoFlipToChoose { square: Square } = InvalidFlip:
            "No disc is chosen to be flipped with {square}: send the move without one.";
        FlipToBeChosen { square: Square } = InvalidFlip:
            "With {square} one of the opponent's discs in the centre is flipped: say which.";
        FlipOutOfReach { flip: Square } = InvalidFlip:
            "{flip} is none of the opponent's discs in the centre; choose one of those.";
        HandicapOutOfRange = InvalidTerms:
            "A handicap is one to four discs in corners, and none where the fewest discs win.";
        DrawnOpeningMisplaced = InvalidTerms:
            "A drawn opening stands on the whole board of Othello, without a handicap.";
        ClockOutOfRange = InvalidTerms:
            "A clock starts with more than nothing and at most a day.";
        ExtraTimeOutOfRange = InvalidTerms:
            "Extra time is at least nothing and at most a day.";
        LagCreditOutOfRange = InvalidTerms:
            "A lag credit is at least nothing and at most a day.";
        AbsenceLimitOutOfRange = InvalidTerms:
            "An absence limit is more than nothing and at most a day.";
        WaitOutOfRange = InvalidTerms:
            "A wait is at least nothing and at most a day.";
        PlayedSo { ply: u32, played: String } = Repeated:
            "Ply {ply} is {played} already, as you sent it.";
        PlyTaken { ply: u32, color: Color, played: String } = PlyTaken under "IV.5":
            "Ply {ply} was played: {color}, {played}; it is final.";
        FlagFell = FlagFell under "IV.6":
            "Your flag fell before this arrived; the game is lost.";
    }
}

impl Value for Color {
    fn parameter(&self) -> Parameter {
        Parameter::Text(self.to_string())
    }
}

impl Value for Square {
    fn parameter(&self) -> Parameter {
        Parameter::Text(self.to_string())
    }
}
