//! Before a round of the finals: its announcement, the choices of colour, agreements to play off a tie.

use outflank_othello::refusal::Milliseconds;

use crate::finals::{
    ChoiceTime, DueGame, FinalsFormat, FinalsProgress, FinalsSession, MadeChoice, MatchId,
    check_choice,
};
use crate::ids::EntrantId;
use crate::refusals::{FinalsRefusal, LotsRefusal, Refusal, ResultsRefusal, ensure};
use crate::rule_set::Deviation;
use crate::stream::checks::{check_deviations, rules_of, unknown_entrant};
use crate::stream::timetable::AskedStart;
use crate::stream::{Event, PlannedPlay, TournamentState};

pub(in crate::stream) fn may_announce(state: &TournamentState) -> Result<(), Refusal> {
    format_of(state)?;
    ensure(
        !state.early_ends.without_finals(),
        FinalsRefusal::NoFinalsDue,
    )?;
    match next_session(state)? {
        Some(_) => Ok(()),
        None => Err(FinalsRefusal::NoFinalsDue.into()),
    }
}

pub(in crate::stream) fn may_choose(state: &TournamentState) -> Result<(), Refusal> {
    format_of(state)?;
    match state.finals.announced {
        Some(_) => Ok(()),
        None => Err(FinalsRefusal::NoRoundAnnounced.into()),
    }
}

pub(in crate::stream) fn may_agree(state: &TournamentState) -> Result<(), Refusal> {
    if format_of(state)?.tie_playoffs.is_none() {
        return Err(FinalsRefusal::NoTiePlayoffs.into());
    }
    ensure(state.qualification_over(), FinalsRefusal::NoTieToPlayOff)
}

pub(in crate::stream) fn announce(
    state: &TournamentState,
    starts_at_ms: i64,
    accepted: bool,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    let rules = rules_of(state)?;
    let format = format_of(state)?;
    let session = next_session(state)?.ok_or(FinalsRefusal::NoFinalsDue)?;
    let default_ms = state.default_notice_ms().map_err(contradictory)?;
    let asked = AskedStart {
        given_ms: starts_at_ms,
        default_ms: now_ms.saturating_add(default_ms),
        earliest_ms: now_ms,
        into_break: true,
        now_ms,
    };
    let timetable = state.timetable.clone().unwrap_or_default();
    let starts_at_ms = timetable.judge(state.next_play(), asked)?.starts_at_ms;
    let notice = starts_at_ms.saturating_sub(now_ms);
    let mut deviations = Vec::new();
    if notice < format.choice_notice_ms && chosen_games(&session).next().is_some() {
        let detail = format!(
            "Colours are announced {} before the start; the round is announced {} before it.",
            Milliseconds(format.choice_notice_ms),
            Milliseconds(notice)
        );
        let rule = rules.sources.get("finals.choice").cloned();
        let found = Deviation::new("finals.choice", rule, detail)
            .with("least_ms", format.choice_notice_ms)
            .with("ms", notice);
        deviations.push(found);
    }
    check_deviations(&deviations, accepted)?;
    let mut events: Vec<Event> = fixed_list(state)?.into_iter().collect();
    events.push(Event::FinalsRoundAnnounced {
        round: state.next_round(),
        starts_at_ms,
        session,
        deviations,
    });
    Ok(events)
}

pub(in crate::stream) fn choose(
    state: &TournamentState,
    match_id: &MatchId,
    choice: &MadeChoice,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    let rules = rules_of(state)?;
    let format = format_of(state)?;
    let announced = state
        .finals
        .announced
        .as_ref()
        .ok_or(FinalsRefusal::NoRoundAnnounced)?;
    let due = announced
        .session
        .games
        .iter()
        .find(|due| due.match_id == *match_id)
        .ok_or_else(|| FinalsRefusal::MatchNotAnnounced {
            title: match_id.title(),
        })?;
    let time = ChoiceTime {
        now_ms,
        start_ms: Some(announced.starts_at_ms),
        notice_ms: format.choice_notice_ms,
    };
    let rule = rules.sources.get("finals.choice").map(String::as_str);
    check_choice(due, announced.choices_of(due), choice, time, rule)?;
    Ok(vec![Event::ColourChosen {
        match_id: match_id.clone(),
        game: due.game,
        choice: choice.clone(),
    }])
}

pub(in crate::stream) fn agree(
    state: &TournamentState,
    entrant: &EntrantId,
    opponent: &EntrantId,
) -> Result<Vec<Event>, Refusal> {
    for id in [entrant, opponent] {
        if state.entrant(id).is_none() {
            return Err(unknown_entrant(id));
        }
    }
    let agreement = (entrant.clone(), opponent.clone());
    if state.finals.playoff_agreements.contains(&agreement) {
        return Err(FinalsRefusal::PlayoffAlreadyAgreed.into());
    }
    let list = state.list_standings().map_err(contradictory)?;
    let points = |id: &EntrantId| {
        let index = state.index_of(id)?;
        let standing = list.iter().find(|standing| standing.player == index)?;
        Some(standing.half_points)
    };
    if entrant == opponent || points(entrant) != points(opponent) {
        return Err(FinalsRefusal::NoTieToPlayOff.into());
    }
    Ok(vec![Event::PlayoffAgreed {
        entrant: entrant.clone(),
        opponent: opponent.clone(),
    }])
}

fn format_of(state: &TournamentState) -> Result<FinalsFormat, Refusal> {
    state
        .plan
        .as_ref()
        .map(|plan| plan.finals)
        .ok_or_else(|| FinalsRefusal::NotStarted.into())
}

/// Where the finals stand, once the qualification is over and its last ties are drawn.
pub(in crate::stream) fn progress_of(
    state: &TournamentState,
) -> Result<Option<FinalsProgress>, Refusal> {
    if !state.qualification_over() {
        return Ok(None);
    }
    state.finals_progress().map_err(contradictory)
}

/// What the next round of the finals holds; `None` where nothing is left to play.
///
/// # Errors
/// `lots_not_drawn` while ties of the list need lots.
pub(in crate::stream) fn next_session(
    state: &TournamentState,
) -> Result<Option<FinalsSession>, Refusal> {
    let Some(progress) = progress_of(state)? else {
        return Ok(None);
    };
    let Some(session) = progress.due.into_iter().next() else {
        return Ok(None);
    };
    if !state.finals_begun() && state.lots_wanted().map_err(contradictory)? {
        return Err(LotsRefusal::LotsBeforeFinals.into());
    }
    Ok(Some(session))
}

/// The event that fixes the list the finals go by: until a round of them is published it follows
/// corrections of the qualification.
pub(in crate::stream) fn fixed_list(state: &TournamentState) -> Result<Option<Event>, Refusal> {
    if state.finals_begun() {
        return Ok(None);
    }
    let standings = state.list_standings().map_err(contradictory)?;
    let list = state.ranking_lines(&standings);
    if state.finals.provisional.as_ref() == Some(&list) {
        return Ok(None);
    }
    Ok(Some(Event::ProvisionalListFixed { list }))
}

/// The games in which somebody chooses.
pub(in crate::stream) fn chosen_games(session: &FinalsSession) -> impl Iterator<Item = &DueGame> {
    session.games.iter().filter(|due| due.chooser().is_some())
}

pub(in crate::stream) fn contradictory(problem: crate::table::TableProblem) -> Refusal {
    ResultsRefusal::ContradictoryResults { problem }.into()
}

impl TournamentState {
    /// What the next publication plays: of the finals the first of its games that is planned.
    pub(in crate::stream) fn next_play(&self) -> PlannedPlay {
        let round = PlannedPlay::Round {
            round: self.next_round(),
        };
        let session = next_session(self).ok().flatten();
        let games = session.into_iter().flat_map(|session| session.games);
        let mut plays = games.map(|due| PlannedPlay::Finals {
            stage: due.match_id.stage(),
            game: due.game,
        });
        let timetable = self.timetable.as_ref();
        plays
            .find(|play| timetable.is_some_and(|known| known.start_of(*play).is_some()))
            .unwrap_or(round)
    }
}
