//! The course of events: rounds, times, scores, the order of lists.

use serde_json::json;

use super::seen::{
    departures, event_of_6, event_of_9, event_of_16, event_of_26, honours, lists, preset,
};
use super::{Row, row};
use outflank_tournament::*;

fn egp() -> RuleSet {
    RuleSet::egp_2020()
}

fn woc() -> RuleSet {
    let mut rules = preset("woc-2024");
    rules.teams.by_nation = false;
    rules
}

fn mso() -> RuleSet {
    preset("mso-swiss")
}

/// Two rounds leave several perfect scores among sixteen.
fn short() -> RuleSet {
    let mut rules = mso();
    rules.rounds = Some(2);
    rules
}

fn medals() -> RuleSet {
    let mut rules = mso();
    rules.ranking.shared_ranks = SharedRanks::BelowMedals { medals: 3 };
    rules
}

fn often_missed() -> RuleSet {
    let mut rules = egp();
    rules.entry.check_in = CheckInPolicy::FirstRound;
    rules
}

fn prizes() -> RuleSet {
    let mut rules = egp();
    rules.prizes = PrizeRules {
        currency: "EUR".to_owned(),
        prizes: vec![10_000, 5_001, 2_000, 1_001, 701, 333, 111],
        tied_by: TiedBy::Rank,
        remainder: PrizeRemainder::FirstInList,
    };
    rules
}

fn teams() -> RuleSet {
    let mut rules = woc();
    rules.team_list.counted_results = 2;
    rules
}

/// The days of fourteen entrants' rounds and finals.
fn days(rules: &RuleSet) -> String {
    let mut told = super::seen::Told::under(rules);
    told.enter(14);
    let timetable = told.stream.state.timetable_in_force();
    told.tell(&timetable);
    told.words()
}

/// A round that one of fourteen does not check in for.
fn missed_round(rules: &RuleSet) -> String {
    let mut told = super::seen::Told::under(rules);
    told.enter(14);
    told.stream
        .give(&Command::OpenCheckIn { round: 1 })
        .unwrap();
    for number in 1..14 {
        let entrant = EntrantId(format!("e{number:03}"));
        told.stream.give(&Command::CheckIn { entrant }).unwrap();
    }
    told.stream
        .give(&Command::CloseCheckIn { round: 1 })
        .unwrap();
    told.publish();
    told.list();
    told.words()
}

/// A clock of 20 minutes of one player's own.
fn own_clock(rules: &RuleSet) -> String {
    let mut told = super::seen::Told::under(rules);
    told.enter(14);
    let Command::PublishRound {
        starts_at_ms,
        seed,
        manual,
        constraints,
        ..
    } = told.stream.publication()
    else {
        unreachable!("a publication")
    };
    told.ask(&Command::PublishRound {
        into_break: false,
        starts_at_ms,
        seed,
        accept_deviations: false,
        manual,
        constraints,
        clocks: vec![PlayerClock {
            entrant: EntrantId::from("e003"),
            time_control: TimeControl::minutes(20),
        }],
        handicaps: vec![],
    });
    told.words()
}

pub fn rows() -> Vec<Row> {
    let mut all = vec![
        row("rounds", egp, 4, event_of_6),
        row("shortest_main_ms", || preset("club"), 1_500_000, own_clock),
        row("scoring.bye_half_points", egp, 1, event_of_9),
        row("scoring.bye_discs", egp, 32, lists),
        row(
            "scoring.missed_round_half_points",
            often_missed,
            1,
            missed_round,
        ),
        row(
            "scoring.brightwell_constant",
            egp,
            json!({"kind": "papp_default"}),
            lists,
        )
        .of("scoring.brightwell_constant.kind"),
        row("scoring.brightwell_constant.constant", egp, 9, lists),
        row(
            "ranking.tie_breaks",
            egp,
            json!(["points", "disc_count"]),
            lists,
        ),
        row("ranking.resolution", mso, "plain", lists),
        row("ranking.even_opponents", mso, false, lists),
        row("ranking.shared_ranks.kind", egp, "only_unbroken", lists),
        row("ranking.shared_ranks.medals", medals, 5, lists),
        row("extra_rounds", short, "none", event_of_16),
        row("timetable.sessions.0.day", egp, 2, days).of("timetable.sessions[].day"),
        row("timetable.sessions.0.share", egp, 9, days).of("timetable.sessions[].share"),
        row("timetable.finals_day", egp, 3, days),
        row(
            "announced_before_round_one",
            egp,
            json!(["monitors"]),
            missed_round,
        ),
        row("round_notice_ms", egp, 60_000, event_of_6),
        row("team_list.counted_results", teams, 3, honours),
        row("team_list.additional_left_out_from", woc, 0, honours),
        row("team_list.first_place_ties", woc, json!([]), honours),
        row("prizes.currency", prizes, "GBP", honours),
        row("prizes.prizes", prizes, json!([7_000]), honours),
        row("prizes.tied_by", prizes, "score", honours),
        row("prizes.remainder", prizes, "kept", honours),
        row("season.points", egp, json!([7, 5, 3]), honours),
        row("season.best_results", egp, 2, honours),
        row("season.tie_best_results", egp, 5, honours),
        row("season.shared_from_rank", egp, 1, honours),
        row("season.tied_by", egp, "score", honours),
        row("variant.goal", egp, "fewest", refused_score),
        row("variant.size", small_bye, "6x6", refused_score),
    ];
    all.extend(times());
    all
}

/// A bye that a board of 36 squares has discs for.
fn small_bye() -> RuleSet {
    let mut rules = egp();
    rules.scoring.bye_discs = 20;
    rules
}

/// Fewer discs win, or more; of so many.
fn refused_score(rules: &RuleSet) -> String {
    let mut told = super::seen::Told::under(rules);
    told.enter(6);
    told.publish();
    told.ask(&Command::RecordResult {
        round: 1,
        table: 1,
        result: crate::tournament::support::record_of(&GameResult::played(40)),
    });
    told.words()
}

fn times() -> Vec<Row> {
    let mut all = Vec::new();
    all.extend([
        row(
            "time_controls.qualification.main_ms",
            egp,
            1_800_000,
            event_of_6,
        ),
        row("time_controls.playoffs.main_ms", woc, 1_440_000, departures),
        row(
            "time_controls.semi_finals.main_ms",
            woc,
            1_860_000,
            event_of_26,
        ),
        row(
            "time_controls.third_place.main_ms",
            woc,
            1_860_000,
            event_of_26,
        ),
        row("time_controls.final.main_ms", woc, 1_860_000, event_of_26),
        row(
            "time_controls.womens_playoffs.main_ms",
            woc,
            1_440_000,
            departures,
        ),
        row(
            "time_controls.womens_final.main_ms",
            woc,
            1_440_000,
            departures,
        ),
    ]);
    let fischer = || json!({"kind": "fischer", "main_ms": 2_400_000, "increment_ms": 1_000});
    for (at, kind) in [
        (
            "time_controls.qualification",
            "time_controls.qualification.kind",
        ),
        ("time_controls.playoffs", "time_controls.playoffs.kind"),
        (
            "time_controls.semi_finals",
            "time_controls.semi_finals.kind",
        ),
        (
            "time_controls.third_place",
            "time_controls.third_place.kind",
        ),
        ("time_controls.final", "time_controls.final.kind"),
        (
            "time_controls.womens_playoffs",
            "time_controls.womens_playoffs.kind",
        ),
        (
            "time_controls.womens_final",
            "time_controls.womens_final.kind",
        ),
    ] {
        all.push(row(at, woc, fischer(), departures).of(kind));
    }
    all
}
