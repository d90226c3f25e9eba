//! Connection evidence: what gateways noticed, what the server itself did, and what that shows.

use crate::world::{
    BLACK, DIRECTOR, GATEWAY, LONGEST_DELIVERY_MS, MAIN_MS, STRANGER, TOURNAMENT, WHITE, World,
    answered, anywhere, facts::plain_rules, heard, rest, signing_key, still,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::Signature;
use outflank_access::keys;
use outflank_access::{Kind, Role};
use outflank_live::topic;
use outflank_proto::play::v1::{self as proto, connection_report::Observed};
use outflank_tournament::Event;
use prost::Message as _;

fn connected() -> Observed {
    Observed::Connected(proto::Connected { open_sockets: 9 })
}

fn dropped(by: &str, open_sockets: u32) -> Observed {
    Observed::Dropped(proto::Dropped {
        by: by.to_owned(),
        code: 1006,
        reason: "The connection broke without a goodbye.".to_owned(),
        silent_ms: 2_000,
        open_sockets,
    })
}

/// A gateway's report of some sockets now.
async fn notice(world: &World, observed: &[(&str, Observed)]) {
    let at_ms = world.clock.now_ms();
    let connections = observed
        .iter()
        .map(|(account, observed)| proto::ConnectionReport {
            account_id: (*account).to_owned(),
            socket_id: format!("s-{account}"),
            at_ms,
            observed: Some(observed.clone()),
        });
    let request = proto::ReportSocketsRequest {
        gateway_id: GATEWAY.to_owned(),
        sockets: Vec::new(),
        connections: connections.collect(),
        ..proto::ReportSocketsRequest::default()
    };
    let mut gateway = world.service(Role::Gateway);
    answered(gateway.report_sockets(request).await).unwrap();
}

async fn evidence(world: &World, game: &str, span: (i64, i64)) -> proto::GetEvidenceResponse {
    let request = proto::GetEvidenceRequest {
        game_id: game.to_owned(),
        from_ms: span.0,
        until_ms: span.1,
    };
    let asked = world.by(DIRECTOR, request);
    answered(world.client().get_evidence(asked).await).unwrap()
}

/// What is said of black's seat, and why.
fn of_black(evidence: &proto::GetEvidenceResponse) -> (String, String) {
    let verdict = evidence.seats[0].verdict.clone().unwrap();
    assert!(!verdict.cannot_know.is_empty());
    (verdict.server_side, verdict.why)
}

#[test]
fn a_lone_drop_is_told_from_a_common_one() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.appoint(DIRECTOR).await;
        let from = world.clock.now_ms();
        assert_eq!(
            of_black(&evidence(&world, &game, (0, 0)).await).0,
            "unknown"
        );
        notice(&world, &[(BLACK, connected()), (WHITE, connected())]).await;
        rest(50).await;
        let start = world.clock.now_ms();
        let steady = evidence(&world, &game, (start, 0)).await;
        assert_eq!(of_black(&steady).0, "no");

        notice(&world, &[(BLACK, dropped("line", 8))]).await;
        let alone = evidence(&world, &game, (from, 0)).await;
        let (server_side, why) = of_black(&alone);
        assert_eq!(server_side, "no", "{why}");
        assert!(why.contains("kept 8 others"), "{why}");
        let kinds: Vec<&str> = alone.seats[0]
            .events
            .iter()
            .map(|event| event.kind.as_str())
            .collect();
        assert_eq!(kinds, ["connected", "dropped"]);
        assert_eq!(alone.seats[0].events[1].close_code, 1006);

        // Three more within ten seconds: a common cause.
        notice(
            &world,
            &[
                ("x", dropped("line", 7)),
                ("y", dropped("line", 6)),
                ("", dropped("line", 5)),
            ],
        )
        .await;
        let common = evidence(&world, &game, (start, 0)).await;
        let (server_side, why) = of_black(&common);
        assert_eq!(server_side, "unknown", "{why}");
        assert_eq!(common.seats[0].events[0].others_dropped, 3);
        // White stayed.
        assert_eq!(common.seats[1].verdict.as_ref().unwrap().server_side, "no");
    });
}

#[test]
fn the_server_s_own_faults_are_on_record_and_decide() {
    anywhere(async {
        let (mut world, game) = World::with_game(MAIN_MS).await;
        world.appoint(DIRECTOR).await;
        notice(&world, &[(BLACK, connected())]).await;
        let beat = proto::BeatRequest {
            gateway_id: GATEWAY.to_owned(),
            stalled_ms: 4_000,
            open_sockets: 9,
        };
        let from = world.clock.now_ms();
        world.service(Role::Gateway).beat(beat).await.unwrap();
        let stalled = evidence(&world, &game, (from, 0)).await;
        assert_eq!(stalled.server[0].kind, "gateway_stall");
        assert_eq!(of_black(&stalled).0, "yes");
        assert_eq!(
            stalled.seats[1].verdict.as_ref().unwrap().server_side,
            "unknown"
        );

        let last_beat_ms = world.end().await;
        world.clock.set_forward(40_000);
        world.start().await;
        let lost_ms = world.clock.now_ms() - last_beat_ms;
        let after = evidence(&world, &game, (0, 0)).await;
        let outage = after
            .server
            .iter()
            .find(|event| event.kind == "outage")
            .unwrap();
        assert_eq!(outage.ms, lost_ms);
        assert!(lost_ms >= 40_000);
        for seat in &after.seats {
            assert_eq!(seat.verdict.as_ref().unwrap().server_side, "yes");
        }
        assert_eq!(after.alerts.len(), 1);
        assert_eq!(after.alerts[0].code, "server_fault");
        assert_eq!(after.alerts[0].game_ids, std::slice::from_ref(&game));

        // The file says the same, with the clock sheet.
        let document: serde_json::Value = serde_json::from_slice(&after.document_json).unwrap();
        assert_eq!(document["format"], "outflank-evidence");
        assert_eq!(document["seats"][0]["verdict"]["server_side"], "yes");
        assert_eq!(
            document["clock_sheet"]["credits"][0]["cause"],
            "server_fault"
        );
        let key = signing_key().verifying_key();
        assert_eq!(after.key_id, keys::key_id(&key));
        let signature = URL_SAFE_NO_PAD.decode(&after.signature).unwrap();
        let signature = Signature::from_slice(&signature).unwrap();
        key.verify_strict(&after.document_json, &signature).unwrap();
        let mut forged = after.document_json.clone();
        forged[0] ^= 1;
        assert!(key.verify_strict(&forged, &signature).is_err());
        let csv = String::from_utf8(after.document_csv).unwrap();
        assert!(csv.lines().any(|line| line.contains("server_side_yes")));
        assert!(csv.lines().any(|line| line.contains("server,server")));
    });
}

#[test]
fn focus_is_noted_for_officials_alone() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.appoint(DIRECTOR).await;
        for lost in [true, false] {
            let request = proto::ReportFocusRequest {
                game_id: game.clone(),
                lost,
                stamps: None,
            };
            let reported = world
                .client()
                .report_focus(world.by(WHITE, request.clone()))
                .await;
            answered(reported).unwrap();
            let stranger = world
                .client()
                .report_focus(world.by(STRANGER, request))
                .await;
            assert_eq!(answered(stranger).unwrap_err().kind, Kind::Forbidden);
        }
        let known = evidence(&world, &game, (0, 0)).await;
        let kinds: Vec<&str> = known.seats[1]
            .events
            .iter()
            .map(|event| event.kind.as_str())
            .collect();
        assert_eq!(kinds, ["focus_lost", "focus_regained"]);
        assert!(known.seats[0].events.is_empty());
        for account in [WHITE, STRANGER] {
            let request = proto::GetEvidenceRequest {
                game_id: game.clone(),
                ..proto::GetEvidenceRequest::default()
            };
            let refused = world
                .client()
                .get_evidence(world.by(account, request))
                .await;
            assert_eq!(answered(refused).unwrap_err().kind, Kind::Forbidden);
        }
    });
}

#[test]
fn half_the_boards_dropping_alerts_the_directors_once() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        world.appoint(DIRECTOR).await;
        let accounts: Vec<String> = (0..10).map(|number| format!("p{number}")).collect();
        let entrants: Vec<String> = accounts
            .iter()
            .map(|account| format!("e-{account}"))
            .collect();
        for (account, entrant) in accounts.iter().zip(&entrants) {
            world.pairing.seat(TOURNAMENT, entrant, account);
        }
        let pairs: Vec<(&str, &str)> = entrants
            .chunks(2)
            .map(|pair| (pair[0].as_str(), pair[1].as_str()))
            .collect();
        let games = world.publish(1, &pairs).await;
        for game in &games {
            world.until_live(game).await;
        }
        let mut alerts = world
            .live
            .subscribe(&topic::alerts(TOURNAMENT))
            .await
            .unwrap();
        // Three of five boards are no mass stall, whoever drops there; nor is a page that is closed.
        let lost = |number: usize, by: &str| (accounts[number].as_str(), dropped(by, 1));
        notice(
            &world,
            &[
                lost(0, "line"),
                lost(1, "line"),
                lost(2, "line"),
                lost(4, "line"),
            ],
        )
        .await;
        notice(&world, &[lost(6, "client"), lost(8, "refused")]).await;
        assert!(evidence(&world, &games[0], (0, 0)).await.alerts.is_empty());
        notice(&world, &[lost(7, "line")]).await;
        notice(&world, &[lost(9, "server")]).await;
        let known = evidence(&world, &games[4], (0, 0)).await.alerts;
        assert_eq!(known.len(), 1, "{known:?}");
        assert_eq!((known[0].code.as_str(), known[0].round), ("mass_stall", 1));
        assert_eq!(known[0].game_ids.len(), 4);
        let message = heard(&mut alerts).await;
        let told = proto::Alert::decode(message).unwrap();
        assert_eq!(told, known[0]);
    });
}

/// Four boards of a round that is frozen by a mass stall, and the accounts seated there.
async fn four_boards_that_may_freeze() -> (World, Vec<String>, Vec<String>) {
    let world = World::new(MAIN_MS).await;
    world.appoint(DIRECTOR).await;
    let mut rule_set = plain_rules();
    rule_set.freeze_on_mass_stall = true;
    let deviations = Vec::new();
    let changed = Event::RuleSetChanged {
        rule_set,
        origin: None,
        deviations,
    };
    world.pairing.push(TOURNAMENT, &changed);
    let accounts: Vec<String> = (0..8).map(|number| format!("p{number}")).collect();
    let entrants: Vec<String> = accounts.iter().map(|of| format!("e-{of}")).collect();
    for (account, entrant) in accounts.iter().zip(&entrants) {
        world.pairing.seat(TOURNAMENT, entrant, account);
    }
    let pairs = entrants.chunks(2);
    let pairs: Vec<(&str, &str)> = pairs.map(|of| (of[0].as_str(), of[1].as_str())).collect();
    let games = world.publish(1, &pairs).await;
    for game in &games {
        world.until_live(game).await;
    }
    (world, games, accounts)
}

#[test]
fn a_round_frozen_after_an_outage_is_not_charged_for_it() {
    still(async {
        let (mut world, games, _) = four_boards_that_may_freeze().await;
        rest(1_300).await;
        let mut before = Vec::new();
        for game in &games {
            before.push(world.clocks(game).await);
        }
        let last_beat_ms = world.end().await;
        world.clock.set_forward(40_000);
        world.start().await;
        for (game, before) in games.iter().zip(before) {
            let frozen = |table: &proto::Table| table.phase() == proto::TablePhase::Paused;
            let table = world.until(game, frozen).await;
            assert_eq!(table.pause.unwrap().cause, "server_fault");
            let stands = table.clocks.unwrap().black_ms;
            // Charged is what ran before the last beat, and nothing else; a pause reckons with the longest delivery
            // of what gave the turn.
            let whole_ms = before.black_ms + before.as_of_ms - last_beat_ms;
            assert_eq!(stands, whole_ms + LONGEST_DELIVERY_MS);
        }
        world.end().await;
    });
}

#[test]
fn a_round_frozen_by_a_mass_stall_goes_on_when_its_director_says_so() {
    still(async {
        let (world, games, accounts) = four_boards_that_may_freeze().await;
        let mut alerts = world
            .live
            .subscribe(&topic::alerts(TOURNAMENT))
            .await
            .unwrap();
        let lost = |number: usize| (accounts[number].as_str(), dropped("line", 1));
        notice(&world, &[lost(0), lost(2), lost(4), lost(6)]).await;
        let mut codes = Vec::new();
        while codes.len() < 2 {
            let message = heard(&mut alerts).await;
            codes.push(proto::Alert::decode(message).unwrap().code);
        }
        assert_eq!(codes, ["mass_stall", "round_frozen"]);
        let mut stood = Vec::new();
        for game in &games {
            let table = world.table(game).await;
            assert_eq!(table.phase(), proto::TablePhase::Paused);
            assert_eq!(table.pause.unwrap().cause, "server_fault");
            stood.push(table.clocks.unwrap().black_ms);
        }
        // However long it stands, it costs nobody anything.
        world.clock.set_forward(60_000);
        let request = proto::OfficiateRoundRequest {
            command_id: "go on".to_owned(),
            tournament_id: TOURNAMENT.to_owned(),
            round: 1,
            act: Some(proto::OfficialAct {
                act: Some(proto::official_act::Act::Resume(proto::ResumeAct {})),
            }),
            paragraph: String::new(),
            reason: "Everybody is back.".to_owned(),
        };
        let asked = world.by(DIRECTOR, request);
        let done = world.client().officiate_round(asked).await;
        let tables = answered(done).unwrap().tables;
        assert!(
            tables.iter().all(|table| table.code.is_empty()),
            "{tables:?}"
        );
        assert_eq!(tables.len(), games.len());
        for (game, stood) in games.iter().zip(&stood) {
            let table = world.table(game).await;
            assert_eq!(table.phase(), proto::TablePhase::Live);
            let clocks = table.clocks.unwrap();
            assert_eq!(clocks.running(), proto::Color::Black);
            assert_eq!(clocks.black_ms, *stood);
        }
        for (game, stood) in games.iter().zip(stood) {
            world
                .until(game, |table| table.clocks.unwrap().black_ms < stood)
                .await;
        }
    });
}
