//! A director who plays takes the seat of whom they play: by a code for it, by expulsion, by withdrawal, by taking time,
//! by typing the result. Without the table of acts and interests it works: `attack::without_the_table_the_opponents_seat_is_taken`
//! (pairing) and `interest::without_the_table_time_is_taken_from_an_opponent` (play).

use outflank_client::{Client, TablePhase};
use outflank_tests::{
    Event, Server, corpus,
    event::text,
    waiting::{until, until_live},
};
use serde_json::{Value, json};

/// The code of the refusal; empty where it was done.
async fn refusal(client: &Client, verb: &str, path: &str, body: &Value) -> String {
    match client
        .send::<Value>(verb.parse().unwrap(), path, body, None)
        .await
    {
        Ok(_) => String::new(),
        Err(failure) => failure.code().unwrap_or_default().to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_playing_director_does_not_touch_the_opponent() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let players = &corpus::players("EGP_NORWAY.ELO")[..2];
    let event = Event::announce(&server, "Own Game Open", &json!({}), players).await;
    let entrants: Vec<&String> = event.seats.keys().collect();
    let (own, victim) = (entrants[0], entrants[1]);
    let at = format!("/tournaments/{}", event.id);
    // The director takes a seat of the event before anybody is paired.
    let path = format!("{at}/entrants/{own}/seat-code");
    let issued: Value = event.director.post(&path, &json!({})).await.unwrap();
    event
        .director
        .claim_seat(&text(&issued["code"]))
        .await
        .unwrap();

    // The claim travels as a fact.
    let interests = format!("{at}/interests");
    let holds_it = async || {
        let told: Value = event
            .director
            .get(&interests)
            .await
            .map_err(|error| error.to_string())?;
        if told["entrant_ids"] == json!([own]) {
            Ok(())
        } else {
            Err(told.to_string())
        }
    };
    until("the director's seat", holds_it).await;

    let board = event.publish().await.boards[0].clone();
    let seat = &event.seats[victim];
    until_live(seat, &board.game_id).await;
    let color = if board.black_entrant_id == *victim {
        "black"
    } else {
        "white"
    };

    let director = &event.director;
    let reason = "Seen by nobody.";
    let seat_code = format!("{at}/entrants/{victim}/seat-code");
    let expulsion =
        json!({"entrant_id": victim, "penalty": {"kind": "expulsion"}, "reason": reason});
    let minute =
        json!({"act": {"type": "adjust_time", "color": color, "ms": -60_000}, "reason": reason});
    let typed = json!({"black_discs": 64, "reason": reason});
    let withdrawal = format!("{at}/entrants/{victim}/withdrawal");
    let acts = format!("/games/{}/acts", board.game_id);
    let result = format!("{at}/rounds/1/tables/{}/result", board.table);
    let attempts = [
        ("POST", &seat_code, json!({}), "consent_needed"),
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
        assert_eq!(
            refusal(director, verb, path, body).await,
            *code,
            "{verb} {path}"
        );
    }
    let table: outflank_client::Table = director
        .get(&format!("/games/{}", board.game_id))
        .await
        .unwrap();
    assert_eq!(
        (table.phase, table.result.is_none()),
        (TablePhase::Live, true)
    );

    // With the holder's consent to that very act, a lost device is mended all the same; and it is noted.
    let account: Value = director.get("/account").await.unwrap();
    let consent = json!({
        "act": "issue_seat_code", "official_account_id": account["id"], "entrant_id": victim,
    });
    let _: Value = seat
        .post(&format!("{at}/consents"), &consent)
        .await
        .unwrap();
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
