//! Officials, duties, the committee for appeals and spectators' reports are shown as the journal has them.

use std::collections::{BTreeMap, BTreeSet};

use outflank_proto::pairing::v1 as pairing;
use outflank_tournament::ReportOutcome;

use super::{Desk, Findings, record::Record};
use crate::wiring::Wiring;

/// Role and chosen powers by account.
type Officials = BTreeMap<String, (String, Option<BTreeSet<String>>)>;

pub async fn check(wiring: &Wiring, id: &str, record: &Record, findings: &mut Findings) {
    for desk in Desk::all(wiring) {
        let checked = [
            officials(&desk, id, record).await,
            duties(&desk, id, record).await,
            reports(&desk, id, record).await,
        ];
        for checked in checked {
            let wrong = checked.unwrap_or_else(|status| vec![status.to_string()]);
            let wrong = wrong.into_iter();
            findings.extend(wrong.map(|wrong| format!("pairing {} {wrong}", desk.index)));
        }
    }
}

/// What is wrong, or that nothing is told.
type Checked = Result<Vec<String>, tonic::Status>;

fn differs<T: PartialEq + std::fmt::Debug>(what: &str, shown: &T, expected: &T) -> Vec<String> {
    let wrong = (shown != expected).then(|| format!("shows {what} {shown:?}, not {expected:?}"));
    wrong.into_iter().collect()
}

async fn officials(desk: &Desk, id: &str, record: &Record) -> Checked {
    let shown = desk.tournament(id).await?;
    let officials: Officials = shown
        .officials
        .into_iter()
        .map(|one| {
            let powers = one.chosen.then(|| one.powers.into_iter().collect());
            (one.account_id, (one.role, powers))
        })
        .collect();
    let committee = shown.appeals_committee.map(|committee| {
        let chair = committee.chair_account_id;
        let chair = (!chair.is_empty()).then_some(chair);
        (committee.member_account_ids, chair)
    });
    let mut wrong = differs("the officials", &officials, &record.officials);
    wrong.extend(differs("the committee", &committee, &record.committee));
    Ok(wrong)
}

async fn duties(desk: &Desk, id: &str, record: &Record) -> Checked {
    let asked = pairing::ListDutiesRequest {
        tournament_id: id.to_owned(),
        ..pairing::ListDutiesRequest::default()
    };
    let listed = desk.pairing.clone().list_duties(desk.asking(asked)).await?;
    let lines = listed.into_inner().duties;
    let done = lines.into_iter().filter(|line| line.done);
    // The words of a note are a record: what the journal names can be read.
    let done: BTreeMap<String, bool> = done
        .map(|line| (line.duty, !line.note.is_empty()))
        .collect();
    let known = record.duties.iter();
    let expected: BTreeMap<String, bool> = known
        .map(|(duty, note)| (duty.clone(), note.is_some()))
        .collect();
    Ok(differs("the duties done, with a note,", &done, &expected))
}

async fn reports(desk: &Desk, id: &str, record: &Record) -> Checked {
    let asked = pairing::ListReportsRequest {
        tournament_id: id.to_owned(),
        ..pairing::ListReportsRequest::default()
    };
    let listed = desk
        .pairing
        .clone()
        .list_reports(desk.asking(asked))
        .await?;
    let shown = listed.into_inner().reports.into_iter();
    let shown: Vec<_> = shown
        .map(|one| {
            let read = (!one.text.is_empty(), !one.reason.is_empty());
            (one.id, (one.round, one.table), one.outcome, read)
        })
        .collect();
    let known = record.reports.iter();
    let expected: Vec<_> = known
        .map(|(filing, answer)| {
            let outcome = answer.as_ref().map(|answer| match answer.outcome {
                ReportOutcome::Noted => "noted",
                ReportOutcome::ActedUpon { .. } => "acted_upon",
                ReportOutcome::Dismissed => "dismissed",
            });
            let reason = answer
                .as_ref()
                .is_some_and(|answer| answer.reason.is_some());
            let outcome = outcome.unwrap_or_default().to_owned();
            let board = (filing.round, filing.table);
            (filing.report.clone(), board, outcome, (true, reason))
        })
        .collect();
    Ok(differs("the reports", &shown, &expected))
}
