//! Everything that is known about the connections of one game's players.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::Problem;
use outflank_othello::{Color, Event, PerColor};

use super::{
    Alert,
    observation::{EndedBy, Observation, Observed},
    verdict::{Findings, Incident, Verdict, verdict},
};
use crate::app::{
    Play,
    faults::{Outage, OutageKind},
    game::Game,
    time::RECONNECTION_MS,
};

/// Others that dropped within this time of a drop are compared with it, in ms.
const TOGETHER_MS: i64 = 10_000;
/// Connections that were opened so long before a span are still found, in ms.
const LOOK_BACK_MS: i64 = 24 * 60 * 60 * 1_000;
/// What belongs to a game begins so long before its start, in ms.
const BEFORE_START_MS: i64 = 60_000;

/// A drop with what happened to others at that gateway.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Others {
    pub dropped: u32,
    pub open: u32,
}

/// One seat's part.
#[derive(Debug, Clone)]
pub(crate) struct SeatEvidence {
    pub color: Color,
    pub entrant: String,
    /// What was observed in the span, oldest first; drops with what happened to others.
    pub events: Vec<(Observed, Others)>,
    pub verdict: Verdict,
}

/// The evidence of one game.
#[derive(Debug, Clone)]
pub(crate) struct Evidence {
    pub game_id: String,
    pub from_ms: i64,
    pub until_ms: i64,
    pub seats: [SeatEvidence; 2],
    pub server: Vec<Outage>,
    pub alerts: Vec<Alert>,
}

/// When the connections of one account were open, and where.
#[derive(Debug, Default)]
struct Open(Vec<(i64, i64, String)>);

impl Open {
    /// From what was observed, oldest first; what never ended is open still.
    fn of(observed: &[Observed]) -> Self {
        let mut since: BTreeMap<(&str, &str), i64> = BTreeMap::new();
        let mut open = Vec::new();
        for one in observed {
            let socket = (one.gateway.as_str(), one.socket.as_str());
            match one.what {
                Observation::Dropped { .. } => {
                    if let Some(from_ms) = since.remove(&socket) {
                        open.push((from_ms, one.at_ms, one.gateway.clone()));
                    }
                }
                Observation::Focus { .. } => {}
                _ => {
                    since.entry(socket).or_insert(one.at_ms);
                }
            }
        }
        let still = since.into_iter();
        open.extend(still.map(|((gateway, _), from_ms)| (from_ms, i64::MAX, gateway.to_owned())));
        open.sort();
        Self(open)
    }

    /// Whether a connection to this gateway was open at some time of the span.
    fn touches(&self, gateway: &str, (from_ms, until_ms): (i64, i64)) -> bool {
        self.0
            .iter()
            .any(|(opened, closed, at)| at == gateway && *opened <= until_ms && *closed >= from_ms)
    }

    /// Whether some connection was open at every instant of the span.
    fn covers(&self, (from_ms, until_ms): (i64, i64)) -> bool {
        let mut covered_ms = from_ms;
        for (opened, closed, _) in &self.0 {
            if *opened <= covered_ms {
                covered_ms = covered_ms.max(*closed);
            }
        }
        covered_ms >= until_ms
    }
}

impl Play {
    /// The evidence of a game for a span, or for all of it when both ends are 0.
    pub(crate) async fn evidence(
        &self,
        game: &Game,
        (from_ms, until_ms): (i64, i64),
    ) -> Result<Evidence, Problem> {
        let span = match (from_ms, until_ms) {
            (0, 0) => self.span_of(game),
            (from_ms, 0) => (from_ms, self.now_ms().max(from_ms)),
            (from_ms, until_ms) => (from_ms, until_ms.max(from_ms)),
        };
        // A gateway's outage lasts until its players had time to be back.
        let reach_ms = span.0.saturating_sub(RECONNECTION_MS);
        let mut server = self.outages.within(reach_ms, span.1).await?;
        server.retain(|outage| ends_ms(outage) >= span.0);
        let alerts = match game.state.place() {
            Some(place) => {
                let at = (place.tournament.as_str(), place.round);
                self.evidence.alerts(at, span).await?
            }
            None => Vec::new(),
        };
        let accounts = self.accounts_of(game).await?;
        let black = self.seat_evidence(game, Color::Black, &accounts, span, &server);
        let white = self.seat_evidence(game, Color::White, &accounts, span, &server);
        Ok(Evidence {
            game_id: game.id.clone(),
            from_ms: span.0,
            until_ms: span.1,
            seats: [black.await?, white.await?],
            server,
            alerts,
        })
    }

    /// From shortly before the start to the end, or to now.
    pub(super) fn span_of(&self, game: &Game) -> (i64, i64) {
        let starts_ms = game.state.starts_at_ms().unwrap_or(game.at_ms);
        let from_ms = starts_ms.saturating_sub(BEFORE_START_MS);
        let until_ms = if game.state.finished().is_some() {
            game.at_ms
        } else {
            self.now_ms()
        };
        (from_ms, until_ms.max(from_ms))
    }

    /// Every account that has held a seat of the game.
    pub(super) async fn accounts_of(
        &self,
        game: &Game,
    ) -> Result<PerColor<BTreeSet<String>>, Problem> {
        let mut accounts: PerColor<BTreeSet<String>> = PerColor::default();
        for (_, _, events) in self.entries_of(&game.id).await? {
            for event in events {
                if let Event::SeatTaken { color, account } = event {
                    accounts.get_mut(color).insert(account);
                }
            }
        }
        Ok(accounts)
    }

    async fn seat_evidence(
        &self,
        game: &Game,
        color: Color,
        accounts: &PerColor<BTreeSet<String>>,
        span: (i64, i64),
        server: &[Outage],
    ) -> Result<SeatEvidence, Problem> {
        let back = (span.0.saturating_sub(LOOK_BACK_MS), span.1);
        let mut observed = Vec::new();
        for account in accounts.get(color) {
            observed.extend(self.evidence.of_account(account, &game.id, back).await?);
        }
        observed.sort_by_key(|one| one.at_ms);
        let open = Open::of(&observed);
        let mut findings = Findings {
            observed: observed
                .iter()
                .any(|one| !matches!(one.what, Observation::Focus { .. })),
            connected: open.covers(span),
            incidents: of_the_server(server, &open, span),
        };
        let mut events = Vec::new();
        for one in observed {
            if one.at_ms < span.0 {
                continue;
            }
            let others = self.others(&one).await?;
            findings.incidents.extend(of_the_line(&one, others));
            events.push((one, others));
        }
        let seats = game.state.seats();
        Ok(SeatEvidence {
            color,
            entrant: seats.map_or_else(String::new, |seats| seats.get(color).entrant.clone()),
            events,
            verdict: verdict(&findings),
        })
    }

    /// What happened to others at the gateway of a drop or a gap.
    async fn others(&self, one: &Observed) -> Result<Others, Problem> {
        let open = match one.what {
            Observation::Dropped { open_sockets, .. } => open_sockets,
            // The connection itself is open too.
            Observation::PongGap { open_sockets, .. } => open_sockets.saturating_sub(1),
            _ => return Ok(Others::default()),
        };
        let around = (
            one.at_ms.saturating_sub(TOGETHER_MS),
            one.at_ms.saturating_add(TOGETHER_MS),
        );
        let lost = self.evidence.lost_at(&one.gateway, around).await?;
        let others = lost.iter().filter(|lost| {
            // A player's second connection is no other.
            lost.socket_id != one.socket
                && (lost.account_id.is_empty() || lost.account_id != one.account)
        });
        let dropped: BTreeSet<(&str, &str)> = others
            .map(|lost| match lost.account_id.as_str() {
                "" => ("", lost.socket_id.as_str()),
                account => (account, ""),
            })
            .collect();
        Ok(Others {
            dropped: u32::try_from(dropped.len()).unwrap_or(u32::MAX),
            open,
        })
    }
}

/// The end of an outage for those whom it took.
fn ends_ms(outage: &Outage) -> i64 {
    match outage.kind {
        OutageKind::Gateway => outage.to_ms.saturating_add(RECONNECTION_MS),
        _ => outage.to_ms,
    }
}

fn of_the_server(server: &[Outage], open: &Open, span: (i64, i64)) -> Vec<Incident> {
    let incident = |outage: &Outage| {
        let ms = outage.to_ms.saturating_sub(outage.from_ms);
        let around = (outage.from_ms.max(span.0), ends_ms(outage).min(span.1));
        let there = || open.touches(&outage.name, around) || open.touches(&outage.name, span);
        match outage.kind {
            OutageKind::Server => Some(Incident::Outage { ms }),
            OutageKind::Process => Some(Incident::ProcessStall { ms }),
            OutageKind::Gateway => there().then_some(Incident::GatewaySilent),
            OutageKind::GatewayStall => there().then_some(Incident::GatewayStall { ms }),
        }
    };
    server.iter().filter_map(incident).collect()
}

fn of_the_line(one: &Observed, others: Others) -> Option<Incident> {
    match one.what {
        Observation::Dropped { by, .. } => Some(Incident::Dropped {
            by,
            others_dropped: others.dropped,
            others_open: match by {
                EndedBy::Line => others.open,
                _ => 0,
            },
        }),
        Observation::PongGap { gap_ms, .. } => Some(Incident::PongGap {
            ms: gap_ms,
            others_open: others.open,
        }),
        _ => None,
    }
}
