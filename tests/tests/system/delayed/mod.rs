//! What spectators of a delayed game are shown, through every face of the server while it is played: never anything
//! younger than the delay, in plies and in seconds. Players, who see it all, are judged by the same rule, and have to
//! be caught.
//!
//! `READS` says how many reads (10,000), shared among the faces.

mod faces;
mod truth;

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use faces::{FACES, Face, Spectator, shown_in};
use outflank_client::Table;
use outflank_testbed::{PATIENCE, breach};
use outflank_tests::{
    Server,
    bout::{Bout, rule_set},
    load::{count, setting},
    waiting::until_table,
};
use serde_json::{Value, json};
use tokio::{
    task::JoinSet,
    time::{Duration, sleep},
};
use tonic::transport::Channel;
use truth::{TooYoung, Truth};

/// The delay.
const PLIES: usize = 3;
const SECONDS: Duration = Duration::from_millis(800);
/// Plies that are not played: a finished game hides nothing.
const LEFT_OVER: usize = 4;

/// Reads at one face as often as asked; answers the most plies that were seen there.
async fn look(
    mut spectator: Spectator,
    (face, reads): (Face, usize),
    truth: Arc<Truth>,
    step: Arc<Step>,
) -> (Face, usize) {
    let mut most = 0;
    for read in 0..reads {
        let its_turn = || read < reads * step.ply.load(Ordering::Relaxed) / step.last;
        step.until(its_turn).await;
        for shown in spectator.read(face).await {
            match truth.judge(&shown) {
                Ok(()) => most = most.max(shown.plies),
                Err(TooYoung::Ply(what)) => breach(&format!("{face:?}: {what}")),
                Err(TooYoung::Clocks(what)) => panic!("{face:?}: {what}"),
            }
        }
        step.done.fetch_add(1, Ordering::Relaxed);
    }
    (face, most)
}

/// Play and readers go in step: every face is read all through the game.
struct Step {
    /// The last ply that is played.
    last: usize,
    /// The ply that is played next.
    ply: AtomicUsize,
    /// Reads that were done.
    done: AtomicUsize,
}

impl Step {
    /// Waits for the others as long as any of them gets on.
    async fn until(&self, holds: impl Fn() -> bool) {
        let stands = || {
            let numbers = [&self.ply, &self.done];
            numbers.map(|number| number.load(Ordering::Relaxed))
        };
        let (mut stood, mut since) = (stands(), Instant::now());
        while !holds() {
            if stands() != stood {
                (stood, since) = (stands(), Instant::now());
            }
            assert!(since.elapsed() < PATIENCE, "nobody gets on: {stood:?}");
            sleep(Duration::from_millis(2)).await;
        }
    }
}

/// Plays in step with the readers; answers how many plies, and how often a player's own view was caught.
async fn play(bout: &mut Bout, (truth, reads): (&Truth, usize), step: &Step) -> (usize, usize) {
    let last = step.last;
    let mut caught = 0;
    for number in 1..=last {
        step.ply.store(number, Ordering::Relaxed);
        let is_read = || step.done.load(Ordering::Relaxed) >= reads * (number - 1) / last;
        bout.listen_while(step.until(is_read)).await;
        truth.sent.lock().unwrap().push(Instant::now());
        bout.advance(&truth.plies, number, number).await;
        let path = format!("/games/{}", bout.game);
        let own: Value = bout.seats[0].get(&path).await.unwrap();
        caught += usize::from(truth.judge(&shown_in(&own)).is_err());
    }
    (last, caught)
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_of_a_delayed_game_see_nothing_younger_through_any_face() {
    let begun = Instant::now();
    let reads = count("READS", 10_000);
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let director = server.client();
    let session = director
        .create_account("Delay Director", "delay-director", "a long password", None)
        .await
        .unwrap();
    let stranger = server.client();
    stranger
        .create_account("A Stranger", "stranger", "a long password", None)
        .await
        .unwrap();
    let mut document = rule_set();
    document["spectators"] = json!({"kind": "delayed", "plies": PLIES, "ms": SECONDS.as_millis()});
    let mut bout = Bout::start_under(&server, &director, 1, Some(document)).await;
    let truth = Arc::new(Truth::new(setting("SEED", 7)));
    let step = Arc::new(Step {
        last: truth.plies.len() - LEFT_OVER,
        ply: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
    });
    let channel = Channel::from_shared(server.base()).unwrap();
    let channel = channel.connect().await.unwrap();

    let each = reads.div_ceil(FACES.len());
    let mut looking = JoinSet::new();
    for (number, face) in FACES.into_iter().enumerate() {
        let spectator = Spectator {
            client: [server.client(), stranger.clone()][number % 2].clone(),
            tournament: bout.tournament.clone(),
            game: bout.game.clone(),
            director: session.account_id.clone(),
            line: None,
            channel: channel.clone(),
        };
        let shared = (Arc::clone(&truth), Arc::clone(&step));
        looking.spawn(look(spectator, (face, each), shared.0, shared.1));
    }
    let all = each * FACES.len();
    let (played, caught) = play(&mut bout, (&truth, all), &step).await;
    let mut seen = looking.join_all().await;
    // The delay passes, and spectators see what it leaves.
    let is_shown = |table: &Table| table.plies.len() == played - PLIES;
    until_table(&server.client(), &bout.game, ("what it leaves", is_shown)).await;

    assert_eq!(caught, played, "a player's view passed as a spectator's");
    seen.sort_by_key(|(face, _)| FACES.iter().position(|of| of == face));
    for (face, most) in seen {
        eprintln!("figure delayed_reads_{face:?} {each} reads (ply {most} at most, of {played})");
        let moved = most > PLIES && most + PLIES <= played;
        assert!(
            if face.shows_plies() { moved } else { most == 0 },
            "{face:?} showed ply {most} at most"
        );
    }
    eprintln!("figure delayed_reads {all} reads, 0 of them too young");
    eprintln!("figure delayed_controls_caught {caught}/{played}");
    eprintln!(
        "figure delayed_took_s {:.1} s",
        begun.elapsed().as_secs_f64()
    );
}
