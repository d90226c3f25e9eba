//! A director plays under an entry that nobody has claimed yet: he takes the opponent's seat by a code, as one who plays
//! nothing, gives the game up from it and claims the own seat then. Or he plays by a program of his own. Without the table
//! of acts and interests it works: `abuse::late_seat::without_the_table_a_director_takes_the_own_seat_once_the_opponent_has_lost`
//! and `abuse::late_seat::without_the_table_the_operator_of_a_program_rules_on_its_games` (pairing) and
//! `abuse::interest::without_the_table_the_operator_of_a_program_takes_time_from_whom_it_plays` (play).

use outflank_client::{Board, Client};
use outflank_tests::{
    Event, Server, corpus,
    event::text,
    waiting::{until, until_live},
};
use serde_json::{Value, json};

use super::interest::{refusal, take_seat};

/// An event of the director's with an assistant from the beginning, an entry of the director's own that nobody has
/// claimed, and a victim who holds a seat.
struct Meeting {
    event: Event,
    at: String,
    own: String,
    victim: String,
    assistant: Client,
}

impl Meeting {
    async fn new(server: &Server) -> Self {
        let players = &corpus::players("EGP_NORWAY.ELO")[..1];
        let event = Event::announce(server, "Late Seat Open", &json!({}), players).await;
        let at = format!("/tournaments/{}", event.id);
        let victim = event.seats.keys().next().unwrap().clone();
        let entry = json!({"surname": "Vestergrund", "given_names": "Ingrid", "country": "NOR"});
        let entrants = format!("{at}/entrants");
        let entered: Value = event.director.post(&entrants, &entry).await.unwrap();
        let assistant = event.director.anonymous();
        let made = assistant.create_account("Emil Mo", "assistant", "6k-Perron-Eland", None);
        let appointed =
            json!({"account_id": made.await.unwrap().account_id, "role": "assistant_director"});
        let officials = format!("{at}/officials");
        let _: Value = event.director.post(&officials, &appointed).await.unwrap();
        Self {
            own: text(&entered["entrant_id"]),
            at,
            event,
            victim,
            assistant,
        }
    }

    async fn code(&self, entrant: &str) -> String {
        let path = format!("{}/entrants/{entrant}/seat-code", self.at);
        let issued: Value = self.event.director.post(&path, &json!({})).await.unwrap();
        text(&issued["code"])
    }

    async fn publish(&self) -> Board {
        let board = self.event.publish().await.boards.remove(0);
        until_live(&self.event.seats[&self.victim], &board.game_id).await;
        board
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_director_does_not_take_the_own_seat_once_the_opponent_has_lost() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let meeting = Meeting::new(&server).await;
    let Meeting {
        event,
        at,
        own,
        victim,
        ..
    } = &meeting;
    let director = &event.director;
    let own_code = meeting.code(own).await;
    let board = meeting.publish().await;

    // As far as is known the director plays nobody.
    let accomplice = director.anonymous();
    take_seat(director, &accomplice, at, victim).await;
    let given_up = format!("/games/{}/resignation", board.game_id);
    let resign = async || match refusal(&accomplice, "POST", &given_up, &json!({})).await {
        code if code.is_empty() => Ok(()),
        code => Err(code),
    };
    until("the game given up", resign).await;

    let claim = json!({"code": own_code});
    let claimed = refusal(director, "POST", "/seats/claim", &claim).await;
    assert_eq!(claimed, "consent_needed");
    // Nor by a program.
    let program = program_of(director).await;
    let claimed = refusal(&program, "POST", "/seats/claim", &claim).await;
    assert_eq!(claimed, "consent_needed");
    let told: Value = director.get(&format!("{at}/interests")).await.unwrap();
    assert_eq!(told["entrant_ids"], json!([]));

    // The code is good still: a second director who plays nobody may consent, and it is noted.
    let account: Value = director.get("/account").await.unwrap();
    let consent = json!({
        "act": "claim_seat", "official_account_id": account["id"], "entrant_id": own,
    });
    let consents = format!("{at}/consents");
    let own_word = refusal(director, "POST", &consents, &consent).await;
    assert_eq!(own_word, "may_not_consent");
    let _: Value = meeting.assistant.post(&consents, &consent).await.unwrap();
    director.claim_seat(&own_code).await.unwrap();
    let rulings: Value = director.get(&format!("{at}/rulings")).await.unwrap();
    let noted = rulings["interests"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&noted["act"], &noted["interest"], &noted["entrant_id"]),
        (&json!("claim_seat"), &json!("own_game"), &json!(own))
    );
}

/// He names who moves for the opponent before anybody is paired, and claims the own seat then.
#[tokio::test(flavor = "multi_thread")]
async fn a_director_does_not_take_the_own_seat_once_a_friend_moves_for_another() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let meeting = Meeting::new(&server).await;
    let Meeting {
        event,
        at,
        own,
        victim,
        ..
    } = &meeting;
    let director = &event.director;
    let own_code = meeting.code(own).await;
    let friend = director.anonymous();
    let made = friend.create_account("Igor Dal", "friend", "6k-Perron-Eland", None);
    let friend_id = made.await.unwrap().account_id;
    let granted = json!({"assistant_account_id": friend_id, "accept_deviations": true});
    let path = format!("{at}/entrants/{victim}/accommodation");
    let _: Value = director.post(&path, &granted).await.unwrap();

    let claim = json!({"code": own_code});
    let claimed = refusal(director, "POST", "/seats/claim", &claim).await;
    assert_eq!(claimed, "consent_needed");
}

/// A program that this account operates, which speaks by a key of its own.
async fn program_of(operator: &Client) -> Client {
    let asked = json!({"display_name": "Edge Counter"});
    let program: Value = operator.post("/account/programs", &asked).await.unwrap();
    let asked = json!({
        "account_id": program["id"], "name": "here", "scopes": ["play"], "password": "a long password",
    });
    let issued: Value = operator.post("/account/api-keys", &asked).await.unwrap();
    let key = text(&issued["key"]);
    operator.anonymous().with_api_key(&key)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_of_a_program_does_not_touch_whom_it_plays() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let meeting = Meeting::new(&server).await;
    let Meeting {
        event,
        at,
        own,
        victim,
        ..
    } = &meeting;
    let director = &event.director;
    let program = program_of(director).await;
    program.claim_seat(&meeting.code(own).await).await.unwrap();
    let interests = format!("{at}/interests");
    let told: Value = director.get(&interests).await.unwrap();
    assert_eq!(told["entrant_ids"], json!([own]));
    let board = meeting.publish().await;

    let color = if board.black_entrant_id == *victim {
        "black"
    } else {
        "white"
    };
    let minute = json!({
        "act": {"type": "adjust_time", "color": color, "ms": -60_000}, "reason": "Seen by nobody.",
    });
    let expulsion = json!({
        "entrant_id": victim, "penalty": {"kind": "expulsion"}, "reason": "Seen by nobody.",
    });
    let attempts = [
        (
            format!("{at}/entrants/{victim}/seat-code"),
            json!({}),
            "consent_needed",
        ),
        (format!("{at}/rulings"), expulsion, "opponent_of_round"),
        (format!("/games/{}/acts", board.game_id), minute, "own_game"),
    ];
    for (path, body, code) in &attempts {
        assert_eq!(refusal(director, "POST", path, body).await, *code, "{path}");
    }
}
