//! Officials, their powers and tables; duties; spectators' reports.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum OfficialsRefusal {
        PowerNotGiven { power: String } = "power_not_given":
            "Your appointment does not have the power {power:?}, which this act takes; a head director can give it.";
        NotYourTable { round: u32, table: u32 } = "not_your_table":
            "You are bound to the tables that are assigned to you, and table {table} of round {round} is not among them.";
        PowerNotOfRole { power: String, role: String } = "power_not_of_role":
            "The role {role:?} has no power {power:?} to be given; leave it out or choose another role.";
        PenaltiesNotToGive { role: String } = "penalties_not_to_give" under "penalties.imposed_by":
            "The power to penalise is for the officials whom the rules name, and cannot be given to the role {role:?}.";
        HeadWithoutLimits = "head_director_has_all" under "officials.head_director":
            "A head director has every power; appoint somebody an assistant to give single ones.";
        NoTablesOfRole { role: String } = "no_tables_of_role":
            "Tables are assigned to table judges and monitors, and to no {role:?}.";
        BadTables { tables: u32, rounds: u32 } = "bad_tables":
            "Tables are numbered from 1 to {tables} and rounds from 1 to {rounds}; name each table once.";
        TooManyTables { most: usize } = "bad_tables":
            "At most {most} tables are assigned in an event, each counted for every official and round; take some back.";
        TablesUnchanged = "tables_unchanged":
            "These tables are assigned already.";
        NoDuties = "no_duties":
            "The rules of this event set no duties.";
        UnknownDuty { duty: String } = "unknown_duty":
            "The rules of this event set no duty {duty:?}.";
        DutyDone { duty: String } = "duty_done":
            "The duty {duty:?} is ticked off already.";
        DutyNotYet { duty: String } = "duty_not_yet":
            "The duty {duty:?} falls due once the ranking is confirmed.";
        DutyNotDone { duty: String } = "duty_not_done":
            "The duty {duty:?} is not ticked off.";
        NothingDone = "duty_not_done":
            "No duty is ticked off.";
        ReportExists { report_id: String } = "report_exists":
            "There is a report {report_id:?} already.";
        NoReport = "unknown_report":
            "Nothing is reported.";
        UnknownReport { report_id: String } = "unknown_report":
            "There is no report {report_id:?}.";
        ReportAnswered { report_id: String } = "report_answered":
            "Report {report_id:?} is answered already.";
        RoundNotRunning { round: u32 } = "round_not_running" under "spectators":
            "Round {round} is not being played; an irregularity is reported while its games go on.";
        PlayerOfBoard = "player_of_board" under "protests":
            "Whoever plays this game calls the director, disputes the result or protests; reports are the others'.";
        SentOut = "sent_out" under "spectators":
            "Whoever was sent from the room reports nothing from it.";
        TooManyReports { most: usize, minutes: i64 } = "too_many_reports":
            "At most {most} reports of one account within {minutes} minutes; wait a while, or tell an official.";
        StrangersReportsWait { most: usize } = "reports_wait":
            "{most} reports of spectators wait for the officials' answers, as many as may: try again later, or tell an official.";
        EventFullOfReports { most: usize } = "too_many_reports":
            "A tournament takes {most} reports at most.";
        NotYourClaim { claim: String } = "not_your_claim" under "monitors":
            "The claim {claim:?} is a monitor's, at a table of his and by a power that was given to him.";
        DismissedWithoutReason = "dismissed_without_reason":
            "A report is dismissed with a reason.";
        ActedUponNothing = "acted_upon_nothing":
            "Say what the report led to: the ruling or the interruption.";
    }
}
