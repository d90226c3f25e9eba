//! Commands of every kind that make sense at times.

use outflank_tournament::*;

use crate::tournament::bad_input::mutation::{extreme, extreme_u32};
use crate::tournament::bad_input::rule_sets::odd_rule_set;
use crate::tournament::support::*;

fn who(numbers: &mut Numbers) -> EntrantId {
    EntrantId(format!("e{:03}", numbers.below(8)))
}

fn account(numbers: &mut Numbers) -> AccountId {
    match numbers.below(2) {
        0 => AccountId::from("director"),
        _ => AccountId(format!("a{}", numbers.below(4))),
    }
}

fn id(numbers: &mut Numbers, of: &str) -> String {
    format!("{of}{}", numbers.below(2))
}

fn country(numbers: &mut Numbers) -> String {
    ["XAA", "XBB", "xaa"][numbers.index(3)].to_owned()
}

/// The last round, the next one, or any.
fn round(numbers: &mut Numbers, state: &TournamentState) -> u32 {
    match numbers.below(4) {
        0 => state.next_round(),
        1 => numbers.below(9),
        _ => state.next_round().saturating_sub(1),
    }
}

pub fn result(numbers: &mut Numbers) -> ResultRecord {
    let mut result = record_of(&random_result(numbers));
    result.kind = [
        ResultKind::Played,
        ResultKind::TimeDefault,
        ResultKind::Resigned,
        ResultKind::Ruling,
        ResultKind::NoShow,
        ResultKind::Walkover,
        ResultKind::Adjudicated,
        ResultKind::Forfeit,
        ResultKind::DoubleForfeit,
    ][numbers.index(12) % 9];
    result.game = (numbers.below(2) == 0).then(|| id(numbers, "g"));
    result
}

fn penalty(numbers: &mut Numbers, state: &TournamentState) -> Penalty {
    let (round, table) = (round(numbers, state), 1 + numbers.below(4));
    match numbers.below(13) {
        0 => Penalty::Warning,
        1 => Penalty::Time {
            round,
            table,
            taken_ms: extreme(numbers),
            given_ms: extreme(numbers),
            empties_clock: false,
        },
        2 => Penalty::FinalScore {
            round,
            table,
            opponent_discs: numbers.below(70),
        },
        3 => Penalty::Draw { round, table },
        4 => Penalty::LossOfGame {
            round,
            table,
            opponent_discs: (numbers.below(2) == 0).then(|| numbers.below(70)),
        },
        5 => Penalty::Points {
            half_points: numbers.below(5).into(),
            board: None,
        },
        6 => Penalty::Points {
            half_points: u32::MAX.into(),
            board: None,
        },
        7 => Penalty::Position {
            places: u32::MAX - numbers.below(2),
            board: None,
        },
        8 => Penalty::RoomExpulsion {
            until_ms: Some(extreme(numbers)),
        },
        9 => Penalty::Expulsion,
        10 => Penalty::Disqualification,
        11 => Penalty::SeriesDisqualification,
        _ => Penalty::Ban,
    }
}

fn ruling(numbers: &mut Numbers, state: &TournamentState) -> PenaltyRuling {
    PenaltyRuling {
        ruling: id(numbers, "r"),
        whom: match numbers.below(8) {
            0 => Offender::Spectator {
                account: account(numbers),
            },
            _ => Offender::Entrant {
                entrant: who(numbers),
            },
        },
        penalty: penalty(numbers, state),
        paragraph: (numbers.below(3) == 0).then(|| "MSO 5".to_owned()),
        reason: id(numbers, "reason"),
        by: account(numbers),
        accept_deviations: true,
        deviations: Vec::new(),
    }
}

/// A command that makes sense at times, of any kind.
pub fn command(numbers: &mut Numbers, stream: &Stream) -> Command {
    // Little else happens while an event is away.
    let is_away = stream.state.away.is_some();
    if numbers.below(if is_away { 2 } else { 60 }) == 0 {
        return moving(numbers);
    }
    match numbers.below(4) {
        0 => founding(numbers, stream),
        1 => course(numbers, stream),
        2 => people(numbers, &stream.state),
        _ => rulings(numbers, stream),
    }
}

fn moving(numbers: &mut Numbers) -> Command {
    let transfer_id = "move".to_owned();
    match numbers.below(3) {
        0 => Command::TransferAway {
            transfer_id,
            to: ["the club", ""][numbers.index(2)].to_owned(),
        },
        1 => Command::BeginTransferIn { transfer_id },
        _ => Command::TransferIn {
            transfer_id,
            resume_at_ms: Some(extreme(numbers)),
            signed_by: ["key", ""][numbers.index(2)].to_owned(),
            own: numbers.below(2) == 0,
        },
    }
}

/// A consent that is wanted, where there is one: for a seat that a director plays against, by its holder or a second
/// director.
fn wanted(state: &TournamentState) -> Option<Command> {
    let officer = state.officers().into_iter().find(|known| {
        let is_director = known.role.is_some_and(OfficialRole::directs);
        is_director && !known.opponents().is_empty()
    })?;
    let opponent = (*officer.opponents().first()?).clone();
    let holder = state.entrant(&opponent)?.account.clone();
    Some(Command::GiveConsent(Consent {
        consent: "consent0".to_owned(),
        act: Deed::IssueSeatCode.name().to_owned(),
        official: officer.account,
        board: None,
        entrant: Some(opponent),
        by: holder.unwrap_or_else(|| AccountId::from("a0")),
        holder: None,
    }))
}

fn interest(numbers: &mut Numbers, state: &TournamentState) -> Command {
    if numbers.below(2) == 0 {
        return Command::IssueSeatCode {
            entrant: who(numbers),
            by: AccountId::from("director"),
            consents: Vec::new(),
        };
    }
    let deed = numbers.index(Deed::ALL.len());
    if deed.is_multiple_of(8) {
        let consents = vec!["consent0".to_owned()];
        return Command::EndConsents { consents };
    }
    let deed = match wanted(state) {
        Some(consent) if deed.is_multiple_of(2) => return consent,
        _ => Deed::ALL[deed],
    };
    Command::GiveConsent(Consent {
        consent: id(numbers, "consent"),
        act: [deed.name(), "?"][numbers.index(2)].to_owned(),
        official: account(numbers),
        board: (numbers.below(2) == 0).then(|| BoardRef::new(numbers.below(3), numbers.below(4))),
        entrant: (numbers.below(2) == 0).then(|| who(numbers)),
        by: account(numbers),
        holder: None,
    })
}

/// A time of these days, or none of anybody's.
fn time(numbers: &mut Numbers, stream: &Stream) -> i64 {
    match numbers.below(4) {
        0 => extreme(numbers),
        _ => stream
            .now_ms
            .saturating_add(i64::from(numbers.below(40_000_000))),
    }
}

fn odd_origin(numbers: &mut Numbers) -> Option<RuleSetOrigin> {
    let odd = RuleSetOrigin {
        rule_set_id: ["", "library"][numbers.index(2)].to_owned(),
        name: ["Fernwood rules", "\u{7}"][numbers.index(2)].to_owned(),
        version: extreme_u32(numbers),
    };
    (numbers.below(4) == 0).then_some(odd)
}

fn founding(numbers: &mut Numbers, stream: &Stream) -> Command {
    match numbers.below(18) {
        0 => stream.creation(odd_rule_set(numbers)),
        1 if numbers.below(3) == 0 => Command::AmendRules(RulesAmendment {
            rule_set: odd_rule_set(numbers),
            reason: id(numbers, "reason"),
            announcement: id(numbers, "text"),
            by: account(numbers),
            accept_deviations: true,
        }),
        1 => Command::ChangeRuleSet {
            rule_set: odd_rule_set(numbers),
            origin: odd_origin(numbers),
            accept_deviations: true,
        },
        2 => Command::AppointOfficial {
            account: account(numbers),
            role: [
                OfficialRole::HeadDirector,
                OfficialRole::Assistant,
                OfficialRole::TableJudge,
                OfficialRole::Monitor,
                OfficialRole::Organiser,
                OfficialRole::HeadArbiter,
            ][numbers.index(6)],
            by: AccountId::from("director"),
            consents: Vec::new(),
            powers: (numbers.below(2) == 0).then(|| {
                let of_all = |_| Power::ALL[numbers.index(Power::ALL.len())];
                (0..3).map(of_all).collect()
            }),
        },
        3 if numbers.below(8) == 0 => {
            let mut text = || (numbers.below(2) == 0).then(|| id(numbers, "text"));
            Command::DescribeTournament {
                description: Description {
                    place: text(),
                    prospectus: text(),
                    ..Description::default()
                },
                by: account(numbers),
            }
        }
        3 if numbers.below(4) == 0 => Command::AssignTables {
            official: account(numbers),
            round: (numbers.below(2) == 0).then(|| numbers.below(4)),
            tables: (0..numbers.below(4)).map(|_| numbers.below(5)).collect(),
        },
        3 if numbers.below(2) == 0 => {
            let timetable = Timetable {
                utc_offset_minutes: i32::try_from(numbers.below(1_000)).unwrap_or(0),
                sessions: vec![PlannedSession {
                    day: numbers.below(3),
                    plays: (0..numbers.below(3))
                        .map(|before| PlannedStart {
                            play: PlannedPlay::Round {
                                round: before + numbers.below(3),
                            },
                            starts_at_ms: (numbers.below(2) == 0).then(|| time(numbers, stream)),
                        })
                        .collect(),
                }],
                breaks: (0..numbers.below(2))
                    .map(|_| PlannedBreak {
                        from_ms: time(numbers, stream),
                        until_ms: time(numbers, stream),
                    })
                    .collect(),
            };
            let is_set = stream.state.timetable.is_some();
            match numbers.below(4) + u32::from(is_set) {
                sets if sets < 2 || (sets < 3 && !is_set) => Command::SetTimetable {
                    timetable,
                    by: account(numbers),
                },
                _ => Command::MoveTimetable(TimetableMove {
                    timetable,
                    reason: id(numbers, "reason"),
                    by: account(numbers),
                    accept_deviations: true,
                }),
            }
        }
        3 if numbers.below(2) == 0 => Command::Announce(NewAnnouncement {
            subject: match numbers.below(3) {
                0 => AnnouncementSubject::Correction {
                    of: numbers.below(3),
                },
                of => AnnouncementSubject::New {
                    kind: AnnouncementKind::ALL[numbers.index(5)],
                    audience: match of {
                        1 => AnnouncementAudience::Everybody,
                        _ => AnnouncementAudience::Board {
                            round: numbers.below(3),
                            table: numbers.below(4),
                        },
                    },
                },
            },
            text: id(numbers, "text"),
            by: account(numbers),
        }),
        3 => Command::DismissOfficial {
            account: account(numbers),
        },
        4..=6 => Command::RegisterEntrant(Registration {
            entrant: who(numbers),
            country: (numbers.below(3) > 0).then(|| country(numbers)),
            rating: Some(i32::try_from(extreme(numbers)).unwrap_or(i32::MAX)),
            computer: numbers.below(3) == 0,
            operator: (numbers.below(4) == 0).then(|| id(numbers, "operator")),
            additional: numbers.below(6) == 0,
            self_entry: numbers.below(2) == 0,
            declared: declared(numbers),
            accept_deviations: numbers.below(2) == 0,
            ..Registration::default()
        }),
        7 if numbers.below(2) == 0 => Command::CorrectEntrant(EntrantCorrection {
            entrant: who(numbers),
            renamed: numbers.below(2) == 0,
            country: Some(id(numbers, "FRA")),
            rating: Some(i32::MIN),
            categories: Categories::default(),
            representation: declared(numbers).representation,
            number: (numbers.below(2) == 0).then(|| CorrectedNumber {
                confirmed: numbers.below(2) == 0,
                list_claim: ListClaim::Open,
            }),
            additional: (numbers.below(2) == 0).then(|| numbers.below(2) == 0),
            reason: id(numbers, "reason"),
            accept_deviations: numbers.below(2) == 0,
            deviations: Vec::new(),
        }),
        7 => Command::RemoveEntrant {
            entrant: who(numbers),
        },
        8 => Command::AssignSeat {
            entrant: who(numbers),
            account: account(numbers),
            operator: (numbers.below(3) == 0).then(|| account(numbers)),
        },
        9 => Command::ReleaseSeat {
            entrant: who(numbers),
        },
        10 => Command::InviteEntrant {
            entrant: who(numbers),
            account: (numbers.below(3) == 0).then(|| account(numbers)),
        },
        11 => Command::RevokeInvitation {
            entrant: who(numbers),
        },
        12 => Command::EnterNation(Nation {
            country: country(numbers),
            kind: [
                NationKind::Federation,
                NationKind::ContactPerson,
                NationKind::NonMember,
            ][numbers.index(3)],
            host: numbers.below(2) == 0,
            application: (numbers.below(2) == 0).then(|| NationApplication {
                applied_on: day(numbers),
                decision: (numbers.below(2) == 0).then(|| decision(numbers)),
            }),
        }),
        13 if numbers.below(2) == 0 => Command::DecideNation {
            country: "xaa".to_owned(),
            decision: NationDecision {
                decided_on: "2026-04-09".to_owned(),
                ..decision(numbers)
            },
        },
        14 => Command::DeclareEntry {
            entrant: who(numbers),
            declared: declared(numbers),
            by: account(numbers),
        },
        15 => Command::NoteFee {
            entrant: who(numbers),
            note: FeeNote {
                paid: numbers.below(2) == 0,
                by: account(numbers),
            },
        },
        16 => Command::NoteFederationAgreement {
            entrant: who(numbers),
            agreement: FederationAgreement {
                agrees: numbers.below(2) == 0,
                said_by: id(numbers, "word"),
                by: account(numbers),
            },
        },
        13 => Command::RemoveNation {
            country: country(numbers),
        },
        _ => Command::PermitLateChange(LateChangePermission {
            ruling: id(numbers, "r"),
            country: country(numbers),
            reason: id(numbers, "reason"),
            by: account(numbers),
        }),
    }
}

fn day(numbers: &mut Numbers) -> String {
    let days = [
        "2026-04-09",
        "2026-05-09",
        "2024-02-29",
        "2026-02-30",
        "0000-01-01",
        "9999-12-31",
        "",
        "2026-1-1",
        "tomorrow!!",
    ];
    days[numbers.index(days.len())].to_owned()
}

fn decision(numbers: &mut Numbers) -> NationDecision {
    NationDecision {
        decided_on: day(numbers),
        admitted: numbers.below(2) == 0,
    }
}

fn declared(numbers: &mut Numbers) -> Declared {
    Declared {
        representation: match numbers.below(4) {
            0 => None,
            1 => Some(Representation::Citizen),
            _ => Some(Representation::Resident {
                residences: (0..numbers.index(30))
                    .map(|_| Residence {
                        from: day(numbers),
                        until: (numbers.below(2) == 0).then(|| day(numbers)),
                    })
                    .collect(),
            }),
        },
        computer_member: numbers.below(2) == 0,
        operator_member: numbers.below(2) == 0,
        acceptance: (numbers.below(2) == 0).then(|| {
            let word = (numbers.below(2) == 0).then(|| id(numbers, "word"));
            AcceptedRules::asked(account(numbers), word)
        }),
    }
}

fn course(numbers: &mut Numbers, stream: &Stream) -> Command {
    let state = &stream.state;
    let (round, table) = (round(numbers, state), 1 + numbers.below(4));
    match numbers.below(17) {
        // An event that stops takes nothing more: seldom.
        16 if numbers.below(6) == 0 => early_end(numbers, stream),
        0..=2 | 16 => publication(numbers, stream),
        3 => Command::NameGroupA {
            entrants: (0..numbers.index(4)).map(|_| who(numbers)).collect(),
        },
        4 => Command::AnnounceFinalsRound {
            starts_at_ms: extreme(numbers),
            accept_deviations: true,
        },
        5 => choice(numbers, state),
        6 => Command::AgreeToPlayoff {
            entrant: who(numbers),
            opponent: who(numbers),
        },
        7 => Command::UnpublishRound {
            round,
            reason: id(numbers, "reason"),
        },
        8 => Command::CommitNonce {
            entrant: who(numbers),
            commitment: seed(numbers.below(3)).proves(),
        },
        9 => Command::GiveNonce {
            entrant: who(numbers),
            nonce: seed(numbers.below(3)),
        },
        10 | 11 => Command::RecordResult {
            round,
            table,
            result: result(numbers),
        },
        12 => Command::CorrectResult {
            round,
            table,
            result: result(numbers),
            reason: id(numbers, "reason"),
        },
        13 => Command::FinishRound { round },
        14 => Command::DrawLots {
            seed: stream.next_seed(),
        },
        _ => Command::ConfirmTournament {
            without_finals: numbers.below(2) == 0,
        },
    }
}

/// An end otherwise than planned.
fn early_end(numbers: &mut Numbers, stream: &Stream) -> Command {
    let state = &stream.state;
    let unfinished = match numbers.below(4) {
        0 => None,
        1 => Some(UnfinishedRound::Completed),
        2 => Some(UnfinishedRound::Annulled),
        _ => {
            let open = state.rounds.last().map(|last| last.open_tables());
            let boards = open.into_iter().flatten().map(|table| AdjudicatedBoard {
                table,
                black_discs: numbers.below(66),
            });
            Some(UnfinishedRound::Adjudicated {
                boards: boards.collect(),
            })
        }
    };
    let (reason, by) = (id(numbers, "reason"), AccountId::from("director"));
    let (flag, accept_deviations) = (numbers.below(2) == 0, numbers.below(4) > 0);
    match numbers.below(6) {
        0 | 1 => Command::ShortenQualification(Shortening {
            rounds: numbers.below(12),
            reason,
            by,
            accept_deviations,
        }),
        2 | 3 => Command::EndEarly(EarlyFinish {
            unfinished,
            without_finals: flag,
            reason,
            by,
            accept_deviations,
        }),
        4 => Command::AbandonTournament(Abandonment {
            unfinished,
            confirm_ranking: flag,
            seed: Some(stream.next_seed()),
            reason,
            by,
            accept_deviations,
        }),
        _ => Command::CancelTournament {
            annul_rounds: flag,
            reason,
            by,
        },
    }
}

/// The choice of who may choose, in an announced game where there is one.
fn choice(numbers: &mut Numbers, state: &TournamentState) -> Command {
    let announced = state.finals.announced.as_ref();
    let due = announced.and_then(|announced| announced.session.games.first());
    let player = due.and_then(|due| due.chooser().cloned());
    Command::ChooseColour {
        match_id: due.map_or(MatchId::Final, |due| due.match_id.clone()),
        choice: MadeChoice {
            player: player.unwrap_or_else(|| who(numbers)),
            choice: [Choice::Black, Choice::White, Choice::OpponentPicksColour][numbers.index(3)],
        },
    }
}

fn publication(numbers: &mut Numbers, stream: &Stream) -> Command {
    let mut constraints = RoundConstraints::default();
    let mut manual = None;
    match numbers.below(4) {
        0 => {
            constraints.locked.push(FixedPair {
                one: who(numbers),
                two: who(numbers),
                black: (numbers.below(2) == 0).then(|| who(numbers)),
            });
            constraints.forbidden.push((who(numbers), who(numbers)));
            constraints.bye = (numbers.below(4) == 0).then(|| who(numbers));
            constraints.no_bye.push(who(numbers));
        }
        1 => {
            let mut all: Vec<EntrantId> = stream
                .state
                .entrants
                .iter()
                .map(|entrant| entrant.id.clone())
                .collect();
            numbers.shuffle(&mut all);
            manual = Some(ManualPairing {
                pairs: all
                    .chunks_exact(2)
                    .map(|pair| ManualPair {
                        black: pair[0].clone(),
                        white: pair[1].clone(),
                    })
                    .collect(),
                byes: all.chunks_exact(2).remainder().to_vec(),
            });
        }
        _ => {}
    }
    Command::PublishRound {
        into_break: false,
        starts_at_ms: extreme(numbers),
        seed: Some(stream.next_seed()),
        accept_deviations: true,
        manual,
        constraints,
        clocks: (0..numbers.below(3).saturating_sub(1))
            .map(|_| PlayerClock {
                entrant: who(numbers),
                time_control: TimeControl::SuddenDeath {
                    main_ms: extreme(numbers),
                },
            })
            .collect(),
        handicaps: (0..numbers.below(3).saturating_sub(1))
            .map(|_| Handicap {
                entrant: who(numbers),
                discs: u8::try_from(numbers.below(6)).unwrap(),
            })
            .collect(),
    }
}

fn people(numbers: &mut Numbers, state: &TournamentState) -> Command {
    let entrant = who(numbers);
    let (round, table) = (round(numbers, state), 1 + numbers.below(4));
    match numbers.below(16) {
        14 => Command::GrantAccommodation {
            entrant,
            accommodation: Accommodation {
                extra_ms: extreme(numbers),
                assistant: (numbers.below(2) == 0).then(|| account(numbers)),
                sight_impaired: numbers.below(2) == 0,
            },
            accept_deviations: numbers.below(2) == 0,
        },
        15 => Command::WithdrawResult {
            round,
            table,
            game: id(numbers, "g"),
        },
        0 => Command::WithdrawEntrant { entrant },
        1 => Command::OpenCheckIn { round },
        2 => Command::CheckIn { entrant },
        3 => Command::CloseCheckIn { round },
        4 => Command::AnnounceAbsence {
            entrant,
            rounds: vec![round, numbers.below(9)],
        },
        5 => Command::EndAbsence { entrant },
        6 => Command::RecordNoShow {
            round,
            table,
            absent: [
                Absence::Nobody,
                Absence::Black,
                Absence::White,
                Absence::Both,
            ][numbers.index(4)],
        },
        7 => Command::RefuseComputers {
            entrant,
            rather_than_bye: numbers.below(2) == 0,
        },
        8 => Command::AcceptComputers { entrant },
        9 => Command::SetComputerParameters {
            entrant,
            parameters: id(numbers, "parameters"),
        },
        10 | 11 => Command::DisputeResult {
            round,
            table,
            entrant,
            reason: id(numbers, "reason"),
        },
        12 => Command::HoldPairing {
            round,
            table,
            held: numbers.below(2) == 0,
        },
        _ => Command::SettleDispute {
            round,
            table,
            reason: id(numbers, "reason"),
        },
    }
}

fn rulings(numbers: &mut Numbers, stream: &Stream) -> Command {
    let state = &stream.state;
    let by = account(numbers);
    match numbers.below(17) {
        14.. => reports(numbers, state, by),
        0..=1 => Command::ImposePenalty(ruling(numbers, state)),
        2 => interest(numbers, state),
        3 => Command::ReviewPenalty {
            ruling: id(numbers, "r"),
            confirmed: numbers.below(2) == 0,
            by,
        },
        4 => Command::FileProtest(ProtestFiling {
            protest: id(numbers, "p"),
            entrant: who(numbers),
            against: (numbers.below(2) == 0).then(|| who(numbers)),
            board: (numbers.below(2) == 0).then(|| BoardRef::new(round(numbers, state), 1)),
            reason: id(numbers, "reason"),
            by,
        }),
        5 => Command::DecideProtest(ProtestDecision {
            protest: id(numbers, "p"),
            upheld: numbers.below(2) == 0,
            ruling: (numbers.below(2) == 0).then(|| id(numbers, "r")),
            reason: id(numbers, "reason"),
            by,
        }),
        6 | 7 => Command::FileAppeal(AppealFiling {
            appeal: id(numbers, "appeal"),
            against: match numbers.below(2) {
                0 => Appealed::Ruling {
                    ruling: id(numbers, "r"),
                },
                _ => Appealed::Protest {
                    protest: id(numbers, "p"),
                },
            },
            entrant: (numbers.below(4) > 0).then(|| who(numbers)),
            reason: id(numbers, "reason"),
            by,
        }),
        8 => {
            // Players, or people from outside.
            let from = ["a", "b"][numbers.index(2)];
            Command::AppointCommittee(Committee {
                appeal: id(numbers, "appeal"),
                chair: AccountId(format!("{from}0")),
                members: (0..=numbers.below(4))
                    .map(|number| AccountId(format!("{from}{number}")))
                    .collect(),
                by: AccountId::from("director"),
            })
        }
        9 => Command::NoteTestimony {
            appeal: id(numbers, "appeal"),
            testimony: id(numbers, "testimony"),
            by,
        },
        10 => Command::DecideAppeal(AppealDecision {
            appeal: id(numbers, "appeal"),
            upheld: numbers.below(3) > 0,
            effect: effect(numbers, state),
            decision: id(numbers, "decision"),
            by,
        }),
        12 | 13 => ratings(numbers, state, by),
        _ => Command::AmendConfirmed {
            results: (0..numbers.index(3))
                .map(|_| ResultAmendment {
                    round: 1 + numbers.below(4),
                    table: 1,
                    result: result(numbers),
                })
                .collect(),
            seed: (numbers.below(2) == 0).then(|| stream.next_seed()),
            reason: id(numbers, "reason"),
            by,
        },
    }
}

fn reports(numbers: &mut Numbers, state: &TournamentState, by: AccountId) -> Command {
    let duties = ["director_named", "results_sent", "?"];
    let note = (numbers.below(2) == 0).then(|| id(numbers, "note"));
    let by = match numbers.below(2) {
        0 => AccountId::from("director"),
        _ => by,
    };
    match numbers.below(7) {
        0 => Command::ReportIrregularity(ReportFiling {
            report: id(numbers, "report"),
            round: round(numbers, state),
            table: 1 + numbers.below(2),
            text: "text0".to_owned(),
            claim: [None, Some(TimeClaim::Overtime), Some(TimeClaim::BasicTime)][numbers.index(3)],
            by,
        }),
        1 => Command::AnswerReport(ReportAnswer {
            report: id(numbers, "report"),
            outcome: match numbers.below(3) {
                0 => ReportOutcome::Noted,
                1 => ReportOutcome::Dismissed,
                _ => ReportOutcome::ActedUpon {
                    ruling: (numbers.below(2) == 0).then(|| id(numbers, "r")),
                    interruption: (numbers.below(2) == 0).then(|| id(numbers, "pause")),
                },
            },
            reason: note,
            by,
        }),
        2 => Command::TickDuty {
            duty: duties[numbers.index(3)].to_owned(),
            note,
            by,
        },
        3 => Command::UntickDuty {
            duty: duties[numbers.index(3)].to_owned(),
            note,
            by,
        },
        4 => Command::AppointAppealsCommittee {
            members: (0..numbers.below(4))
                .map(|number| AccountId(format!("a{number}")))
                .collect(),
            chair: (numbers.below(2) == 0).then(|| account(numbers)),
            by,
        },
        5 => Command::DissolveAppealsCommittee { by },
        _ => {
            let standing = state.appeals.standing.as_ref();
            let members = standing.map_or(&[][..], |known| known.members.as_slice());
            let member = |numbers: &mut Numbers| match members {
                [] => account(numbers),
                members => members[numbers.index(members.len())].clone(),
            };
            Command::NameChair {
                chair: member(numbers),
                by: member(numbers),
            }
        }
    }
}

fn ratings(numbers: &mut Numbers, state: &TournamentState, by: AccountId) -> Command {
    let reason = id(numbers, "reason");
    let by = match numbers.below(3) {
        0 => by,
        _ => AccountId(format!("officer{}", numbers.below(2))),
    };
    match numbers.below(9) {
        0 => Command::ConfirmListedPlayer {
            entrant: who(numbers),
            listing: [
                Listing::AsClaimed,
                Listing::Another {
                    rating: Some(i32::MIN),
                },
                Listing::Nobody,
            ][numbers.index(3)],
            by,
        },
        1 | 2 => Command::ApproveEvent {
            reason,
            by,
            federation: country(numbers),
            directors: [account(numbers), account(numbers)].into(),
        },
        3 => Command::WithdrawApproval { reason, by },
        4 => {
            let known = state.ranking_versions.last();
            Command::ReleaseRatingFile {
                ranking_version: match numbers.below(4) {
                    0 => extreme_u32(numbers),
                    _ => known.map_or(1, |known| known.version),
                },
                reason,
                by,
                unlisted: [who(numbers), who(numbers)].into(),
            }
        }
        5 => Command::ReturnRatingFile { reason, by },
        6 => Command::FileComplaint {
            complaint: id(numbers, "complaint"),
            text: id(numbers, "text"),
            by: account(numbers),
        },
        7 => Command::AnswerComplaint {
            complaint: id(numbers, "complaint"),
            text: id(numbers, "text"),
            by,
        },
        _ => Command::DeclareOverTheBoard { reason, by },
    }
}

fn effect(numbers: &mut Numbers, state: &TournamentState) -> AppealEffect {
    match numbers.below(4) {
        0 => AppealEffect::Nothing,
        1 => AppealEffect::Annul,
        2 => AppealEffect::Replace {
            ruling: ruling(numbers, state),
        },
        _ => AppealEffect::Result {
            round: round(numbers, state),
            table: 1,
            result: result(numbers),
        },
    }
}
