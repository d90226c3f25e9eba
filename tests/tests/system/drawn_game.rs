//! A drawn game whose winner was settled before it (WOC IV.9): chosen, published, played over the network to 32-32,
//! and ranked as a win; and a drawn game of a match, which nobody wins.

use std::time::Duration;

use outflank_client::{Board, Color, Round};
use outflank_tests::{
    Event, Server,
    corpus::{self, RealGame},
    event::Script,
};
use serde_json::{Value, json};

/// The choice is announced five minutes before the start; a minute is left for it.
const START_IN_MS: i64 = 6 * 60_000;

/// Enters a result at the desk.
async fn enter(event: &Event, round: u32, table: u32, black_discs: u32) {
    let path = format!(
        "/tournaments/{}/rounds/{round}/tables/{table}/result",
        event.id
    );
    let entered = json!({"black_discs": black_discs, "reason": "Played on a board."});
    let _: Value = event
        .director
        .send("PUT".parse().unwrap(), &path, &entered, None)
        .await
        .unwrap();
}

/// The better of the two by the order of ids wins 40-24.
fn by_id(board: &Board) -> u32 {
    if board.black_entrant_id < board.white_entrant_id {
        40
    } else {
        24
    }
}

/// Four players meet three times; all of it is entered at the desk.
async fn qualify(event: &Event) {
    loop {
        let next = event.read().await.next.unwrap();
        if next.kind != "publish_round" {
            assert_eq!(next.kind, "announce_finals");
            return;
        }
        let round = event.publish().await;
        for board in &round.boards {
            enter(event, round.number, board.table, by_id(board)).await;
        }
        event.finish(round.number).await;
    }
}

/// Announces the finals; the third of the list takes white in the game for third place, and so loses a draw.
async fn choose_colours(event: &Event, [first, third]: [&str; 2]) -> Round {
    let time: Value = event.director.get("/time").await.unwrap();
    let starts_at_ms = time["server_time_ms"].as_i64().unwrap() + START_IN_MS;
    let path = format!("/tournaments/{}/finals", event.id);
    let body = json!({"starts_at_ms": starts_at_ms, "accept_deviations": true});
    let _: Value = event.director.post(&path, &body).await.unwrap();
    event.choose(third, "third_place", "white").await.unwrap();
    let passed_on = event.choose(first, "final", "opponent_picks_colour");
    let refused = passed_on.await.unwrap_err();
    assert_eq!(refused.code(), Some("draw_win_not_offered"));
    event.choose(first, "final", "black").await.unwrap();
    event.publish_announced().await
}

/// Both seats play the game to its end.
async fn play(event: &Event, board: &Board, game: &RealGame) {
    let mut seats = tokio::task::JoinSet::new();
    for color in [Color::Black, Color::White] {
        let mut seat = event.seat(board, color);
        let mut script = Script {
            squares: game.squares.clone(),
            thought: Duration::ZERO,
        };
        seats.spawn(async move { seat.play(&mut script).await.unwrap().result.unwrap() });
    }
    for result in seats.join_all().await {
        assert_eq!((result.black_discs, result.white_discs), (32, 32));
        assert_eq!(result.winner, Some(Color::Black), "who had the draw-win");
    }
}

/// A round as the tournament shows it.
async fn told_of(event: &Event, number: u32) -> Value {
    let path = format!("/tournaments/{}", event.id);
    let mut told: Value = event.director.get(&path).await.unwrap();
    let rounds = told["rounds"].as_array_mut().unwrap();
    let round = rounds.iter_mut().find(|round| round["number"] == number);
    round.unwrap().take()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_promised_a_draw_wins_the_drawn_game() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let players = &corpus::players("EGP_NORWAY.ELO")[..4];
    let event = Event::announce(&server, "Drawn Game Open", &json!({}), players).await;
    let order: Vec<String> = event.seats.keys().cloned().collect();
    let [first, second, third, fourth] = [0, 1, 2, 3].map(|place: usize| order[place].as_str());
    qualify(&event).await;
    let list = event.standings().await;
    let places: Vec<&str> = list.rows.iter().map(|row| &*row.entrant_id).collect();
    assert_eq!(places, [first, second, third, fourth]);

    let round = choose_colours(&event, [first, third]).await;
    let of = |purpose: &str| {
        let mut boards = round.boards.iter();
        boards.find(|board| board.purpose == purpose).unwrap()
    };
    let (small, title) = (of("third_place"), of("final"));
    let wanted = [(fourth, third), (first, second)];
    let met = [small, title].map(|board| (&*board.black_entrant_id, &*board.white_entrant_id));
    assert_eq!(met, wanted);
    // The start comes while the server is down, so that the promise is read from the journals again.
    server = tokio::task::spawn_blocking(move || {
        server.kill_and_restart_later(START_IN_MS);
        server
    })
    .await
    .unwrap();
    let told = told_of(&event, round.number).await;
    let promised: Vec<&Value> = [small, title]
        .iter()
        .map(|board| &told["boards"][board.table as usize - 1]["draw_winner_entrant_id"])
        .collect();
    assert_eq!(promised, [&json!(fourth), &Value::Null]);

    let mut games = corpus::full_games(1998).into_iter();
    let drawn = games.find(|game| game.black_discs == 32).unwrap();
    play(&event, small, &drawn).await;
    // In a match a draw is half a point each.
    enter(&event, round.number, title.table, 32).await;
    event.finish(round.number).await;
    let told = told_of(&event, round.number).await;
    let result = |board: &Board| told["boards"][board.table as usize - 1]["result"].clone();
    assert_eq!(result(small)["winner"], "black");
    assert_eq!(result(small)["black_discs"], 32);
    assert_eq!(result(title)["winner"], "none");

    let server = finish_the_final(&event, server).await;
    let list = event.standings().await;
    let places: Vec<&str> = list.rows.iter().map(|row| &*row.entrant_id).collect();
    assert_eq!(places, [first, second, fourth, third], "by the drawn game");
    assert!(list.final_ranking);
    drop(server);
}

/// The first of the list wins what is left of the final; the event is confirmed.
async fn finish_the_final(event: &Event, mut server: Server) -> Server {
    loop {
        let next = event.read().await.next.unwrap();
        let round = match next.kind.as_str() {
            "publish_round" => event.publish().await,
            "announce_finals" => {
                event.announce_finals().await;
                server = Event::until_announced(server).await;
                event.publish_announced().await
            }
            "confirm" => break,
            other => panic!("{other} comes next in the final"),
        };
        for board in &round.boards {
            enter(event, round.number, board.table, by_id(board)).await;
        }
        event.finish(round.number).await;
    }
    let path = format!("/tournaments/{}/confirmation", event.id);
    let _: Value = event.director.post(&path, &json!({})).await.unwrap();
    server
}
