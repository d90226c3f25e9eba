//! Rules amended after round 1: what stands.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum AmendmentsRefusal {
        BeforeRoundOne = "amended_before_round_one":
            "Round 1 is not published; change the rules instead.";
        TextFixed { field: String } = "rule_text_fixed":
            "The text that the event is held by stands once round 1 is published; leave {field} as it is.";
        VariantFixed = "variant_fixed":
            "The variant of the game stands once round 1 is published.";
        TeamsFixed = "teams_fixed" under "teams":
            "How teams are made up stands once play has begun.";
        FirstRoundPaired = "first_round_paired":
            "Round 1 is paired; how first rounds are paired stands.";
        AnnouncementsOver = "announcements_over":
            "Round 1 is published; what is announced before it stands.";
        ChairsDrawn = "chairs_drawn":
            "The chairs of the round robin are drawn; its table stands.";
        StartingScoresFixed = "starting_scores_fixed":
            "The scores before the first round are fixed and stand.";
        ByesGiven { field: String } = "byes_given":
            "Somebody had a bye already; {field} stands.";
        MissedRoundsScored = "missed_rounds_scored":
            "Somebody missed a round already; what such a round scores stands.";
        ListFixed { field: String } = "list_fixed":
            "Lots are drawn for the list, or the finals go by it; {field} stands.";
        StageBegun { stage: u32 } = "stage_begun":
            "Stage {stage} has begun and keeps its format; its rounds may become more, and fewer down to those that are \
             published.";
        EndedEarly = "qualification_over":
            "The qualification was ended early; its stages stand.";
        ProceedingsOpen = "proceedings_open":
            "An appeal, a protest or a proposed penalty waits for its decision by the rules of today; decide it first.";
        FinalsBegun = "finals_format_fixed":
            "The finals have begun; the format stands.";
    }
}
