//! Pictures of boards and standings, and what a link to a page is previewed with.

use std::io::Cursor;

use axum::body::Body;
use http::{Request, header};
use outflank_gateway::{Limits, PublicOrigin};
use outflank_proto::{
    pairing::v1::{Entrant, TournamentPhase},
    play::v1::{Color, ReplayPosition, TablePhase, TableResult},
    standings::v1::{CriterionValue, Row, Standings},
};

use crate::world::{Answer, World, pairing::Shown};

const START: &str = "---------------------------O*------*O---------------------------";
const LATER: &str = "-------------------*-------**------*O---------------------------";
const GAME: &str = "/api/v1/games/g/picture.png";
const GREEN: [u8; 3] = [0x2f, 0x8a, 0x5b];
const BLACK: [u8; 3] = [0x0e, 0x12, 0x12];

fn world() -> World {
    let world = World::new();
    world.games.state(|state| state.table.board = START.into());
    world
}

/// The same after a move, with both positions.
fn world_after_a_move() -> World {
    let world = world();
    let position = |ply, board: &str| ReplayPosition {
        ply,
        board: board.into(),
        ..ReplayPosition::default()
    };
    world.games.state(|state| {
        state.table.board = LATER.into();
        state.positions = vec![position(0, START), position(1, LATER)];
    });
    world
}

/// A picture; none where this build has no font to write in, and neither has the machine.
async fn picture(world: &World, path: &str) -> Option<Answer> {
    let answer = world.get(path).await;
    if answer.status == 503 {
        answer.assert_problem(503, "unavailable");
        let app = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/dist/index.html");
        assert!(
            !std::path::Path::new(app).exists(),
            "its fonts are not found"
        );
        return None;
    }
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    assert_eq!(answer.header("content-type"), "image/png");
    Some(answer)
}

/// What lies on d3, the square of LATER's last move.
fn d3(answer: &Answer) -> [u8; 3] {
    let decoder = png::Decoder::new(Cursor::new(&answer.body));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((frame.width, frame.height), (1200, 630));
    let (x, y) = (66 + 7 * 33 + 20, 66 + 5 * 33);
    let at = (y * 1200 + x) * 4;
    pixels[at..at + 3].try_into().unwrap()
}

async fn asked_with(world: &World, path: &str, name: header::HeaderName, value: &str) -> Answer {
    let request = Request::get(path).header(name, value);
    world.ask(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_picture_shows_what_nobody_in_particular_sees_whoever_asks() {
    let world = world();
    world
        .games
        .state(|state| state.own_board = Some(LATER.into()));
    let Some(nobody) = picture(&world, GAME).await else {
        return;
    };
    assert_eq!(d3(&nobody), GREEN);
    let token = format!("Bearer {}", world.token("anna"));
    let own = asked_with(&world, GAME, header::AUTHORIZATION, &token).await;
    assert_eq!((own.status, own.body), (200, nobody.body.clone()));
    // The same of the table that the game is played at.
    let table = "/api/v1/tournaments/t1/tables/1/picture.png";
    let at_table = picture(&world, table).await.unwrap();
    assert_eq!(at_table.header("etag"), nobody.header("etag"));
    // Once everybody may see it, it is another.
    world.games.state(|state| state.table.board = LATER.into());
    let later = picture(&world, GAME).await.unwrap();
    assert_eq!(d3(&later), BLACK);
    assert_ne!(later.header("etag"), nobody.header("etag"));
}

#[tokio::test]
async fn positions_end_where_spectators_see_no_further() {
    let world = world_after_a_move();
    let Some(newest) = picture(&world, GAME).await else {
        return;
    };
    let start = picture(&world, &format!("{GAME}?ply=0")).await.unwrap();
    assert_eq!((d3(&newest), d3(&start)), (BLACK, GREEN));
    for ply in ["1", "2", "4294967295"] {
        let beyond = picture(&world, &format!("{GAME}?ply={ply}")).await.unwrap();
        assert_eq!(beyond.header("etag"), newest.header("etag"), "{ply}");
    }
    // Of a hidden board there is no position either.
    world.games.state(|state| {
        state.table.board.clear();
        state.table.board_hidden = true;
    });
    let hidden = picture(&world, GAME).await.unwrap();
    assert_eq!(d3(&hidden), [0xf3, 0xf5, 0xf5]);
    let turned = picture(&world, &format!("{GAME}?ply=0")).await.unwrap();
    assert_eq!(turned.body, hidden.body);
}

#[tokio::test]
async fn what_is_known_is_not_sent_again_and_holds_as_long_as_it_may() {
    let world = world();
    let Some(live) = picture(&world, GAME).await else {
        return;
    };
    assert_eq!(live.header("cache-control"), "public, max-age=5");
    let tag = live.header("etag").to_owned();
    let known = asked_with(&world, GAME, header::IF_NONE_MATCH, &tag).await;
    assert_eq!((known.status, known.body.len()), (304, 0));
    assert_eq!(known.header("etag"), tag);
    world.games.state(|state| {
        state.table.phase = TablePhase::Finished.into();
        state.table.result = Some(TableResult {
            black_discs: 40,
            white_discs: 24,
            winner: Color::Black.into(),
            reason: "played".into(),
            both_absent: false,
        });
    });
    let over = asked_with(&world, GAME, header::IF_NONE_MATCH, &tag).await;
    assert_eq!(over.status, 200);
    assert_eq!(over.header("cache-control"), "public, max-age=60");
    let mut tournament = world.event.tournament();
    let summary = tournament.summary.as_mut().unwrap();
    summary.phase = TournamentPhase::Confirmed.into();
    world.event.shown.lock().unwrap().tournament = Some(tournament);
    let closed = picture(&world, GAME).await.unwrap();
    assert_eq!(closed.header("cache-control"), "public, max-age=86400");
}

#[tokio::test]
async fn what_looks_the_same_is_drawn_once_however_the_clocks_run() {
    let world = world_after_a_move();
    let tags = async |black_ms, as_of_ms| {
        world.games.state(|state| {
            let clocks = state.table.clocks.as_mut().unwrap();
            (clocks.black_ms, clocks.as_of_ms) = (black_ms, as_of_ms);
        });
        let now = picture(&world, GAME).await?;
        let start = picture(&world, &format!("{GAME}?ply=0")).await?;
        Some([now, start].map(|answer| answer.header("etag").to_owned()))
    };
    let Some([now, start]) = tags(61_999, 1_800_000_000_000).await else {
        return;
    };
    let same = tags(61_001, 1_800_000_000_998).await.unwrap();
    assert_eq!(same, [now.clone(), start.clone()]);
    let [later, start_later] = tags(60_999, 1_800_000_001_000).await.unwrap();
    assert_ne!(later, now);
    assert_eq!(start_later, start);
}

#[tokio::test]
async fn standings_are_drawn_in_every_language_and_theme() {
    let world = world();
    let mut tournament = world.event.tournament();
    tournament.entrants = vec![Entrant {
        id: "e1".into(),
        surname: "Shirakumo".into(),
        given_names: "Haruto".into(),
        country: "JPN".into(),
        ..Entrant::default()
    }];
    tournament.rule_set_json = r#"{"spectators":{"kind":"delayed","plies":2}}"#.into();
    let standings = Standings {
        rows: vec![Row {
            rank: 1,
            entrant_id: "e1".into(),
            half_points: 7,
            values: vec![CriterionValue {
                criterion: "BQ".into(),
                value: "451.0".into(),
            }],
            ..Row::default()
        }],
        tie_breaks: vec!["points".into(), "BQ".into()],
        ..Standings::default()
    };
    *world.event.shown.lock().unwrap() = Shown {
        tournament: Some(tournament),
        standings: Some(standings),
    };
    let path = "/api/v1/tournaments/t1/standings/picture.png";
    let mut tags = std::collections::BTreeSet::new();
    for query in [
        "",
        "?theme=dark",
        "?lang=fr",
        "?lang=ja",
        "?lang=ja&theme=dark",
    ] {
        let Some(drawn) = picture(&world, &format!("{path}{query}")).await else {
            return;
        };
        assert!(tags.insert(drawn.header("etag").to_owned()), "{query}");
    }
    let plain = picture(&world, &format!("{path}?theme=light&lang=en")).await;
    assert!(tags.contains(plain.unwrap().header("etag")));
}

#[tokio::test]
async fn what_is_not_there_or_not_asked_rightly_is_a_problem() {
    let world = world();
    for (path, status, code) in [
        ("/api/v1/games/h/picture.png", 404, "unknown_game"),
        ("/api/v1/games/g/picture.png?ply=-1", 400, "invalid_query"),
        (
            "/api/v1/games/g/picture.png?theme=red",
            400,
            "invalid_query",
        ),
        ("/api/v1/games/g/picture.png?lang=xx", 400, "invalid_query"),
        ("/api/v1/games/g/picture.png?width=9", 400, "invalid_query"),
        (
            "/api/v1/tournaments/t1/tables/7/picture.png",
            404,
            "unknown_table",
        ),
        (
            "/api/v1/tournaments/t1/tables/x/picture.png",
            400,
            "invalid_path",
        ),
        (
            "/api/v1/tournaments/t2/tables/1/picture.png",
            404,
            "unknown_tournament",
        ),
        (
            "/api/v1/tournaments/t2/standings/picture.png",
            404,
            "unknown_tournament",
        ),
    ] {
        world.get(path).await.assert_problem(status, code);
    }
}

#[tokio::test]
async fn a_page_tells_its_picture_where_the_operator_said_how_the_server_is_reached() {
    let origin = PublicOrigin::new(Some("https://open.example/"), false);
    let world = World::with(Limits::default(), origin);
    let page = world.get("/g/g?ply=3").await;
    if page.status == 503 {
        return;
    }
    let html = page.text();
    for tag in [
        r#"<meta property="og:image" content="https://open.example/api/v1/games/g/picture.png?ply=3" />"#,
        r#"<meta property="og:url" content="https://open.example/g/g?ply=3" />"#,
        r#"<meta name="twitter:card" content="summary_large_image" />"#,
    ] {
        assert!(html.contains(tag), "{tag}");
    }
    let tag = page.header("etag").to_owned();
    let known = asked_with(&world, "/g/g?ply=3", header::IF_NONE_MATCH, &tag).await;
    assert_eq!(known.status, 304);
    let index = world.get("/").await;
    assert_ne!(index.header("etag"), tag);
    let policies = [&page, &index].map(|page| page.header("content-security-policy").to_owned());
    assert_eq!(policies[0], policies[1]);
    for path in ["/", "/ratings", "/g/%22%3E%3Cscript%3E"] {
        assert_eq!(world.get(path).await.body, index.body, "{path}");
    }
    // Nobody said how it is reached.
    let unsaid = World::new().get("/g/g").await;
    assert_eq!(unsaid.body, index.body);
}
