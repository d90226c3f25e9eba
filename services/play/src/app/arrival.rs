//! Who has come to the table: an open socket or a command of a seat is proof of it.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use outflank_access::Problem;
use outflank_othello::{Code, Color, Command, Moment, PerColor};
use outflank_proto::play::v1 as proto;

use super::{
    Play,
    faults::{OutageRecords, gateway_of},
    from_pairing::FromPairing,
    officiate::is_open,
    records::GameRow,
    refusal,
    tables::{Failed, Step, Tables},
    time::SILENCE_MS,
};

impl Tables {
    /// Notes that the holder of a seat is there, unless that is known. Answers whether the game is still open.
    async fn arrive(
        &self,
        game_id: &str,
        account: &str,
        (color, seen_ms): (Option<Color>, i64),
    ) -> Result<bool, Problem> {
        let kept = self.kept(game_id);
        let is_known = kept.is_some_and(|game| {
            let color = color.or_else(|| game.state.seat_of(account));
            is_open(&game) && color.is_some_and(|color| game.state.has_arrived(color))
        });
        if is_known {
            return Ok(true);
        }
        let arrived = self.act(game_id, |game, now_ms| {
            let color = color.or_else(|| game.state.seat_of(account))?;
            (is_open(game) && !game.state.has_arrived(color)).then(|| {
                Step::new(
                    account,
                    &format!("arrive-{color}-{}", game.seq),
                    Command::Arrive { color },
                    Moment::at(now_ms).stamped(seen_ms.min(now_ms), None),
                )
            })
        });
        match arrived.await {
            // Too late, or not now: the limit's own deadline settles that.
            Err(Failed::Refused(refused, _))
                if !matches!(refused.code, Code::NoSuchGame | Code::InvalidTerms) => {}
            Err(failed) => return Err(failed.into_problem()),
            Ok(_) => {}
        }
        Ok(self.kept(game_id).is_none_or(|game| is_open(&game)))
    }

    /// The accounts that have a socket open now, at a gateway that is heard.
    async fn accounts_here(&self, outages: &OutageRecords) -> Result<BTreeSet<String>, Problem> {
        let beats = self.journal.heartbeats().await;
        let now_ms = self.clock.now_ms();
        let mut here = BTreeSet::new();
        for beat in beats.map_err(|error| refusal::journal(&error))? {
            let heard = now_ms.saturating_sub(beat.at_ms) <= SILENCE_MS;
            if let Some(gateway_id) = gateway_of(&beat.process).filter(|_| heard) {
                here.extend(outages.open_at(gateway_id).await?);
            }
        }
        Ok(here)
    }
}

impl Play {
    /// Notes that the holder of a seat is there, unless that is known.
    pub(crate) async fn arrive(
        &self,
        game_id: &str,
        account: &str,
        seen: (Option<Color>, i64),
    ) -> Result<(), Problem> {
        self.tables.arrive(game_id, account, seen).await.map(|_| ())
    }

    /// Notes who is there among the accounts whose sockets opened.
    pub(crate) async fn arrive_by_sockets(
        &self,
        reports: &[proto::SocketReport],
    ) -> Result<(), Problem> {
        let now_ms = self.now_ms();
        for report in reports.iter().filter(|report| report.open) {
            let at_ms = if report.at_ms == 0 {
                now_ms
            } else {
                report.at_ms
            };
            let account = report.account_id.as_str();
            for game_id in self.records.games_awaiting(account).await? {
                let arrived = self.tables.arrive(&game_id, account, (None, at_ms));
                if !arrived.await? {
                    self.records.note_over(&game_id, true).await?;
                }
            }
        }
        Ok(())
    }
}

impl FromPairing {
    /// Notes who of the players of new games is there already: their sockets opened before, and report nothing now.
    pub(super) async fn arrive_at(&self, games: &[GameRow]) -> Result<(), Problem> {
        let here = self.tables.accounts_here(&self.outages).await?;
        if here.is_empty() {
            return Ok(());
        }
        let seats = games
            .iter()
            .flat_map(|game| [Color::Black, Color::White].map(|color| (game, color)));
        let arrivals = seats.map(|seat| self.arrive_if_here(seat, &here));
        join_all(arrivals).await.into_iter().collect()
    }

    async fn arrive_if_here(
        &self,
        (game, color): (&GameRow, Color),
        here: &BTreeSet<String>,
    ) -> Result<(), Problem> {
        let seats = PerColor::new(game.black.as_str(), game.white.as_str());
        let entrant = seats.get(color);
        let account = self.records.account(&game.tournament_id, entrant).await?;
        let Some(account) = account.filter(|account| here.contains(account)) else {
            return Ok(());
        };
        let seen = (Some(color), self.tables.clock.now_ms());
        let arrived = self.tables.arrive(&game.game_id, &account, seen);
        arrived.await.map(|_| ())
    }

    /// The same for an account that took a seat of open games.
    pub(super) async fn arrive_in_seat(
        &self,
        games: &[String],
        account: &str,
    ) -> Result<(), Problem> {
        let here = self.tables.accounts_here(&self.outages).await?;
        if !here.contains(account) {
            return Ok(());
        }
        let now_ms = self.tables.clock.now_ms();
        for game_id in games {
            self.tables.arrive(game_id, account, (None, now_ms)).await?;
        }
        Ok(())
    }
}
