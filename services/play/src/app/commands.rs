//! A player's command: decided, committed, answered.

use std::{sync::Arc, time::Duration};

use outflank_access::Problem;
use outflank_journal::RecordWrite;
use outflank_othello::{Code, Color, Command, Event, Moment, Refusal, Square, Stamps, deadline};
use outflank_proto::play::v1::TableUpdate;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::{
    Play,
    arrival::arrival,
    game::{Game, events_of},
    refusal,
    tables::{Acted, Failed, Step},
    time::UNCERTAINTY_MS,
};

/// How often a command waits for the other side's flag to be settled.
const WAITS: u32 = 4;
/// Longest single wait, in ms.
const LONGEST_WAIT_MS: i64 = 5_000;

/// What a player wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Act {
    Move {
        ply: u32,
        square: Square,
        /// The disc that is flipped by choice.
        flip: Option<Square>,
    },
    Pass {
        ply: u32,
    },
    Resign,
    CallDirector,
    /// A pass without a square.
    Seal {
        ply: u32,
        square: Option<Square>,
        flip: Option<Square>,
    },
    Confirm {
        digest: String,
    },
    Dispute {
        reason_id: String,
    },
}

/// A command of the account that holds a seat.
#[derive(Debug, Clone)]
pub(crate) struct PlayerCommand {
    pub game_id: String,
    pub account: String,
    pub color: Color,
    /// The seat is the account's own, not that of a player whom it assists.
    pub own_seat: bool,
    pub command_id: String,
    pub act: Act,
    /// What a gateway saw of it.
    pub stamps: Option<Stamps>,
    /// How long it waited behind frames of the same socket, ms: the player's own time.
    pub queued_ms: i64,
    /// Which gateway.
    pub gateway: String,
    /// It came by an API key: a program gave it.
    pub by_key: bool,
    /// What is written of records with it.
    pub records: Vec<RecordWrite>,
}

/// The acknowledgement.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Acknowledged {
    pub seq: u64,
    pub repeated: bool,
    /// What the players are told of the commit, where it is this one's.
    pub update: Option<Box<TableUpdate>>,
}

impl PlayerCommand {
    fn command(&self) -> Command {
        let color = self.color;
        match self.act.clone() {
            Act::Move { ply, square, flip } => Command::Move {
                color,
                ply,
                square,
                flip,
            },
            Act::Pass { ply } => Command::Pass { color, ply },
            Act::Resign => Command::Resign { color },
            Act::CallDirector => Command::CallDirector { color },
            Act::Seal { ply, square, flip } => Command::SealMove {
                color,
                ply,
                square,
                flip,
            },
            Act::Confirm { digest } => Command::ConfirmTranscript { color, digest },
            Act::Dispute { reason_id } => Command::DisputeResult { color, reason_id },
        }
    }

    /// Whether the account still holds the seat: another may have taken it since the seat was looked up.
    fn is_seated(&self, game: &Game) -> bool {
        !self.own_seat || game.state.seat_of(&self.account) == Some(self.color)
    }

    fn moment(&self, now_ms: i64) -> Moment {
        Moment {
            now_ms,
            uncertainty_ms: UNCERTAINTY_MS,
            stamps: self.stamps,
        }
    }

    /// What the gateway saw, for the entry.
    fn stamped(&self, game: &Game) -> Option<Event> {
        let stamps = self.stamps?;
        Some(Event::Stamped {
            ply: game.state.next_ply(),
            color: self.color,
            received_at_ms: stamps.received_at_ms,
            delivered_at_ms: stamps.delivered_at_ms,
            lag_ms: stamps.lag_ms,
            unread_ms: stamps.unread_ms,
            seen_at_ms: stamps.seen_at_ms,
            queued_ms: self.queued_ms,
            gateway: self.gateway.clone(),
            by_key: self.by_key,
        })
    }

    /// Whether these events hold what was asked; if not, a flag ended the game before it.
    fn is_done_by(&self, events: &[Event]) -> bool {
        events
            .iter()
            .any(|event| done(event).as_ref() == Some(&self.act))
    }

    /// Whether these events are what another command did: its id was used a second time.
    fn is_reused(&self, events: &[Event]) -> bool {
        events.iter().any(|event| done(event).is_some()) && !self.is_done_by(events)
    }
}

/// The player's act that an event carries out.
fn done(event: &Event) -> Option<Act> {
    match event {
        Event::Moved {
            ply, square, flip, ..
        } => Some(Act::Move {
            ply: *ply,
            square: *square,
            flip: *flip,
        }),
        Event::Passed {
            ply,
            automatic: false,
            ..
        } => Some(Act::Pass { ply: *ply }),
        Event::Resigned { .. } => Some(Act::Resign),
        Event::DirectorCalled { .. } => Some(Act::CallDirector),
        Event::SquareSealed { ply, square, flip } => Some(Act::Seal {
            ply: *ply,
            square: *square,
            flip: *flip,
        }),
        Event::TranscriptConfirmed { digest, .. } => Some(Act::Confirm {
            digest: digest.clone(),
        }),
        Event::ResultDisputed { reason_id, .. } => Some(Act::Dispute {
            reason_id: reason_id.clone(),
        }),
        _ => None,
    }
}

impl Play {
    /// Carries a command out to its end in a task of its own: a caller that goes away does not stop it
    /// half-way.
    pub(crate) async fn execute(
        self: &Arc<Self>,
        command: PlayerCommand,
    ) -> Result<Acknowledged, Problem> {
        let play = Arc::clone(self);
        let (game_id, color) = (command.game_id.clone(), command.color);
        let id = command.command_id.clone();
        // Before anything waits: of commands that come together each knows of the others.
        let begun_ms = self.tables.clock.now_ms();
        self.under_way.begin((&game_id, color), &id, begun_ms);
        let carried_out = async move {
            let done = play.carry_out(command).await;
            let ended_ms = play.tables.clock.now_ms();
            play.under_way.end((&game_id, color), &id, ended_ms);
            let done = done?;
            if done.repeated {
                // The answer is known; it does not wait for this.
                tokio::spawn(
                    async move { play.tell_again(&game_id, done.seq).await }.in_current_span(),
                );
            }
            Ok(done)
        };
        tokio::spawn(carried_out.in_current_span())
            .await
            .map_err(Problem::internal)?
    }

    async fn carry_out(&self, mut command: PlayerCommand) -> Result<Acknowledged, Problem> {
        let received = Instant::now();
        let now_ms = self.tables.clock.now_ms();
        self.notice_fault(now_ms).await;
        let received_ms = command
            .stamps
            .map_or(now_ms, |stamps| stamps.received_at_ms);
        self.faults
            .is_back(&command.account, received_ms.min(now_ms));
        self.credit_faults(&command.game_id).await?;
        // A command shows that its player is there: the first one notes it in its own entry.
        let mut seen_ms = Some(received_ms);
        for _ in 0..WAITS {
            let stamped = |game: &Game| command.stamped(game);
            let acted = self.tables.act_stamped(
                &command.game_id,
                (Some(received), stamped),
                |game, now_ms| {
                    command.is_seated(game).then(|| {
                        let arrival =
                            seen_ms.and_then(|at_ms| arrival(game, command.color, (at_ms, now_ms)));
                        Step::new(
                            &command.account,
                            &command.command_id,
                            command.command(),
                            command.moment(now_ms),
                        )
                        .after_arrival(arrival)
                        .with_records(command.records.clone())
                    })
                },
            );
            let acted = acted.await;
            let is_noted = matches!(&acted, Ok(Acted::Done { .. } | Acted::Nothing));
            if let Some(at_ms) = seen_ms.take().filter(|_| !is_noted) {
                let seen = (Some(command.color), at_ms);
                self.arrive(&command.game_id, &command.account, seen)
                    .await?;
            }
            match acted {
                Ok(Acted::Done {
                    game,
                    events,
                    update,
                }) => {
                    self.credit_slow_commit(&game).await;
                    let answer = answer(&command, &game, game.seq, &events, false)?;
                    return Ok(Acknowledged {
                        update: Some(update),
                        ..answer
                    });
                }
                Ok(Acted::Repeated(entry)) => {
                    let game = self.game(&command.game_id).await?;
                    return answer(&command, &game, entry.seq, &events_of(&entry)?, true);
                }
                Ok(Acted::Nothing) => return Err(refusal::seat_taken()),
                Err(Failed::Problem(problem)) => return Err(problem),
                Err(Failed::Refused(refused, game)) => {
                    if let Some(first) = self.first_answer(&command, &game, &refused).await? {
                        return first;
                    }
                    match refused.code {
                        Code::FlagPending | Code::AbsencePending => {
                            let newest = self.tables.kept(&command.game_id);
                            self.wait_for_flag(&newest.unwrap_or(game)).await?;
                            // From here on it counts as received after the wait.
                            command.stamps = None;
                        }
                        Code::StaleCommand => {
                            self.credit_stale_command(&command).await;
                            return Err(refusal::by_rules(&refused));
                        }
                        _ => return Err(refusal::by_rules(&refused)),
                    }
                }
            }
        }
        Err(refusal::too_busy())
    }

    /// The seat that an account may play, and whether it is its own.
    pub(crate) async fn place_of(
        &self,
        game_id: &str,
        account: &str,
    ) -> Result<(Option<Color>, bool), Problem> {
        // Who holds a seat is checked again when the command is decided.
        let kept = self.tables.kept(game_id);
        if let Some(own) = kept.and_then(|game| game.state.seat_of(account)) {
            return Ok((Some(own), true));
        }
        let game = self.game(game_id).await?;
        let seat = self.seat(&game, account).await?;
        Ok((seat, seat.is_some() && game.state.seat_of(account) == seat))
    }

    /// The answer of a refused command that was accepted before, under this id or another.
    async fn first_answer(
        &self,
        command: &PlayerCommand,
        game: &Game,
        refused: &Refusal,
    ) -> Result<Option<Result<Acknowledged, Problem>>, Problem> {
        let (game_id, account) = (&command.game_id, &command.account);
        let found = self
            .by_command(game_id, account, &command.command_id)
            .await?;
        if let Some(entry) = found {
            let events = events_of(&entry)?;
            return Ok(Some(answer(command, game, entry.seq, &events, true)));
        }
        if refused.code != Code::Repeated {
            return Ok(None);
        }
        let seq = match (&refused.committed, &command.act) {
            (Some(played), _) => game.ply_seq(played.ply),
            (None, Act::Confirm { .. }) => game.signature_seq(command.color),
            (None, _) => game.resignation_seq(),
        };
        Ok(seq.map(|seq| {
            Ok(Acknowledged {
                seq,
                repeated: true,
                update: None,
            })
        }))
    }

    /// Others' commands wait while a flag's fall is due but not settled.
    async fn wait_for_flag(&self, game: &Game) -> Result<(), Problem> {
        let now_ms = self.tables.clock.now_ms();
        let look_at_ms = deadline(&game.state).map_or(now_ms, |deadline| {
            deadline.look_at_ms.saturating_add(UNCERTAINTY_MS)
        });
        let wait_ms = look_at_ms.saturating_sub(now_ms).clamp(1, LONGEST_WAIT_MS);
        tokio::time::sleep(Duration::from_millis(wait_ms.unsigned_abs())).await;
        self.sweep(&game.id).await.map(|_| ())
    }
}

fn answer(
    command: &PlayerCommand,
    game: &Game,
    seq: u64,
    events: &[Event],
    repeated: bool,
) -> Result<Acknowledged, Problem> {
    if command.is_done_by(events) {
        return Ok(Acknowledged {
            seq,
            repeated,
            update: None,
        });
    }
    if repeated && command.is_reused(events) {
        return Err(refusal::command_id_reused());
    }
    match game.state.game_rules() {
        Some(game_rules) => Err(refusal::by_rules(&Refusal::flag_fell(game_rules.text))),
        None => Err(refusal::unknown_game()),
    }
}
