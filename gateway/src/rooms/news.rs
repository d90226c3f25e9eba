//! Reading many rooms' tables in one call: every room that may have missed something, and, while the bus is down,
//! every room with a player in it.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use futures_util::future::join_all;
use outflank_access::Problem;
use outflank_proto::play::v1 as play;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::{
    registry::{Held, Registry},
    rooms::{
        audience::{Audience, Taking},
        room::{Room, RoomParts},
        seen::{self, Seen},
    },
};

/// While the bus is down, play is asked this often for the tables where somebody plays.
const BUS_DOWN_POLL: Duration = Duration::from_millis(250);
/// Every so many of these polls the officials' tables and chat are asked for, too.
const EVERYTHING: u32 = 8;
/// Rooms that ask within this time are read in one call.
const GATHER: Duration = Duration::from_millis(5);
/// Tables in one call, as many as play takes.
const TABLES: usize = 256;
/// Play answers within less, with what it could read by then; what takes longer is given up.
const ANSWER_WITHIN: Duration = Duration::from_secs(4);
/// When play did not answer, or could not read a table, it is asked again after so long.
const ASK_AGAIN: Duration = Duration::from_millis(250);

/// One audience of one room, and what it knows.
struct Question {
    held: Arc<Held<Room>>,
    official: bool,
    known: play::KnownTable,
}

impl Question {
    fn audience(&self) -> &Audience {
        match self.official {
            true => &self.held.value.officials,
            false => &self.held.value.players,
        }
    }
}

/// Reads for the rooms until told to stop.
pub(super) async fn run(parts: Arc<RoomParts>, rooms: Arc<Registry<Room>>) {
    let mut connectivity = parts.live.connectivity();
    let mut connected = *connectivity.borrow_and_update();
    let mut polls = interval_at(Instant::now() + BUS_DOWN_POLL, BUS_DOWN_POLL);
    polls.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut polled = 0_u32;
    loop {
        tokio::select! {
            () = parts.stop.cancelled() => return,
            Ok(()) = connectivity.changed() => {
                let before = std::mem::replace(&mut connected, *connectivity.borrow_and_update());
                if connected && !before {
                    read(&parts, questions(&rooms.all(), true)).await;
                    look_for_spectators(&rooms);
                }
                if !connected {
                    tracing::warn!("the bus is down: polling play for the tables where somebody plays");
                }
            }
            () = parts.rereads.wanted() => {
                tokio::time::sleep(GATHER).await;
                let wanted = parts.rereads.take();
                let wanted: Vec<_> = wanted.iter().filter_map(|game| rooms.get(game)).collect();
                read(&parts, questions(&wanted, true)).await;
            }
            _ = polls.tick(), if !connected => {
                polled = polled.wrapping_add(1);
                let everything = polled.is_multiple_of(EVERYTHING);
                let mut asked = questions(&rooms.all(), everything);
                if !everything {
                    asked.retain(|of| !of.official && !of.audience().outlook().finished);
                }
                parts.metrics.bus_down_polls.inc();
                read(&parts, asked).await;
            }
        }
    }
}

fn questions(rooms: &[Arc<Held<Room>>], chat: bool) -> Vec<Question> {
    let mut questions = Vec::new();
    for held in rooms {
        for official in [false, true] {
            let room = &held.value;
            let audience = if official {
                &room.officials
            } else {
                &room.players
            };
            let outlook = audience.outlook();
            let Some(seq) = outlook.seq.filter(|_| !outlook.empty) else {
                continue;
            };
            questions.push(Question {
                known: play::KnownTable {
                    game_id: held.key.clone(),
                    after_seq: seq,
                    viewer_account_id: audience.an_account().unwrap_or_default().to_string(),
                    after_chat_number: chat.then(|| room.chat.last()).flatten(),
                },
                held: Arc::clone(held),
                official,
            });
        }
    }
    questions
}

fn look_for_spectators(rooms: &Registry<Room>) {
    for held in rooms.all() {
        if !held.value.spectators.audience.outlook().empty {
            held.value.spectators.look();
        }
    }
}

async fn read(parts: &Arc<RoomParts>, questions: Vec<Question>) {
    join_all(questions.chunks(TABLES).map(|some| ask(parts, some))).await;
}

async fn ask(parts: &Arc<RoomParts>, questions: &[Question]) {
    let request = play::ReadNewsRequest {
        tables: questions.iter().map(|of| of.known.clone()).collect(),
    };
    let mut play = parts.services.play();
    let answer = match tokio::time::timeout(ANSWER_WITHIN, play.read_news(request)).await {
        Ok(Ok(answer)) => answer.into_inner(),
        failed => {
            let why = match failed {
                Ok(Err(status)) => status.to_string(),
                _ => "no answer in time".to_owned(),
            };
            tracing::warn!(
                why,
                tables = questions.len(),
                "play could not be asked for news"
            );
            want_again(parts, questions.iter());
            return;
        }
    };
    let unread = answer.unread.iter();
    let unread = unread.filter_map(|number| questions.get(usize::try_from(*number).ok()?));
    want_again(parts, unread);
    let mut written = BTreeSet::new();
    for news in answer.news {
        let number = usize::try_from(news.table).unwrap_or(usize::MAX);
        let Some(question) = questions.get(number) else {
            continue;
        };
        let held = &question.held;
        if let Some(entries) = news.entries
            && let Err(problem) = tell(question, entries)
        {
            tracing::error!(game = %held.key, %problem, "news that cannot be read");
        }
        if news.chat && written.insert(held.key.clone()) {
            let held = Arc::clone(held);
            tokio::spawn(async move { held.value.catch_up_chat(&held.key).await });
        }
    }
}

/// Has tables asked for once more, soon.
fn want_again<'q>(parts: &Arc<RoomParts>, questions: impl Iterator<Item = &'q Question>) {
    let games = questions.map(|of| of.known.game_id.clone());
    if parts.rereads.want_later(games) {
        let parts = Arc::clone(parts);
        tokio::spawn(async move {
            tokio::time::sleep(ASK_AGAIN).await;
            parts.rereads.want_now();
        });
    }
}

fn tell(question: &Question, entries: play::ReadEntriesResponse) -> Result<(), Problem> {
    let held = &question.held;
    let Seen { entries, table, .. } = Seen::of(entries)?;
    held.value.spectators_chat(held, seen::shows_chat(&table));
    held.value
        .spectators
        .audience
        .send_away(&table.expelled_accounts);
    if question.audience().take(entries, table) == Taking::Gap {
        let seq = question.known.after_seq;
        tracing::error!(game = %held.key, seq, "play left entries out");
    }
    Ok(())
}
