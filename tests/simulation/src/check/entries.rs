//! Timetable, versions of the rules and what is known of entries are shown as the journal has them, and games are
//! played by the rules of their round.

use std::collections::BTreeMap;

use outflank_othello::Event;
use outflank_proto::pairing::v1 as pairing;
use outflank_tournament::{PlannedPlay, RuleSet, Timetable};

use super::{Desk, Findings, Games, record::Record};
use crate::wiring::Wiring;

/// Sessions by their plays (round and start), and the breaks.
type Planned = (Vec<Vec<(u32, i64)>>, Vec<(i64, i64)>);

pub async fn check(
    wiring: &Wiring,
    (id, games): (&str, &Games),
    record: &Record,
    findings: &mut Findings,
) {
    played_by_their_rules(games, record, findings);
    for desk in Desk::all(wiring) {
        let checked = [
            timetable(&desk, id, record).await,
            rules(&desk, id, record).await,
            entries(&desk, id, record).await,
        ];
        for checked in checked {
            match checked {
                Ok(None) => {}
                Ok(Some(wrong)) => findings.push(format!("pairing {} {wrong}", desk.index)),
                Err(status) => findings.push(format!("pairing {}: {status}", desk.index)),
            }
        }
    }
}

/// A game's clocks run as the rules say that were in force as its round was published.
fn played_by_their_rules(games: &Games, record: &Record, findings: &mut Findings) {
    for (game, entries) in games {
        let mut events = entries.iter().flat_map(|entry| &entry.events);
        let created = events.find_map(|event| match event {
            Event::Created(created) => Some(created),
            _ => None,
        });
        let Some((place, control)) = created.and_then(|created| {
            let place = created.place.as_ref()?;
            Some((place, created.game_rules.time_control))
        }) else {
            continue;
        };
        let expected = record.controls.get(&place.round).copied();
        if Some(control) != expected {
            findings.push(format!(
                "game {game} of round {} runs by {control:?}, and the rules say {expected:?}",
                place.round
            ));
        }
    }
}

/// What is wrong.
type Checked = Result<Option<String>, tonic::Status>;

async fn timetable(desk: &Desk, id: &str, record: &Record) -> Checked {
    let shown = desk.tournament(id).await?;
    let planned = shown.timetable.filter(|_| shown.timetable_set);
    let shown = planned.map(|planned| {
        let sessions = planned.sessions.into_iter().map(|session| {
            let plays = session.plays.into_iter();
            plays.map(|play| (play.round, play.starts_at_ms)).collect()
        });
        let breaks = planned.breaks.into_iter();
        let breaks = breaks.map(|pause| (pause.from_ms, pause.until_ms));
        (sessions.collect(), breaks.collect())
    });
    let expected = record.timetable.as_ref().map(as_planned);
    let wrong = shown != expected;
    Ok(wrong.then(|| format!("shows the timetable {shown:?}, not {expected:?}")))
}

fn as_planned(timetable: &Timetable) -> Planned {
    let sessions = timetable.sessions.iter().map(|session| {
        let plays = session.plays.iter().map(|planned| {
            let round = match planned.play {
                PlannedPlay::Round { round } => round,
                PlannedPlay::Finals { .. } => 0,
            };
            (round, planned.starts_at_ms.unwrap_or(0))
        });
        plays.collect()
    });
    let breaks = timetable.breaks.iter();
    let breaks = breaks.map(|pause| (pause.from_ms, pause.until_ms));
    (sessions.collect(), breaks.collect())
}

async fn rules(desk: &Desk, id: &str, record: &Record) -> Checked {
    let asked = pairing::ListRuleVersionsRequest {
        tournament_id: id.to_owned(),
        ..pairing::ListRuleVersionsRequest::default()
    };
    let mut pairing = desk.pairing.clone();
    let listed = pairing.list_rule_versions(desk.asking(asked)).await?;
    let versions = listed.into_inner().versions.into_iter();
    // A reason is a record: what the journal names can be read.
    let shown: Vec<(u32, Option<RuleSet>, bool)> = versions
        .map(|version| {
            let rules = serde_json::from_str(&version.rule_set_json).ok();
            (version.from_round, rules, !version.reason.is_empty())
        })
        .collect();
    let known = (0..).zip(&record.rules);
    let expected: Vec<_> = known
        .map(|(index, (from_round, rules))| (*from_round, Some(rules.clone()), index > 0))
        .collect();
    let wrong = shown != expected;
    let numbered = |all: &[(u32, Option<RuleSet>, bool)]| {
        let all = all.iter().map(|(from, rules, reason)| {
            let control = rules
                .as_ref()
                .map(|rules| rules.time_controls.qualification);
            (*from, control, *reason)
        });
        all.collect::<Vec<_>>()
    };
    Ok(wrong.then(|| {
        format!(
            "shows the rules {:?}, not {:?}",
            numbered(&shown),
            numbered(&expected)
        )
    }))
}

async fn entries(desk: &Desk, id: &str, record: &Record) -> Checked {
    let asked = pairing::ListEntryFactsRequest {
        tournament_id: id.to_owned(),
        ..pairing::ListEntryFactsRequest::default()
    };
    let mut pairing = desk.pairing.clone();
    let listed = pairing.list_entry_facts(desk.asking(asked)).await?;
    let (mut accepted, mut fees) = (BTreeMap::new(), BTreeMap::new());
    let mut agreements = BTreeMap::new();
    for entry in listed.into_inner().entries {
        let id = entry.entrant_id;
        if let Some(known) = entry.accepted {
            accepted.insert(id.clone(), known.edition);
        }
        if let Some(known) = entry.fee {
            fees.insert(id.clone(), known.paid);
        }
        if let Some(known) = entry.agreement {
            agreements.insert(id, known.agrees);
        }
    }
    let shown = (&accepted, &fees, &agreements);
    let expected = (&record.accepted, &record.fees, &record.agreements);
    let wrong = shown != expected;
    Ok(wrong.then(|| format!("shows of entries {shown:?}, not {expected:?}")))
}
