//! An arena and a ladder on a whole server: members enter, are paired by their points or by a challenge, and play through
//! a fall of the server; the last games count, and seeks end with the contest. An arena over several processes too.

use std::time::Duration;

use outflank_client::{
    Booked, Carrier, Client, Contest, Seat, TablePhase, enter_contest, find_contest_game,
};
use outflank_tests::{
    Server,
    cluster::Cluster,
    event::text,
    opponent::First,
    program::{key, operator},
    waiting::{PATIENCE, until},
};
use serde_json::{Value, json};

const SMALL: &str = "othello_4x4";

/// Two gateways, two instances of pairing.
const DEPLOYMENT: [(&str, usize); 6] = [
    ("gateway", 2),
    ("identity", 1),
    ("pairing", 2),
    ("play", 1),
    ("standings", 1),
    ("ratings", 1),
];

async fn member(anybody: &Client, name: &str) -> Client {
    let client = anybody.anonymous();
    let login = name.to_lowercase();
    client
        .create_account(name, &login, "a long password", None)
        .await
        .unwrap();
    client
}

fn arena() -> Value {
    json!({"arena": {"length_ms": 3_600_000, "win": 2, "draw": 1, "loss": 0, "streak": 0}})
}

fn terms() -> Value {
    json!({"variant": SMALL, "main_ms": 300_000, "increment_ms": 0})
}

async fn found(founder: &Client, rules: &Value) -> String {
    let mut body = json!({"title": "Thursday's", "terms": terms()});
    for (name, value) in rules.as_object().unwrap() {
        body[name] = value.clone();
    }
    let contest: Value = founder.post("/contests", &body).await.unwrap();
    text(&contest["id"])
}

async fn enter(client: &Client, id: &str) -> Contest {
    let contest = enter_contest(client, id).await.unwrap();
    assert_eq!(
        (contest.id.as_str(), contest.terms.variant.as_str()),
        (id, SMALL)
    );
    contest
}

/// Both wait for a game of the contest, and get the same.
async fn pair(contest: &Contest, players: [&Client; 2]) -> [Booked; 2] {
    let seek = |player, carrier| Box::pin(find_contest_game(player, carrier, contest));
    let both = async {
        tokio::try_join!(
            seek(players[0], Carrier::WebSocket),
            seek(players[1], Carrier::Grpc),
        )
    };
    let found = tokio::time::timeout(PATIENCE, both).await;
    let (one, other) = found.expect("they do not find each other").unwrap();
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!(one.game, other.game);
    [one, other]
}

async fn play(players: [&Client; 2], booked: &[Booked; 2]) {
    let seat =
        |client: &Client, booked: &Booked| Seat::new(client.clone(), &booked.game, booked.color);
    let (mut one, mut other) = (seat(players[0], &booked[0]), seat(players[1], &booked[1]));
    let (mut first, mut second) = (First, First);
    let both = async { tokio::join!(one.play(&mut first), other.play(&mut second)) };
    let tables = tokio::time::timeout(2 * PATIENCE, both).await;
    let (table, _) = tables.expect("the game does not end");
    assert_eq!(table.unwrap().phase, TablePhase::Finished);
}

/// The list of a contest in which so many games were played by its entrants together.
async fn after(client: &Client, id: &str, games: u64) -> Vec<Value> {
    let path = format!("/contests/{id}/entrants");
    until("the games count", async || {
        // Who is asked may just have fallen.
        let list = client.list::<Value>(&path, "entrants").await;
        let list = list.map_err(|problem| problem.to_string())?;
        if sum(&list, "games") == games {
            Ok(list)
        } else {
            Err(format!("{list:?}"))
        }
    })
    .await
}

async fn until_somebody_waits(client: &Client, id: &str) {
    let path = format!("/contests/{id}/entrants");
    until("somebody waits", async || {
        let list = client.list::<Value>(&path, "entrants").await.unwrap();
        let waits = list.iter().any(|one| one["waiting"] == true);
        waits.then_some(()).ok_or_else(|| format!("{list:?}"))
    })
    .await;
}

fn sum(list: &[Value], what: &str) -> u64 {
    list.iter().map(|one| one[what].as_u64().unwrap()).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arena_pairs_who_has_entered_again_and_again_until_it_is_ended() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let ingrid = member(&server.client(), "Ingrid").await;
    let anna = member(&server.client(), "Anna").await;
    let id = found(&ingrid, &arena()).await;
    let guest = server.client().anonymous();
    guest.open_guest_session(None).await.unwrap();
    let refused = enter_contest(&guest, &id).await.unwrap_err();
    assert_eq!(refused.code(), Some("members_only"));
    let operator = operator(&server).await;
    let program = server.client().anonymous();
    let program = program.with_api_key(&key(&operator, "Reversi").await);
    let refused = enter_contest(&program, &id).await.unwrap_err();
    assert_eq!(refused.code(), Some("no_programs"));

    let contest = enter(&ingrid, &id).await;
    assert_eq!(enter(&anna, &id).await, contest);
    let both = [&ingrid, &anna];
    let first = pair(&contest, both).await;
    server.kill_and_restart(Duration::from_millis(200));
    play(both, &first).await;
    let list = after(&ingrid, &id, 2).await;
    assert_eq!(
        (sum(&list, "points"), sum(&list, "wins")),
        (2, sum(&list, "losses"))
    );
    let game: Value = anna
        .get(&format!("/casual-games/{}", first[0].game))
        .await
        .unwrap();
    assert_eq!(
        (&game["contest_id"], &game["result"]["rated"]),
        (&json!(id), &json!(true))
    );

    // The colours change, and a game that was booked before the end counts after it. Who seeks then is told of the end.
    let second = pair(&contest, both).await;
    assert_ne!(second[0].color, first[0].color);
    let carla = member(&server.client(), "Carla").await;
    enter(&carla, &id).await;
    let alone = Box::pin(find_contest_game(&carla, Carrier::Grpc, &contest));
    let ending = async {
        until_somebody_waits(&carla, &id).await;
        let ended: Value = ingrid
            .post(&format!("/contests/{id}/end"), &json!({}))
            .await
            .unwrap();
        assert_eq!(ended["state"], "called_off");
    };
    let told = async { tokio::join!(alone, ending).0 };
    let told = tokio::time::timeout(PATIENCE, told).await;
    assert_eq!(told.expect("nobody tells her").unwrap(), None);
    play(both, &second).await;
    let list = after(&ingrid, &id, 4).await;
    assert_eq!(sum(&list, "points"), 4);
    for (player, carrier) in [(&ingrid, Carrier::WebSocket), (&anna, Carrier::Grpc)] {
        let sought = Box::pin(find_contest_game(player, carrier, &contest));
        let sought = tokio::time::timeout(PATIENCE, sought).await;
        assert_eq!(sought.expect("it is refused").unwrap(), None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_on_a_ladder_is_played_by_the_two_and_its_winner_stands_above() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let ingrid = member(&server.client(), "Ingrid").await;
    let anna = member(&server.client(), "Anna").await;
    let rules = json!({"reach": 3, "play_within_ms": 86_400_000, "rest_ms": 0, "taking": "insert"});
    let id = found(&ingrid, &json!({"ladder": rules})).await;
    let contest = enter(&ingrid, &id).await;
    enter(&anna, &id).await;
    let refused = find_contest_game(&anna, Carrier::WebSocket, &contest).await;
    assert_eq!(refused.unwrap_err().code(), Some("no_challenge"));
    let order = after(&anna, &id, 0).await;
    let account = |list: &[Value], place: usize| text(&list[place]["player"]["account_id"]);
    let (above, below) = (account(&order, 0), account(&order, 1));
    let challenge = json!({"account_id": above});
    let path = format!("/contests/{id}/challenges");
    let _: Value = anna.post(&path, &challenge).await.unwrap();

    let both = [&ingrid, &anna];
    let booked = pair(&contest, both).await;
    play(both, &booked).await;
    let list = after(&anna, &id, 2).await;
    let challenger = list.iter().find(|one| one["player"]["account_id"] == below);
    let won = challenger.unwrap()["wins"] == 1;
    let first = if won { below } else { above };
    assert_eq!((account(&list, 0), &list[0]["place"]), (first, &json!(1)));
    let head: Value = anna.get(&format!("/contests/{id}")).await.unwrap();
    assert_eq!(head["challenges"], json!([]), "{head}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arena_over_several_processes_counts_each_game_once_whichever_of_them_falls() {
    let mut cluster = tokio::task::spawn_blocking(|| Cluster::start(&DEPLOYMENT))
        .await
        .unwrap();
    let ingrid = member(&Client::new(&cluster.base(0)), "Ingrid").await;
    let anna = member(&Client::new(&cluster.base(1)), "Anna").await;
    let id = found(&ingrid, &arena()).await;
    let contest = enter(&ingrid, &id).await;
    assert_eq!(enter(&anna, &id).await, contest);
    let both = [&ingrid, &anna];
    let mut games = 0;
    for fallen in cluster.of_role("pairing") {
        // One falls while the game is played, and is back for the next one.
        let booked = pair(&contest, both).await;
        cluster.kill(fallen);
        play(both, &booked).await;
        games += 1;
        let list = after(&anna, &id, 2 * games).await;
        assert_eq!(sum(&list, "points"), 2 * games);
        tokio::task::block_in_place(|| cluster.revive(fallen));
        let list = after(&ingrid, &id, 2 * games).await;
        assert_eq!(sum(&list, "points"), 2 * games);
    }
    let path = format!("/contests/{id}/games");
    let played: Vec<Value> = ingrid.list(&path, "games").await.unwrap();
    assert_eq!(u64::try_from(played.len()).unwrap(), games);
}
