//! The called side of a standing stream: commands come in, and go out as answers as soon as each is decided.

use std::{sync::Arc, time::Duration};

use http::{HeaderMap, HeaderValue};
use outflank_access::Role;
use outflank_proto::peer::v1::{
    CarriedAnswer, CarriedCommand, CarriedRefusal, carried_answer::Outcome,
};
use tokio::{
    sync::{Semaphore, mpsc},
    time::{Instant, sleep_until},
};
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;
use tonic::{Status, Streaming};

use super::CommandTaker;
use crate::{deadline, spans};

/// Commands of one stream that are under way; whoever sends more waits.
const AT_ONCE: usize = 1024;
/// Whoever opened a stream proves again who they are after so long at the latest, by opening another.
const LIFE: Duration = Duration::from_secs(600);

pub(crate) type CarriedAnswers = ReceiverStream<Result<CarriedAnswer, Status>>;

/// Takes commands in a proven role's name until no more come or this process wants none; all that came are answered.
pub(crate) fn carry(
    taker: CommandTaker,
    role: Role,
    mut commands: Streaming<CarriedCommand>,
    draining: CancellationToken,
) -> CarriedAnswers {
    let (answers, answered) = mpsc::channel(AT_ONCE);
    tokio::spawn(async move {
        let room = Arc::new(Semaphore::new(AT_ONCE));
        let until = Instant::now() + LIFE;
        while let Ok(place) = Arc::clone(&room).acquire_owned().await {
            let command = tokio::select! {
                () = draining.cancelled() => break,
                () = sleep_until(until) => break,
                command = commands.message() => command,
            };
            let Ok(Some(command)) = command else {
                break;
            };
            let (taker, answers) = (taker.clone(), answers.clone());
            tokio::spawn(async move {
                let answer = answer(&taker, role, command).await;
                // Whoever went away asks again under the same command id.
                drop(answers.send(Ok(answer)).await);
                drop(place);
            });
        }
    });
    ReceiverStream::new(answered)
}

async fn answer(taker: &CommandTaker, role: Role, command: CarriedCommand) -> CarriedAnswer {
    let mut headers = HeaderMap::new();
    let within = Duration::from_millis(command.within_ms.into());
    deadline::tell(&mut headers, Instant::now() + within);
    if let Ok(trace) = HeaderValue::from_str(&command.traceparent) {
        headers.insert(spans::HEADER, trace);
    }
    let outcome = match command.command {
        Some(asked) => taker.take(role, asked, &headers).await,
        None => Err(Status::unimplemented(
            "This version does not know the command.",
        )),
    };
    CarriedAnswer {
        number: command.number,
        outcome: Some(match outcome {
            Ok(done) => Outcome::Done(done),
            Err(status) => Outcome::Refused(CarriedRefusal {
                code: u32::try_from(i32::from(status.code())).unwrap_or_default(),
                message: status.message().to_owned(),
                details: status.details().to_vec(),
            }),
        }),
    }
}
