//! Who may enter, seats, withdrawal.

use outflank_othello::refusals;

use crate::ids::EntrantId;

refusals! {
    pub(crate) enum RegistrationRefusal {
        GroupAUnchanged = "group_a_unchanged" under "pairing.first_round":
            "This is group A already.";
        SeatTaken { entrant_id: EntrantId } = "seat_taken":
            "The seat of entrant {entrant_id:?} is held by an account; release it before another takes it.";
        AccountAlreadySeated = "account_already_seated":
            "This account plays for another entrant of this tournament; one account has one seat.";
        SeatFree { entrant_id: EntrantId } = "seat_free":
            "The seat of entrant {entrant_id:?} is held by nobody.";
        AlreadyWithdrawn { entrant_id: EntrantId } = "already_withdrawn" under "withdrawal":
            "Entrant {entrant_id:?} has withdrawn already and may not re-enter.";
        NoSeatForWithdrawn = "entrant_withdrawn" under "withdrawal":
            "This entrant has withdrawn, and there is no re-entry.";
        NotStarted = "not_started":
            "No round is published yet; take the entrant off the list instead.";
        EntrantExists { entrant_id: EntrantId } = "entrant_exists":
            "Entrant {entrant_id:?} is registered already.";
        TooManyEntrants { most: u32 } = "too_many_entrants":
            "A tournament takes at most {most} entrants.";
        TournamentFull { most: u32 } = "tournament_full" under "entry.capacity":
            "The tournament takes {most} entrants at most, and they are entered.";
        AlreadyInvited { entrant_id: EntrantId } = "already_invited":
            "Entrant {entrant_id:?} is invited already.";
        TooManyInvitations { most: usize } = "too_many_invitations":
            "A tournament invites {most} entrants at most.";
        NotInvited { entrant_id: EntrantId } = "not_invited":
            "Entrant {entrant_id:?} is not invited.";
        InvitedEntrantExists { entrant_id: EntrantId } = "entrant_exists":
            "Entrant {entrant_id:?} is registered already; take him off the list first.";
        LateEntryImpossible { round: u32 } = "late_entry_impossible":
            "A late entrant needs a Swiss round to begin with, and round {round} is none.";
        BadCountry { most: usize } = "bad_country":
            "A country code has 1 to {most} bytes and no control characters.";
        InvitationNeeded = "invitation_needed" under "entry.mode":
            "Only who is invited may enter; ask the director for an invitation.";
        EntryByListOnly = "entry_by_list_only" under "entry.mode":
            "The director keeps the list of entrants; ask to be put on it.";
        FederationNumberUnconfirmed = "federation_number_unconfirmed" under "entry.federation_number_required":
            "Every entrant needs a confirmed federation number here; have it confirmed first.";
        RatingOutOfRange { rating: i32 } = "rating_out_of_range" under "entry.rating_from":
            "The tournament is for other ratings than {rating}.";
        RatingRequired = "rating_required" under "entry.rating_from":
            "The tournament is for a range of ratings, and this entrant has none.";
        OperatorOfHuman = "operator_of_human":
            "Only a computer program has an operator; mark the entrant as one or name none.";
        Banned = "banned":
            "A ruling of this organiser bans this player from further events.";
        DisqualifiedFromSeries { series: String } = "disqualified_from_series":
            "A ruling disqualifies this player from the series {series:?}.";
        ComputersBanned = "computers_banned" under "entry.computers":
            "Computer programs may not enter this tournament.";
        OperatorMissing = "operator_missing" under "entry.computers":
            "A computer program enters with the person who operates it; name the operator.";
        RegistrationClosed = "registration_closed":
            "Round 1 is published and the list of entrants closed; entrants can only withdraw now.";
        UnknownEntrant { entrant_id: EntrantId } = "unknown_entrant":
            "There is no entrant {entrant_id:?} in this tournament.";
        NobodySeated = "seat_free":
            "No seat is held by an account.";
        NobodyInvited = "not_invited":
            "Nobody is invited.";
    }
}
