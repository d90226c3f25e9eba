//! Rule sets that do not hold together or cannot be run.

use outflank_othello::refusal::{Milliseconds, Parameter};
use outflank_othello::refusals;

use crate::rule_set::TimeControl;

refusals! {
    pub(crate) enum RuleSetRefusal {
        MatchGamesOutOfRange { games: u32, most: u32 } = "finals_out_of_range":
            "A match of {games} games cannot be played; set 1 to {most}.";
        SideRoundsOutOfRange { rounds: u32, most: u32 } = "finals_out_of_range":
            "{rounds} Swiss rounds beside the semi-finals cannot be played; set 1 to {most}.";
        ChoiceNoticeOutOfRange = "finals_out_of_range":
            "A colour is announced between 0 and 24 hours before the start of its game.";
        FinalMissing = "finals_incomplete":
            "Playoffs, semi-finals, a match for third place and rounds beside them need a final; set one or leave \
             them all out.";
        SemiFinalsMissing = "finals_incomplete":
            "The Swiss rounds beside the semi-finals need semi-finals; set them or leave both out.";
        RoundsOutOfRange { rounds: u32, most: u32 } = "rounds_out_of_range":
            "{rounds} rounds cannot be played; set 1 to {most}.";
        DaysOutOfOrder = "rule_set_out_of_range":
            "The sessions stand in their order, none on an earlier day than the one before, and the finals are on the \
             last of them or on a later day.";
        ModifiedLevelsMissing = "pairing_levels_wrong":
            "A modified Swiss system needs the levels of one; give modified_levels.";
        TextOutOfRange { what: String, most: usize } = "rule_set_out_of_range":
            "This text cannot be used: {what} has 1 to {most} characters and no control characters.";
        HandicapsForFewest = "handicap_not_possible":
            "Discs in corners help nobody who wants the fewest; Anti-Reversi has no handicaps.";
        HandicapsWithoutBands = "handicap_not_possible":
            "Handicaps by the difference of bands need McMahon bands; set the bands, or give handicaps by hand.";
        BandsFall = "rule_set_out_of_range":
            "The McMahon bands must rise: each from a higher rating and with no lower score.";
        LevelTwice { system: String } = "pairing_levels_wrong":
            "A level of {system} stands there twice; give each at most once.";
        DifferenceMissing { system: String } = "pairing_levels_wrong":
            "The levels of {system} lack the difference of points; without it nothing is paired by score.";
        RatingsCrossed = "rule_set_out_of_range":
            "The lowest rating admitted lies above the highest; nobody could enter.";
        PenaltiesOfNobody = "penalties_wrong":
            "Nobody may impose the penalties; name at least one office.";
        DutiesWrong { most: usize, longest: usize } = "duties_wrong":
            "There are at most {most} duties, each with a code of its own in snake_case, a paragraph and a sentence of at \
             most {longest} characters.";
        OfficeWithoutHead { office: String } = "offices_wrong":
            "The office {office:?} leaves the head director out; he holds every one.";
        ReviewedUnknown { kind: String } = "penalties_wrong":
            "The penalty {kind:?} is reviewed but not known; add it to the known ones.";
        TimeControlOutOfRange { control: TimeControl, periods: u32, moves: u32 } = "time_control_out_of_range":
            "{control} cannot be used: each time is between 1 millisecond and 30 days, a main time before overtime may be \
             0, overtime has 1 to {periods} periods or blocks of 1 to {moves} moves.";
        DelayHidesNothing = "rule_set_out_of_range":
            "A delay for spectators hides some plies or some time; turn spectators on instead.";
        AnnouncedOutOfPlace { kind: String } = "rule_set_out_of_range":
            "The announcements before round 1 name {kind:?} where it cannot stand; name general, monitors or time_rules, \
             each once.";
        UnknownRuleSet { name: String, known: Vec<String> } = "unknown_rule_set":
            "There is no rule set {name:?}; choose one of {known}.";
        FormatsGap { from: u32, wanted: String } = "formats_incomplete":
            "The formats have a row from {from} entrants where {wanted} is wanted; they must follow one another \
             without gaps or overlaps.";
        FormatsEnd { most: u32 } = "formats_incomplete":
            "The formats must go from 2 to {most} entrants; give the last row no upper bound.";
        FormatBackwards { from: u32 } = "formats_incomplete":
            "A format goes from {from} entrants to fewer; its upper bound must not lie below.";
        StagesOutOfRange { from: u32, most: usize } = "formats_incomplete":
            "The format from {from} entrants must have 1 to {most} stages.";
        RoundRobinLater = "formats_incomplete":
            "A round robin can only be the first stage; more of it is more cycles.";
        StageByRounds = "formats_incomplete":
            "A round robin or Swiss system by the number of rounds is the only stage.";
        SwissContinues = "formats_incomplete":
            "A Swiss system continues a stage exactly where it is not the first one.";
        OutOfRange { what: String, least: Parameter, most: Parameter } = "rule_set_out_of_range":
            "This value cannot be used: {what} goes from {least} to {most}.";
        TimeOutOfRange { what: String, least_ms: Milliseconds, most_ms: Milliseconds } = "rule_set_out_of_range":
            "This value cannot be used: {what} goes from {least_ms} to {most_ms}.";
        PointsNotFirst = "tie_breaks_wrong":
            "The list must be ranked by points first; give points as the first criterion.";
        TooManyTieBreaks { most: usize } = "tie_breaks_wrong":
            "A list is ranked by at most {most} criteria; leave some out.";
        TieBreakTwice = "tie_breaks_wrong":
            "A criterion of the ranking stands there twice; give each at most once.";
        LotsNotLast = "tie_breaks_wrong":
            "Lots leave no tie; they can only be the last criterion.";
        PenaltyListTooLong { list: String, number: usize, most: usize } = "wrong_penalties":
            "The list {list} has {number} penalties; it may have at most {most}.";
        PenaltiesFall { list: String, place: usize } = "wrong_penalties":
            "The penalty {list}[{place}] is lower than the one before it; the list must not fall.";
        OppositeFloatsOutweigh { float: i64 } = "wrong_penalties":
            "Two opposite floats take off more than a float of half a point costs ({float}); opposite_float must be \
             at most half of float[1].";
        PenaltyNegative { name: String, value: i64 } = "wrong_penalties":
            "The penalty {name} is {value}; a penalty is 0 or more.";
    }
}
