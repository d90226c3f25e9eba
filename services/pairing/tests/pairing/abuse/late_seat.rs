//! A director plays under an entry that nobody has claimed yet, or by a program of the own.

use outflank_access::{Problem, Role};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::InterestTable;

use crate::interest::{ASSISTANT, appoint, consent, enter, issue, noted, opponent_of, publish};
use crate::world::{DIRECTOR, STRANGER, World};

/// Nobody in particular, who claims what codes there are.
const ACCOMPLICE: &str = "igor";
const VICTIM: &str = STRANGER;
const PROGRAM: &str = "edge-counter";

/// Whether identity may use up a code for that claim.
async fn check(
    world: &World,
    (id, entrant): (&str, &str),
    (account, operator): (&str, &str),
) -> Result<(), Problem> {
    let asked = proto::CheckSeatClaimRequest {
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
        account_id: account.to_owned(),
        operator_account_id: operator.to_owned(),
    };
    let mut pairing = world.service_client(Role::Identity);
    let answer = pairing.check_seat_claim(asked).await;
    answer
        .map(|_| ())
        .map_err(|status| Problem::from_status(&status))
}

/// Claims as identity has it: asks, and tells. Answers the code of the refusal; then it is not told, and telling it
/// changes nothing.
async fn claim(
    world: &World,
    seat: (&str, &str),
    (account, operator): (&str, &str),
) -> Option<String> {
    let judged = check(world, seat, (account, operator)).await;
    world.claim_as(seat.0, seat.1, (account, operator));
    world.catch_up().await;
    let state = world.folded(seat.0).await;
    let holder = &state.entrant(&seat.1.into()).unwrap().account;
    let held = holder
        .as_ref()
        .is_some_and(|holder| holder.as_str() == account);
    assert_eq!(held, judged.is_ok());
    judged.err().map(|problem| problem.code)
}

/// An event whose director's entry nobody has claimed, and whom it meets: the event, both entrants and the board.
async fn meeting(world: &World) -> (String, [String; 2], proto::Board) {
    let id = world.create().await;
    let entrants: [String; 2] = world.register(&id, 2).await.try_into().unwrap();
    appoint(world, &id, ASSISTANT, "assistant_director").await;
    let seat = (&*id, &*entrants[1]);
    assert_eq!(claim(world, seat, (VICTIM, "")).await, None);
    let board = publish(world, &id).await.boards.remove(0);
    (id, entrants, board)
}

/// The attack: a code for the opponent's seat, whose maker plays nobody as far as is known; the game given up from it;
/// and only then the own seat. Answers the code of the first refusal.
async fn attack(world: &World, taker: (&str, &str)) -> Option<String> {
    let (id, [own, victim], board) = meeting(world).await;
    assert_eq!(opponent_of(&board, &own), victim);
    issue(world, (&id, DIRECTOR), &victim).await.unwrap();
    assert_eq!(claim(world, (&id, &victim), (ACCOMPLICE, "")).await, None);
    let black_discs = if board.black_entrant_id == victim {
        0
    } else {
        64
    };
    world.game_over(&id, 1, &board, black_discs);
    world.catch_up().await;
    claim(world, (&id, &own), taker).await
}

#[tokio::test]
async fn a_director_does_not_take_the_own_seat_once_it_is_paired() {
    for taker in [(DIRECTOR, ""), (PROGRAM, DIRECTOR)] {
        let refused = attack(&World::new().await, taker).await;
        assert_eq!(refused.as_deref(), Some("consent_needed"), "{taker:?}");
    }
    let free = attack(&World::new().await, (PROGRAM, VICTIM)).await;
    assert_eq!(free, None);
}

#[tokio::test]
async fn without_the_table_a_director_takes_the_own_seat_once_the_opponent_has_lost() {
    for taker in [(DIRECTOR, ""), (PROGRAM, DIRECTOR)] {
        let world = World::under(InterestTable::ignored()).await;
        assert_eq!(attack(&world, taker).await, None, "{taker:?}");
    }
}

#[tokio::test]
async fn a_second_director_consents_to_a_late_seat_and_it_is_noted() {
    let world = World::new().await;
    let (id, [own, victim], _) = meeting(&world).await;
    let about = ((0, 0), own.as_str());
    for (by, code) in [
        (DIRECTOR, "may_not_consent"),
        (VICTIM, "may_not_consent"),
        (ACCOMPLICE, "may_not_consent"),
    ] {
        let refused = consent(&world, (&id, by), "claim_seat", about).await;
        assert_eq!(refused.unwrap_err().code, code, "{by}");
    }
    let whole = consent(&world, (&id, ASSISTANT), "claim_seat", ((0, 0), "")).await;
    assert_eq!(whole.unwrap_err().code, "nothing_to_consent_to");
    consent(&world, (&id, ASSISTANT), "claim_seat", about)
        .await
        .unwrap();
    assert_eq!(claim(&world, (&id, &own), (DIRECTOR, "")).await, None);
    let last = noted(&world, &id).await.pop().unwrap();
    assert_eq!(
        (&*last.act, &*last.interest, &*last.entrant_id),
        ("claim_seat", "own_game", own.as_str())
    );
    assert_eq!(last.consented_account_ids, [ASSISTANT]);
    // From now on he plays.
    let refused = issue(&world, (&id, DIRECTOR), &victim).await;
    assert_eq!(refused.unwrap_err().code, "consent_needed");

    // A lost device: the seat is claimed anew, and taken back.
    issue(&world, (&id, DIRECTOR), &own).await.unwrap();
    assert_eq!(claim(&world, (&id, &own), (ACCOMPLICE, "")).await, None);
    assert_eq!(claim(&world, (&id, &own), (DIRECTOR, "")).await, None);
}

#[tokio::test]
async fn a_claim_that_the_event_does_not_take_is_refused_when_it_is_made() {
    let world = World::new().await;
    let (id, [own, victim], _) = meeting(&world).await;
    let refused = |answer: Result<(), Problem>| answer.err().map(|problem| problem.code);
    for (seat, taker, code) in [
        ((&*id, &*own), (VICTIM, ""), "account_already_seated"),
        ((&*id, "nobody"), (ACCOMPLICE, ""), "unknown_entrant"),
        (("nowhere", &*own), (ACCOMPLICE, ""), "tournament_absent"),
    ] {
        let answer = check(&world, seat, taker).await;
        assert_eq!(refused(answer).as_deref(), Some(code));
    }
    // Who holds it already has it.
    assert_eq!(
        refused(check(&world, (&id, &victim), (VICTIM, "")).await),
        None
    );
    // Asking changes nothing.
    assert_eq!(
        refused(check(&world, (&id, &own), (ACCOMPLICE, "")).await),
        None
    );
    let state = world.folded(&id).await;
    assert_eq!(state.entrant(&own.as_str().into()).unwrap().account, None);
    // Nobody but identity asks.
    let mut play = world.service_client(Role::Play);
    let asked = proto::CheckSeatClaimRequest::default();
    let status = play.check_seat_claim(asked).await.unwrap_err();
    assert_eq!(
        Problem::from_status(&status).kind,
        outflank_access::Kind::Forbidden
    );
}

/// A program of the director's plays. Answers the refusals of a code for its opponent's seat and of a result of its game.
async fn for_an_own_program(world: &World) -> [Option<String>; 2] {
    let id = world.create().await;
    let entrants = world.register(&id, 2).await;
    let (own, victim) = (&*entrants[0], &*entrants[1]);
    assert_eq!(claim(world, (&id, own), (PROGRAM, DIRECTOR)).await, None);
    assert_eq!(claim(world, (&id, victim), (VICTIM, "")).await, None);
    let board = publish(world, &id).await.boards.remove(0);
    let code = issue(world, (&id, DIRECTOR), victim).await.err();
    let typed = enter(world, (&id, DIRECTOR), (1, board.table), 64)
        .await
        .err();
    [code, typed].map(|problem| problem.map(|problem| problem.code))
}

#[tokio::test]
async fn the_operator_of_a_program_does_not_touch_whom_it_plays() {
    let refused = for_an_own_program(&World::new().await).await;
    let refused = refused.each_ref().map(Option::as_deref);
    assert_eq!(refused, [Some("consent_needed"), Some("own_game")]);
}

#[tokio::test]
async fn without_the_table_the_operator_of_a_program_rules_on_its_games() {
    let world = World::under(InterestTable::ignored()).await;
    assert_eq!(for_an_own_program(&world).await, [None, None]);
}

/// A program that enters by itself is its operator's too, whom identity knows.
#[tokio::test]
async fn the_operator_of_a_program_that_enters_by_itself_is_known() {
    let world = World::new().await;
    world.identity.operated_by(PROGRAM, DIRECTOR);
    let id = world.create().await;
    let asked = proto::EnterTournamentRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        surname: "Counter".to_owned(),
        given_names: "Edge".to_owned(),
        country: "FRA".to_owned(),
        ..proto::EnterTournamentRequest::default()
    };
    let request = outflank_transport::for_person(asked, Some(&world.token(PROGRAM, true)));
    let entered = world.client().enter_tournament(request).await.unwrap();
    let asked = proto::GetInterestsRequest {
        tournament_id: id.clone(),
    };
    let told = ask!(&world, DIRECTOR, get_interests, asked).unwrap();
    assert_eq!(told.entrant_ids, [entered.into_inner().entrant_id]);
}
