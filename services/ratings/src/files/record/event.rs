//! What is said of the event itself.

use outflank_proto::pairing::v1::{CheckInState, ResultWithoutGame, Title, TournamentPhase};
use serde::Serialize;

use super::{
    FORMAT,
    people::{EarlyEndPart, LateChangePart, NationPart, PeoplePart, RulingPart},
    rules::{DrawsPart, RulesPart},
    told,
};
use crate::files::Event;

#[derive(Serialize)]
pub(super) struct EventPart<'a> {
    format: &'static str,
    tournament_id: &'a str,
    name: &'a str,
    country: &'a str,
    /// The first day.
    date: &'a str,
    place: Option<&'a str>,
    organiser_name: Option<&'a str>,
    series: Option<&'a str>,
    leg: Option<u32>,
    /// The entry of the tournament's journal that all this is told after, and its time.
    tournament_seq: u64,
    at_ms: i64,
    phase: String,
    rated: bool,
    ranking_version: u32,
    rules: RulesPart<'a>,
    draws: DrawsPart<'a>,
    people: PeoplePart<'a>,
    /// Penalties in force that bear on results or on the ranking.
    rulings: Vec<RulingPart<'a>>,
    early_ends: Vec<EarlyEndPart<'a>>,
    results_without_game: Vec<WithoutGamePart>,
    check_ins: Vec<CheckInPart<'a>>,
    nations: Vec<NationPart<'a>>,
    group_a_entrant_ids: Option<&'a [String]>,
    late_changes: Vec<LateChangePart<'a>>,
    titles: Vec<TitlePart<'a>>,
}

#[derive(Serialize)]
struct WithoutGamePart {
    round: u32,
    table: u32,
    over_the_board: bool,
}

#[derive(Serialize)]
struct CheckInPart<'a> {
    round: u32,
    entrant_ids: &'a [String],
}

#[derive(Serialize)]
struct TitlePart<'a> {
    title: &'a str,
    entrant_id: &'a str,
}

fn without_game(result: &ResultWithoutGame) -> WithoutGamePart {
    WithoutGamePart {
        round: result.round,
        table: result.table,
        over_the_board: result.over_the_board,
    }
}

fn check_in(state: &CheckInState) -> CheckInPart<'_> {
    CheckInPart {
        round: state.round,
        entrant_ids: &state.entrant_ids,
    }
}

fn title(title: &Title) -> TitlePart<'_> {
    TitlePart {
        title: &title.title,
        entrant_id: &title.entrant_id,
    }
}

impl<'a> EventPart<'a> {
    pub(super) fn of(event: &Event<'a>) -> Self {
        let (tournament, standing) = (event.tournament(), event.standing);
        let summary = &standing.summary;
        let description = tournament.description.as_ref();
        let phase = TournamentPhase::try_from(summary.phase).unwrap_or_default();
        let phase = phase.as_str_name().to_ascii_lowercase();
        let group_a = tournament.group_a.as_ref();
        Self {
            format: FORMAT,
            tournament_id: &summary.id,
            name: &summary.name,
            country: &summary.country,
            date: &summary.date,
            place: description.and_then(|said| told(&said.place)),
            organiser_name: description.and_then(|said| told(&said.organiser_name)),
            series: told(&summary.series),
            leg: (summary.leg > 0).then_some(summary.leg),
            tournament_seq: summary.seq,
            at_ms: standing.told.at_ms,
            phase: phase.trim_start_matches("tournament_phase_").to_owned(),
            rated: tournament.rated,
            ranking_version: tournament.ranking_version,
            rules: RulesPart::of(tournament, &summary.rule_set),
            draws: DrawsPart::of(tournament),
            people: PeoplePart::of(event),
            rulings: standing
                .told
                .rulings
                .iter()
                .filter_map(RulingPart::of)
                .collect(),
            early_ends: tournament.early_ends.iter().map(EarlyEndPart::of).collect(),
            results_without_game: tournament
                .results_without_game
                .iter()
                .map(without_game)
                .collect(),
            check_ins: tournament.check_ins.iter().map(check_in).collect(),
            nations: tournament.nations.iter().map(NationPart::of).collect(),
            group_a_entrant_ids: group_a.map(|group| &*group.entrant_ids),
            late_changes: tournament
                .late_changes
                .iter()
                .map(LateChangePart::of)
                .collect(),
            titles: tournament.titles.iter().map(title).collect(),
        }
    }
}
