//! Files that come in pieces.

use axum::body::Body;
use futures_util::StreamExt as _;
use http::{Request, Response};
use outflank_access::{Kind, Problem};
use tower::ServiceExt as _;

use crate::world::{Answer, World};

async fn download(world: &World, query: &str) -> Response<Body> {
    let asked = Request::get(format!("/api/v1/archive/games/file{query}"));
    let asked = asked.body(Body::empty()).unwrap();
    world.router.clone().oneshot(asked).await.unwrap()
}

/// What came of it, and whether it came to its end.
async fn whole(answer: Response<Body>) -> (String, bool) {
    let (mut text, mut whole) = (String::new(), true);
    let mut body = answer.into_body().into_data_stream();
    while let Some(piece) = body.next().await {
        match piece {
            Ok(piece) => text += std::str::from_utf8(&piece).unwrap(),
            Err(_) => whole = false,
        }
    }
    (text, whole)
}

#[tokio::test]
async fn all_pieces_are_one_file() {
    let world = World::new();
    let answer = download(&world, "?format=ggf&name=Anna").await;
    assert_eq!(answer.status(), 200);
    for (name, value) in [
        ("content-type", "text/plain; charset=utf-8"),
        ("content-disposition", "attachment; filename=\"games.ggf\""),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(answer.headers()[name], value);
    }
    let three = "ggf Anna 1\nggf Anna 2\nggf Anna 3\n".to_owned();
    assert_eq!(whole(answer).await, (three, true));
    // From the piece on that is asked for.
    let answer = download(&world, "?format=csv&after=2").await;
    assert_eq!(answer.headers()["content-type"], "text/csv; charset=utf-8");
    assert_eq!(whole(answer).await, ("csv  2\ncsv  3\n".to_owned(), true));
    // A base of games with its names is an archive of files.
    let answer = download(&world, "?format=wthor&after=3").await;
    assert_eq!(answer.headers()["content-type"], "application/zip");
    let name = "attachment; filename=\"games.zip\"";
    assert_eq!(answer.headers()["content-disposition"], name);
    assert_eq!(whole(answer).await, ("wthor  3\n".to_owned(), true));
}

#[tokio::test]
async fn a_file_that_cannot_be_ended_is_broken_off() {
    let world = World::new();
    let away = Problem::new(Kind::Unavailable, "role_away", "Ratings do not answer now.");
    world.event.published.lock().unwrap().refusal = Some(away);
    let (text, ended) = whole(download(&world, "?format=txt").await).await;
    assert_eq!((text.as_str(), ended), ("txt  1\ntxt  2\n", false));
}

#[tokio::test]
async fn an_address_downloads_so_many_at_once() {
    let world = World::new();
    let mut open = Vec::new();
    for _ in 0..16 {
        open.push(download(&world, "?format=csv").await);
    }
    let refused = Answer::of(download(&world, "?format=csv").await).await;
    refused.assert_problem(429, "too_many_streams");
    open.pop();
    assert_eq!(download(&world, "?format=csv").await.status(), 200);
}
