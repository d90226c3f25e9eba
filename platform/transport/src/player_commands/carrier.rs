//! The calling side of a standing stream to one instance of play: many commands under way, each with its number.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use outflank_proto::{
    peer::v1::{
        CarriedAnswer, CarriedCommand, CarriedRefusal, carried_answer::Outcome,
        peer_service_client::PeerServiceClient,
    },
    play::v1::CommandResponse,
};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, timeout_at},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Status};

use super::PlayerCommand;
use crate::{Transport, instance::Failure};

/// Commands that wait to be written; whoever has more waits.
const UNWRITTEN: usize = 256;
/// A stream takes new commands for so long: who opened it proves who it is again with the next.
const LIFE: Duration = Duration::from_secs(300);

/// A command, with what goes with it.
#[derive(Debug, Clone)]
pub(crate) struct Carried {
    pub command: PlayerCommand,
    pub traceparent: String,
    pub until: Instant,
}

/// What came of a command: the word of play, whatever it is.
pub(crate) type Answer = Result<CommandResponse, Status>;

/// Carries commands over a stream that stays open, and over another one when it broke.
pub(crate) struct Carrier {
    way: Transport,
    stream: Mutex<Option<Arc<Stream>>>,
}

impl fmt::Debug for Carrier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Carrier")
    }
}

/// A stream, as long as it takes commands.
struct Stream {
    commands: mpsc::Sender<CarriedCommand>,
    under_way: Arc<UnderWay>,
    until: Instant,
}

/// The commands of a stream that have no answer yet.
struct UnderWay(Mutex<Open>);

/// Every command under way by its number, and the last number; or how the stream ended.
enum Open {
    Yes(HashMap<u64, oneshot::Sender<Answer>>, u64),
    No(Status),
}

/// A command under way, until it is dropped: its caller may give it up half-way.
struct Place {
    under_way: Arc<UnderWay>,
    number: u64,
    /// Dropped by the other side where the stream ended.
    answer: oneshot::Receiver<Answer>,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Open::Yes(waiting, _) = &mut *self.under_way.lock() {
            waiting.remove(&self.number);
        }
    }
}

impl UnderWay {
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(self: &Arc<Self>) -> Option<Place> {
        let Open::Yes(waiting, last) = &mut *self.lock() else {
            return None;
        };
        *last = last.wrapping_add(1);
        let (told, answer) = oneshot::channel();
        waiting.insert(*last, told);
        Some(Place {
            under_way: Arc::clone(self),
            number: *last,
            answer,
        })
    }

    fn answered(&self, answer: CarriedAnswer) {
        let waiting = match &mut *self.lock() {
            Open::Yes(waiting, _) => waiting.remove(&answer.number),
            Open::No(_) => None,
        };
        if let Some(waiting) = waiting {
            drop(waiting.send(read(answer.outcome)));
        }
    }

    fn ended(&self, how: Status) {
        *self.lock() = Open::No(how);
    }

    fn how_it_ended(&self) -> Status {
        match &*self.lock() {
            Open::No(how) => how.clone(),
            Open::Yes(..) => ended(),
        }
    }
}

impl Carrier {
    /// Over a transport in the caller's own name.
    pub(crate) fn over(way: Transport) -> Self {
        Self {
            way,
            stream: Mutex::default(),
        }
    }

    /// Sends a command and waits for its answer.
    ///
    /// # Errors
    /// When there is none: its time has passed, or the stream broke.
    pub(crate) async fn carry(&self, carried: &Carried) -> Result<Answer, Failure> {
        let stream = self.stream();
        let Some(mut place) = stream.under_way.begin() else {
            return Err(broken(&stream.under_way.how_it_ended()));
        };
        let left = carried.until.saturating_duration_since(Instant::now());
        let command = CarriedCommand {
            number: place.number,
            within_ms: u32::try_from(left.as_millis()).unwrap_or(u32::MAX),
            traceparent: carried.traceparent.clone(),
            command: Some(carried.command.clone()),
        };
        let answered = async {
            // Where the stream has ended, that is the answer.
            drop(stream.commands.send(command).await);
            (&mut place.answer).await
        };
        match timeout_at(carried.until, answered).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(_)) => Err(broken(&stream.under_way.how_it_ended())),
            Err(_) => Err(Failure::too_late()),
        }
    }

    /// The stream that takes commands now.
    fn stream(&self) -> Arc<Stream> {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let takes = |open: &&Arc<Stream>| {
            let lives = matches!(&*open.under_way.lock(), Open::Yes(..));
            lives && Instant::now() < open.until
        };
        if let Some(open) = stream.as_ref().filter(takes) {
            return Arc::clone(open);
        }
        let opened = Arc::new(open(self.way.clone()));
        *stream = Some(Arc::clone(&opened));
        opened
    }
}

fn open(way: Transport) -> Stream {
    let (commands, unwritten) = mpsc::channel(UNWRITTEN);
    let under_way = Arc::new(UnderWay(Mutex::new(Open::Yes(HashMap::new(), 0))));
    let answered = Arc::clone(&under_way);
    tokio::spawn(async move {
        let mut peer = PeerServiceClient::new(way);
        let how = match peer.carry_commands(ReceiverStream::new(unwritten)).await {
            Ok(answers) => {
                let mut answers = answers.into_inner();
                loop {
                    match answers.message().await {
                        Ok(Some(answer)) => answered.answered(answer),
                        Ok(None) => break ended(),
                        Err(status) => break status,
                    }
                }
            }
            Err(status) => status,
        };
        answered.ended(how);
    });
    Stream {
        commands,
        under_way,
        until: Instant::now() + LIFE,
    }
}

/// It ended as streams do when the called wants no more.
fn ended() -> Status {
    Status::cancelled("The stream has ended.")
}

/// It said nothing of the command: play answers each by itself.
fn broken(how: &Status) -> Failure {
    // An older version knows no streams.
    let unsent = how.code() == Code::Unimplemented;
    let status = if unsent || !how.details().is_empty() {
        how.clone()
    } else {
        Status::unavailable(format!("The stream broke: {}", how.message()))
    };
    Failure {
        status,
        unsent,
        suspicious: !matches!(how.code(), Code::Cancelled | Code::Unimplemented),
    }
}

fn read(outcome: Option<Outcome>) -> Answer {
    match outcome {
        Some(Outcome::Done(done)) => Ok(done),
        Some(Outcome::Refused(refused)) => {
            let CarriedRefusal {
                code,
                message,
                details,
            } = refused;
            let code = Code::from_i32(i32::try_from(code).unwrap_or_default());
            Err(Status::with_details(code, message, details.into()))
        }
        None => Err(Status::internal("An answer says nothing of its command.")),
    }
}
