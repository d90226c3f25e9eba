//! kill -9 in the middle of every kind of act: what was acknowledged stands, once; a client that sends its act again
//! gets the same answer; nobody's clock pays for the outage; play goes on, and a game that nobody kills for goes on
//! beside it all the time, its clients coming back by themselves. The checker is tried on journals that are broken
//! on purpose, and has to notice.
//!
//! `KILLS` says how often (once during each kind); `make crash` kills 200 times, and then every kind has to have been interrupted
//! between its sending and its acknowledgement.

use std::{collections::BTreeMap, time::Instant};

use outflank_client::{Client, Failure};
use outflank_testbed::breach;
use outflank_tests::{
    Server,
    acts::{Act, NOTICE_MS, announce_adjournment, send_all, until_event},
    bout::{Acknowledgement, Bout},
    bystanders::Bystanders,
    checker,
    load::{self, setting},
    othello::{Dice, Ply},
    outage::Outage,
};
use serde_json::Value;
use tokio::time::Duration;

/// The clocks of games whose flag is to fall.
const SHORT_MS: i64 = 1_500;
/// A fall is settled so long after its deadline, at the earliest.
const SETTLED_AFTER_MS: u64 = 2_000;
/// An adjournment that was announced has come when the server is back so much later.
const UNTIL_ADJOURNED_MS: i64 = NOTICE_MS + 5_000;
/// From so many kills on, a kind of act that was never interrupted is a failure of the test.
const ENOUGH_KILLS: usize = 200;

/// What became of one kind of act.
#[derive(Default, Clone, Copy)]
struct Hits {
    killed: usize,
    /// Sent, and no answer when the server died.
    interrupted: usize,
    /// Of these: committed all the same.
    committed: usize,
}

/// What a run has seen.
#[derive(Default)]
struct Seen {
    hits: BTreeMap<Act, Hits>,
    acknowledged: usize,
    before_kill: usize,
    repeated: usize,
    given_back_ms: i64,
    controls: (usize, usize),
    /// Of these: journals in which an outage is charged.
    charged: usize,
    slowest: Duration,
}

async fn killed(mut server: Server, after: Duration) -> (Server, i64) {
    tokio::task::spawn_blocking(move || {
        std::thread::sleep(after);
        let at_ms = server.now_ms();
        let outage = Outage::to_be_judged();
        server.kill_and_restart_as_if(outage.lasting, outage.longer_ms);
        (server, at_ms)
    })
    .await
    .unwrap()
}

/// An act sent, the server killed a moment later, and the same act sent again by a client that came back.
async fn act_through(
    server: Server,
    (bout, director): (&mut Bout, &Client),
    (act, plies, tried): (Act, &[Ply], usize),
    dice: &mut Dice,
    seen: &mut Seen,
) -> (Server, Vec<Acknowledgement>) {
    let commands = act.commands(bout, plies, tried).await;
    let kill = killed(server, Duration::from_micros(dice.below(12_000) as u64));
    let ((server, _), first) = tokio::join!(kill, send_all(bout, director, &commands));
    bout.come_back().await;
    let again = send_all(bout, director, &commands).await;
    let mut acknowledged = Vec::new();
    let mut hit = Hits {
        killed: 1,
        ..Hits::default()
    };
    for ((sent, first), again) in commands.iter().zip(first).zip(again) {
        let (seq, repeated) = again.unwrap();
        match first {
            Ok((first, _)) => {
                if (first, true) != (seq, repeated) {
                    breach(&format!(
                        "{sent:?} was entry {first}, and after the kill {seq}, repeated: {repeated}"
                    ));
                }
                seen.before_kill += 1;
            }
            Err(Failure::Unreachable(_)) => {
                hit.interrupted = 1;
                hit.committed |= usize::from(repeated);
            }
            Err(failure) => panic!("{sent:?}: {failure}"),
        }
        seen.repeated += usize::from(repeated);
        acknowledged.push(act.acknowledgement(sent, tried, seq));
    }
    count(seen, act, hit);
    (server, acknowledged)
}

fn count(seen: &mut Seen, act: Act, hit: Hits) {
    let all = seen.hits.entry(act).or_default();
    all.killed += hit.killed;
    all.interrupted += hit.interrupted;
    all.committed += hit.committed;
}

/// Kills about when a fall is settled, and waits until it stands.
async fn flag_through(server: Server, bout: &mut Bout, dice: &mut Dice, seen: &mut Seen) -> Server {
    let settled = u64::try_from(SHORT_MS).unwrap() + SETTLED_AFTER_MS;
    let after = Duration::from_millis(settled - 300 + dice.below(600) as u64);
    let (server, killed_at_ms) = killed(server, after).await;
    bout.come_back().await;
    let fall = until_event(bout, "flag_fell").await;
    // The flag was down when the server died, and it had not been settled.
    let interrupted = fall["at_ms"].as_i64().unwrap() > killed_at_ms;
    let hit = Hits {
        killed: 1,
        interrupted: usize::from(interrupted),
        committed: 0,
    };
    count(seen, Act::Flag, hit);
    server
}

/// The game is where the act is possible.
async fn prepare(
    mut server: Server,
    (bout, director): (&mut Bout, &Client),
    (act, plies, tried): (Act, &[Ply], usize),
) -> (Server, Vec<Acknowledgement>) {
    let mut acknowledged = bout.advance(plies, 1, tried - 1).await;
    if act == Act::Confirm {
        let resign = Act::Resign.commands(bout, plies, tried).await;
        let answers = send_all(bout, director, &resign).await;
        let (seq, _) = *answers[0].as_ref().unwrap();
        acknowledged.push(Act::Resign.acknowledgement(&resign[0], tried, seq));
    }
    if act == Act::Seal {
        acknowledged.push(announce_adjournment(bout, director).await);
        server = tokio::task::spawn_blocking(move || {
            server.kill_and_restart_later(UNTIL_ADJOURNED_MS);
            server
        })
        .await
        .unwrap();
        bout.come_back().await;
        until_event(bout, "sealing_began").await;
    }
    (server, acknowledged)
}

async fn one_kill(
    server: Server,
    director: &Client,
    number: usize,
    dice: &mut Dice,
    seen: &mut Seen,
) -> Server {
    let act = Act::ALL[number % Act::ALL.len()];
    let (plies, tried) = act.script(dice);
    let main_ms = (act == Act::Flag).then_some(SHORT_MS);
    let mut bout = Bout::start(&server, director, number, main_ms).await;
    let what = (act, plies.as_slice(), tried);
    let (mut server, mut acknowledged) = prepare(server, (&mut bout, director), what).await;
    if act == Act::Flag {
        server = flag_through(server, &mut bout, dice, seen).await;
    } else {
        let table = (&mut bout, director);
        let (restarted, done) = act_through(server, table, what, dice, seen).await;
        server = restarted;
        acknowledged.extend(done);
    }
    seen.slowest = seen.slowest.max(server.start_time);
    let (after, played) = act.go_on(&mut bout, director, &plies, tried).await;
    acknowledged.extend(after);
    let entries = bout.entries(director).await;
    let during = |error| format!("kill {number} during {act:?}: {error}");
    if let Err(error) = check_journal(act, &entries, &acknowledged, &plies[..played]) {
        breach(&during(error));
    }
    let outcome = check_clocks(act, &entries);
    seen.given_back_ms += match outcome {
        Ok(ms) => ms,
        // A flag that fell twice stands twice; a clock may have been a stalled machine's.
        Err(error) if act == Act::Flag => breach(&during(error)),
        Err(error) => panic!("{}", during(error)),
    };
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

fn check_journal(
    act: Act,
    entries: &[Value],
    acknowledged: &[Acknowledgement],
    plies: &[Ply],
) -> Result<(), String> {
    checker::acknowledged_stands(entries, acknowledged)?;
    checker::follows_script(entries, plies)?;
    if act == Act::Confirm {
        checker::signed_once(entries)?;
    }
    Ok(())
}

fn check_clocks(act: Act, entries: &[Value]) -> Result<i64, String> {
    if act == Act::Flag {
        return checker::flag_fell_once(entries, SHORT_MS).map(|()| 0);
    }
    let outage = Outage::to_be_judged();
    checker::clocks_are_fair(entries, outage.too_much_ms, outage.at_most_gained_ms)
}

/// The journal of a server that charges for the outage; none where the game was owed nothing for it: its clocks stood at
/// the kill, or nothing that a clock is charged for came after it.
fn unpaid(act: Act, entries: &[Value]) -> Option<Vec<Value>> {
    let outage = Outage::to_be_judged();
    let mut unpaid = entries.to_vec();
    let (mut owed, mut owed_to_clock) = (0, false);
    for entry in &mut unpaid {
        let Some(events) = entry["events"].as_array_mut() else {
            continue;
        };
        events.retain(|event| {
            let kind = event["type"].as_str().unwrap_or_default();
            let is_credit = kind == "time_credited";
            if is_credit {
                owed += event["ms"].as_i64().unwrap_or(0);
            }
            // What is given back once the flag is down no longer changes when it fell.
            let ends_turn = match act {
                Act::Flag => kind == "flag_fell",
                _ => ["moved", "passed", "resigned", "paused", "move_sealed"].contains(&kind),
            };
            if ends_turn {
                // A ply that was given back more than that has to cost too much without it.
                owed_to_clock |= match act {
                    Act::Flag => owed > 0,
                    _ => owed > outage.too_much_ms + outage.at_most_gained_ms,
                };
                owed = 0;
            }
            !is_credit
        });
    }
    owed_to_clock.then_some(unpaid)
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
        broken.push(("an acknowledged entry stands twice", twice));
    }
    let mut found: Vec<(&str, bool)> = broken
        .into_iter()
        .map(|(what, entries)| {
            let caught = check_journal(act, &entries, acknowledged, plies).is_err();
            (what, caught)
        })
        .collect();
    // Without its credits a journal has gaps; that the clocks are wrong has to show by itself.
    if let Some(unpaid) = unpaid(act, entries) {
        found.push(("the outage is charged", check_clocks(act, &unpaid).is_err()));
        seen.charged += 1;
    }
    for (what, caught) in found {
        seen.controls.1 += 1;
        assert!(
            caught,
            "{what} during {act:?}, and the checker did not notice"
        );
        seen.controls.0 += usize::from(caught);
    }
}

/// Another game of bystanders where the last is over; answers what that one had acknowledged.
async fn keep_playing(
    bystanders: &mut Bystanders,
    server: &Server,
    director: &Client,
    number: usize,
) -> usize {
    if !bystanders.are_done() {
        return 0;
    }
    let next = Bystanders::start(server, director, number).await;
    let over = std::mem::replace(bystanders, next);
    over.end(director, &Outage::to_be_judged()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_during_every_kind_of_act() {
    let kills = load::count("KILLS", Act::ALL.len());
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
    let mut bystanders = Bystanders::start(&server, &director, 0).await;
    let mut undisturbed = 0;
    for number in 0..kills {
        server = one_kill(server, &director, number, &mut dice, &mut seen).await;
        undisturbed += keep_playing(&mut bystanders, &server, &director, number + 1).await;
        eprintln!(
            "kill {} of {kills} during {:?}, ready again after {:.2} s",
            number + 1,
            Act::ALL[number % Act::ALL.len()],
            server.start_time.as_secs_f64()
        );
    }
    undisturbed += bystanders.end(&director, &Outage::to_be_judged()).await;
    drop(server);
    verify(&data.path().join("play.sqlite"));
    assert!(seen.controls.0 > 0 && seen.controls.0 == seen.controls.1);
    assert!(kills < Act::ALL.len() || seen.charged > 0);
    report(kills, &seen, undisturbed);
    eprintln!(
        "figure crash_act_took_s {:.0} s",
        begun.elapsed().as_secs_f64()
    );
    for (act, hits) in &seen.hits {
        assert!(
            kills < ENOUGH_KILLS || hits.interrupted > 0,
            "{act:?} was never interrupted in {} kills",
            hits.killed
        );
    }
}

fn verify(journal: &std::path::Path) {
    let verified = std::process::Command::new(outflank_tests::server::binary())
        .arg("verify")
        .arg(journal)
        .output()
        .unwrap();
    if !verified.status.success() {
        breach(&String::from_utf8_lossy(&verified.stdout));
    }
}

fn report(kills: usize, seen: &Seen, undisturbed: usize) {
    eprintln!("figure crash_act_kills {kills}");
    for (act, hits) in &seen.hits {
        let name = format!("{act:?}").to_lowercase();
        eprintln!(
            "figure crash_act_{name}_interrupted {}/{} ({} of them committed)",
            hits.interrupted, hits.killed, hits.committed
        );
    }
    eprintln!("figure crash_act_acknowledged {}", seen.acknowledged);
    eprintln!("figure crash_act_lost 0");
    eprintln!(
        "figure crash_act_acknowledged_before_the_kill {}",
        seen.before_kill
    );
    eprintln!("figure crash_act_repeated_after_it {}", seen.repeated);
    eprintln!("figure crash_act_bystanders_acknowledged {undisturbed}");
    eprintln!(
        "figure crash_act_controls_caught {}/{}",
        seen.controls.0, seen.controls.1
    );
    eprintln!("figure crash_act_controls_charged {}", seen.charged);
    eprintln!(
        "figure crash_act_given_back_s {:.1} s",
        Duration::from_millis(seen.given_back_ms.unsigned_abs()).as_secs_f64()
    );
    eprintln!(
        "figure crash_act_slowest_restart_s {:.2} s",
        seen.slowest.as_secs_f64()
    );
}
