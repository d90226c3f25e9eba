//! Tournaments for these tests.

use crate::tournament::support::*;
use outflank_tournament::*;

pub fn entrant(number: usize) -> EntrantId {
    EntrantId(format!("e{number:03}"))
}

pub fn account(name: &str) -> AccountId {
    AccountId::from(name)
}

pub fn played(black_discs: u32) -> ResultRecord {
    record_of(&GameResult::played(black_discs))
}

pub fn entry(number: usize) -> Registration {
    Registration {
        entrant: entrant(number),
        country: Some("XAA".to_owned()),
        rating: Some(1_500),
        ..Registration::default()
    }
}

pub fn citizen() -> Declared {
    Declared {
        representation: Some(Representation::Citizen),
        ..Declared::default()
    }
}

/// A tournament under changed rules, in registration.
pub fn under(change: impl FnOnce(&mut RuleSet)) -> Stream {
    let mut stream = Stream::created(1, RuleSet::egp_2020());
    let mut rule_set = RuleSet::egp_2020();
    change(&mut rule_set);
    fold(
        &mut stream,
        Event::RuleSetChanged {
            rule_set,
            origin: None,
            deviations: vec![],
        },
    );
    stream
}

pub fn fold(stream: &mut Stream, event: Event) {
    let header = EntryHeader {
        seq: stream.events.last().map_or(1, |(header, _)| header.seq + 1),
        at_ms: stream.now_ms,
    };
    stream.state = evolve(std::mem::take(&mut stream.state), &header, &event);
    stream.events.push((header, event));
}

/// The same with entrants and, if asked for, round 1 published.
pub fn with_entrants(entrants: usize, change: impl FnOnce(&mut RuleSet)) -> Stream {
    let mut stream = under(change);
    for number in 0..entrants {
        stream
            .give(&Command::RegisterEntrant(entry(number)))
            .unwrap();
    }
    stream
}

pub fn running(entrants: usize, change: impl FnOnce(&mut RuleSet)) -> Stream {
    let mut stream = with_entrants(entrants, change);
    publish(&mut stream);
    stream
}

pub fn publish(stream: &mut Stream) -> Vec<Event> {
    let publication = stream.publication();
    stream.give(&publication).unwrap()
}

pub fn play(stream: &mut Stream) {
    let round = stream.state.rounds.last().unwrap().number;
    let tables: Vec<u32> = stream.state.round(round).unwrap().open_tables().collect();
    for table in tables {
        record(stream, round, table, played(40));
    }
    stream.finish();
}

pub fn record(stream: &mut Stream, round: u32, table: u32, result: ResultRecord) {
    stream
        .give(&Command::RecordResult {
            round,
            table,
            result,
        })
        .unwrap();
}

pub fn appoint(stream: &mut Stream, name: &str, role: OfficialRole) {
    stream
        .give(&Command::AppointOfficial {
            account: account(name),
            role,
            by: account("director"),
            consents: Vec::new(),
            powers: None,
        })
        .unwrap();
}

/// An officer's approval of an event that the head director directs.
pub fn approve() -> Command {
    Command::ApproveEvent {
        reason: "announced".to_owned(),
        by: account("officer"),
        federation: "XAA".to_owned(),
        directors: [account("director")].into(),
    }
}

pub fn withdraw() -> Command {
    Command::WithdrawApproval {
        reason: "invented".to_owned(),
        by: account("officer"),
    }
}

/// An officer offers the file with that version of the ranking to the committee.
pub fn release(ranking_version: u32, officer: &str) -> Command {
    Command::ReleaseRatingFile {
        ranking_version,
        reason: "looked at".to_owned(),
        by: account(officer),
        unlisted: [].into(),
    }
}

pub fn sign() -> Command {
    Command::DeclareOverTheBoard {
        reason: "score sheets".to_owned(),
        by: account("director"),
    }
}

pub fn confirmation() -> Command {
    Command::ConfirmTournament {
        without_finals: true,
    }
}

/// The director corrects the result of a table.
pub fn amended(round: u32, table: u32, black_discs: u32) -> Command {
    Command::AmendConfirmed {
        results: vec![ResultAmendment {
            round,
            table,
            result: played(black_discs),
        }],
        seed: None,
        reason: "recount".to_owned(),
        by: account("director"),
    }
}

/// The event goes away and comes in again, from an own server or another's; what the coming in causes.
pub fn come_along(stream: &mut Stream, own: bool) -> Vec<Event> {
    let transfer_id = format!("to an own server: {own}");
    let moves = [
        Command::TransferAway {
            transfer_id: transfer_id.clone(),
            to: "the club".to_owned(),
        },
        Command::BeginTransferIn {
            transfer_id: transfer_id.clone(),
        },
        Command::TransferIn {
            transfer_id,
            resume_at_ms: None,
            signed_by: "a key".to_owned(),
            own,
        },
    ];
    let answers = moves.map(|command| stream.give(&command).unwrap());
    answers.into_iter().next_back().unwrap()
}

/// An administrator's approval, as an earlier program recorded it.
pub fn approve_earlier(stream: &mut Stream) {
    let approved = Event::EventApproved {
        reason: "announced".to_owned(),
        by: account("administrator"),
        federation: None,
    };
    fold(stream, approved);
}

/// A club event of those entrants, every result of which is entered as `played` says.
pub fn played_out(entries: &[Registration], game: Option<&str>) -> Stream {
    let mut stream = under(|rules| *rules = RuleSet::preset("club").unwrap());
    for entry in entries {
        let entered = Command::RegisterEntrant(entry.clone());
        stream.give(&entered).unwrap();
    }
    play_through(&mut stream, game);
    stream
}

/// Every round of the qualification, and the lots that its ranking wants.
pub fn play_through(stream: &mut Stream, game: Option<&str>) {
    publish(stream);
    loop {
        let round = stream.state.rounds.last().unwrap().number;
        let tables: Vec<u32> = stream.state.round(round).unwrap().open_tables().collect();
        for table in tables {
            let result = ResultRecord {
                game: game.map(|game| format!("{game}-{round}-{table}")),
                ..played(40)
            };
            let record = Command::RecordResult {
                round,
                table,
                result,
            };
            stream.give(&record).unwrap();
        }
        stream.finish();
        if stream.state.qualification_over() {
            break;
        }
        publish(stream);
    }
    if stream.state.lots_wanted().unwrap() {
        let seed = stream.next_seed();
        stream.give(&Command::DrawLots { seed }).unwrap();
    }
}

pub fn four() -> Vec<Registration> {
    (0..4).map(entry).collect()
}

/// Black and white of table 1 of the last round.
pub fn first_table(stream: &Stream) -> (EntrantId, EntrantId) {
    let pairing = &stream.state.rounds.last().unwrap().boards[0].pairing;
    (pairing.black.clone(), pairing.white.clone())
}

pub fn penalty(id: &str, whom: &EntrantId, penalty: Penalty) -> PenaltyRuling {
    PenaltyRuling {
        ruling: id.to_owned(),
        whom: Offender::Entrant {
            entrant: whom.clone(),
        },
        penalty,
        paragraph: None,
        reason: format!("reason of {id}"),
        by: account("director"),
        accept_deviations: true,
        deviations: Vec::new(),
    }
}

/// Refused with that code, under that paragraph.
pub fn refused(stream: &mut Stream, command: &Command, code: &str, rule: Option<&str>) {
    let refusal = stream.refused(command);
    assert_eq!(
        (refusal.code(), refusal.rule()),
        (code, rule),
        "{}",
        refusal.detail()
    );
}

pub fn scores(stream: &Stream, who: &EntrantId) -> i64 {
    let list = stream.state.standings().unwrap();
    let index = stream
        .state
        .entrants
        .iter()
        .position(|known| known.id == *who)
        .unwrap();
    list.iter()
        .find(|standing| standing.player == index)
        .unwrap()
        .half_points
        .0
}

/// The head director's amendment of the rules.
pub fn amendment(stream: &Stream, change: impl FnOnce(&mut RuleSet)) -> Command {
    let mut rule_set = stream.state.rule_set.clone().unwrap();
    change(&mut rule_set);
    Command::AmendRules(RulesAmendment {
        rule_set,
        reason: "reason".to_owned(),
        announcement: "text".to_owned(),
        by: account("director"),
        accept_deviations: true,
    })
}

/// An entrant's appeal against a ruling.
pub fn appeal(id: &str, ruling: &str, entrant: &EntrantId) -> Command {
    Command::FileAppeal(AppealFiling {
        appeal: id.to_owned(),
        against: Appealed::Ruling {
            ruling: ruling.to_owned(),
        },
        entrant: Some(entrant.clone()),
        reason: "why".to_owned(),
        by: account("black"),
    })
}

/// The director awards a game of table 1 to the opponent of that player.
pub fn lose_game(stream: &mut Stream, ruling: &str, whom: &EntrantId, round: u32) {
    let act = Penalty::LossOfGame {
        round,
        table: 1,
        opponent_discs: None,
    };
    stream
        .give(&Command::ImposePenalty(penalty(ruling, whom, act)))
        .unwrap();
}
