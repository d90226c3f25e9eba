//! What the desk decides about disputed results, as the tables tell it.

use crate::world::{BLACK, DIRECTOR, MAIN_MS, TOURNAMENT, WHITE, World, answered, anywhere};
use outflank_proto::play::v1 as proto;
use outflank_tournament::{
    Absence, AccountId, Colour, EntrantId, Event as Fact, OfficialRole, ResultKind, ResultRecord,
};

const WORDS: &str = "The clocks say that both flags stood.";
const STRANGER: &str = "a-stranger";

impl World {
    /// White gave up after the first move, and disputes that.
    async fn disputed(&self, game: &str) {
        self.play(BLACK, "c1", game, (1, "f5")).await.unwrap();
        let resigned = proto::ResignRequest {
            command_id: "c2".to_owned(),
            game_id: game.to_owned(),
            stamps: None,
        };
        answered(self.client().resign(self.by(WHITE, resigned)).await).unwrap();
        let account = AccountId::from(DIRECTOR);
        let appointed = Fact::OfficialAppointed {
            account,
            role: OfficialRole::HeadDirector,
            shares: Vec::new(),
            powers: None,
        };
        self.pairing.push(TOURNAMENT, &appointed);
        let disputed = Fact::ResultDisputed {
            round: 1,
            table: 1,
            entrant: EntrantId::from("e-boris"),
            reason: "d1".to_owned(),
        };
        let text = ("d1", "That was not me.");
        self.pairing
            .push_written(TOURNAMENT, &disputed, WHITE, text);
        self.catch_up().await;
    }

    async fn shown_to(&self, account: &str, game: &str) -> proto::Table {
        let asked = proto::GetTableRequest {
            game_id: game.to_owned(),
            ..Default::default()
        };
        let shown = answered(self.client().get_table(self.by(account, asked)).await);
        shown.unwrap().table.unwrap()
    }

    /// The last ruling at the table: who, why, and whether the player was right.
    async fn ruled(&self, account: &str, game: &str) -> (String, String, Option<bool>) {
        let mut rulings = self.shown_to(account, game).await.rulings;
        let last = rulings.pop().unwrap();
        assert_eq!(last.act, "settle_dispute");
        (last.official_account_id, last.reason, last.upheld)
    }
}

#[test]
fn both_players_are_told_who_let_a_disputed_result_stand_and_why() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.disputed(&game).await;
        let shown = world.shown_to(DIRECTOR, &game).await.confirmation.unwrap();
        assert_eq!(shown.state, "disputed");
        assert_eq!(shown.dispute, "That was not me.");
        for account in [STRANGER, BLACK, WHITE] {
            let shown = world.shown_to(account, &game).await.confirmation.unwrap();
            assert_eq!(
                (&*shown.state, &*shown.dispute),
                ("disputed", ""),
                "{account}"
            );
        }

        let settled = Fact::DisputeSettled {
            round: 1,
            table: 1,
            reason: "r1".to_owned(),
        };
        let text = ("r1", WORDS);
        world
            .pairing
            .push_written(TOURNAMENT, &settled, DIRECTOR, text);
        world.catch_up().await;
        for account in [BLACK, WHITE, DIRECTOR] {
            let told = world.ruled(account, &game).await;
            assert_eq!(told, (DIRECTOR.to_owned(), WORDS.to_owned(), Some(false)));
        }
        let told = world.ruled(STRANGER, &game).await;
        assert_eq!(told, (String::new(), String::new(), None));
        let confirmation = world.shown_to(BLACK, &game).await.confirmation.unwrap();
        assert_eq!(confirmation.state, "confirmed");
    });
}

#[test]
fn a_correction_says_that_the_player_was_right() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.disputed(&game).await;
        let corrected = Fact::ResultCorrected {
            round: 1,
            table: 1,
            result: ResultRecord {
                black_discs: 30,
                white_discs: 34,
                winner: Some(Colour::White),
                kind: ResultKind::Ruling,
                absent: Absence::Nobody,
                game: None,
                unplayed: false,
            },
            reason: "r1".to_owned(),
            after_pairing_of: None,
        };
        let text = ("r1", WORDS);
        world
            .pairing
            .push_written(TOURNAMENT, &corrected, DIRECTOR, text);
        world.catch_up().await;
        let told = world.ruled(WHITE, &game).await;
        assert_eq!(told, (DIRECTOR.to_owned(), WORDS.to_owned(), Some(true)));
        assert_eq!(world.ruled(STRANGER, &game).await.2, None);
        for (account, state) in [
            (WHITE, "overruled"),
            (DIRECTOR, "overruled"),
            (STRANGER, "disputed"),
        ] {
            let table = world.shown_to(account, &game).await;
            assert_eq!(table.confirmation.unwrap().state, state, "{account}");
        }
    });
}

/// Facts of an earlier pairing say neither who nor why.
#[test]
fn a_decision_of_which_no_more_is_told_is_nobodys() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.disputed(&game).await;
        let settled = Fact::DisputeSettled {
            round: 1,
            table: 1,
            reason: "r1".to_owned(),
        };
        world.pairing.push(TOURNAMENT, &settled);
        world.catch_up().await;
        let told = world.ruled(WHITE, &game).await;
        assert_eq!(told, (String::new(), String::new(), Some(false)));
    });
}
