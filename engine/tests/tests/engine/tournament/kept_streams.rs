//! Streams that programs of every release wrote, folded by this engine: `tests/fixtures/README.md` says how they came
//! about. None of what is expected here is ever taken back.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use outflank_othello as othello;
use outflank_tournament::*;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Where the first entry of a stream follows on.
const NO_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// One release's streams and what was recorded of them.
struct Kept {
    streams: PathBuf,
    expected: Value,
}

fn releases() -> Vec<Kept> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let folders = fs::read_dir(all)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
    folders.sort();
    let read = |folder: PathBuf| Kept {
        expected: json_of(&fs::read_to_string(folder.join("expected.json")).unwrap()),
        streams: folder.join("streams"),
    };
    let kept: Vec<Kept> = folders.into_iter().map(read).collect();
    assert!(!kept.is_empty(), "no streams are kept");
    kept
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
}

impl Kept {
    fn names(&self) -> impl Iterator<Item = &String> {
        self.expected["events"].as_object().unwrap().keys()
    }

    /// The lines of an event's streams, one entry each.
    fn lines(&self, name: &str) -> Vec<String> {
        let file = self.streams.join(format!("{name}.jsonl"));
        let lines = fs::read_to_string(file).unwrap();
        lines.lines().map(str::to_owned).collect()
    }

    /// The entries by stream, the tournament's first.
    fn entries(&self, name: &str) -> Vec<Vec<Value>> {
        let lines = self.lines(name);
        let entries: Vec<Value> = lines.iter().map(|line| json_of(line)).collect();
        check_chains(&entries).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let mut streams: Vec<Vec<Value>> = Vec::new();
        for entry in entries {
            match streams.last_mut() {
                Some(stream) if stream[0]["stream"] == entry["stream"] => stream.push(entry),
                _ => streams.push(vec![entry]),
            }
        }
        streams
    }

    fn tournament(&self, name: &str) -> TournamentState {
        fold(&self.entries(name)[0]).unwrap()
    }
}

/// What an entry's hash is over: written here a second time, beside the journal's own.
fn hash_of(entry: &Value) -> String {
    let mut chain = Sha256::new();
    let bytes = |chain: &mut Sha256, bytes: &[u8]| {
        chain.update(u64::try_from(bytes.len()).unwrap().to_be_bytes());
        chain.update(bytes);
    };
    bytes(&mut chain, b"outflank-entry-1");
    bytes(
        &mut chain,
        &Seed::from_hex(text(&entry["previous_hash"])).unwrap().0,
    );
    bytes(&mut chain, text(&entry["stream"][0]).as_bytes());
    bytes(&mut chain, text(&entry["stream"][1]).as_bytes());
    chain.update(entry["seq"].as_u64().unwrap().to_be_bytes());
    chain.update(entry["at_ms"].as_i64().unwrap().to_be_bytes());
    bytes(&mut chain, text(&entry["actor"]).as_bytes());
    bytes(&mut chain, text(&entry["command_id"]).as_bytes());
    chain.update(entry["schema_version"].as_u64().unwrap().to_be_bytes());
    bytes(&mut chain, text(&entry["body"]).as_bytes());
    let facts = entry["facts"].as_array().unwrap();
    chain.update(u64::try_from(facts.len()).unwrap().to_be_bytes());
    for fact in facts {
        bytes(&mut chain, text(&fact["kind"]).as_bytes());
        bytes(&mut chain, text(&fact["body"]).as_bytes());
    }
    Seed(chain.finalize().into()).to_hex()
}

/// Every entry has the hash of what it holds and names the one before it.
fn check_chains(entries: &[Value]) -> Result<(), String> {
    let mut before: Option<&Value> = None;
    for entry in entries {
        let follows = before.filter(|before| before["stream"] == entry["stream"]);
        let previous = follows.map_or(NO_HASH, |before| text(&before["hash"]));
        let seq = follows.map_or(0, |before| before["seq"].as_u64().unwrap());
        let at = format!("entry {} of {}", entry["seq"], entry["stream"]);
        if entry["seq"] != seq + 1 || text(&entry["previous_hash"]) != previous {
            return Err(format!("{at} does not follow the one before it"));
        }
        if text(&entry["hash"]) != hash_of(entry) {
            return Err(format!("{at} was altered"));
        }
        before = Some(entry);
    }
    Ok(())
}

/// The events of a tournament's entry.
fn events(entry: &Value) -> Result<Vec<(EntryHeader, Event)>, serde_json::Error> {
    let header = EntryHeader {
        seq: entry["seq"].as_u64().unwrap(),
        at_ms: entry["at_ms"].as_i64().unwrap(),
    };
    let body: Value = serde_json::from_str(text(&entry["body"]))?;
    let events: Vec<Event> = serde_json::from_value(body["events"].clone())?;
    Ok(events.into_iter().map(|event| (header, event)).collect())
}

fn fold(entries: &[Value]) -> Result<TournamentState, serde_json::Error> {
    let mut state = TournamentState::default();
    for entry in entries {
        for (header, event) in events(entry)? {
            state = evolve(state, &header, &event);
        }
    }
    Ok(state)
}

/// A game's stream.
fn fold_game(entries: &[Value]) -> Result<othello::TableState, serde_json::Error> {
    let mut state = othello::TableState::default();
    for entry in entries {
        let at_ms = entry["at_ms"].as_i64().unwrap();
        let events: Vec<othello::Event> = serde_json::from_str(text(&entry["body"]))?;
        state = othello::fold(state, at_ms, &events);
    }
    Ok(state)
}

/// Rounds, pairings and results as the platform's faces told them.
fn rounds(state: &TournamentState) -> Value {
    let board = |board: &Board| {
        let result = board.result().map(|result| {
            json!([
                result.black_discs,
                result.white_discs,
                result.winner.map_or("none", |winner| match winner {
                    Colour::Black => "black",
                    Colour::White => "white",
                })
            ])
        });
        json!([
            board.pairing.table,
            board.pairing.black.as_str(),
            board.pairing.white.as_str(),
            result,
            board.dispute.is_some()
        ])
    };
    let round = |round: &Round| {
        let byes: Vec<&str> = round.byes.iter().map(EntrantId::as_str).collect();
        json!([
            round.number,
            round.finished,
            byes,
            round.boards.iter().map(board).collect::<Value>()
        ])
    };
    state.rounds.iter().map(round).collect()
}

fn recorded_rounds(recorded: &Value) -> Value {
    let board = |board: &Value| {
        let result = &board["result"];
        let result = (!result.is_null()).then(|| {
            let winner = result["winner"].as_str().unwrap_or("none");
            json!([result["black_discs"], result["white_discs"], winner])
        });
        json!([
            board["table"],
            board["black_entrant_id"],
            board["white_entrant_id"],
            result,
            board["disputed"]
        ])
    };
    let rounds = recorded["event"]["rounds"].as_array().unwrap().iter();
    let round = |round: &Value| {
        let boards: Value = round["boards"]
            .as_array()
            .unwrap()
            .iter()
            .map(board)
            .collect();
        json!([
            round["number"],
            round["finished"],
            round["bye_entrant_ids"],
            boards
        ])
    };
    rounds.map(round).collect()
}

/// Place, rank and figures of everybody, best first.
fn list(state: &TournamentState) -> Value {
    let lines = state.ranking.clone().unwrap_or_else(|| {
        let list = state.standings().unwrap();
        let line = |standing: &Standing| RankingLine {
            entrant: state.entrants[standing.player].id.clone(),
            place: standing.place,
            rank: standing.rank,
            half_points: standing.half_points,
            bq_halves: standing.bq_halves,
            discs: standing.discs,
            titles: Vec::new(),
        };
        list.iter().map(line).collect()
    });
    let line = |line: &RankingLine| {
        json!([
            line.entrant.as_str(),
            line.place,
            line.rank,
            line.half_points,
            line.bq_halves,
            line.discs
        ])
    };
    lines.iter().map(line).collect()
}

fn recorded_list(recorded: &Value) -> Value {
    let rows = recorded["standings"]["rows"].as_array().unwrap().iter();
    let row = |row: &Value| {
        json!([
            row["entrant_id"],
            row["place"],
            row["rank"],
            row["half_points"],
            row["bq_half_units"],
            row["discs"]
        ])
    };
    rows.map(row).collect()
}

fn rulings(state: &TournamentState) -> Value {
    let ruling = |ruling: &Ruling| {
        let status = match ruling.status {
            RulingStatus::Proposed => "proposed",
            RulingStatus::InForce => "in_force",
            RulingStatus::Refused => "refused",
            RulingStatus::Annulled => "annulled",
        };
        json!([
            ruling.act.ruling,
            status,
            ruling.act.by.as_str(),
            ruling.act.paragraph
        ])
    };
    let protest = |protest: &Protest| {
        let upheld = protest.decision.as_ref().map(|decision| decision.upheld);
        json!([
            protest.filing.protest,
            protest.filing.entrant.as_str(),
            upheld
        ])
    };
    let appeal = |appeal: &Appeal| {
        let upheld = appeal.decision.as_ref().map(|decision| decision.upheld);
        let members: Vec<&str> = appeal
            .committee
            .iter()
            .flat_map(|committee| &committee.members)
            .map(AccountId::as_str)
            .collect();
        json!([
            appeal.filing.appeal,
            upheld,
            members,
            appeal.testimony.len()
        ])
    };
    json!([
        state.rulings.iter().map(ruling).collect::<Value>(),
        state.protests.iter().map(protest).collect::<Value>(),
        state.appeals.iter().map(appeal).collect::<Value>(),
    ])
}

fn recorded_rulings(recorded: &Value) -> Value {
    let each = |of: &str, tell: &dyn Fn(&Value) -> Value| -> Value {
        recorded["rulings"][of]
            .as_array()
            .unwrap()
            .iter()
            .map(tell)
            .collect()
    };
    let decided = |of: &Value| {
        of["decided"]
            .as_bool()
            .unwrap()
            .then(|| of["upheld"].clone())
    };
    json!([
        each("rulings", &|of| json!([
            of["id"],
            of["status"],
            of["by"],
            of["paragraph"]
        ])),
        each("protests", &|of| json!([
            of["id"],
            of["entrant"],
            decided(of)
        ])),
        each("appeals", &|of| json!([
            of["id"],
            decided(of),
            of["members"],
            of["testimony"].as_array().unwrap().len()
        ])),
    ])
}

#[test]
fn kept_tournaments_fold_to_what_was_recorded() {
    for kept in releases() {
        for name in kept.names() {
            let (state, recorded) = (kept.tournament(name), &kept.expected["events"][name]);
            assert_eq!(rounds(&state), recorded_rounds(recorded), "{name}");
            assert_eq!(list(&state), recorded_list(recorded), "{name}");
            assert_eq!(rulings(&state), recorded_rulings(recorded), "{name}");
            let event = &recorded["event"];
            assert_eq!(state.conformant(), event["conformant"], "{name}");
            let titles = state
                .ranking
                .iter()
                .flatten()
                .map(|line| line.titles.len())
                .sum::<usize>();
            assert_eq!(titles, event["titles"].as_array().unwrap().len(), "{name}");
            let nations: Vec<Value> = state
                .nations
                .iter()
                .map(|nation| {
                    json!([
                        nation.country,
                        nation.kind == NationKind::ContactPerson,
                        nation.host
                    ])
                })
                .collect();
            assert_eq!(json!(nations), recorded["people"]["nations"], "{name}");
            for entrant in event["entrants"].as_array().unwrap() {
                let known = state
                    .entrant(&EntrantId(text(&entrant["id"]).to_owned()))
                    .unwrap();
                assert_eq!(
                    known.country.as_deref(),
                    entrant["country"].as_str(),
                    "{name}"
                );
                assert_eq!(
                    json!(known.withdrawn_from.unwrap_or(0)),
                    entrant["withdrawn_from_round"],
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn draws_and_pairings_of_kept_tournaments_come_out_again() {
    for kept in releases() {
        for name in kept.names() {
            let entries = &kept.entries(name)[0];
            let events: Vec<_> = entries
                .iter()
                .flat_map(|entry| events(entry).unwrap())
                .collect();
            let checks = repeat_draws(&events);
            assert!(!checks.is_empty(), "{name}");
            for check in checks {
                assert!(check.holds, "{name}: {}", check.detail);
            }
        }
    }
}

fn phase(state: &othello::TableState) -> &'static str {
    match state.phase() {
        othello::Phase::Empty => "empty",
        othello::Phase::Waiting => "armed",
        othello::Phase::Live => "live",
        othello::Phase::Paused => "paused",
        othello::Phase::Adjourned => "adjourned",
        othello::Phase::Finished => "finished",
        othello::Phase::Annulled => "annulled",
    }
}

#[test]
fn kept_games_fold_to_what_was_recorded() {
    for kept in releases() {
        for name in kept.names() {
            let streams = kept.entries(name);
            let games: BTreeMap<&str, &Vec<Value>> = streams[1..]
                .iter()
                .map(|stream| (text(&stream[0]["stream"][1]), stream))
                .collect();
            let recorded = kept.expected["events"][name]["games"].as_array().unwrap();
            assert!(recorded.len() <= games.len(), "{name}");
            for was in recorded {
                let id = text(&was["game_id"]);
                let state = fold_game(games[id]).unwrap();
                let plies: Value = state.record().iter().map(|played| {
                    json!({"ply": played.ply, "color": played.color, "square": played.square})
                }).collect();
                assert_eq!(plies, was["plies"], "{name} {id}");
                assert_eq!(phase(&state), was["phase"], "{name} {id}");
                let counts = state.position().disc_counts();
                let result = state
                    .finished()
                    .map(|finished| json!([finished.black_discs, finished.white_discs]));
                let recorded = &was["result"];
                let expected = (!recorded.is_null())
                    .then(|| json!([recorded["black_discs"], recorded["white_discs"]]));
                assert_eq!(result, expected, "{name} {id}");
                if result.is_none() {
                    assert_eq!(
                        json!([counts.black, counts.white]),
                        json!([was["black_discs"], was["white_discs"]]),
                        "{name} {id}"
                    );
                }
                assert_eq!(json!(state.defaulter()), was["defaulted"], "{name} {id}");
            }
        }
    }
}

/// What the list says they cover, they cover.
#[test]
fn kept_streams_hold_every_kind_that_is_listed() {
    for kept in releases() {
        let file = kept.streams.join("../kinds.json");
        let listed = json_of(&fs::read_to_string(file).unwrap());
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for name in kept.names() {
            for entry in kept.entries(name).concat() {
                let body = json_of(text(&entry["body"]));
                let events = body.as_array().or_else(|| body["events"].as_array());
                let kinds = events
                    .unwrap()
                    .iter()
                    .map(|event| text(&event["type"]).to_owned());
                let of = text(&entry["stream"][0]).to_owned();
                found.entry(of).or_default().extend(kinds);
            }
        }
        assert_eq!(json!(found), listed);
    }
}

/// A stream that goes on.
struct GoingOn {
    state: TournamentState,
    seq: u64,
    now_ms: i64,
}

impl GoingOn {
    fn give(&mut self, command: &Command) {
        self.seq += 1;
        self.now_ms += 1_000;
        let events = decide(&self.state, command, self.now_ms);
        let events = events.unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        let header = EntryHeader {
            seq: self.seq,
            at_ms: self.now_ms,
        };
        for event in &events {
            self.state = evolve(std::mem::take(&mut self.state), &header, event);
        }
    }
}

#[test]
fn the_kept_event_in_mid_round_is_played_on() {
    for kept in releases() {
        let entries = &kept.entries("mid-round")[0];
        let last = entries.last().unwrap();
        let mut event = GoingOn {
            state: fold(entries).unwrap(),
            seq: last["seq"].as_u64().unwrap(),
            now_ms: last["at_ms"].as_i64().unwrap(),
        };
        let draws = &kept.expected["mid_round"]["draws"];
        let secret = Seed::from_hex(text(&draws["secret"])).unwrap();
        let links = u32::try_from(draws["links"].as_u64().unwrap()).unwrap();
        let open: Vec<u32> = event.state.round(2).unwrap().open_tables().collect();
        assert!(!open.is_empty());
        finish(&mut event, 2);
        for round in 3..=event.state.planned_rounds() {
            let seed = chain_link(&secret, links, event.state.draws_revealed + 1);
            event.give(&Command::PublishRound {
                starts_at_ms: event.now_ms,
                seed,
                accept_departures: true,
                manual: None,
                constraints: RoundConstraints::default(),
                clocks: vec![],
            });
            finish(&mut event, round);
        }
        assert_eq!(event.state.rounds.len(), 3);
        if event.state.lots_wanted().unwrap() {
            let seed = chain_link(&secret, links, event.state.draws_revealed + 1).unwrap();
            event.give(&Command::DrawLots { seed });
        }
        event.give(&Command::ConfirmTournament {
            without_finals: true,
        });
        assert_eq!(event.state.phase(), Phase::Confirmed);
        let ranking = event.state.ranking.as_ref().unwrap();
        assert_eq!(ranking.len(), event.state.entrants.len());
    }
}

fn finish(event: &mut GoingOn, round: u32) {
    let open: Vec<u32> = event.state.round(round).unwrap().open_tables().collect();
    for table in open {
        let result = ResultRecord::ruled(20 + 3 * table, Goal::Most);
        event.give(&Command::RecordResult {
            round,
            table,
            result,
        });
    }
    event.give(&Command::FinishRound { round });
}

#[test]
fn an_altered_byte_of_a_kept_stream_is_noticed() {
    for kept in releases() {
        let mut entries: Vec<Value> = kept
            .lines("world")
            .iter()
            .map(|line| json_of(line))
            .collect();
        check_chains(&entries).unwrap();
        let mut altered = entries.clone();
        let place = altered
            .iter()
            .position(|entry| text(&entry["body"]).contains("\"black_discs\":40"));
        let place = place.unwrap();
        let body =
            text(&altered[place]["body"]).replacen("\"black_discs\":40", "\"black_discs\":41", 1);
        altered[place]["body"] = json!(body);
        assert!(check_chains(&altered).unwrap_err().contains("altered"));
        let mut untold = entries.clone();
        untold[place]["facts"] = json!([]);
        assert!(check_chains(&untold).unwrap_err().contains("altered"));
        entries.remove(1);
        assert!(
            check_chains(&entries)
                .unwrap_err()
                .contains("does not follow")
        );
    }
}

#[test]
fn an_event_that_is_not_known_is_no_event() {
    for kept in releases() {
        let streams = kept.entries("world");
        let with = |entries: &[Value], was: &str, is: &str| {
            let mut entries = entries.to_vec();
            for entry in &mut entries {
                entry["body"] = json!(text(&entry["body"]).replacen(was, is, 1));
            }
            entries
        };
        let unknown = with(
            &streams[0],
            "\"type\":\"round_finished\"",
            "\"type\":\"round_forgotten\"",
        );
        let problem = fold(&unknown).unwrap_err().to_string();
        assert!(problem.contains("round_forgotten"), "{problem}");
        let unknown = with(&streams[1], "\"type\":\"created\"", "\"type\":\"dreamt\"");
        let problem = fold_game(&unknown).unwrap_err().to_string();
        assert!(problem.contains("dreamt"), "{problem}");
        let without = with(&streams[0], "\"black_discs\":", "\"black_disks\":");
        assert!(fold(&without).is_err());
    }
}
