//! The course of an event through the contract: what comes next, finals with their choices of colour,
//! the director's hand in a pairing, draws.

use crate::world::{DIRECTOR, STRANGER, World};
use outflank_access::Kind;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{Seed, draw_key};

const HOUR_MS: i64 = 3_600_000;

async fn next(world: &World, id: &str) -> proto::NextAct {
    world.tournament(id).await.next.unwrap()
}

/// Whoever stands earlier in the list of entrants wins.
fn by_list(entrants: &[String]) -> impl Fn(&proto::Board) -> u32 + '_ {
    let place = |id: &String| entrants.iter().position(|known| known == id).unwrap();
    move |board| {
        if place(&board.black_entrant_id) < place(&board.white_entrant_id) {
            40
        } else {
            24
        }
    }
}

/// Plays the qualification to its end as `next` says.
async fn qualify(world: &World, id: &str, entrants: &[String]) -> u32 {
    let mut rounds = 0;
    loop {
        let act = next(world, id).await;
        match act.kind.as_str() {
            "publish_round" => {
                assert_eq!(act.round, rounds + 1);
                world.publish(id).await.unwrap();
                let waits = next(world, id).await;
                assert_eq!((&*waits.kind, waits.round), ("await_results", act.round));
                assert_eq!(waits.tables, [1, 2]);
                world.enter(id, (act.round, 1), 32).await.unwrap();
                assert_eq!(next(world, id).await.tables, [2]);
                let round = world.tournament(id).await.rounds.pop().unwrap();
                for board in &round.boards {
                    let discs = by_list(entrants)(board);
                    world
                        .enter(id, (act.round, board.table), discs)
                        .await
                        .unwrap();
                }
                assert_eq!(next(world, id).await.kind, "finish_round");
                rounds = world.play(id, |_| 40).await;
            }
            _ => return rounds,
        }
    }
}

fn announce(world: &World, id: &str, in_ms: i64) -> proto::AnnounceFinalsRoundRequest {
    proto::AnnounceFinalsRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        starts_at_ms: world.clock.now_ms() + in_ms,
        accept_deviations: false,
    }
}

fn choose(
    world: &World,
    id: &str,
    entrant: &str,
    (match_id, choice): (&str, &str),
) -> proto::ChooseColourRequest {
    proto::ChooseColourRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
        match_id: match_id.to_owned(),
        choice: choice.to_owned(),
    }
}

#[tokio::test]
async fn a_grand_prix_of_four_is_played_to_its_champion() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    world.claim(&id, &entrants[0], STRANGER);
    world.catch_up().await;
    assert_eq!(qualify(&world, &id, &entrants).await, 9);

    let act = next(&world, &id).await;
    assert_eq!((&*act.kind, act.round), ("announce_finals", 10));
    assert_eq!(act.games.len(), 2, "{:?}", act.games);
    let due: Vec<_> = act
        .due_games
        .iter()
        .map(|due| (&*due.match_id, &*due.stage, due.game))
        .collect();
    assert_eq!(due, [("final", "finals", 1), ("third_place", "finals", 1)]);
    for (due, words) in act.due_games.iter().zip(&act.games) {
        assert_eq!(*words, format!("{}, game {}", due.title, due.game));
        let players = [&due.better_entrant_id, &due.worse_entrant_id];
        assert!(players.iter().all(|id| entrants.contains(id)), "{due:?}");
    }
    let early = world.publish(&id).await.unwrap_err();
    assert_eq!(early.code, "finals_not_announced");
    let stranger = ask!(
        world,
        STRANGER,
        announce_finals_round,
        announce(&world, &id, HOUR_MS)
    );
    assert_eq!(stranger.unwrap_err().kind, Kind::Forbidden);
    ask!(
        world,
        DIRECTOR,
        announce_finals_round,
        announce(&world, &id, HOUR_MS)
    )
    .unwrap();

    let announced = world.tournament(&id).await.announced.unwrap();
    let of = |match_id: &str| {
        let games = announced.games.iter();
        games
            .clone()
            .find(|game| game.match_id == match_id)
            .unwrap()
    };
    let (title, third) = (of("final"), of("third_place"));
    assert_eq!((announced.round, title.game), (10, 1));
    assert_eq!(title.better_entrant_id, entrants[0]);
    assert_eq!(title.worse_entrant_id, entrants[1]);
    assert_eq!(title.chooser_entrant_id, entrants[0]);
    assert_eq!(third.chooser_entrant_id, entrants[2]);
    assert!(!title.rule.is_empty());
    let notice_ms = announced.starts_at_ms - announced.choice_until_ms;
    assert_eq!(notice_ms, 5 * 60_000, "WOC IV.9");

    // The seat's holder chooses, or a director for somebody; nobody for another.
    let foreign = choose(&world, &id, &entrants[2], ("third_place", "black"));
    let refused = ask!(world, STRANGER, choose_colour, foreign).unwrap_err();
    assert_eq!(refused.kind, Kind::Forbidden);
    let others = choose(&world, &id, &entrants[1], ("final", "black"));
    let refused = ask!(world, DIRECTOR, choose_colour, others).unwrap_err();
    assert!(refused.code.starts_with("choice_") || refused.code == "not_your_choice");
    for (match_id, choice, code) in [
        ("semi_final_1", "black", "unknown_match"),
        ("final", "red", "bad_choice"),
    ] {
        let asked = choose(&world, &id, &entrants[0], (match_id, choice));
        let refused = ask!(world, STRANGER, choose_colour, asked).unwrap_err();
        assert_eq!(refused.code, code);
    }
    let asked = choose(&world, &id, &entrants[0], ("final", "white"));
    ask!(world, STRANGER, choose_colour, asked).unwrap();
    assert_eq!(world.publish(&id).await.unwrap_err().code, "choices_open");
    let asked = choose(&world, &id, &entrants[2], ("third_place", "black"));
    ask!(world, DIRECTOR, choose_colour, asked).unwrap();
    let announced = world.tournament(&id).await.announced.unwrap();
    assert!(announced.games.iter().all(|game| game.choices.len() == 1));
    assert!(
        announced
            .games
            .iter()
            .all(|game| game.chooser_entrant_id.is_empty())
    );

    let (round, _) = world.publish(&id).await.unwrap();
    let purposes: Vec<&str> = round.boards.iter().map(|board| &*board.purpose).collect();
    assert_eq!((round.number, &*round.stage), (10, "finals"));
    assert!(purposes.contains(&"final") && purposes.contains(&"third_place"));
    for board in &round.boards {
        assert_eq!((board.game, board.main_time_ms), (1, 1_800_000));
        let black = if board.purpose == "final" { 1 } else { 2 };
        assert_eq!(board.black_entrant_id, entrants[black]);
    }
    assert!(world.tournament(&id).await.announced.is_none());
    // The second of the list wins the final's first game, the first of it the other two.
    let upset = |board: &proto::Board| {
        let ordinary = by_list(&entrants)(board);
        if board.purpose == "final" {
            64 - ordinary
        } else {
            ordinary
        }
    };
    world.play(&id, upset).await;

    for game in [2, 3] {
        let tournament = world.tournament(&id).await;
        assert!(tournament.titles.is_empty());
        let act = tournament.next.unwrap();
        if act.kind == "announce_finals" {
            let asked = announce(&world, &id, HOUR_MS);
            ask!(world, DIRECTOR, announce_finals_round, asked).unwrap();
            let announced = world.tournament(&id).await.announced.unwrap();
            for due in announced.games {
                if !due.chooser_entrant_id.is_empty() {
                    let who = due.chooser_entrant_id.clone();
                    let asked = choose(&world, &id, &who, (&due.match_id, "black"));
                    ask!(world, DIRECTOR, choose_colour, asked).unwrap();
                }
            }
        }
        let (round, _) = world.publish(&id).await.unwrap();
        let [board] = &round.boards[..] else {
            panic!("the final goes on alone");
        };
        assert_eq!((&*board.purpose, board.game), ("final", game));
        if game == 2 {
            assert_eq!(board.black_entrant_id, entrants[0]);
        }
        let unfinished = world.confirm_with(&id, false).await.unwrap_err();
        assert_ne!(unfinished.code, "");
        world.play(&id, by_list(&entrants)).await;
    }
    assert_eq!(next(&world, &id).await.kind, "confirm");
    world.confirm_with(&id, false).await.unwrap();
    let tournament = world.tournament(&id).await;
    assert_eq!(tournament.next.unwrap().kind, "nothing");
    assert_eq!(
        (tournament.ranking_version, tournament.conformant),
        (1, true)
    );
    let [title] = &tournament.titles[..] else {
        panic!("one champion");
    };
    assert_eq!(
        (&*title.title, &title.entrant_id),
        ("champion", &entrants[0])
    );
}

#[tokio::test]
async fn a_round_is_taken_back_before_it_starts_and_never_after() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 13).await;
    let later = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        starts_at_ms: world.clock.now_ms() + HOUR_MS,
        ..proto::PublishRoundRequest::default()
    };
    let first = ask!(world, DIRECTOR, publish_round, later).unwrap();
    let take_back = |round: u32| proto::UnpublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round,
        reason: "A late bus.".to_owned(),
    };
    let stranger = ask!(world, STRANGER, unpublish_round, take_back(1));
    assert_eq!(stranger.unwrap_err().kind, Kind::Forbidden);
    let absent = ask!(world, DIRECTOR, unpublish_round, take_back(2));
    assert_eq!(absent.unwrap_err().code, "not_the_last_round");
    let asked = take_back(1);
    let seq = ask!(world, DIRECTOR, unpublish_round, asked.clone()).unwrap();
    assert_eq!(ask!(world, DIRECTOR, unpublish_round, asked).unwrap(), seq);
    assert!(world.tournament(&id).await.rounds.is_empty());

    // The round that takes its place is another one, with games of its own.
    let (second, _) = world.publish(&id).await.unwrap();
    let games = |round: &proto::Round| -> Vec<String> {
        round
            .boards
            .iter()
            .map(|board| board.game_id.clone())
            .collect()
    };
    assert_eq!(second.number, 1);
    let before = games(&first.round.unwrap());
    assert!(games(&second).iter().all(|game| !before.contains(game)));
    assert!(second.published_at_ms > 0);
    let started = ask!(world, DIRECTOR, unpublish_round, take_back(1));
    assert_eq!(started.unwrap_err().code, "round_started");
}

#[tokio::test]
async fn the_directors_hand_is_shown_with_what_it_costs_and_boards_explain_themselves() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 14).await;
    world.publish(&id).await.unwrap();
    world.play(&id, by_list(&entrants)).await;

    let publish = || proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        starts_at_ms: world.clock.now_ms() + HOUR_MS,
        ..proto::PublishRoundRequest::default()
    };
    let round = ask!(world, DIRECTOR, publish_round, publish()).unwrap();
    let round = round.round.unwrap();
    assert!(round.edit.is_none() && !round.cost.is_empty());
    let (one, two) = {
        let (first, last) = (&round.boards[0], round.boards.last().unwrap());
        (
            first.black_entrant_id.clone(),
            last.white_entrant_id.clone(),
        )
    };
    let unpublish = |round: u32| proto::UnpublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round,
        reason: "Another pairing.".to_owned(),
    };
    ask!(world, DIRECTOR, unpublish_round, unpublish(2)).unwrap();

    let mut locked = publish();
    locked.accept_deviations = true;
    locked.constraints = Some(proto::RoundConstraints {
        locked: vec![proto::FixedPair {
            one_entrant_id: one.clone(),
            two_entrant_id: two.clone(),
            black_entrant_id: two.clone(),
        }],
        ..proto::RoundConstraints::default()
    });
    let edited = ask!(world, DIRECTOR, publish_round, locked).unwrap();
    let edited = edited.round.unwrap();
    let edit = edited.edit.clone().unwrap();
    assert!(!edit.whole && !edit.unedited_cost.is_empty());
    assert_eq!(edit.unedited_cost, round.cost);
    let fixed = edited.boards.iter();
    let fixed = fixed.clone().find(|board| board.black_entrant_id == two);
    assert_eq!(fixed.unwrap().white_entrant_id, one);

    let explain = |round: u32, one: &str, two: &str| proto::ExplainBoardRequest {
        tournament_id: id.clone(),
        round,
        one_entrant_id: one.to_owned(),
        two_entrant_id: two.to_owned(),
    };
    let board = edited.boards.iter();
    let free = board
        .clone()
        .find(|board| board.black_entrant_id != two)
        .unwrap();
    let (black, white) = (&free.black_entrant_id, &free.white_entrant_id);
    let asked = explain(2, black, white);
    let explained = ask!(world, STRANGER, explain_board, asked).unwrap();
    assert!(explained.chosen, "{explained:?}");
    assert!(
        explained.sentence.contains("Player"),
        "{}",
        explained.sentence
    );
    assert!(!explained.sentence.contains(black.as_str()));
    let other = edited.boards.iter().rev();
    let other = other
        .clone()
        .find(|board| *board != free && board.black_entrant_id != two);
    let asked = explain(2, black, &other.unwrap().black_entrant_id);
    let explained = ask!(world, STRANGER, explain_board, asked).unwrap();
    assert!(!explained.chosen && !explained.alternative.is_empty());
    let asked = explain(3, black, white);
    let unknown = ask!(world, STRANGER, explain_board, asked).unwrap_err();
    assert_eq!(unknown.code, "unknown_round");

    ask!(world, DIRECTOR, unpublish_round, unpublish(2)).unwrap();
    let mut by_hand = publish();
    let pairs: Vec<proto::ManualPair> = entrants
        .chunks(2)
        .map(|pair| proto::ManualPair {
            black_entrant_id: pair[0].clone(),
            white_entrant_id: pair[1].clone(),
        })
        .collect();
    by_hand.manual = Some(proto::ManualPairing {
        pairs: pairs[1..].to_vec(),
        bye_entrant_ids: vec![],
    });
    let half = ask!(world, DIRECTOR, publish_round, by_hand.clone()).unwrap_err();
    assert_eq!(half.code, "manual_incomplete");
    (by_hand.command_id, by_hand.manual) = (
        world.command_id(),
        Some(proto::ManualPairing {
            pairs: pairs.clone(),
            bye_entrant_ids: vec![],
        }),
    );
    by_hand.accept_deviations = true;
    let whole = ask!(world, DIRECTOR, publish_round, by_hand).unwrap();
    let whole = whole.round.unwrap();
    assert!(whole.edit.unwrap().whole);
    let shown: Vec<proto::ManualPair> = whole
        .boards
        .iter()
        .map(|board| proto::ManualPair {
            black_entrant_id: board.black_entrant_id.clone(),
            white_entrant_id: board.white_entrant_id.clone(),
        })
        .collect();
    assert!(pairs.iter().all(|pair| shown.contains(pair)));
}

/// The first draw as anybody checks it who reads the tournament alone.
async fn check_draw(world: &World, id: &str, bound: &[(&String, Option<&String>)]) {
    let tournament = world.tournament(id).await;
    let [draw] = &tournament.draws[..] else {
        panic!("one draw: {:?}", tournament.draws);
    };
    assert_eq!((draw.index, &*draw.purpose), (1, "round 1"));
    assert_eq!(draw.seed, tournament.revealed_seeds[0]);
    let seed = Seed::from_hex(&draw.seed).unwrap();
    assert_eq!(seed.proves().to_hex(), tournament.draw_anchor);
    let mut expected = bound.to_vec();
    expected.sort();
    let mut given = Vec::new();
    for (nonce, (entrant, known)) in draw.nonces.iter().zip(&expected) {
        assert_eq!(
            (&nonce.entrant_id, nonce.given),
            (*entrant, known.is_some())
        );
        assert_eq!(nonce.nonce, known.cloned().unwrap_or_default());
        if let Some(own) = Seed::from_hex(&nonce.nonce) {
            assert_eq!(own.proves().to_hex(), nonce.commitment);
            given.push(own);
        }
    }
    assert_eq!(draw.nonces.len(), expected.len());
    assert_eq!(draw_key(&seed, &given).to_hex(), draw.key);
    assert_ne!(draw.key, draw.seed);
}

#[tokio::test]
async fn entrants_add_their_own_share_to_a_draw() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 13).await;
    world.claim(&id, &entrants[0], STRANGER);
    world.catch_up().await;
    let nonce = Seed([5; 32]);
    let commit = |entrant: &str, commitment: &str| proto::CommitNonceRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrant.to_owned(),
        commitment: commitment.to_owned(),
    };
    let give = |entrant: &str, nonce: &str| proto::GiveNonceRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrant.to_owned(),
        nonce: nonce.to_owned(),
    };
    let proof = nonce.proves().to_hex();
    let bad = ask!(world, STRANGER, commit_nonce, commit(&entrants[0], "short"));
    assert_eq!(bad.unwrap_err().code, "bad_nonce");
    let foreign = ask!(world, STRANGER, commit_nonce, commit(&entrants[1], &proof));
    assert_eq!(foreign.unwrap_err().kind, Kind::Forbidden);
    ask!(world, STRANGER, commit_nonce, commit(&entrants[0], &proof)).unwrap();
    let again = ask!(world, STRANGER, commit_nonce, commit(&entrants[0], &proof));
    assert_eq!(again.unwrap_err().code, "nonce_already_committed");
    let wrong = ask!(world, STRANGER, give_nonce, give(&entrants[0], &proof));
    assert_eq!(wrong.unwrap_err().code, "wrong_nonce");
    let hex = nonce.to_hex();
    ask!(world, STRANGER, give_nonce, give(&entrants[0], &hex)).unwrap();
    // Nobody else gives one for them: it would be no share of theirs.
    let directed = ask!(world, DIRECTOR, give_nonce, give(&entrants[1], &proof));
    assert_eq!(directed.unwrap_err().kind, Kind::Forbidden);
    // Bound to one that nobody is to hear before the draw, and after it neither.
    world.claim(&id, &entrants[2], "dora");
    world.catch_up().await;
    let silent = Seed([6; 32]).proves().to_hex();
    ask!(world, "dora", commit_nonce, commit(&entrants[2], &silent)).unwrap();
    let state = async |who: &str| {
        let asked = proto::ListEntryFactsRequest {
            tournament_id: id.clone(),
            ..proto::ListEntryFactsRequest::default()
        };
        let mut told = ask!(world, who, list_entry_facts, asked).unwrap().entries;
        told.retain(|one| one.nonce_committed);
        told.into_iter()
            .map(|one| (one.entrant_id, one.nonce_given))
            .collect::<Vec<_>>()
    };
    let (own, silents) = ((entrants[0].clone(), true), (entrants[2].clone(), false));
    assert_eq!(state(STRANGER).await, std::slice::from_ref(&own));
    assert_eq!(state("dora").await, std::slice::from_ref(&silents));
    let mut both = [own, silents];
    both.sort();
    assert_eq!(state(DIRECTOR).await, both);
    assert!(world.tournament(&id).await.draws.is_empty());
    world.publish(&id).await.unwrap();
    assert!(state(DIRECTOR).await.is_empty(), "they were for this draw");
    check_draw(
        &world,
        &id,
        &[(&entrants[0], Some(&hex)), (&entrants[2], None)],
    )
    .await;
    let drawn: Vec<serde_json::Value> = world
        .facts()
        .await
        .into_iter()
        .map(|(_, fact)| serde_json::to_value(fact.event).unwrap())
        .collect();
    let told = serde_json::to_string(&drawn).unwrap();
    assert!(told.contains(&hex), "the nonce is told with the draw");
    assert_eq!(world.tournament(&id).await.revealed_seeds.len(), 1);
}

#[tokio::test]
async fn lots_are_drawn_where_nothing_else_breaks_a_tie() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 4).await;
    let lots = || proto::DrawLotsRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
    };
    let early = ask!(world, DIRECTOR, draw_lots, lots()).unwrap_err();
    assert_eq!(early.code, "rounds_left");
    for _ in 0..9 {
        world.publish(&id).await.unwrap();
        world.play(&id, |_| 32).await;
    }
    assert_eq!(next(&world, &id).await.kind, "draw_lots");
    let stranger = ask!(world, STRANGER, draw_lots, lots()).unwrap_err();
    assert_eq!(stranger.kind, Kind::Forbidden);
    ask!(world, DIRECTOR, draw_lots, lots()).unwrap();
    assert_eq!(next(&world, &id).await.kind, "announce_finals");
    let again = ask!(world, DIRECTOR, draw_lots, lots()).unwrap_err();
    assert_eq!(again.code, "lots_already_drawn");
}

/// Enters a result in place of the one that stands, and answers the round that this took back.
async fn correct(world: &World, id: &str, (round, table): (u32, u32), black_discs: u32) -> u32 {
    let asked = proto::EnterResultRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        round,
        table,
        black_discs: Some(black_discs),
        reason: "The sheet says otherwise.".to_owned(),
        ..proto::EnterResultRequest::default()
    };
    let answer = ask!(world, DIRECTOR, enter_result, asked).unwrap();
    answer.round_taken_back
}

#[tokio::test]
async fn a_correction_tells_which_round_of_finals_it_took_back() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    assert_eq!(qualify(&world, &id, &entrants).await, 9);
    let asked = announce(&world, &id, HOUR_MS);
    ask!(world, DIRECTOR, announce_finals_round, asked).unwrap();
    for game in world.tournament(&id).await.announced.unwrap().games {
        let asked = choose(
            &world,
            &id,
            &game.chooser_entrant_id,
            (&game.match_id, "black"),
        );
        ask!(world, DIRECTOR, choose_colour, asked).unwrap();
    }
    world.publish(&id).await.unwrap();

    // The third of the list beats the second in all their games: after two of them he is ahead.
    let mut taken_back = Vec::new();
    for round in world.tournament(&id).await.rounds {
        for board in &round.boards {
            let pair = [&board.black_entrant_id, &board.white_entrant_id];
            if round.number < 10
                && [&entrants[1], &entrants[2]]
                    .iter()
                    .all(|one| pair.contains(one))
            {
                let discs = 64 - by_list(&entrants)(board);
                taken_back.push(correct(&world, &id, (round.number, board.table), discs).await);
            }
        }
    }
    assert_eq!(taken_back, [0, 10, 0]);
    let tournament = world.tournament(&id).await;
    assert_eq!(tournament.rounds.len(), 9);
    assert_eq!(tournament.next.unwrap().kind, "announce_finals");
}
