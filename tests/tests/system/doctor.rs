//! `outflank doctor` over real stores: a sound deployment, and every wrong one told by one line.

use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, TcpListener, TcpStream},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use outflank_testbed::{Postgres, Redis, free_port};
use outflank_tests::{
    cluster::{Cluster, make_keys},
    server::{Server, binary, limited, refusal_of},
    waiting::{AGAIN_AFTER, PATIENCE},
};
use serde_json::Value;

/// What the doctor said, and how it was asked.
#[derive(Debug)]
struct Said {
    code: i32,
    report: Value,
    asked: Command,
}

impl Said {
    /// The sentences of a verdict, each after its subject.
    fn of(&self, verdict: &str) -> Vec<String> {
        let checks = self.report["checks"].as_array().expect("checks");
        checks
            .iter()
            .filter(|check| check["verdict"] == verdict)
            .map(|check| {
                let word = |name: &str| check[name].as_str().unwrap().to_owned();
                format!("{}: {}", word("subject"), word("sentence"))
            })
            .collect()
    }

    fn is_sound(&self) -> bool {
        self.code == 0 && self.of("finding").is_empty()
    }

    /// Exactly one thing is wrong, and it is said so. A machine that stalls just then is a finding more: the doctor is
    /// asked again.
    fn finds(&mut self, words: &[&str]) {
        let begun = Instant::now();
        while self.of("finding").len() > 1 && begun.elapsed() < PATIENCE {
            std::thread::sleep(AGAIN_AFTER);
            (self.code, self.report) = said_to(&mut self.asked);
        }
        let findings = self.of("finding");
        let [only] = findings.as_slice() else {
            panic!("not one finding: {self:#?}");
        };
        assert_eq!(self.code, 1);
        for word in words {
            assert!(only.contains(word), "{word:?} is not in {only:?}");
        }
    }

    fn good(&self, words: &str) {
        let good = self.of("good");
        assert!(
            good.iter().any(|line| line.contains(words)),
            "{words:?}: {self:#?}"
        );
    }
}

fn ask(mut asked: Command) -> Said {
    asked
        .args(["--format", "json"])
        .env_remove("OUTFLANK_NO_LIMITS")
        .stdin(Stdio::null());
    let (code, report) = said_to(&mut asked);
    Said {
        code,
        report,
        asked,
    }
}

fn said_to(asked: &mut Command) -> (i32, Value) {
    let output = asked.output().unwrap();
    let report = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {output:?}"));
    (output.status.code().unwrap(), report)
}

fn doctor(arguments: &[&str]) -> Said {
    let mut command = Command::new(binary());
    command.arg("doctor").args(arguments);
    ask(command)
}

/// The command of a process, asked of the doctor instead; these options are left out, those added.
fn instead(command: &Command, cut: &[&str], more: &[&str]) -> Said {
    let mut other = Command::new(command.get_program());
    other.arg("doctor");
    let mut arguments = command.get_args().skip(1);
    while let Some(argument) = arguments.next() {
        if cut.contains(&argument.to_str().unwrap_or_default()) {
            arguments.next();
        } else {
            other.arg(argument);
        }
    }
    other.args(more);
    ask(other)
}

/// What the doctor says of processes that see each other by and by, as soon as it is what is wanted.
fn soon(ask: impl Fn() -> Said, is_it: impl Fn(&Said) -> bool) -> Said {
    let begun = Instant::now();
    loop {
        let said = ask();
        if is_it(&said) {
            return said;
        }
        assert!(begun.elapsed() < PATIENCE, "still: {said:#?}");
        std::thread::sleep(AGAIN_AFTER);
    }
}

fn psql(postgres: &Postgres, statement: &str) {
    let done = Command::new(postgres.programs().join("psql"))
        .args(["--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1"])
        .args(["--command", statement, &postgres.url()])
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
}

#[test]
fn a_split_deployment_is_sound_or_told_what_is_wrong() {
    let mut cluster = Cluster::prepare(&[("identity", 1), ("pairing", 1), ("play", 1)], &[]);
    let [identity, pairing, play] = [0, 1, 2];
    let before = soon(
        || instead(&cluster.command(pairing), &[], &[]),
        |said| said.of("finding").len() == 2,
    );
    assert_eq!(before.code, 1);
    before.good("tables of play: schema play: journal made at the first start");

    for at in [identity, pairing, play] {
        cluster.launch(at);
    }
    for at in [identity, pairing, play] {
        cluster.wait_ready(at);
    }
    let sound = soon(
        || instead(&cluster.command(pairing), &[], &[]),
        Said::is_sound,
    );
    let promise = sound.report["promise"].as_str().unwrap();
    assert!(
        promise.contains("synchronous_commit=on, fsync=on"),
        "{promise}"
    );
    for words in [
        "identity: identity-",
        "play: play-",
        "redis: redis://",
        "tables of play: schema play: journal at version 2, as this program; records at version",
        "clock: games go by the database's time",
        "keys: ",
        "settings: one of several processes",
    ] {
        sound.good(words);
    }

    wrong_addresses(&cluster, pairing);
    wrong_keys(&mut cluster, pairing);
    wrong_tables(&cluster, pairing);
    let base = format!("http://127.0.0.1:{}", cluster.processes[pairing].port);
    running(&mut cluster, &base, play);
}

fn wrong_addresses(cluster: &Cluster, at: usize) {
    let nobody = format!("127.0.0.1:{}", free_port());
    let command = cluster.command(at);
    let url = format!("redis://:hidden@{nobody}");
    let mut said = instead(&command, &["--redis"], &["--redis", &url]);
    said.finds(&["Redis at redis://@", &nobody, "correct --redis"]);
    assert!(!said.report.to_string().contains("hidden"));
    let url = format!("postgres://somebody:hidden@{nobody}/outflank");
    let mut said = instead(&command, &["--database"], &["--database", &url]);
    said.finds(&["the database at", &nobody, "correct --database"]);
    assert!(!said.report.to_string().contains("hidden"));
    instead(&command, &["--redis"], &[]).finds(&["settings", "--redis redis://"]);
    let away = format!("identity=http://{nobody}");
    let mut words = command.get_args().filter_map(|word| word.to_str());
    let play = words.find(|word| word.starts_with("play=")).unwrap();
    let play = play.to_owned();
    instead(
        &command,
        &["--peers"],
        &["--peers", &away, "--peers", &play],
    )
    .finds(&[
        "identity: no identity answers at",
        &nobody,
        "--peers identity=",
    ]);
}

fn wrong_keys(cluster: &mut Cluster, at: usize) {
    let foreign = tempfile::tempdir().unwrap();
    let keys = foreign.path().join("keys");
    make_keys(&keys);
    let path = keys.to_str().unwrap();
    let said = soon(
        || instead(&cluster.command(at), &["--keys"], &["--keys", path]),
        |said| said.of("finding").len() == 2,
    );
    let findings = said.of("finding");
    assert_eq!(said.code, 1);
    for finding in &findings {
        assert!(
            finding.contains("refuses the pairing of this process"),
            "{finding}"
        );
        assert!(finding.contains("keys folder"), "{finding}");
    }
    let public = "service-play.pub.pem";
    std::fs::copy(cluster.keys().join(public), keys.join(public)).unwrap();
    instead(&cluster.command(at), &["--keys"], &["--keys", path]).finds(&[
        "keys",
        public,
        "not the public key of the private key beside it",
    ]);
    std::fs::remove_file(keys.join("service-pairing.pem")).unwrap();
    std::fs::remove_file(keys.join(public)).unwrap();
    instead(&cluster.command(at), &["--keys"], &["--keys", path])
        .finds(&["service-pairing.pem", "outflank keys create"]);
}

fn wrong_tables(cluster: &Cluster, at: usize) {
    let newer = "INSERT INTO play._sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9000, 'later', true, '', 0)";
    psql(&cluster.postgres, newer);
    let said = soon(
        || instead(&cluster.command(at), &[], &[]),
        |said| said.code == 0,
    );
    let cautions = said.of("caution");
    assert!(
        cautions[0].contains("version 9000, which still serves this program"),
        "{cautions:?}"
    );
    let contracted = "UPDATE play.journal_versions SET serves_from = 9000 WHERE part = 'records'";
    psql(&cluster.postgres, contracted);
    instead(&cluster.command(at), &[], &[]).finds(&[
        "tables of play",
        "at version 9000",
        "start the newer one",
    ]);
    psql(
        &cluster.postgres,
        "UPDATE play._sqlx_migrations SET checksum = '\\x00' WHERE version = 1",
    );
    instead(&cluster.command(at), &[], &[]).finds(&[
        "tables of play",
        "schema play of the database",
        "1",
    ]);
}

/// The same asked of a running process, and of one whose Redis has gone.
fn running(cluster: &mut Cluster, base: &str, play: usize) {
    let said = soon(|| doctor(&[base]), Said::is_sound);
    said.good("version: pairing-");
    said.good("redis: calls go through");
    said.good("play: 1 instances serve");
    assert!(
        said.report["promise"]
            .as_str()
            .unwrap()
            .contains("database server")
    );
    cluster.kill(play);
    cluster.redis.kill();
    let said = soon(|| doctor(&[base]), |said| said.of("finding").len() == 3);
    let findings = said.of("finding").join("\n");
    assert_eq!(said.code, 1);
    for words in [
        "readiness: Not ready: no play answers",
        "play: 0 instances serve",
        "redis: the breaker",
    ] {
        assert!(findings.contains(words), "{words:?}: {findings}");
    }
}

#[test]
fn a_database_that_promises_nothing_is_a_finding_and_refused() {
    let postgres = Postgres::start_with(&[("synchronous_commit", "off")]);
    let redis = Redis::start();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let (database, live) = (postgres.url(), redis.url());
    let options = ["--database", &database, "--redis", &live, "--data", data];
    let said = doctor(&options);
    let findings = said.of("finding");
    assert_eq!(said.code, 1);
    assert!(
        findings[0].contains("durability: none")
            && findings[0].contains("synchronous_commit = off"),
        "{findings:?}"
    );
    let refused = refusal_of(serve().args(options));
    assert!(refused.contains("synchronous_commit = off"), "{refused}");

    let waits = Postgres::start_with(&[("synchronous_standby_names", "elsewhere")]);
    let database = waits.url();
    doctor(&["--database", &database, "--redis", &live, "--data", data]).finds(&[
        "durability",
        "elsewhere",
        "nothing is acknowledged until one is",
    ]);
    let torn = Postgres::start_with(&[("full_page_writes", "off")]);
    let database = torn.url();
    let node = Redis::start_clustered();
    let address = node.url();
    let options = ["--database", &database, "--redis", &address, "--data", data];
    let refused = refusal_of(serve().args(options));
    assert!(refused.contains("one node of a Redis Cluster"), "{refused}");
    doctor(&["--database", &database, "--redis", &live, "--data", data])
        .finds(&["durability", "full_page_writes = off"]);

    let far = format!(":{}/", slow_way_to(torn.port()));
    let database = database.replace(&format!(":{}/", torn.port()), &far);
    let options = ["--database", &database, "--redis", &live, "--data", data];
    doctor(&options).finds(&["clock", "no cluster time", "run it nearer to the database"]);
    let refused = refusal_of(serve().args(options));
    assert!(refused.contains("no cluster time"), "{refused}");
}

fn serve() -> Command {
    let mut command = Command::new(binary());
    command.args(["serve", "--listen", "127.0.0.1:0"]);
    command
}

#[test]
fn tables_that_no_longer_serve_this_program_are_refused() {
    let (postgres, redis) = (Postgres::start(), Redis::start());
    let folder = tempfile::tempdir().unwrap();
    let (database, live) = (postgres.url(), redis.url());
    let options = ["--database", &database, "--redis", &live];
    drop(Server::start_with(folder.path(), &options));
    psql(
        &postgres,
        "UPDATE play.journal_versions SET serves_from = 9000 WHERE part = 'records'; \
         INSERT INTO play._sqlx_migrations (version, description, success, checksum, execution_time) \
             VALUES (9000, 'later', true, '', 0)",
    );
    let refused = refusal_of(serve().args(options).arg("--data").arg(folder.path()));
    assert!(
        refused.contains("version 9000") && refused.contains("start the newer one"),
        "{refused}"
    );
}

/// A port that leads to another one, each way in 40 ms: clocks cannot be reckoned over it.
fn slow_way_to(port: u16) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let own = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for near in listener.incoming().map_while(Result::ok) {
            let far = TcpStream::connect(("127.0.0.1", port)).unwrap();
            for (from, to) in [(&near, &far), (&far, &near)] {
                let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                std::thread::spawn(move || {
                    let mut piece = [0; 16_384];
                    while let Ok(length @ 1..) = from.read(&mut piece) {
                        std::thread::sleep(Duration::from_millis(40));
                        if to.write_all(&piece[..length]).is_err() {
                            break;
                        }
                    }
                    let _gone = to.shutdown(Shutdown::Write);
                });
            }
        }
    });
    own
}

#[test]
fn few_open_files_are_told_with_what_they_leave_for_players() {
    let folder = tempfile::tempdir().unwrap();
    let under = |files| {
        let mut command = Command::new(binary());
        command.arg("doctor").arg("--data").arg(folder.path());
        ask(limited(command, Some(files)))
    };
    let right = "let 30256 be open";
    let few = under(1_024);
    assert!(few.is_sound(), "{few:#?}");
    let told = "files: 1024 may be open: 768 connections at a time, 154 of them kept free for seated players and officials";
    let cautions = few.of("caution");
    let line = cautions.iter().find(|line| line.contains(told));
    assert!(line.is_some_and(|line| line.contains(right)), "{few:#?}");
    let told = "files: 400 may be open: 200 connections at a time, 40 of them kept free";
    under(400).finds(&[told, "fewer than 256 for the server's own", right]);
}

#[test]
fn one_machine_and_what_is_no_deployment_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let path = data.to_str().unwrap();
    let said = doctor(&["--data", path]);
    assert_eq!((said.code, said.of("finding")), (0, Vec::new()));
    said.good("data: ");
    assert!(!data.exists(), "the doctor made {path}");
    assert!(
        said.report["promise"]
            .as_str()
            .unwrap()
            .contains("synchronous=FULL")
    );

    let lines = Command::new(binary())
        .args(["doctor", "--data", path])
        .output()
        .unwrap();
    let lines = String::from_utf8(lines.stdout).unwrap();
    assert!(
        lines.starts_with("good     settings: a whole server: "),
        "{lines}"
    );
    assert!(lines.trim_end().ends_with(", 0 finding"), "{lines}");
    // How many files may be open is the machine's affair.
    let cautions = said.of("caution");
    assert!(
        cautions.iter().all(|line| line.starts_with("files: ")),
        "{cautions:?}"
    );

    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join("play.sqlite"), "no database").unwrap();
    doctor(&["--data", path]).finds(&["tables of play", "play.sqlite is not a journal database"]);
    doctor(&["--data", path, "--roles", "play"]).finds(&["settings", "--database postgres://"]);
    doctor(&["--data", "/dev/null/data", "--clock-offset-ms", "5"])
        .of("finding")
        .iter()
        .find(|finding| finding.contains("shifted by 5 ms"))
        .expect("a shifted clock is a finding");

    let nobody = format!("http://127.0.0.1:{}", free_port());
    let said = doctor(&["--data", path, "--telemetry", &nobody]);
    let cautions = said.of("caution").join("\n");
    assert!(
        cautions.contains("telemetry: no collector listens at"),
        "{cautions}"
    );
    doctor(&["--data", path, "--telemetry", "grpc://x"]).finds(&["settings", "http://HOST:4317"]);
    doctor(&[&nobody]).finds(&["nobody answers at", "start it"]);
    for (arguments, words) in [
        (&["ftp://somewhere"][..], "http://HOST:PORT"),
        (&["--config", "/nonexistent.toml"], "cannot be read"),
    ] {
        let refused = Command::new(binary())
            .arg("doctor")
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.contains(words), "{said}");
    }
}
