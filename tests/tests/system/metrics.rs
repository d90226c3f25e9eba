//! What operators read at `/metrics`: every metric has its line in `docs/metrics.md`, and a move is counted at each of its
//! stages.

use std::{
    collections::BTreeMap, fmt::Write as _, fs, path::Path, process::Command, time::UNIX_EPOCH,
};

use outflank_tests::{
    Server,
    bout::rule_set,
    load::{
        relay::{Pace, Run, until},
        socket::Pongs,
        stage::Stage,
    },
    server::{binary, page},
    waiting,
};
use tokio::time::Duration;

/// The stages of a move.
const STAGES: [&str; 7] = [
    "arrived",
    "decided",
    "appended",
    "committed",
    "published",
    "roomed",
    "sent",
];

/// The value of a metric without labels.
fn value(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let value = line.and_then(|line| line.strip_prefix(' '));
    value
        .unwrap_or_else(|| panic!("{name} is not in\n{text}"))
        .parse()
        .unwrap()
}

async fn shown(server: &Server) -> String {
    let answer = page(&format!("{}/metrics", server.base())).await;
    answer.text().await.unwrap()
}

/// How often each stage was measured.
fn counts(text: &str) -> BTreeMap<String, u64> {
    text.lines()
        .filter_map(|line| {
            let line = line.strip_prefix("outflank_move_stage_seconds_count{stage=\"")?;
            let (stage, count) = line.split_once("\"} ")?;
            Some((stage.to_owned(), count.parse().unwrap()))
        })
        .collect()
}

/// The page that says what each metric is.
fn document(text: &str) -> String {
    let mut page = "# Metrics\n\n\
         Made of the program itself by the tests. Every process shows what it counts at `/metrics` in Prometheus' text form: a process \
         with the gateway all of this, one without it what is not the gateway's own. A histogram has its `_bucket`, `_sum` and `_count`. \
         [deploying.md](deploying.md#watch-it) says who may read it.\n\n\
         | metric | type | what it is |\n|---|---|---|\n"
        .to_owned();
    let mut metrics = BTreeMap::new();
    let mut help = ("", "");
    for line in text.lines() {
        if let Some(told) = line.strip_prefix("# HELP ") {
            help = told.split_once(' ').unwrap();
        } else if let Some(told) = line.strip_prefix("# TYPE ") {
            let (name, kind) = told.split_once(' ').unwrap();
            assert_eq!(name, help.0, "a type without its help");
            assert!(
                metrics.insert(name, (kind, help.1)).is_none(),
                "{name} twice"
            );
        }
    }
    for (name, (kind, what)) in metrics {
        writeln!(page, "| `{name}` | {kind} | {what} |").unwrap();
    }
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_counted_at_each_stage_and_every_metric_is_documented() {
    let data = tempfile::tempdir().unwrap();
    // What is shown only where it is set counts as well; nobody writes, so that nothing is posted there.
    let filter = ["--chat-filter-url", "http://127.0.0.1:9000/chat"];
    let server = Server::start_with(data.path(), &filter);
    let mut stage = Stage::set_with(server, 1, &rule_set(), |_| Pongs::Honest).await;
    let tables = stage.next_round().await;
    let run = Run::on_server(&tables[0], 7, Pace::Thinking(Duration::from_millis(1)));
    let runs = [run];
    until(&runs, "ready", Run::is_ready).await;
    let before = counts(&shown(&stage.server).await);
    assert_eq!(before.keys().collect::<Vec<_>>(), {
        let mut stages = STAGES.to_vec();
        stages.sort_unstable();
        stages
    });

    runs[0].send(1, std::time::Instant::now());
    until(&runs, "over", Run::is_over).await;
    let plies = u64::try_from(runs[0].length()).unwrap();
    waiting::until("every stage of every ply", async || {
        let after = counts(&shown(&stage.server).await);
        let grew = |stage: &&str| after[*stage] >= before[*stage] + plies;
        // Several plies may be committed together, and what one reader is not told apart it is told at once.
        let all = STAGES
            .iter()
            .filter(|stage| **stage != "committed")
            .all(grew);
        if all && after["committed"] > before["committed"] {
            Ok(())
        } else {
            Err((before.clone(), after))
        }
    })
    .await;

    let unknown = format!("{}/api/v1/tournaments/none", stage.server.base());
    assert_eq!(page(&unknown).await.status(), 404);
    let made = document(&shown(&stage.server).await);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/metrics.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == made,
        "docs/metrics.md is not what the program shows: run this test with UPDATE_DOCS=1"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_copy_the_disk_and_the_memory_are_shown() {
    let (data, copies) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = copies.path().to_str().unwrap();
    let server = Server::start_with(data.path(), &["--backups", folder]);
    let before = shown(&server).await;
    assert_eq!(value(&before, "outflank_backup_timestamp_seconds"), 0.0);
    for (part, whole) in [
        ("outflank_data_free_bytes", "outflank_data_disk_bytes"),
        (
            "outflank_resident_memory_bytes",
            "outflank_memory_limit_bytes",
        ),
    ] {
        let (part, whole) = (value(&before, part), value(&before, whole));
        assert!(0.0 < part && part < whole, "{part} of {whole}");
    }

    // A copy that was broken off has no manifest.
    fs::create_dir(copies.path().join("half")).unwrap();
    let half = shown(&server).await;
    assert_eq!(value(&half, "outflank_backup_timestamp_seconds"), 0.0);
    let copied = Command::new(binary())
        .args(["backup", &format!("{folder}/whole"), "--data"])
        .arg(data.path())
        .output()
        .unwrap();
    assert!(copied.status.success(), "{copied:?}");
    let written = fs::metadata(copies.path().join("whole/backup.json")).unwrap();
    let written = written
        .modified()
        .unwrap()
        .duration_since(UNIX_EPOCH)
        .unwrap();
    let after = value(&shown(&server).await, "outflank_backup_timestamp_seconds");
    assert_eq!(after, written.as_secs_f64().floor());
}
