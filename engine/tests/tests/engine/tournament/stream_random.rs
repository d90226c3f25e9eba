//! The stored form of events, and the stream under commands and events at random.

use crate::tournament::support::*;
use outflank_tournament::*;

fn won(black_discs: u32) -> ResultRecord {
    record_of(&GameResult::played(black_discs))
}

fn entrant(number: usize) -> EntrantId {
    EntrantId(format!("e{number:03}"))
}

fn record(round: u32, table: u32, result: ResultRecord) -> Command {
    Command::RecordResult {
        round,
        table,
        result,
    }
}

/// Four entrants, round 1 published with two open boards.
fn running() -> Stream {
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 4);
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    stream
}

/// Events are stored for ever: their form is part of the contract.
#[test]
fn the_stored_form_of_events() {
    let events = [
        (
            Event::DrawRevealed {
                index: 1,
                seed: Seed([0xab; 32]),
                purpose: "round 1".to_owned(),
                nonces: vec![],
            },
            format!(r#"{{"type":"draw_revealed","index":1,"seed":"{}","purpose":"round 1"}}"#, "ab".repeat(32)),
        ),
        (
            Event::RoundPublished {
                round: 2,
                stage: 0,
                starts_at_ms: 5,
                pairings: vec![PublishedPairing::new(1, EntrantId::from("a"), EntrantId::from("b"))],
                byes: vec![EntrantId::from("c")],
                cost: Cost::from([(PairingLevel::DifferenceSquares, 4), (PairingLevel::Repeats, 0)]),
                draw: Some(2),
                deviations: vec![],
                edit: None,
                engine: None,
            },
            r#"{"type":"round_published","round":2,"stage":0,"starts_at_ms":5,"pairings":[{"table":1,"black":"a","white":"b"}],"byes":["c"],"cost":{"repeats":0,"difference_squares":4},"draw":2,"departures":[]}"#.to_owned(),
        ),
        (
            Event::ResultRecorded {
                round: 2,
                table: 1,
                result: won(40),
            },
            r#"{"type":"result_recorded","round":2,"table":1,"result":{"black_discs":40,"white_discs":24,"winner":"black","kind":"played","absent":"nobody","game":null}}"#.to_owned(),
        ),
    ];
    for (event, text) in events {
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
        assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), event);
    }
}

fn random_command(numbers: &mut Numbers, stream: &Stream) -> Command {
    let who = |numbers: &mut Numbers| entrant(numbers.index(9));
    let account = |numbers: &mut Numbers| AccountId(format!("a{}", numbers.below(6)));
    let result = |numbers: &mut Numbers| {
        let mut result = record_of(&random_result(numbers));
        if numbers.below(4) == 0 {
            result.white_discs = numbers.below(70);
        }
        result
    };
    let any_seed = |numbers: &mut Numbers| match numbers.below(3) {
        0 => seed(numbers.below(4)),
        _ => stream.next_seed(),
    };
    let (round, table) = (numbers.below(5), numbers.below(5));
    match numbers.below(16) {
        0 => stream.creation(RuleSet::egp_2020()),
        1 => Command::ChangeRuleSet {
            rule_set: RuleSet {
                rounds: Some(numbers.below(70)),
                ..RuleSet::egp_2020()
            },
            origin: None,
            accept_deviations: numbers.below(2) == 0,
        },
        2 => Command::AppointOfficial {
            account: account(numbers),
            role: OfficialRole::Assistant,
            by: AccountId::from("director"),
            consents: Vec::new(),
            powers: None,
        },
        3 => Command::DismissOfficial {
            account: account(numbers),
        },
        4 | 5 => registration(numbers.index(9)),
        6 => Command::RemoveEntrant {
            entrant: who(numbers),
        },
        7 => Command::AssignSeat {
            entrant: who(numbers),
            account: account(numbers),
            operator: (numbers.below(3) == 0).then(|| account(numbers)),
        },
        8 => Command::ReleaseSeat {
            entrant: who(numbers),
        },
        9 if numbers.below(8) == 0 => Command::WithdrawEntrant {
            entrant: who(numbers),
        },
        9 | 10 => Command::PublishRound {
            into_break: false,
            starts_at_ms: i64::from(numbers.below(9)) - 4,
            seed: (numbers.below(8) > 0).then(|| any_seed(numbers)),
            accept_deviations: numbers.below(2) == 0,
            manual: None,
            constraints: RoundConstraints::default(),
            clocks: vec![],
            handicaps: vec![],
        },
        11 | 12 => record(round, table, result(numbers)),
        13 => Command::CorrectResult {
            round,
            table,
            result: result(numbers),
            reason: "r".to_owned(),
        },
        14 => Command::FinishRound { round },
        _ if numbers.below(2) == 0 => Command::DrawLots {
            seed: any_seed(numbers),
        },
        _ => Command::ConfirmTournament {
            without_finals: numbers.below(2) == 0,
        },
    }
}

/// Commands at random: each is accepted, or refused with code and sentence; what is refused changes
/// nothing; the state is always the fold of the stored events.
#[test]
fn random_commands_never_break_the_stream() {
    let (mut accepted, mut refused, mut confirmed) = (0, 0, 0);
    for run in 0..150 {
        let mut numbers = Numbers::new("fuzz", run);
        let mut stream = Stream::created(run, RuleSet::egp_2020());
        for number in 0..numbers.index(6) {
            stream.give(&registration(number)).unwrap();
        }
        for _ in 0..400 {
            let command = random_command(&mut numbers, &stream);
            match stream.give(&command) {
                Ok(_) => accepted += 1,
                Err(refusal) => {
                    refused += 1;
                    assert!(
                        !refusal.code().is_empty() && refusal.detail().ends_with('.'),
                        "{refusal:?}"
                    );
                }
            }
        }
        confirmed += u32::from(stream.state.phase() == Phase::Confirmed);
        let folded = stream
            .events
            .iter()
            .fold(TournamentState::default(), |state, (header, event)| {
                evolve(state, header, event)
            });
        assert_eq!(folded, stream.state);
        let kept = stream.state.to_snapshot().unwrap();
        let kept = TournamentState::from_snapshot(&kept).unwrap();
        assert_eq!(kept, stream.state);
    }
    assert!(
        accepted > 4_000 && refused > 20_000 && confirmed > 3,
        "{accepted} {refused} {confirmed}"
    );
}

/// Folding accepts what it does not know without a panic.
#[test]
fn events_out_of_place_do_no_harm() {
    let header = EntryHeader { seq: 1, at_ms: 0 };
    let full = {
        let mut stream = running();
        stream.give(&record(1, 1, won(40))).unwrap();
        stream.events
    };
    for (_, event) in full.iter().rev().chain(&full).chain(&full) {
        let alone = evolve(TournamentState::default(), &header, event);
        let _ = (
            alone.standings(),
            alone.phase(),
            alone.next_draw(),
            alone.result_table(),
        );
    }
    let reversed = full
        .iter()
        .rev()
        .fold(TournamentState::default(), |state, (header, event)| {
            evolve(state, header, event)
        });
    for command in [
        Command::FinishRound { round: 1 },
        Command::ConfirmTournament {
            without_finals: true,
        },
        Command::PublishRound {
            into_break: false,
            starts_at_ms: 0,
            seed: None,
            accept_deviations: true,
            manual: None,
            constraints: RoundConstraints::default(),
            clocks: vec![],
            handicaps: vec![],
        },
    ] {
        let _ = decide(&reversed, &command, i64::MAX);
    }
}
