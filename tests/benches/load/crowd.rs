//! Everybody behind one address: a crowd without names has all the places that it may have, over HTTP/2 and with sockets,
//! and comes again whenever it is put out. Players are seated all the same, and play.

use std::{sync::Arc, time::Instant};

use outflank_tests::{
    Server,
    bout::endless_rule_set,
    load::{
        Samples, count,
        crowd::Crowd,
        metrics,
        relay::{Pace, Run, drive, until},
        report::{Aim, Kinds, Report},
        setting,
        socket::Pongs,
        stage::Stage,
    },
    waiting::PATIENCE,
};
use tokio::time::{Duration, sleep};

/// All players are seated by then.
const SEATED_WITHIN_S: f64 = 60.0;

pub async fn run() -> Report {
    let mut report = Report::of("crowd");
    let (players, crowd) = (count("CROWD_PLAYERS", 600), count("CROWD", 5_000));
    let (moves, rate) = (count("CROWD_MOVES", 10), setting("RATE", 200));
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with_files(data.path(), &[], count("FILES", 4_096));
    let crowd_size = crowd;
    let crowd = Crowd::gather(&server, crowd);
    let begun = Instant::now();
    while crowd.tried() < crowd_size || crowd.put_out() == 0 {
        assert!(begun.elapsed() < PATIENCE, "the crowd does not come");
        sleep(Duration::from_millis(100)).await;
    }
    let inside_before = crowd.inside();

    let begun = Instant::now();
    let rules = endless_rule_set();
    let mut stage = Stage::set_with(server, players / 2, &rules, |_| Pongs::Honest).await;
    let seated_in = begun.elapsed();
    let tables = stage.next_round().await;
    let runs: Vec<Arc<Run>> = (0..)
        .zip(&tables)
        .map(|(number, sitting)| Run::on_server(sitting, 20_000 + number, Pace::Driven))
        .collect();
    until(&runs, "ready", Run::is_ready).await;
    for ply in 1..=2 * moves {
        // Nobody moves before he is shown what he answers, however busy the machine is.
        drive(&runs, ply..=ply, rate).await;
    }
    until(&runs, "settled", |run| run.has_settled(2 * moves)).await;
    let refused: usize = runs.iter().map(|run| run.take_refused().len()).sum();
    let acknowledged = runs.iter().flat_map(|run| run.take_acknowledged());
    let samples = Samples::new(acknowledged.collect());
    let sockets = tables.iter().flat_map(|table| &table.sockets);
    let lost = sockets.filter(|socket| !socket.is_open()).count();
    let begun = Instant::now();
    let newcomer: Result<serde_json::Value, _> = stage.server.client().get("/time").await;
    let newcomer_in = begun.elapsed();

    let number = |count: usize| u64::try_from(count).unwrap();
    report.count("players_seated", number(2 * tables.len()));
    report.count("inside_before", number(inside_before));
    report.count("inside_after", number(crowd.inside()));
    report.count("put_out", number(crowd.put_out()));
    let shed = metrics::value(stage.server.port(), "outflank_connection_shed_total");
    report.figure("connections_shed", shed.unwrap_or(0.0), "");
    report.count("moves", number(samples.count()));
    report.figure("ack_p50_ms", samples.per_mille_ms(500), "ms");
    report.figure("ack_p99_ms", samples.per_mille_ms(990), "ms");
    report.none("players_lost", number(lost));
    report.figure("newcomer_ms", newcomer_in.as_secs_f64() * 1_000.0, "ms");
    let seated_s = seated_in.as_secs_f64();
    report.aimed("seated_s", seated_s, "s", Aim::AtMost(SEATED_WITHIN_S));
    let wrong = [
        ("a command was refused", refused),
        ("a player was not seated", players - 2 * tables.len()),
        (
            "nobody of the crowd gave way",
            usize::from(shed.is_none_or(|shed| shed <= 0.0)),
        ),
        ("a newcomer stays outside", usize::from(newcomer.is_err())),
    ];
    let wrong = wrong.into_iter().filter(|(_, count)| *count > 0);
    let errors: Kinds = wrong
        .map(|(kind, count)| (kind.to_owned(), number(count)))
        .collect();
    report.errors(&errors);
    report
}
