//! An evening of casual play: people come and go, seek games, challenge each other and want another game, over processes
//! of pairing and play, live state and a network that fail by seed. There is no event.

mod arena;
mod commands;
mod guest;
mod seeking;
mod seen;
mod talks;
mod wish;

use std::{sync::Arc, time::Duration};

use outflank_access::Role;
use outflank_proto::pairing::v1::pairing_service_client::PairingServiceClient;
use outflank_stillness::{Stillness, rest};
use tokio::{sync::watch, task::JoinSet};

use self::{arena::Arena, guest::Guest};
pub use self::{
    seeking::LIFETIME,
    seen::{BOOKINGS, CONTEST, Refused, Seen, Sought, Told, Turn},
    wish::Wish,
};
use crate::{
    check::check_evening,
    fault_plan::{Control, FaultPlan},
    gateway::Gateway,
    run::{Report, report, settle},
    wiring::Wiring,
    world::World,
};

/// So many people come.
const GUESTS: (u64, u64) = (12, 36);
/// They come within this time, ms.
const ARRIVALS_MS: (u64, u64) = (2_000, 30_000);
/// Each has so many games, rematches and challenges aside.
const GAMES: (u64, u64) = (1, 2);
/// Gateways.
const GATEWAYS: usize = 2;
/// Of so many people the first challenges, and the next two have his link.
const CIRCLE: usize = 8;
/// An evening that lasts longer does not come to its end.
const LONGEST: Duration = Duration::from_secs(1_200);
/// What was sent twice has come a second time after so long, ms.
const COMES_TWICE_WITHIN_MS: u64 = 4_000;

/// What became of an evening.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// People who came.
    pub guests: u64,
    /// Seeks that stood.
    pub seeks: u64,
    /// Games that were booked.
    pub bookings: u64,
    /// Two seeks that fit each other and stood together while a process of pairing could book them.
    pub fitting: u64,
    /// The longest that two fitting seeks stood together while a process of pairing could book them, ms.
    pub together_max_ms: i64,
    /// Games that count in arenas.
    pub counted: u64,
}

/// The evening of a seed.
#[must_use]
pub fn evening(seed: u64) -> Report {
    run_evening(seed, FaultPlan::of_evening(seed), None)
}

/// The evening of a seed with something broken on purpose.
#[must_use]
pub fn evening_broken(seed: u64, control: Control) -> Report {
    run_evening(seed, FaultPlan::for_control(control, seed), Some(control))
}

/// The evening of a seed under this plan of faults.
#[must_use]
pub fn run_evening(seed: u64, fault_plan: FaultPlan, control: Option<Control>) -> Report {
    let stillness = Stillness::default();
    stillness.run(async {
        let world = World::new(seed, fault_plan, control);
        let began_ms = world.time.now_ms();
        let wiring = Box::pin(Wiring::build(&world, &stillness)).await;
        let gateway = Gateway::new(&wiring);
        tokio::spawn(Arc::clone(&gateway).keep_beating());
        tokio::spawn(Arc::clone(&wiring).let_crash());
        tokio::spawn(Arc::clone(&wiring).let_live_state_fail());
        let guests = host(&wiring, &gateway).await;
        world.calm_down();
        let open = settle(&wiring).await.err();
        let (mut findings, mut figures) = Box::pin(check_evening(&wiring)).await;
        figures.guests = guests;
        findings.extend(open);
        let mut report = report(&wiring, (began_ms, findings));
        report.answers.extend(world.seen.answers());
        report.evening = figures;
        wiring.end();
        report
    })
}

/// Lets everybody come and stay as long as they like; answers how many came.
async fn host(wiring: &Arc<Wiring>, gateway: &Arc<Gateway>) -> u64 {
    let chance = wiring.world.chance("an evening's guests");
    let seeking: Vec<_> = (1..=GATEWAYS)
        .map(|number| seeking::Seeking::new(wiring, &format!("seeking-{number}")))
        .collect();
    for seeking in &seeking {
        tokio::spawn(Arc::clone(seeking).run());
    }
    let way = wiring.way(Role::Gateway, &wiring.pairing, "guests");
    let count = chance.between(GUESTS.0, GUESTS.1);
    let longest_ms = chance.between(ARRIVALS_MS.0, ARRIVALS_MS.1);
    let mut evening = JoinSet::new();
    let count = usize::try_from(count).unwrap_or_default();
    let mut arena = Arena::of(&wiring.world);
    let links: Vec<watch::Sender<Option<String>>> = (0..=count / CIRCLE)
        .map(|_| watch::Sender::default())
        .collect();
    for number in 0..count {
        let account = format!("guest{number}");
        let seeking = &seeking[number % GATEWAYS];
        let place = number % CIRCLE;
        let arena = arena.as_mut();
        let guest = Guest {
            line: seeking.line(&account),
            chance: chance.other(&account),
            arrives_ms: chance.between(0, longest_ms),
            games: chance.between(GAMES.0, GAMES.1),
            link: links[number / CIRCLE].clone(),
            place,
            pairing: PairingServiceClient::new(way.clone()),
            wiring: Arc::clone(wiring),
            gateway: Arc::clone(gateway),
            seeking: Arc::clone(seeking),
            played: Vec::new(),
            part: arena.and_then(|arena| arena.part_of(&account, place)),
            wanted: None,
            commands: 0,
            account,
        };
        evening.spawn(guest.spend());
    }
    let all_leave = async { while evening.join_next().await.is_some() {} };
    if tokio::time::timeout(LONGEST, all_leave).await.is_err() {
        let complaint = "somebody never comes to the end of the evening".to_owned();
        wiring.world.log.complain(complaint);
    }
    if arena.is_some() {
        // What comes late enters all the same, and the list that is shown is compared with what stands.
        rest(COMES_TWICE_WITHIN_MS).await;
    }
    count as u64
}
