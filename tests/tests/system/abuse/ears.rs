//! Who hears what is no longer, or not yet, for him.

use outflank_client::{Board, Carrier, Client, Frame, Line};
use outflank_tests::{
    Event, Server, corpus,
    event::text,
    waiting::{PATIENCE, until, until_live},
};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

/// A running game of two, and the way to it.
struct Hall {
    _data: tempfile::TempDir,
    server: Server,
    event: Event,
    board: Board,
    game: String,
}

impl Hall {
    async fn open() -> Self {
        let data = tempfile::tempdir().unwrap();
        let server = Server::start(data.path());
        let players = &corpus::players("EGP_NORWAY.ELO")[..2];
        let event = Event::announce(&server, "Ears Open", &json!({}), players).await;
        let board = event.publish().await.boards[0].clone();
        let game = format!("/games/{}", board.game_id);
        let hall = Self {
            _data: data,
            server,
            event,
            board,
            game,
        };
        until_live(hall.black(), &hall.board.game_id).await;
        hall
    }

    fn black(&self) -> &Client {
        &self.event.seats[&self.board.black_entrant_id]
    }

    fn white(&self) -> &Client {
        &self.event.seats[&self.board.white_entrant_id]
    }

    /// An account that has no part in the event.
    async fn member(&self, login: &str) -> Client {
        let client = self.server.client();
        let made = client.create_account("Astrid Vik", login, "a long password", None);
        made.await.unwrap();
        client
    }

    async fn line(&self, client: &Client, carrier: Carrier) -> Line {
        let mut line = Line::open_over(client, carrier).await.unwrap();
        self.watch(&mut line).await;
        line
    }

    async fn watch(&self, line: &mut Line) {
        let watch = json!({"type": "watch", "game": self.board.game_id, "after_seq": 0});
        line.send(&watch).await.unwrap();
    }

    async fn write(&self, client: &Client, channel: &str, words: &str) -> Value {
        let body = json!({"channel": channel, "text": words});
        let path = format!("{}/chat", self.game);
        client.post(&path, &body).await.unwrap()
    }

    /// What a client reads over HTTP of what was written.
    async fn read(&self, client: &Client) -> Vec<Value> {
        let path = format!("{}/chat", self.game);
        let read: Value = client.get(&path).await.unwrap();
        read["messages"].as_array().unwrap().clone()
    }

    async fn act(&self, client: &Client, act: Value) -> Result<(), Option<String>> {
        let body = json!({"act": act, "reason": "As the rules say."});
        let acts = format!("{}/acts", self.game);
        let done: Result<Value, _> = client.post(&acts, &body).await;
        done.map(drop)
            .map_err(|failure| failure.code().map(str::to_owned))
    }
}

/// The next frame of a socket, as it came.
async fn next(line: &mut Line) -> Value {
    let heard = timeout(PATIENCE, line.next_raw()).await;
    let heard = heard.expect("nothing is heard").expect("it was closed");
    serde_json::from_str(&heard).unwrap()
}

/// Every frame up to the first that is as wanted, which is the last of them.
async fn frames_until(line: &mut Line, wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
    let mut frames = Vec::new();
    loop {
        let frame = next(line).await;
        let found = wanted(&frame);
        frames.push(frame);
        if found {
            return frames;
        }
    }
}

fn is(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |frame| frame["type"] == kind
}

fn says(frames: &[Value], words: &str) -> bool {
    frames.iter().any(|frame| frame.to_string().contains(words))
}

/// The seat of a running game goes to another account. The old holder's socket and stream stay open and hear nothing
/// more as the player's.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_lost_the_seat_hears_the_table_no_more() {
    let hall = Hall::open().await;
    let old = hall.black();
    let mut socket = hall.line(old, Carrier::WebSocket).await;
    frames_until(&mut socket, is("chat")).await;
    let mut stream = hall.line(old, Carrier::Grpc).await;
    while !matches!(stream.next().await.unwrap(), Frame::Table { .. }) {}

    let path = format!(
        "/tournaments/{}/entrants/{}/seat-code",
        hall.event.id, hall.board.black_entrant_id
    );
    let issued: Value = hall.event.director.post(&path, &json!({})).await.unwrap();
    let new = hall.server.client();
    new.claim_seat(&text(&issued["code"])).await.unwrap();
    let claimed = Instant::now();
    frames_until(&mut socket, is("resync")).await;
    eprintln!(
        "figure old_holder_hears_ms {}",
        claimed.elapsed().as_millis()
    );
    while !matches!(stream.next().await.unwrap(), Frame::Resync { .. }) {}

    // What only players hear: words between them, and a call for the director.
    hall.write(hall.white(), "players", "see you at c4").await;
    let _: Value = hall
        .white()
        .post(&format!("{}/director-calls", hall.game), &json!({}))
        .await
        .unwrap();
    assert!(says(&hall.read(&new).await, "see you at c4"));
    assert!(!says(&hall.read(old).await, "see you at c4"));
    hall.watch(&mut socket).await;
    let heard = frames_until(&mut socket, is("chat")).await;
    assert!(says(&heard, "\"paused\""), "a spectator sees the pause");
    for inside in ["see you at c4", "director_called"] {
        assert!(!says(&heard, inside), "{heard:?}");
    }
    hall.watch(&mut stream).await;
    loop {
        if let Frame::Table { entries, .. } = stream.next().await.unwrap() {
            assert!(!says(&entries, "director_called"), "{entries:?}");
            break;
        }
    }
}

/// A spectator writes advice; the player reads along with a second account.
#[tokio::test(flavor = "multi_thread")]
async fn advice_in_the_spectators_chat_reaches_nobody_before_the_end() {
    let hall = Hall::open().await;
    let (friend, second) = (hall.member("friend").await, hall.member("second").await);
    let nobody = hall.server.client();
    let mut ear = hall.line(&second, Carrier::WebSocket).await;
    frames_until(&mut ear, is("chat")).await;
    let mut own = hall.line(&friend, Carrier::WebSocket).await;
    frames_until(&mut own, is("chat")).await;

    let written = hall.write(&friend, "spectators", "c3 wins").await;
    assert_eq!(written["held"], true);
    let echo = frames_until(&mut own, is("chat")).await;
    assert_eq!(echo.last().unwrap()["messages"][0]["held"], true);
    for reader in [&second, hall.black(), hall.white(), &nobody] {
        assert_eq!(hall.read(reader).await, Vec::<Value>::new());
    }
    assert_eq!(hall.read(&friend).await[0]["held"], true);
    assert_eq!(hall.read(&hall.event.director).await[0]["text"], "c3 wins");
    // Whoever comes only now is told no more.
    hall.watch(&mut ear).await;
    assert!(!says(&frames_until(&mut ear, is("chat")).await, "c3 wins"));

    // The director opens it, and holds it back again.
    let director = &hall.event.director;
    let open = json!({"type": "open_spectators_chat"});
    let refused = hall.act(&friend, open.clone()).await;
    assert_eq!(refused.unwrap_err().as_deref(), Some("directors_only"));
    hall.act(director, open).await.unwrap();
    let told = frames_until(&mut ear, is("chat")).await;
    assert!(says(&told, "c3 wins"));
    for reader in [&second, &nobody] {
        assert_eq!(hall.read(reader).await.len(), 1);
    }
    assert_eq!(hall.read(hall.black()).await, Vec::<Value>::new());
    let close = json!({"type": "close_spectators_chat"});
    hall.act(director, close).await.unwrap();
    hall.write(&friend, "spectators", "d3 wins").await;
    for reader in [&second, &nobody] {
        assert_eq!(hall.read(reader).await, Vec::<Value>::new());
    }

    let resign = format!("{}/resignation", hall.game);
    let _: Value = hall.white().post(&resign, &json!({})).await.unwrap();
    let told = frames_until(&mut ear, is("chat")).await;
    assert!(says(&told, "d3 wins"), "{told:?}");
    for reader in [&second, hall.black(), &nobody] {
        assert_eq!(hall.read(reader).await.len(), 2);
    }
}

/// A player calls for the director, and would have ten minutes to look at the board.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_for_the_director_is_no_time_to_think() {
    let hall = Hall::open().await;
    let second = hall.member("second").await;
    let black = hall.black();
    let first = json!({"ply": 1, "square": "f5"});
    let _: Value = black
        .post(&format!("{}/moves", hall.game), &first)
        .await
        .unwrap();
    let mut page = hall.line(black, Carrier::WebSocket).await;
    frames_until(&mut page, is("chat")).await;
    let calls = format!("{}/director-calls", hall.game);
    let _: Value = black.post(&calls, &json!({})).await.unwrap();

    let paused = |frame: &Value| frame["changed"]["phase"] == "paused";
    let told = frames_until(&mut page, paused).await;
    let mut seen = vec![told.last().unwrap()["changed"].clone()];
    hall.watch(&mut page).await;
    let again = frames_until(&mut page, is("table")).await;
    seen.push(again.last().unwrap()["table"].clone());
    let nobody = hall.server.client();
    for client in [black, hall.white(), &second, &nobody] {
        seen.push(client.get(&hall.game).await.unwrap());
        let entries: Value = client.get(&format!("{}/entries", hall.game)).await.unwrap();
        assert!(!entries["entries"].to_string().contains("moved"));
        seen.push(entries["table"].clone());
        let list: Value = client
            .get(&format!("/tournaments/{}/games", hall.event.id))
            .await
            .unwrap();
        seen.push(list["tables"][0].clone());
    }
    for table in &seen {
        assert_eq!(
            (&table["board_hidden"], &table["board"]),
            (&json!(true), &json!(""))
        );
        for empty in ["plies", "legal_squares", "last_flips"] {
            assert_eq!(table[empty], json!([]), "{table}");
        }
        assert_eq!(table["clocks"]["running"], Value::Null);
    }
    let open: Value = hall.event.director.get(&hall.game).await.unwrap();
    assert_eq!(open["board"].as_str().unwrap().len(), 64);

    // Called once more meanwhile it gives nothing, and the director's answer shows the board again.
    let refused = black.post::<Value>(&calls, &json!({})).await.unwrap_err();
    assert_eq!(refused.code(), Some("already_called"));
    let answer = json!({"type": "answer_call"});
    hall.act(&hall.event.director, answer).await.unwrap();
    // The page had been told nothing of the move since it watched again: it is sent for it.
    let sent = frames_until(&mut page, is("resync")).await;
    assert!(!says(&sent, "\"moved\""));
    hall.watch(&mut page).await;
    let shown = frames_until(&mut page, is("table")).await;
    assert!(says(&shown, "\"moved\""));
    assert_eq!(shown.last().unwrap()["table"]["plies"][0]["square"], "f5");
}

/// A dismissed official's open lines and tokens.
#[tokio::test(flavor = "multi_thread")]
async fn a_dismissed_official_hears_and_does_nothing_more() {
    let hall = Hall::open().await;
    let official = hall.member("official").await;
    let account = official.session().await.unwrap().account_id;
    let officials = format!("/tournaments/{}/officials", hall.event.id);
    let appointed = json!({"account_id": account, "role": "assistant_director"});
    let director = &hall.event.director;
    let _: Value = director.post(&officials, &appointed).await.unwrap();
    let pause = || json!({"type": "pause"});
    hall.act(&official, pause()).await.unwrap();
    hall.act(&official, json!({"type": "resume"}))
        .await
        .unwrap();
    let mut socket = hall.line(&official, Carrier::WebSocket).await;
    frames_until(&mut socket, is("chat")).await;
    let mut stream = hall.line(&official, Carrier::Grpc).await;
    while !matches!(stream.next().await.unwrap(), Frame::Table { .. }) {}

    let gone = format!("{officials}/{account}");
    let _: Value = director
        .send(Method::DELETE, &gone, &json!({}), None)
        .await
        .unwrap();
    let since = Instant::now();
    // At once, with the token he has.
    let refused = hall.act(&official, pause()).await;
    assert_eq!(refused.unwrap_err().as_deref(), Some("directors_only"));
    let closed = async { while socket.next().await.is_ok() {} };
    timeout(PATIENCE, closed).await.expect("it stays open");
    eprintln!(
        "figure dismissed_official_hears_ms {}",
        since.elapsed().as_millis()
    );
    let ended = async { while stream.next().await.is_ok() {} };
    timeout(PATIENCE, ended).await.expect("it stays open");
    hall.write(hall.black(), "officials", "my mouse is broken")
        .await;
    assert_eq!(hall.read(&official).await, Vec::<Value>::new());
    // He may come back as a spectator.
    let mut line = hall.line(&official, Carrier::WebSocket).await;
    let heard = frames_until(&mut line, is("chat")).await;
    assert!(!says(&heard, "my mouse"), "{heard:?}");
    let sees = async || match hall.read(director).await.len() {
        1 => Ok(()),
        other => Err(other),
    };
    until("the word to the officials", sees).await;
}
