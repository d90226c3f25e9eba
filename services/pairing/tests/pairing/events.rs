//! Whole events from creation to confirmation.

use std::collections::{BTreeMap, BTreeSet};

use crate::world::{DIRECTOR, STRANGER, World};
use outflank_proto::pairing::v1::{self as proto, TournamentPhase, Winner};
use outflank_tournament::{Event, Seed};

fn phase(tournament: &proto::Tournament) -> TournamentPhase {
    tournament.summary.as_ref().unwrap().phase()
}

/// Each revealed seed is the SHA-256 origin of the one before, back to the anchor.
fn check_draws(tournament: &proto::Tournament) {
    let mut known = Seed::from_hex(&tournament.draw_anchor).unwrap();
    for seed in &tournament.revealed_seeds {
        let seed = Seed::from_hex(seed).unwrap();
        assert_eq!(seed.proves(), known);
        known = seed;
    }
}

fn pair(board: &proto::Board) -> (String, String) {
    let (black, white) = (&board.black_entrant_id, &board.white_entrant_id);
    if black < white {
        (black.clone(), white.clone())
    } else {
        (white.clone(), black.clone())
    }
}

#[tokio::test]
async fn everybody_reads_the_same_tournament() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 4).await;
    world.publish(&id).await.unwrap();
    let unsigned = world.tournament(&id).await;
    for account in [DIRECTOR, STRANGER] {
        let request = proto::GetTournamentRequest {
            tournament_id: id.clone(),
        };
        let read = ask!(world, account, get_tournament, request).unwrap();
        assert_eq!(read.tournament.as_ref(), Some(&unsigned), "{account}");
    }
}

#[tokio::test]
async fn four_entrants_play_a_triple_round_robin_to_confirmation() {
    let world = World::new().await;
    let id = world.create().await;
    let new = world.tournament(&id).await;
    assert_eq!((new.format.as_str(), new.entrants_needed), ("", 2));
    assert_eq!(new.format_refusal, None);
    let entrants = world.register(&id, 4).await;
    let before = world.tournament(&id).await;
    assert_eq!(phase(&before), TournamentPhase::Registration);
    assert_eq!((before.entrants_needed, &before.format_refusal), (0, &None));
    assert_eq!(
        before.format,
        "Triple round robin, 9 rounds. A final, best of three games, and a match for third place, one game."
    );
    assert_eq!(before.director_name, "Anna Ardent");
    assert!(before.revealed_seeds.is_empty());

    let mut meetings: BTreeMap<(String, String), u32> = BTreeMap::new();
    for number in 1..=9 {
        let (round, seq) = world.publish(&id).await.unwrap();
        assert_eq!(round.number, number);
        assert_eq!(round.stage, "round_robin");
        assert!(round.published_at_ms > 0 && round.starts_at_ms == round.published_at_ms);
        let open = world.tournament(&id).await;
        assert_eq!(phase(&open), TournamentPhase::RoundOpen);
        assert_eq!(
            world.publish(&id).await.unwrap_err().code,
            "round_unfinished"
        );
        assert_eq!(
            world.finish(&id, number).await.unwrap_err().code,
            "boards_open"
        );
        for board in &round.boards {
            *meetings.entry(pair(board)).or_default() += 1;
            let expected = outflank_access::identifier::game_id(
                &id,
                seq,
                number,
                board.table,
                outflank_access::identifier::GAME_NUMBER,
            );
            assert_eq!(board.game_id, expected);
            // The entrant registered first wins by more.
            let place = |entrant: &String| entrants.iter().position(|id| id == entrant).unwrap();
            let lead =
                place(&board.white_entrant_id) as i64 - place(&board.black_entrant_id) as i64;
            let black_discs = u32::try_from(32 + 4 * lead).unwrap();
            world.game_over(&id, number, board, black_discs);
        }
        world.catch_up().await;
        world.finish(&id, number).await.unwrap();
    }
    assert_eq!(meetings.len(), 6);
    assert!(meetings.values().all(|&met| met == 3), "{meetings:?}");
    // The finals are to come.
    assert_eq!(
        phase(&world.tournament(&id).await),
        TournamentPhase::BetweenRounds
    );
    assert_eq!(
        world.publish(&id).await.unwrap_err().code,
        "finals_not_announced"
    );
    world.confirm(&id).await.unwrap();

    let after = world.tournament(&id).await;
    assert_eq!(phase(&after), TournamentPhase::Confirmed);
    // One draw gave the chairs.
    assert_eq!(after.revealed_seeds.len(), 1);
    check_draws(&after);
    let folded = world.folded(&id).await;
    let ranking: Vec<&str> = folded
        .ranking
        .as_ref()
        .unwrap()
        .iter()
        .map(|line| line.entrant.as_str())
        .collect();
    assert_eq!(ranking, entrants);
    assert!(
        after
            .deviations
            .iter()
            .any(|deviation| deviation.rule == "EGP II.1")
    );
    assert_eq!(
        world.enter(&id, (1, 1), 40).await.unwrap_err().code,
        "tournament_confirmed"
    );
}

#[tokio::test]
async fn thirteen_entrants_play_a_swiss_system_with_byes_and_a_withdrawal() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 13).await;
    assert_eq!(
        world.tournament(&id).await.format,
        "Swiss system, 11 rounds. A final, best of three games, and a match for third place, one game."
    );
    let mut met = BTreeSet::new();
    let mut byes = BTreeSet::new();
    for number in 1..=11 {
        let (round, _) = world.publish(&id).await.unwrap();
        assert_eq!(round.stage, "swiss");
        assert_eq!(round.boards.len(), 6);
        let names: Vec<&str> = round.cost.iter().map(|level| level.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "repeats",
                "difference",
                "difference_squares",
                "colour",
                "floats",
                "alternation"
            ]
        );
        let mut repeats = 0;
        for board in &round.boards {
            repeats += i64::from(!met.insert(pair(board)));
            let black_discs = 20 + (board.table * 7 + number * 5) % 27;
            if board.table % 2 == 0 {
                world
                    .enter(&id, (number, board.table), black_discs)
                    .await
                    .unwrap();
            } else {
                world.game_over(&id, number, board, black_discs);
            }
        }
        if number <= 5 {
            let [bye] = round.bye_entrant_ids.as_slice() else {
                panic!("an odd field has one bye: {round:?}");
            };
            assert!(entrants.contains(bye));
            repeats += i64::from(!byes.insert(bye.clone()));
        } else {
            assert!(round.bye_entrant_ids.is_empty());
        }
        assert_eq!(round.cost[0].value, repeats);
        world.catch_up().await;
        world.finish(&id, number).await.unwrap();
        if number == 5 {
            withdraw(&world, &id, &entrants[12]).await;
        }
    }
    world.confirm(&id).await.unwrap();

    let after = world.tournament(&id).await;
    assert_eq!(after.entrants[12].withdrawn_from_round, 6);
    assert!(after.revealed_seeds.len() >= 11);
    check_draws(&after);
    for round in &after.rounds {
        for board in &round.boards {
            let result = board.result.as_ref().unwrap();
            assert_eq!(result.black_discs + result.white_discs, 64);
            let expected = match result.black_discs {
                0..=31 => Winner::White,
                32 => Winner::None,
                _ => Winner::Black,
            };
            assert_eq!(result.winner(), expected);
            let kind = if board.table % 2 == 0 {
                "entered"
            } else {
                "played"
            };
            assert_eq!(result.kind, kind);
        }
    }
    let facts = world.facts().await;
    let confirmed = facts
        .iter()
        .filter(|(kind, _)| kind == "tournament_confirmed");
    assert_eq!(confirmed.count(), 1);
    for (kind, fact) in &facts {
        let event = serde_json::to_value(&fact.event).unwrap();
        assert_eq!(event["type"], kind.as_str());
        assert!(fact.index < fact.of);
    }
    let report = outflank_journal::Journal::verify_all(world.journal())
        .await
        .unwrap();
    assert!(report.is_sound(), "{:?}", report.breaks);
}

async fn withdraw(world: &World, id: &str, entrant: &str) {
    let request = proto::WithdrawEntrantRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
    };
    let request = world.by(DIRECTOR, request);
    world.client().withdraw_entrant(request).await.unwrap();
}

#[tokio::test]
async fn ties_that_nothing_else_breaks_are_drawn_at_the_confirmation() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 2).await;
    for number in 1..=3 {
        world.publish(&id).await.unwrap();
        world.enter(&id, (number, 1), 32).await.unwrap();
        world.finish(&id, number).await.unwrap();
    }
    let seq = world.confirm(&id).await.unwrap();
    let after = world.tournament(&id).await;
    // One draw for the chairs, one for the ranks, which are strict.
    assert_eq!(after.revealed_seeds.len(), 2);
    check_draws(&after);
    let facts = world.facts().await;
    let last: Vec<&str> = facts
        .iter()
        .filter(|(_, fact)| fact.seq == seq)
        .map(|(kind, _)| kind.as_str())
        .collect();
    assert_eq!(
        last,
        ["draw_revealed", "lots_drawn", "tournament_confirmed"]
    );
    let Some((_, fact)) = facts.last() else {
        panic!("no facts");
    };
    let Event::TournamentConfirmed { ranking, .. } = &fact.event else {
        panic!("the confirmation is not the last fact");
    };
    assert_eq!(
        ranking.iter().map(|line| line.rank).collect::<Vec<_>>(),
        [1, 2]
    );
}

#[tokio::test]
async fn every_rule_set_is_listed_with_its_formats() {
    let world = World::new().await;
    let answer = world
        .client()
        .list_rule_sets(proto::ListRuleSetsRequest::default())
        .await;
    let rule_sets = answer.unwrap().into_inner().rule_sets;
    let names: Vec<&str> = rule_sets.iter().map(|set| set.name.as_str()).collect();
    assert_eq!(names, outflank_tournament::RuleSet::preset_names());
    assert!(rule_sets.iter().all(|set| !set.title.is_empty()));
    let rows: Vec<(u32, u32, bool)> = rule_sets[0]
        .formats
        .iter()
        .map(|row| (row.entrants_from, row.entrants_to, row.available))
        .collect();
    let expected = [
        (2, 4, true),
        (5, 6, true),
        (7, 8, true),
        (9, 10, true),
        (11, 12, true),
        (13, 0, true),
    ];
    assert_eq!(rows, expected);
    assert_eq!(
        rule_sets[0].formats[0].format,
        "Triple round robin. A final, best of three games, and a match for third place, one game."
    );
}
