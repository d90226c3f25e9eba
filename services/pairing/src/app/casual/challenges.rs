//! Challenges by link: records with an end, each good for one game.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_casual::{
    Booking, CHALLENGE_STANDS_MS, MOST_OPEN_CHALLENGES, Origin, Player, Terms, Wanted,
};
use outflank_othello::Color;

use super::{
    super::{App, check},
    Players, problems,
    stream::{ATTEMPTS, Outcome, Stood},
};
use crate::records::{CasualRow, ChallengeRow, color_of, stored_color, take_challenge};

/// A challenge that came to nothing is forgotten so long after its end, ms.
const FORGOTTEN_AFTER_MS: i64 = 7 * 24 * 3_600_000;

/// A challenge that somebody makes.
#[derive(Debug, Clone)]
pub(crate) struct NewChallenge {
    pub account: String,
    /// It comes by an API key.
    pub by_key: bool,
    pub command_id: String,
    pub terms: Terms,
    pub color: Option<Color>,
}

/// What two have agreed on, and where that is on record.
pub(super) struct Agreed<'a> {
    pub wanted: Wanted,
    /// The record that it takes up.
    pub challenge: &'a ChallengeRow,
    /// The offer of whoever takes it up, where both have offered: either's acceptance takes up both, so that the slower
    /// one comes to nothing, even if the game of the faster is over by then.
    pub own_offer: Option<String>,
}

impl App {
    /// Makes a challenge; asked again under the same command id it is the same one.
    ///
    /// # Errors
    /// `main_time_out_of_range`, `increment_out_of_range`, `barred`, `too_many_challenges`.
    pub(crate) async fn challenge(
        self: &Arc<Self>,
        new: &NewChallenge,
    ) -> Result<ChallengeRow, Problem> {
        check::command_id(&new.command_id)?;
        let (account, command_id) = (new.account.as_str(), new.command_id.as_str());
        if let Some(known) = self
            .records
            .challenge_by_command(account, command_id)
            .await?
        {
            return Ok(known);
        }
        problems::check_terms(&new.terms)?;
        self.check_may_play(account).await?;
        let now_ms = self.clock.now_ms();
        if self.records.open_challenges(account, now_ms).await? >= MOST_OPEN_CHALLENGES {
            return Err(problems::too_many_challenges());
        }
        self.records
            .forget_challenges(now_ms.saturating_sub(FORGOTTEN_AFTER_MS))
            .await?;
        let row = ChallengeRow {
            // Nobody finds it but by its link.
            challenge_id: self.lots.id()?,
            command_id: command_id.to_owned(),
            account_id: account.to_owned(),
            variant: new.terms.variant.as_str().to_owned(),
            main_ms: new.terms.main_ms,
            increment_ms: new.terms.increment_ms,
            color: stored_color(new.color).to_owned(),
            rematch_of: String::new(),
            expires_at_ms: now_ms.saturating_add(CHALLENGE_STANDS_MS),
            game_id: String::new(),
            by_key: i64::from(new.by_key),
        };
        self.records.keep_challenge(&row).await?;
        // The same command at the same moment may have been faster.
        let kept = self
            .records
            .challenge_by_command(account, command_id)
            .await?;
        Ok(kept.unwrap_or(row))
    }

    /// A challenge by link that stands, or that a game came of.
    ///
    /// # Errors
    /// `unknown_challenge`.
    pub(crate) async fn known_challenge(&self, id: &str) -> Result<ChallengeRow, Problem> {
        let now_ms = self.clock.now_ms();
        let row = self.records.challenge(id).await?;
        row.filter(|row| row.rematch_of.is_empty())
            .filter(|row| !row.game_id.is_empty() || row.expires_at_ms > now_ms)
            .ok_or_else(problems::unknown_challenge)
    }

    /// The challenges by link of an account that stand, the latest first: as many as one may have.
    pub(crate) async fn own_challenges(
        &self,
        account: &str,
    ) -> Result<(Vec<ChallengeRow>, Players), Problem> {
        let now_ms = self.clock.now_ms();
        let rows = self
            .records
            .challenges_by(account, now_ms, MOST_OPEN_CHALLENGES)
            .await?;
        let who = rows
            .iter()
            .map(|row| (row.terms().variant, row.account_id.clone()));
        let players = self.players(&who.collect()).await?;
        Ok((rows, players))
    }

    /// Takes a challenge up, by an API key or not; who did so before has the same game again.
    ///
    /// # Errors
    /// `unknown_challenge`, `challenge_taken`, `own_opponent`, `already_booked`, `opponent_booked`, `plays_an_event`,
    /// `opponent_plays_event`, `barred`, `not_with_each_other`.
    pub(crate) async fn take_challenge(
        self: &Arc<Self>,
        id: &str,
        (account, by_key): (&str, bool),
    ) -> Result<CasualRow, Problem> {
        let challenge = self.known_challenge(id).await?;
        if let Some(game) = self.came_of(&challenge, account).await? {
            return Ok(game);
        }
        let agreed = Agreed {
            wanted: Wanted {
                challenger: self
                    .agreeing(&challenge.account_id, challenge.by_key > 0)
                    .await?,
                opponent: self.agreeing(account, by_key).await?,
                terms: challenge.terms(),
                color: color_of(&challenge.color),
                origin: Origin::Challenge { id: id.to_owned() },
                drawn_before: None,
            },
            challenge: &challenge,
            own_offer: None,
        };
        self.book_agreed(&agreed).await
    }

    /// Who agrees to a game, by an API key or not.
    pub(super) async fn agreeing(&self, account: &str, by_key: bool) -> Result<Player, Problem> {
        Ok(Player {
            account: account.to_owned(),
            seek: None,
            operator: self.operator(account).await?,
            by_key,
        })
    }

    /// The game that came of a challenge, if one did and the account plays it.
    async fn came_of(
        &self,
        challenge: &ChallengeRow,
        account: &str,
    ) -> Result<Option<CasualRow>, Problem> {
        if challenge.game_id.is_empty() {
            return Ok(None);
        }
        let game = self.records.casual_game(&challenge.game_id).await?;
        let plays = |game: &CasualRow| {
            let players = game.players();
            players.black == account || players.white == account
        };
        game.filter(plays)
            .map(Some)
            .ok_or_else(problems::challenge_taken)
    }

    /// Books two who have agreed, unless what they agreed on was taken up or taken back meanwhile.
    pub(super) async fn book_agreed(
        self: &Arc<Self>,
        agreed: &Agreed<'_>,
    ) -> Result<CasualRow, Problem> {
        let (wanted, challenge) = (&agreed.wanted, agreed.challenge);
        self.check_may_meet(&wanted.opponent, &wanted.challenger)
            .await?;
        let seated = self.at_event_boards().await?;
        if seated.contains(&wanted.opponent.account) {
            return Err(problems::plays_event());
        }
        if seated.contains(&wanted.challenger.account) {
            return Err(problems::opponent_plays_event());
        }
        for _ in 0..ATTEMPTS {
            // Looked at without a turn first: what is refused holds nobody up.
            if let Err(problem) = self.booking_of(wanted, &self.bookings().await?) {
                return self.came_or(agreed, problem).await;
            }
            let turn = self.bookings.turn().await;
            let stood = self.bookings().await?;
            let Ok((booking, now_ms)) = self.booking_of(wanted, &stood) else {
                continue;
            };
            let id = challenge.challenge_id.as_str();
            let beside = |games: &[String]| {
                let game = games.first().map_or("", String::as_str);
                let own = agreed.own_offer.iter().map(String::as_str);
                let mut taken: Vec<&str> = own.chain([id]).collect();
                // In one order, whoever accepts: neither commit holds what the other one waits for.
                taken.sort_unstable();
                taken.iter().map(|id| take_challenge(id, game)).collect()
            };
            let command = (id.to_owned(), now_ms);
            let outcome = self
                .book_with((turn, &stood), command, vec![booking], beside)
                .await?;
            if outcome == Outcome::Raced {
                continue;
            }
            return self.came_or(agreed, problems::unknown_challenge()).await;
        }
        Err(problems::contended())
    }

    /// What two have agreed on as it would be booked now.
    fn booking_of(&self, wanted: &Wanted, stood: &Stood) -> Result<(Booking, i64), Problem> {
        let now_ms = self.clock.now_ms().max(stood.at_ms);
        let booked = stood.bookings.book(wanted, (self.lots.seed()?, now_ms));
        let booking = booked.map_err(|refusal| problems::refused(&refusal))?;
        Ok((booking, now_ms))
    }

    /// The game that came of it: its own acceptance, the answer to which was lost, stands in the way of a second one. Else
    /// what it was refused with.
    async fn came_or(&self, agreed: &Agreed<'_>, problem: Problem) -> Result<CasualRow, Problem> {
        let newest = self
            .records
            .challenge(&agreed.challenge.challenge_id)
            .await?;
        let came = match newest {
            Some(newest) => {
                self.came_of(&newest, &agreed.wanted.opponent.account)
                    .await?
            }
            None => None,
        };
        came.ok_or(problem)
    }

    /// Takes an account's own challenge back.
    ///
    /// # Errors
    /// `unknown_challenge`, `challenge_taken`.
    pub(crate) async fn withdraw_challenge(
        self: &Arc<Self>,
        id: &str,
        account: &str,
    ) -> Result<(), Problem> {
        if self.records.withdraw_challenge(id, account).await? {
            return Ok(());
        }
        let known = self.known_challenge(id).await?;
        Err(
            if known.account_id == account && !known.game_id.is_empty() {
                problems::challenge_taken()
            } else {
                problems::unknown_challenge()
            },
        )
    }
}
