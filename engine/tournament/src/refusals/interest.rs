//! Officials who play, and offices.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum InterestRefusal {
        OwnGame = "own_game":
            "An official cannot rule on a game of their own; another official of this tournament may.";
        OwnGameShared = "own_game":
            "Whoever appointed you when this round was paired, or the seat that you held in it, has this game: it counts \
             as yours. An official whom somebody else appointed, or who was one before, may do this.";
        OwnGameUntilConsent = "own_game" under "single_official":
            "You are the only director, but this is your own game: you may do this once your opponent has consented to \
             this very act.";
        OwnGameUnread = "own_game":
            "This game is yours, by a seat of your own or of whoever appointed you: until it is over and confirmed, you \
             see of it what its players see. Another official of this tournament sees the rest.";
        Opponent = "opponent_of_round":
            "An official cannot do this to the person whom they play in this round; another official of this \
             tournament may.";
        OpponentShared = "opponent_of_round":
            "Whoever appointed you when this round was paired, or the seat that you held in it, plays this person: the \
             interest is yours too. An official whom somebody else appointed, or who was one before, may do this.";
        OpponentUntilConsent = "opponent_of_round" under "single_official":
            "You are the only director, but you play this person in this round: you may do this once they have \
             consented to this very act.";
        Rival = "rival_of_stage" under "offices.rivals_refused":
            "Under these rules an official who plays does not rule on others of the same stage; another official may.";
        ConsentNeeded = "consent_needed":
            "You have an interest in this: the holder of the seat or a second official without one has to consent to \
             this very act first, or does it for you.";
        ConsentNeededForGood = "consent_needed":
            "There is no re-entry, and you play in the same stage: the holder of the seat or a director without an \
             interest has to consent to this withdrawal first, or a director without an interest does it. An absence \
             from the rounds to come needs nobody's consent, and ends when they are back.";
        ConsentNeededOfPlayer = "consent_needed":
            "Whoever assists a player may move for them, and you play in the same event: the holder of the seat or a \
             director without an interest has to consent to this very act first, or such a director does it.";
        ConsentNeededShared = "consent_needed":
            "Whoever appointed you when this round was paired, or the seat that you held in it, has an interest in this, \
             and so have you: the holder of the seat or a second official without one has to consent to this very act \
             first, or does it for you.";
        LateSeat = "consent_needed":
            "You officiate here, or did since anybody was first paired or named to move for another, and who has this seat \
             plays: a director who does not play the game, and whom you did not appoint since, has to consent to this very act (claim_seat) first. Who \
             held the seat when it was last paired takes it back freely.";
        LateSeatOfSole = "consent_needed" under "single_official":
            "You are the only director, and this seat was paired before you took it: everybody whom it was paired with \
             has to consent to this very act (claim_seat) first. Who held the seat when it was last paired takes it back \
             freely.";
        NotYourClock = "not_your_office" under "offices.clocks":
            "Under these rules the head director alone changes clocks.";
        NotYourLiveResult = "not_your_office" under "offices.live_results":
            "This game is being played: under these rules the head director alone enters a result over it.";
        NotYourConfirmation = "not_your_office" under "offices.confirmation":
            "Under these rules the head director alone confirms the event.";
        NotYourEnd = "not_your_office":
            "The head director alone has an event end otherwise than planned.";
        NotYourPenalty = "not_your_office" under "penalties.imposed_by":
            "This act is a penalty: it is for the officials whom the rules name, and for nobody else.";
        MayNotConsent = "may_not_consent":
            "Consent is given by the holder of the seat in question, or by a director without an interest, and never to \
             oneself.";
        UnknownDeed { act: String } = "unknown_act":
            "There is no act {act:?} to consent to.";
        NothingInQuestion = "nothing_in_question":
            "A consent is about one board or about one entrant, not about both.";
        NotADirector = "nothing_to_consent_to":
            "That account does not direct this event: it has no act to consent to.";
        NoConsentNeeded = "nothing_to_consent_to":
            "As things stand that official does this without a consent, or does not do it with one either: there is \
             nothing to consent to.";
        TooManyConsents { most: usize } = "too_many_consents":
            "At most {most} of your consents can be open. They end with the round.";
    }
}
