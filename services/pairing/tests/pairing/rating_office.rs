//! What rating officers do with an event through the contract: approval, release, return, the second officer, complaints.

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{Event, RuleSet};

use crate::world::{ADMINISTRATOR, DIRECTOR, OFFICER, SECOND_OFFICER, STRANGER, World};

/// Accounts that play.
const PLAYER: &str = "pia";
const OTHER_PLAYER: &str = "paul";

/// A club event of two, signed for by its director, whom the federation approved. Both entrants have their seats.
async fn event(world: &World) -> (String, Vec<String>) {
    world.rating_office().await;
    let club = serde_json::to_value(RuleSet::preset("club").unwrap()).unwrap();
    let id = world.create_under(&club).await;
    let entrants = world.register(&id, 2).await;
    for (entrant, account) in entrants.iter().zip([PLAYER, OTHER_PLAYER]) {
        world.claim(&id, entrant, account);
    }
    world.catch_up().await;
    for _ in 0..2 {
        world.publish(&id).await.unwrap();
        world.play(&id, |_| 40).await;
    }
    world.sign(&id).await;
    (id, entrants)
}

async fn waiting(world: &World) -> (String, Vec<String>) {
    let (id, entrants) = event(world).await;
    world.approve(&id).await;
    world.confirm(&id).await.unwrap();
    (id, entrants)
}

async fn release(world: &World, id: &str, who: &str, version: u32) -> Result<u64, Problem> {
    let asked = world.release(id, version);
    Ok(ask!(world, who, release_rating_file, asked)?.seq)
}

fn given_back(world: &World, id: &str) -> proto::ReturnRatingFileRequest {
    proto::ReturnRatingFileRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        reason: "Number 50012 is another player's.".to_owned(),
    }
}

async fn give_back(world: &World, id: &str, who: &str) -> Result<u64, Problem> {
    let asked = given_back(world, id);
    Ok(ask!(world, who, return_rating_file, asked)?.seq)
}

fn complaint(world: &World, id: &str) -> proto::FileComplaintRequest {
    proto::FileComplaintRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        text: "Paired by hand, round after round.".to_owned(),
    }
}

async fn complain(world: &World, id: &str, who: &str) -> Result<u64, Problem> {
    let asked = complaint(world, id);
    Ok(ask!(world, who, file_complaint, asked)?.seq)
}

async fn complaints(world: &World, id: &str, who: &str) -> Vec<proto::Complaint> {
    let asked = proto::ListComplaintsRequest {
        tournament_id: id.to_owned(),
        ..proto::ListComplaintsRequest::default()
    };
    ask!(world, who, list_complaints, asked).unwrap().complaints
}

async fn answer(world: &World, id: &str, who: &str, complaint_id: &str) -> Result<u64, Problem> {
    let asked = proto::AnswerComplaintRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        complaint_id: complaint_id.to_owned(),
        text: "We have talked to her.".to_owned(),
    };
    Ok(ask!(world, who, answer_complaint, asked)?.seq)
}

async fn correct(world: &World, id: &str, entrant: &str, surname: &str) {
    let asked = proto::CorrectEntrantRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
        surname: surname.to_owned(),
        given_names: "Pat".to_owned(),
        country: "FRA".to_owned(),
        reason: "Misread from the form.".to_owned(),
        ..proto::CorrectEntrantRequest::default()
    };
    ask!(world, DIRECTOR, correct_entrant, asked).unwrap();
}

async fn amend(world: &World, id: &str, black_discs: u32) {
    let asked = proto::AmendConfirmedRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        results: vec![proto::Amendment {
            round: 1,
            table: 1,
            black_discs: Some(black_discs),
            ..proto::Amendment::default()
        }],
        reason: "The sheet was misread.".to_owned(),
    };
    ask!(world, DIRECTOR, amend_confirmed, asked).unwrap();
}

/// How the file stands, and whether the event counts.
async fn stands(world: &World, id: &str) -> (String, bool) {
    let shown = world.tournament(id).await;
    (shown.rating_state, shown.rated)
}

fn so(state: &str, rated: bool) -> (String, bool) {
    (state.to_owned(), rated)
}

async fn checks(world: &World, id: &str, who: &str) -> proto::GetRatingChecksResponse {
    let asked = proto::GetRatingChecksRequest {
        tournament_id: id.to_owned(),
    };
    ask!(world, who, get_rating_checks, asked).unwrap()
}

/// How many versions of the file followed the confirmation, as the rating service reads them.
async fn versions(world: &World, id: &str) -> usize {
    let facts = world.facts().await.into_iter();
    let due = facts.filter(|(_, fact)| {
        fact.tournament_id == id && matches!(fact.event, Event::RatingFileDue { .. })
    });
    due.count()
}

#[tokio::test]
async fn an_event_counts_once_an_officer_released_its_file() {
    let world = World::new().await;
    let (id, _) = event(&world).await;
    world.approve(&id).await;
    let refused = release(&world, &id, OFFICER, 1).await.unwrap_err();
    assert_eq!(refused.code, "not_confirmed");
    world.confirm(&id).await.unwrap();
    assert_eq!(stands(&world, &id).await, so("waiting", false));
    for who in [STRANGER, ADMINISTRATOR, DIRECTOR, PLAYER] {
        let refused = release(&world, &id, who, 1).await.unwrap_err();
        assert_eq!(
            (refused.kind, refused.code.as_str()),
            (Kind::Forbidden, "officers_only"),
            "{who}"
        );
        let refused = give_back(&world, &id, who).await.unwrap_err();
        assert_eq!(refused.code, "officers_only", "{who}");
    }
    let refused = release(&world, &id, OFFICER, 2).await.unwrap_err();
    assert_eq!(refused.code, "ranking_moved_on");
    assert_eq!(versions(&world, &id).await, 0);
    release(&world, &id, OFFICER, 1).await.unwrap();
    assert_eq!(stands(&world, &id).await, so("released", true));
    assert_eq!(versions(&world, &id).await, 1);
    let shown = world.tournament(&id).await.released.unwrap();
    assert_eq!(
        (shown.by_account_id.as_str(), shown.ranking_version),
        (OFFICER, 1)
    );
    let refused = release(&world, &id, SECOND_OFFICER, 1).await.unwrap_err();
    assert_eq!(refused.code, "nothing_to_release");
    let refused = give_back(&world, &id, SECOND_OFFICER).await.unwrap_err();
    assert_eq!(refused.code, "nothing_to_return");
}

#[tokio::test]
async fn a_correction_of_a_released_file_waits_for_a_second_officer() {
    let world = World::new().await;
    let (id, entrants) = waiting(&world).await;
    release(&world, &id, OFFICER, 1).await.unwrap();
    correct(&world, &id, &entrants[0], "Ardent").await;
    amend(&world, &id, 41).await;
    world.sign(&id).await;
    assert_eq!(stands(&world, &id).await, so("correction", true));
    assert_eq!(versions(&world, &id).await, 1, "nobody released it");
    let looked = checks(&world, &id, OFFICER).await;
    let waits: Vec<(&str, &str)> = looked
        .corrections
        .iter()
        .map(|one| (one.cause.as_str(), one.reason.as_str()))
        .collect();
    assert_eq!(
        waits,
        [
            ("entrant_corrected", "Misread from the form."),
            ("ranking_amended", "The sheet was misread."),
            ("over_the_board_declared", "Score sheets."),
        ]
    );
    assert_eq!(looked.released_by_account_id, OFFICER);
    let refused = release(&world, &id, OFFICER, 2).await.unwrap_err();
    assert_eq!(refused.code, "same_officer");
    let refused = release(&world, &id, SECOND_OFFICER, 1).await.unwrap_err();
    assert_eq!(refused.code, "ranking_moved_on");
    release(&world, &id, SECOND_OFFICER, 2).await.unwrap();
    assert_eq!(stands(&world, &id).await, so("released", true));
    assert_eq!(versions(&world, &id).await, 2);
    let looked = checks(&world, &id, OFFICER).await;
    assert!(looked.corrections.is_empty());
    assert_eq!(looked.released_by_account_id, SECOND_OFFICER);
}

#[tokio::test]
async fn a_file_given_back_says_why_until_the_director_corrects_it() {
    let world = World::new().await;
    let (id, entrants) = waiting(&world).await;
    give_back(&world, &id, OFFICER).await.unwrap();
    assert_eq!(stands(&world, &id).await, so("returned", false));
    // The reason is for who decides on the event; that it was given back, for all.
    for (who, reason) in [
        (OFFICER, "Number 50012 is another player's."),
        (DIRECTOR, "Number 50012 is another player's."),
        (STRANGER, ""),
    ] {
        let returned = checks(&world, &id, who).await.returned.unwrap();
        assert_eq!(
            (returned.by_account_id.as_str(), returned.reason.as_str()),
            (OFFICER, reason),
            "{who}"
        );
    }
    correct(&world, &id, &entrants[0], "Ardent").await;
    assert_eq!(stands(&world, &id).await, so("waiting", false));
    assert_eq!(checks(&world, &id, OFFICER).await.returned, None);
    release(&world, &id, OFFICER, 1).await.unwrap();
    assert_eq!(stands(&world, &id).await, so("released", true));
}

#[tokio::test]
async fn a_withdrawn_approval_counts_no_longer_and_comes_back_through_another_officer() {
    let mut world = World::new().await;
    let (id, _) = waiting(&world).await;
    release(&world, &id, OFFICER, 1).await.unwrap();
    let asked = world.withdrawal(&id);
    ask!(world, OFFICER, withdraw_approval, asked).unwrap();
    assert_eq!(stands(&world, &id).await, so("withdrawn", false));
    assert_eq!(versions(&world, &id).await, 2, "at once");
    world.approve(&id).await;
    assert_eq!(stands(&world, &id).await, so("waiting", false));
    world.restart().await;
    let refused = release(&world, &id, OFFICER, 1).await.unwrap_err();
    assert_eq!(refused.code, "same_officer");
    release(&world, &id, SECOND_OFFICER, 1).await.unwrap();
    assert_eq!(stands(&world, &id).await, so("released", true));
    assert_eq!(versions(&world, &id).await, 3);
}

#[tokio::test]
async fn who_plays_or_officiates_decides_nothing_as_an_officer() {
    let world = World::new().await;
    let (id, _) = waiting(&world).await;
    for who in [PLAYER, DIRECTOR] {
        let asked = proto::AppointRatingOfficerRequest {
            command_id: world.command_id(),
            code: "FRA".to_owned(),
            account_id: who.to_owned(),
        };
        ask!(world, ADMINISTRATOR, appoint_rating_officer, asked).unwrap();
        let withdrawal = world.withdrawal(&id);
        for refused in [
            release(&world, &id, who, 1).await,
            give_back(&world, &id, who).await,
            ask!(world, who, withdraw_approval, withdrawal).map(|done| done.seq),
        ] {
            let refused = refused.unwrap_err();
            assert_eq!(
                (refused.kind, refused.code.as_str()),
                (Kind::Forbidden, "own_event"),
                "{who}"
            );
        }
    }
    complain(&world, &id, PLAYER).await.unwrap();
    let filed = complaints(&world, &id, PLAYER).await;
    let refused = answer(&world, &id, DIRECTOR, &filed[0].id).await;
    assert_eq!(refused.unwrap_err().code, "own_event");
}

#[tokio::test]
async fn entrants_complain_and_officers_answer() {
    let world = World::new().await;
    let (id, _) = event(&world).await;
    let refused = complain(&world, &id, PLAYER).await.unwrap_err();
    assert_eq!(refused.code, "complaint_too_early");
    world.confirm(&id).await.unwrap();
    for who in [STRANGER, DIRECTOR] {
        let refused = complain(&world, &id, who).await.unwrap_err();
        assert_eq!(
            (refused.kind, refused.code.as_str()),
            (Kind::Forbidden, "no_entrant_here"),
            "{who}"
        );
    }
    complain(&world, &id, PLAYER).await.unwrap();
    complain(&world, &id, OTHER_PLAYER).await.unwrap();
    for _ in 0..2 {
        complain(&world, &id, PLAYER).await.unwrap();
    }
    let refused = complain(&world, &id, PLAYER).await.unwrap_err();
    assert_eq!(refused.code, "too_many_complaints");
    for (who, seen) in [
        (OFFICER, vec![PLAYER, OTHER_PLAYER, PLAYER, PLAYER]),
        (PLAYER, vec![PLAYER; 3]),
        (OTHER_PLAYER, vec![OTHER_PLAYER]),
        (DIRECTOR, vec![]),
        (ADMINISTRATOR, vec![]),
        (STRANGER, vec![]),
    ] {
        let shown = complaints(&world, &id, who).await;
        let by: Vec<&str> = shown.iter().map(|one| one.by_account_id.as_str()).collect();
        assert_eq!(by, seen, "{who}");
    }
    let filed = complaints(&world, &id, OTHER_PLAYER).await.remove(0);
    assert_eq!(
        (filed.by_name.as_str(), filed.text.as_str(), filed.answer),
        ("Account paul", "Paired by hand, round after round.", None)
    );
    for who in [STRANGER, ADMINISTRATOR, DIRECTOR, PLAYER] {
        let refused = answer(&world, &id, who, &filed.id).await.unwrap_err();
        assert_eq!(refused.code, "officers_only", "{who}");
    }
    let refused = answer(&world, &id, OFFICER, "another").await.unwrap_err();
    assert_eq!(
        (refused.kind, refused.code.as_str()),
        (Kind::NotFound, "unknown_complaint")
    );
    answer(&world, &id, OFFICER, &filed.id).await.unwrap();
    let refused = answer(&world, &id, SECOND_OFFICER, &filed.id).await;
    assert_eq!(refused.unwrap_err().code, "complaint_answered");
    let answered = complaints(&world, &id, OTHER_PLAYER).await.remove(0);
    let answered = answered.answer.unwrap();
    assert_eq!(
        (answered.by_account_id.as_str(), answered.text.as_str()),
        (OFFICER, "We have talked to her.")
    );
}

/// Nobody but who may read a complaint learns a word of it, by whatever else tells of the event.
#[tokio::test]
async fn complaints_are_told_to_nobody_else() {
    let world = World::new().await;
    let (id, _) = event(&world).await;
    world.confirm(&id).await.unwrap();
    complain(&world, &id, PLAYER).await.unwrap();
    let filed = complaints(&world, &id, OFFICER).await;
    answer(&world, &id, OFFICER, &filed[0].id).await.unwrap();
    let shown = format!("{:?}", world.tournament(&id).await);
    let looked = format!("{:?}", checks(&world, &id, STRANGER).await);
    for text in ["Paired by hand", "talked to her", filed[0].id.as_str()] {
        assert!(!shown.contains(text) && !looked.contains(text), "{text}");
    }
}

#[tokio::test]
async fn complaints_come_in_pages_oldest_first() {
    let world = World::new().await;
    let (id, _) = event(&world).await;
    world.confirm(&id).await.unwrap();
    for who in [PLAYER, OTHER_PLAYER, PLAYER] {
        complain(&world, &id, who).await.unwrap();
    }
    let all = complaints(&world, &id, OFFICER).await;
    assert!(all.is_sorted_by_key(|one| one.at_ms));
    let mut asked = proto::ListComplaintsRequest {
        page_size: 2,
        tournament_id: id.clone(),
        ..proto::ListComplaintsRequest::default()
    };
    let first = ask!(world, OFFICER, list_complaints, asked.clone()).unwrap();
    asked.page_token = first.next_page_token;
    let second = ask!(world, OFFICER, list_complaints, asked.clone()).unwrap();
    assert!(second.next_page_token.is_empty());
    let paged: Vec<proto::Complaint> = first
        .complaints
        .into_iter()
        .chain(second.complaints)
        .collect();
    assert_eq!(paged, all);
    // One account's page is not another's.
    let refused = ask!(world, PLAYER, list_complaints, asked).unwrap_err();
    assert_eq!(refused.kind, Kind::Invalid);
}

#[tokio::test]
async fn a_repeated_act_gets_its_first_answer() {
    let mut world = World::new().await;
    let (id, _) = event(&world).await;
    let approval = world.approval(&id);
    let approved = ask!(world, OFFICER, approve_event, approval.clone()).unwrap();
    world.confirm(&id).await.unwrap();
    let back = given_back(&world, &id);
    let returned = ask!(world, OFFICER, return_rating_file, back.clone()).unwrap();
    let release = world.release(&id, 1);
    let released = ask!(world, OFFICER, release_rating_file, release.clone()).unwrap();
    let filing = complaint(&world, &id);
    let filed = ask!(world, PLAYER, file_complaint, filing.clone()).unwrap();
    let withdrawal = world.withdrawal(&id);
    let withdrawn = ask!(world, OFFICER, withdraw_approval, withdrawal.clone()).unwrap();
    for restarted in [false, true] {
        if restarted {
            world.restart().await;
        }
        let again = ask!(world, OFFICER, approve_event, approval.clone());
        assert_eq!(again.unwrap().seq, approved.seq);
        let again = ask!(world, OFFICER, return_rating_file, back.clone());
        assert_eq!(again.unwrap().seq, returned.seq);
        let again = ask!(world, OFFICER, release_rating_file, release.clone());
        assert_eq!(again.unwrap().seq, released.seq);
        let again = ask!(world, PLAYER, file_complaint, filing.clone());
        assert_eq!(again.unwrap().seq, filed.seq);
        let again = ask!(world, OFFICER, withdraw_approval, withdrawal.clone());
        assert_eq!(again.unwrap().seq, withdrawn.seq);
    }
    assert_eq!(stands(&world, &id).await, so("withdrawn", false));
    assert_eq!(complaints(&world, &id, PLAYER).await.len(), 1);
}

/// Who holds the office as the act is decided counts, not who held it as the event was approved.
#[tokio::test]
async fn an_office_that_ends_releases_nothing_more() {
    let world = World::new().await;
    let (id, _) = waiting(&world).await;
    let asked = proto::DismissRatingOfficerRequest {
        command_id: world.command_id(),
        code: "FRA".to_owned(),
        account_id: OFFICER.to_owned(),
    };
    ask!(world, ADMINISTRATOR, dismiss_rating_officer, asked).unwrap();
    for refused in [
        release(&world, &id, OFFICER, 1).await,
        give_back(&world, &id, OFFICER).await,
    ] {
        assert_eq!(refused.unwrap_err().code, "officers_only");
    }
    assert!(!checks(&world, &id, OFFICER).await.officer);
    complain(&world, &id, PLAYER).await.unwrap();
    assert!(complaints(&world, &id, OFFICER).await.is_empty());
    release(&world, &id, SECOND_OFFICER, 1).await.unwrap();
    assert_eq!(
        stands(&world, &id).await,
        so("released", true),
        "the approval stands"
    );
}
