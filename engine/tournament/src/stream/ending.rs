//! The end of an event: lots for the last ties, and the confirmation of its ranking.

use crate::draw::{Lottery, Seed};
use crate::finals::FinalsProgress;
use crate::ids::EntrantId;
use crate::lists::Categories;
use crate::people::{PenaltyKind, TitledCategory};
use crate::refusals::{FinalsRefusal, LotsRefusal, Refusal, RoundsRefusal};
use crate::rule_set::{Deviation, RuleSet};
use crate::stream::checks::rules_of;
use crate::stream::finals::announcement::{contradictory, progress_of};
use crate::stream::lots::nonces::reveal;
use crate::stream::{
    ENGINE_EDITION, Event, RankingLine, RoundState, Title, TournamentState, obstacles,
};

/// All rounds are played and leave ties that only lots break, and the finals do not go by their list yet.
pub(super) fn may_draw_lots(state: &TournamentState) -> Result<(), Refusal> {
    check_played(state)?;
    if state.lots.order.is_some() {
        return Err(LotsRefusal::LotsAlreadyDrawn.into());
    }
    if !state.lots_wanted().map_err(contradictory)? {
        return Err(LotsRefusal::NoTies.into());
    }
    if state.finals_begun() {
        return Err(LotsRefusal::FinalsBegun.into());
    }
    Ok(())
}

pub(super) fn draw_lots(state: &TournamentState, seed: &Seed) -> Result<Vec<Event>, Refusal> {
    let revealed = reveal(state, seed, "final ties")?;
    let mut order: Vec<EntrantId> = state
        .entrants
        .iter()
        .map(|entrant| entrant.id.clone())
        .collect();
    order.sort();
    Lottery::new(&state.lots.key_under(seed), "lots").shuffle(&mut order);
    Ok(vec![revealed, Event::LotsDrawn { order }])
}

/// Nothing that could change the ranking is open, all rounds are played, and no tie is left.
pub(super) fn may_confirm(state: &TournamentState) -> Result<(), Refusal> {
    obstacles::before_confirmation(state)?;
    check_ranked(state)
}

fn check_ranked(state: &TournamentState) -> Result<(), Refusal> {
    check_played(state)?;
    if !state.finals_begun() && state.lots_wanted().map_err(contradictory)? {
        return Err(LotsRefusal::LotsNotDrawn.into());
    }
    Ok(())
}

pub(super) fn confirm(
    state: &TournamentState,
    without_finals: bool,
) -> Result<Vec<Event>, Refusal> {
    let (ranking, deviations) = ranking_now(state, without_finals)?;
    Ok(vec![Event::TournamentConfirmed {
        ranking,
        deviations,
        engine: Some(ENGINE_EDITION),
    }])
}

/// The ranking as it stands, and what it departs from. An amendment confirms it again, whatever is open.
pub(super) fn ranking_now(
    state: &TournamentState,
    without_finals: bool,
) -> Result<(Vec<RankingLine>, Vec<Deviation>), Refusal> {
    let rules = rules_of(state)?;
    let without_finals = without_finals || state.early_ends.without_finals();
    check_ranked(state)?;
    let mut deviations = Vec::new();
    if state.perfect_scores().map_err(contradictory)?.is_some() {
        let rule = rules.source("extra_rounds").map(str::to_owned);
        if !without_finals {
            return Err(RoundsRefusal::ExtraRoundsLeft.into());
        }
        let detail =
            "The rules go on while more than one perfect score stands; that was not played.";
        deviations.push(Deviation::new("extra_rounds", rule, detail.to_owned()));
    }
    let progress = progress_of(state)?;
    let over = progress
        .as_ref()
        .is_none_or(|found| found.due.is_empty() && found.final_ranking.is_some());
    if !over {
        if !without_finals {
            return Err(FinalsRefusal::FinalsUnfinished.into());
        }
        deviations.push(self::without_finals(rules));
    }
    let standings = state.standings().map_err(contradictory)?;
    // An abandoned event has no champion.
    let stopped = state.early_ends.stop().is_some();
    let mut ranking = state.ranking_lines(&standings);
    for line in &mut ranking {
        line.titles = titles(line, over && !stopped, progress.as_ref());
    }
    if over && !stopped {
        award_category_titles(state, rules, &mut ranking);
    }
    Ok((ranking, deviations))
}

/// That the finals of the rules are left out, or not played to their end.
pub(super) fn without_finals(rules: &RuleSet) -> Deviation {
    let rule = rules.sources.get("finals").cloned();
    let detail = "The rules end with finals; they were not played to their end here.";
    Deviation::new("finals", rule, detail.to_owned())
}

fn titles(line: &RankingLine, over: bool, progress: Option<&FinalsProgress>) -> Vec<Title> {
    let mut won = Vec::new();
    if over && line.place == 1 {
        won.push(Title::Champion);
    }
    let womens = progress.and_then(|found| found.womens_champion.as_ref());
    if over && womens == Some(&line.entrant) {
        won.push(Title::WomensChampion);
    }
    won
}

/// The best of each category with a title: all whom the ranking leaves at the best rank, and nobody who is disqualified.
/// The women's champion of the finals has her title by them.
fn award_category_titles(state: &TournamentState, rules: &RuleSet, ranking: &mut [RankingLine]) {
    for &category in &rules.category_titles {
        let title = match category {
            TitledCategory::Women => Title::WomensChampion,
            TitledCategory::Youth => Title::YouthChampion,
            TitledCategory::Senior => Title::SeniorChampion,
        };
        if ranking.iter().any(|line| line.titles.contains(&title)) {
            continue;
        }
        let stands_for_it = |line: &RankingLine| {
            let known = state.entrant(&line.entrant);
            known.is_some_and(|known| is_of(known.categories, category))
                && !state.penalised(&line.entrant, PenaltyKind::Disqualification)
        };
        let best = ranking
            .iter()
            .filter(|line| stands_for_it(line))
            .map(|line| line.rank)
            .min();
        for line in ranking.iter_mut() {
            if Some(line.rank) == best && stands_for_it(line) {
                line.titles.push(title);
            }
        }
    }
}

fn is_of(categories: Categories, category: TitledCategory) -> bool {
    match category {
        TitledCategory::Women => categories.woman,
        TitledCategory::Youth => categories.junior,
        TitledCategory::Senior => categories.senior,
    }
}

/// All planned rounds are finished, or fewer than two entrants are left to play them.
fn check_played(state: &TournamentState) -> Result<(), Refusal> {
    if state.qualification_over() {
        return Ok(());
    }
    let last = state.rounds.last();
    let number = last.map_or(0, |round| round.number);
    let finished = last.is_none_or(|round| round.state() == RoundState::Finished);
    Err(match &state.plan {
        None => RoundsRefusal::NoRoundPlayed,
        Some(_) if finished => RoundsRefusal::RoundsLeft {
            played: number,
            planned: state.planned_rounds(),
        },
        Some(_) => RoundsRefusal::RoundLeft { round: number },
    }
    .into())
}
