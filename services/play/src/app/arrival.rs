//! Who has come to the table: an open socket or a command of a seat is proof of it.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use outflank_access::Problem;
use outflank_othello::{Code, Color, Command, Moment, PerColor};
use outflank_proto::play::v1 as proto;

use super::{
    Play,
    faults::{OutageRecords, gateways_heard},
    from_pairing::FromPairing,
    game::Game,
    officiate::is_open,
    tables::{Failed, Step, Tables},
};

/// What notes that the holder of a seat is there, as was seen at an instant; none where that is known, or the game is
/// over.
pub(super) fn arrival(
    game: &Game,
    color: Color,
    (seen_ms, now_ms): (i64, i64),
) -> Option<(Command, Moment)> {
    (is_open(game) && !game.state.has_arrived(color)).then(|| {
        let moment = Moment::at(now_ms).stamped(seen_ms.min(now_ms), None);
        (Command::Arrive { color }, moment)
    })
}

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
            let (command, moment) = arrival(game, color, (seen_ms, now_ms))?;
            let command_id = format!("arrive-{color}-{}", game.seq);
            Some(Step::new(account, &command_id, command, moment))
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
    pub(super) async fn accounts_here(
        &self,
        outages: &OutageRecords,
    ) -> Result<BTreeSet<String>, Problem> {
        let mut here = BTreeSet::new();
        for (gateway_id, _) in gateways_heard(self.journal.as_ref(), self.clock.now_ms()).await? {
            here.extend(outages.open_at(&gateway_id).await?);
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
                    self.note_over(&game_id).await?;
                }
            }
        }
        Ok(())
    }
}

/// A game that was set up, and the accounts in its seats.
pub(super) type NewGame = (String, PerColor<Option<String>>);

impl FromPairing {
    /// Notes who of the players of new games is there already: their sockets opened before, and report nothing now. The
    /// games stand when it is asked: a socket that opens meanwhile finds them.
    pub(super) async fn arrive_at_new(&self, games: &[NewGame]) -> Result<(), Problem> {
        let here = self.tables.accounts_here(&self.outages).await?;
        let arrived = games
            .iter()
            .map(|(game_id, accounts)| self.arrive_at(game_id, accounts, &here));
        join_all(arrived).await.into_iter().collect()
    }

    async fn arrive_at(
        &self,
        game_id: &str,
        accounts: &PerColor<Option<String>>,
        here: &BTreeSet<String>,
    ) -> Result<(), Problem> {
        let now_ms = self.tables.clock.now_ms();
        for color in [Color::Black, Color::White] {
            let account = accounts.get(color).as_deref();
            if let Some(account) = account.filter(|account| here.contains(*account)) {
                self.tables
                    .arrive(game_id, account, (Some(color), now_ms))
                    .await?;
            }
        }
        Ok(())
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
