//! Tournaments that sockets follow: told when they, their standings or their games change.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use outflank_access::{Kind, Problem};
use outflank_live::{LiveError, Received, SharedLive, Subscription, topic};
use outflank_proto::{
    live::v1::{AlertNews, AnnouncementNews, notice::Kind as Notice},
    pairing::v1 as pairing,
    play::v1 as play,
    standings::v1 as standings,
};
use outflank_transport::ClusterClock;
use prost::Message as _;
use tokio::{
    sync::{Notify, watch},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use crate::{
    changes::{Document, Known, News, STANDINGS, TOURNAMENT},
    frames::{
        outbox::{About, Outbox},
        server_frame::{self, Outgoing},
    },
    registry::{Guest, Held, Registry},
    services::Services,
};

/// How soon a followed tournament is read again while the bus is down, or after it could not be read.
const SOON_POLL: Duration = Duration::from_secs(2);
/// How often while it is up: a publication may be lost.
const QUIET_POLL: Duration = Duration::from_secs(30);
const LINGER: Duration = Duration::from_secs(10);
/// What changed is told with the news only if it can be read so soon.
const CHANGE_WITHIN: Duration = Duration::from_secs(2);
/// Alerts of one tournament that are remembered, so that none is told twice.
const ALERTS_KEPT: usize = 256;
/// Alerts may arrive so much out of order, in ms.
const ALERTS_OVERLAP_MS: i64 = 10_000;

#[derive(Default)]
struct State {
    tournament: Known,
    standings: Known,
    members: Vec<Member>,
    next_member: u64,
    /// The last announcement told, or made before this was followed here; none before the tournament was read.
    announced: Option<u32>,
    /// Alerts told: when, of which round, of what kind.
    told: BTreeSet<(i64, u32, String)>,
}

struct Member {
    id: u64,
    outbox: Arc<Outbox>,
    /// Whose it is; none for a spectator without an account.
    account: Option<String>,
    /// Whose it is, while it hears what only officials are to know.
    official: Option<String>,
}

/// One followed tournament.
pub struct Followed {
    open: watch::Sender<bool>,
    /// Whoever is to read the tournament for the first time: many may follow it at once.
    first: tokio::sync::Mutex<()>,
    /// The tournament was read for the first time: everything else about it is to be.
    rest: Notify,
    /// When this was first followed here, cluster time in ms.
    since_ms: i64,
    state: Mutex<State>,
}

/// Every followed tournament.
pub struct TournamentSubscriptions {
    services: Services,
    live: SharedLive,
    clock: Arc<ClusterClock>,
    stop: CancellationToken,
    followed: Arc<Registry<Followed>>,
}

/// One socket's subscription: it ends when it is dropped.
pub struct TournamentSubscription {
    guest: Guest<Followed>,
    member: Option<u64>,
}

impl Drop for TournamentSubscription {
    fn drop(&mut self) {
        if let Some(member) = self.member {
            let mut state = self.guest.0.value.lock();
            state.members.retain(|one| one.id != member);
        }
    }
}

impl State {
    fn tell_tournament(&self, tournament: &str, news: News) {
        let frame = |at, since| server_frame::tournament(tournament, at, since);
        self.tell(&About::Tournament(tournament.into()), news, frame);
    }

    fn tell_standings(&self, tournament: &str, news: News) {
        let frame = |at, since| server_frame::standings(tournament, at, since);
        self.tell(&About::Standings(tournament.into()), news, frame);
    }

    fn tell(
        &self,
        about: &About,
        news: News,
        frame: impl Fn(u64, Option<(u64, String)>) -> Outgoing,
    ) {
        match news {
            News::Nothing => {}
            News::At(at) => {
                let plain = frame(at, None);
                for member in &self.members {
                    member.outbox.latest(about.clone(), plain.clone());
                }
            }
            News::Change(at, since) => {
                let (plain, change) = (frame(at, None), frame(at, Some(since)));
                for member in &self.members {
                    let (change, plain) = (change.clone(), plain.clone());
                    member.outbox.change(about.clone(), change, plain);
                }
            }
        }
    }
}

impl Followed {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is anybody to be told more than that it changed.
    fn is_followed(&self) -> bool {
        !self.lock().members.is_empty()
    }

    fn tournament_at(&self, tournament: &str, seq: u64) {
        let mut state = self.lock();
        let news = state.tournament.heard(seq);
        state.tell_tournament(tournament, news);
    }

    fn tournament_read(&self, tournament: &str, seq: u64, event: &pairing::Tournament) {
        let document = Document::known(&TOURNAMENT, event);
        let mut state = self.lock();
        let news = state.tournament.read(seq, document);
        state.tell_tournament(tournament, news);
    }

    fn standings_at(&self, tournament: &str, version: u64) {
        let mut state = self.lock();
        let news = state.standings.heard(version);
        state.tell_standings(tournament, news);
    }

    fn standings_read(&self, tournament: &str, list: &standings::Standings) {
        let document = Document::known(&STANDINGS, list);
        let mut state = self.lock();
        let news = state.standings.read(list.version, document);
        state.tell_standings(tournament, news);
    }

    /// The games of a round may be others; of any where the round is 0.
    fn games_at(&self, tournament: &str, round: u32) {
        let (about, frame) = games(tournament, round);
        for member in &self.lock().members {
            member.outbox.latest(about.clone(), frame.clone());
        }
    }

    /// What play published for the officials who follow.
    fn hear_alert(&self, message: &Bytes) {
        match play::Alert::decode(message.clone()) {
            Ok(alert) => self.alert(alert),
            Err(_) => tracing::error!("the bus brought something that is no alert"),
        }
    }

    /// From when on alerts may be missing, cluster time in ms; none while no official follows.
    fn alerts_missing_since_ms(&self) -> Option<i64> {
        let state = self.lock();
        let wanted = state.members.iter().any(|member| member.official.is_some());
        let last_ms = state.told.last().map_or(self.since_ms, |told| told.0);
        wanted.then(|| last_ms.saturating_sub(ALERTS_OVERLAP_MS).max(self.since_ms))
    }

    /// Tells the officials who follow, once.
    fn alert(&self, alert: play::Alert) {
        let mut state = self.lock();
        let new = state
            .told
            .insert((alert.at_ms, alert.round, alert.code.clone()));
        if !new {
            return;
        }
        if state.told.len() > ALERTS_KEPT {
            state.told.pop_first();
        }
        let frame = server_frame::notice(Notice::Alert(AlertNews {
            tournament_id: alert.tournament_id,
            round: alert.round,
            code: alert.code,
            text: alert.text,
            game_ids: alert.game_ids,
            at_ms: alert.at_ms,
            parameters: alert.parameters,
        }));
        for member in state.members.iter().filter(|one| one.official.is_some()) {
            member.outbox.answer(frame.clone());
        }
    }

    /// What pairing published for those who follow. Answers whether some before it are missing.
    fn hear_announcement(&self, tournament: &str, message: &Bytes) -> bool {
        let Ok(heard) = pairing::HeardAnnouncement::decode(message.clone()) else {
            tracing::error!("the bus brought something that is no announcement");
            return false;
        };
        let number = heard.announcement.as_ref().map_or(0, |one| one.number);
        let last = self.lock().announced;
        if last.is_some_and(|last| number > last.saturating_add(1)) {
            return true;
        }
        self.announce(tournament, heard);
        false
    }

    /// The last announcement told, where later ones are to be read up to that one.
    fn announcements_missing_after(&self, last: u32) -> Option<u32> {
        let told = *self.lock().announced.get_or_insert(last);
        (told < last).then_some(told)
    }

    /// Tells those whom it is for, once and in order.
    fn announce(&self, tournament: &str, heard: pairing::HeardAnnouncement) {
        let Some(announcement) = heard.announcement else {
            return;
        };
        let mut state = self.lock();
        if state
            .announced
            .is_none_or(|last| announcement.number <= last)
        {
            return;
        }
        state.announced = Some(announcement.number);
        let frame = server_frame::notice(Notice::Announcement(AnnouncementNews {
            tournament_id: tournament.to_owned(),
            number: announcement.number,
            about: announcement.kind,
            audience: announcement.audience,
            round: announcement.round,
            table: announcement.table,
            text: announcement.text,
            corrects: announcement.corrects,
            by_account_id: announcement.by_account_id,
            at_ms: announcement.at_ms,
        }));
        let is_meant = |member: &&Member| {
            let account = member.account.as_ref();
            heard.everybody || account.is_some_and(|account| heard.account_ids.contains(account))
        };
        for member in state.members.iter().filter(is_meant) {
            member.outbox.answer(frame.clone());
        }
    }

    fn join(
        &self,
        tournament: &str,
        outbox: &Arc<Outbox>,
        (account, official): (Option<String>, Option<String>),
    ) -> u64 {
        let mut state = self.lock();
        let frame = server_frame::tournament(tournament, state.tournament.at, None);
        outbox.latest(About::Tournament(tournament.into()), frame);
        if state.standings.at > 0 {
            let frame = server_frame::standings(tournament, state.standings.at, None);
            outbox.latest(About::Standings(tournament.into()), frame);
        }
        // Those that were set up before this was heard here are found by a look.
        let (about, frame) = games(tournament, 0);
        outbox.latest(about, frame);
        let id = state.next_member;
        state.next_member += 1;
        state.members.push(Member {
            id,
            outbox: Arc::clone(outbox),
            account,
            official,
        });
        id
    }
}

fn games(tournament: &str, round: u32) -> (About, Outgoing) {
    let about = About::Games(tournament.into(), round);
    (about, server_frame::games(tournament, round))
}

/// Where the tournament and everything about it are now; answers whether all of it was, as far as it
/// can be read at all.
async fn refresh(services: &Services, held: &Held<Followed>) -> bool {
    let tournament = read_tournament(services, held).await;
    // One after the other, so that a slow answer costs nobody but this tournament.
    let alerts = read_alerts(services, held).await;
    let standings = read_standings(services, held).await;
    let mut all = true;
    for problem in [tournament, alerts, standings]
        .into_iter()
        .filter_map(Result::err)
    {
        tracing::debug!(tournament = %held.key, %problem, "a part of a followed tournament could not be read");
        // Another answer would be the same.
        all &= problem.kind != Kind::Unavailable;
    }
    all
}

async fn read_tournament(services: &Services, held: &Held<Followed>) -> Result<(), Problem> {
    let request = pairing::GetTournamentRequest {
        tournament_id: held.key.clone(),
    };
    let answer = services.pairing().get_tournament(request).await;
    let answer = answer.map_err(|status| Problem::from_status(&status))?;
    let Some(event) = answer.into_inner().tournament else {
        return Ok(());
    };
    if let Some(summary) = &event.summary {
        held.value.tournament_read(&held.key, summary.seq, &event);
    }
    let missing = held.value.announcements_missing_after(event.announcements);
    match missing {
        Some(after_number) => read_announcements(services, held, after_number).await,
        None => Ok(()),
    }
}

/// Announcements that the bus did not bring.
async fn read_announcements(
    services: &Services,
    held: &Held<Followed>,
    after_number: u32,
) -> Result<(), Problem> {
    let request = pairing::ReadAnnouncementsRequest {
        tournament_id: held.key.clone(),
        after_number,
    };
    let answer = services.pairing().read_announcements(request).await;
    let answer = answer.map_err(|status| Problem::from_status(&status))?;
    for heard in answer.into_inner().announcements {
        held.value.announce(&held.key, heard);
    }
    Ok(())
}

/// Alerts are written down, and read again with the next look.
async fn read_alerts(services: &Services, held: &Held<Followed>) -> Result<(), Problem> {
    let Some(since_ms) = held.value.alerts_missing_since_ms() else {
        return Ok(());
    };
    let request = play::ReadAlertsRequest {
        tournament_id: held.key.clone(),
        since_ms,
    };
    let answer = services.play().read_alerts(request).await;
    let answer = answer.map_err(|status| Problem::from_status(&status))?;
    for alert in answer.into_inner().alerts {
        held.value.alert(alert);
    }
    Ok(())
}

/// A tournament without a list yet is refused: the list comes when it comes.
async fn read_standings(services: &Services, held: &Held<Followed>) -> Result<(), Problem> {
    let request = standings::GetStandingsRequest {
        tournament_id: held.key.clone(),
        after_round: 0,
    };
    let answer = services.standings().get_standings(request).await;
    let answer = answer.map_err(|status| Problem::from_status(&status))?;
    if let Some(list) = answer.into_inner().standings {
        held.value.standings_read(&held.key, &list);
    }
    Ok(())
}

/// The bus said where the tournament stands: whoever follows it is told what changed, where that can be read soon. That
/// it stands where it stood says that something changed which is no act.
async fn tournament_changed(services: &Services, held: &Held<Followed>, seq: u64) {
    let at = held.value.lock().tournament.at;
    if at > 0 && at <= seq && held.value.is_followed() {
        let read = read_tournament(services, held);
        let read = tokio::time::timeout(CHANGE_WITHIN, read).await;
        if !matches!(read, Ok(Ok(()))) {
            tracing::debug!(tournament = %held.key, "what changed of a followed tournament could not be read");
        }
    }
    held.value.tournament_at(&held.key, seq);
}

/// The same of its list.
async fn standings_changed(services: &Services, held: &Held<Followed>, version: u64) {
    let at = held.value.lock().standings.at;
    if at < version && held.value.is_followed() {
        let read = read_standings(services, held);
        let read = tokio::time::timeout(CHANGE_WITHIN, read).await;
        if !matches!(read, Ok(Ok(()))) {
            tracing::debug!(tournament = %held.key, "what changed of a followed list could not be read");
        }
    }
    held.value.standings_at(&held.key, version);
}

impl TournamentSubscriptions {
    /// Nothing is followed.
    pub fn new(
        services: Services,
        live: SharedLive,
        clock: Arc<ClusterClock>,
        stop: CancellationToken,
    ) -> Self {
        Self {
            services,
            live,
            clock,
            stop,
            followed: Arc::default(),
        }
    }

    /// Who hears what only the directors of a tournament are to know.
    pub fn listeners(&self) -> Vec<play::TournamentListeners> {
        let listeners = self.followed.all().into_iter().map(|held| {
            let state = held.value.lock();
            let accounts = state.members.iter().filter_map(|one| one.official.clone());
            let accounts: BTreeSet<String> = accounts.collect();
            play::TournamentListeners {
                tournament_id: held.key.clone(),
                account_ids: accounts.into_iter().collect(),
            }
        });
        listeners.filter(|of| !of.account_ids.is_empty()).collect()
    }

    /// Play said who of them directs it now: the others follow it as anybody does.
    pub fn keep_only(&self, asked: &play::TournamentListeners, now: &play::TournamentDirectors) {
        let Some(held) = self.followed.get(&asked.tournament_id) else {
            return;
        };
        for member in &mut held.value.lock().members {
            let over = |account: &String| {
                asked.account_ids.contains(account) && !now.account_ids.contains(account)
            };
            if member.official.as_ref().is_some_and(over) {
                member.official = None;
            }
        }
    }

    /// Tells a socket where the tournament is, and from then on whenever it changes and what is announced to its
    /// account; an official's also what officials are alerted to: `official` is their account.
    ///
    /// # Errors
    /// When there is no such tournament, or pairing does not answer.
    pub async fn follow(
        &self,
        tournament: &str,
        outbox: &Arc<Outbox>,
        (account, official): (Option<String>, Option<String>),
    ) -> Result<TournamentSubscription, Problem> {
        let make = || Followed {
            open: watch::Sender::new(false),
            first: tokio::sync::Mutex::default(),
            rest: Notify::new(),
            since_ms: self.clock.now_ms(),
            state: Mutex::default(),
        };
        let (followed, services) = (Arc::clone(&self.followed), self.services.clone());
        let (live, stop) = (Arc::clone(&self.live), self.stop.clone());
        let guest = self.followed.enter(tournament, make, |held| {
            tokio::spawn(run(held, followed, services, live, stop));
        });
        let mut subscription = TournamentSubscription {
            guest,
            member: None,
        };
        let held = Arc::clone(&subscription.guest.0);
        let mut open = held.value.open.subscribe();
        drop(open.wait_for(|open| *open).await);
        let first = self.read_first(&held).await?;
        subscription.member = Some(held.value.join(tournament, outbox, (account, official)));
        if first {
            held.value.rest.notify_one();
        }
        Ok(subscription)
    }

    /// Reads the tournament where nobody has; the others wait for it. Answers whether it was read now.
    async fn read_first(&self, held: &Held<Followed>) -> Result<bool, Problem> {
        let is_read = || held.value.lock().tournament.at > 0;
        if is_read() {
            return Ok(false);
        }
        let _reading = held.value.first.lock().await;
        if is_read() {
            return Ok(false);
        }
        read_tournament(&self.services, held).await?;
        Ok(true)
    }
}

struct Bus {
    tournament: Subscription,
    standings: Subscription,
    alerts: Subscription,
    announcements: Subscription,
    games: Subscription,
}

enum Heard {
    Tournament(Received),
    Standings(Received),
    Alert(Received),
    Announcement(Received),
    Games(Received),
}

async fn subscribe(live: &SharedLive, tournament: &str) -> Result<Bus, LiveError> {
    Ok(Bus {
        tournament: live.subscribe(&topic::tournament(tournament)).await?,
        standings: live.subscribe(&topic::standings(tournament)).await?,
        alerts: live.subscribe(&topic::alerts(tournament)).await?,
        announcements: live.subscribe(&topic::announcements(tournament)).await?,
        games: live.subscribe(&topic::games(tournament)).await?,
    })
}

async fn hear(bus: &mut Option<Bus>) -> Heard {
    match bus {
        Some(bus) => tokio::select! {
            heard = bus.tournament.next() => Heard::Tournament(heard),
            heard = bus.standings.next() => Heard::Standings(heard),
            heard = bus.alerts.next() => Heard::Alert(heard),
            heard = bus.announcements.next() => Heard::Announcement(heard),
            heard = bus.games.next() => Heard::Games(heard),
        },
        None => std::future::pending().await,
    }
}

fn number(message: &Bytes) -> Option<u64> {
    std::str::from_utf8(message).ok()?.trim().parse().ok()
}

/// Keeps a followed tournament until nobody has followed it for a while.
async fn run(
    held: Arc<Held<Followed>>,
    followed: Arc<Registry<Followed>>,
    services: Services,
    live: SharedLive,
    stop: CancellationToken,
) {
    let mut bus = None;
    let mut connectivity = live.connectivity();
    let mut empty_since: Option<Instant> = None;
    let mut read_at = Instant::now() + QUIET_POLL;
    loop {
        if bus.is_none() {
            bus = subscribe(&live, &held.key).await.ok();
            // What was set up meanwhile was heard by nobody here.
            held.value.games_at(&held.key, 0);
            let wait = if bus.is_none() {
                SOON_POLL
            } else {
                Duration::ZERO
            };
            read_at = read_at.min(Instant::now() + wait);
        }
        held.value.open.send_replace(true);
        if held.is_empty() {
            let since = *empty_since.get_or_insert_with(Instant::now);
            let never = held.value.lock().tournament.at == 0;
            if (never || since.elapsed() >= LINGER) && followed.close(&held) {
                return;
            }
        } else {
            empty_since = None;
        }
        let wake_at = empty_since.map_or(read_at, |since| read_at.min(since + LINGER));
        tokio::select! {
            () = stop.cancelled() => return,
            heard = hear(&mut bus) => match heard {
                Heard::Tournament(Received::Message(message)) => if let Some(seq) = number(&message) {
                    tournament_changed(&services, &held, seq).await;
                },
                Heard::Standings(Received::Message(message)) => if let Some(version) = number(&message) {
                    standings_changed(&services, &held, version).await;
                },
                Heard::Alert(Received::Message(message)) => held.value.hear_alert(&message),
                Heard::Announcement(Received::Message(message)) => {
                    if held.value.hear_announcement(&held.key, &message) {
                        read_at = Instant::now();
                    }
                }
                Heard::Games(Received::Message(message)) => if let Some(round) = number(&message) {
                    held.value.games_at(&held.key, u32::try_from(round).unwrap_or_default());
                },
                Heard::Games(Received::Missed(_)) => held.value.games_at(&held.key, 0),
                Heard::Tournament(Received::Missed(_))
                | Heard::Standings(Received::Missed(_))
                | Heard::Alert(Received::Missed(_))
                | Heard::Announcement(Received::Missed(_)) => {
                    read_at = Instant::now();
                }
                Heard::Tournament(Received::Closed)
                | Heard::Standings(Received::Closed)
                | Heard::Alert(Received::Closed)
                | Heard::Announcement(Received::Closed)
                | Heard::Games(Received::Closed) => bus = None,
            },
            () = held.bell.notified() => {}
            () = held.value.rest.notified() => read_at = Instant::now(),
            Ok(()) = connectivity.changed() => {
                connectivity.mark_unchanged();
                held.value.games_at(&held.key, 0);
                read_at = Instant::now();
            }
            () = tokio::time::sleep_until(wake_at) => {
                if Instant::now() >= read_at {
                    let known = held.value.lock().tournament.at > 0;
                    let mut soon = bus.is_none() || !*connectivity.borrow();
                    if known && !held.is_empty() {
                        soon |= !refresh(&services, &held).await;
                    }
                    read_at = Instant::now() + if soon { SOON_POLL } else { QUIET_POLL };
                }
            }
        }
    }
}
