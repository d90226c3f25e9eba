//! Commands about people at random.

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn who(numbers: &mut Numbers) -> EntrantId {
    entrant(numbers.index(18))
}

fn name(numbers: &mut Numbers) -> AccountId {
    let names = ["director", "deputy", "arbiter", "chair", "somebody"];
    account(names[numbers.index(names.len())])
}

fn id(numbers: &mut Numbers, kind: &str) -> String {
    format!("{kind}{}", numbers.below(12))
}

fn any_penalty(numbers: &mut Numbers) -> Penalty {
    let (round, table) = (numbers.below(4), numbers.below(8));
    match numbers.below(12) {
        0 => Penalty::Warning,
        1 => Penalty::Time {
            round,
            table,
            taken_ms: i64::from(numbers.below(3)) - 1,
            given_ms: i64::MAX,
            empties_clock: true,
        },
        2 => Penalty::FinalScore {
            round,
            table,
            opponent_discs: numbers.below(70),
        },
        3 => Penalty::Draw { round, table },
        4 | 5 => Penalty::LossOfGame {
            round,
            table,
            opponent_discs: (numbers.below(2) == 0).then(|| numbers.below(70)),
        },
        6 => Penalty::Points {
            half_points: numbers.below(300).into(),
            board: None,
        },
        7 => Penalty::Position {
            places: numbers.below(1_100),
            board: None,
        },
        8 => Penalty::RoomExpulsion { until_ms: None },
        9 => Penalty::Expulsion,
        10 => Penalty::Disqualification,
        _ => Penalty::Ban,
    }
}

fn any_ruling(numbers: &mut Numbers) -> PenaltyRuling {
    let act = any_penalty(numbers);
    PenaltyRuling {
        whom: match numbers.below(8) {
            0 => Offender::Spectator {
                account: name(numbers),
            },
            _ => Offender::Entrant {
                entrant: who(numbers),
            },
        },
        by: name(numbers),
        ..penalty(&id(numbers, "r"), &entrant(0), act)
    }
}

fn any_effect(numbers: &mut Numbers) -> AppealEffect {
    match numbers.below(5) {
        0 => AppealEffect::Nothing,
        1 | 2 => AppealEffect::Annul,
        3 => AppealEffect::Replace {
            ruling: any_ruling(numbers),
        },
        _ => AppealEffect::Result {
            round: numbers.below(4),
            table: numbers.below(8),
            result: record_of(&random_result(numbers)),
        },
    }
}

fn entry_command(numbers: &mut Numbers, stream: &Stream) -> Command {
    let round = stream.state.next_round().saturating_sub(numbers.below(2));
    match numbers.below(12) {
        0 | 1 => Command::RegisterEntrant(Registration {
            computer: numbers.below(4) == 0,
            operator: (numbers.below(4) == 0).then(|| "person".to_owned()),
            self_entry: numbers.below(3) == 0,
            additional: numbers.below(6) == 0,
            ..entry(numbers.index(18))
        }),
        2 => Command::RemoveEntrant {
            entrant: who(numbers),
        },
        3 => Command::InviteEntrant {
            entrant: who(numbers),
            account: None,
        },
        4 => Command::OpenCheckIn { round },
        5 => Command::CheckIn {
            entrant: who(numbers),
        },
        6 => Command::CloseCheckIn { round },
        7 => Command::AnnounceAbsence {
            entrant: who(numbers),
            rounds: (0..numbers.below(3)).map(|_| numbers.below(6)).collect(),
        },
        8 => Command::EndAbsence {
            entrant: who(numbers),
        },
        9 => Command::RefuseComputers {
            entrant: who(numbers),
            rather_than_bye: numbers.below(2) == 0,
        },
        10 => Command::AcceptComputers {
            entrant: who(numbers),
        },
        _ => Command::SetComputerParameters {
            entrant: who(numbers),
            parameters: id(numbers, "v"),
        },
    }
}

fn ruling_command(numbers: &mut Numbers) -> Command {
    let (round, table) = (numbers.below(4), numbers.below(8));
    match numbers.below(14) {
        0..=3 => Command::ImposePenalty(any_ruling(numbers)),
        4 => Command::ReviewPenalty {
            ruling: id(numbers, "r"),
            confirmed: numbers.below(2) == 0,
            by: name(numbers),
        },
        5 | 6 => Command::FileAppeal(AppealFiling {
            appeal: id(numbers, "a"),
            against: match numbers.below(4) {
                0 => Appealed::Protest {
                    protest: id(numbers, "p"),
                },
                _ => Appealed::Ruling {
                    ruling: id(numbers, "r"),
                },
            },
            entrant: Some(who(numbers)),
            reason: "why".to_owned(),
            by: account("player"),
        }),
        7 => Command::AppointCommittee(Committee {
            appeal: id(numbers, "a"),
            chair: name(numbers),
            members: vec![name(numbers), name(numbers)],
            by: name(numbers),
        }),
        8 | 9 => Command::DecideAppeal(AppealDecision {
            appeal: id(numbers, "a"),
            upheld: numbers.below(4) > 0,
            effect: any_effect(numbers),
            decision: "written".to_owned(),
            by: name(numbers),
        }),
        10 => Command::FileProtest(ProtestFiling {
            protest: id(numbers, "p"),
            entrant: who(numbers),
            against: None,
            board: (numbers.below(2) == 0).then_some(BoardRef { round, table }),
            reason: "why".to_owned(),
            by: account("player"),
        }),
        11 => Command::DecideProtest(ProtestDecision {
            protest: id(numbers, "p"),
            upheld: true,
            ruling: (numbers.below(2) == 0).then(|| id(numbers, "r")),
            reason: "seen".to_owned(),
            by: name(numbers),
        }),
        12 => Command::DisputeResult {
            round,
            table,
            entrant: who(numbers),
            reason: "why".to_owned(),
        },
        _ => match numbers.below(3) {
            0 => Command::HoldPairing {
                round,
                table,
                held: numbers.below(3) == 0,
            },
            1 => Command::SettleDispute {
                round,
                table,
                reason: "seen".to_owned(),
            },
            _ => Command::AmendConfirmed {
                results: vec![],
                seed: None,
                reason: "recount".to_owned(),
                by: name(numbers),
            },
        },
    }
}

fn course_command(numbers: &mut Numbers, stream: &Stream) -> Command {
    let round = stream.state.next_round().saturating_sub(1);
    match numbers.below(10) {
        0 => stream.publication(),
        1 => Command::FinishRound { round },
        2 => Command::WithdrawEntrant {
            entrant: who(numbers),
        },
        3 => Command::RecordNoShow {
            round,
            table: numbers.below(8),
            absent: Absence::Black,
        },
        _ => Command::RecordResult {
            round,
            table: numbers.below(8),
            result: record_of(&random_result(numbers)),
        },
    }
}

fn rules(numbers: &mut Numbers, rules: &mut RuleSet) {
    rules.penalties = match numbers.below(3) {
        0 => PenaltyRules::othello(),
        1 => PenaltyRules::mind_sports(),
        _ => PenaltyRules::aga(),
    };
    rules.entry = EntryRules {
        capacity: (numbers.below(2) == 0).then_some(15),
        waiting_list: true,
        late_entry_until_round: numbers.below(4),
        missed_rounds_half_points: numbers.below(3).into(),
        announced_absence_half_points: numbers.below(3).into(),
        no_shows_until_withdrawn: (numbers.below(2) == 0).then_some(1),
        computers: ComputerRules {
            may_be_refused: true,
            ..ComputerRules::default()
        },
        ..EntryRules::default()
    };
    if numbers.below(2) == 0 {
        rules.absence_policy = AbsencePolicy::Limit { after_ms: 0 };
    }
}

/// What is refused changes nothing and says why; the state is the fold of the events as stored.
#[test]
fn random_commands_about_people_never_break_the_stream() {
    let (mut accepted, mut refused, mut rounds) = (0, 0, 0);
    for run in 0..40 {
        let mut numbers = Numbers::new("people", run);
        let mut stream = with_entrants(13, |rule_set| rules(&mut numbers, rule_set));
        appoint(&mut stream, "deputy", OfficialRole::Assistant);
        appoint(&mut stream, "arbiter", OfficialRole::HeadArbiter);
        appoint(&mut stream, "chair", OfficialRole::Organiser);
        for _ in 0..300 {
            let command = match numbers.below(5) {
                0 => entry_command(&mut numbers, &stream),
                1 | 2 => ruling_command(&mut numbers),
                _ => course_command(&mut numbers, &stream),
            };
            let text = serde_json::to_string(&command).unwrap();
            assert_eq!(serde_json::from_str::<Command>(&text).unwrap(), command);
            match stream.give(&command) {
                Ok(_) => accepted += 1,
                Err(refusal) => {
                    refused += 1;
                    assert!(refusal.detail().ends_with('.'), "{refusal:?}");
                }
            }
            stream.state.standings().unwrap();
        }
        rounds += stream.state.rounds.len();
        let folded =
            stream
                .events
                .iter()
                .fold(TournamentState::default(), |state, (header, event)| {
                    let stored = serde_json::to_string(event).unwrap();
                    let read: Event = serde_json::from_str(&stored).unwrap();
                    assert_eq!(read, *event, "{stored}");
                    evolve(state, header, &read)
                });
        assert_eq!(folded, stream.state);
        for (header, event) in stream.events.iter().rev() {
            let alone = evolve(TournamentState::default(), header, event);
            let _ = (
                alone.standings(),
                alone.forbidden_pairs(),
                alone.result_table(),
            );
        }
    }
    assert!(
        accepted > 1_000 && refused > 2_000 && rounds > 40,
        "{accepted} {refused} {rounds}"
    );
}
