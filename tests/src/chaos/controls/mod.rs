//! The judge on trial: records doctored into what a broken server would have left, and deployments that are broken on
//! purpose, which takes luck to show. It has to catch each.

use std::{
    process::Stdio,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use outflank_client::{Client, Color, Frame, Line};
use outflank_testbed::Postgres;
use serde_json::json;
use tokio::time::{sleep, timeout};

use super::{
    journal::{Row, each_stream, execute},
    judge::{Verdict, Wrong},
    ledger::{GameLog, Ledger, now_us},
    player::Player,
    run::judged,
    test_cluster::TestCluster,
    workload::Workload,
};
use crate::waiting::{AGAIN_AFTER, PATIENCE, until, until_live};

pub mod doctored;
pub mod records;

/// A thought that a clock has to show.
const LONG_THOUGHT: Duration = Duration::from_millis(1_500);
/// Plies of an honest beginning.
const HONEST_PLIES: usize = 8;
/// A lie is believed for so long.
const BELIEVED: Duration = Duration::from_secs(2);
/// Crashes that may lose nothing by luck.
const CRASHES: usize = 12;

/// What became of one.
#[derive(Debug)]
pub struct Control {
    /// What was broken.
    pub broken: &'static str,
    /// What was done, and what the checker found.
    pub shown: String,
    /// Whether it found what it should.
    pub caught: bool,
}

/// Breaks everything, one after the other. The deployment is of no use afterwards.
pub async fn all(cluster: &Arc<TestCluster>, seed: u64) -> Vec<Control> {
    let mut controls = vec![lie(cluster, seed).await];
    controls.push(asynchronous_commit(cluster, seed).await);
    controls.push(no_key(cluster, seed).await);
    controls
}

fn workload(
    cluster: &TestCluster,
    name: &str,
    (seed, entrants, thought): (u64, usize, Duration),
) -> Arc<Workload> {
    let folder = cluster.folder.join(name);
    std::fs::create_dir_all(&folder).expect("a folder in the logs folder");
    let ledger = Ledger::open(&folder);
    Workload::new(cluster.gateways(), ledger, (seed, entrants, thought))
}

/// The rows of one game.
pub fn rows_of(cluster: &TestCluster, game: &str) -> Vec<Row> {
    let mut found = Vec::new();
    each_stream(&cluster.processes().postgres, "play", "game", |rows| {
        if rows[0].stream == game {
            found = rows;
        }
    });
    found
}

fn judge(rows: &[Row], log: &GameLog) -> Verdict {
    let mut verdict = Verdict::default();
    verdict.game(rows, log);
    verdict
}

/// A gateway that acknowledges before the commit: a link that swallows moves and says that they stand.
async fn lie(cluster: &Arc<TestCluster>, seed: u64) -> Control {
    let workload = workload(cluster, "lie", (seed, 2, LONG_THOUGHT));
    let (log, mut black, mut white) = workload.duel().await.expect("a game to spoil");
    let game = Arc::clone(&log);
    let playing = tokio::spawn(async move {
        tokio::join!(
            black.play(&game, Color::Black),
            white.play(&game, Color::White)
        )
    });
    until("an honest beginning", async || {
        let acked = log.marks()[HONEST_PLIES].acked_us;
        acked.ok_or("not acknowledged")
    })
    .await;
    for link in &cluster.clients {
        link.set(|now| now.lying = true);
    }
    until("a lie", async || {
        let lied = cluster.clients.iter().any(|link| link.lied() > 0);
        lied.then_some(()).ok_or("every link is honest")
    })
    .await;
    sleep(BELIEVED).await;
    playing.abort();
    for link in &cluster.clients {
        link.heal();
        link.reset();
    }
    let here = (Arc::clone(cluster), Arc::clone(&log));
    let rows = tokio::task::spawn_blocking(move || rows_of(&here.0, &here.1.game));
    let rows = rows.await.unwrap();
    let verdict = judge(&rows, &log);
    Control {
        broken: "ack before commit",
        shown: format!(
            "a link answered moves itself, uncommitted: {} of {} acknowledgements found lost",
            verdict.count(Wrong::Lost),
            verdict.acknowledged
        ),
        caught: verdict.count(Wrong::Lost) > 0,
    }
}

/// Postgres acknowledges commits that a crash loses.
async fn asynchronous_commit(cluster: &Arc<TestCluster>, seed: u64) -> Control {
    let broken = "synchronous commit off";
    let refused = cluster.with(refuses_asynchronous).await;
    let made = cluster
        .with(|cluster| {
            execute(
                &cluster.postgres,
                "CREATE FUNCTION play.hasty() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
                     PERFORM set_config('synchronous_commit', 'off', true); RETURN NULL; END $$; \
                 CREATE TRIGGER hasty BEFORE INSERT ON play.journal_entries \
                     FOR EACH STATEMENT EXECUTE FUNCTION play.hasty()",
            )?;
            execute(
                &cluster.postgres,
                "ALTER SYSTEM SET wal_writer_delay = '10s'",
            )?;
            execute(&cluster.postgres, "SELECT pg_reload_conf()")
        })
        .await;
    if let Err(said) = made {
        return Control {
            broken,
            shown: said,
            caught: false,
        };
    }
    let (mut lost, mut crashes) = (0, 0);
    while lost == 0 && crashes < CRASHES {
        crashes += 1;
        let name = format!("hasty-{crashes}");
        let how = (seed + crashes as u64, 8, Duration::from_millis(10));
        let workload = workload(cluster, &name, how);
        let events = [
            tokio::spawn(Arc::clone(&workload).hold()),
            tokio::spawn(Arc::clone(&workload).hold()),
        ];
        until_acknowledged(&workload.ledger, 150).await;
        cluster
            .with(|cluster| {
                cluster.postgres.kill();
                cluster.postgres.restart();
            })
            .await;
        events.iter().for_each(tokio::task::JoinHandle::abort);
        lost = judged(cluster, &workload.ledger).await.count(Wrong::Lost);
    }
    let _ = cluster
        .with(|cluster| {
            execute(
                &cluster.postgres,
                "DROP TRIGGER hasty ON play.journal_entries",
            )
        })
        .await;
    Control {
        broken,
        shown: format!(
            "set by a trigger behind the server's back, and Postgres killed {crashes} times: {lost} acknowledgements \
             found lost; set for the whole of Postgres, a new process says: {refused}"
        ),
        caught: lost > 0 && refused.contains("synchronous_commit"),
    }
}

async fn until_acknowledged(ledger: &Ledger, count: u64) {
    // Past the entries of the players and the first round, into the games.
    let begun = Instant::now();
    while ledger.games().len() <= 4 || ledger.acknowledged.load(Ordering::Relaxed) <= count {
        assert!(begun.elapsed() < PATIENCE, "games are never under way");
        sleep(Duration::from_millis(2)).await;
    }
}

/// What a process of play says that is started on a Postgres with asynchronous commits.
fn refuses_asynchronous(cluster: &mut crate::cluster::Cluster) -> String {
    let set = |postgres: &Postgres, value: &str| {
        let setting = format!("ALTER SYSTEM SET synchronous_commit = {value}");
        let _ = execute(postgres, &setting);
        let _ = execute(postgres, "SELECT pg_reload_conf()");
        // Postgres takes note of it in its own time.
        let begun = Instant::now();
        while execute(postgres, "SHOW synchronous_commit").as_deref() != Ok(value) {
            assert!(begun.elapsed() < PATIENCE, "commits are never {value}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let at = cluster.of_role("play")[0];
    cluster.kill(at);
    set(&cluster.postgres, "off");
    let mut command = cluster.command(at);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("the binary starts");
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE && matches!(child.try_wait(), Ok(None)) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let _ = child.kill();
    let said = child.wait_with_output().expect("its words");
    set(&cluster.postgres, "on");
    cluster.revive(at);
    let text = String::from_utf8_lossy(&said.stderr).into_owned();
    let sentence = text.lines().find(|line| line.starts_with("outflank: "));
    sentence.unwrap_or("nothing").to_owned()
}

/// Without its keys the journal takes two entries of one number: two processes of play, each asked for the same ply
/// at the same moment.
async fn no_key(cluster: &Arc<TestCluster>, seed: u64) -> Control {
    let broken = "no key on seq";
    let workload = workload(cluster, "no-key", (seed, 2, Duration::from_millis(10)));
    let (log, black, white) = workload.duel().await.expect("a game to spoil");
    let dropped = cluster
        .with(|cluster| {
            execute(
                &cluster.postgres,
                "ALTER TABLE play.journal_entries DROP CONSTRAINT journal_entries_pkey; \
                 ALTER TABLE play.journal_entries DROP CONSTRAINT \
                     journal_entries_stream_kind_stream_id_actor_command_id_key",
            )
        })
        .await;
    until_live(&black.ways()[0], &log.game).await;
    part_the_gateways(cluster);
    let told = until_doubled(cluster, &log, [&black, &white]).await.err();
    let here = (Arc::clone(cluster), Arc::clone(&log));
    let rows = tokio::task::spawn_blocking(move || rows_of(&here.0, &here.1.game));
    let verdict = judge(&rows.await.unwrap(), &log);
    let found = verdict.count(Wrong::Duplicated);
    Control {
        broken,
        shown: format!(
            "keys dropped ({}), the same ply sent to two processes of play at once: {found} entries found double{}",
            dropped.map_or_else(|said| said, |_| "done".to_owned()),
            told.map(|what| format!(" ({what})")).unwrap_or_default()
        ),
        caught: found > 0,
    }
}

/// Makes ply after ply, each sent twice, until an entry is double; answers why it did not come to that.
async fn until_doubled(
    cluster: &Arc<TestCluster>,
    log: &GameLog,
    [black, white]: [&Player; 2],
) -> Result<(), String> {
    for (ply, made) in (1..).zip(&log.script) {
        let ways = if made.black { black } else { white }.ways();
        let begun = Instant::now();
        // A ply that nobody took is sent again: without it none of the later ones is taken.
        for attempt in 0.. {
            let stands = twice(log, (ply, attempt), ways).await;
            if is_doubled(cluster, &log.game).await {
                return Ok(());
            }
            match stands {
                Ok(true) => break,
                _ if begun.elapsed() < PATIENCE => sleep(AGAIN_AFTER).await,
                Ok(false) => return Err(format!("ply {ply} never stands")),
                Err(what) => return Err(what),
            }
        }
    }
    Ok(())
}

async fn is_doubled(cluster: &Arc<TestCluster>, game: &str) -> bool {
    let asked = format!(
        "SELECT count(*) - count(DISTINCT seq) FROM play.journal_entries WHERE stream_id = '{game}'"
    );
    let doubled = cluster
        .with(move |cluster| execute(&cluster.postgres, &asked))
        .await;
    doubled.is_ok_and(|doubled| doubled != "0")
}

/// Each gateway reaches another process of play.
fn part_the_gateways(cluster: &TestCluster) {
    let (gateways, plays) = (cluster.of_role("gateway"), cluster.of_role("play"));
    for (from, to, link) in &cluster.peers {
        let from = gateways.iter().position(|at| at == from);
        let to = plays.iter().position(|at| at == to);
        if let (Some(from), Some(to)) = (from, to)
            && from != to
        {
            link.set(|now| now.refusing = true);
            link.reset();
        }
    }
}

/// Sends one ply through both gateways at once, under two ids that were not sent before; answers whether it stands.
async fn twice(log: &GameLog, (ply, attempt): (u32, u32), ways: &[Client]) -> Result<bool, String> {
    let id = format!("{}-{attempt}", log.command_id(ply));
    let open = async |way: &Client| {
        let mut line = Line::open(way).await.map_err(|error| error.to_string())?;
        let watch = json!({"type": "watch", "game": log.game, "after_seq": 0});
        line.send(&watch).await.map_err(|error| error.to_string())?;
        Ok::<_, String>(line)
    };
    let mut first = open(&ways[0]).await?;
    let mut second = open(&ways[1]).await?;
    sleep(Duration::from_millis(50)).await;
    let other = format!("{id}-once-more");
    log.mark(ply, |mark| mark.sent_us = Some(now_us()));
    let (one, two) = (log.frame(ply, &id), log.frame(ply, &other));
    let _ = tokio::join!(first.send(&one), second.send(&two));
    let answers = tokio::join!(answer(&mut first, &id), answer(&mut second, &other));
    if let Some(seq) = answers.0 {
        log.mark(ply, |mark| {
            mark.seq = Some(seq);
            mark.acked_us = Some(now_us());
        });
    }
    Ok(answers.0.or(answers.1).is_some())
}

async fn answer(line: &mut Line, wanted: &str) -> Option<u64> {
    timeout(BELIEVED, async {
        loop {
            match line.next().await.ok()? {
                Frame::Ack { id, seq, .. } if id == wanted => return Some(seq),
                Frame::Refused { id, .. } if id.as_deref() == Some(wanted) => return None,
                _ => {}
            }
        }
    })
    .await
    .ok()?
}
