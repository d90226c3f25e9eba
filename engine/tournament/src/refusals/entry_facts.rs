//! What an entry declares, and what is noted of it.

use outflank_othello::refusals;

use crate::ids::EntrantId;

refusals! {
    pub(crate) enum EntryFactsRefusal {
        RepresentationUndeclared { country: String } = "representation_undeclared" under "teams.citizens_or_residents":
            "Who plays for {country:?} is its citizen or has been resident there; declare which.";
        ResidenceTooShort { days: i64, least: u32 } = "residence_too_short" under "teams.residence_days":
            "Who is no citizen has been resident for {least} days within the twelve months that end on the first day of the \
             event; these are {days}.";
        BadResidence { most: usize } = "bad_residence":
            "A residence has a first day and perhaps a last one not before it, written YYYY-MM-DD; {most} can be declared.";
        RulesNotAccepted = "rules_not_accepted" under "entry.acceptance":
            "Whoever enters accepts the rules of the event; read them and say so.";
        RulesAcceptedOnNobodysWord = "rules_not_accepted" under "entry.acceptance":
            "Whoever enters accepts the rules of the event; say on whose word you enter that this player does.";
        MembershipUndeclared = "membership_undeclared" under "entry.computers.members_only":
            "A program and whoever operates it are members of the association; declare both.";
        NothingDeclared = "nothing_declared":
            "This declares nothing that the rules of the event ask for.";
        NoFee = "no_fee" under "entry.fee":
            "Entering costs nothing here.";
        FeeUnchanged { entrant_id: EntrantId } = "fee_unchanged":
            "That is what is noted of the fee of entrant {entrant_id:?} already.";
    }
}
