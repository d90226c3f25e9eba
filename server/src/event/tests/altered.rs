//! Whatever is altered of a saved event is found: every byte of a small one, thousands of changes of a larger one.

use std::path::{Path, PathBuf};

use outflank_client::Client;
use outflank_journal::entry_hash;
use outflank_testbed::Dice;
use reqwest::Method;
use serde_json::{Value as Json, json};

use super::{House, read, sign};
use crate::event::{
    bundle::{self, opened},
    trust::Signers,
};

const SEED: u64 = 20_260_718;
const FLIPS: usize = 10_000;
const ROWS: usize = 1_000;
/// The file of two tables is at most so large, in bytes.
const SMALL: usize = 64 * 1024;

/// An event with typed results, saved at a server of its own.
async fn held(folder: &Path, players: u32, rounds: u32) -> PathBuf {
    let own = House::new();
    let server = own.serve().await;
    let director = Client::new(&server.base);
    let code = server.administrator_code.as_deref();
    let made = director.create_account("Ingrid", "ingrid", "a long password", code);
    made.await.unwrap();
    let body = json!({
        "name": "Harbour Open", "country": "NOR", "date": "2026-07-18", "rule_set": "club",
    });
    let made: Json = director.post("/tournaments", &body).await.unwrap();
    let path = format!("/tournaments/{}", made["summary"]["id"].as_str().unwrap());
    for number in 0..players {
        let body = json!({
            "surname": format!("Player {number}"), "given_names": "Honest", "country": "NOR",
            "federation_number": 10 + number,
        });
        let _: Json = director
            .post(&format!("{path}/entrants"), &body)
            .await
            .unwrap();
    }
    for round in 1..=rounds {
        let _: Json = director
            .post(&format!("{path}/rounds"), &json!({}))
            .await
            .unwrap();
        for table in 1..=players / 2 {
            let path = format!("{path}/rounds/{round}/tables/{table}/result");
            let body = json!({ "black_discs": 30 + table, "reason": "Score sheet." });
            let _: Json = director
                .send(Method::PUT, &path, &body, None)
                .await
                .unwrap();
        }
        let finish = format!("{path}/rounds/{round}/finish");
        let _: Json = director.post(&finish, &json!({})).await.unwrap();
    }
    server.end().await;
    own.save(folder.join("saved")).await
}

/// Whether a file is taken for what was signed.
fn is_good(bytes: &[u8]) -> bool {
    bundle::lines(bytes).is_ok_and(|lines| opened(&lines, &Signers::Anybody).is_ok())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_byte_of_an_event_of_two_tables_counts() {
    let folder = tempfile::tempdir().unwrap();
    let saved = std::fs::read(held(folder.path(), 4, 1).await).unwrap();
    assert!(is_good(&saved));
    assert!(saved.len() <= SMALL, "{} bytes", saved.len());
    let mut altered = saved.clone();
    for at in 0..saved.len() {
        altered[at] ^= 1 << (at % 8);
        assert!(!is_good(&altered), "byte {at}");
        altered[at] = saved[at];
    }
    // Cut off anywhere, its last byte too.
    for length in 0..saved.len() {
        assert!(!is_good(&saved[..length]), "{length} bytes");
    }
    // What is found is told by the command, with the line.
    let file = folder.path().join("altered");
    let line = saved.split(|byte| *byte == b'\n').nth(4).unwrap();
    let begin = line.as_ptr() as usize - saved.as_ptr() as usize;
    altered[begin + line.len() / 2] ^= 1;
    std::fs::write(&file, &altered).unwrap();
    let told = bundle::read(&file, &Signers::Anybody).err().unwrap();
    assert!(format!("{told:#}").contains("line"), "{told:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_changed_in_a_full_event_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = held(folder.path(), 16, 5).await;
    let saved = std::fs::read(&file).unwrap();
    let mut chance = Dice(SEED);
    let mut altered = saved.clone();
    for _ in 0..FLIPS {
        let at = chance.below(saved.len());
        altered[at] ^= 1 << chance.below(8);
        assert!(!is_good(&altered), "byte {at}");
        altered[at] = saved[at];
    }

    // Rows with another figure, doubled, left out, and in another order.
    let text = String::from_utf8(saved).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let whole = |lines: &[&str]| format!("{}\n", lines.join("\n")).into_bytes();
    assert!(is_good(&whole(&lines)));
    for change in 0..ROWS {
        let at = 3 + chance.below(lines.len() - 3);
        let mut changed = lines.clone();
        let figures: Vec<usize> = lines[at]
            .match_indices(|letter: char| letter.is_ascii_digit())
            .map(|(place, _)| place)
            .collect();
        let mut other = lines[at].as_bytes().to_vec();
        match change % 4 {
            0 if !figures.is_empty() => {
                let place = figures[chance.below(figures.len())];
                other[place] = b'0' + (other[place] - b'0' + 1) % 10;
                changed[at] = std::str::from_utf8(&other).unwrap();
                assert!(!is_good(&whole(&changed)), "line {}", at + 1);
                continue;
            }
            1 => changed.insert(at, lines[at]),
            2 => drop(changed.remove(at)),
            _ => changed.swap(at, if at > 3 { at - 1 } else { at + 1 }),
        }
        assert!(!is_good(&whole(&changed)), "line {}", at + 1);
    }
}

/// Whoever has no key of the server's signs with another: the key that was named tells.
#[tokio::test(flavor = "multi_thread")]
async fn streams_left_out_and_chains_hashed_anew_have_another_signature() {
    let folder = tempfile::tempdir().unwrap();
    let file = held(folder.path(), 4, 1).await;
    let key = read(&file).public_key;
    let only = Signers::Only(key.clone());
    assert!(bundle::read(&file, &only).is_ok());
    let streams = read(&file).streams.len();
    assert!(streams > 2, "{streams} streams");
    for left_out in 0..streams {
        let mut altered = read(&file);
        altered.streams.remove(left_out);
        let altered = sign(altered, folder.path().join(format!("without {left_out}")));
        let refused = bundle::read(&altered, &only).err().unwrap();
        assert!(format!("{refused:#}").contains(&key), "{refused:#}");
    }
    let mut hashed = read(&file);
    let stream = hashed.streams.last_mut().unwrap();
    let mut previous = None;
    for stored in stream.iter_mut() {
        stored.entry.at_ms += 1;
        if let Some(previous) = previous {
            stored.entry.previous_hash = previous;
        }
        stored.entry.hash = entry_hash(&stored.entry, &stored.facts);
        previous = Some(stored.entry.hash);
    }
    let hashed = sign(hashed, folder.path().join("hashed anew"));
    assert!(bundle::read(&hashed, &Signers::Anybody).is_ok());
    let refused = bundle::read(&hashed, &only).err().unwrap();
    assert!(format!("{refused:#}").contains(&key), "{refused:#}");
}
