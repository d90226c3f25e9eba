//! What gateways report.

use outflank_access::Problem;
use outflank_proto::play::v1 as proto;

use super::{
    observation::{Observation, Observed, reported},
    records::note,
};
use crate::app::{
    Play,
    faults::{Outage, OutageKind, forget_sockets, gateway_process, note_socket},
    game::Game,
    refusal,
};

use crate::app::refusal::stored;

impl Play {
    /// A gateway runs.
    pub(crate) async fn gateway_beat(&self, beat: &proto::BeatRequest) -> Result<(), Problem> {
        let now_ms = self.now_ms();
        let gateway_id = beat.gateway_id.as_str();
        self.notice_fault(now_ms).await;
        self.faults.gateway_beat(gateway_id, now_ms);
        if beat.stalled_ms > 0 {
            let span = (now_ms.saturating_sub(beat.stalled_ms), now_ms);
            let stall = Outage::new(OutageKind::GatewayStall, gateway_id, span);
            self.outages.save(&[stall], &[]).await?;
        }
        let process = gateway_process(gateway_id);
        let beaten = self.tables.journal.beat(&process, now_ms).await;
        beaten.map_err(|error| refusal::journal(&error))
    }

    /// Sockets of players opened and closed at a gateway, and what it noticed of them.
    pub(crate) async fn take_in_reports(
        &self,
        reports: &proto::ReportSocketsRequest,
    ) -> Result<(), Problem> {
        let now_ms = self.now_ms();
        let gateway_id = reports.gateway_id.as_str();
        self.notice_fault(now_ms).await;
        let observed = reported(gateway_id, &reports.connections, now_ms);
        let mut writing = self.outages.0.write().await.map_err(stored)?;
        if reports.first {
            forget_sockets(&mut writing, gateway_id).await?;
        }
        for report in &reports.sockets {
            let account = report.account_id.as_str();
            note_socket(&mut writing, gateway_id, account, report.open).await?;
        }
        note(&mut writing, &observed).await?;
        writing.commit().await.map_err(stored)?;
        for report in &reports.sockets {
            let at_ms = match report.at_ms {
                0 => now_ms,
                at_ms => at_ms.min(now_ms),
            };
            let account = report.account_id.as_str();
            self.faults.socket(gateway_id, account, report.open, at_ms);
        }
        self.fault_news.notify_one();
        self.save_faults().await?;
        self.arrive_by_sockets(&reports.sockets).await?;
        if observed.iter().any(|one| one.what.is_lost()) {
            self.look_for_mass_stall().await?;
        }
        Ok(())
    }

    /// A player's page lost or regained the focus. Nobody but officials is told.
    pub(crate) async fn note_focus(
        &self,
        game_id: &str,
        account: &str,
        (lost, gateway): (bool, &str),
    ) -> Result<(), Problem> {
        let observed = Observed {
            account: account.to_owned(),
            gateway: gateway.to_owned(),
            socket: String::new(),
            at_ms: self.now_ms(),
            game: game_id.to_owned(),
            what: Observation::Focus { lost },
        };
        self.evidence.save(&[observed]).await
    }

    /// Whether an account officiates at a game's tournament.
    pub(crate) async fn is_official(&self, game: &Game, account: &str) -> Result<bool, Problem> {
        match game.state.place() {
            Some(place) => self.evidence.is_official(&place.tournament, account).await,
            None => Ok(false),
        }
    }
}
