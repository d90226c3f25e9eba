//! A director who plays takes the seat of whom they play: by a code for it, by expulsion, by withdrawal, by taking time,
//! by typing the result. Then the same after giving the own seat to nobody in particular. And a player who consents to
//! everything, so that nobody else can. And an assistant who plays: withdraws rivals, lets others move for them, reads the
//! evidence of the own game. Without the table of acts and interests these work:
//! `attack::without_the_table_the_opponents_seat_is_taken`,
//! `empty_chair::without_the_table_an_empty_chair_makes_a_director_impartial` and `rivals::without_the_table_*` (pairing),
//! `interest::without_the_table_time_is_taken_from_an_opponent` and
//! `own_game::without_the_table_an_official_reads_the_own_games_evidence` (play).

use outflank_client::{Board, Client, TablePhase};
use outflank_tests::{
    Event, Server, corpus,
    event::text,
    waiting::{until, until_live},
};
use serde_json::{Value, json};

const REASON: &str = "Seen by nobody.";

/// The code of the refusal; empty where it was done.
pub async fn refusal(client: &Client, verb: &str, path: &str, body: &Value) -> String {
    match client
        .send::<Value>(verb.parse().unwrap(), path, body, None)
        .await
    {
        Ok(_) => String::new(),
        Err(failure) => failure.code().unwrap_or_default().to_owned(),
    }
}

/// An event whose director meets the victim; the game is live.
struct Meeting {
    event: Event,
    at: String,
    own: String,
    victim: String,
    board: Board,
}

/// An event of two whose director takes the seat of the first before anybody is paired: that one's id, and the other's.
async fn event(server: &Server) -> (Event, String, String) {
    let players = &corpus::players("EGP_NORWAY.ELO")[..2];
    let event = Event::announce(server, "Own Game Open", &json!({}), players).await;
    let entrants: Vec<String> = event.seats.keys().cloned().collect();
    let [own, victim] = entrants.try_into().unwrap();
    let at = format!("/tournaments/{}", event.id);
    take_seat(&event.director, &event.director, &at, &own).await;
    (event, own, victim)
}

impl Meeting {
    async fn new(server: &Server) -> Self {
        let (event, own, victim) = event(server).await;
        let at = format!("/tournaments/{}", event.id);
        let board = event.publish().await.boards[0].clone();
        until_live(&event.seats[&victim], &board.game_id).await;
        Self {
            event,
            at,
            own,
            victim,
            board,
        }
    }

    fn seat_code(&self, entrant: &str) -> String {
        format!("{}/entrants/{entrant}/seat-code", self.at)
    }

    /// Whatever the director does to the opponent is refused.
    async fn all_refused(&self) {
        let (at, victim) = (&self.at, &self.victim);
        let color = if self.board.black_entrant_id == *victim {
            "black"
        } else {
            "white"
        };
        let expulsion =
            json!({"entrant_id": victim, "penalty": {"kind": "expulsion"}, "reason": REASON});
        let minute = json!({"act": {"type": "adjust_time", "color": color, "ms": -60_000}, "reason": REASON});
        let typed = json!({"black_discs": 64, "reason": REASON});
        let withdrawal = format!("{at}/entrants/{victim}/withdrawal");
        let acts = format!("/games/{}/acts", self.board.game_id);
        let result = format!("{at}/rounds/1/tables/{}/result", self.board.table);
        let attempts = [
            ("POST", &self.seat_code(victim), json!({}), "consent_needed"),
            ("POST", &withdrawal, json!({}), "opponent_of_round"),
            (
                "POST",
                &format!("{at}/rulings"),
                expulsion,
                "opponent_of_round",
            ),
            ("POST", &acts, minute, "own_game"),
            ("PUT", &result, typed, "own_game"),
        ];
        for (verb, path, body, code) in &attempts {
            let answered = refusal(&self.event.director, verb, path, body).await;
            assert_eq!(answered, *code, "{verb} {path}");
        }
        let game = format!("/games/{}", self.board.game_id);
        let table: outflank_client::Table = self.event.director.get(&game).await.unwrap();
        assert_eq!(
            (table.phase, table.result.is_none()),
            (TablePhase::Live, true)
        );
    }
}

/// Somebody claims a seat by a code that the director has made.
pub async fn take_seat(director: &Client, who: &Client, at: &str, entrant: &str) {
    let path = format!("{at}/entrants/{entrant}/seat-code");
    let issued: Value = director.post(&path, &json!({})).await.unwrap();
    who.claim_seat(&text(&issued["code"])).await.unwrap();
    // The claim travels as a fact.
    let interests = format!("{at}/interests");
    let holds_it = async || {
        let told: Value = who
            .get(&interests)
            .await
            .map_err(|error| error.to_string())?;
        if told["entrant_ids"] == json!([entrant]) {
            Ok(())
        } else {
            Err(told.to_string())
        }
    };
    until("the seat", holds_it).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_playing_director_does_not_touch_the_opponent() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let meeting = Meeting::new(&server).await;
    meeting.all_refused().await;

    // With the holder's consent to that very act, a lost device is mended all the same; and it is noted.
    let Meeting {
        event, at, victim, ..
    } = &meeting;
    let (director, seat) = (&event.director, &event.seats[victim]);
    let account: Value = director.get("/account").await.unwrap();
    let consent = json!({
        "act": "issue_seat_code", "official_account_id": account["id"], "entrant_id": victim,
    });
    let _: Value = seat
        .post(&format!("{at}/consents"), &consent)
        .await
        .unwrap();
    let seat_code = meeting.seat_code(victim);
    let _: Value = director.post(&seat_code, &json!({})).await.unwrap();
    let code = refusal(director, "POST", &seat_code, &json!({})).await;
    assert_eq!(code, "consent_needed", "a consent is good for one act");
    let rulings: Value = seat.get(&format!("{at}/rulings")).await.unwrap();
    let noted = rulings["interests"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&noted["act"], &noted["interest"]),
        (&json!("issue_seat_code"), &json!("opponent"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_chair_makes_no_director_impartial() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let meeting = Meeting::new(&server).await;
    let Meeting { event, at, own, .. } = &meeting;
    let accomplice = event.director.anonymous();
    take_seat(&event.director, &accomplice, at, own).await;
    meeting.all_refused().await;
    // And back.
    take_seat(&event.director, &event.director, at, own).await;
    meeting.all_refused().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_consents_to_everything_keeps_nobody_else_from_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let meeting = Meeting::new(&server).await;
    let Meeting {
        event, at, victim, ..
    } = &meeting;
    let seat = &event.seats[victim];
    let consents = format!("{at}/consents");
    let account: Value = event.director.get("/account").await.unwrap();
    let table = meeting.board.table;
    for official in [&json!("nobody"), &account["id"]] {
        let junk = json!({
            "act": "officiate.pause", "official_account_id": official, "round": 1, "table": table,
        });
        for _ in 0..300 {
            let answered = refusal(seat, "POST", &consents, &junk).await;
            assert_eq!(answered, "nothing_to_consent_to");
        }
    }
    // The one that is wanted stands once, however often it is given.
    let true_one = json!({
        "act": "issue_seat_code", "official_account_id": account["id"], "entrant_id": victim,
    });
    for _ in 0..300 {
        let _: Value = seat.post(&consents, &true_one).await.unwrap();
    }
    let told: Value = seat.get(&format!("{at}/interests")).await.unwrap();
    assert_eq!(told["consents"].as_array().unwrap().len(), 1);
    let seat_code = meeting.seat_code(victim);
    let _: Value = event.director.post(&seat_code, &json!({})).await.unwrap();
}

/// The same by a second hand: by whom the director appoints in mid-round, and after the own seat was given away. Without
/// the table it works: `attack::without_the_table_whom_the_director_appoints_takes_the_opponents_seat` (pairing).
#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_the_seat_for_a_playing_director() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (event, own, victim) = event(&server).await;
    let director = &event.director;
    let at = format!("/tournaments/{}", event.id);
    let officials = format!("{at}/officials");
    let member = async |login: &str| {
        let client = director.anonymous();
        let made = client.create_account(login, login, "6k-Perron-Eland", None);
        (made.await.unwrap().account_id, client)
    };
    let appoint = async |account: &str| {
        let appointed = json!({"account_id": account, "role": "assistant_director"});
        let _: Value = director.post(&officials, &appointed).await.unwrap();
    };
    let (assistant, assistants) = member("assistant").await;
    let (accomplice, accomplices) = member("accomplice").await;
    appoint(&assistant).await;
    let board = event.publish().await.boards[0].clone();
    until_live(&event.seats[&victim], &board.game_id).await;
    appoint(&accomplice).await;

    let seat_code = |entrant: &str| format!("{at}/entrants/{entrant}/seat-code");
    let acts = format!("/games/{}/acts", board.game_id);
    let pause = json!({"act": {"type": "pause"}, "reason": "Seen by nobody."});
    let withdrawal = format!("{at}/entrants/{victim}/withdrawal");
    let attempts = [
        (&seat_code(&victim), json!({}), "consent_needed"),
        (&withdrawal, json!({}), "opponent_of_round"),
        (&acts, pause.clone(), "own_game"),
    ];
    for (path, body, code) in &attempts {
        let told = refusal(&accomplices, "POST", path, body).await;
        assert_eq!(told, *code, "{path}");
    }
    // Nor does he consent to it.
    let account: Value = director.get("/account").await.unwrap();
    let consent = json!({
        "act": "issue_seat_code", "official_account_id": account["id"], "entrant_id": victim,
    });
    let told = refusal(&accomplices, "POST", &format!("{at}/consents"), &consent).await;
    assert_eq!(told, "may_not_consent");

    // The director has nobody in the event any more, and still does not get it.
    take_seat(director, &director.anonymous(), &at, &own).await;
    let told = refusal(director, "POST", &seat_code(&victim), &json!({})).await;
    assert_eq!(told, "consent_needed");
    assert_eq!(refusal(director, "POST", &acts, &pause).await, "own_game");

    // The assistant from before the pairing does what is to be done.
    let told = refusal(&assistants, "POST", &acts, &pause).await;
    assert_eq!(told, "");
    let _: Value = assistants
        .post(&seat_code(&victim), &json!({}))
        .await
        .unwrap();
}

/// Withdraws a rival for good, has somebody of his own move for another, and reads what is for officials of the own game.
#[tokio::test(flavor = "multi_thread")]
async fn a_playing_assistant_neither_puts_rivals_out_nor_moves_for_them() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let players = &corpus::players("EGP_NORWAY.ELO")[..4];
    let event = Event::announce(&server, "Rivals Open", &json!({}), players).await;
    let director = &event.director;
    let at = format!("/tournaments/{}", event.id);
    let entrants: Vec<String> = event.seats.keys().cloned().collect();
    let own = &entrants[0];
    let member = async |login: &str| {
        let client = director.anonymous();
        let made = client.create_account(login, login, "6k-Perron-Eland", None);
        (made.await.unwrap().account_id, client)
    };
    let (assistant, assistants) = member("assistant").await;
    let (accomplice, _) = member("accomplice").await;
    let appointed = json!({"account_id": assistant, "role": "assistant_director"});
    let _: Value = director
        .post(&format!("{at}/officials"), &appointed)
        .await
        .unwrap();
    take_seat(director, &assistants, &at, own).await;

    let moves = json!({"assistant_account_id": accomplice, "sight_impaired": true, "accept_deviations": true});
    for entrant in &entrants[1..] {
        let path = format!("{at}/entrants/{entrant}/accommodation");
        let told = refusal(&assistants, "POST", &path, &moves).await;
        assert_eq!(told, "consent_needed", "{path}");
    }

    let boards = event.publish().await.boards;
    let is_own = |board: &&Board| [&board.black_entrant_id, &board.white_entrant_id].contains(&own);
    let board = boards.iter().find(is_own).unwrap();
    let other = boards.iter().find(|board| !is_own(board)).unwrap();
    let rival = &other.black_entrant_id;
    until_live(&event.seats[rival], &other.game_id).await;
    let withdrawal = format!("{at}/entrants/{rival}/withdrawal");
    let told = refusal(&assistants, "POST", &withdrawal, &json!({})).await;
    assert_eq!(told, "consent_needed");
    // What the rival takes back is done, and so is what the rival consents to.
    let absence = format!("{at}/entrants/{rival}/absence");
    let told = refusal(&assistants, "POST", &absence, &json!({"rounds": [2]})).await;
    assert_eq!(told, "");
    let consent = json!({
        "act": "withdraw_entrant", "official_account_id": assistant, "entrant_id": rival,
    });
    let _: Value = event.seats[rival]
        .post(&format!("{at}/consents"), &consent)
        .await
        .unwrap();
    let told = refusal(&assistants, "POST", &withdrawal, &json!({})).await;
    assert_eq!(told, "");
    let rulings: Value = director.get(&format!("{at}/rulings")).await.unwrap();
    let noted = rulings["interests"].as_array().unwrap();
    let acts: Vec<&Value> = noted.iter().map(|one| &one["act"]).collect();
    assert!(
        acts.contains(&&json!("withdraw_entrant")) && acts.contains(&&json!("announce_absence"))
    );

    let evidence = |game: &str| format!("/games/{game}/evidence");
    let read = async |who: &Client, game: &str| {
        let failed = who.get::<Value>(&evidence(game)).await.err();
        let code = failed.and_then(|failure| failure.code().map(str::to_owned));
        code.unwrap_or_default()
    };
    assert_eq!(read(&assistants, &board.game_id).await, "own_game");
    assert_eq!(read(&assistants, &other.game_id).await, "");
    assert_eq!(read(director, &board.game_id).await, "");
}
