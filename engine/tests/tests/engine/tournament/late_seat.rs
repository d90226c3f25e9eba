//! Officials who take a seat once it was paired, and operators of programs.

use super::people::world::{account, appoint, entrant, entry, fold, play, publish, with_entrants};
use super::support::*;
use outflank_tournament::*;

const DIRECTOR: &str = "director";
const SECOND: &str = "second";
const PROGRAM: &str = "program";
const NOBODY: &str = "nobody";

fn sole(rules: &mut RuleSet) {
    rules.single_official = true;
}

/// What the table says of an account's taking the first entrant's seat: done, noted, or refused.
fn asks(stream: &Stream, name: &str, operator: Option<&str>) -> &'static str {
    let operator = operator.map(account);
    let taker = (&account(name), operator.as_ref());
    let ignored = InterestTable::ignored().judge_seat(&stream.state, &entrant(0), taker);
    assert_eq!(ignored, Ok(None));
    match InterestTable::default().judge_seat(&stream.state, &entrant(0), taker) {
        Ok(None) => "free",
        Ok(Some(_)) => "noted",
        Err(refusal) => {
            assert_eq!(refusal.code(), "consent_needed");
            if refusal.detail().contains("the only director") {
                "refused to the only director"
            } else {
                "refused"
            }
        }
    }
}

fn take_by(stream: &mut Stream, number: usize, name: &str, operator: Option<&str>) {
    let take = Command::AssignSeat {
        entrant: entrant(number),
        account: account(name),
        operator: operator.map(account),
    };
    stream.give(&take).unwrap();
}

fn take(stream: &mut Stream, name: &str) {
    take_by(stream, 0, name, None);
}

fn leave(stream: &mut Stream) {
    let entrant = entrant(0);
    stream.give(&Command::ReleaseSeat { entrant }).unwrap();
}

fn dismiss_second(stream: &mut Stream) {
    let account = account(SECOND);
    stream.give(&Command::DismissOfficial { account }).unwrap();
}

fn appoint_second(stream: &mut Stream) {
    appoint(stream, SECOND, OfficialRole::TableJudge);
}

fn paired(stream: &mut Stream) {
    publish(stream);
}

fn taken_back(stream: &mut Stream) {
    publish(stream);
    let taken_back = Command::UnpublishRound {
        round: 1,
        reason: "reason".to_owned(),
    };
    stream.give(&taken_back).unwrap();
}

/// Somebody is named to move for the second entrant.
fn assisted(stream: &mut Stream) {
    let granted = Event::AccommodationGranted {
        entrant: entrant(1),
        accommodation: Accommodation {
            assistant: Some(account("friend")),
            ..Accommodation::default()
        },
        deviations: Vec::new(),
    };
    fold(stream, granted);
}

/// The first entrant comes once round 1 is published.
fn late_entry(stream: &mut Stream) {
    let away = Command::RemoveEntrant {
        entrant: entrant(0),
    };
    stream.give(&away).unwrap();
    publish(stream);
    fold(stream, Event::EntrantRegistered(entry(0)));
}

type Step = fn(&mut Stream);
type Row = (
    &'static str,
    &'static [Step],
    &'static str,
    Option<&'static str>,
    &'static str,
);

const TABLE: &[Row] = &[
    ("before anybody is paired", &[], DIRECTOR, None, "free"),
    ("once it is paired", &[paired], DIRECTOR, None, "refused"),
    (
        "between two rounds",
        &[paired, play],
        DIRECTOR,
        None,
        "refused",
    ),
    (
        "a publication taken back counts",
        &[taken_back],
        DIRECTOR,
        None,
        "refused",
    ),
    ("who is no official", &[paired], NOBODY, None, "free"),
    (
        "a late entrant who is not paired yet",
        &[late_entry],
        DIRECTOR,
        None,
        "refused",
    ),
    (
        "a late entrant who is no official",
        &[late_entry],
        NOBODY,
        None,
        "free",
    ),
    (
        "once somebody moves for another entrant",
        &[assisted],
        DIRECTOR,
        None,
        "refused",
    ),
    (
        "back then, before anybody is paired",
        &[|on| take(on, DIRECTOR), leave, assisted],
        DIRECTOR,
        None,
        "refused",
    ),
    (
        "an office that ended once somebody moved for another",
        &[appoint_second, assisted, dismiss_second],
        SECOND,
        None,
        "refused",
    ),
    (
        "whatever the office",
        &[appoint_second, paired],
        SECOND,
        None,
        "refused",
    ),
    (
        "an office since the pairing",
        &[paired, appoint_second],
        SECOND,
        None,
        "refused",
    ),
    (
        "an office that ended after the pairing",
        &[appoint_second, paired, dismiss_second],
        SECOND,
        None,
        "refused",
    ),
    (
        "an office that ended before it",
        &[appoint_second, dismiss_second, paired],
        SECOND,
        None,
        "free",
    ),
    (
        "by a program",
        &[paired],
        PROGRAM,
        Some(DIRECTOR),
        "refused",
    ),
    (
        "by another's program",
        &[paired],
        PROGRAM,
        Some(NOBODY),
        "free",
    ),
    ("by a program before", &[], PROGRAM, Some(DIRECTOR), "free"),
    (
        "back in the round",
        &[|on| take(on, DIRECTOR), paired, leave],
        DIRECTOR,
        None,
        "free",
    ),
    (
        "back before the next is paired",
        &[|on| take(on, DIRECTOR), paired, leave, play],
        DIRECTOR,
        None,
        "free",
    ),
    (
        "back once it was paired without him",
        &[|on| take(on, DIRECTOR), paired, leave, play, paired],
        DIRECTOR,
        None,
        "refused",
    ),
    (
        "given up before anybody was paired",
        &[|on| take(on, DIRECTOR), leave, paired],
        DIRECTOR,
        None,
        "refused",
    ),
    (
        "back by a program",
        &[|on| take(on, DIRECTOR), paired, leave],
        PROGRAM,
        Some(DIRECTOR),
        "free",
    ),
    (
        "where his program sat",
        &[|on| take_by(on, 0, PROGRAM, Some(DIRECTOR)), paired, leave],
        DIRECTOR,
        None,
        "free",
    ),
];

#[test]
fn an_official_takes_a_seat_freely_before_it_is_paired_and_back() {
    for (what, steps, who, operator, expected) in TABLE {
        let mut stream = with_entrants(6, |rules| rules.single_official = false);
        for step in *steps {
            step(&mut stream);
        }
        assert_eq!(asks(&stream, who, *operator), *expected, "{what}");
    }
}

fn consent(by: &str) -> Command {
    Command::GiveConsent(Consent {
        consent: format!("consent-of-{by}"),
        act: Deed::ClaimSeat.name().to_owned(),
        official: account(DIRECTOR),
        board: None,
        entrant: Some(entrant(0)),
        by: account(by),
        holder: None,
    })
}

#[test]
fn a_second_director_without_an_interest_consents_to_a_late_seat() {
    let mut stream = with_entrants(6, |rules| rules.single_official = false);
    for (number, name) in (1..6).zip(["ann", "bob", "eve", "joe", "kim"]) {
        take_by(&mut stream, number, name, None);
    }
    appoint(&mut stream, SECOND, OfficialRole::Assistant);
    appoint(&mut stream, "judge", OfficialRole::TableJudge);
    let early = stream.refused(&consent(SECOND));
    assert_eq!(early.code(), "nothing_to_consent_to");
    publish(&mut stream);
    // Whoever has the same opponent to harm, or was chosen since, is no second.
    appoint(&mut stream, "friend", OfficialRole::Assistant);
    appoint(&mut stream, "ann", OfficialRole::Assistant);
    for by in [DIRECTOR, "friend", "ann", "judge", "bob", NOBODY] {
        assert_eq!(
            stream.refused(&consent(by)).code(),
            "may_not_consent",
            "{by}"
        );
    }
    assert_eq!(asks(&stream, DIRECTOR, None), "refused");
    stream.give(&consent(SECOND)).unwrap();
    let taker = (&account(DIRECTOR), None);
    let judged = InterestTable::default().judge_seat(&stream.state, &entrant(0), taker);
    let Ok(Some(Event::ActedWithInterest {
        act, consents, by, ..
    })) = judged
    else {
        panic!("{judged:?}");
    };
    assert_eq!(
        (&*act, by, consents),
        (
            "claim_seat",
            account(DIRECTOR),
            vec![format!("consent-of-{SECOND}")]
        )
    );
    // It is about that seat.
    let other = InterestTable::default().judge_seat(&stream.state, &entrant(1), taker);
    assert_eq!(other.unwrap_err().code(), "consent_needed");
    take(&mut stream, DIRECTOR);
    let again = stream.refused(&consent(SECOND));
    assert_eq!(again.code(), "nothing_to_consent_to");
}

fn holder_of(state: &TournamentState, round: usize) -> (EntrantId, String) {
    let boards = &state.rounds[round].boards;
    let pairings = boards.iter().map(|board| &board.pairing);
    let met = pairings
        .flat_map(|pairing| {
            [
                (&pairing.black, &pairing.white),
                (&pairing.white, &pairing.black),
            ]
        })
        .find(|(own, _)| **own == entrant(0));
    let met = met.unwrap().1.clone();
    let holder = state.entrant(&met).unwrap().account.clone();
    (met, holder.unwrap().0)
}

#[test]
fn a_sole_director_takes_a_late_seat_with_the_consent_of_all_whom_it_met() {
    let mut stream = with_entrants(6, sole);
    for number in 1..6 {
        take_by(&mut stream, number, &format!("a{number}"), None);
    }
    publish(&mut stream);
    assert_eq!(
        asks(&stream, DIRECTOR, None),
        "refused to the only director"
    );
    let (_, first) = holder_of(&stream.state, 0);
    stream.give(&consent(&first)).unwrap();
    assert_eq!(asks(&stream, DIRECTOR, None), "noted");
    // It ends with the round, and the next has another opponent.
    play(&mut stream);
    publish(&mut stream);
    let (met, second) = holder_of(&stream.state, 1);
    assert_ne!(first, second);
    stream.give(&consent(&first)).unwrap();
    assert_eq!(
        asks(&stream, DIRECTOR, None),
        "refused to the only director"
    );
    let stranger = (1..6).map(|number| format!("a{number}"));
    let mut stranger = stranger.filter(|name| *name != first && *name != second);
    let refused = stream.refused(&consent(&stranger.next().unwrap()));
    assert_eq!(refused.code(), "may_not_consent");
    stream.give(&consent(&second)).unwrap();
    assert_eq!(asks(&stream, DIRECTOR, None), "noted");

    // Whom he gave the seat in the meantime is nobody's opponent of his.
    let code = Command::IssueSeatCode {
        entrant: met.clone(),
        by: account(DIRECTOR),
        consents: Vec::new(),
    };
    stream.give(&code).unwrap();
    stream
        .give(&Command::ReleaseSeat {
            entrant: met.clone(),
        })
        .unwrap();
    let accomplice = Command::AssignSeat {
        entrant: met,
        account: account(NOBODY),
        operator: None,
    };
    stream.give(&accomplice).unwrap();
    assert_eq!(
        asks(&stream, DIRECTOR, None),
        "refused to the only director"
    );
    assert_eq!(stream.refused(&consent(NOBODY)).code(), "may_not_consent");
}

/// What the director has at stake in the first entrant, in whom he meets, and in another.
fn stakes(stream: &Stream) -> [Interest; 3] {
    let officer = stream.state.officer(&account(DIRECTOR), None);
    let met = holder_of(&stream.state, 0).0;
    let other = (1..6).map(entrant).find(|other| *other != met).unwrap();
    [entrant(0), met, other]
        .map(|whom| officer.interest(&stream.state.touched_at(None, Some(&whom))))
}

#[test]
fn the_operator_of_a_program_has_the_interests_of_its_seats() {
    use Interest::{None as Free, Opponent, OwnGame, Rival};
    for (operator, interests) in [
        (None, [Free; 3]),
        (Some(NOBODY), [Free; 3]),
        (Some(DIRECTOR), [OwnGame, Opponent, Rival]),
    ] {
        let mut stream = with_entrants(6, |_| {});
        for number in 1..6 {
            take_by(&mut stream, number, &format!("a{number}"), None);
        }
        take_by(&mut stream, 0, PROGRAM, operator);
        publish(&mut stream);
        assert_eq!(stakes(&stream), interests, "{operator:?}");
        // A seat that the program gave up is no less his; it plays no more than the program did.
        leave(&mut stream);
        assert_eq!(stakes(&stream), interests, "{operator:?}, left");
        take(&mut stream, NOBODY);
        assert_eq!(stakes(&stream), interests, "{operator:?}, another's");
        let holder = stream.state.role_of(&account(DIRECTOR));
        assert_eq!(holder.entrant, None);
    }
}

#[test]
fn what_older_streams_tell_of_seats_names_no_operator() {
    let told = r#"{"type":"seat_assigned","entrant":"e000","account":"program"}"#;
    let event: Event = serde_json::from_str(told).unwrap();
    let known = Event::SeatAssigned {
        entrant: entrant(0),
        account: account(PROGRAM),
        operator: None,
    };
    assert_eq!(event, known);
    assert_eq!(serde_json::to_string(&event).unwrap(), told);
    let left: LeftSeat = serde_json::from_str(r#"{"by":"program","through_round":1}"#).unwrap();
    assert_eq!(left.operator, None);
}
