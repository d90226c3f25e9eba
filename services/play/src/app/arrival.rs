//! Who has come to the table: the first open socket or command of a seat is proof of it.

use outflank_access::Problem;
use outflank_othello::{Code, Color, Command, Moment};
use outflank_proto::play::v1 as proto;

use super::{
    Play,
    officiate::is_open,
    tables::{Failed, Step},
};

/// Games of one account that a socket is proof for: those of its latest rounds.
const LATEST: u32 = 4;

impl Play {
    /// Notes that the holder of a seat is there, unless that is known.
    pub(crate) async fn arrive(
        &self,
        game_id: &str,
        account: &str,
        (color, seen_ms): (Option<Color>, i64),
    ) -> Result<(), Problem> {
        let kept = self.tables.kept(game_id);
        let is_known = kept.is_some_and(|game| {
            let color = color.or_else(|| game.state.seat_of(account));
            color.is_some_and(|color| game.state.has_arrived(color))
        });
        if is_known {
            return Ok(());
        }
        let arrived = self.tables.act(game_id, |game, now_ms| {
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
                if !matches!(refused.code, Code::NoSuchGame | Code::InvalidTerms) =>
            {
                Ok(())
            }
            Err(failed) => Err(failed.into_problem()),
            Ok(_) => Ok(()),
        }
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
            for game_id in self
                .records
                .latest_games_of_account(account, LATEST)
                .await?
            {
                self.arrive(&game_id, account, (None, at_ms)).await?;
            }
        }
        Ok(())
    }
}
