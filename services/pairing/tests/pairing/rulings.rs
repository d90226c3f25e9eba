//! Rulings, protests, appeals, disputes and amendments through the contract: who may, who sees, what follows.

use crate::world::{DIRECTOR, STRANGER, World};
use outflank_access::{Kind, Problem, Role};
use outflank_proto::{
    feed::v1::ReadFactsRequest, pairing::v1 as proto, play::v1 as play, sentence::v1::Parameter,
};
use outflank_tournament::{AccountId, RuleSet};

/// Holds no seat and no office.
const NOBODY: &str = "zoe";
const CHAIR: &str = "carl";
const MEMBER: &str = "dora";

pub async fn under(world: &World, preset: &str, entrants: usize) -> (String, Vec<String>) {
    let rules = serde_json::to_value(RuleSet::preset(preset).unwrap()).unwrap();
    let id = world.create_under(&rules).await;
    let entrants = world.register(&id, entrants).await;
    world.claim(&id, &entrants[0], STRANGER);
    world.catch_up().await;
    (id, entrants)
}

pub async fn publish(world: &World, id: &str) -> proto::Round {
    let asked = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        accept_deviations: true,
        ..proto::PublishRoundRequest::default()
    };
    ask!(world, DIRECTOR, publish_round, asked)
        .unwrap()
        .round
        .unwrap()
}

async fn appoint(world: &World, id: &str, account: &str, role: &str) {
    let asked = proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        account_id: account.to_owned(),
        role: role.to_owned(),
        ..proto::AppointOfficialRequest::default()
    };
    ask!(world, DIRECTOR, appoint_official, asked).unwrap();
}

pub async fn impose(
    world: &World,
    id: &str,
    (by, entrant): (&str, &str),
    penalty: proto::Penalty,
) -> Result<String, Problem> {
    let asked = proto::ImposePenaltyRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
        penalty: Some(penalty),
        reason: "Talking during play.".to_owned(),
        accept_deviations: true,
        ..proto::ImposePenaltyRequest::default()
    };
    let answer = ask!(world, by, impose_penalty, asked)?;
    assert_eq!(answer.seq, world.seq(id).await);
    Ok(answer.ruling_id)
}

pub fn penalty(kind: &str) -> proto::Penalty {
    proto::Penalty {
        kind: kind.to_owned(),
        ..proto::Penalty::default()
    }
}

async fn rulings(
    world: &World,
    id: &str,
    who: &str,
) -> Result<proto::ListRulingsResponse, Problem> {
    let asked = proto::ListRulingsRequest {
        tournament_id: id.to_owned(),
        ..proto::ListRulingsRequest::default()
    };
    ask!(world, who, list_rulings, asked)
}

/// The board of an entrant in a round.
fn board_of<'a>(round: &'a proto::Round, entrant: &String) -> &'a proto::Board {
    let mut boards = round.boards.iter();
    let seated = |board: &&proto::Board| {
        board.black_entrant_id == *entrant || board.white_entrant_id == *entrant
    };
    boards.find(seated).unwrap()
}

#[tokio::test]
async fn penalties_are_the_officials_and_seen_by_whom_they_concern() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "aga-swiss", 8).await;
    world.claim(&id, &entrants[1], MEMBER);
    world.catch_up().await;
    let refused = impose(&world, &id, (STRANGER, &entrants[1]), penalty("warning")).await;
    let refused = refused.unwrap_err();
    assert_eq!(
        (refused.kind, &*refused.code),
        (Kind::Forbidden, "may_not_rule")
    );
    let refused = impose(&world, &id, (DIRECTOR, &entrants[0]), penalty("stare")).await;
    assert_eq!(refused.unwrap_err().code, "bad_penalty");
    let refused = impose(&world, &id, (DIRECTOR, &entrants[0]), penalty("ban")).await;
    assert_eq!(refused.unwrap_err().code, "penalty_unknown");
    let refused = impose(&world, &id, (DIRECTOR, ""), penalty("warning")).await;
    assert_eq!(refused.unwrap_err().code, "bad_offender");

    let first = impose(&world, &id, (DIRECTOR, &entrants[0]), penalty("warning")).await;
    let second = impose(&world, &id, (DIRECTOR, &entrants[1]), penalty("warning")).await;
    let (first, second) = (first.unwrap(), second.unwrap());
    let spectator = proto::ImposePenaltyRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        spectator_account_id: "loud".to_owned(),
        penalty: Some(penalty("warning")),
        reason: "Comments on a game.".to_owned(),
        ..proto::ImposePenaltyRequest::default()
    };
    let third = ask!(world, DIRECTOR, impose_penalty, spectator)
        .unwrap()
        .ruling_id;
    let seen = |list: proto::ListRulingsResponse| -> Vec<String> {
        list.rulings.into_iter().map(|ruling| ruling.id).collect()
    };
    let all = rulings(&world, &id, DIRECTOR).await.unwrap();
    let ruling = &all.rulings[0];
    assert_eq!(
        (&*ruling.reason, &*ruling.status),
        ("Talking during play.", "in_force")
    );
    assert_eq!(ruling.reviewed_by_account_id, "");
    assert_eq!(
        (&*ruling.by_account_id, &ruling.entrant_id),
        (DIRECTOR, &entrants[0])
    );
    assert_eq!(ruling.penalty.as_ref().unwrap().kind, "warning");
    assert!(ruling.at_ms > 0 && !ruling.paragraph.is_empty());
    assert_eq!(seen(all), [first.clone(), second.clone(), third.clone()]);
    assert_eq!(seen(rulings(&world, &id, STRANGER).await.unwrap()), [first]);
    assert_eq!(seen(rulings(&world, &id, MEMBER).await.unwrap()), [second]);
    assert_eq!(seen(rulings(&world, &id, "loud").await.unwrap()), [third]);
    let nobody = rulings(&world, &id, NOBODY).await.unwrap_err();
    assert_eq!(
        (nobody.kind, &*nobody.code),
        (Kind::Forbidden, "not_concerned")
    );
    // The public stream names no words: reasons are records.
    for (_, fact) in world.facts().await {
        let event = serde_json::to_string(&fact.event).unwrap();
        assert!(!event.contains("Talking"), "{event}");
    }
}

#[tokio::test]
async fn a_committee_hears_an_appeal_and_annuls_a_forfeit() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "aga-swiss", 8).await;
    let round = publish(&world, &id).await;
    let board = board_of(&round, &entrants[0]);
    world.play(&id, |_| 40).await;
    let forfeit = proto::Penalty {
        round: 1,
        table: board.table,
        ..penalty("loss_of_game")
    };
    let ruling = impose(&world, &id, (DIRECTOR, &entrants[0]), forfeit)
        .await
        .unwrap();
    let result = |tournament: &proto::Tournament| {
        board_of(&tournament.rounds[0], &entrants[0])
            .result
            .clone()
            .unwrap()
    };
    let own_black = board.black_entrant_id == entrants[0];
    let forfeited = result(&world.tournament(&id).await);
    let own = if own_black {
        forfeited.black_discs
    } else {
        forfeited.white_discs
    };
    assert_eq!(own, 0);

    let appeal = |ruling: &str| proto::FileAppealRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        ruling_id: ruling.to_owned(),
        entrant_id: entrants[0].clone(),
        reason: "I was silent.".to_owned(),
        ..proto::FileAppealRequest::default()
    };
    let foreign = ask!(world, NOBODY, file_appeal, appeal(&ruling));
    assert_eq!(foreign.unwrap_err().kind, Kind::Forbidden);
    let against_nothing = ask!(world, STRANGER, file_appeal, appeal(""));
    assert_eq!(against_nothing.unwrap_err().code, "bad_appeal");
    let filed = ask!(world, STRANGER, file_appeal, appeal(&ruling)).unwrap();
    let appeal_id = filed.appeal_id;
    // AGA: an appeal is decided before the next pairing.
    let early = world.publish(&id).await.unwrap_err();
    assert_eq!(early.code, "departure_unconfirmed");
    assert!(
        early.detail.contains("An appeal is decided before"),
        "{}",
        early.detail
    );

    let committee = |members: &[&str]| proto::AppointCommitteeRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        appeal_id: appeal_id.clone(),
        chair_account_id: CHAIR.to_owned(),
        member_account_ids: members.iter().map(|&member| member.to_owned()).collect(),
    };
    let members = [CHAIR, MEMBER];
    let refused = ask!(world, STRANGER, appoint_committee, committee(&members));
    assert_eq!(refused.unwrap_err().code, "may_not_appoint");
    let partial = ask!(
        world,
        DIRECTOR,
        appoint_committee,
        committee(&[CHAIR, STRANGER])
    );
    assert_eq!(partial.unwrap_err().code, "committee_partial");
    assert_eq!(
        rulings(&world, &id, CHAIR).await.unwrap_err().code,
        "not_concerned"
    );
    ask!(world, DIRECTOR, appoint_committee, committee(&members)).unwrap();

    let testimony = || proto::NoteTestimonyRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        appeal_id: appeal_id.clone(),
        testimony: "The neighbour spoke.".to_owned(),
    };
    let decision = |effect: &str| proto::DecideAppealRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        appeal_id: appeal_id.clone(),
        upheld: true,
        effect: effect.to_owned(),
        decision: "The forfeit is annulled.".to_owned(),
        ..proto::DecideAppealRequest::default()
    };
    let unheard = ask!(world, CHAIR, decide_appeal, decision("annul")).unwrap_err();
    assert_eq!(unheard.code, "testimony_missing");
    for other in [NOBODY, STRANGER] {
        let refused = ask!(world, other, note_testimony, testimony()).unwrap_err();
        assert_eq!(refused.kind, Kind::Forbidden, "{}", refused.code);
    }
    ask!(world, MEMBER, note_testimony, testimony()).unwrap();
    let refused = ask!(world, MEMBER, decide_appeal, decision("annul")).unwrap_err();
    assert_eq!(
        (refused.kind, &*refused.code),
        (Kind::Forbidden, "not_the_chair")
    );
    let refused = ask!(world, CHAIR, decide_appeal, decision("mercy")).unwrap_err();
    assert_eq!(refused.code, "bad_effect");
    let open = rulings(&world, &id, CHAIR).await.unwrap().appeals.remove(0);
    assert_eq!(
        (
            open.decided_at_ms,
            &*open.decided_by_account_id,
            &*open.effect
        ),
        (0, "", "")
    );
    ask!(world, CHAIR, decide_appeal, decision("annul")).unwrap();

    let restored = result(&world.tournament(&id).await);
    assert_eq!(restored.black_discs, 40);
    for who in [DIRECTOR, STRANGER, CHAIR, MEMBER] {
        let list = rulings(&world, &id, who).await.unwrap();
        let [appeal] = &list.appeals[..] else {
            panic!("{who} sees the appeal");
        };
        assert!(appeal.decided && appeal.upheld);
        assert_eq!(appeal.decision, "The forfeit is annulled.");
        assert!(appeal.decided_at_ms >= appeal.at_ms);
        assert_eq!(
            (&*appeal.decided_by_account_id, &*appeal.effect),
            (CHAIR, "annul")
        );
        assert_eq!(appeal.replacement_ruling_id, "");
        assert_eq!(appeal.testimony, ["The neighbour spoke."]);
        assert_eq!(
            (&appeal.ruling_id, &*appeal.chair_account_id),
            (&ruling, CHAIR)
        );
        assert_eq!(appeal.member_account_ids, members);
        if who == STRANGER {
            assert_eq!(list.rulings[0].status, "annulled");
        }
    }
    publish(&world, &id).await;
}

#[tokio::test]
async fn a_grave_penalty_waits_for_its_review_and_the_arbiter_replaces_it_on_appeal() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "mso-swiss", 8).await;
    appoint(&world, &id, "olga", "organiser").await;
    appoint(&world, &id, "arno", "head_arbiter").await;
    publish(&world, &id).await;
    world.play(&id, |_| 40).await;
    let grave = impose(
        &world,
        &id,
        (DIRECTOR, &entrants[0]),
        penalty("disqualification"),
    );
    let grave = grave.await.unwrap();
    let status = |list: proto::ListRulingsResponse| list.rulings[0].status.clone();
    assert_eq!(
        status(rulings(&world, &id, "olga").await.unwrap()),
        "proposed"
    );
    let review = || proto::ReviewPenaltyRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        ruling_id: grave.clone(),
        confirmed: true,
    };
    for other in [STRANGER, DIRECTOR] {
        let refused = ask!(world, other, review_penalty, review()).unwrap_err();
        assert_eq!(
            (refused.kind, &*refused.code),
            (Kind::Forbidden, "may_not_review")
        );
    }
    ask!(world, "olga", review_penalty, review()).unwrap();
    assert_eq!(
        status(rulings(&world, &id, STRANGER).await.unwrap()),
        "in_force"
    );

    let points = proto::Penalty {
        half_points: 2,
        ..penalty("points")
    };
    let ruling = impose(&world, &id, (DIRECTOR, &entrants[1]), points)
        .await
        .unwrap();
    let filing = proto::FileAppealRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        ruling_id: ruling.clone(),
        entrant_id: entrants[1].clone(),
        reason: "Too much.".to_owned(),
        ..proto::FileAppealRequest::default()
    };
    let appeal_id = ask!(world, DIRECTOR, file_appeal, filing)
        .unwrap()
        .appeal_id;
    let decision = || proto::DecideAppealRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        appeal_id: appeal_id.clone(),
        upheld: true,
        effect: "replace".to_owned(),
        replacement: Some(proto::Penalty {
            half_points: 1,
            ..penalty("points")
        }),
        decision: "Half as much.".to_owned(),
        accept_deviations: true,
        ..proto::DecideAppealRequest::default()
    };
    let refused = ask!(world, DIRECTOR, decide_appeal, decision()).unwrap_err();
    assert_eq!(refused.code, "may_not_decide_appeal");
    ask!(world, "arno", decide_appeal, decision()).unwrap();
    let list = rulings(&world, &id, DIRECTOR).await.unwrap();
    let shown: Vec<(&str, u32)> = list
        .rulings
        .iter()
        .map(|ruling| {
            (
                &*ruling.status,
                ruling.penalty.as_ref().unwrap().half_points,
            )
        })
        .collect();
    assert_eq!(shown, [("in_force", 0), ("annulled", 2), ("in_force", 1)]);
    assert_eq!(list.rulings[0].reviewed_by_account_id, "olga");
    let appeal = &list.appeals[0];
    assert_eq!(
        (&*appeal.decided_by_account_id, &*appeal.effect),
        ("arno", "replace")
    );
    assert_eq!(appeal.replacement_ruling_id, list.rulings[2].id);
}

#[tokio::test]
async fn a_dispute_holds_the_pairing_up_until_it_is_settled() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "egp-2020", 4).await;
    let round = publish(&world, &id).await;
    let table = board_of(&round, &entrants[0]).table;
    let dispute = |entrant: &str| proto::DisputeResultRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrant.to_owned(),
        round: 1,
        table,
        reason: "We counted otherwise.".to_owned(),
    };
    let early = ask!(world, STRANGER, dispute_result, dispute(&entrants[0]));
    assert_eq!(early.unwrap_err().code, "no_result_to_dispute");
    world.play(&id, |_| 40).await;
    let foreign = ask!(world, NOBODY, dispute_result, dispute(&entrants[0]));
    assert_eq!(foreign.unwrap_err().kind, Kind::Forbidden);
    ask!(world, STRANGER, dispute_result, dispute(&entrants[0])).unwrap();
    let tournament = world.tournament(&id).await;
    assert!(board_of(&tournament.rounds[0], &entrants[0]).disputed);

    let hold = || proto::HoldPairingRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: 1,
        table,
        held: true,
    };
    let refused = ask!(world, STRANGER, hold_pairing, hold()).unwrap_err();
    assert_eq!(refused.kind, Kind::Forbidden);
    ask!(world, DIRECTOR, hold_pairing, hold()).unwrap();
    assert_eq!(world.publish(&id).await.unwrap_err().code, "dispute_open");
    let list = rulings(&world, &id, STRANGER).await.unwrap();
    let [shown] = &list.disputes[..] else {
        panic!("one dispute");
    };
    assert!(shown.holds_pairing);
    assert_eq!(
        (shown.round, shown.table, &shown.entrant_id),
        (1, table, &entrants[0])
    );
    assert_eq!(shown.reason, "We counted otherwise.");

    let settle = proto::SettleDisputeRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: 1,
        table,
        reason: "The sheet is signed.".to_owned(),
    };
    ask!(world, DIRECTOR, settle_dispute, settle).unwrap();
    assert!(
        rulings(&world, &id, STRANGER)
            .await
            .unwrap()
            .disputes
            .is_empty()
    );
    world.publish(&id).await.unwrap();
}

/// The disputes of an event that somebody is shown: `open`, `decided` or `all`, and an entrant's alone.
async fn disputes(
    world: &World,
    (id, who): (&str, &str),
    (which, entrant): (&str, &str),
) -> Vec<proto::Dispute> {
    let asked = proto::ListRulingsRequest {
        tournament_id: id.to_owned(),
        disputes: which.to_owned(),
        entrant_id: entrant.to_owned(),
        ..proto::ListRulingsRequest::default()
    };
    let list = ask!(world, who, list_rulings, asked).unwrap();
    assert!(list.rulings.is_empty() && list.protests.is_empty());
    list.disputes
}

#[tokio::test]
async fn the_decision_of_a_dispute_is_told_to_its_players_and_the_officials() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "egp-2020", 4).await;
    let round = publish(&world, &id).await;
    let own = board_of(&round, &entrants[0]);
    let (table, own_color_black) = (own.table, own.black_entrant_id == entrants[0]);
    let opponent = if own_color_black {
        own.white_entrant_id.clone()
    } else {
        own.black_entrant_id.clone()
    };
    let bystander = entrants
        .iter()
        .find(|id| **id != entrants[0] && **id != opponent)
        .unwrap();
    for (entrant, account) in [(&opponent, MEMBER), (bystander, CHAIR)] {
        world.claim(&id, entrant, account);
    }
    world.catch_up().await;
    world.play(&id, |_| 40).await;
    let dispute = || proto::DisputeResultRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrants[0].clone(),
        round: 1,
        table,
        reason: "We counted otherwise.".to_owned(),
    };
    ask!(world, STRANGER, dispute_result, dispute()).unwrap();
    assert!(
        disputes(&world, (&id, STRANGER), ("decided", ""))
            .await
            .is_empty()
    );
    let settle = proto::SettleDisputeRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: 1,
        table,
        reason: "The sheet is signed.".to_owned(),
    };
    ask!(world, DIRECTOR, settle_dispute, settle).unwrap();

    // He disputes it once more, and is right.
    ask!(world, STRANGER, dispute_result, dispute()).unwrap();
    let both = disputes(&world, (&id, STRANGER), ("all", "")).await;
    assert_eq!(both.len(), 2);
    assert_eq!(both[1].outcome, "");
    let correct = proto::EnterResultRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: 1,
        table,
        black_discs: Some(34),
        reason: "Two discs were misread.".to_owned(),
        ..proto::EnterResultRequest::default()
    };
    ask!(world, DIRECTOR, enter_result, correct).unwrap();
    assert!(disputes(&world, (&id, STRANGER), ("", "")).await.is_empty());
    let official = disputes(&world, (&id, DIRECTOR), ("decided", "")).await;
    for (who, entrant) in [
        (STRANGER, ""),
        (STRANGER, &*entrants[0]),
        (MEMBER, ""),
        (MEMBER, &*opponent),
        (DIRECTOR, &*opponent),
    ] {
        let told = disputes(&world, (&id, who), ("decided", entrant)).await;
        assert_eq!(told, official, "{who} {entrant}");
    }
    let told: Vec<(&str, &str, bool)> = official
        .iter()
        .map(|one| (&*one.outcome, &*one.decision, one.decided))
        .collect();
    assert_eq!(
        told,
        [
            ("stands", "The sheet is signed.", true),
            ("changed", "Two discs were misread.", true)
        ]
    );
    for one in &official {
        assert_eq!(one.decided_by_account_id, DIRECTOR);
        assert!(one.at_ms > 0 && one.decided_at_ms >= one.at_ms);
    }
    // It is nothing to the players of another board.
    for (who, entrant) in [(CHAIR, ""), (CHAIR, &**bystander), (DIRECTOR, &**bystander)] {
        let told = disputes(&world, (&id, who), ("all", entrant)).await;
        assert_eq!(told, [], "{who} {entrant}");
    }
    let asked = proto::ListRulingsRequest {
        tournament_id: id.clone(),
        disputes: "settled".to_owned(),
        ..proto::ListRulingsRequest::default()
    };
    let refused = ask!(world, DIRECTOR, list_rulings, asked).unwrap_err();
    assert_eq!(refused.code, "bad_disputes");

    let expulsion = penalty("room_expulsion");
    impose(&world, &id, (DIRECTOR, &opponent), expulsion)
        .await
        .unwrap();

    // The tables are told who and why, of a penalty nothing; the journal has no word of it.
    let facts = world.facts().await;
    let settled = facts.iter().filter(|(kind, _)| kind == "dispute_settled");
    let by: Vec<_> = settled.map(|(_, fact)| fact.by.clone()).collect();
    assert_eq!(by, [Some(AccountId::from(DIRECTOR))]);
    let asked = ReadFactsRequest {
        after: None,
        limit: 1_000,
        at_end: false,
    };
    for role in [Role::Standings, Role::Gateway] {
        let mut other = world.service_client(role);
        let page = other.read_facts(asked.clone()).await.unwrap().into_inner();
        assert!(page.facts.iter().all(|fact| fact.texts.is_empty()));
    }
    let mut play = world.service_client(Role::Play);
    let page = play.read_facts(asked).await.unwrap().into_inner();
    let texts = page.facts.iter().flat_map(|fact| {
        let kind = fact.kind.as_str();
        fact.texts.iter().map(move |one| (kind, one.text.as_str()))
    });
    let texts: Vec<_> = texts.collect();
    assert_eq!(
        texts,
        [
            ("result_disputed", "We counted otherwise."),
            ("dispute_settled", "The sheet is signed."),
            ("result_disputed", "We counted otherwise."),
            ("result_corrected", "Two discs were misread."),
        ]
    );
    for fact in &page.facts {
        let body = String::from_utf8_lossy(&fact.body);
        assert!(!body.contains("otherwise") && !body.contains("misread"));
    }
}

#[tokio::test]
async fn a_protest_is_filed_decided_and_seen_by_both_sides() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "egp-2020", 4).await;
    for (entrant, account) in [(&entrants[1], MEMBER), (&entrants[2], CHAIR)] {
        world.claim(&id, entrant, account);
    }
    world.catch_up().await;
    let protest = || proto::FileProtestRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrants[0].clone(),
        against_entrant_id: entrants[1].clone(),
        reason: "He hums.".to_owned(),
        ..proto::FileProtestRequest::default()
    };
    let foreign = ask!(world, MEMBER, file_protest, protest()).unwrap_err();
    assert_eq!(foreign.kind, Kind::Forbidden);
    let asked = protest();
    let filed = ask!(world, STRANGER, file_protest, asked.clone()).unwrap();
    assert_eq!(ask!(world, STRANGER, file_protest, asked).unwrap(), filed);
    let ruling = proto::Penalty {
        until_ms: 0,
        ..penalty("room_expulsion")
    };
    let ruling = impose(&world, &id, (DIRECTOR, &entrants[1]), ruling)
        .await
        .unwrap();
    let decide = || proto::DecideProtestRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        protest_id: filed.protest_id.clone(),
        upheld: true,
        ruling_id: ruling.clone(),
        reason: "He did hum.".to_owned(),
    };
    let refused = ask!(world, CHAIR, decide_protest, decide()).unwrap_err();
    assert_eq!(refused.kind, Kind::Forbidden);
    ask!(world, DIRECTOR, decide_protest, decide()).unwrap();
    for who in [DIRECTOR, STRANGER, MEMBER] {
        let list = rulings(&world, &id, who).await.unwrap();
        let [shown] = &list.protests[..] else {
            panic!("{who} sees the protest");
        };
        assert!(shown.decided && shown.upheld);
        assert_eq!(
            (&*shown.reason, &*shown.decision),
            ("He hums.", "He did hum.")
        );
        assert_eq!(shown.ruling_id, ruling);
    }
    assert!(
        rulings(&world, &id, CHAIR)
            .await
            .unwrap()
            .protests
            .is_empty()
    );
}

#[tokio::test]
async fn no_official_rules_on_a_game_of_their_own() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "egp-2020", 4).await;
    appoint(&world, &id, "emil", "assistant_director").await;
    world.claim(&id, &entrants[1], DIRECTOR);
    world.catch_up().await;
    let round = publish(&world, &id).await;
    let board = board_of(&round, &entrants[1]).clone();
    let (number, table) = (1, board.table);
    let own = world.enter(&id, (1, table), 40).await.unwrap_err();
    assert_eq!(own.code, "own_game");
    let absent = proto::RecordNoShowRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: number,
        table,
        black_absent: true,
        white_absent: false,
    };
    let own = ask!(world, DIRECTOR, record_no_show, absent).unwrap_err();
    assert_eq!(own.code, "own_game");
    let entered = proto::EnterResultRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: number,
        table,
        black_discs: Some(40),
        reason: "Played off line.".to_owned(),
        ..proto::EnterResultRequest::default()
    };
    ask!(world, "emil", enter_result, entered).unwrap();
    let forfeit = proto::Penalty {
        round: number,
        table,
        ..penalty("loss_of_game")
    };
    let opponent = if board.black_entrant_id == entrants[1] {
        &board.white_entrant_id
    } else {
        &board.black_entrant_id
    };
    let own = impose(&world, &id, (DIRECTOR, opponent), forfeit).await;
    assert_eq!(own.unwrap_err().code, "own_game");

    let dispute = proto::DisputeResultRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: opponent.clone(),
        round: number,
        table,
        reason: "Miscounted.".to_owned(),
    };
    ask!(world, "emil", dispute_result, dispute).unwrap();
    let hold = proto::HoldPairingRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: number,
        table,
        held: true,
    };
    let own = ask!(world, DIRECTOR, hold_pairing, hold).unwrap_err();
    assert_eq!(own.code, "own_game");
    let settle = proto::SettleDisputeRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: number,
        table,
        reason: "It stands.".to_owned(),
    };
    let own = ask!(world, DIRECTOR, settle_dispute, settle).unwrap_err();
    assert_eq!(own.code, "own_game");
    let protest = proto::FileProtestRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: opponent.clone(),
        against_entrant_id: entrants[1].clone(),
        round: number,
        table,
        reason: "He hums.".to_owned(),
    };
    let filed = ask!(world, "emil", file_protest, protest).unwrap();
    let decide = proto::DecideProtestRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        protest_id: filed.protest_id,
        upheld: false,
        reason: "I do not.".to_owned(),
        ..proto::DecideProtestRequest::default()
    };
    let own = ask!(world, DIRECTOR, decide_protest, decide).unwrap_err();
    assert_eq!((own.kind, &*own.code), (Kind::Forbidden, "own_game"));
}

#[tokio::test]
async fn an_amended_result_makes_a_second_version_of_the_ranking() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "egp-2020", 2).await;
    appoint(&world, &id, "emil", "assistant_director").await;
    world.claim(&id, &entrants[1], "emil");
    world.catch_up().await;
    let amend = |(round, discs): (u32, u32)| proto::AmendConfirmedRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        results: vec![proto::Amendment {
            round,
            table: 1,
            black_discs: Some(discs),
            ..proto::Amendment::default()
        }],
        reason: "The sheet was misread.".to_owned(),
    };
    for _ in 0..3 {
        publish(&world, &id).await;
        world
            .play(&id, |board| {
                if board.black_entrant_id == entrants[0] {
                    40
                } else {
                    24
                }
            })
            .await;
    }
    let early = ask!(world, DIRECTOR, amend_confirmed, amend((1, 20))).unwrap_err();
    assert_eq!(early.code, "not_confirmed");
    world.confirm(&id).await.unwrap();
    let tournament = world.tournament(&id).await;
    assert_eq!(
        (tournament.ranking_version, tournament.titles.len()),
        (1, 0)
    );

    let stranger = ask!(world, STRANGER, amend_confirmed, amend((1, 20))).unwrap_err();
    assert_eq!(stranger.kind, Kind::Forbidden);
    let own = ask!(world, "emil", amend_confirmed, amend((1, 20))).unwrap_err();
    assert_eq!(own.code, "own_game");
    let score = ask!(world, DIRECTOR, amend_confirmed, amend((1, 65))).unwrap_err();
    assert_eq!(score.code, "bad_score");
    let asked = amend((1, 20));
    let done = ask!(world, DIRECTOR, amend_confirmed, asked.clone()).unwrap();
    assert_eq!(ask!(world, DIRECTOR, amend_confirmed, asked).unwrap(), done);
    let tournament = world.tournament(&id).await;
    assert_eq!(tournament.ranking_version, 2);
    let result = tournament.rounds[0].boards[0].result.clone().unwrap();
    assert_eq!(
        (result.black_discs, &*result.kind, result.corrected),
        (20, "entered", true)
    );
    let again = ask!(world, DIRECTOR, amend_confirmed, amend((1, 20))).unwrap_err();
    assert_eq!(again.code, "result_unchanged");
    let folded = world.folded(&id).await;
    assert_eq!(folded.ranking_versions.len(), 2);
    assert_eq!(folded.ranking.unwrap().len(), 2);
}

#[tokio::test]
async fn a_penalty_that_empties_a_clock_is_told_before_it_is_imposed() {
    let world = World::new().await;
    let (id, _) = under(&world, "egp-2020", 4).await;
    let round = publish(&world, &id).await;
    let board = &round.boards[0];
    world.play.show(play::Table {
        game_id: board.game_id.clone(),
        black_entrant_id: board.black_entrant_id.clone(),
        white_entrant_id: board.white_entrant_id.clone(),
        clocks: Some(play::Clocks {
            black_ms: 90_000,
            white_ms: 600_000,
            ..play::Clocks::default()
        }),
        ..play::Table::default()
    });
    let time = |taken_ms, empties_clock| proto::Penalty {
        round: 1,
        table: 1,
        taken_ms,
        given_ms: 60_000,
        empties_clock,
        ..penalty("time")
    };
    let (black, white) = (&board.black_entrant_id, &board.white_entrant_id);
    let seq = world.seq(&id).await;
    let refused = impose(&world, &id, (DIRECTOR, black), time(90_000, false)).await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.code, "penalty_empties_clock");
    for name in ["left_ms", "taken_ms"] {
        let told = Parameter::new(name, 90_000_i64);
        assert!(refused.parameters().contains(&told), "{refused:?}");
    }
    assert_eq!(world.seq(&id).await, seq, "nothing is recorded");
    // Who may not rule is not told what a clock shows.
    let stranger = impose(&world, &id, (NOBODY, black), time(90_000, false)).await;
    assert_eq!(stranger.unwrap_err().code, "may_not_rule");
    impose(&world, &id, (DIRECTOR, black), time(89_999, false))
        .await
        .unwrap();
    impose(&world, &id, (DIRECTOR, white), time(90_000, false))
        .await
        .unwrap();
    impose(&world, &id, (DIRECTOR, black), time(90_000, true))
        .await
        .unwrap();
    let listed = rulings(&world, &id, DIRECTOR).await.unwrap().rulings;
    let emptied = |ruling: &proto::Ruling| ruling.penalty.as_ref().unwrap().empties_clock;
    assert_eq!(listed.iter().filter(|ruling| emptied(ruling)).count(), 1);
}
