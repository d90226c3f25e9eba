//! Who takes part, teams, offices, penalties and appeals.

use serde_json::json;

use super::seen::{Told, event_of_6, offices, preset};
use super::{Row, row};
use crate::tournament::support::*;
use outflank_tournament::*;

/// The checklist, and a tick.
fn duties(rules: &RuleSet) -> String {
    let mut told = Told::under(rules);
    let listed = told.stream.state.duties(told.stream.now_ms);
    told.tell(&listed);
    told.ask(&Command::TickDuty {
        duty: "director_named".to_owned(),
        note: None,
        by: AccountId::from("director"),
    });
    told.words()
}

fn egp() -> RuleSet {
    RuleSet::egp_2020()
}

fn mso() -> RuleSet {
    preset("mso-swiss")
}

fn unreviewed() -> RuleSet {
    let mut rules = mso();
    rules.penalties.reviewed.clear();
    rules
}

fn aga() -> RuleSet {
    preset("aga-swiss")
}

fn woc() -> RuleSet {
    preset("woc-2024")
}

fn small() -> RuleSet {
    let mut rules = egp();
    rules.entry.capacity = Some(3);
    rules
}

fn late() -> RuleSet {
    let mut rules = egp();
    rules.entry.late_entry_until_round = 3;
    rules
}

fn excused() -> RuleSet {
    let mut rules = egp();
    rules.entry.announced_absence_half_points = HalfPoints(1);
    rules
}

fn waited_for() -> RuleSet {
    let mut rules = egp();
    rules.absence_policy = AbsencePolicy::Limit { after_ms: 60_000 };
    rules
}

fn id(number: usize) -> EntrantId {
    EntrantId(format!("e{number:03}"))
}

fn entry(number: usize) -> Registration {
    Registration {
        entrant: id(number),
        country: Some("XAA".to_owned()),
        rating: Some(1_500),
        declared: Declared {
            representation: Some(Representation::Citizen),
            ..Declared::default()
        },
        ..Registration::default()
    }
}

fn resident(from: &str) -> Declared {
    Declared {
        representation: Some(Representation::Resident {
            residences: vec![Residence {
                from: from.to_owned(),
                until: None,
            }],
        }),
        ..Declared::default()
    }
}

fn with_fee() -> RuleSet {
    let mut rules = egp();
    rules.entry.fee = "EUR 20".to_owned();
    rules
}

/// Whoever asks to enter, and one who leaves.
fn entries(rules: &RuleSet) -> String {
    let mut told = Told::under(rules);
    let asked = [
        Registration {
            self_entry: true,
            federation_number_confirmed: true,
            ..entry(0)
        },
        Registration {
            rating: Some(900),
            ..entry(1)
        },
        Registration {
            rating: Some(2_900),
            ..entry(2)
        },
        Registration {
            computer: true,
            ..entry(3)
        },
        Registration {
            computer: true,
            operator: Some("operator".to_owned()),
            ..entry(4)
        },
        entry(5),
    ];
    for registration in asked {
        told.ask(&Command::RegisterEntrant(registration));
    }
    told.ask(&Command::RemoveEntrant { entrant: id(1) });
    told.words()
}

/// Three rounds in which some come late, some not, some not to a table.
fn presence(rules: &RuleSet) -> String {
    let mut told = Told::under(rules);
    told.enter(14);
    told.ask(&Command::RegisterEntrant(Registration {
        computer: true,
        operator: Some("operator".to_owned()),
        ..entry(50)
    }));
    told.ask(&Command::RefuseComputers {
        entrant: id(2),
        rather_than_bye: false,
    });
    told.ask(&Command::NoteFee {
        entrant: id(4),
        note: FeeNote {
            paid: true,
            by: AccountId::from("director"),
        },
    });
    for number in 0..12 {
        told.ask(&Command::NoteFederationAgreement {
            entrant: id(number),
            agreement: FederationAgreement {
                agrees: true,
                said_by: "word".to_owned(),
                by: AccountId::from("director"),
            },
        });
    }
    for number in [0, 1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13] {
        told.ask(&Command::NoteFee {
            entrant: id(number),
            note: FeeNote {
                paid: number > 0,
                by: AccountId::from("director"),
            },
        });
    }
    told.ask(&Command::AnnounceAbsence {
        entrant: id(3),
        rounds: vec![1, 2],
    });
    let mut numbers = Numbers::new("presence", 1);
    told.publish();
    told.ask(&Command::SetComputerParameters {
        entrant: id(50),
        parameters: "depth".to_owned(),
    });
    told.stream.now_ms += 3_600_000;
    told.ask(&Command::RecordNoShow {
        round: 1,
        table: 1,
        absent: Absence::Black,
    });
    told.play_round(&mut numbers);
    told.ask(&Command::RegisterEntrant(entry(60)));
    told.publish();
    told.list();
    told.words()
}

/// Four players and more of a federation, two of another nation, late and the host's.
fn nations(rules: &RuleSet) -> String {
    let mut told = Told::under(rules);
    let nation = |country: &str, kind, host| {
        Command::EnterNation(Nation {
            country: country.to_owned(),
            kind,
            host,
            application: None,
        })
    };
    // Twenty days before the event of 9 May 2026.
    told.stream.now_ms = 1_778_284_800_000 - 40 * 86_400_000;
    told.ask(&nation("XAA", NationKind::Federation, true));
    told.ask(&nation("XBB", NationKind::ContactPerson, false));
    told.ask(&nation("XCC", NationKind::Federation, false));
    for number in 0..6 {
        told.ask(&Command::RegisterEntrant(Registration {
            additional: number == 5,
            categories: Categories {
                woman: number > 2,
                ..Categories::default()
            },
            ..entry(number)
        }));
    }
    let second = |number| {
        Command::RegisterEntrant(Registration {
            country: Some("XBB".to_owned()),
            ..entry(number)
        })
    };
    told.ask(&second(10));
    told.ask(&second(11));
    for (number, declared) in [
        (20, Declared::default()),
        (21, resident("2026-01-30")),
        (22, resident("2025-11-30")),
    ] {
        told.ask(&Command::RegisterEntrant(Registration {
            country: Some("XCC".to_owned()),
            declared,
            ..entry(number)
        }));
    }
    told.ask(&Command::EnterNation(Nation {
        country: "XDD".to_owned(),
        kind: NationKind::NonMember,
        host: false,
        application: Some(NationApplication {
            applied_on: "2026-04-20".to_owned(),
            decision: None,
        }),
    }));
    told.ask(&Command::DecideNation {
        country: "XDD".to_owned(),
        decision: NationDecision {
            decided_on: "2026-05-01".to_owned(),
            admitted: true,
        },
    });
    told.ask(&Command::RemoveEntrant { entrant: id(10) });
    told.stream.now_ms = 1_778_284_800_000 - 20 * 86_400_000;
    told.ask(&second(12));
    told.words()
}

fn imposed(ruling: &str, whom: &EntrantId, penalty: Penalty) -> Command {
    Command::ImposePenalty(PenaltyRuling {
        ruling: ruling.to_owned(),
        whom: Offender::Entrant {
            entrant: whom.clone(),
        },
        penalty,
        paragraph: None,
        reason: "reason".to_owned(),
        by: AccountId::from("director"),
        accept_deviations: true,
        deviations: Vec::new(),
    })
}

fn appeal(appeal: &str, against: &str, entrant: &EntrantId) -> Command {
    Command::FileAppeal(AppealFiling {
        appeal: appeal.to_owned(),
        against: Appealed::Ruling {
            ruling: against.to_owned(),
        },
        entrant: Some(entrant.clone()),
        reason: "why".to_owned(),
        by: AccountId::from("player"),
    })
}

/// Rulings after round 1, appeals against one of them at once and later, and what they lead to.
fn rulings(rules: &RuleSet) -> String {
    let mut told = Told::under(rules);
    told.enter(14);
    told.publish();
    let mut numbers = Numbers::new("rulings", 1);
    told.play_round(&mut numbers);
    let board = told.stream.state.rounds[0].boards[0].pairing.clone();
    let (black, white) = (board.black, board.white);
    told.ask(&imposed("r1", &white, Penalty::Warning));
    told.ask(&imposed(
        "r2",
        &black,
        Penalty::LossOfGame {
            round: 1,
            table: 1,
            opponent_discs: None,
        },
    ));
    told.ask(&imposed("r3", &id(13), Penalty::Disqualification));
    told.ask(&appeal("a1", "r2", &black));
    told.ask(&Command::AppointCommittee(Committee {
        appeal: "a1".to_owned(),
        chair: AccountId::from("chair"),
        members: ["chair", "second", "third"].map(AccountId::from).into(),
        by: AccountId::from("director"),
    }));
    for (index, by) in ["arbiter", "chair"].into_iter().enumerate() {
        told.ask(&Command::DecideAppeal(AppealDecision {
            appeal: "a1".to_owned(),
            upheld: index == 0,
            effect: AppealEffect::Nothing,
            decision: "written".to_owned(),
            by: AccountId::from(by),
        }));
    }
    told.list();
    told.words()
}

/// An appeal long after the ruling, and the next round.
fn later_appeals(rules: &RuleSet) -> String {
    let mut told = Told::under(rules);
    told.enter(14);
    told.publish();
    let mut numbers = Numbers::new("rulings", 1);
    told.play_round(&mut numbers);
    let black = told.stream.state.rounds[0].boards[0].pairing.black.clone();
    told.ask(&imposed(
        "r2",
        &black,
        Penalty::LossOfGame {
            round: 1,
            table: 1,
            opponent_discs: None,
        },
    ));
    told.stream.now_ms += 3_600_000;
    told.ask(&appeal("a1", "r2", &black));
    told.publish();
    told.words()
}

pub fn rows() -> Vec<Row> {
    let mut all = vec![
        row("duties", egp, json!([]), duties),
        row("duties.0.code", egp, "host_named", duties),
        row("duties.0.time", egp, "after_play", duties),
        row("duties.0.rule", egp, "house", duties),
        row("duties.0.text", egp, "Say who directs.", duties),
        row("single_official", egp, true, offices),
        row(
            "offices.clocks",
            egp,
            json!(["head_director", "assistant"]),
            offices,
        ),
        row(
            "offices.live_results",
            egp,
            json!(["head_director", "assistant"]),
            offices,
        ),
        row(
            "offices.confirmation",
            egp,
            json!(["head_director", "assistant"]),
            offices,
        ),
        row("offices.rivals_refused", egp, true, offices),
        row(
            "penalties.known",
            mso,
            json!([
                "warning",
                "disqualification",
                "series_disqualification",
                "ban"
            ]),
            rulings,
        ),
        row(
            "penalties.imposed_by",
            egp,
            json!(["head_director", "assistant"]),
            offices,
        ),
        row("penalties.reviewed", mso, json!([]), rulings),
        row(
            "penalties.disqualified_rank_last",
            unreviewed,
            false,
            rulings,
        ),
        row("penalties.appeals.body", mso, "committee", rulings),
        row(
            "penalties.appeals.referral_to_committee",
            mso,
            false,
            rulings,
        ),
        row("penalties.appeals.window_ms", mso, 600_000, later_appeals),
        row(
            "penalties.appeals.before_next_pairing",
            aga,
            false,
            later_appeals,
        ),
        row("teams.by_nation", woc, false, nations),
        row("teams.most_players", woc, 2, nations),
        row("teams.most_of_one_gender", woc, 2, nations),
        row("teams.contact_person_players", woc, 2, nations),
        row("teams.host_additional_player", woc, false, nations),
        row("teams.citizens_or_residents", woc, false, nations),
        row("teams.residence_days", woc, 90, nations),
        row("teams.application_days", woc, 10, nations),
        row("teams.permission_needed_days", woc, 10, nations),
        row("category_titles", egp, json!(["youth"]), event_of_6),
    ];
    all.extend(entry_rows());
    all
}

fn entry_rows() -> Vec<Row> {
    vec![
        row("entry.mode", egp, "invited", entries),
        row("entry.acceptance", egp, "asked", entries),
        row("entry.federation_agreement", egp, true, presence),
        row("entry.fee", egp, "EUR 20", presence),
        row("entry.paid_before_pairing", with_fee, true, presence),
        row("entry.rating_from", egp, 1_000, entries),
        row("entry.rating_to", egp, 2_000, entries),
        row("entry.federation_number_required", egp, true, entries),
        row("entry.capacity", egp, 3, entries),
        row("entry.waiting_list", small, true, entries),
        row("entry.computers.banned", egp, true, entries),
        row("entry.computers.operator_required", egp, true, entries),
        row("entry.computers.members_only", egp, true, entries),
        row("entry.computers.may_be_refused", egp, true, presence),
        row(
            "entry.computers.parameters_between_rounds_only",
            egp,
            false,
            presence,
        ),
        row("entry.late_entry_until_round", egp, 3, presence),
        row("entry.missed_rounds_half_points", late, 1, presence),
        row("entry.announced_absence_half_points", egp, 1, presence),
        row("entry.scored_absences", excused, 1, presence),
        row("entry.check_in", egp, "first_round", presence),
        row("entry.no_shows_until_withdrawn", waited_for, 1, presence),
    ]
}
