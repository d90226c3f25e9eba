//! kill -9 in the middle of every kind of act at a table: what was acknowledged stands, once; a client that sends
//! its act again gets the same answer; nobody's clock pays for the outage; play goes on. The checker is tried on
//! journals that are broken on purpose, and has to notice.
//!
//! `KILLS` says how often (12); `make crash` kills 200 times.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    missing_docs
)]

use std::time::Instant;

use outflank_client::{Client, Failure};
use outflank_tests::{
    Server,
    bout::{Acknowledgement, Bout},
    checker,
    event::text,
    load::setting,
    othello::{Dice, Ply, random_game},
};
use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

/// How long nothing runs after each kill.
const OUTAGE: Duration = Duration::from_millis(2_500);
/// A ply that cost more has paid for the outage: nobody thinks in these games.
const TOO_MUCH_MS: i64 = 2_000;
/// A fault counts from the last heartbeat before it, and until the seat's socket is open again.
const AT_MOST_GAINED_MS: i64 = 2_500;
/// The clocks of games whose flag is to fall.
const SHORT_MS: i64 = 1_500;
/// A fall is settled so long after its deadline, at the earliest.
const SETTLED_AFTER_MS: u64 = 2_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Move,
    Pass,
    Resign,
    Flag,
}

const ACTS: [Act; 4] = [Act::Move, Act::Pass, Act::Resign, Act::Flag];

/// What a run has seen.
#[derive(Default)]
struct Seen {
    acknowledged: usize,
    before_kill: usize,
    repeated: usize,
    given_back_ms: i64,
    controls: (usize, usize),
    slowest: Duration,
}

/// A script and the number of the ply that is tried on.
fn script(act: Act, dice: &mut Dice) -> (Vec<Ply>, usize) {
    loop {
        let plies = random_game(dice.below(1 << 30) as u64);
        let number = match act {
            Act::Pass => plies
                .iter()
                .position(|ply| ply.square.is_none())
                .map(|place| place + 1),
            Act::Flag => Some(1),
            Act::Move | Act::Resign => Some(2 + dice.below(plies.len() - 4)),
        };
        let fits = |number: &usize| {
            *number < plies.len() && (act != Act::Move || plies[number - 1].square.is_some())
        };
        if let Some(number) = number.filter(fits) {
            return (plies, number);
        }
    }
}

/// The frame of the act and the seat that sends it.
fn frame(act: Act, bout: &Bout, plies: &[Ply], number: usize) -> (usize, Value) {
    let seat = usize::from(!plies[number - 1].black);
    match act {
        Act::Resign => (
            seat,
            json!({"type": "resign", "id": "resign", "game": bout.game}),
        ),
        _ => (seat, bout.ply_frame(number, &plies[number - 1])),
    }
}

async fn killed(mut server: Server, after: Duration) -> Server {
    tokio::task::spawn_blocking(move || {
        std::thread::sleep(after);
        server.kill_and_restart(OUTAGE);
        server
    })
    .await
    .unwrap()
}

/// An act sent, the server killed a moment later, and the same act sent again by a client that came back.
async fn act_through(
    server: Server,
    bout: &mut Bout,
    (seat, frame): (usize, Value),
    dice: &mut Dice,
    seen: &mut Seen,
) -> (Server, u64) {
    let id = text(&frame["id"]);
    bout.send(seat, &frame).await.unwrap();
    let kill = killed(server, Duration::from_micros(dice.below(12_000) as u64));
    let (server, first) = tokio::join!(kill, bout.answer(seat, &id));
    bout.come_back().await;
    bout.send(seat, &frame).await.unwrap();
    let (seq, repeated) = bout.answer(seat, &id).await.unwrap();
    match first {
        Ok((first, _)) => {
            assert_eq!(
                (first, true),
                (seq, repeated),
                "{id} got another answer after the kill"
            );
            seen.before_kill += 1;
        }
        Err(Failure::Unreachable(_)) => {}
        Err(failure) => panic!("{id}: {failure}"),
    }
    seen.repeated += usize::from(repeated);
    (server, seq)
}

/// Kills about when a fall is settled, and waits until it stands.
async fn flag_through(server: Server, bout: &mut Bout, dice: &mut Dice) -> Server {
    let settled = u64::try_from(SHORT_MS).unwrap() + SETTLED_AFTER_MS;
    let server = killed(
        server,
        Duration::from_millis(settled - 300 + dice.below(600) as u64),
    )
    .await;
    bout.come_back().await;
    for _ in 0..1_500 {
        let entries = bout.entries(&bout.seats[0]).await;
        let fell = entries
            .iter()
            .any(|entry| entry.to_string().contains("\"flag_fell\""));
        if fell {
            return server;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("the flag of {} does not fall", bout.game);
}

async fn one_kill(
    mut server: Server,
    director: &Client,
    number: usize,
    dice: &mut Dice,
    seen: &mut Seen,
) -> Server {
    let act = ACTS[number % ACTS.len()];
    let (plies, tried) = script(act, dice);
    let main_ms = (act == Act::Flag).then_some(SHORT_MS);
    let mut bout = Bout::start(&server, director, number, main_ms).await;
    let mut acknowledged = bout.advance(&plies, 1, tried - 1).await;
    let mut played = tried - 1;
    if act == Act::Flag {
        server = flag_through(server, &mut bout, dice).await;
    } else {
        let sent = frame(act, &bout, &plies, tried);
        let (restarted, seq) = act_through(server, &mut bout, sent, dice, seen).await;
        server = restarted;
        let event = match act {
            Act::Move => "moved",
            Act::Pass => "passed",
            _ => "resigned",
        };
        let ply = (act != Act::Resign).then_some(tried as u64);
        acknowledged.push(Acknowledgement {
            event: event.to_owned(),
            ply,
            seq,
        });
    }
    seen.slowest = seen.slowest.max(server.start_time);
    if matches!(act, Act::Move | Act::Pass) {
        played = plies.len().min(tried + 3);
        acknowledged.extend(bout.advance(&plies, tried + 1, played).await);
    }
    let entries = bout.entries(director).await;
    let outcome = check(act, &entries, &acknowledged, &plies[..played]);
    seen.given_back_ms +=
        outcome.unwrap_or_else(|error| panic!("kill {number} during {act:?}: {error}"));
    let table: Value = director
        .get(&format!("/games/{}", bout.game))
        .await
        .unwrap();
    let board = checker::follows_script(&entries, &plies[..played]).unwrap();
    assert_eq!(
        table["board"],
        board.text().as_str(),
        "another board after kill {number}"
    );
    controls(act, &entries, &acknowledged, &plies[..played], seen);
    seen.acknowledged += acknowledged.len();
    server
}

fn check(
    act: Act,
    entries: &[Value],
    acknowledged: &[Acknowledgement],
    plies: &[Ply],
) -> Result<i64, String> {
    checker::acknowledged_stands(entries, acknowledged)?;
    checker::follows_script(entries, plies)?;
    if act == Act::Flag {
        checker::flag_fell_once(entries, SHORT_MS)?;
        return Ok(0);
    }
    checker::clocks_are_fair(entries, TOO_MUCH_MS, AT_MOST_GAINED_MS)
}

/// Journals as a server with a fault would have left them: the checker has to notice each.
fn controls(
    act: Act,
    entries: &[Value],
    acknowledged: &[Acknowledgement],
    plies: &[Ply],
    seen: &mut Seen,
) {
    let mut broken: Vec<(&str, Vec<Value>)> = Vec::new();
    if let Some(last) = acknowledged.last() {
        let without = |lost: u64| {
            entries
                .iter()
                .filter(|entry| entry["seq"].as_u64() != Some(lost))
                .cloned()
                .collect()
        };
        broken.push(("an acknowledged entry is lost", without(last.seq)));
        let mut twice = entries.to_vec();
        twice.extend(
            entries
                .iter()
                .filter(|entry| entry["seq"].as_u64() == Some(last.seq))
                .cloned(),
        );
        if last.ply.is_some() {
            broken.push(("an acknowledged entry stands twice", twice));
        }
    }
    let mut unpaid = entries.to_vec();
    let mut credits = 0;
    for entry in &mut unpaid {
        if let Some(events) = entry["events"].as_array_mut() {
            let before = events.len();
            events.retain(|event| event["type"] != "time_credited");
            credits += before - events.len();
        }
    }
    // A game that was over at the kill was owed nothing.
    if credits > 0 && act != Act::Resign {
        broken.push(("the outage is charged", unpaid));
    }
    for (what, entries) in broken {
        seen.controls.1 += 1;
        let caught = check(act, &entries, acknowledged, plies).is_err();
        assert!(
            caught,
            "{what} during {act:?}, and the checker did not notice"
        );
        seen.controls.0 += usize::from(caught);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_during_every_kind_of_act() {
    let kills = usize::try_from(setting("KILLS", 12)).unwrap();
    let begun = Instant::now();
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let director = server.client();
    director
        .create_account("Crash Director", "crash-director", "a long password", None)
        .await
        .unwrap();
    let mut dice = Dice(setting("SEED", 4));
    let mut seen = Seen::default();
    for number in 0..kills {
        server = one_kill(server, &director, number, &mut dice, &mut seen).await;
        eprintln!(
            "kill {} of {kills} during {:?}, ready again after {:.2} s",
            number + 1,
            ACTS[number % ACTS.len()],
            server.start_time.as_secs_f64()
        );
    }
    drop(server);
    let play = data.path().join("play.sqlite");
    let verified = std::process::Command::new(outflank_tests::server::binary())
        .arg("verify")
        .arg(&play)
        .output()
        .unwrap();
    assert!(
        verified.status.success(),
        "{}",
        String::from_utf8_lossy(&verified.stdout)
    );
    assert!(seen.controls.0 > 0 && seen.controls.0 == seen.controls.1);
    let Seen {
        acknowledged,
        before_kill,
        repeated,
        given_back_ms,
        controls,
        slowest,
    } = seen;
    eprintln!("figure crash_act_kills {kills}");
    eprintln!("figure crash_act_acknowledged {acknowledged}");
    eprintln!("figure crash_act_lost 0");
    eprintln!("figure crash_act_acknowledged_before_the_kill {before_kill}");
    eprintln!("figure crash_act_repeated_after_it {repeated}");
    eprintln!(
        "figure crash_act_controls_caught {}/{}",
        controls.0, controls.1
    );
    eprintln!(
        "figure crash_act_given_back_s {:.1} s",
        Duration::from_millis(given_back_ms.unsigned_abs()).as_secs_f64()
    );
    eprintln!(
        "figure crash_act_slowest_restart_s {:.2} s",
        slowest.as_secs_f64()
    );
    eprintln!(
        "figure crash_act_took_s {:.0} s",
        begun.elapsed().as_secs_f64()
    );
}
