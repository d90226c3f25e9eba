//! Results entered by an official while the game at that table is still open.

use crate::world::{BLACK, MAIN_MS, TOURNAMENT, WHITE, World, anywhere, rest};
use outflank_othello::Event;
use outflank_proto::play::v1 as proto;
use outflank_tournament::{Absence, Colour, Event as TournamentEvent, ResultKind, ResultRecord};

fn entered(black_discs: u32, game: Option<&str>) -> ResultRecord {
    ResultRecord {
        black_discs,
        white_discs: 64 - black_discs,
        winner: match black_discs.cmp(&32) {
            std::cmp::Ordering::Greater => Some(Colour::Black),
            std::cmp::Ordering::Less => Some(Colour::White),
            std::cmp::Ordering::Equal => None,
        },
        kind: ResultKind::Ruling,
        absent: Absence::Nobody,
        game: game.map(str::to_owned),
        unplayed: false,
    }
}

impl World {
    async fn told(&self, result: ResultRecord, reason: Option<&str>) {
        self.pairing.result(TOURNAMENT, (1, 1), result, reason);
        self.catch_up().await;
    }

    async fn refused_by_the_end(&self, account: &str, game: &str, ply: (u32, &str)) {
        let id = self.new_id();
        let refused = self.play(account, &id, game, ply).await.unwrap_err();
        assert_eq!(refused.code, "game_over");
    }
}

#[test]
fn an_entered_result_ends_a_running_game() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        world.play(WHITE, "c2", &game, (2, "d6")).await.unwrap();
        world.told(entered(40, None), None).await;

        let table = world.table(&game).await;
        assert_eq!(table.phase(), proto::TablePhase::Finished);
        let result = table.result.clone().unwrap();
        assert_eq!((result.black_discs, result.white_discs), (40, 24));
        assert_eq!(result.winner(), proto::Color::Black);
        assert_eq!(result.reason, "ruling");
        assert_eq!(table.plies.len(), 2);
        assert_eq!(
            table.clocks.unwrap().running(),
            proto::Color::Unspecified,
            "no clock runs"
        );
        assert_eq!(
            world.journal().deadlines_until(i64::MAX, 1).await.unwrap(),
            []
        );
        world.refused_by_the_end(BLACK, &game, (3, "c3")).await;

        // The same fact again, a correction, and the flag's time: none of them adds anything.
        world.pairing.repeat_last();
        world.told(entered(20, None), Some("r2")).await;
        world.clock.set_forward(MAIN_MS + 60_000);
        // Longer than the sweeper rests.
        rest(2_500).await;
        let later = world.table(&game).await;
        assert_eq!((later.seq, later.result), (table.seq, table.result));
        assert_eq!(world.facts().await, []);
    });
}

#[test]
fn a_correction_ends_a_game_that_waits_for_its_start() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let starts_at_ms = world.clock.now_ms() + 60_000;
        let pairs = [("e-anna", "e-boris"), ("e-clara", "e-dario")];
        let games = world.publish_for(1, &pairs, starts_at_ms).await;
        world.told(entered(32, None), Some("r1")).await;

        let table = world.table(&games[0]).await;
        assert_eq!(table.phase(), proto::TablePhase::Finished);
        let result = table.result.unwrap();
        assert_eq!((result.black_discs, result.white_discs), (32, 32));
        assert_eq!(result.winner(), proto::Color::Unspecified);
        world.refused_by_the_end(BLACK, &games[0], (1, "f5")).await;

        // The next table is not concerned.
        world.clock.set_forward(60_000);
        world.until_live(&games[1]).await;
        let events = world.events(&games[0]).await;
        let started = |event: &Event| matches!(event, Event::Started { .. });
        assert!(!events.iter().any(started), "{events:?}");
        assert_eq!(world.facts().await, []);
    });
}

#[test]
fn a_result_that_comes_from_a_game_closes_none() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.told(entered(40, Some("another-game")), None).await;
        assert_eq!(world.table(&game).await.phase(), proto::TablePhase::Live);
        world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
    });
}

/// The games of an annulled round end at their tables without a result; the round that takes its number has games of its
/// own, and a result of it touches none of the old ones.
#[test]
fn an_annulled_round_ends_its_running_games_without_a_result() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        let annulled = TournamentEvent::RoundAnnulled {
            round: 1,
            reason: "reason".to_owned(),
        };
        world.pairing.push(TOURNAMENT, &annulled);
        world.catch_up().await;
        let table = world.table(&game).await;
        // As the round's own read has it: no result.
        assert_eq!(
            (table.phase(), table.result),
            (proto::TablePhase::Annulled, None)
        );
        assert_eq!(table.plies.len(), 1, "what was played stays to be seen");
        let id = world.new_id();
        let refused = world.play(WHITE, &id, &game, (2, "d6")).await.unwrap_err();
        assert_eq!(refused.code, "annulled");
        // Another result at that table is not this game's.
        world.told(entered(40, None), None).await;
        let again = world.table(&game).await;
        assert_eq!(
            (again.phase(), again.result),
            (proto::TablePhase::Annulled, None)
        );
        assert_eq!(world.facts().await, []);
    });
}
