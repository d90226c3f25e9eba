//! What is shown of contests.

use std::{collections::BTreeSet, sync::Arc};

use outflank_access::{Kind, Page, Problem};
use outflank_casual::{Contest, ContestPhase, ContestRules, Entrant, LadderChallenge, Variant};

use super::{
    super::{App, casual::Players},
    known::Listed,
    now::Now,
    unknown_contest,
};
use crate::records::{CasualKey, CasualRow, ContestKey, ContestRow};

/// Entrants that a head shows.
const HEAD: usize = 100;
/// Games under way that it shows.
const MOST_GAMES: usize = 50;

/// How a contest stands, with its last games looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShownState {
    Coming,
    Running,
    LastGames,
    Over,
    CalledOff,
}

/// Somebody in a contest as he is shown.
#[derive(Debug, Clone)]
pub(crate) struct ShownEntrant {
    pub place: Option<u32>,
    pub account: String,
    pub entrant: Entrant,
    pub game_id: Option<String>,
    pub waiting: bool,
}

/// A challenge that stands, with the challenger and the challenged as they are shown.
pub(crate) type ShownChallenge = (LadderChallenge, [ShownEntrant; 2]);

/// A contest with what is seen first.
#[derive(Debug)]
pub(crate) struct ContestHead {
    pub row: ContestRow,
    pub rules: ContestRules,
    pub state: ShownState,
    pub entrants: Vec<ShownEntrant>,
    pub challenges: Vec<ShownChallenge>,
    pub playing: Vec<CasualRow>,
    pub players: Players,
}

impl App {
    /// A contest with the head of its list, a second old at most.
    ///
    /// # Errors
    /// `unknown_contest`.
    pub(crate) async fn contest_head(
        self: &Arc<Self>,
        id: &str,
    ) -> Result<Arc<ContestHead>, Problem> {
        let head = match self.contest_heads.held(id) {
            Some(head) => head,
            None => {
                // Nothing is held of what there is not.
                self.contest(id).await?;
                self.contest_heads.of(id)
            }
        };
        head.get(async || self.contest_head_now(id).await).await
    }

    async fn contest_head_now(&self, id: &str) -> Result<ContestHead, Problem> {
        let row = self.contest_row(id).await?;
        let (listed, now) = self.contest_now(id).await?;
        let first = listed.list_from(0).take(HEAD);
        let entrants: Vec<ShownEntrant> = first.map(|placed| now.shown(&placed)).collect();
        let challenges = challenges_shown(&listed, &now, listed.contest.challenges());
        let most = now.games.len().min(MOST_GAMES);
        let playing = now.games.get(..most).unwrap_or_default();
        let playing = self.records.casual_games_of_ids(playing).await?;
        let rules = row.rules()?;
        let variant = rules.terms.variant;
        let mut who: BTreeSet<(Variant, String)> = playing
            .iter()
            .flat_map(|game| [&game.black_account_id, &game.white_account_id])
            .map(|account| (variant, account.clone()))
            .collect();
        let in_challenges = challenges.iter().flat_map(|(_, both)| both);
        let shown = entrants.iter().chain(in_challenges);
        who.extend(shown.map(|one| (variant, one.account.clone())));
        who.insert((variant, row.founder_account_id.clone()));
        Ok(ContestHead {
            state: self.state_of(&row, !now.games.is_empty()),
            players: self.players(&who).await?,
            row,
            rules,
            entrants,
            challenges,
            playing,
        })
    }

    async fn contest_row(&self, id: &str) -> Result<ContestRow, Problem> {
        let row = self.records.contest(id).await?;
        row.ok_or_else(unknown_contest)
    }

    pub(super) fn state_of(&self, row: &ContestRow, plays: bool) -> ShownState {
        let times = (row.starts_at_ms, row.ends_at_ms());
        match ContestPhase::at(self.clock.now_ms(), times, row.is_ended > 0) {
            ContestPhase::Coming => ShownState::Coming,
            ContestPhase::Running => ShownState::Running,
            ContestPhase::Over if plays => ShownState::LastGames,
            ContestPhase::Over => ShownState::Over,
            ContestPhase::Ended => ShownState::CalledOff,
        }
    }

    /// A page of contests with how they stand, what their founders are called, and the next page's token.
    pub(crate) async fn contests(
        &self,
        over: bool,
        page: &Page<ContestKey>,
    ) -> Result<(Vec<(ContestRow, ShownState)>, Players, String), Problem> {
        let now_ms = self.clock.now_ms();
        let rows = if over {
            self.records.contests_over(now_ms, page).await?
        } else {
            self.records.contests_to_come(now_ms, page).await?
        };
        let (rows, next) = page.cut(rows, |row| (row.over_at_ms, row.contest_id.clone()))?;
        let now = self.contests_now().await?;
        let who = rows
            .iter()
            .map(|row| (Variant::default(), row.founder_account_id.clone()))
            .collect();
        let players = self.players(&who).await?;
        let shown = rows.into_iter().map(|row| {
            let plays = now
                .of(&row.contest_id)
                .is_some_and(|now| !now.games.is_empty());
            let state = self.state_of(&row, plays);
            (row, state)
        });
        Ok((shown.collect(), players, next))
    }

    /// A page of a contest's list, with its players and the next page's token.
    ///
    /// # Errors
    /// `unknown_contest`.
    pub(crate) async fn contest_entrants(
        &self,
        id: &str,
        page: &Page<u32>,
    ) -> Result<(Vec<ShownEntrant>, Variant, Players, String), Problem> {
        let (listed, now) = self.contest_now(id).await?;
        let variant = variant_of(&listed.contest);
        let after = page.after().copied().unwrap_or_default();
        let left = listed.list_from(usize::try_from(after).unwrap_or(usize::MAX));
        let numbered = left.zip(after.saturating_add(1)..);
        let rows: Vec<(u32, ShownEntrant)> = numbered
            .take(page.sought())
            .map(|(placed, number)| (number, now.shown(&placed)))
            .collect();
        let (rows, next) = page.cut(rows, |(number, _)| *number)?;
        let entrants: Vec<ShownEntrant> = rows.into_iter().map(|(_, entrant)| entrant).collect();
        let who = entrants.iter().map(|one| (variant, one.account.clone()));
        let players = self.players(&who.collect()).await?;
        Ok((entrants, variant, players, next))
    }

    /// How one account stands in a contest.
    ///
    /// # Errors
    /// `unknown_contest`, `unknown_contest_entrant`.
    pub(crate) async fn contest_entrant(
        &self,
        id: &str,
        account: &str,
    ) -> Result<(ShownEntrant, Variant, Players), Problem> {
        let (listed, now) = self.contest_now(id).await?;
        let variant = variant_of(&listed.contest);
        let placed = listed.placed(&[account].into());
        let shown = placed.get(account).map(|placed| now.shown(placed));
        let shown = shown.ok_or_else(unknown_entrant)?;
        let players = self
            .players(&[(variant, account.to_owned())].into())
            .await?;
        Ok((shown, variant, players))
    }

    /// A page of a contest's games, with their players and the next page's token.
    ///
    /// # Errors
    /// `unknown_contest`.
    pub(crate) async fn contest_games(
        &self,
        id: &str,
        page: &Page<CasualKey>,
    ) -> Result<(Vec<CasualRow>, Players, String), Problem> {
        self.contest(id).await?;
        let rows = self.records.contest_games(id, page).await?;
        self.games_of_page(rows, page).await
    }
}

/// These challenges, each with whom it is between.
pub(super) fn challenges_shown(
    listed: &Listed,
    now: &Now,
    challenges: Vec<&LadderChallenge>,
) -> Vec<ShownChallenge> {
    let both = challenges
        .iter()
        .flat_map(|of| [of.challenger.as_str(), of.challenged.as_str()]);
    let placed = listed.placed(&both.collect());
    let shown = |account: &str| placed.get(account).map(|placed| now.shown(placed));
    let of_both = challenges.into_iter().filter_map(|of| {
        let both = [shown(&of.challenger)?, shown(&of.challenged)?];
        Some((of.clone(), both))
    });
    of_both.collect()
}

fn variant_of(contest: &Contest) -> Variant {
    let founding = contest.founding();
    founding.map_or_else(Variant::default, |of| of.rules.terms.variant)
}

fn unknown_entrant() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_contest_entrant",
        "This account has not entered the contest.",
    )
}
