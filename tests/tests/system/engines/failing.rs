//! Engines that fail in every way: the game goes on by another start, and ends with one line where that fails too.

use std::path::Path;

use futures_util::future::join_all;
use outflank_client::{CasualTerms, Client, Table, TablePhase};
use outflank_tests::{
    Server,
    opponent::{First, find, guest, play},
    program::{key, operator},
    waiting::until,
};
use rustix::process::{Pid, Signal, kill_process};

use super::{adapter, python};

/// How an engine fails, and what is said of it.
const WAYS: [(&str, &str); 7] = [
    ("dies", "the engine ended by itself (exit status: 3)"),
    ("illegal", "the engine's move d4 is not legal; legal are "),
    (
        "nonsense",
        "the engine's move cannot be read: \"=== the best move/[2J\"",
    ),
    (
        "mute",
        "the engine has not answered the question for its move for ",
    ),
    ("late", "the engine has not answered a ping for 5.0 s"),
    (
        "flood",
        "the engine says more than 4194304 bytes to one question",
    ),
    ("endless", "the engine says a line of more than 4096 bytes"),
];

/// The processes of every start of an engine.
fn starts(file: &Path) -> Vec<String> {
    let starts = std::fs::read_to_string(file).unwrap();
    starts.lines().map(str::to_owned).collect()
}

/// What the engines of a file were told of their clock, in seconds, at each question.
fn told(file: &Path) -> Vec<f64> {
    let told = std::fs::read_to_string(file.with_extension("told")).unwrap();
    told.lines().map(|line| line.parse().unwrap()).collect()
}

async fn until_gone(processes: &[String]) {
    until("all its engines have ended", async || {
        let there = processes
            .iter()
            .find(|process| Path::new("/proc").join(process).exists());
        there.map_or(Ok(()), Err)
    })
    .await;
}

/// One case: its number, whose, and where its engine notes its starts.
struct Case<'a> {
    server: &'a Server,
    operator: &'a Client,
    folder: &'a Path,
    minutes: i64,
}

impl Case<'_> {
    async fn fails_once(&self, (way, said): (&str, &str)) -> Table {
        let key = key(self.operator, way).await;
        let file = self.folder.join(way);
        let minutes = self.minutes.to_string();
        let options = ["--seek", &minutes, "--games", "1", "--patience", "5"];
        let arguments = [way, file.to_str().unwrap()];
        let engine = adapter(
            self.server,
            &key,
            &options,
            (python(), "failing.py"),
            &arguments,
        );
        let client = guest(self.server, "Ingrid").await;
        let booked = find(&client, &CasualTerms::minutes(self.minutes)).await;
        let table = play(&client, &booked, &mut First).await;
        let ended = engine.ended().await;
        assert_eq!(ended.code, Some(0), "{way}: {}", ended.errors);
        let lines: Vec<&str> = ended.errors.lines().collect();
        let [line] = lines[..] else {
            panic!("{way}: {lines:?}");
        };
        assert!(
            line.starts_with(&format!("outflank-nboard: {said}")),
            "{way}: {line}"
        );
        assert!(line.ends_with("; it is started anew"), "{way}: {line}");
        let starts = starts(&file);
        assert_eq!(starts.len(), 2, "{way}");
        until_gone(&starts).await;
        if way == "mute" {
            let told = told(&file);
            // The limit for the first move is 30 s, and then the clock is told as it is.
            assert!(told[0] <= 28.0 && told[1] > 60.0, "{told:?}");
            // It was waited for 5 s, and another one loaded for 2 s.
            assert!(told[2] - told[3] >= 6.0, "{told:?}");
        }
        table
    }

    async fn fails_always(&self, (way, said): (&str, &str)) {
        let key = key(self.operator, way).await;
        let file = self.folder.join(format!("{way}-always"));
        let minutes = self.minutes.to_string();
        let options = ["--seek", &minutes, "--games", "1", "--patience", "5"];
        let arguments = [way, file.to_str().unwrap(), "--always"];
        let engine = adapter(
            self.server,
            &key,
            &options,
            (python(), "failing.py"),
            &arguments,
        );
        let client = guest(self.server, "Halvard").await;
        let booked = find(&client, &CasualTerms::minutes(self.minutes)).await;
        let mut first = First;
        let opponents = play(&client, &booked, &mut first);
        let goes_on = async {
            let ended = engine.ended().await;
            assert_eq!(ended.code, Some(1), "{way}: {}", ended.errors);
            let last = ended.errors.lines().last().unwrap();
            assert!(
                last.starts_with(&format!("outflank-nboard: {said}")),
                "{way}: {last}"
            );
            assert_eq!(ended.errors.lines().count(), 2, "{way}: {}", ended.errors);
            let processes = starts(&file);
            assert_eq!(processes.len(), 2, "{way}");
            until_gone(&processes).await;
            // The seat is as it was left: another program of the same key goes on with the game.
            let sane = self.folder.join(format!("{way}-sane"));
            let arguments = ["sane", sane.to_str().unwrap()];
            let sane = adapter(
                self.server,
                &key,
                &options,
                (python(), "failing.py"),
                &arguments,
            );
            assert_eq!(sane.ended().await.code, Some(0));
        };
        let (table, ()) = tokio::join!(opponents, goes_on);
        assert_eq!(table.result.unwrap().reason, "played", "{way}");
    }
}

async fn world() -> (tempfile::TempDir, Server, Client) {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let operator = operator(&server).await;
    (data, server, operator)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_when_its_engine_fails_once() {
    let (data, server, operator) = world().await;
    let cases = WAYS.iter().zip(3..).map(|(way, minutes)| {
        let case = Case {
            server: &server,
            operator: &operator,
            folder: data.path(),
            minutes,
        };
        async move { case.fails_once(*way).await }
    });
    for table in join_all(cases).await {
        assert_eq!(table.phase, TablePhase::Finished);
        assert_eq!(table.result.unwrap().reason, "played");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_fails_again_ends_with_one_line_and_its_game_can_be_gone_on_with() {
    let (data, server, operator) = world().await;
    let cases = WAYS.iter().zip(3..).map(|(way, minutes)| {
        let case = Case {
            server: &server,
            operator: &operator,
            folder: data.path(),
            minutes,
        };
        async move { case.fails_always(*way).await }
    });
    join_all(cases).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_still_loads_ends_with_its_program() {
    let (data, server, _) = world().await;
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let file = data.path().join(format!("{signal:?}"));
        let arguments = ["loads", file.to_str().unwrap()];
        let script = (python(), "failing.py");
        let program = adapter(&server, "key", &["--seek", "5"], script, &arguments);
        until("its engine is started", async || {
            let is_noted = std::fs::read_to_string(&file).is_ok_and(|noted| noted.ends_with('\n'));
            is_noted.then_some(()).ok_or(signal)
        })
        .await;
        let pid = Pid::from_raw(i32::try_from(program.pid()).unwrap());
        kill_process(pid.unwrap(), signal).unwrap();
        let ended = program.ended().await;
        assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
        until_gone(&starts(&file)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_hangs_at_its_first_move_is_started_anew_before_it_counts_as_absent() {
    let (data, server, operator) = world().await;
    let key = key(&operator, "Shy").await;
    let file = data.path().join("shy");
    let arguments = ["shy", file.to_str().unwrap()];
    let options = ["--seek", "5", "--games", "1"];
    let script = (python(), "failing.py");
    let engine = adapter(&server, &key, &options, script, &arguments);
    let client = guest(&server, "Ingrid").await;
    let booked = find(&client, &CasualTerms::minutes(5)).await;
    let table = play(&client, &booked, &mut First).await;
    let ended = engine.ended().await;
    let told = told(&file);
    assert_eq!(ended.code, Some(0), "{}", ended.errors);
    let result = table.result.unwrap();
    assert_eq!(result.reason, "played", "{told:?} {}", ended.errors);
    assert_eq!(starts(&file).len(), 2);
}
