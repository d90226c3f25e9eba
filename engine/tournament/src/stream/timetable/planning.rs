//! The timetable: set by the director, moved with notice and a reason, and kept by publications.

use outflank_othello::refusal::Milliseconds;

use crate::ids::AccountId;
use crate::plan::stage_plan;
use crate::refusals::{Refusal, TimetableRefusal, ensure};
use crate::rule_set::{AnnouncementKind, Deviation, RuleSet};
use crate::stream::announcements::{AnnouncementRoom, announcing};
use crate::stream::checks::{check_deviations, check_id, rules_of};
use crate::stream::{
    Announcement, AnnouncementAudience, Event, MovedStart, PlannedPlay, PlannedStart, SaidPlay,
    Timetable, TimetableMove, TournamentState,
};

impl TournamentState {
    /// The timetable that the director set, or the days and sessions of the rules without hours.
    #[must_use]
    pub fn timetable_in_force(&self) -> Timetable {
        if let Some(timetable) = &self.timetable {
            return timetable.clone();
        }
        let Some(rules) = &self.rule_set else {
            return Timetable::default();
        };
        let entrants = self.entrant_count();
        let plan = self.plan.clone();
        match plan.map_or_else(|| stage_plan(rules, entrants), Ok) {
            Ok(plan) => Timetable::of_rules(&rules.timetable, plan.rounds(), &plan.finals),
            Err(_) => Timetable::default(),
        }
    }
}

/// Sets the whole timetable. What was announced stands: it is moved, with a reason.
pub(in crate::stream) fn set(
    state: &TournamentState,
    timetable: &Timetable,
    by: &AccountId,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    check_id("who sets it", by.as_str())?;
    let moved = changed(state, timetable, now_ms)?;
    let known = state.timetable.as_ref();
    let breaks_stand = known.is_none_or(|known| {
        let mut breaks = known.breaks.iter();
        breaks.all(|pause| timetable.breaks.contains(pause))
    });
    let announced = moved.iter().find(|one| one.before_ms.is_some());
    ensure(
        announced.is_none() && breaks_stand,
        TimetableRefusal::TimetableStands {
            play: announced.map_or(SaidPlay::BREAK, |one| one.play.into()),
        },
    )?;
    Ok(vec![Event::TimetableSet {
        timetable: timetable.clone(),
        by: by.clone(),
    }])
}

/// A timetable stands that can be moved, and there is room for what is announced of it.
pub(in crate::stream) fn may_move(state: &TournamentState) -> Result<(), Refusal> {
    ensure(state.timetable.is_some(), TimetableRefusal::NoTimetable)?;
    announcing::has_room(state, AnnouncementRoom::Moves)
}

/// Moves it, which is announced to everybody with the reason.
pub(in crate::stream) fn move_it(
    state: &TournamentState,
    asked: &TimetableMove,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", &asked.reason)?;
    check_id("who moves it", asked.by.as_str())?;
    let starts = changed(state, &asked.timetable, now_ms)?;
    let deviations = moved_too_early(rules_of(state)?, &starts, now_ms);
    check_deviations(&deviations, asked.accept_deviations)?;
    let announcement = announced(state, &starts, &asked.reason, Some(&asked.by));
    Ok(vec![
        Event::TimetableMoved {
            timetable: asked.timetable.clone(),
            reason: asked.reason.clone(),
            by: asked.by.clone(),
            deviations,
        },
        Event::AnnouncementMade(announcement),
    ])
}

/// What is told of starts that were moved; `by` nobody: the publication of a round tells it by itself.
pub(in crate::stream) fn announced(
    state: &TournamentState,
    starts: &[MovedStart],
    text: &str,
    by: Option<&AccountId>,
) -> Announcement {
    Announcement {
        number: state.announcements.last().saturating_add(1),
        kind: AnnouncementKind::TimetableMoved,
        audience: AnnouncementAudience::Everybody,
        entrants: Vec::new(),
        corrects: None,
        text: text.to_owned(),
        starts: starts.to_vec(),
        by: by.cloned(),
    }
}

/// What a timetable changes, which it must, if it holds together with what is published.
fn changed(
    state: &TournamentState,
    timetable: &Timetable,
    now_ms: i64,
) -> Result<Vec<MovedStart>, Refusal> {
    let is_published = |play| published_start(state, play).is_some();
    timetable.check(is_published, now_ms)?;
    ensure(
        state.timetable.as_ref() != Some(timetable),
        TimetableRefusal::TimetableUnchanged,
    )?;
    for planned in timetable.plays() {
        check_planned(state, planned)?;
    }
    let known = state.timetable.clone().unwrap_or_default();
    let moved = timetable.moved_from(&known);
    let past = moved
        .iter()
        .find(|one| one.now_ms.is_some_and(|start| start < now_ms) && !is_published(one.play));
    match past {
        None => Ok(moved),
        Some(one) => Err(TimetableRefusal::PlannedInThePast {
            play: one.play.into(),
        }
        .into()),
    }
}

/// The format has it, and where it is published its start stands.
fn check_planned(state: &TournamentState, planned: &PlannedStart) -> Result<(), Refusal> {
    let published = published_start(state, planned.play);
    if let PlannedPlay::Round { round } = planned.play {
        let known = state.plan.is_none() || round <= state.planned_rounds();
        ensure(
            known || published.is_some(),
            TimetableRefusal::RoundNotPlanned { round },
        )?;
    }
    let moves = published.zip(planned.starts_at_ms);
    ensure(
        moves.is_none_or(|(published, start)| published == start),
        TimetableRefusal::PublishedStartMoved {
            play: planned.play.into(),
        },
    )
}

/// The start that something was published with.
fn published_start(state: &TournamentState, play: PlannedPlay) -> Option<i64> {
    let mut rounds = state.rounds.iter();
    let found = rounds.find(|known| match play {
        PlannedPlay::Round { round } => known.number == round,
        PlannedPlay::Finals { .. } => {
            let mut boards = known.boards.iter();
            boards.any(|board| board.pairing.finals_play() == Some(play))
        }
    });
    found.map(|round| round.starts_at_ms)
}

/// Starts that come earlier than announced: with less than the notice, or at all where a text forbids that (AGA V.E.3).
fn moved_too_early(rules: &RuleSet, starts: &[MovedStart], now_ms: i64) -> Vec<Deviation> {
    let wanted = rules.binding_notice_ms();
    let rule = rules.source("round_notice_ms").map(str::to_owned);
    let mut found = Vec::new();
    for one in starts {
        let (Some(before_ms), Some(start_ms)) = (one.before_ms, one.now_ms) else {
            continue;
        };
        if start_ms >= before_ms {
            continue;
        }
        let (name, words) = (one.play.name(), one.play.words());
        if rule.is_some() {
            let detail = format!("A start is moved to be earlier than was announced: {words}.");
            let deviation = Deviation::new("start_before_announced", rule.clone(), detail);
            found.push(deviation.with("play", name));
        } else if start_ms < now_ms.saturating_add(wanted) {
            let notice = start_ms.saturating_sub(now_ms);
            let detail = format!(
                "The rules want {} of notice before a start; {words} is moved to one in {}.",
                Milliseconds(wanted),
                Milliseconds(notice)
            );
            let deviation = Deviation::new("round_notice_ms", None, detail).with("play", name);
            found.push(deviation.with("least_ms", wanted).with("ms", notice));
        }
    }
    found
}
