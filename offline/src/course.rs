//! How far the event of a rating file has come: its plan, the list of its qualification and its finals.
//!
//! The games of the finals are those of the rounds beyond the plan and the added results, in the order of
//! the file; each belongs to the first match that wants a game of its two players.

use std::collections::BTreeSet;

use outflank_tournament::{
    EntrantId, FinalsInput, FinalsPlayer, FinalsProgress, HalfPoints, MatchGame, ResultTable,
    SharedRanks, SideSwissState, StagePlan, TableGame, TableRound, finals_progress, standings,
};

use super::event_file::EventFile;

/// An event's finals as far as the file has them.
pub struct Course {
    /// What the finals have come to.
    pub progress: FinalsProgress,
    /// The results of the qualification and of the Swiss rounds beside the semi-finals.
    pub table: ResultTable,
}

impl Course {
    /// Follows the event through its finals. The file's qualification must be complete.
    pub fn of(event: &EventFile, plan: &StagePlan) -> anyhow::Result<Self> {
        let planned = plan.rounds() as usize;
        let mut table = event.table.clone();
        let beyond = table.rounds.split_off(planned.min(table.rounds.len()));
        let rules = event.rules.standings_rules(plan.entrants, plan.rounds());
        let list = standings(&table, &rules, &[])?;
        let players: Vec<FinalsPlayer> = list
            .iter()
            .filter_map(|standing| {
                let player = event.table.players.get(standing.player)?;
                Some(FinalsPlayer {
                    entrant: EntrantId(player.id.clone()),
                    half_points: standing.half_points,
                    woman: false,
                    withdrawn: player.withdrew.then(Vec::new),
                })
            })
            .collect();
        let mut pool: Vec<TableGame> = beyond.into_iter().flat_map(|round| round.games).collect();
        pool.extend(event.added.iter().cloned());
        let mut games: Vec<MatchGame> = Vec::new();
        let mut side_rounds = 0;
        loop {
            let side_list = side_list(event, plan, &table)?;
            let progress = finals_progress(&FinalsInput {
                format: &plan.finals,
                sources: &event.rules.sources,
                list: &players,
                corrected: &[],
                falls: &[],
                equal_points_share_rank: event.rules.ranking.shared_ranks
                    == SharedRanks::EqualPoints,
                games: &games,
                side_swiss: SideSwissState {
                    published: side_rounds,
                    finished: side_rounds,
                    list: &side_list,
                },
                agreed_playoffs: &[],
            });
            let mut more = false;
            for due in progress.due.iter().flat_map(|session| &session.games) {
                let (Some(better), Some(worse)) =
                    (index(event, &due.better), index(event, &due.worse))
                else {
                    continue;
                };
                if let Some(game) = take(&mut pool, |game| {
                    [(better, worse), (worse, better)].contains(&(game.black, game.white))
                }) {
                    let black_is_better = game.black == better;
                    games.push(MatchGame {
                        match_id: due.match_id.clone(),
                        game: due.game,
                        black: if black_is_better {
                            &due.better
                        } else {
                            &due.worse
                        }
                        .clone(),
                        white: if black_is_better {
                            &due.worse
                        } else {
                            &due.better
                        }
                        .clone(),
                        result: game.result,
                    });
                    more = true;
                }
            }
            for side in progress
                .due
                .iter()
                .filter_map(|session| session.side_swiss.as_ref())
            {
                let present: BTreeSet<usize> = side
                    .players
                    .iter()
                    .filter_map(|id| index(event, id))
                    .collect();
                if let Some(round) = side_round(&mut pool, &present) {
                    table.rounds.push(round);
                    side_rounds += 1;
                    more = true;
                }
            }
            if !more {
                return Ok(Self { progress, table });
            }
        }
    }
}

/// The index of an entrant in the event's table.
pub fn index(event: &EventFile, entrant: &EntrantId) -> Option<usize> {
    let players = &event.table.players;
    players.iter().position(|player| player.id == entrant.0)
}

/// Everyone with the points of all rounds of the table, best first.
fn side_list(
    event: &EventFile,
    plan: &StagePlan,
    table: &ResultTable,
) -> anyhow::Result<Vec<(EntrantId, HalfPoints)>> {
    let rounds = u32::try_from(table.rounds.len()).unwrap_or(u32::MAX);
    let rules = event.rules.standings_rules(plan.entrants, rounds);
    let list = standings(table, &rules, &[])?;
    Ok(list
        .iter()
        .filter_map(|standing| {
            let player = table.players.get(standing.player)?;
            Some((EntrantId(player.id.clone()), standing.half_points))
        })
        .collect())
}

/// The first complete round among those players, the odd one having the bye.
fn side_round(pool: &mut Vec<TableGame>, present: &BTreeSet<usize>) -> Option<TableRound> {
    let mut playing = BTreeSet::new();
    let mut round = TableRound::default();
    let mut left = Vec::new();
    for game in pool.iter() {
        let both = [game.black, game.white];
        let fits = both
            .iter()
            .all(|player| present.contains(player) && !playing.contains(player));
        if fits && game.black != game.white {
            playing.extend(both);
            round.games.push(game.clone());
        } else {
            left.push(game.clone());
        }
    }
    if round.games.is_empty() || round.games.len() != present.len() / 2 {
        return None;
    }
    *pool = left;
    round.byes = present.difference(&playing).copied().collect();
    Some(round)
}

fn take(pool: &mut Vec<TableGame>, fits: impl Fn(&TableGame) -> bool) -> Option<TableGame> {
    let place = pool.iter().position(fits)?;
    Some(pool.remove(place))
}
