//! Officials with chosen powers, tables, the appeals committee, spectators' reports and duties through the contract.

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::RuleSet;

use crate::{
    interest::{enter, publish},
    world::{DIRECTOR, STRANGER, World},
};

const HELPER: &str = "emil";
/// Holds no seat and no office.
const WATCHER: &str = "zoe";

async fn under(world: &World, preset: &str, entrants: usize) -> (String, Vec<String>) {
    let rules = serde_json::to_value(RuleSet::preset(preset).unwrap()).unwrap();
    let id = world.create_under(&rules).await;
    let entrants = world.register(&id, entrants).await;
    (id, entrants)
}

async fn appoint(
    world: &World,
    id: &str,
    (account, role): (&str, &str),
    powers: &[&str],
) -> Result<u64, Problem> {
    let asked = proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        account_id: account.to_owned(),
        role: role.to_owned(),
        powers: powers.iter().map(|&power| power.to_owned()).collect(),
    };
    ask!(world, DIRECTOR, appoint_official, asked).map(|done| done.seq)
}

async fn official(world: &World, id: &str, account: &str) -> proto::Official {
    let officials = world.tournament(id).await.officials;
    let mut found = officials.into_iter();
    found.find(|one| one.account_id == account).unwrap()
}

/// Round 1 with its clocks running.
async fn start(world: &World, id: &str) -> proto::Round {
    let asked = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        starts_at_ms: world.clock.now_ms() + 300,
        accept_deviations: true,
        ..proto::PublishRoundRequest::default()
    };
    let published = ask!(world, DIRECTOR, publish_round, asked).unwrap();
    let round = published.round.unwrap();
    while world.clock.now_ms() < round.starts_at_ms {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    round
}

#[tokio::test]
async fn an_official_does_what_his_powers_have_and_is_told_what_they_lack() {
    let world = World::new().await;
    let (id, _) = under(&world, "club", 4).await;
    appoint(&world, &id, (HELPER, "assistant_director"), &["pairing"])
        .await
        .unwrap();
    let shown = official(&world, &id, HELPER).await;
    assert_eq!(
        (shown.role.as_str(), shown.powers, shown.chosen),
        ("assistant_director", vec!["pairing".to_owned()], true)
    );
    let round = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        ..proto::PublishRoundRequest::default()
    };
    ask!(world, HELPER, publish_round, round).unwrap();
    let refused = enter(&world, (&id, HELPER), (1, 1), 40).await.unwrap_err();
    assert_eq!(
        (refused.kind, &*refused.code),
        (Kind::Forbidden, "power_not_given")
    );
    assert!(refused.detail.contains("\"results\""), "{}", refused.detail);
    appoint(&world, &id, (HELPER, "assistant_director"), &["results"])
        .await
        .unwrap();
    enter(&world, (&id, HELPER), (1, 1), 40).await.unwrap();
    // Without a word it is everything again that the role has.
    appoint(&world, &id, (HELPER, "assistant_director"), &[])
        .await
        .unwrap();
    let shown = official(&world, &id, HELPER).await;
    assert!(!shown.chosen);
    assert!(shown.powers.contains(&"pairing".to_owned()));
    assert!(!shown.powers.contains(&"officials".to_owned()));
    // Under the club's rules the head director alone penalises.
    assert!(!shown.powers.contains(&"penalties".to_owned()));
    let head = official(&world, &id, DIRECTOR).await;
    assert!(head.powers.contains(&"penalties".to_owned()));
    for (role, power, code) in [
        ("assistant_director", "everything", "bad_power"),
        ("table_judge", "results", "power_not_of_role"),
        ("assistant_director", "penalties", "penalties_not_to_give"),
        ("head_director", "results", "head_director_has_all"),
    ] {
        let refused = appoint(&world, &id, ("nora", role), &[power]).await;
        assert_eq!(refused.unwrap_err().code, code, "{role} {power}");
    }
}

#[tokio::test]
async fn what_a_limited_official_may_do_is_in_his_interests() {
    let world = World::new().await;
    let (id, _) = under(&world, "club", 4).await;
    appoint(&world, &id, (HELPER, "assistant_director"), &["check_in"])
        .await
        .unwrap();
    let asked = proto::GetInterestsRequest {
        tournament_id: id.clone(),
    };
    let told = ask!(world, HELPER, get_interests, asked).unwrap();
    let in_office: Vec<&str> = told
        .acts
        .iter()
        .filter(|act| act.in_office)
        .map(|act| act.act.as_str())
        .collect();
    assert_eq!(
        in_office,
        [
            "open_check_in",
            "close_check_in",
            "check_in",
            "end_absence",
            "refuse_computers",
            "accept_computers",
            "set_computer_parameters",
            "announce_absence",
        ]
    );
}

#[tokio::test]
async fn tables_are_assigned_and_told() {
    let world = World::new().await;
    let (id, _) = under(&world, "club", 4).await;
    let assign = |who: &str, round, tables: &[u32]| proto::AssignTablesRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: who.to_owned(),
        round,
        tables: tables.to_vec(),
    };
    appoint(&world, &id, (HELPER, "table_judge"), &[])
        .await
        .unwrap();
    let refused = ask!(world, STRANGER, assign_tables, assign(HELPER, 0, &[1]));
    assert_eq!(refused.unwrap_err().code, "directors_only");
    let refused = ask!(world, DIRECTOR, assign_tables, assign(DIRECTOR, 0, &[1]));
    assert_eq!(refused.unwrap_err().code, "no_tables_of_role");
    ask!(world, DIRECTOR, assign_tables, assign(HELPER, 0, &[2, 1])).unwrap();
    ask!(world, DIRECTOR, assign_tables, assign(HELPER, 2, &[3])).unwrap();
    let tables: Vec<(u32, Vec<u32>)> = official(&world, &id, HELPER)
        .await
        .tables
        .into_iter()
        .map(|assigned| (assigned.round, assigned.tables))
        .collect();
    assert_eq!(tables, [(0, vec![1, 2]), (2, vec![3])]);
}

async fn reports(world: &World, id: &str, who: &str) -> Result<Vec<proto::Report>, Problem> {
    let mut found = Vec::new();
    let mut page_token = String::new();
    loop {
        let asked = proto::ListReportsRequest {
            tournament_id: id.to_owned(),
            page_size: 1,
            page_token,
        };
        let page = ask!(world, who, list_reports, asked)?;
        found.extend(page.reports);
        if page.next_page_token.is_empty() {
            return Ok(found);
        }
        page_token = page.next_page_token;
    }
}

#[tokio::test]
async fn a_report_reaches_the_directors_alone_and_is_answered() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "egp-2020", 4).await;
    world.claim(&id, &entrants[0], STRANGER);
    world.catch_up().await;
    appoint(&world, &id, (HELPER, "assistant_director"), &[])
        .await
        .unwrap();
    let round = start(&world, &id).await;
    let mut boards = round.boards.iter();
    let own = boards
        .find(|board| [&board.black_entrant_id, &board.white_entrant_id].contains(&&entrants[0]))
        .unwrap();
    let mut others = round.boards.iter();
    let other = others.find(|board| board.table != own.table).unwrap();
    let report = |table: u32| proto::ReportIrregularityRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: 1,
        table,
        text: "A disc was not turned over.".to_owned(),
        ..proto::ReportIrregularityRequest::default()
    };
    let refused = ask!(world, STRANGER, report_irregularity, report(own.table)).unwrap_err();
    assert_eq!(
        (refused.kind, &*refused.code, refused.rule.as_deref()),
        (Kind::Forbidden, "player_of_board", Some("EGP V.1"))
    );
    // A player of another board is a spectator of this one.
    let first = ask!(world, STRANGER, report_irregularity, report(other.table)).unwrap();
    let second = ask!(world, WATCHER, report_irregularity, report(own.table)).unwrap();
    for who in [STRANGER, WATCHER] {
        let refused = reports(&world, &id, who).await.unwrap_err();
        assert_eq!(refused.code, "directors_only");
    }
    let listed = reports(&world, &id, HELPER).await.unwrap();
    let ids: Vec<&str> = listed.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, [&*first.report_id, &*second.report_id]);
    assert_eq!(listed[0].text, "A disc was not turned over.");
    assert_eq!(listed[0].outcome, "");
    // The journal names no words.
    for (_, fact) in world.facts().await {
        let event = serde_json::to_string(&fact.event).unwrap();
        assert!(!event.contains("not turned over"), "{event}");
    }
    let answer = |report: &str, outcome: &str, reason: &str| proto::AnswerReportRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        report_id: report.to_owned(),
        outcome: outcome.to_owned(),
        reason: reason.to_owned(),
        ..proto::AnswerReportRequest::default()
    };
    for (asked, code) in [
        (answer(&first.report_id, "believed", ""), "bad_outcome"),
        (
            answer(&first.report_id, "dismissed", ""),
            "dismissed_without_reason",
        ),
        (
            answer(&first.report_id, "acted_upon", ""),
            "acted_upon_nothing",
        ),
        (answer("nothing", "noted", ""), "unknown_report"),
    ] {
        let refused = ask!(world, HELPER, answer_report, asked).unwrap_err();
        assert_eq!(refused.code, code);
    }
    let dismissed = answer(&first.report_id, "dismissed", "It was turned over.");
    ask!(world, HELPER, answer_report, dismissed).unwrap();
    let acted = proto::AnswerReportRequest {
        interruption_id: "pause-1".to_owned(),
        ..answer(&second.report_id, "acted_upon", "")
    };
    ask!(world, DIRECTOR, answer_report, acted).unwrap();
    let listed = reports(&world, &id, DIRECTOR).await.unwrap();
    let told: Vec<(&str, &str, &str)> = listed
        .iter()
        .map(|one| (&*one.outcome, &*one.reason, &*one.interruption_id))
        .collect();
    assert_eq!(
        told,
        [
            ("dismissed", "It was turned over.", ""),
            ("acted_upon", "", "pause-1")
        ]
    );
    assert_eq!(listed[0].answered_by_account_id, HELPER);
}

#[tokio::test]
async fn one_account_reports_only_so_often() {
    let world = World::new().await;
    let (id, _) = under(&world, "club", 4).await;
    start(&world, &id).await;
    let report = || proto::ReportIrregularityRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: 1,
        table: 1,
        text: "Somebody whispers.".to_owned(),
        ..proto::ReportIrregularityRequest::default()
    };
    for _ in 0..3 {
        ask!(world, WATCHER, report_irregularity, report()).unwrap();
    }
    let refused = ask!(world, WATCHER, report_irregularity, report()).unwrap_err();
    assert_eq!(
        (refused.kind, &*refused.code),
        (Kind::TooMany, "too_many_reports")
    );
    ask!(world, STRANGER, report_irregularity, report()).unwrap();
}

/// A director who plays sees no report about his game while it goes on, and nobody learns of it from what is noted.
#[tokio::test]
async fn who_plays_reads_nothing_about_his_own_game_until_it_is_over() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "club", 4).await;
    world.claim(&id, &entrants[0], DIRECTOR);
    world.catch_up().await;
    appoint(&world, &id, (HELPER, "assistant_director"), &[])
        .await
        .unwrap();
    let round = start(&world, &id).await;
    let is_own = |board: &&proto::Board| {
        [&board.black_entrant_id, &board.white_entrant_id].contains(&&entrants[0])
    };
    let own = round.boards.iter().find(is_own).unwrap().table;
    let asked = proto::ReportIrregularityRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: 1,
        table: own,
        text: "Somebody whispers.".to_owned(),
        ..proto::ReportIrregularityRequest::default()
    };
    let report_id = ask!(world, WATCHER, report_irregularity, asked)
        .unwrap()
        .report_id;
    assert!(reports(&world, &id, DIRECTOR).await.unwrap().is_empty());
    assert_eq!(reports(&world, &id, HELPER).await.unwrap().len(), 1);
    let answer = proto::AnswerReportRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        report_id,
        outcome: "noted".to_owned(),
        ..proto::AnswerReportRequest::default()
    };
    let refused = ask!(world, DIRECTOR, answer_report, answer).unwrap_err();
    assert_eq!(refused.code, "own_game");
    enter(&world, (&id, HELPER), (1, own), 40).await.unwrap();
    assert_eq!(reports(&world, &id, DIRECTOR).await.unwrap().len(), 1);
}

#[tokio::test]
async fn duties_are_ticked_off_and_listed() {
    let world = World::new().await;
    let (id, _) = under(&world, "egp-2020", 4).await;
    let listed = async |who: &str| {
        let asked = proto::ListDutiesRequest {
            tournament_id: id.clone(),
            ..proto::ListDutiesRequest::default()
        };
        ask!(world, who, list_duties, asked).map(|page| page.duties)
    };
    assert_eq!(listed(STRANGER).await.unwrap_err().code, "directors_only");
    let duties = listed(DIRECTOR).await.unwrap();
    assert_eq!(duties.len(), 5);
    assert!(duties[0].due && !duties[0].done && !duties[0].late);
    assert_eq!(duties[0].rule, "EGP I.2.3");
    let tick = |duty: &str, note: &str| proto::TickDutyRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        duty: duty.to_owned(),
        note: note.to_owned(),
    };
    ask!(
        world,
        DIRECTOR,
        tick_duty,
        tick("director_named", "By letter.")
    )
    .unwrap();
    for (duty, code) in [
        ("director_named", "duty_done"),
        ("results_sent", "duty_not_yet"),
        ("host_named", "unknown_duty"),
    ] {
        let refused = ask!(world, DIRECTOR, tick_duty, tick(duty, ""));
        assert_eq!(refused.unwrap_err().code, code);
    }
    publish(&world, &id).await;
    ask!(world, DIRECTOR, tick_duty, tick("tournament_announced", "")).unwrap();
    let duties = listed(DIRECTOR).await.unwrap();
    assert_eq!(
        (duties[0].done, duties[0].late, &*duties[0].note),
        (true, false, "By letter.")
    );
    assert_eq!(duties[0].by_account_id, DIRECTOR);
    assert!(duties[1].done && duties[1].late);
    assert!(duties[2].due && duties[2].late);
    let untick = proto::UntickDutyRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        duty: "director_named".to_owned(),
        ..proto::UntickDutyRequest::default()
    };
    ask!(world, DIRECTOR, untick_duty, untick).unwrap();
    assert!(listed(DIRECTOR).await.unwrap()[0].due);
}

#[tokio::test]
async fn a_standing_committee_selects_its_chair_and_hears_an_appeal() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "aga-swiss", 8).await;
    world.claim(&id, &entrants[0], STRANGER);
    world.catch_up().await;
    let body = |chair: &str| proto::AppointAppealsCommitteeRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        member_account_ids: vec!["carl".to_owned(), "dora".to_owned()],
        chair_account_id: chair.to_owned(),
    };
    let refused = ask!(world, STRANGER, appoint_appeals_committee, body(""));
    assert_eq!(refused.unwrap_err().code, "may_not_appoint");
    ask!(world, DIRECTOR, appoint_appeals_committee, body("")).unwrap();
    let shown = world.tournament(&id).await.appeals_committee.unwrap();
    assert_eq!(shown.member_account_ids, ["carl", "dora"]);
    assert_eq!(shown.chair_account_id, "");
    for (member, chair) in [("carl", "carl"), ("carl", "dora"), ("dora", "dora")] {
        let named = proto::NameChairRequest {
            command_id: world.command_id(),
            tournament_id: id.clone(),
            chair_account_id: chair.to_owned(),
        };
        ask!(world, member, name_chair, named).unwrap();
        let shown = world.tournament(&id).await.appeals_committee.unwrap();
        let mut named = shown.named.into_iter();
        let own = named.find(|one| one.member_account_id == member);
        assert_eq!(own.unwrap().chair_account_id, chair);
    }
    let shown = world.tournament(&id).await.appeals_committee.unwrap();
    assert_eq!(shown.chair_account_id, "dora");
    publish(&world, &id).await;
    let warning = proto::ImposePenaltyRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrants[0].clone(),
        penalty: Some(proto::Penalty {
            kind: "warning".to_owned(),
            ..proto::Penalty::default()
        }),
        reason: "Talking during play.".to_owned(),
        ..proto::ImposePenaltyRequest::default()
    };
    let ruling_id = ask!(world, DIRECTOR, impose_penalty, warning)
        .unwrap()
        .ruling_id;
    let appeal = proto::FileAppealRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        ruling_id,
        entrant_id: entrants[0].clone(),
        reason: "I was silent.".to_owned(),
        ..proto::FileAppealRequest::default()
    };
    ask!(world, STRANGER, file_appeal, appeal).unwrap();
    let listed = proto::ListRulingsRequest {
        tournament_id: id.clone(),
        ..proto::ListRulingsRequest::default()
    };
    let appeals = ask!(world, "dora", list_rulings, listed).unwrap().appeals;
    assert_eq!(appeals[0].chair_account_id, "dora");
    assert_eq!(appeals[0].member_account_ids, ["carl", "dora"]);
    let dissolve = proto::DissolveAppealsCommitteeRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
    };
    ask!(world, DIRECTOR, dissolve_appeals_committee, dissolve).unwrap();
    assert!(world.tournament(&id).await.appeals_committee.is_none());
}
