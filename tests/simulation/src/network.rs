//! The network: calls that are lost, doubled, late, or answered by nobody.

use std::{
    any::Any,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use http::{Request, Response, request::Parts};
use http_body_util::{BodyExt as _, Full};
use outflank_access::{Kind, Problem};
use outflank_stillness::rest;
use outflank_transport::Transport;
use tokio_util::sync::CancellationToken;
use tonic::{Status, body::Body};
use tower::{ServiceExt as _, util::BoxCloneSyncService};

use crate::{
    chance::Chance,
    coverage::{Doing, Fault, Point},
    fault_plan::Control,
    life::Life,
    world::World,
};

/// Nobody waits longer for an answer.
const PATIENCE: Duration = Duration::from_secs(4);

/// A process that can be called.
#[derive(Clone)]
pub struct Running {
    /// The way into it.
    pub transport: Transport,
    /// Its life.
    pub life: Life,
    /// Ends what runs in it.
    pub stop: CancellationToken,
    /// What it consists of, as long as it lives.
    pub held: Arc<dyn Any + Send + Sync>,
}

/// The processes of one role.
#[derive(Default)]
pub struct Hosts(Mutex<Vec<Option<Running>>>);

impl Hosts {
    fn slots(&self) -> MutexGuard<'_, Vec<Option<Running>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A process serves from now on.
    pub fn put(&self, index: usize, running: Running) {
        let mut slots = self.slots();
        if slots.len() <= index {
            slots.resize_with(index + 1, || None);
        }
        slots[index] = Some(running);
    }

    /// A process serves no longer.
    pub fn take(&self, index: usize) -> Option<Running> {
        self.slots().get_mut(index)?.take()
    }

    /// Which of them serve.
    pub fn serving(&self) -> Vec<usize> {
        let slots = self.slots();
        let serving = slots.iter().enumerate().filter(|(_, slot)| slot.is_some());
        serving.map(|(index, _)| index).collect()
    }

    /// The process at a place.
    pub fn at(&self, index: usize) -> Option<Running> {
        self.slots().get(index).cloned().flatten()
    }
}

/// The way from somebody to the processes of a role.
#[derive(Clone)]
pub struct Way {
    world: Arc<World>,
    hosts: Arc<Hosts>,
    chance: Chance,
}

fn unavailable(why: &str) -> Status {
    Status::unavailable(why)
}

/// What is told of nobody who takes part.
fn not_in_contest() -> Status {
    let told = "This account does not take part in the contest; enter first.";
    Problem::new(Kind::Refused, "not_in_contest", told).into()
}

impl Way {
    /// A way; who goes it is told by the name.
    #[must_use]
    pub fn new(world: &Arc<World>, hosts: &Arc<Hosts>, name: &str) -> Self {
        Self {
            world: Arc::clone(world),
            hosts: Arc::clone(hosts),
            chance: world.chance(&format!("way of {name}")),
        }
    }

    /// As generated clients want it.
    #[must_use]
    pub fn transport(self) -> Transport {
        BoxCloneSyncService::new(tower::service_fn(move |request: Request<Body>| {
            let way = self.clone();
            async move { way.carry(request).await }
        }))
    }

    async fn carry(&self, request: Request<Body>) -> Result<Response<Body>, Status> {
        let (parts, body) = request.into_parts();
        let bytes = body.collect().await?.to_bytes();
        let (world, chance) = (&self.world, &self.chance);
        let coverage = &world.log.coverage;
        let doing = coverage.called(parts.uri.path(), &bytes);
        let lost = world.strikes_call(chance, Fault::LostRequest, &doing);
        let answer_lost = world.strikes_call(chance, Fault::LostAnswer, &doing);
        let double = world.strikes_call(chance, Fault::DoubleRequest, &doing);
        let slow = world.strikes_call(chance, Fault::SlowRequest, &doing);
        let way_ms = chance.between(0, 4) + if slow { chance.between(50, 2_500) } else { 0 };
        if double {
            let (way, parts, bytes) = (self.clone(), parts.clone(), bytes.clone());
            let late_ms = chance.between(0, 3_000);
            tokio::spawn(async move {
                rest(late_ms).await;
                way.deliver(parts, bytes).await
            });
        }
        if way_ms > 0 {
            rest(way_ms).await;
        }
        if lost {
            rest(chance.between(100, 1_500)).await;
            return Err(unavailable("the request was lost"));
        }
        // Some servers go on with what a caller has given up, others drop it.
        let goes_on = chance.in_thousand(500);
        let way = self.clone();
        let delivery = async move { way.deliver(parts, bytes).await };
        let answer = if goes_on {
            let task = tokio::spawn(delivery);
            tokio::time::timeout(PATIENCE, async {
                task.await
                    .unwrap_or_else(|_| Err(Status::internal("the handler panicked")))
            })
            .await
        } else {
            tokio::time::timeout(PATIENCE, delivery).await
        };
        let answer = answer.unwrap_or_else(|_| {
            let given_up = if goes_on {
                Fault::CallGoneOn
            } else {
                Fault::CallDropped
            };
            coverage.struck(given_up, [&doing]);
            Err(unavailable("no answer in time"))
        });
        if answer_lost {
            rest(chance.between(100, 1_500)).await;
            return Err(unavailable("the answer was lost"));
        }
        answer
    }

    /// Hands a call to one of the processes that serve when it arrives.
    async fn deliver(&self, parts: Parts, bytes: Bytes) -> Result<Response<Body>, Status> {
        let serving = self.hosts.serving();
        let chosen = self.chance.one_of(&serving);
        let Some(running) = chosen.and_then(|index| self.hosts.at(*index)) else {
            return Err(unavailable("nobody serves"));
        };
        let doing = self.world.log.coverage.called(parts.uri.path(), &bytes);
        if self.world.breaks(Control::RefusedForNothing) && doing.kind == "LeaveContest" {
            return Err(not_in_contest());
        }
        let request = Request::from_parts(parts, Body::new(Full::new(bytes)));
        let stay = Stay::begin(&self.world, running.life.clone(), doing);
        let answer = tokio::select! {
            biased;
            () = running.life.over() => return Err(unavailable("the process died")),
            answer = running.transport.oneshot(request) => answer,
        };
        stay.end(&answer);
        answer
    }
}

/// A call as long as it is in a process.
struct Stay {
    world: Arc<World>,
    life: Life,
    doing: Doing,
    answered: bool,
}

impl Stay {
    fn begin(world: &Arc<World>, life: Life, doing: Doing) -> Self {
        life.reaches(Point::Received, &doing, world.time.now_ms());
        Self {
            world: Arc::clone(world),
            life,
            doing,
            answered: false,
        }
    }

    fn end(mut self, answer: &Result<Response<Body>, Status>) {
        // Where a call is refused, the head of its answer says so.
        self.answered =
            matches!(answer, Ok(answer) if !answer.headers().contains_key("grpc-status"));
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        if self.answered {
            let now_ms = self.world.time.now_ms();
            self.life.reaches(Point::Answered, &self.doing, now_ms);
        } else {
            self.life.leaves(&self.doing);
        }
    }
}
