//! Whose interest an official has beside his own: by his appointment, and by a seat that he gave up.

use super::people::world::{account, appoint, entrant, play, publish, with_entrants};
use super::support::*;
use outflank_tournament::*;

const DIRECTOR: &str = "director";
const SECOND: &str = "second";
const FRIEND: &str = "friend";
const MATE: &str = "mate";

fn appoint_by(stream: &mut Stream, name: &str, by: &str, consents: &[&str]) {
    let appointment = Command::AppointOfficial {
        account: account(name),
        role: OfficialRole::Assistant,
        by: account(by),
        consents: consents
            .iter()
            .map(|consent| (*consent).to_owned())
            .collect(),
        powers: None,
    };
    stream.give(&appointment).unwrap();
}

fn seat(stream: &mut Stream, name: &str) {
    let assign = Command::AssignSeat {
        entrant: entrant(0),
        account: account(name),
        operator: None,
    };
    stream.give(&assign).unwrap();
}

fn leave(stream: &mut Stream) {
    let release = Command::ReleaseSeat {
        entrant: entrant(0),
    };
    stream.give(&release).unwrap();
}

fn dismiss(stream: &mut Stream, name: &str) {
    let dismissal = Command::DismissOfficial {
        account: account(name),
    };
    stream.give(&dismissal).unwrap();
}

fn unpublish(stream: &mut Stream) {
    let unpublication = Command::UnpublishRound {
        round: 1,
        reason: "reason".to_owned(),
    };
    stream.give(&unpublication).unwrap();
}

fn friend(stream: &mut Stream) {
    appoint_by(stream, FRIEND, DIRECTOR, &[]);
}

/// What he has at stake in the director's board of round 1, in whom the director meets in the last round (a code for the
/// seat), in another's seat, and in the event as a whole.
fn stakes(stream: &Stream, name: &str) -> String {
    let state = &stream.state;
    let officer = state.officer(&account(name), None);
    let letter = |touched: &[Touched]| match officer.interest(touched) {
        Interest::None => '-',
        Interest::Rival => 'r',
        Interest::Opponent => 'o',
        Interest::OwnGame => 'g',
    };
    let own = entrant(0);
    let board_of = |round: &Round| {
        let boards = round.boards.iter().map(|board| &board.pairing);
        boards
            .clone()
            .find(|pairing| pairing.black == own || pairing.white == own)
            .unwrap()
            .clone()
    };
    let (first, last) = (&state.rounds[0], state.rounds.last().unwrap());
    let last = board_of(last);
    let opponent = if last.black == own {
        last.white
    } else {
        last.black
    };
    let other = (1..6)
        .map(entrant)
        .find(|other| *other != opponent)
        .unwrap();
    let touched = [
        state.touched_at(Some(BoardRef::new(1, board_of(first).table)), None),
        state.touched_at(None, Some(&opponent)),
        state.touched_at(None, Some(&other)),
        Vec::new(),
    ];
    touched.iter().map(|touched| letter(touched)).collect()
}

type Step = fn(&mut Stream);

/// What happens in an event whose director is entrant 0 from the beginning, who is asked about, and his stakes.
const TABLE: &[(&str, &[Step], &str, &str)] = &[
    (
        "appointed before anybody was paired",
        &[friend, |on| drop(publish(on))],
        FRIEND,
        "----",
    ),
    (
        "appointed once they were",
        &[|on| drop(publish(on)), friend],
        FRIEND,
        "gorr",
    ),
    (
        "the director himself",
        &[|on| drop(publish(on)), friend],
        DIRECTOR,
        "gorr",
    ),
    (
        "appointed while the publication was taken back",
        &[
            |on| drop(publish(on)),
            unpublish,
            friend,
            |on| drop(publish(on)),
        ],
        FRIEND,
        "gorr",
    ),
    (
        "appointed before the director took a seat",
        &[
            leave,
            |on| drop(publish(on)),
            friend,
            |on| seat(on, DIRECTOR),
        ],
        FRIEND,
        "gorr",
    ),
    (
        "with the consent of an official without an interest",
        &[
            |on| drop(publish(on)),
            |on| appoint_by(on, FRIEND, DIRECTOR, &["consent"]),
        ],
        FRIEND,
        "----",
    ),
    (
        "by an official without an interest",
        &[
            |on| appoint(on, SECOND, OfficialRole::HeadDirector),
            |on| drop(publish(on)),
            |on| appoint_by(on, FRIEND, SECOND, &[]),
        ],
        FRIEND,
        "----",
    ),
    (
        "by whom the director appointed",
        &[
            |on| drop(publish(on)),
            friend,
            |on| appoint_by(on, MATE, FRIEND, &[]),
        ],
        MATE,
        "gorr",
    ),
    (
        "by whom the director appointed and dismissed",
        &[
            |on| drop(publish(on)),
            friend,
            |on| appoint_by(on, MATE, FRIEND, &[]),
            |on| dismiss(on, FRIEND),
        ],
        MATE,
        "gorr",
    ),
    (
        "each by the other",
        &[
            |on| drop(publish(on)),
            friend,
            |on| appoint_by(on, MATE, FRIEND, &[]),
            |on| dismiss(on, FRIEND),
            |on| appoint_by(on, FRIEND, MATE, &[]),
        ],
        FRIEND,
        "gorr",
    ),
    (
        "dismissed and appointed anew",
        &[
            friend,
            |on| drop(publish(on)),
            |on| dismiss(on, FRIEND),
            friend,
        ],
        FRIEND,
        "gorr",
    ),
    (
        "an official from before, in another role",
        &[
            friend,
            |on| drop(publish(on)),
            |on| appoint(on, FRIEND, OfficialRole::HeadDirector),
        ],
        FRIEND,
        "----",
    ),
    (
        "another role does not take it away",
        &[
            |on| drop(publish(on)),
            friend,
            |on| appoint(on, FRIEND, OfficialRole::HeadDirector),
        ],
        FRIEND,
        "gorr",
    ),
    (
        "once the round is over, its boards are left",
        &[|on| drop(publish(on)), friend, play],
        FRIEND,
        "g---",
    ),
    (
        "in the next round likewise",
        &[|on| drop(publish(on)), friend, play, |on| drop(publish(on))],
        FRIEND,
        "g---",
    ),
    (
        "appointed between two rounds",
        &[|on| drop(publish(on)), play, friend],
        FRIEND,
        "g---",
    ),
    (
        "by one who left his seat",
        &[
            |on| drop(publish(on)),
            leave,
            |on| seat(on, "nephew"),
            friend,
        ],
        FRIEND,
        "gorr",
    ),
    (
        "who left his seat in the round",
        &[|on| drop(publish(on)), leave, |on| seat(on, "nephew")],
        DIRECTOR,
        "gorr",
    ),
    (
        "who left his seat before the round",
        &[leave, |on| seat(on, "nephew"), |on| drop(publish(on))],
        DIRECTOR,
        "----",
    ),
];

#[test]
fn whoever_is_appointed_once_a_round_is_paired_has_the_interest_of_who_appoints() {
    for (what, steps, who, expected) in TABLE {
        let mut stream = with_entrants(6, |_| {});
        seat(&mut stream, DIRECTOR);
        for step in *steps {
            step(&mut stream);
        }
        assert_eq!(stakes(&stream, who), *expected, "{what}");
    }
}

#[test]
fn who_shares_an_interest_neither_consents_nor_takes_an_office_over() {
    let mut stream = with_entrants(6, |rules| rules.single_official = false);
    seat(&mut stream, DIRECTOR);
    appoint(&mut stream, SECOND, OfficialRole::Assistant);
    publish(&mut stream);
    friend(&mut stream);
    let boards = &stream.state.rounds[0].boards;
    let own = entrant(0);
    let board = boards
        .iter()
        .find(|board| board.pairing.black == own || board.pairing.white == own);
    let pairing = &board.unwrap().pairing;
    let at = (1, pairing.table);
    let opponent = if pairing.black == own {
        pairing.white.clone()
    } else {
        pairing.black.clone()
    };
    let consent = |by: &str| {
        Command::GiveConsent(Consent {
            consent: format!("consent-of-{by}"),
            act: Deed::IssueSeatCode.name().to_owned(),
            official: account(DIRECTOR),
            board: None,
            entrant: Some(opponent.clone()),
            by: account(by),
            holder: None,
        })
    };
    assert_eq!(stream.refused(&consent(FRIEND)).code(), "may_not_consent");
    stream.give(&consent(SECOND)).unwrap();

    let state = &stream.state;
    let officers = state.officers();
    let touched = state.touched_at(Some(at.into()), None);
    let judge = |name: &str, deed| {
        let by = officers
            .iter()
            .find(|officer| officer.account == account(name))
            .unwrap();
        let asked = Question {
            deed,
            touched: &touched,
            by,
            officers: &officers,
            rules: state.rule_set.as_ref().unwrap(),
            consents: &[],
        };
        InterestTable::default().judge(&asked).map_err(|refusal| {
            let told = refusal.detail().contains("Whoever appointed you");
            (refusal.code(), told)
        })
    };
    // The head director plays: his office passes to the assistant without an interest, and to no other.
    let over_live = Deed::EnterResultOfLiveGame;
    assert!(judge(SECOND, over_live).is_ok());
    assert_eq!(judge(FRIEND, over_live), Err(("own_game", true)));
    assert_eq!(judge(DIRECTOR, over_live), Err(("own_game", false)));
}

#[test]
fn a_consent_to_an_appointment_is_used_up_by_it() {
    let mut stream = with_entrants(6, |_| {});
    seat(&mut stream, DIRECTOR);
    appoint(&mut stream, SECOND, OfficialRole::Assistant);
    publish(&mut stream);
    let consent = Consent {
        consent: "yes".to_owned(),
        act: Deed::AppointOfficial.name().to_owned(),
        official: account(DIRECTOR),
        board: None,
        entrant: None,
        by: account(SECOND),
        holder: None,
    };
    stream.give(&Command::GiveConsent(consent)).unwrap();
    let state = &stream.state;
    let asked = Question {
        deed: Deed::AppointOfficial,
        touched: &[],
        by: &state.officer(&account(DIRECTOR), Some(OfficialRole::HeadDirector)),
        officers: &state.officers(),
        rules: state.rule_set.as_ref().unwrap(),
        consents: &state.interests.consents,
    };
    let judged = InterestTable::default().judge(&asked).unwrap();
    assert_eq!(judged.consents, ["yes"]);
}
