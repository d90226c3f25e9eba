//! Other people's accounts.

use std::{collections::BTreeSet, net::Ipv4Addr};

use outflank_client::{Failure, Line};
use outflank_tests::{
    Server,
    event::text,
    server::browser,
    waiting::{PATIENCE, until},
};
use reqwest::Method;
use serde_json::{Value, json};

const PASSWORD: &str = "a sentence of no meaning";
/// More than anybody at one address, or all strangers together, are allowed.
const GUESSES: u8 = 30;

/// Somebody at an address of this machine.
struct Somebody {
    http: reqwest::Client,
    base: String,
}

impl Somebody {
    fn at(server: &Server, last: u8) -> Self {
        let address = Ipv4Addr::new(127, 0, 0, last);
        let http = outflank_client::http().local_address(Some(address.into()));
        Self {
            http: http.build().unwrap(),
            base: format!("{}/api/v1", server.base()),
        }
    }

    async fn ask(&self, method: Method, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let request = self.http.request(method, format!("{}{path}", self.base));
        let request = request.bearer_auth(token).json(body);
        answer(request.send().await.unwrap()).await
    }

    async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let request = self.http.post(format!("{}{path}", self.base)).json(body);
        answer(request.send().await.unwrap()).await
    }

    async fn sign_in(&self, password: &str, device_token: Option<&str>) -> (u16, Value) {
        let mut body = json!({"login": "ingrid", "password": password});
        if let Some(token) = device_token {
            body["device_token"] = token.into();
        }
        self.post("/sessions", &body).await
    }

    async fn make_ingrid(&self) -> Value {
        let body =
            json!({"display_name": "Ingrid Vestergrund", "login": "ingrid", "password": PASSWORD});
        let (status, session) = self.post("/accounts", &body).await;
        assert_eq!(status, 201, "{session}");
        session
    }
}

async fn answer(response: reqwest::Response) -> (u16, Value) {
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_of_strangers_do_not_lock_the_owner_out() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--no-limits=false"]);
    let home = Somebody::at(&server, 1);
    let device = text(&home.make_ingrid().await["device_token"]);
    let mut taken = 0;
    for last in 2..2 + GUESSES {
        let (status, _) = Somebody::at(&server, last)
            .sign_in("a wrong guess", None)
            .await;
        assert!([401, 429].contains(&status), "{status}");
        taken += u32::from(status == 401);
    }
    assert_eq!(taken, 20, "of strangers' guesses");
    // Not even the right one is taken of a stranger now.
    let stranger = Somebody::at(&server, 77);
    let (status, problem) = stranger.sign_in(PASSWORD, None).await;
    assert_eq!(
        (status, &problem["code"]),
        (429, &json!("too_many_requests"))
    );
    assert_eq!(
        stranger.sign_in(PASSWORD, Some(&device)).await.0,
        200,
        "a known device"
    );
    assert_eq!(home.sign_in(PASSWORD, None).await.0, 200, "a known address");
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_of_a_neighbour_lock_nobody_out() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--no-limits=false"]);
    let hall = Somebody::at(&server, 1);
    let device = text(&hall.make_ingrid().await["device_token"]);
    // More than an address has, for logins that nobody has.
    let neighbour = Somebody::at(&server, 1);
    let guess = async |number: u8| {
        let body = json!({"login": format!("nobody-{number}"), "password": "a wrong guess"});
        neighbour.post("/sessions", &body).await.0
    };
    let mut taken = 0;
    for number in (0..160).step_by(4) {
        let (one, two, three, four) = tokio::join!(
            guess(number),
            guess(number + 1),
            guess(number + 2),
            guess(number + 3),
        );
        for status in [one, two, three, four] {
            assert!([401, 429].contains(&status), "{status}");
            taken += u32::from(status == 401);
        }
    }
    eprintln!("{taken} of 160 guesses were taken");
    let (status, session) = hall.sign_in(PASSWORD, Some(&device)).await;
    assert_eq!(status, 200, "{session}");
    let newcomer =
        json!({"display_name": "Sven-Ole Berg", "login": "sven-ole", "password": PASSWORD});
    let (status, made) = hall.post("/accounts", &newcomer).await;
    assert_eq!(status, 201, "{made}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_that_is_guessed_early_is_none() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let anybody = Somebody::at(&server, 1);
    for (password, code) in [
        ("password", "invalid_password"),
        ("password12", "common_password"),
        ("qwertyuiop", "common_password"),
        ("ingrid plays reversi", "common_password"),
    ] {
        let body =
            json!({"display_name": "Ingrid Vestergrund", "login": "ingrid", "password": password});
        let (status, problem) = anybody.post("/accounts", &body).await;
        assert_eq!(
            (status, &problem["code"]),
            (400, &json!(code)),
            "{password}"
        );
    }
    anybody.make_ingrid().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_refresh_token_used_three_times_makes_one() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let anybody = Somebody::at(&server, 1);
    let first = anybody.make_ingrid().await["refresh_token"].clone();
    let body = json!({"refresh_token": first});
    let (one, two, three) = tokio::join!(
        anybody.post("/sessions/refresh", &body),
        anybody.post("/sessions/refresh", &body),
        anybody.post("/sessions/refresh", &body),
    );
    let mut made = BTreeSet::new();
    for (status, answer) in [one, two, three] {
        match status {
            200 => drop(made.insert(text(&answer["refresh_token"]))),
            // Whoever comes 2 s later has lost the answer, as far as the server knows, and gets the same.
            _ => assert_eq!((status, &answer["code"]), (409, &json!("refresh_raced"))),
        }
    }
    assert_eq!(made.len(), 1);
    // Told to try again, one gets what there is, and no other.
    let again = until("the end of the race", async || {
        let (status, answer) = anybody.post("/sessions/refresh", &body).await;
        if status == 200 {
            return Ok(text(&answer["refresh_token"]));
        }
        assert_eq!((status, &answer["code"]), (409, &json!("refresh_raced")));
        Err(answer)
    });
    made.insert(again.await);
    assert_eq!(made.len(), 1);
    // Once it is used, the old one is a thief's.
    for token in made {
        let body = json!({"refresh_token": token});
        assert_eq!(anybody.post("/sessions/refresh", &body).await.0, 200);
    }
    let (status, answer) = anybody.post("/sessions/refresh", &body).await;
    assert_eq!((status, &answer["code"]), (401, &json!("session_revoked")));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_access_token_changes_nothing_after_sign_out() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let owner = server.client();
    let session = owner
        .create_account("Ingrid Vestergrund", "ingrid", PASSWORD, None)
        .await
        .unwrap();
    let line = Line::open(&owner).await.unwrap();
    let thief = Somebody::at(&server, 9);
    let token = &session.access_token;
    let body = json!({"refresh_token": session.refresh_token});
    let (status, _) = thief.ask(Method::DELETE, "/sessions", token, &body).await;
    assert_eq!(status, 204);
    let event = json!({
        "name": "A Stolen Open", "country": "NOR", "date": "2026-07-18", "rule_set": "egp-2020",
    });
    for (path, body) in [
        ("/tournaments", event),
        ("/account/programs", json!({"display_name": "Edge Counter"})),
        (
            "/account/password",
            json!({"password": PASSWORD, "new_password": "a bird on the wire"}),
        ),
        ("/tickets", json!({})),
    ] {
        let (status, problem) = thief.ask(Method::POST, path, token, &body).await;
        assert_eq!(
            (status, &problem["code"]),
            (401, &json!("session_ended")),
            "{path}"
        );
    }
    closed(line).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_password_or_one_act_ends_every_other_session() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let anybody = Somebody::at(&server, 1);
    let elsewhere = anybody.make_ingrid().await;
    let (_, here) = anybody.sign_in(PASSWORD, None).await;
    let token = text(&here["access_token"]);
    let new = "a bird on the wire";
    let change = json!({"password": PASSWORD, "new_password": new});
    let (status, told) = anybody
        .ask(Method::POST, "/account/password", &token, &change)
        .await;
    assert_eq!(status, 204, "{told}");
    let old = text(&elsewhere["access_token"]);
    let (status, _) = anybody
        .ask(
            Method::POST,
            "/account/programs",
            &old,
            &json!({"display_name": "Edge Counter"}),
        )
        .await;
    assert_eq!(status, 401);
    assert_eq!(anybody.sign_in(PASSWORD, None).await.0, 401);
    let (status, again) = anybody.sign_in(new, None).await;
    assert_eq!(status, 200);
    let (status, _) = anybody
        .ask(Method::DELETE, "/account/sessions", &token, &json!({}))
        .await;
    assert_eq!(status, 204);
    for session in [&here, &again] {
        let body = json!({"refresh_token": session["refresh_token"]});
        assert_eq!(anybody.post("/sessions/refresh", &body).await.0, 401);
    }
}

/// The code of the refusal, if it is one.
fn code((status, answer): (u16, Value)) -> (u16, String) {
    (
        status,
        answer["code"].as_str().unwrap_or_default().to_owned(),
    )
}

fn key(password: Option<&str>) -> Value {
    let mut wanted = json!({"name": "at home", "scopes": ["direct", "play"]});
    if let Some(password) = password {
        wanted["password"] = password.into();
    }
    wanted
}

fn event() -> Value {
    json!({
        "name": "A Stolen Open", "country": "NOR", "date": "2026-07-18", "rule_set": "egp-2020",
    })
}

/// Why the server closed a socket.
async fn closed(mut line: Line) -> String {
    let closed = async {
        loop {
            match line.next().await {
                Ok(_) => {}
                Err(Failure::Unreachable(why)) => return why,
                Err(other) => return other.to_string(),
            }
        }
    };
    let closed = tokio::time::timeout(PATIENCE, closed).await;
    closed.expect("the socket is closed")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_access_token_makes_no_key_that_outlives_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--no-limits=false", "--founding=accounts"]);
    let owner = Somebody::at(&server, 1);
    let session = owner.make_ingrid().await;
    let token = text(&session["access_token"]);
    let thief = Somebody::at(&server, 9);
    let mint = async |somebody: &Somebody, password| {
        let wanted = key(password);
        somebody
            .ask(Method::POST, "/account/api-keys", &token, &wanted)
            .await
    };
    let (status, refused) = mint(&thief, None).await;
    assert_eq!((status, &refused["code"]), (400, &json!("invalid_body")));
    let told = refused["detail"].as_str().unwrap();
    assert!(told.contains("password"), "{told}");
    let refused = code(mint(&thief, Some("a wrong guess")).await);
    assert_eq!(refused, (409, "wrong_password".to_owned()));
    let (status, made) = mint(&owner, Some(PASSWORD)).await;
    assert_eq!(status, 201, "{made}");
    let mut taken = 1;
    while mint(&thief, Some("a wrong guess")).await.0 == 409 {
        taken += 1;
    }
    assert_eq!(taken, 10, "wrong passwords");

    let key = text(&made["key"]);
    let found = async || {
        owner
            .ask(Method::POST, "/tournaments", &key, &event())
            .await
    };
    assert_eq!(found().await.0, 201);
    let line = Line::open(&server.client().with_api_key(&key))
        .await
        .unwrap();
    let end = async |path: &str, token: &str| {
        let (status, told) = owner.ask(Method::DELETE, path, token, &json!({})).await;
        assert_eq!(status, 204, "{told}");
    };
    end("/account/sessions?keep_api_keys=true", &token).await;
    assert_eq!(found().await.0, 201, "it was to be kept");
    let (_, again) = owner.sign_in(PASSWORD, None).await;
    end("/account/sessions", &text(&again["access_token"])).await;
    until("the key's end", async || match found().await {
        (401, _) => Ok(()),
        other => Err(other),
    })
    .await;
    eprintln!("the key's socket: {}", closed(line).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_password_ends_keys_where_it_is_said() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--founding=accounts"]);
    let owner = Somebody::at(&server, 1);
    let token = text(&owner.make_ingrid().await["access_token"]);
    let act = async |path: &str, body: &Value| owner.ask(Method::POST, path, &token, body).await;
    let (_, made) = act("/account/api-keys", &key(Some(PASSWORD))).await;
    let key = text(&made["key"]);
    let found = async || {
        owner
            .ask(Method::POST, "/tournaments", &key, &event())
            .await
            .0
    };
    let new = "a bird on the wire";
    let keeps = json!({"password": PASSWORD, "new_password": new});
    assert_eq!(act("/account/password", &keeps).await.0, 204);
    assert_eq!(found().await, 201);
    let line = Line::open(&server.client().with_api_key(&key))
        .await
        .unwrap();
    let ends = json!({"password": new, "new_password": PASSWORD, "end_api_keys": true});
    assert_eq!(act("/account/password", &ends).await.0, 204);
    until("the key's end", async || match found().await {
        401 => Ok(()),
        other => Err(other),
    })
    .await;
    eprintln!("the key's socket: {}", closed(line).await);
    let (_, listed) = owner
        .ask(Method::GET, "/account/api-keys", &token, &Value::Null)
        .await;
    assert_eq!(listed["good"], 0, "{listed}");
    assert_eq!(listed["api_keys"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_everywhere_is_a_stranger_at_the_own_address() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--no-limits=false"]);
    let home = Somebody::at(&server, 1);
    let token = text(&home.make_ingrid().await["access_token"]);
    let path = "/account/sessions";
    let (status, _) = home.ask(Method::DELETE, path, &token, &json!({})).await;
    assert_eq!(status, 204);
    let mut taken = 0;
    for last in 2..2 + GUESSES {
        let stranger = Somebody::at(&server, last);
        taken += u32::from(stranger.sign_in("a wrong guess", None).await.0 == 401);
    }
    assert_eq!(taken, 20, "of strangers' guesses");
    let housemate = home.sign_in("a wrong guess", None).await;
    assert_eq!(
        housemate.0, 429,
        "whoever else is at home guesses no more than strangers"
    );
}

/// What is answered at an address of the server that is no part of its API, with these headers.
async fn page(server: &Server, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let mut request = browser().get(format!("{}{path}", server.base()));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = request.send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn counters_are_not_shown_to_whoever_reaches_the_public_port() {
    const OUTSIDE: (&str, &str) = ("x-forwarded-for", "203.0.113.7");
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    assert_eq!(page(&server, "/metrics", &[]).await.0, 200);
    // A proxy on this machine that nobody named speaks for the public.
    let (status, told) = page(&server, "/metrics", &[OUTSIDE]).await;
    assert_eq!(status, 403);
    assert!(
        told.contains("metrics_withheld") && told.contains("metrics-from"),
        "{told}"
    );
    drop(server);
    let settings = [
        "--trusted-proxies=127.0.0.1",
        "--metrics-from=203.0.113.0/24",
    ];
    let server = Server::start_with(data.path(), &settings);
    let (status, shown) = page(&server, "/metrics", &[OUTSIDE]).await;
    assert_eq!(status, 200);
    assert!(shown.contains("outflank_sockets_open"));
    let elsewhere = ("x-forwarded-for", "198.51.100.7");
    for headers in [&[][..], &[elsewhere]] {
        assert_eq!(
            page(&server, "/metrics", headers).await.0,
            403,
            "{headers:?}"
        );
    }
}

/// What a page under this name is answered that asks for a session in a cookie.
async fn page_under(server: &Server, host: &str) -> (u16, Value) {
    let body = json!({"login": "ingrid", "password": PASSWORD, "cookie": true});
    let path = format!("{}/api/v1/sessions", server.base());
    let request = browser().post(path).json(&body);
    let page = format!("http://{host}");
    let request = request.header("host", host).header("origin", page);
    answer(request.send().await.unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_under_a_name_of_somebody_else_that_leads_here_gets_no_session() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    Somebody::at(&server, 1).make_ingrid().await;
    let machine = rustix::system::uname();
    let machine = machine.nodename().to_str().unwrap();
    let short = machine.split('.').next().unwrap();
    for host in [
        "127.0.0.1:8080",
        "192.168.1.20:8080",
        "[::1]:8080",
        "localhost:8080",
    ] {
        assert_eq!(page_under(&server, host).await.0, 200, "{host}");
    }
    for host in [format!("{machine}:8080"), format!("{short}.local:8080")] {
        assert_eq!(page_under(&server, &host).await.0, 200, "{host}");
    }
    for host in ["evil.example:8080", "play.example", "open.example"] {
        let (status, refused) = page_under(&server, host).await;
        assert_eq!((status, &refused["code"]), (403, &json!("foreign_origin")));
        let told = refused["detail"].as_str().unwrap();
        assert!(
            told.contains("`origin`") && told.contains("`names`"),
            "{told}"
        );
    }
    drop(server);
    let settings = ["--origin=https://open.example", "--names=play.example"];
    let server = Server::start_with(data.path(), &settings);
    for (host, status) in [
        ("evil.example:8080", 403),
        ("play.example", 200),
        ("open.example", 200),
        ("127.0.0.1:8080", 200),
    ] {
        assert_eq!(page_under(&server, host).await.0, status, "{host}");
    }
}
