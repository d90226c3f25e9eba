//! Who answers for the event, and what they did to its course.

use outflank_proto::pairing::v1::{EarlyEnd, LateChange, Nation, Official, Ruling};
use serde::Serialize;

use super::told;
use crate::{exports::Standing, files::Event};

#[derive(Serialize)]
pub(super) struct PeoplePart<'a> {
    director: &'a str,
    officials: Vec<OfficialPart<'a>>,
    confirmed_by: Option<ActPart<'a>>,
    approved_by: Option<ActPart<'a>>,
    appeals_committee_account_ids: Option<&'a [String]>,
}

#[derive(Serialize)]
struct OfficialPart<'a> {
    account_id: &'a str,
    /// What the account was called, where that was told; null of others.
    name: Option<&'a str>,
    role: &'a str,
    powers: &'a [String],
}

#[derive(Serialize)]
struct ActPart<'a> {
    account_id: &'a str,
    name: Option<&'a str>,
    at_ms: i64,
}

fn name<'a>(standing: &'a Standing, account_id: &str) -> Option<&'a str> {
    let mut accounts = standing.told.accounts.iter();
    let account = accounts.find(|account| account.account_id == account_id)?;
    told(&account.display_name)
}

impl<'a> PeoplePart<'a> {
    pub(super) fn of(event: &Event<'a>) -> Self {
        let (tournament, standing) = (event.tournament(), event.standing);
        let asked = &standing.told;
        let act = |account_id: &'a str, at_ms: i64| ActPart {
            account_id,
            name: name(standing, account_id),
            at_ms,
        };
        let official = |official: &'a Official| OfficialPart {
            account_id: &official.account_id,
            name: name(standing, &official.account_id),
            role: &official.role,
            powers: &official.powers,
        };
        let confirmed = told(&asked.confirmed_by_account_id);
        let approval = tournament.approval.as_ref();
        let committee = tournament.appeals_committee.as_ref();
        Self {
            director: &tournament.director_name,
            officials: tournament.officials.iter().map(official).collect(),
            confirmed_by: confirmed.map(|by| act(by, asked.confirmed_at_ms)),
            approved_by: approval.map(|one| act(&one.account_id, one.at_ms)),
            appeals_committee_account_ids: committee.map(|one| &*one.member_account_ids),
        }
    }
}

#[derive(Serialize)]
pub(super) struct EarlyEndPart<'a> {
    kind: &'a str,
    at_ms: i64,
    by_account_id: &'a str,
    reason: &'a str,
    /// Rounds of the qualification from then on, and before.
    rounds: u32,
    planned: u32,
    unfinished_round: Option<u32>,
    fate: Option<&'a str>,
    without_finals: bool,
    ranking_confirmed: bool,
    rule: Option<&'a str>,
}

impl<'a> EarlyEndPart<'a> {
    pub(super) fn of(end: &'a EarlyEnd) -> Self {
        Self {
            kind: &end.kind,
            at_ms: end.at_ms,
            by_account_id: &end.account_id,
            reason: &end.reason,
            rounds: end.rounds,
            planned: end.planned,
            unfinished_round: (end.unfinished_round > 0).then_some(end.unfinished_round),
            fate: told(&end.fate),
            without_finals: end.without_finals,
            ranking_confirmed: end.ranking_confirmed,
            rule: told(&end.rule),
        }
    }
}

#[derive(Serialize)]
pub(super) struct NationPart<'a> {
    country: &'a str,
    host: bool,
    contact_person: bool,
}

impl<'a> NationPart<'a> {
    pub(super) fn of(nation: &'a Nation) -> Self {
        Self {
            country: &nation.country,
            host: nation.host,
            contact_person: nation.contact_person,
        }
    }
}

#[derive(Serialize)]
pub(super) struct LateChangePart<'a> {
    country: &'a str,
    at_ms: i64,
    by_account_id: &'a str,
}

impl<'a> LateChangePart<'a> {
    pub(super) fn of(change: &'a LateChange) -> Self {
        Self {
            country: &change.country,
            at_ms: change.at_ms,
            by_account_id: &change.by_account_id,
        }
    }
}

/// A penalty in force against an entrant, without its reason.
#[derive(Serialize)]
pub(super) struct RulingPart<'a> {
    entrant_id: &'a str,
    penalty: &'a str,
    round: Option<u32>,
    table: Option<u32>,
    /// Of one on a clock.
    taken_ms: Option<i64>,
    given_ms: Option<i64>,
    /// Of one on a score; null of a lost game: all of them.
    opponent_discs: Option<u32>,
    /// Of one on points, and on places.
    half_points: Option<u32>,
    places: Option<u32>,
    /// The paragraph applied.
    rule: Option<&'a str>,
    at_ms: i64,
}

impl<'a> RulingPart<'a> {
    pub(super) fn of(ruling: &'a Ruling) -> Option<Self> {
        let penalty = ruling.penalty.as_ref()?;
        let known = |number: u32| (number > 0).then_some(number);
        let is_time = penalty.kind == "time";
        Some(Self {
            entrant_id: &ruling.entrant_id,
            penalty: &penalty.kind,
            round: known(penalty.round),
            table: known(penalty.table),
            taken_ms: is_time.then_some(penalty.taken_ms),
            given_ms: is_time.then_some(penalty.given_ms),
            opponent_discs: known(penalty.opponent_discs),
            half_points: known(penalty.half_points),
            places: known(penalty.places),
            rule: told(&ruling.paragraph),
            at_ms: ruling.at_ms,
        })
    }
}
