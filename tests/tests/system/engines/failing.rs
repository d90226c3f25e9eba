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
