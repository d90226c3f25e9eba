//! What a person does at a table, on its way to play.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use outflank_access::{Kind, Problem};
use outflank_proto::{live::v1 as live, play::v1 as play};
use outflank_transport::{PlayerCommand, Stage, spans};
use tokio::time::Instant;
use tracing::Instrument as _;

use crate::{
    frames::{
        act::Act,
        outbox::Outbox,
        server_frame::{self, Outgoing},
    },
    state::Shared,
};

/// A command as it came.
#[derive(Debug)]
pub struct Received {
    /// The command id.
    pub id: String,
    /// What to do.
    pub act: Act,
    /// When its frame arrived, cluster time in ms.
    pub received_at_ms: i64,
    /// The same on this machine's clock, from which its wait behind the client's other commands is measured.
    pub arrived: Instant,
}

enum Answer {
    Committed(Box<play::CommandResponse>),
    Posted(u64),
}

/// Passes a command on for the connection's account, which an API key may speak for, and makes its answer; none where the
/// commit has brought it. `way_ms` is what pings say of the way to the client and back.
pub fn perform(
    shared: Shared,
    ((account_id, by_key), outbox): ((Option<String>, bool), Arc<Outbox>),
    command: Received,
    way_ms: Option<i64>,
) -> impl Future<Output = Option<Outgoing>> + Send + 'static {
    let queued = command.arrived.elapsed();
    let queued_ms = i64::try_from(queued.as_millis()).unwrap_or(i64::MAX);
    let kind = command.act.name();
    let span = spans::named(tracing::info_span!(
        target: spans::TARGET,
        "frame",
        otel.name = format!("frame {kind}"),
        otel.kind = "server",
        game = command.act.game_id(),
        queued_ms,
        outcome = tracing::field::Empty,
        trace_id = tracing::field::Empty,
    ));
    let told = span.clone();
    let performed = async move {
        let begun = Instant::now();
        let (id, game) = (command.id.clone(), command.act.game_id().to_owned());
        let stamps = account_id.map(|account_id| {
            let (rooms, ply) = (&shared.rooms, command.act.ply());
            let delivered = rooms.delivered(&game, &account_id, ply);
            play::Stamps {
                received_at_ms: command.received_at_ms,
                delivered_at_ms: delivered.map_or(0, |of| of.at_ms),
                account_id,
                lag_ms: way_ms.unwrap_or_default(),
                gateway_id: shared.gateway_id.clone(),
                queued_ms,
                unread_ms: delivered.map_or(0, |of| of.unread_ms),
                seen_at_ms: delivered.and_then(|of| of.seen_at_ms).unwrap_or_default(),
                by_key,
            }
        });
        // No commit brings the answer to a message, and a move may be under way beside it.
        let under_way = match command.act {
            Act::Chat(_) => None,
            _ => shared.rooms.begins(&game, &outbox, &id),
        };
        let answer = match stamps {
            Some(stamps) => {
                if !matches!(command.act, Act::Chat(_)) {
                    shared.stages.ended(Stage::Arrived, command.arrived);
                }
                send(&shared, stamps, command).await
            }
            None => Err(spectator()),
        };
        match answer {
            Ok(Answer::Committed(answer)) => {
                let outcome = if answer.repeated {
                    "repeated"
                } else {
                    "acknowledged"
                };
                shared.metrics.command(kind, outcome, begun.elapsed());
                shared.rooms.committed(&game, answer.seq, answer.update);
                let is_answered = under_way.is_some_and(|under_way| under_way.end());
                (!is_answered).then(|| server_frame::ack(id, game, answer.seq, answer.repeated))
            }
            Ok(Answer::Posted(number)) => {
                shared
                    .metrics
                    .command(kind, "acknowledged", begun.elapsed());
                Some(server_frame::posted(id, game, number))
            }
            Err(problem) => {
                shared.metrics.command(kind, "refused", begun.elapsed());
                shared.metrics.refusal("socket", &problem.code);
                told.record("outcome", problem.code.as_str());
                let is_answered = under_way.is_some_and(|under_way| under_way.end());
                (!is_answered).then(|| server_frame::refused(Some(&id), &problem))
            }
        }
    };
    performed.instrument(span)
}

pub fn spectator() -> Problem {
    Problem::new(
        Kind::Unauthenticated,
        "unauthenticated",
        "This socket is a spectator's: sign in and open another to play.",
    )
}

async fn send(shared: &Shared, stamps: play::Stamps, command: Received) -> Result<Answer, Problem> {
    let (command_id, stamps) = (command.id, Some(stamps));
    let command = match command.act {
        Act::Move(live::Move {
            game_id,
            ply,
            square,
            flip,
        }) => PlayerCommand::Move(play::MoveRequest {
            command_id,
            game_id,
            ply,
            square,
            flip,
            stamps,
        }),
        Act::Pass(live::Pass { game_id, ply }) => PlayerCommand::Pass(play::PassRequest {
            command_id,
            game_id,
            ply,
            stamps,
        }),
        Act::Resign(live::Resign { game_id }) => PlayerCommand::Resign(play::ResignRequest {
            command_id,
            game_id,
            stamps,
        }),
        Act::CallDirector(live::CallDirector { game_id }) => {
            PlayerCommand::CallDirector(play::CallDirectorRequest {
                command_id,
                game_id,
                stamps,
            })
        }
        Act::Seal(live::Seal {
            game_id,
            ply,
            square,
            flip,
        }) => PlayerCommand::SealMove(play::SealMoveRequest {
            command_id,
            game_id,
            ply,
            square,
            flip,
            stamps,
        }),
        Act::Confirm(live::Confirm { game_id, digest }) => {
            PlayerCommand::ConfirmTranscript(play::ConfirmTranscriptRequest {
                command_id,
                game_id,
                digest,
                stamps,
            })
        }
        Act::Dispute(live::Dispute { game_id, reason }) => {
            PlayerCommand::DisputeResult(play::DisputeResultRequest {
                command_id,
                game_id,
                reason,
                stamps,
            })
        }
        Act::Chat(live::Chat {
            game_id,
            channel,
            text,
            addressed_to,
        }) => {
            let request = play::PostChatRequest {
                command_id,
                game_id,
                channel,
                text,
                addressed_to,
                stamps,
            };
            return post(shared, request).await;
        }
    };
    let answer = shared.player_commands.send(command).await;
    answer
        .map(|answer| Answer::Committed(Box::new(answer)))
        .map_err(|status| Problem::from_status(&status))
}

/// Boxed: hardly anything that is sent is a chat message, and it would make the wait for every answer as large.
fn post(
    shared: &Shared,
    request: play::PostChatRequest,
) -> BoxFuture<'static, Result<Answer, Problem>> {
    let mut client = shared.services.play();
    Box::pin(async move {
        let answer = client.post_chat(request).await;
        let answer = answer.map_err(|status| Problem::from_status(&status))?;
        let message = answer.into_inner().message;
        Ok(Answer::Posted(message.map_or(0, |message| message.number)))
    })
}

/// Tells play that the page of a game lost or regained the focus.
///
/// # Errors
/// When the connection is a spectator's, or play refuses it.
pub async fn report_focus(
    shared: &Shared,
    account_id: Option<String>,
    focus: live::Focus,
) -> Result<(), Problem> {
    let stamps = play::Stamps {
        received_at_ms: shared.clock.now_ms(),
        account_id: account_id.ok_or_else(spectator)?,
        gateway_id: shared.gateway_id.clone(),
        ..play::Stamps::default()
    };
    let request = play::ReportFocusRequest {
        game_id: focus.game_id,
        lost: focus.lost,
        stamps: Some(stamps),
    };
    let answer = shared.services.play().report_focus(request).await;
    answer
        .map(drop)
        .map_err(|status| Problem::from_status(&status))
}
