//! An official who plays reads of the own game, as long as it goes on, what a player reads.

use crate::world::{
    BLACK, DIRECTOR, MAIN_MS, STRANGER, TOURNAMENT, WHITE, World, answered, anywhere,
};
use outflank_proto::play::v1 as proto;
use outflank_tournament::{
    AccountId, EntrantId, Event, InterestTable, LeftSeat, OfficialRole, SharedInterest,
};

/// Whom the player appointed once they were paired.
const FRIEND: &str = "fritz";
/// Does not play.
const JUDGE: &str = DIRECTOR;

fn appoint(world: &World, account: &str, shares: Vec<SharedInterest>) {
    let appointed = Event::OfficialAppointed {
        account: AccountId::from(account),
        role: OfficialRole::HeadDirector,
        shares,
        powers: None,
    };
    world.pairing.push(TOURNAMENT, &appointed);
}

/// A table whose black plays and directs, under this table of interests.
async fn meeting(table: InterestTable) -> (World, String) {
    let world = World::under(MAIN_MS, table).await;
    appoint(&world, BLACK, Vec::new());
    appoint(&world, JUDGE, Vec::new());
    let game = world.publish(1, &[("e-anna", "e-boris")]).await.remove(0);
    let shared = SharedInterest {
        with: AccountId::from(BLACK),
        through_round: 1,
    };
    appoint(&world, FRIEND, vec![shared]);
    world.catch_up().await;
    world.until_live(&game).await;
    (world, game)
}

/// Black gives the own seat to nobody in particular.
async fn leave(world: &World) {
    let entrant = EntrantId::from("e-anna");
    let left = LeftSeat {
        by: AccountId::from(BLACK),
        through_round: 1,
        operator: None,
    };
    let released = Event::SeatReleased {
        entrant: entrant.clone(),
        left: Some(left),
    };
    world.pairing.push(TOURNAMENT, &released);
    let account = AccountId::from(STRANGER);
    let assigned = Event::SeatAssigned {
        entrant,
        account,
        operator: None,
    };
    world.pairing.push(TOURNAMENT, &assigned);
    world.catch_up().await;
}

/// What the evidence and the clock sheet are refused with; nothing where they are read.
async fn refused(world: &World, account: &str, game: &str) -> [String; 2] {
    let evidence = proto::GetEvidenceRequest {
        game_id: game.to_owned(),
        ..Default::default()
    };
    let mut client = world.client();
    let evidence = client.get_evidence(world.by(account, evidence)).await;
    let evidence = answered(evidence).err();
    let sheet = proto::GetClockSheetRequest {
        game_id: game.to_owned(),
    };
    let sheet = client.get_clock_sheet(world.by(account, sheet)).await;
    let sheet = answered(sheet).err();
    [evidence, sheet].map(|problem| problem.map(|problem| problem.code).unwrap_or_default())
}

/// As what the account sees the table, and whether it reads what a spectator wrote.
async fn seen(world: &World, account: &str, game: &str) -> (proto::Viewer, bool) {
    let table = proto::GetTableRequest {
        game_id: game.to_owned(),
        ..Default::default()
    };
    let table = world.client().get_table(world.by(account, table)).await;
    let chat = proto::ReadChatRequest {
        game_id: game.to_owned(),
        ..Default::default()
    };
    let chat = world.client().read_chat(world.by(account, chat)).await;
    let heard = !answered(chat).unwrap().messages.is_empty();
    (answered(table).unwrap().viewer(), heard)
}

async fn advise(world: &World, game: &str) {
    let words = proto::PostChatRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        channel: proto::ChatChannel::Spectators.into(),
        text: "c3 wins".to_owned(),
        ..Default::default()
    };
    let posted = world.client().post_chat(world.by("spectator", words)).await;
    answered(posted).unwrap();
}

async fn end(world: &World, game: &str) {
    let resignation = proto::ResignRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        stamps: None,
    };
    let resigned = world.client().resign(world.by(WHITE, resignation)).await;
    answered(resigned).unwrap();
}

const READ: [&str; 2] = ["", ""];

#[test]
fn the_own_games_evidence_is_another_officials_until_it_is_settled() {
    anywhere(async {
        let (world, game) = meeting(InterestTable::default()).await;
        let as_player = ["own_game", ""];
        assert_eq!(refused(&world, JUDGE, &game).await, READ);
        assert_eq!(refused(&world, BLACK, &game).await, as_player);
        assert_eq!(refused(&world, FRIEND, &game).await, ["own_game"; 2]);
        end(&world, &game).await;
        assert_eq!(refused(&world, BLACK, &game).await, as_player);
        world.clock.set_forward(601_000);
        let confirmed = |table: &proto::Table| {
            let confirmation = table.confirmation.as_ref();
            confirmation.is_some_and(|confirmation| confirmation.state == "confirmed")
        };
        world.until(&game, confirmed).await;
        for account in [JUDGE, BLACK, FRIEND] {
            assert_eq!(refused(&world, account, &game).await, READ, "{account}");
        }
    });
}

#[test]
fn an_empty_chair_gives_no_official_a_players_secrets() {
    anywhere(async {
        let (world, game) = meeting(InterestTable::default()).await;
        advise(&world, &game).await;
        assert_eq!(
            seen(&world, BLACK, &game).await,
            (proto::Viewer::Black, false)
        );
        leave(&world).await;
        for account in [BLACK, FRIEND] {
            let as_spectator = (proto::Viewer::Spectator, false);
            assert_eq!(
                seen(&world, account, &game).await,
                as_spectator,
                "{account}"
            );
            assert_eq!(refused(&world, account, &game).await, ["own_game"; 2]);
        }
        let as_official = (proto::Viewer::Official, true);
        assert_eq!(seen(&world, JUDGE, &game).await, as_official);
        // Of another table they see what officials see.
        let next = world.publish(2, &[("e-emma", "e-fred")]).await.remove(0);
        for account in [BLACK, FRIEND] {
            let (viewer, _) = seen(&world, account, &next).await;
            assert_eq!(viewer, proto::Viewer::Official, "{account}");
        }
    });
}

#[test]
fn without_the_table_an_official_reads_the_own_games_evidence() {
    anywhere(async {
        let (world, game) = meeting(InterestTable::ignored()).await;
        advise(&world, &game).await;
        assert_eq!(refused(&world, BLACK, &game).await, READ);
        leave(&world).await;
        for account in [BLACK, FRIEND] {
            let as_official = (proto::Viewer::Official, true);
            assert_eq!(seen(&world, account, &game).await, as_official, "{account}");
            assert_eq!(refused(&world, account, &game).await, READ, "{account}");
        }
    });
}
