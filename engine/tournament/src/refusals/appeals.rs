//! Appeals and their committees.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum AppealsRefusal {
        AppealExists { appeal_id: String } = "appeal_exists":
            "There is an appeal {appeal_id:?} already.";
        AlreadyAppealed = "already_appealed" under "penalties.appeals":
            "This decision has been appealed; the decision of the appeal is final.";
        TooManyAppeals { most: usize } = "too_many_appeals":
            "A tournament takes {most} appeals at most.";
        NotConcerned = "not_concerned" under "penalties.appeals":
            "A spectator appeals only against a ruling on himself; name the entrant who appeals.";
        NoCommittee = "no_committee" under "penalties.appeals":
            "The rules have appeals heard by the head arbiter, and by no committee.";
        MayNotAppoint = "may_not_appoint" under "penalties.appeals":
            "A committee is appointed by the organiser, or by the head official of the appeal.";
        BadCommittee { most: usize } = "bad_committee" under "penalties.appeals":
            "A committee has 1 to {most} members, each once, and one of them is the chair.";
        CommitteePartial = "committee_partial" under "penalties.appeals":
            "Nobody sits on the committee who ruled, who appeals, or who plays the game that the appeal is about.";
        CommitteeUnchanged = "committee_unchanged":
            "The appeals committee has these members and this chair already.";
        NoStandingCommittee = "no_appeals_committee" under "penalties.appeals":
            "No appeals committee with a chair is appointed; appoint one, or name the members.";
        NotAMember = "not_a_member" under "penalties.appeals":
            "The committee selects its chair: only its members say whom they want.";
        ChairNamedAlready = "chair_named_already":
            "You want this member as chair already.";
        MayNotNoteTestimony = "may_not_note_testimony" under "penalties.appeals":
            "Testimony is noted by the committee that hears the appeal, or by an official.";
        TestimonyNoted { most: usize } = "testimony_noted":
            "This testimony is noted already, or there are {most} of them in this appeal.";
        EffectOfDismissedAppeal = "effect_of_dismissed_appeal":
            "A dismissed appeal changes nothing.";
        NoRulingToAnnul = "no_ruling_to_annul":
            "The decision of a protest is no ruling; say what takes its place.";
        ReplacedByAnother = "may_not_rule":
            "The ruling that takes the other's place is that of who decides the appeal.";
        NotTheChair = "not_the_chair" under "penalties.appeals":
            "The chair communicates the committee's decision.";
        TestimonyMissing = "testimony_missing" under "penalties.appeals":
            "The committee hears the parties before it decides; note their testimony.";
        CommitteeMissing = "committee_missing" under "penalties.appeals":
            "A committee decides this appeal; appoint it first.";
        MayNotDecideAppeal = "may_not_decide_appeal" under "penalties.appeals":
            "The head arbiter decides appeals, and the organiser those against his own rulings.";
        DecisionFinal = "decision_final" under "penalties.appeals":
            "The director's decision is final; the rules know no appeal.";
        UnknownAppeal { appeal_id: String } = "unknown_appeal":
            "There is no appeal {appeal_id:?}.";
        AppealDecided { appeal_id: String } = "appeal_decided" under "penalties.appeals":
            "Appeal {appeal_id:?} is decided, and its decision final.";
        AppealFallen { appeal_id: String } = "appeal_decided":
            "Appeal {appeal_id:?} fell with the round of its game, which counts as not played.";
        NoRulingInForce { ruling_id: String } = "unknown_ruling":
            "There is no ruling {ruling_id:?} in force.";
        ProtestNotDecided { protest_id: String } = "unknown_protest":
            "There is no decided protest {protest_id:?}.";
        AppealOpen { appeal_id: String } = "appeal_open" under "penalties.appeals":
            "Appeal {appeal_id:?} is open; it is decided before the ranking is confirmed.";
        WindowOver = "appeal_too_late" under "penalties.appeals":
            "The time in which this decision could be appealed is over.";
        NextRoundPaired = "appeal_too_late" under "penalties.appeals":
            "An appeal about a result comes before the next pairing, and the next round is paired.";
        NoAppeal = "unknown_appeal":
            "No appeal is filed.";
    }
}
