//! Penalties: which there are, who imposes them, and what they do to boards and entrants.

use crate::board_ref::BoardRef;
use crate::half_points::HalfPoints;
use crate::ids::EntrantId;
use crate::people::OfficialRole;
use crate::people::{PenaltyKind, Power};
use crate::refusals::{Refusal, RegistrationRefusal, RulingsRefusal, ensure};
use crate::result_kind::ResultKind;
use crate::rule_set::{Deviation, Variant};
use crate::stream::checks::{check_deviations, check_id, known, paragraph, rules_of};
use crate::stream::interests::touched::touched_by_penalty;
use crate::stream::{
    Event, Offender, Penalty, PenaltyRuling, Phase, PublishedPairing, ResultRecord, Ruling,
    RulingStatus, TournamentState, results,
};
use crate::table::Colour;

const MOST_RULINGS: usize = 4096;
const MOST_TIME_MS: i64 = 24 * 3_600_000;
const MOST_HALF_POINTS: HalfPoints = HalfPoints(256);
const MOST_PLACES: u32 = 1024;

pub(in crate::stream) fn may_impose(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.rulings.list.len() < MOST_RULINGS,
        RulingsRefusal::TooManyRulings { most: MOST_RULINGS },
    )
}

pub(in crate::stream) fn may_review(state: &TournamentState) -> Result<(), Refusal> {
    let proposed = |ruling: &Ruling| ruling.status == RulingStatus::Proposed;
    ensure(
        state.rulings.list.iter().any(proposed),
        RulingsRefusal::NothingProposed,
    )
}

/// Imposes a penalty, or proposes one that has to be reviewed first.
pub(in crate::stream) fn impose(
    state: &TournamentState,
    act: &PenaltyRuling,
) -> Result<Vec<Event>, Refusal> {
    let rules = &rules_of(state)?.penalties;
    let touched = touched_by_penalty(state, act);
    if !state.holds_office(&act.by, &rules.imposed_by, (Power::Penalties, &touched)) {
        return Err(RulingsRefusal::MayNotRule.into());
    }
    let act = checked(state, act)?;
    if rules.reviewed.contains(&act.penalty.kind()) {
        effects(state, &act)?;
        return Ok(vec![Event::PenaltyProposed(act)]);
    }
    imposed(state, act)
}

/// Reviews a proposed penalty (MSO 5.2): a senior organiser, and not the one who proposed it.
pub(in crate::stream) fn review(
    state: &TournamentState,
    id: &str,
    confirmed: bool,
    by: &crate::ids::AccountId,
) -> Result<Vec<Event>, Refusal> {
    let Some(ruling) = state
        .ruling(id)
        .filter(|ruling| ruling.status == RulingStatus::Proposed)
    else {
        return Err(RulingsRefusal::NotProposed {
            ruling_id: id.to_owned(),
        }
        .into());
    };
    let senior = matches!(
        state.offices.held.get(by),
        Some(OfficialRole::Organiser | OfficialRole::HeadArbiter)
    );
    if !senior || *by == ruling.act.by {
        return Err(RulingsRefusal::MayNotReview.into());
    }
    let reviewed = Event::PenaltyReviewed {
        ruling: id.to_owned(),
        confirmed,
        by: by.clone(),
    };
    let mut events = vec![reviewed];
    if confirmed {
        events.extend(imposed(state, ruling.act.clone())?);
    }
    Ok(events)
}

/// The penalty and what it does.
fn imposed(state: &TournamentState, act: PenaltyRuling) -> Result<Vec<Event>, Refusal> {
    let effects = effects(state, &act)?;
    let mut events = vec![Event::PenaltyImposed(act)];
    events.extend(effects);
    Ok(events)
}

/// A ruling that takes another's place on appeal.
pub(in crate::stream) fn replaced(
    state: &TournamentState,
    act: &PenaltyRuling,
) -> Result<Vec<Event>, Refusal> {
    imposed(state, checked(state, act)?)
}

/// Judges everything but the office of who rules; the paragraph is the rule set's where none is given.
fn checked(state: &TournamentState, act: &PenaltyRuling) -> Result<PenaltyRuling, Refusal> {
    check_id("the ruling", &act.ruling)?;
    check_id("the reason", &act.reason)?;
    check_id("the official's account", act.by.as_str())?;
    if let Some(text) = &act.paragraph {
        check_id("the paragraph", text)?;
    }
    if state.ruling(&act.ruling).is_some() {
        return Err(RulingsRefusal::RulingExists {
            ruling_id: act.ruling.clone(),
        }
        .into());
    }
    may_impose(state)?;
    let kind = act.penalty.kind();
    if !rules_of(state)?.penalties.known.contains(&kind) {
        return Err(RulingsRefusal::PenaltyUnknown {
            penalty: key_of(kind).to_owned(),
        }
        .into());
    }
    check_offender(state, act, kind)?;
    check_values(&act.penalty, &state.variant())?;
    let paragraph = act
        .paragraph
        .clone()
        .or_else(|| paragraph(state, &format!("penalties.{}", key_of(kind))));
    let deviations = outside_the_text(state, &act.penalty);
    check_deviations(&deviations, act.accept_deviations)?;
    Ok(PenaltyRuling {
        paragraph,
        accept_deviations: false,
        deviations,
        ..act.clone()
    })
}

/// The texts know points and places of the game in question (MSO 5.1); those of the whole event are a house's.
fn outside_the_text(state: &TournamentState, penalty: &Penalty) -> Vec<Deviation> {
    let of_the_event = match penalty {
        Penalty::Points { board: None, .. } => "The points are taken from the tournament score",
        Penalty::Position { board: None, .. } => "The places are taken in the ranking",
        _ => return Vec::new(),
    };
    let value = format!("penalties.{}", key_of(penalty.kind()));
    let Some(rule) = paragraph(state, &value) else {
        return Vec::new();
    };
    let detail = format!("{of_the_event}; the text knows this penalty for the game in question.");
    vec![Deviation::new(value, Some(rule), detail)]
}

fn check_offender(
    state: &TournamentState,
    act: &PenaltyRuling,
    kind: PenaltyKind,
) -> Result<(), Refusal> {
    match &act.whom {
        Offender::Entrant { entrant } => known(state, entrant).map(|_| ()),
        Offender::Spectator { account } => {
            check_id("the spectator's account", account.as_str())?;
            if matches!(
                kind,
                PenaltyKind::Warning | PenaltyKind::RoomExpulsion | PenaltyKind::Ban
            ) {
                return Ok(());
            }
            Err(RulingsRefusal::PenaltyNotForSpectators.into())
        }
    }
}

fn check_values(penalty: &Penalty, variant: &Variant) -> Result<(), Refusal> {
    let (squares, half) = (variant.squares(), variant.half());
    let sound = match *penalty {
        Penalty::Time {
            taken_ms, given_ms, ..
        } => {
            (0..=MOST_TIME_MS).contains(&taken_ms)
                && (0..=MOST_TIME_MS).contains(&given_ms)
                && (taken_ms > 0 || given_ms > 0)
        }
        Penalty::FinalScore { opponent_discs, .. } => opponent_discs <= squares,
        Penalty::LossOfGame { opponent_discs, .. } => {
            opponent_discs.is_none_or(|discs| discs > half && discs <= squares)
        }
        Penalty::Points { half_points, board } => {
            let most = board.map_or(MOST_HALF_POINTS, |_| HalfPoints::WIN);
            (HalfPoints(1)..=most).contains(&half_points)
        }
        Penalty::Position { places, board } => {
            let most = board.map_or(MOST_PLACES, |_| 1);
            (1..=most).contains(&places)
        }
        _ => true,
    };
    ensure(
        sound,
        RulingsRefusal::PenaltyOutOfRange {
            least: half.saturating_add(1),
            squares,
        },
    )
}

/// What a penalty does to boards and entrants.
fn effects(state: &TournamentState, act: &PenaltyRuling) -> Result<Vec<Event>, Refusal> {
    let Offender::Entrant { entrant } = &act.whom else {
        return Ok(Vec::new());
    };
    if let Some(board) = act.penalty.board() {
        return board_effects(state, act, entrant, board);
    }
    match act.penalty {
        Penalty::Expulsion => expelled(state, entrant, false),
        Penalty::Disqualification => expelled(state, entrant, true),
        _ => Ok(Vec::new()),
    }
}

/// Out of the tournament as if withdrawn (WOC V.2.e). Who has withdrawn can still be disqualified.
fn expelled(
    state: &TournamentState,
    entrant: &EntrantId,
    disqualified: bool,
) -> Result<Vec<Event>, Refusal> {
    if state.phase() == Phase::Registration {
        return Err(RegistrationRefusal::NotStarted.into());
    }
    if known(state, entrant)?.withdrawn_from.is_none() {
        return Ok(vec![Event::EntrantWithdrawn {
            entrant: entrant.clone(),
            from_round: state.next_round(),
        }]);
    }
    if disqualified {
        return Ok(Vec::new());
    }
    Err(RulingsRefusal::OffenderWithdrawn {
        entrant_id: entrant.clone(),
    }
    .into())
}

fn board_effects(
    state: &TournamentState,
    act: &PenaltyRuling,
    entrant: &EntrantId,
    at @ BoardRef { round, table }: BoardRef,
) -> Result<Vec<Event>, Refusal> {
    if state.ranking.is_some() {
        return Err(RulingsRefusal::TournamentConfirmed.into());
    }
    let board = results::board(state, at)?;
    let opponent = if board.pairing.black == *entrant {
        Colour::White
    } else if board.pairing.white == *entrant {
        Colour::Black
    } else {
        return Err(RulingsRefusal::OffenderNotAtTable {
            entrant_id: entrant.clone(),
            table,
            round,
        }
        .into());
    };
    if matches!(act.penalty, Penalty::Points { .. }) && !board.pairing.purpose.counts_in_list() {
        return Err(RulingsRefusal::GameInNoList { table, round }.into());
    }
    let in_force = board.result();
    let variant = rules_of(state)?.variant;
    let (squares, half) = (variant.squares(), variant.half());
    let before = in_force.map_or(0, |result| {
        variant.counted(result.game_result()).discs(opponent)
    });
    let discs = match act.penalty {
        Penalty::Time { .. } if in_force.is_some() => {
            return Err(RulingsRefusal::BoardClosed.into());
        }
        Penalty::FinalScore { .. } | Penalty::Position { .. } if in_force.is_none() => {
            return Err(RulingsRefusal::NoFinalScore.into());
        }
        // The two change places, and with them their discs.
        Penalty::Position { .. } => squares.saturating_sub(before).max(half.saturating_add(1)),
        Penalty::FinalScore { opponent_discs, .. } => opponent_discs,
        Penalty::Draw { .. } => half,
        Penalty::LossOfGame { opponent_discs, .. } => opponent_discs.unwrap_or(squares),
        _ => return Ok(Vec::new()),
    };
    if in_force.is_some() && discs <= before {
        return Err(RulingsRefusal::PenaltyHarmsOpponent { discs: before }.into());
    }
    let kind = match act.penalty {
        Penalty::LossOfGame { .. } => ResultKind::Forfeit,
        _ => ResultKind::Ruling,
    };
    let result = ResultRecord {
        kind,
        ..ResultRecord::speaking_for(opponent, discs, &variant)
    };
    match in_force {
        Some(absence) if !absence.counts().played => {
            let result = still_no_game(&board.pairing, absence, result);
            results::change(state, at, result, &act.reason)
        }
        Some(_) => results::correct(state, at, &result, &act.reason),
        None => results::record(state, at, &result, i64::MAX),
    }
}

/// A ruling gives a board of which no game was played another score and makes no game of it.
fn still_no_game(
    pairing: &PublishedPairing,
    absence: &ResultRecord,
    ruled: ResultRecord,
) -> ResultRecord {
    ResultRecord {
        kind: absence.kind.with_absent(true),
        absent: absence.absent,
        winner: ruled.winner.or_else(|| pairing.winner_of_draw()),
        ..ruled
    }
}

/// What undoes a ruling's effects: the result that its board had, and the entrant back in the event.
pub(in crate::stream) fn undone(
    state: &TournamentState,
    ruling: &Ruling,
    reason: &str,
    with_board: bool,
) -> Result<Vec<Event>, Refusal> {
    let act = &ruling.act;
    let mut events = Vec::new();
    if let Offender::Entrant { entrant } = &act.whom {
        let withdrawn = known(state, entrant).is_ok_and(|entry| entry.withdrawn_from.is_some());
        let another = state
            .put_out_by(entrant)
            .any(|other| other.act.ruling != act.ruling);
        if act.penalty.puts_out() && !ruling.withdrawn_before && withdrawn && !another {
            events.push(Event::EntrantReinstated {
                entrant: entrant.clone(),
            });
        }
    }
    let changed_result = !matches!(act.penalty, Penalty::Time { .. } | Penalty::Points { .. });
    let Some(at @ BoardRef { round, table }) =
        act.penalty.board().filter(|_| with_board && changed_result)
    else {
        return Ok(events);
    };
    let board = results::board(state, at)?;
    let before = ruling
        .results_before
        .checked_sub(1)
        .and_then(|index| board.results.get(index));
    let untouched = board.results.len() == ruling.results_before.saturating_add(1);
    match before {
        Some(before) if untouched => {
            events.extend(results::change(state, at, before.result.clone(), reason)?);
            Ok(events)
        }
        _ => Err(RulingsRefusal::EffectNeedsResult { table, round }.into()),
    }
}

/// The kind's name, as the keys of the sources have it.
fn key_of(kind: PenaltyKind) -> &'static str {
    match kind {
        PenaltyKind::Warning => "warning",
        PenaltyKind::Time => "time",
        PenaltyKind::FinalScore => "final_score",
        PenaltyKind::Draw => "draw",
        PenaltyKind::LossOfGame => "loss_of_game",
        PenaltyKind::Points => "points",
        PenaltyKind::Position => "position",
        PenaltyKind::RoomExpulsion => "room_expulsion",
        PenaltyKind::Expulsion => "expulsion",
        PenaltyKind::Disqualification => "disqualification",
        PenaltyKind::SeriesDisqualification => "series_disqualification",
        PenaltyKind::Ban => "ban",
    }
}
