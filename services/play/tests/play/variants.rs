//! Variants at a table: what a player says of a flip by choice, smaller boards, handicaps as pairing publishes them.

use outflank_access::Problem;
use outflank_othello::transcript::{Outcome, parse, replay_on};
use outflank_othello::{Board, BoardSize, Event, Opening};
use outflank_proto::play::v1 as proto;
use outflank_tournament::{
    Cost, EntrantId, Event as Told, Handicap, Opening as RuleOpening, PublishedPairing,
};

use crate::rules::under;
use crate::world::{BLACK, TOURNAMENT, WHITE, World, answered, anywhere};

fn asked(command: &str, game: &str, (ply, square, flip): (u32, &str, &str)) -> proto::MoveRequest {
    proto::MoveRequest {
        command_id: command.to_owned(),
        game_id: game.to_owned(),
        ply,
        square: square.to_owned(),
        flip: flip.to_owned(),
        stamps: None,
    }
}

async fn flip(
    world: &World,
    account: &str,
    request: proto::MoveRequest,
) -> Result<proto::CommandResponse, Problem> {
    answered(world.client().r#move(world.by(account, request)).await)
}

#[test]
fn the_mover_says_which_disc_is_flipped() {
    anywhere(async {
        let (world, game) =
            under(|rules| rules.variant.opening = RuleOpening::Placed1883MustFlip).await;
        world.until_live(&game).await;
        for (account, ply, square) in [(BLACK, 1, "d4"), (WHITE, 2, "d5"), (BLACK, 3, "e5")] {
            let table = world.table(&game).await;
            assert_eq!(
                (table.opening.as_str(), table.must_flip),
                ("placed_1883_must_flip", false)
            );
            assert!(table.flippable_squares.is_empty());
            world
                .play(account, &world.new_id(), &game, (ply, square))
                .await
                .unwrap();
        }
        let table = world.table(&game).await;
        assert_eq!(table.legal_squares, ["e4"]);
        assert_eq!(table.flippable_squares, ["d4", "e5"]);
        assert!(table.must_flip);
        for wrong in ["", "d5", "a1"] {
            let refused = flip(
                &world,
                WHITE,
                asked(&world.new_id(), &game, (4, "e4", wrong)),
            )
            .await;
            assert_eq!(refused.unwrap_err().code, "invalid_flip", "{wrong}");
        }
        let malformed = flip(&world, WHITE, asked("m", &game, (4, "e4", "z9"))).await;
        assert_eq!(malformed.unwrap_err().code, "malformed_square");
        let sent = asked("c", &game, (4, "e4", "e5"));
        let first = flip(&world, WHITE, sent.clone()).await.unwrap();
        let again = flip(&world, WHITE, sent).await.unwrap();
        assert_eq!((again.seq, again.repeated), (first.seq, true));
        let other = flip(&world, WHITE, asked("c", &game, (4, "e4", "d4"))).await;
        assert_eq!(other.unwrap_err().code, "command_id_reused");
        let table = world.table(&game).await;
        let last = table.plies.last().unwrap();
        assert_eq!((last.square.as_str(), last.flip.as_str()), ("e4", "e5"));
        assert_eq!(table.last_flips, ["e5"]);
        assert_eq!((table.black_discs, table.white_discs), (1, 3));
        assert!(table.flippable_squares.is_empty() && !table.must_flip);
    });
}

#[test]
fn a_smaller_board_is_shown_and_played_to_its_end() {
    anywhere(async {
        let (world, game) = under(|rules| rules.variant.size = BoardSize::Six).await;
        world.until_live(&game).await;
        let first = world.table(&game).await;
        assert_eq!((first.board_size, first.board.len()), (6, 36));
        assert_eq!(
            first.board,
            format!("{}O*--{}*O{}", "-".repeat(14), "--", "-".repeat(14))
        );
        assert_eq!(first.legal_squares, ["c2", "b3", "e4", "d5"]);
        let beyond = world.play(BLACK, &world.new_id(), &game, (1, "g4")).await;
        assert_eq!(beyond.unwrap_err().code, "illegal_move");
        let mut choice = 5_usize;
        let last = loop {
            choice = choice * 31 % 101;
            let table = world.step(&game, choice).await;
            if table.phase() == proto::TablePhase::Finished {
                break table;
            }
        };
        let result = last.result.unwrap();
        assert_eq!(result.black_discs + result.white_discs, 36);
        let line: String = last.plies.iter().map(|ply| ply.square.clone()).collect();
        let board = Board {
            size: BoardSize::Six,
            ..Board::OTHELLO
        };
        let replayed = replay_on(&board, &parse(&line).unwrap());
        let Outcome::Finished { discs } = replayed.outcome else {
            panic!("{:?}", replayed.outcome)
        };
        assert_eq!(result.black_discs, u32::from(discs.black));
        let text = last.confirmation.unwrap().transcript;
        assert!(text.contains("board 6x6\n"), "{text}");
    });
}

#[test]
fn a_handicap_that_pairing_published_lies_on_the_table() {
    anywhere(async {
        let (world, _) = under(|rules| rules.variant.opening = Opening::Standard).await;
        let pairing = PublishedPairing {
            handicap: Some(Handicap {
                entrant: EntrantId::from("e-anna"),
                discs: 3,
            }),
            ..PublishedPairing::new(1, EntrantId::from("e-anna"), EntrantId::from("e-boris"))
        };
        let published = Told::RoundPublished {
            round: 2,
            stage: 0,
            starts_at_ms: world.clock.now_ms(),
            pairings: vec![pairing],
            byes: Vec::new(),
            cost: Cost::new(),
            draw: None,
            deviations: Vec::new(),
            edit: None,
            engine: None,
        };
        let seq = world.pairing.push(TOURNAMENT, &published);
        world.catch_up().await;
        let game = outflank_access::identifier::game_id(TOURNAMENT, seq, 2, 1, 1);
        world.until_live(&game).await;
        let table = world.table(&game).await;
        assert_eq!(table.handicap_to(), proto::Color::Black);
        assert_eq!(table.handicap_squares, ["a1", "h1", "h8"]);
        assert_eq!(table.to_move(), proto::Color::White);
        assert_eq!((table.black_discs, table.white_discs), (5, 2));
        let refused = world.play(BLACK, &world.new_id(), &game, (1, "f5")).await;
        assert_eq!(refused.unwrap_err().code, "not_your_turn");
        let square = table.legal_squares[0].clone();
        world
            .play(WHITE, &world.new_id(), &game, (1, &square))
            .await
            .unwrap();
        let moved = world.events(&game).await;
        assert!(
            moved
                .iter()
                .any(|event| matches!(event, Event::Moved { .. }))
        );
    });
}
