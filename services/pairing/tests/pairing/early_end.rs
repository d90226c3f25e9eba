//! Events that end otherwise than planned, and results by kind, through the contract.

use crate::world::{DIRECTOR, STRANGER, World};
use outflank_access::Kind;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{Event, RuleSet};

const REASON: &str = "The hall closes.";

/// A club's event of five rounds, one of them finished and the second open.
async fn event(world: &World) -> (String, Vec<String>) {
    let mut rules = RuleSet::preset("club").unwrap();
    rules.rounds = Some(5);
    let id = world
        .create_under(&serde_json::to_value(rules).unwrap())
        .await;
    let entrants = world.register(&id, 10).await;
    world.publish(&id).await.unwrap();
    world.play(&id, |_| 40).await;
    world.publish(&id).await.unwrap();
    (id, entrants)
}

fn end(
    world: &World,
    id: &str,
    unfinished: Option<proto::UnfinishedRound>,
) -> proto::EndEarlyRequest {
    proto::EndEarlyRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        unfinished,
        reason: REASON.to_owned(),
        ..proto::EndEarlyRequest::default()
    }
}

fn fate(fate: &str) -> Option<proto::UnfinishedRound> {
    Some(proto::UnfinishedRound {
        fate: fate.to_owned(),
        boards: Vec::new(),
    })
}

fn allowed(tournament: &proto::Tournament) -> Vec<&str> {
    let acts = tournament.acts.iter();
    acts.filter(|act| act.allowed)
        .map(|act| act.act.as_str())
        .collect()
}

#[tokio::test]
async fn an_early_end_shows_what_became_of_the_open_round() {
    let world = World::new().await;
    let (id, _) = event(&world).await;
    let shorter = |rounds: u32| proto::ShortenQualificationRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        rounds,
        reason: REASON.to_owned(),
        accept_deviations: false,
    };
    let stranger = ask!(world, STRANGER, shorten_qualification, shorter(4)).unwrap_err();
    assert_eq!(stranger.kind, Kind::Forbidden);
    let long = ask!(world, DIRECTOR, shorten_qualification, shorter(6)).unwrap_err();
    assert_eq!(long.code, "rounds_not_shorter");
    let asked = shorter(4);
    let done = ask!(world, DIRECTOR, shorten_qualification, asked.clone()).unwrap();
    assert_eq!(
        ask!(world, DIRECTOR, shorten_qualification, asked).unwrap(),
        done
    );
    let shortened = world.tournament(&id).await;
    assert_eq!(shortened.summary.unwrap().rounds, 4);
    assert!(
        shortened.format.contains("4 rounds"),
        "{}",
        shortened.format
    );
    assert_eq!(shortened.stages.len(), shortened.stage_sentences.len());

    let open = ask!(world, DIRECTOR, end_early, end(&world, &id, None)).unwrap_err();
    assert_eq!(open.code, "round_fate_not_chosen");
    let bad = ask!(world, DIRECTOR, end_early, end(&world, &id, fate("played"))).unwrap_err();
    assert_eq!(bad.code, "bad_fate");
    let missing = ask!(
        world,
        DIRECTOR,
        end_early,
        end(&world, &id, fate("adjudicated"))
    )
    .unwrap_err();
    assert_eq!(missing.code, "boards_open");
    let annulled = world.tournament(&id).await.rounds[1].clone();
    ask!(
        world,
        DIRECTOR,
        end_early,
        end(&world, &id, fate("annulled"))
    )
    .unwrap();
    let tournament = world.tournament(&id).await;
    assert_eq!(
        (
            tournament.rounds.len(),
            tournament.summary.as_ref().unwrap().rounds
        ),
        (1, 1)
    );
    let format = (&*tournament.format, tournament.stages.len());
    assert!(format.0.contains("1 round.") && format.1 == 1, "{format:?}");
    assert_eq!(tournament.annulled_rounds.len(), 1);
    let kept = &tournament.annulled_rounds[0];
    assert_eq!(
        (kept.number, kept.published_at_ms),
        (2, annulled.published_at_ms)
    );
    assert_eq!(kept.boards[0].game_id, annulled.boards[0].game_id);
    let ends: Vec<(&str, u32, u32, u32, &str, &str)> = tournament
        .early_ends
        .iter()
        .map(|end| {
            (
                &*end.kind,
                end.planned,
                end.rounds,
                end.unfinished_round,
                &*end.fate,
                &*end.reason,
            )
        })
        .collect();
    assert_eq!(
        ends,
        [
            ("shortened", 5, 4, 0, "", REASON),
            ("ended_early", 4, 1, 2, "annulled", REASON)
        ]
    );
    assert!(
        tournament
            .early_ends
            .iter()
            .all(|end| end.account_id == DIRECTOR && end.at_ms > 0)
    );
    world.confirm(&id).await.unwrap();
}

#[tokio::test]
async fn open_boards_are_adjudicated_one_by_one() {
    let world = World::new().await;
    let (id, _) = event(&world).await;
    let mut round = fate("adjudicated").unwrap();
    round.boards = (1..=5)
        .map(|table| proto::AdjudicatedBoard {
            table,
            black_discs: 20 + table,
        })
        .collect();
    let mut too_many = round.clone();
    too_many.boards[0].black_discs = 65;
    let refused = ask!(world, DIRECTOR, end_early, end(&world, &id, Some(too_many))).unwrap_err();
    assert_eq!(refused.code, "bad_score");
    ask!(world, DIRECTOR, end_early, end(&world, &id, Some(round))).unwrap();
    let round = world.tournament(&id).await.rounds.pop().unwrap();
    assert!(round.finished);
    for board in &round.boards {
        let result = board.result.as_ref().unwrap();
        assert_eq!(
            (&*result.kind, result.black_discs),
            ("adjudicated", 20 + board.table)
        );
    }
}

#[tokio::test]
async fn an_abandoned_event_stops_with_its_ranking_or_without() {
    for confirm_ranking in [true, false] {
        let world = World::new().await;
        let (id, _) = event(&world).await;
        let asked = proto::AbandonTournamentRequest {
            command_id: world.command_id(),
            tournament_id: id.clone(),
            unfinished: fate("annulled"),
            confirm_ranking,
            reason: REASON.to_owned(),
            accept_deviations: false,
        };
        let completed = proto::AbandonTournamentRequest {
            command_id: world.command_id(),
            unfinished: fate("completed"),
            ..asked.clone()
        };
        let goes_on = ask!(world, DIRECTOR, abandon_tournament, completed).unwrap_err();
        assert_eq!(goes_on.code, "nothing_more_is_played");
        ask!(world, DIRECTOR, abandon_tournament, asked).unwrap();
        let tournament = world.tournament(&id).await;
        let summary = tournament.summary.clone().unwrap();
        assert_eq!(summary.phase(), proto::TournamentPhase::Abandoned);
        let listed = ask!(
            world,
            STRANGER,
            list_tournaments,
            proto::ListTournamentsRequest::default()
        )
        .unwrap();
        assert_eq!(
            listed.tournaments[0].phase(),
            proto::TournamentPhase::Abandoned
        );
        assert_eq!(tournament.ranking_version, u32::from(confirm_ranking));
        assert!(tournament.titles.is_empty());
        assert_eq!(
            allowed(&tournament).contains(&"amend_confirmed"),
            confirm_ranking
        );
        // Without a ranking the results that stand are still put right.
        assert_eq!(
            allowed(&tournament).contains(&"enter_result"),
            !confirm_ranking
        );
        let told = world.facts().await;
        let confirmed = told
            .iter()
            .filter(|(_, fact)| matches!(fact.event, Event::TournamentConfirmed { .. }));
        assert_eq!(
            confirmed.count(),
            usize::from(confirm_ranking),
            "it makes a rating file"
        );
        assert_eq!(
            world.publish(&id).await.unwrap_err().code,
            "tournament_abandoned"
        );
        assert_eq!(world.folded(&id).await.rounds.len(), 1);
    }
}

#[tokio::test]
async fn a_cancelled_event_stays_readable() {
    let world = World::new().await;
    let (id, entrants) = event(&world).await;
    let cancel = |annul_rounds: bool| proto::CancelTournamentRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        annul_rounds,
        reason: REASON.to_owned(),
    };
    let published = ask!(world, DIRECTOR, cancel_tournament, cancel(false)).unwrap_err();
    assert_eq!(published.code, "rounds_published");
    ask!(world, DIRECTOR, cancel_tournament, cancel(true)).unwrap();
    let tournament = world.tournament(&id).await;
    assert_eq!(
        tournament.summary.unwrap().phase(),
        proto::TournamentPhase::Cancelled
    );
    assert_eq!(
        (tournament.entrants.len(), tournament.rounds.len()),
        (entrants.len(), 0)
    );
    assert_eq!(tournament.annulled_rounds.len(), 2);
    let end = &tournament.early_ends[0];
    assert_eq!((&*end.kind, &*end.reason), ("cancelled", REASON));
    assert_eq!(
        world.confirm(&id).await.unwrap_err().code,
        "tournament_cancelled"
    );
}

/// A game that ends at its table after its round was annulled is of no board.
#[tokio::test]
async fn a_game_of_an_annulled_round_brings_no_result() {
    let world = World::new().await;
    let (id, _) = event(&world).await;
    let board = world.tournament(&id).await.rounds[1].boards[0].clone();
    ask!(
        world,
        DIRECTOR,
        end_early,
        end(&world, &id, fate("annulled"))
    )
    .unwrap();
    let before = world.seq(&id).await;
    world.game_over(&id, 2, &board, 40);
    let _refused = world.try_to_catch_up().await;
    assert_eq!(world.seq(&id).await, before);
}

fn result(world: &World, id: &str, table: u32, kind: &str) -> proto::EnterResultRequest {
    proto::EnterResultRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        round: 2,
        table,
        reason: REASON.to_owned(),
        kind: kind.to_owned(),
        ..proto::EnterResultRequest::default()
    }
}

#[tokio::test]
async fn an_official_names_the_kind_of_a_result() {
    let world = World::new().await;
    let (id, _) = event(&world).await;
    let enter = async |asked: proto::EnterResultRequest| {
        ask!(world, DIRECTOR, enter_result, asked).map_err(|problem| problem.code)
    };
    let lost = |table, kind: &str, by: &str| proto::EnterResultRequest {
        lost_by: by.to_owned(),
        ..result(&world, &id, table, kind)
    };
    let scored = |table, kind: &str, discs| proto::EnterResultRequest {
        black_discs: Some(discs),
        ..result(&world, &id, table, kind)
    };
    let refused = [
        (scored(1, "annulled", 40), "bad_result_kind"),
        (lost(1, "forfeit", "nobody"), "bad_loser"),
        (lost(1, "forfeit", ""), "loser_not_named"),
        (scored(1, "forfeit", 0), "score_fixed"),
        (result(&world, &id, 1, "adjudicated"), "score_missing"),
        (
            proto::EnterResultRequest {
                lost_by: "black".to_owned(),
                ..scored(1, "played", 40)
            },
            "loser_from_score",
        ),
        (lost(1, "walkover", "black"), "walkover_without_withdrawal"),
        (scored(1, "played", 65), "bad_score"),
    ];
    for (asked, code) in refused {
        assert_eq!(enter(asked.clone()).await.unwrap_err(), code, "{asked:?}");
    }
    for asked in [
        lost(1, "forfeit", "black"),
        lost(2, "forfeit", "both"),
        scored(3, "adjudicated", 25),
        scored(4, "", 44),
        lost(5, "resigned", "white"),
    ] {
        enter(asked).await.unwrap();
    }
    let shown = |tournament: proto::Tournament| -> Vec<(String, u32, u32, bool)> {
        let boards = tournament.rounds[1].boards.iter();
        let results = boards.map(|board| board.result.clone().unwrap());
        results
            .map(|result| {
                (
                    result.kind,
                    result.black_discs,
                    result.white_discs,
                    result.corrected,
                )
            })
            .collect()
    };
    let expected = |kind: &str, black, white| (kind.to_owned(), black, white, false);
    assert_eq!(
        shown(world.tournament(&id).await),
        [
            expected("forfeit", 0, 64),
            expected("double_forfeit", 0, 0),
            expected("adjudicated", 25, 39),
            expected("entered", 44, 20),
            expected("resigned", 64, 0),
        ]
    );
    // A correction says its own kind.
    enter(scored(1, "played", 30)).await.unwrap();
    let corrected = shown(world.tournament(&id).await).remove(0);
    assert_eq!(corrected, ("played".to_owned(), 30, 34, true));
}
