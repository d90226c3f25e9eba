//! What an event is.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::node::Node;
use super::{FlipTheDisc, RULED_CONSTANT};
use crate::constant::ToldConstant;
use crate::date::CivilDate;
use crate::findings::Findings;

/// Rounds of an event.
const MOST_ROUNDS: i64 = 128;
const SQUARES: u32 = 64;
const MS_OF_DAY: i64 = 86_400_000;
/// Larger than this, a time is in ms; else in seconds.
const LARGEST_SECONDS: i64 = 100_000_000_000;

pub(super) type Members<'a> = BTreeMap<Cow<'a, str>, Node<'a>>;

/// The member, unless it is null.
pub(super) fn member<'m, 'a>(members: &'m Members<'a>, name: &str) -> Option<&'m Node<'a>> {
    members.get(name).filter(|node| !node.is_null())
}

pub(super) fn info(members: &Members<'_>, told: &mut FlipTheDisc, findings: &mut Findings) {
    let text = |name: &str| member(members, name).and_then(Node::text);
    let event = &mut told.event;
    event.name = text("name").unwrap_or_default();
    event.country = text("country_code").or_else(|| text("country"));
    told.pairing_system = text("pairing_system");
    if let Some(rounds) = member(members, "rounds") {
        match rounds
            .whole()
            .filter(|rounds| (1..=MOST_ROUNDS).contains(rounds))
        {
            Some(rounds) => event.planned_rounds = u32::try_from(rounds).ok(),
            // The rounds themselves may stand under this name.
            None if rounds.items().is_some() || rounds.members().is_some() => {}
            None => rounds.finding(findings, "rounds", "a number of rounds is 1 to 128"),
        }
    }
    if let Some(start) = member(members, "expected_start") {
        event.first_day = day(start);
        if event.first_day.is_none() {
            start.finding(
                findings,
                "date",
                "a start is a day such as 2026-03-14, or a time in ms",
            );
        }
    }
    constant(members, told, findings);
}

fn constant(members: &Members<'_>, told: &mut FlipTheDisc, findings: &mut Findings) {
    let rounds = told.event.planned_rounds;
    let of_rounds = rounds.and_then(|rounds| ToldConstant::of_rounds(SQUARES, rounds));
    let given = member(members, "mbq_coef");
    let constant = match given {
        None => of_rounds,
        Some(node) => {
            let constant = node
                .number()
                .and_then(|text| ToldConstant::from_decimal(&text));
            if constant.is_none() {
                node.finding(
                    findings,
                    "mbq_coef",
                    "a coefficient is a number from 0 to 1000",
                );
            }
            constant
        }
    };
    told.constant = constant;
    told.event.constant = constant;
    let Some(constant) = constant.filter(|one| one.whole() != Some(RULED_CONSTANT)) else {
        return;
    };
    let what = format!(
        "FlipTheDisc reckons its MBQ with C = {constant}; the rules of World Championship and Grand Prix say C = {RULED_CONSTANT}, so that ties may be broken otherwise there"
    );
    match given.or_else(|| member(members, "rounds")) {
        Some(node) => node.finding(findings, "constant", &what),
        None => findings.add(1, "constant", what),
    }
}

fn day(node: &Node<'_>) -> Option<CivilDate> {
    if let Some(time) = node.whole() {
        let ms = match time.unsigned_abs() > LARGEST_SECONDS.unsigned_abs() {
            true => time,
            false => time.saturating_mul(1_000),
        };
        return CivilDate::of_days_since_1970(ms.div_euclid(MS_OF_DAY));
    }
    let text = node.text()?;
    CivilDate::from_hyphens(text.get(..10)?)
}
