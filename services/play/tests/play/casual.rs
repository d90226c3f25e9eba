//! Casual games: made of pairing's facts about bookings, and told to it when they are over.

use outflank_access::{Role, identifier::casual_game_id};
use outflank_casual::{Booking, FactBody, Origin, Player, Terms, Variant};
use outflank_othello::{BookedAt, PerColor};
use outflank_proto::{feed::v1::Fact, play::v1 as proto};
use serde_json::Value;

use crate::world::{BLACK, MAIN_MS, WHITE, World, answered, anywhere};

const PLACE: BookedAt = BookedAt {
    stream: 3,
    seq: 41,
    pair: 2,
};

const SEED: u64 = 17;

fn booking(black: &str, white: &str, starts_at_ms: i64) -> Booking {
    let player = |account: &str| Player {
        account: account.to_owned(),
        ..Player::default()
    };
    Booking {
        players: PerColor::new(player(black), player(white)),
        terms: Terms {
            variant: Variant::Othello4x4,
            main_ms: 300_000,
            increment_ms: 0,
        },
        origin: Origin::Seeks,
        contest: None,
        drawn: None,
        seed: SEED,
        starts_at_ms,
    }
}

/// Two pairs are booked in one entry; the second is of the accounts that the world knows.
pub async fn book(world: &World) -> String {
    book_operated(world, None).await
}

/// The same, but the account that has black is a program's, which that one operates.
pub async fn book_operated(world: &World, operator: Option<&str>) -> String {
    let now_ms = world.clock.now_ms();
    let mut last = booking(BLACK, WHITE, now_ms);
    last.players.black.operator = operator.map(str::to_owned);
    let body = FactBody {
        version: 1,
        stream: PLACE.stream,
        seq: PLACE.seq,
        at_ms: now_ms,
        bookings: vec![booking("somebody", "else", now_ms), last],
    };
    for _ in 0..2 {
        world.pairing.tell(Fact {
            id: "bookings/3/41/0".to_owned(),
            stream: "bookings/3".to_owned(),
            seq: PLACE.seq,
            kind: "booked".to_owned(),
            body: serde_json::to_vec(&body).unwrap(),
            ..Fact::default()
        });
        world.catch_up().await;
    }
    casual_game_id(PLACE.stream, PLACE.seq, PLACE.pair, SEED)
}

/// What pairing is told of the game once it is over.
async fn over(world: &World, game: &str) -> Value {
    let facts = world.until_told("casual_game_over").await;
    let of_casual_games = facts.iter().filter(|fact| fact.kind == "casual_game_over");
    let mut bodies = of_casual_games
        .map(|fact| serde_json::from_slice::<Value>(&fact.body).unwrap())
        .filter(|body| body["game_id"] == game);
    let first = bodies.next();
    assert_eq!(bodies.next(), None, "it is told once");
    first.unwrap()
}

#[test]
fn a_booking_becomes_one_game_which_tells_its_end() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let game = book(&world).await;
        world.until_live(&game).await;
        let table = world.table(&game).await;
        assert_eq!((table.tournament_id.as_str(), table.board_size), ("", 4));
        assert_eq!(table.black_entrant_id, BLACK);
        // Its players are at the table as soon as a move of theirs is.
        let mut choice = 3_usize;
        let last = loop {
            choice = choice * 31 % 101;
            let table = world.step(&game, choice).await;
            if table.phase() == proto::TablePhase::Finished {
                break table;
            }
        };
        let result = last.result.unwrap();
        let told = over(&world, &game).await;
        assert_eq!(told["booked_at"], serde_json::to_value(PLACE).unwrap());
        assert_eq!(told["black_discs"], result.black_discs);
        assert_eq!(
            (&told["kind"], &told["begun"]),
            (&"played".into(), &true.into())
        );
        // A result stands as soon as it is there: nobody signs for it.
        let request = proto::GetTableRequest {
            game_id: game.clone(),
            ..proto::GetTableRequest::default()
        };
        let shown = answered(world.client().get_table(world.by(BLACK, request)).await);
        assert_eq!(shown.unwrap().table.unwrap().confirmation, None);
        // It is told ply by ply as a game of no event.
        for (tournament_id, games) in [("", 1), ("another", 0)] {
            let request = proto::ReadPlayedGamesRequest {
                tournament_id: tournament_id.to_owned(),
                only_game_id: game.clone(),
                ..proto::ReadPlayedGamesRequest::default()
            };
            let told = world
                .service(Role::Ratings)
                .read_played_games(request)
                .await;
            let told = answered(told).unwrap().games;
            assert_eq!(told.len(), games, "{tournament_id}");
            assert!(told.iter().all(|one| one.plies.len() == last.plies.len()));
        }
    });
}

#[test]
fn moves_that_came_by_a_key_are_told_at_the_end_and_only_gateways_say_so() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let game = book(&world).await;
        world.until_live(&game).await;
        let resign = |by_key| proto::ResignRequest {
            command_id: world.new_id(),
            game_id: game.clone(),
            stamps: Some(proto::Stamps {
                received_at_ms: world.clock.now_ms(),
                account_id: WHITE.to_owned(),
                by_key,
                ..proto::Stamps::default()
            }),
        };
        // Whoever speaks for himself stamps nothing.
        let table = world.table(&game).await;
        let forged = proto::MoveRequest {
            command_id: world.new_id(),
            game_id: game.clone(),
            ply: table.ply,
            square: table.legal_squares[0].clone(),
            flip: String::new(),
            stamps: Some(proto::Stamps {
                account_id: BLACK.to_owned(),
                ..resign(true).stamps.unwrap()
            }),
        };
        answered(world.client().r#move(world.by(BLACK, forged)).await).unwrap();
        let gateway = world.service(Role::Gateway);
        answered(gateway.clone().resign(resign(true)).await).unwrap();
        let told = over(&world, &game).await;
        assert_eq!(
            told["by_key"],
            serde_json::json!({"black": false, "white": true})
        );
    });
}

#[test]
fn a_game_that_nobody_comes_to_is_over_and_was_never_begun() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let game = book(&world).await;
        world.until_live(&game).await;
        let told = over(&world, &game).await;
        assert_eq!(
            (&told["kind"], &told["begun"]),
            (&"absence".into(), &false.into())
        );
    });
}

#[test]
fn who_resigns_before_a_move_aborts_it_and_who_watches_sees_it() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let game = book(&world).await;
        world.until_live(&game).await;
        let request = proto::ResignRequest {
            command_id: world.new_id(),
            game_id: game.clone(),
            ..proto::ResignRequest::default()
        };
        let by_stranger = world
            .client()
            .resign(world.by("carla", request.clone()))
            .await;
        assert_eq!(answered(by_stranger).unwrap_err().code, "not_your_seat");
        answered(world.client().resign(world.by(WHITE, request)).await).unwrap();
        let told = over(&world, &game).await;
        assert_eq!(
            (&told["kind"], &told["begun"]),
            (&"resigned".into(), &false.into())
        );
        assert_eq!(told["winner"], "black");
        let request = proto::GetTableRequest {
            game_id: game.clone(),
            ..proto::GetTableRequest::default()
        };
        let watched = answered(world.client().get_table(request).await).unwrap();
        assert_eq!(watched.table.unwrap().phase(), proto::TablePhase::Finished);
    });
}
