//! Seasons as everybody sees them.

use std::collections::BTreeMap;

use outflank_access::Problem;
use outflank_proto::{identity::v1::AccountName, pairing::v1 as proto};
use outflank_tournament::{
    TiedBy,
    season::{CalendarDeadline, LegEvent, SeasonLeg, SeasonTerms, State, TableLine, VenueChange},
};

use super::{PairingGrpc, officials::duty};
use crate::app::{KnownSeason, Stood, entrant_country};

impl PairingGrpc {
    /// A season whole.
    pub(super) async fn season_shown(&self, known: &KnownSeason) -> Result<proto::Season, Problem> {
        let state = &known.stood.state;
        let directors = state.legs.values().filter_map(|leg| leg.director.as_ref());
        let directors: Vec<_> = directors.map(|named| named.account.clone()).collect();
        let named = self.0.account_names(directors).await?.into_iter();
        let names: BTreeMap<String, String> = named
            .map(
                |AccountName {
                     account_id,
                     display_name,
                     ..
                 }| (account_id, display_name),
            )
            .collect();
        let now_ms = self.0.season_now_ms(&known.stood);
        let shown = Shown {
            known,
            names,
            now_ms,
        };
        let (table, table_problem) = match known.table() {
            Ok(table) => (table, String::new()),
            Err(refusal) => (Vec::new(), refusal.detail()),
        };
        let fixed = state.calendar.as_ref();
        let (grand_prix, championship) = match &state.terms.deadline {
            CalendarDeadline::None => (false, None),
            CalendarDeadline::BeforeSeason { championship } => (true, championship.clone()),
        };
        Ok(proto::Season {
            summary: Some(summary(&known.stood, shown.text(&state.name))),
            terms: Some(terms(&state.terms)),
            grand_prix,
            championship_date: championship.unwrap_or_default(),
            calendar_due_ms: state.terms.calendar_due_ms(state.year).unwrap_or_default(),
            calendar_fixed_at_ms: fixed.map_or(0, |fixed| fixed.stamp.at_ms),
            calendar_late: fixed.is_some_and(|fixed| fixed.late),
            legs: state
                .legs
                .iter()
                .map(|(number, leg)| shown.leg(*number, leg))
                .collect(),
            table: table.iter().map(|line| shown.row(line)).collect(),
            closed_at_ms: state.closed.as_ref().map_or(0, |closed| closed.stamp.at_ms),
            table_problem,
        })
    }
}

/// A season in one line.
pub(super) fn summary(known: &Stood<State>, name: String) -> proto::SeasonSummary {
    let state = &known.state;
    proto::SeasonSummary {
        id: state.season.clone(),
        name,
        year: state.year,
        federation: state.federation.clone(),
        legs: state.terms.legs,
        legs_set: u32::try_from(state.legs.len()).unwrap_or(u32::MAX),
        calendar_fixed: state.calendar.is_some(),
        closed: state.closed.is_some(),
        series: state.series.clone().unwrap_or_default(),
        seq: known.seq,
    }
}

fn terms(terms: &SeasonTerms) -> proto::SeasonTerms {
    let points = &terms.points;
    proto::SeasonTerms {
        points: points.points.clone(),
        best_results: points.best_results,
        tie_best_results: points.tie_best_results,
        shared_from_rank: points.shared_from_rank,
        tied_by_points: points.tied_by == TiedBy::Score,
        legs: terms.legs,
        hosts_differ: terms.hosts_differ,
    }
}

/// What is needed to show the parts of a season.
struct Shown<'a> {
    known: &'a KnownSeason,
    /// What accounts are called.
    names: BTreeMap<String, String>,
    now_ms: i64,
}

impl Shown<'_> {
    fn text(&self, id: &str) -> String {
        self.known.texts.get(id).cloned().unwrap_or_default()
    }

    fn leg(&self, number: u32, leg: &SeasonLeg) -> proto::SeasonLeg {
        let state = &self.known.stood.state;
        let event = self.known.event(number);
        let event = event.map(|tournament| LegEvent::of(&tournament.state));
        let director = leg.director.as_ref();
        let called_off = leg.called_off.as_ref();
        let account = director.map(|named| named.account.0.clone());
        let name = account.as_ref().and_then(|account| self.names.get(account));
        let counted = state.closed.as_ref();
        let counted = counted.and_then(|closed| closed.versions.get(&number));
        let duties = state.leg_duties(number, event.as_ref(), self.now_ms);
        proto::SeasonLeg {
            leg: number,
            host: leg.venue.host.clone(),
            date: leg.venue.date.clone(),
            place: self.text(&leg.venue.place),
            changes: leg.changes.iter().map(|one| self.change(one)).collect(),
            director_name: name.cloned().unwrap_or_default(),
            director_account_id: account.unwrap_or_default(),
            director_federation: director
                .map(|named| named.federation.clone())
                .unwrap_or_default(),
            director_named_at_ms: director.map_or(0, |named| named.stamp.at_ms),
            tournament_id: leg
                .event
                .as_ref()
                .map(|linked| linked.tournament.clone())
                .unwrap_or_default(),
            in_series: event
                .as_ref()
                .and_then(|event| event.leg.as_ref())
                .is_some_and(|founded| state.series.as_ref() == Some(&founded.series)),
            begun: event.as_ref().is_some_and(|event| event.begun),
            ranking_version: event
                .as_ref()
                .and_then(|event| event.ranking_version)
                .unwrap_or_default(),
            counted_ranking_version: counted.copied().unwrap_or_default(),
            called_off: called_off.is_some(),
            called_off_reason: called_off
                .map(|off| self.text(&off.reason))
                .unwrap_or_default(),
            called_off_at_ms: called_off.map_or(0, |off| off.stamp.at_ms),
            // Notes that were given at the event are its officials'.
            duties: duties
                .into_iter()
                .map(|line| duty(line, &|id: &String| self.text(id)))
                .collect(),
        }
    }

    fn change(&self, change: &VenueChange) -> proto::LegChange {
        proto::LegChange {
            host: change.before.host.clone(),
            date: change.before.date.clone(),
            place: self.text(&change.before.place),
            reason: self.text(&change.reason),
            notice: self.text(&change.notice),
            by_account_id: change.stamp.by.0.clone(),
            at_ms: change.stamp.at_ms,
        }
    }

    fn row(&self, line: &TableLine) -> proto::SeasonTableRow {
        let results = line.results.iter();
        let mut row = proto::SeasonTableRow {
            rank: line.rank,
            points: line.points.to_string(),
            tie_points: line.tie_points.to_string(),
            results: results
                .map(|result| proto::LegResult {
                    leg: result.leg,
                    rank: result.rank,
                    points: result.points.to_string(),
                    counts: result.counts,
                    entrant_id: result.entrant.0.clone(),
                })
                .collect(),
            ..proto::SeasonTableRow::default()
        };
        // Who he was last is who he is called.
        for result in line.results.iter().rev() {
            let Some(event) = self.known.event(result.leg) else {
                continue;
            };
            let names = self.known.names.get(&event.id);
            if let Some(name) = names.and_then(|names| names.get(result.entrant.as_str())) {
                row.name = name.display();
                row.country = entrant_country(event, result.entrant.as_str()).to_owned();
                row.federation_number = match name.new_player {
                    true => 0,
                    false => name.federation_number,
                };
                break;
            }
        }
        row
    }
}
