//! Publishing a round of the finals: the boards of matches with their settled colours, and the Swiss
//! beside the semi-finals.

use crate::draw::Lottery;
use crate::finals::{
    ColourRight, DueGame, FinalsSession, MatchId, SettledColours, SideRound, settle_colours,
};
use crate::ids::EntrantId;
use crate::plan::StagePlan;
use crate::refusals::{FinalsRefusal, Refusal};
use crate::rule_set::{Deviation, RuleSet, TimeControl};
use crate::stream::checks::check_deviations;
use crate::stream::finals::announcement::{chosen_games, fixed_list};
use crate::stream::rounds::publish::draw::RoundDraw;
use crate::stream::rounds::publish::qualification::side_swiss;
use crate::stream::rounds::publish::{Publication, short_notice};
use crate::stream::{
    AnnouncedRound, BoardPurpose, ENGINE_EDITION, Event, PublishedPairing, TournamentState,
};
use crate::swiss::Cost;
use crate::table::Colour;

/// The round is announced where colours are chosen in it, and they are chosen or their time is over.
pub(super) fn may_publish(
    state: &TournamentState,
    session: &FinalsSession,
    now_ms: i64,
) -> Result<(), Refusal> {
    let Some(announced) = announced_for(state, session)? else {
        return Ok(());
    };
    let open = |due: &&DueGame| {
        due.right != ColourRight::Lots
            && settle_colours(due, announced.choices_of(due), None).is_none()
    };
    let waits = || session.games.iter().find(open);
    let Some(due) = waits().filter(|_| now_ms < announced.starts_at_ms) else {
        return Ok(());
    };
    let choices = FinalsRefusal::ChoicesOpen {
        title: due.match_id.title(),
        game: due.game,
        starts_at_ms: announced.starts_at_ms,
    };
    Err(Refusal::from(choices).under(due.rule.clone()))
}

pub(super) fn publish(
    state: &TournamentState,
    rules: &RuleSet,
    plan: &StagePlan,
    publication: &Publication<'_>,
    session: &FinalsSession,
    overridden: Vec<Deviation>,
) -> Result<Vec<Event>, Refusal> {
    if publication.manual.is_some() || !publication.constraints.is_empty() {
        return Err(FinalsRefusal::FinalsFixed.into());
    }
    let round = state.next_round();
    let announced = announced_for(state, session)?;
    let earliest = announced.map_or(publication.now_ms, |announced| announced.starts_at_ms);
    let starts_at_ms = publication
        .starts_at_ms
        .max(publication.now_ms)
        .max(earliest);
    let mut deviations = match announced {
        Some(_) => Vec::new(),
        None => short_notice(rules, publication),
    };
    deviations.extend(overridden);
    check_deviations(&deviations, publication.accept_deviations)?;
    let mut draw = RoundDraw::new(state, publication.link, round);
    let mut pairings = Vec::new();
    for due in &session.games {
        let settled = settle(due, announced, &mut draw)?;
        pairings.push(PublishedPairing {
            purpose: BoardPurpose::Match {
                match_id: due.match_id.clone(),
                game: due.game,
            },
            draw_winner: settled.draw_winner,
            time_control: match_time(rules, &due.match_id),
            ..PublishedPairing::new(table_after(&pairings), settled.black, settled.white)
        });
    }
    let (byes, cost) = match &session.side_swiss {
        Some(side) => add_side_round(state, rules, side, &mut draw, &mut pairings)?,
        None => (Vec::new(), Cost::new()),
    };
    let mut events: Vec<Event> = fixed_list(state)?.into_iter().collect();
    events.extend(draw.events);
    events.push(Event::RoundPublished {
        round,
        stage: u32::try_from(plan.stages.len()).unwrap_or(u32::MAX),
        starts_at_ms,
        pairings,
        byes,
        cost,
        draw: draw.index,
        deviations,
        edit: None,
        engine: Some(ENGINE_EDITION),
    });
    Ok(events)
}

/// The announcement of this round; none is needed where nobody chooses.
fn announced_for<'a>(
    state: &'a TournamentState,
    session: &FinalsSession,
) -> Result<Option<&'a AnnouncedRound>, Refusal> {
    let announced = state
        .finals
        .announced
        .as_ref()
        .filter(|announced| announced.session == *session);
    if announced.is_some() {
        return Ok(announced);
    }
    let Some(due) = chosen_games(session).next() else {
        return Ok(None);
    };
    let unannounced = FinalsRefusal::FinalsNotAnnounced {
        title: due.match_id.title(),
    };
    Err(Refusal::from(unannounced).under(due.rule.clone()))
}

fn settle(
    due: &DueGame,
    announced: Option<&AnnouncedRound>,
    draw: &mut RoundDraw<'_>,
) -> Result<SettledColours, Refusal> {
    let made = announced.map_or(&[][..], |announced| announced.choices_of(due));
    if let Some(settled) = settle_colours(due, made, None) {
        return Ok(settled);
    }
    let purpose = format!(
        "colours of game {} of the {}",
        due.game,
        due.match_id.title()
    );
    let lot = match Lottery::new(&draw.key()?, &purpose).below(2) {
        0 => Colour::Black,
        _ => Colour::White,
    };
    settle_colours(due, made, Some(lot)).ok_or_else(|| {
        FinalsRefusal::ColoursUnsettled {
            title: due.match_id.title(),
        }
        .into()
    })
}

fn add_side_round(
    state: &TournamentState,
    rules: &RuleSet,
    side: &SideRound,
    draw: &mut RoundDraw<'_>,
    pairings: &mut Vec<PublishedPairing>,
) -> Result<(Vec<EntrantId>, Cost), Refusal> {
    let players: Vec<usize> = side
        .players
        .iter()
        .filter_map(|id| state.index_of(id))
        .collect();
    let paired = side_swiss(state, rules, &players, draw)?;
    for (black, white) in paired.games {
        pairings.push(PublishedPairing {
            purpose: BoardPurpose::SideSwiss,
            ..PublishedPairing::new(table_after(pairings), black, white)
        });
    }
    Ok((paired.byes, paired.cost))
}

fn table_after(pairings: &[PublishedPairing]) -> u32 {
    u32::try_from(pairings.len())
        .unwrap_or(u32::MAX)
        .saturating_add(1)
}

/// The time control of a match's stage; `None` where it is the qualification's.
fn match_time(rules: &RuleSet, match_id: &MatchId) -> Option<TimeControl> {
    let times = &rules.time_controls;
    let control = match match_id {
        MatchId::Playoff { .. } | MatchId::TiePlayoff { .. } => times.playoffs,
        MatchId::SemiFinal { .. } => times.semi_finals,
        MatchId::ThirdPlace => times.third_place,
        MatchId::Final => times.final_match,
        MatchId::WomensPlayoff { .. } => times.womens_playoffs,
        MatchId::WomensFinal => times.womens_final,
    };
    (control != times.qualification).then_some(control)
}
