//! Federations through the contract: administrators make them and appoint officers, officers let others direct.

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;

use crate::world::{ADMINISTRATOR, DIRECTOR, OFFICER, SECOND_OFFICER, STRANGER, World};

fn registration(world: &World, code: &str, members: &[&str]) -> proto::RegisterFederationRequest {
    proto::RegisterFederationRequest {
        command_id: world.command_id(),
        code: code.to_owned(),
        name: format!(" Federation {code} "),
        members: members.iter().map(|&member| member.to_owned()).collect(),
    }
}

fn appointment(world: &World, account: &str) -> proto::AppointRatingOfficerRequest {
    proto::AppointRatingOfficerRequest {
        command_id: world.command_id(),
        code: "FRA".to_owned(),
        account_id: account.to_owned(),
    }
}

fn dismissal(world: &World, account: &str) -> proto::DismissRatingOfficerRequest {
    proto::DismissRatingOfficerRequest {
        command_id: world.command_id(),
        code: "FRA".to_owned(),
        account_id: account.to_owned(),
    }
}

fn change(world: &World, code: &str, name: &str) -> proto::ChangeFederationRequest {
    proto::ChangeFederationRequest {
        command_id: world.command_id(),
        code: code.to_owned(),
        name: name.to_owned(),
        members: Vec::new(),
    }
}

fn withdrawal(world: &World, account: &str) -> proto::WithdrawDirectorRequest {
    proto::WithdrawDirectorRequest {
        command_id: world.command_id(),
        code: "FRA".to_owned(),
        account_id: account.to_owned(),
        reason: "Invented two rounds.".to_owned(),
    }
}

fn told(problem: &Problem) -> (Kind, &str) {
    (problem.kind, problem.code.as_str())
}

async fn listed(
    world: &World,
    who: &str,
    asked: proto::ListFederationsRequest,
) -> (Vec<String>, String) {
    let answer = ask!(world, who, list_federations, asked).unwrap();
    let codes = answer.federations.into_iter().map(|one| one.code);
    (codes.collect(), answer.next_page_token)
}

#[tokio::test]
async fn administrators_alone_make_federations_and_appoint_officers() {
    let world = World::new().await;
    for who in [STRANGER, DIRECTOR] {
        let refused = ask!(
            world,
            who,
            register_federation,
            registration(&world, "FRA", &[])
        )
        .unwrap_err();
        let expected = (Kind::Forbidden, "administrators_only");
        assert_eq!(told(&refused), expected, "{who}");
    }
    world.federation("FRA", &[], &[OFFICER]).await;
    for who in [STRANGER, OFFICER] {
        let refusals = [
            ask!(
                world,
                who,
                appoint_rating_officer,
                appointment(&world, "boris")
            ),
            ask!(
                world,
                who,
                dismiss_rating_officer,
                dismissal(&world, OFFICER)
            ),
            ask!(
                world,
                who,
                change_federation,
                change(&world, "FRA", "Renamed")
            ),
        ];
        for refused in refusals {
            assert_eq!(refused.unwrap_err().code, "administrators_only", "{who}");
        }
    }
}

#[tokio::test]
async fn a_federation_is_shown_as_it_was_made() {
    let world = World::new().await;
    let made = ask!(
        world,
        ADMINISTRATOR,
        register_federation,
        registration(&world, "EOCF", &["FRA", "DNK"])
    );
    let made = made.unwrap().federation.unwrap();
    assert_eq!(
        (
            made.code.as_str(),
            made.name.as_str(),
            made.members.as_slice()
        ),
        (
            "EOCF",
            "Federation EOCF",
            ["DNK", "FRA"].map(str::to_owned).as_slice()
        )
    );
    assert!(made.officers.is_empty() && made.directors.is_empty() && made.seq == 1);
    world.rating_office().await;
    let asked = proto::ListFederationsRequest::default();
    let all = ask!(world, STRANGER, list_federations, asked).unwrap();
    assert_eq!(all.federations[0], made);
    let known = &all.federations[1];
    let officers: Vec<(&str, &str)> = known
        .officers
        .iter()
        .map(|one| (one.account_id.as_str(), one.display_name.as_str()))
        .collect();
    assert_eq!(
        officers,
        [(OFFICER, "Account olga"), (SECOND_OFFICER, "Account omar")]
    );
    let [director] = &known.directors[..] else {
        panic!("{:?}", known.directors);
    };
    assert_eq!(
        (
            director.account_id.as_str(),
            director.by_account_id.as_str(),
            director.reason.as_str()
        ),
        (
            DIRECTOR,
            OFFICER,
            "Has directed our championships for years."
        )
    );
    assert!(director.at_ms >= known.officers[0].at_ms && known.officers[0].at_ms > 0);
}

#[tokio::test]
async fn a_bad_federation_and_an_unknown_one_are_refused() {
    let world = World::new().await;
    for (code, members) in [
        ("fra", &[][..]),
        ("FR", &[]),
        ("FRAN", &[]),
        ("", &[]),
        ("EUROPEANS", &["FRA"]),
        ("EOCF", &["fra"]),
        ("EOCF", &["FRA", "FRA"]),
    ] {
        let asked = registration(&world, code, members);
        let refused = ask!(world, ADMINISTRATOR, register_federation, asked).unwrap_err();
        let expected = (Kind::Invalid, "bad_federation");
        assert_eq!(told(&refused), expected, "{code:?} {members:?}");
    }
    for name in ["", "  ", "a\nb", &"a".repeat(101)] {
        let asked = proto::RegisterFederationRequest {
            name: name.to_owned(),
            ..registration(&world, "FRA", &[])
        };
        let refused = ask!(world, ADMINISTRATOR, register_federation, asked).unwrap_err();
        assert_eq!(told(&refused), (Kind::Invalid, "bad_federation"));
    }
    let unknown = (Kind::NotFound, "unknown_federation");
    for code in ["FRA", "fra", ""] {
        let asked = change(&world, code, "Renamed");
        let refused = ask!(world, ADMINISTRATOR, change_federation, asked).unwrap_err();
        assert_eq!(told(&refused), unknown, "{code:?}");
    }
    let asked = appointment(&world, OFFICER);
    let refused = ask!(world, ADMINISTRATOR, appoint_rating_officer, asked).unwrap_err();
    assert_eq!(told(&refused), unknown);
    world.federation("FRA", &[], &[OFFICER]).await;
    let asked = registration(&world, "FRA", &[]);
    let refused = ask!(world, ADMINISTRATOR, register_federation, asked).unwrap_err();
    assert_eq!(refused.code, "federation_known");
    for (account, code) in [("", "bad_account_id"), (OFFICER, "officer_already")] {
        let asked = appointment(&world, account);
        let refused = ask!(world, ADMINISTRATOR, appoint_rating_officer, asked);
        assert_eq!(refused.unwrap_err().code, code);
    }
    let asked = dismissal(&world, STRANGER);
    let refused = ask!(world, ADMINISTRATOR, dismiss_rating_officer, asked);
    assert_eq!(refused.unwrap_err().code, "no_officer");
}

/// Officers of that very federation: of the nation's own, or of the confederation's own list.
#[tokio::test]
async fn officers_alone_let_others_direct() {
    let world = World::new().await;
    world.federation("FRA", &[], &[OFFICER]).await;
    world.federation("DNK", &[], &["dagmar"]).await;
    for who in [STRANGER, ADMINISTRATOR, DIRECTOR, "dagmar"] {
        let refused = world.let_direct("FRA", who, DIRECTOR).await.unwrap_err();
        assert_eq!(told(&refused), (Kind::Forbidden, "officers_only"), "{who}");
    }
    let refused = world.let_direct("FRA", OFFICER, OFFICER).await;
    assert_eq!(refused.unwrap_err().code, "oneself");
    world.let_direct("FRA", OFFICER, DIRECTOR).await.unwrap();
    let refused = world.let_direct("FRA", OFFICER, DIRECTOR).await;
    assert_eq!(refused.unwrap_err().code, "director_already");
    let asked = withdrawal(&world, DIRECTOR);
    let refused = ask!(world, "dagmar", withdraw_director, asked).unwrap_err();
    assert_eq!(refused.code, "officers_only");
    let asked = proto::WithdrawDirectorRequest {
        reason: String::new(),
        ..withdrawal(&world, DIRECTOR)
    };
    let refused = ask!(world, OFFICER, withdraw_director, asked).unwrap_err();
    assert_eq!(refused.code, "bad_reason");
    let asked = withdrawal(&world, DIRECTOR);
    let left = ask!(world, OFFICER, withdraw_director, asked).unwrap();
    assert!(left.federation.unwrap().directors.is_empty());
    let asked = withdrawal(&world, DIRECTOR);
    let refused = ask!(world, OFFICER, withdraw_director, asked).unwrap_err();
    assert_eq!(refused.code, "no_director");
}

#[tokio::test]
async fn federations_are_listed_by_their_codes_a_page_at_a_time() {
    let world = World::new().await;
    for (code, officers) in [
        ("NLD", &[OFFICER][..]),
        ("DNK", &["dagmar"]),
        ("FRA", &[OFFICER, "dagmar"]),
        ("POL", &[]),
        ("SWE", &["dagmar", OFFICER]),
    ] {
        world.federation(code, &[], officers).await;
    }
    for (mine, expected) in [
        (false, vec!["DNK", "FRA", "NLD", "POL", "SWE"]),
        (true, vec!["FRA", "NLD", "SWE"]),
    ] {
        for page_size in [1, 2, 3, 100] {
            let mut asked = proto::ListFederationsRequest {
                page_size,
                mine,
                ..proto::ListFederationsRequest::default()
            };
            let mut all = Vec::new();
            loop {
                let (codes, next) = listed(&world, OFFICER, asked.clone()).await;
                assert!(codes.len() <= page_size as usize, "{codes:?}");
                all.extend(codes);
                if next.is_empty() {
                    break;
                }
                asked.page_token = next;
            }
            assert_eq!(all, expected, "{mine} {page_size}");
        }
    }
    // A page of one list is none of another.
    let asked = proto::ListFederationsRequest {
        page_size: 1,
        ..proto::ListFederationsRequest::default()
    };
    let (_, page_token) = listed(&world, OFFICER, asked).await;
    let other = proto::ListFederationsRequest {
        mine: true,
        page_token,
        ..proto::ListFederationsRequest::default()
    };
    let refused = ask!(world, OFFICER, list_federations, other).unwrap_err();
    assert_eq!(refused.kind, Kind::Invalid);
}

#[tokio::test]
async fn a_repeated_command_gets_its_first_answer() {
    let mut world = World::new().await;
    let first = registration(&world, "FRA", &[]);
    let registered = ask!(world, ADMINISTRATOR, register_federation, first.clone()).unwrap();
    let appointed = appointment(&world, OFFICER);
    let appoints = ask!(
        world,
        ADMINISTRATOR,
        appoint_rating_officer,
        appointed.clone()
    )
    .unwrap();
    let approval = proto::ApproveDirectorRequest {
        command_id: world.command_id(),
        code: "FRA".to_owned(),
        account_id: DIRECTOR.to_owned(),
        reason: "Has directed for years.".to_owned(),
    };
    let approved = ask!(world, OFFICER, approve_director, approval.clone()).unwrap();
    let asked = withdrawal(&world, DIRECTOR);
    ask!(world, OFFICER, withdraw_director, asked).unwrap();
    for restarted in [false, true] {
        if restarted {
            world.restart().await;
        }
        let again = ask!(world, ADMINISTRATOR, register_federation, first.clone());
        assert_eq!(again.unwrap(), registered);
        let again = ask!(
            world,
            ADMINISTRATOR,
            appoint_rating_officer,
            appointed.clone()
        );
        assert_eq!(again.unwrap(), appoints);
        let again = ask!(world, OFFICER, approve_director, approval.clone());
        assert_eq!(again.unwrap(), approved);
    }
}

#[tokio::test]
async fn offices_that_end_are_heard_at_once() {
    let world = World::new().await;
    world.rating_office().await;
    let id = world.create().await;
    world.approve(&id).await;
    let asked = dismissal(&world, OFFICER);
    let left = ask!(world, ADMINISTRATOR, dismiss_rating_officer, asked).unwrap();
    let officers = left.federation.unwrap().officers;
    assert!(officers.iter().all(|one| one.account_id != OFFICER));
    let refused = ask!(world, OFFICER, withdraw_approval, world.withdrawal(&id)).unwrap_err();
    assert_eq!(told(&refused), (Kind::Forbidden, "officers_only"));
    let refused = world.let_direct("FRA", OFFICER, STRANGER).await;
    assert_eq!(refused.unwrap_err().code, "officers_only");
    let mine = proto::ListFederationsRequest {
        mine: true,
        ..proto::ListFederationsRequest::default()
    };
    assert!(listed(&world, OFFICER, mine).await.0.is_empty());

    // The other goes on; and whom they let direct no longer, directs nothing that is approved from now on.
    let asked = world.withdrawal(&id);
    ask!(world, SECOND_OFFICER, withdraw_approval, asked).unwrap();
    let asked = withdrawal(&world, DIRECTOR);
    ask!(world, SECOND_OFFICER, withdraw_director, asked).unwrap();
    let asked = world.approval(&id);
    let refused = ask!(world, SECOND_OFFICER, approve_event, asked).unwrap_err();
    assert_eq!(refused.code, "directors_unapproved");
    let asked = appointment(&world, OFFICER);
    ask!(world, ADMINISTRATOR, appoint_rating_officer, asked).unwrap();
    world.let_direct("FRA", OFFICER, DIRECTOR).await.unwrap();
    world.approve(&id).await;
}

/// What one process decides, every other hears: the streams are read anew.
#[tokio::test]
async fn a_confederations_officers_decide_for_each_of_its_nations() {
    let world = World::new().await;
    world.federation("EOCF", &["FRA", "DNK"], &["edith"]).await;
    world.let_direct("EOCF", "edith", DIRECTOR).await.unwrap();
    let id = world.create().await;
    let asked = world.approval(&id);
    ask!(world, "edith", approve_event, asked).unwrap();
    let shown = world.tournament(&id).await.approval.unwrap();
    assert_eq!(shown.federation, "EOCF");
    let asked = world.withdrawal(&id);
    ask!(world, "edith", withdraw_approval, asked).unwrap();

    // The nation's own comes before the confederation; each goes on for itself.
    world.federation("FRA", &[], &["edith", OFFICER]).await;
    let asked = world.approval(&id);
    ask!(world, "edith", approve_event, asked).unwrap();
    let shown = world.tournament(&id).await.approval.unwrap();
    assert_eq!(shown.federation, "FRA");
    let asked = proto::ChangeFederationRequest {
        members: vec!["DNK".to_owned()],
        ..change(&world, "EOCF", "Without France")
    };
    ask!(world, ADMINISTRATOR, change_federation, asked).unwrap();
    let asked = dismissal(&world, "edith");
    ask!(world, ADMINISTRATOR, dismiss_rating_officer, asked).unwrap();
    let asked = world.withdrawal(&id);
    let refused = ask!(world, "edith", withdraw_approval, asked).unwrap_err();
    assert_eq!(refused.code, "officers_only");
}
