//! Roles in processes of their own over a real Postgres and a real Redis: an event played through kills and restarts,
//! and every deployment that cannot work told in one sentence.

use std::{process::Command, time::Instant};

use outflank_client::{Acknowledged, Board, Color, Table};
use outflank_tests::{
    Event,
    checker::check_games,
    cluster::{Cluster, make_keys},
    corpus::{self, RealGame},
    event::{Leash, Script},
    server::refusal_of,
};
use serde_json::{Value, json};
use tokio::{sync::watch, task::JoinSet, time::Duration};

const TABLES: usize = 4;
const THOUGHT: Duration = Duration::from_millis(60);
/// Discs put on the board in a game.
const DISCS: usize = 60;
/// When a process of play is killed; how far a game may be at most by then; and where it has to come without it.
const KILLED: usize = 8;
const MIDDLE: usize = 30;
const WITHOUT_IT: usize = 45;

/// Two gateways, two of play, one of each other role.
const DEPLOYMENT: [(&str, usize); 6] = [
    ("gateway", 2),
    ("identity", 1),
    ("pairing", 1),
    ("play", 2),
    ("standings", 1),
    ("ratings", 1),
];

/// Everybody plays a real game as far as it is let; each acknowledged move comes back with when it was.
fn seat_everybody(
    event: &Event,
    boards: &[Board],
    games: &[RealGame],
    length: &watch::Receiver<usize>,
) -> JoinSet<(Vec<Acknowledged>, Table)> {
    let mut seats = JoinSet::new();
    for (board, game) in boards.iter().zip(games) {
        for color in [Color::Black, Color::White] {
            let mut seat = event.seat(board, color);
            let script = Script {
                squares: game.squares.clone(),
                thought: THOUGHT,
            };
            let length = length.clone();
            let mut script = Leash { script, length };
            seats.spawn(async move {
                let table = seat.play(&mut script).await.unwrap();
                (seat.acknowledged, table)
            });
        }
    }
    seats
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_over_nine_processes_survives_a_kill_and_rolling_restarts() {
    let begun = Instant::now();
    let mut cluster =
        tokio::task::spawn_blocking(|| Cluster::start_with(&DEPLOYMENT, &["--clock-offset-ms=0"]))
            .await
            .unwrap();
    eprintln!("ready after {:.1} s", begun.elapsed().as_secs_f64());
    let players = &corpus::players("EGP_NORWAY.ELO")[..2 * TABLES];
    let gateways = [cluster.base(0), cluster.base(1)];
    let event =
        Event::announce_over(&gateways, "director", "Split Open", &json!({}), players).await;
    let games: Vec<RealGame> = corpus::full_games(1996)
        .into_iter()
        .take(2 * TABLES)
        .collect();

    let first = event.publish().await;
    let (let_go, length) = watch::channel(MIDDLE);
    let mut seats = seat_everybody(&event, &first.boards, &games[..TABLES], &length);
    event.until_played(&first.boards, KILLED).await;
    let [victim, _] = cluster.of_role("play")[..] else {
        panic!("two of play");
    };
    cluster.kill(victim);
    let_go.send_replace(WITHOUT_IT);
    event.until_played(&first.boards, WITHOUT_IT).await;
    assert!(seats.try_join_next().is_none(), "a game was broken off");
    let mut cluster = tokio::task::spawn_blocking(move || {
        cluster.launch(victim);
        cluster.wait_ready(victim);
        cluster
    })
    .await
    .unwrap();
    let_go.send_replace(DISCS);
    let mut acknowledged = Vec::new();
    while let Some(done) = seats.join_next().await {
        acknowledged.extend(done.unwrap().0);
    }
    check_games(
        &event.director,
        &first.boards,
        &games[..TABLES],
        &acknowledged,
    )
    .await;
    event.finish(1).await;
    eprintln!("round 1 after {:.1} s", begun.elapsed().as_secs_f64());

    let second = event.publish().await;
    let (let_go, length) = watch::channel(0);
    let mut seats = seat_everybody(&event, &second.boards, &games[TABLES..], &length);
    let rolled = tokio::task::spawn_blocking(move || {
        let count = cluster.processes.len();
        for at in 0..count {
            // Games go on meanwhile, and none is over before the last restart.
            let_go.send_replace(DISCS * (at + 1) / (count + 1));
            cluster.restart(at);
            eprintln!("{} restarted", cluster.processes[at].role);
        }
        let_go.send_replace(DISCS);
        cluster
    });
    let mut acknowledged = Vec::new();
    while let Some(done) = seats.join_next().await {
        acknowledged.extend(done.unwrap().0);
    }
    let _cluster = rolled.await.unwrap();
    check_games(
        &event.director,
        &second.boards,
        &games[TABLES..],
        &acknowledged,
    )
    .await;
    event.finish(2).await;
    let standings: Value = event
        .director
        .get(&format!("/tournaments/{}/standings", event.id))
        .await
        .unwrap();
    assert_eq!(
        standings["rows"].as_array().map(Vec::len),
        Some(2 * TABLES),
        "{standings}"
    );
    eprintln!(
        "figure split_event_moves {} ({:.0} s in all)",
        acknowledged.len(),
        begun.elapsed().as_secs_f64()
    );
}

#[test]
fn deployments_that_cannot_work_are_refused_with_a_sentence() {
    let mut cluster = Cluster::prepare(&[("identity", 1), ("pairing", 1), ("play", 1)], &[]);
    let cut = |words: &[&str], command: &Command| {
        let mut other = Command::new(command.get_program());
        let mut arguments = command.get_args();
        while let Some(argument) = arguments.next() {
            if words.contains(&argument.to_str().unwrap_or_default()) {
                arguments.next();
            } else {
                other.arg(argument);
            }
        }
        other
    };
    let [identity, pairing, play] = [0, 1, 2];

    let text = refusal_of(&mut cut(&["--database"], &cluster.command(play)));
    assert!(text.contains("--database postgres://"), "{text}");
    let text = refusal_of(&mut cut(&["--redis"], &cluster.command(play)));
    assert!(text.contains("--redis redis://"), "{text}");
    let text = refusal_of(&mut cut(&["--peers"], &cluster.command(play)));
    assert!(text.contains("--peers pairing="), "{text}");
    let mut missing = cut(&["--keys"], &cluster.command(play));
    let text = refusal_of(missing.arg("--keys").arg("/nonexistent"));
    assert!(text.contains("outflank keys create"), "{text}");
    let nobody = format!("127.0.0.1:{}", outflank_testbed::free_port());
    let mut away = cut(&["--database"], &cluster.command(play));
    let text = refusal_of(away.args(["--database", &format!("postgres://{nobody}/outflank")]));
    assert!(
        text.contains(&nobody) && text.contains("--database"),
        "{text}"
    );
    let mut away = cut(&["--redis"], &cluster.command(play));
    let text = refusal_of(away.args(["--redis", &format!("redis://{nobody}")]));
    assert!(text.contains(&nobody) && text.contains("--redis"), "{text}");

    cluster.launch(identity);
    cluster.wait_ready(identity);
    let foreign = tempfile::tempdir().unwrap();
    make_keys(foreign.path());
    let mut stranger = cut(&["--keys"], &cluster.command(pairing));
    let text = refusal_of(stranger.arg("--keys").arg(foreign.path()));
    assert!(
        text.contains("identity at") && text.contains("keys folder"),
        "{text}"
    );
}
