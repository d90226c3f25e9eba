//! A playing director takes the opponent's seat.

use outflank_proto::pairing::v1 as proto;
use outflank_tournament::InterestTable;

use crate::interest::{ASSISTANT, appoint, consent, enter, issue, noted, opponent_of, publish};
use crate::world::{DIRECTOR, STRANGER, World};

/// Nobody in particular, who claims what codes there are.
const ACCOMPLICE: &str = "igor";
const VICTIM: &str = STRANGER;

/// The director meets the victim: the event, its entrants (the victim's first) and the board.
async fn meeting(world: &World) -> (String, [String; 2], proto::Board) {
    let (id, entrants) = event(world).await;
    let board = publish(world, &id).await.boards.remove(0);
    (id, entrants, board)
}

async fn event(world: &World) -> (String, [String; 2]) {
    let id = world.create().await;
    let entrants: [String; 2] = world.register(&id, 2).await.try_into().unwrap();
    for (entrant, account) in entrants.iter().zip([VICTIM, DIRECTOR]) {
        world.claim(&id, entrant, account);
    }
    world.catch_up().await;
    (id, entrants)
}

async fn holder(world: &World, id: &str, entrant: &str) -> String {
    let state = world.folded(id).await;
    let entrant = state.entrant(&entrant.into()).unwrap();
    entrant.account.clone().unwrap().0
}

/// The attack: a code for the opponent's seat, claimed by nobody in particular, and the game given up from it. Answers
/// the code of the first refusal; `None`: the victim lost 0-64 and is out of his seat.
async fn attack(world: &World) -> Option<String> {
    let (id, [victim, own], board) = meeting(world).await;
    assert_eq!(opponent_of(&board, &own), victim);
    if let Err(refused) = issue(world, (&id, DIRECTOR), &victim).await {
        assert_eq!(holder(world, &id, &victim).await, VICTIM);
        return Some(refused.code);
    }
    world.claim(&id, &victim, ACCOMPLICE);
    world.catch_up().await;
    assert_eq!(holder(world, &id, &victim).await, ACCOMPLICE);
    let black_discs = if board.black_entrant_id == victim {
        0
    } else {
        64
    };
    world.game_over(&id, 1, &board, black_discs);
    world.catch_up().await;
    let state = world.folded(&id).await;
    let result = state.round(1).unwrap().board(1).unwrap().result().unwrap();
    assert_eq!(result.black_discs, black_discs);
    None
}

#[tokio::test]
async fn the_opponents_seat_is_not_to_be_had() {
    let world = World::new().await;
    assert_eq!(attack(&world).await.as_deref(), Some("consent_needed"));
}

#[tokio::test]
async fn without_the_table_the_opponents_seat_is_taken() {
    let world = World::under(InterestTable::ignored()).await;
    assert_eq!(attack(&world).await, None);
}

/// The same by a second hand: the director appoints the accomplice once they are paired, who has the code made.
async fn through_an_accomplice(world: &World) -> (Option<String>, String) {
    let (id, [victim, _], _) = meeting(world).await;
    appoint(world, &id, ACCOMPLICE, "assistant_director").await;
    let refused = issue(world, (&id, ACCOMPLICE), &victim).await.err();
    if refused.is_none() {
        world.claim(&id, &victim, ACCOMPLICE);
        world.catch_up().await;
    }
    (
        refused.map(|refused| refused.code),
        holder(world, &id, &victim).await,
    )
}

#[tokio::test]
async fn whom_the_director_appoints_in_mid_round_does_not_take_the_opponents_seat() {
    let (refused, holder) = through_an_accomplice(&World::new().await).await;
    assert_eq!(
        (refused.as_deref(), &*holder),
        (Some("consent_needed"), VICTIM)
    );
}

#[tokio::test]
async fn without_the_table_whom_the_director_appoints_takes_the_opponents_seat() {
    let world = World::under(InterestTable::ignored()).await;
    let (refused, holder) = through_an_accomplice(&world).await;
    assert_eq!((refused, &*holder), (None, ACCOMPLICE));
}

#[tokio::test]
async fn an_appointment_that_a_second_official_consents_to_brings_no_interest() {
    let world = World::new().await;
    let (id, [victim, _]) = event(&world).await;
    appoint(&world, &id, ASSISTANT, "assistant_director").await;
    publish(&world, &id).await;
    let whole = ((0, 0), "");
    consent(&world, (&id, ASSISTANT), "appoint_official", whole)
        .await
        .unwrap();
    appoint(&world, &id, "nina", "assistant_director").await;
    issue(&world, (&id, "nina"), &victim).await.unwrap();
    let last = noted(&world, &id).await;
    let appointment = last.iter().find(|one| one.act == "appoint_official");
    assert_eq!(appointment.unwrap().consented_account_ids, [ASSISTANT]);
    // It was good for one.
    appoint(&world, &id, ACCOMPLICE, "assistant_director").await;
    let refused = issue(&world, (&id, ACCOMPLICE), &victim).await;
    assert_eq!(refused.unwrap_err().code, "consent_needed");
}

/// The director gives the own seat away, to have nothing at stake any more.
#[tokio::test]
async fn a_seat_that_is_given_up_in_mid_round_stays_an_interest() {
    let world = World::new().await;
    let (id, [victim, own], _) = meeting(&world).await;
    issue(&world, (&id, DIRECTOR), &own).await.unwrap();
    world.claim(&id, &own, ACCOMPLICE);
    world.catch_up().await;
    assert_eq!(holder(&world, &id, &own).await, ACCOMPLICE);
    let refused = issue(&world, (&id, DIRECTOR), &victim).await;
    assert_eq!(refused.unwrap_err().code, "consent_needed");
}

/// The same with a code made while nobody was paired. Answers who holds the seat in the end.
async fn with_a_kept_code(world: &World) -> String {
    let (id, [victim, _]) = event(world).await;
    issue(world, (&id, DIRECTOR), &victim).await.unwrap();
    publish(world, &id).await;
    world.claim(&id, &victim, ACCOMPLICE);
    world.catch_up().await;
    holder(world, &id, &victim).await
}

#[tokio::test]
async fn a_code_kept_from_before_the_pairing_takes_nobody_out_of_his_seat() {
    assert_eq!(with_a_kept_code(&World::new().await).await, VICTIM);
    let ignored = World::under(InterestTable::ignored()).await;
    assert_eq!(with_a_kept_code(&ignored).await, ACCOMPLICE);
}

#[tokio::test]
async fn a_seat_is_issued_anew_by_another_official_or_with_consent_to_that_very_act() {
    let world = World::new().await;
    let (id, [victim, _]) = event(&world).await;
    appoint(&world, &id, ASSISTANT, "assistant_director").await;
    let board = publish(&world, &id).await.boards.remove(0);
    let about = ((0, 0), victim.as_str());
    issue(&world, (&id, ASSISTANT), &victim).await.unwrap();

    for (by, code) in [
        (DIRECTOR, "may_not_consent"),
        (ACCOMPLICE, "may_not_consent"),
    ] {
        let refused = consent(&world, (&id, by), "issue_seat_code", about).await;
        assert_eq!(refused.unwrap_err().code, code);
    }
    let unknown = consent(&world, (&id, VICTIM), "issue_all", about).await;
    assert_eq!(unknown.unwrap_err().code, "unknown_act");
    let both = consent(
        &world,
        (&id, VICTIM),
        "enter_result",
        ((1, board.table), &victim),
    )
    .await;
    assert_eq!(both.unwrap_err().code, "nothing_in_question");

    let before = noted(&world, &id).await.len();
    let refused = issue(&world, (&id, DIRECTOR), &victim).await;
    assert_eq!(refused.unwrap_err().code, "consent_needed");
    assert_eq!(noted(&world, &id).await.len(), before);

    for by in [VICTIM, ASSISTANT] {
        consent(&world, (&id, by), "issue_seat_code", about)
            .await
            .unwrap();
        issue(&world, (&id, DIRECTOR), &victim).await.unwrap();
        let again = issue(&world, (&id, DIRECTOR), &victim).await;
        assert_eq!(
            again.unwrap_err().code,
            "consent_needed",
            "it was good for one"
        );
        let last = noted(&world, &id).await.pop().unwrap();
        assert_eq!(
            (&*last.act, &*last.interest),
            ("issue_seat_code", "opponent")
        );
        assert_eq!(
            (&*last.entrant_id, &last.consented_account_ids),
            (&*victim, &vec![by.to_owned()])
        );
    }
    world.claim(&id, &victim, "new-phone");
    world.catch_up().await;
    assert_eq!(holder(&world, &id, &victim).await, "new-phone");
}

#[tokio::test]
async fn a_sole_director_needs_the_opponents_consent_to_the_very_act() {
    let world = World::new().await;
    let mut rules = outflank_tournament::RuleSet::preset("club").unwrap();
    rules.single_official = true;
    let id = world
        .create_under(&serde_json::to_value(rules).unwrap())
        .await;
    let entrants = world.register(&id, 2).await;
    for (entrant, account) in entrants.iter().zip([VICTIM, DIRECTOR]) {
        world.claim(&id, entrant, account);
    }
    world.catch_up().await;
    publish(&world, &id).await;
    let own = |discs| enter(&world, (&id, DIRECTOR), (1, 1), discs);
    let refused = own(40).await.unwrap_err();
    assert_eq!(
        (&*refused.code, refused.detail.contains("consented")),
        ("own_game", true)
    );
    // The game is live: that is the act to consent to.
    consent(&world, (&id, VICTIM), "enter_result", ((1, 1), ""))
        .await
        .unwrap();
    assert_eq!(own(40).await.unwrap_err().code, "own_game");
    consent(
        &world,
        (&id, VICTIM),
        "enter_result.live_game",
        ((1, 1), ""),
    )
    .await
    .unwrap();
    own(40).await.unwrap();
    let last = noted(&world, &id).await.pop().unwrap();
    assert_eq!(
        (last.round, last.table, &*last.interest),
        (1, 1, "own_game")
    );
    assert_eq!(last.consented_account_ids, [VICTIM]);
    // The result stands now: the first consent is about entering it, and is good for a correction.
    own(41).await.unwrap();
    assert_eq!(own(42).await.unwrap_err().code, "own_game");

    // With a second director there is no such exception.
    let consented = || consent(&world, (&id, VICTIM), "enter_result", ((1, 1), ""));
    consented().await.unwrap();
    appoint(&world, &id, ASSISTANT, "assistant_director").await;
    assert_eq!(own(43).await.unwrap_err().code, "own_game");
    let refused = consented().await.unwrap_err();
    assert_eq!(refused.code, "nothing_to_consent_to");
}

#[tokio::test]
async fn who_plays_is_told_what_that_keeps_them_from() {
    let world = World::new().await;
    let (id, [victim, own], _) = meeting(&world).await;
    let asked = |who| {
        let request = proto::GetInterestsRequest {
            tournament_id: id.clone(),
        };
        let world = &world;
        async move { ask!(world, who, get_interests, request).unwrap() }
    };
    let told = asked(DIRECTOR).await;
    assert_eq!(
        (told.entrant_ids, told.opponent_entrant_ids),
        (vec![own], vec![victim.clone()])
    );
    let act = |name: &str| {
        told.acts
            .iter()
            .find(|act| act.act == name)
            .unwrap()
            .clone()
    };
    let seat = act("issue_seat_code");
    assert_eq!(
        (&*seat.own_game, &*seat.opponent, &*seat.rival),
        ("logged", "consent", "logged")
    );
    assert!(seat.in_office && act("confirm_tournament").in_office);
    consent(&world, (&id, VICTIM), "issue_seat_code", ((0, 0), &victim))
        .await
        .unwrap();
    for who in [DIRECTOR, VICTIM] {
        assert_eq!(asked(who).await.consents.len(), 1);
    }
    let nobody = asked(ACCOMPLICE).await;
    assert!(nobody.consents.is_empty() && nobody.acts.iter().all(|act| !act.in_office));
}
