//! The examples, each to the end of a game.

use outflank_client::CasualTerms;
use outflank_tests::{
    Server,
    opponent::{First, find, guest, play},
    program::{Program, key, operator},
};

#[tokio::test(flavor = "multi_thread")]
async fn the_rust_example_seeks_a_game_over_either_carrier() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let operator = operator(&server).await;
    let (base, terms) = (server.base(), CasualTerms::minutes(3));
    for carrier in [&[][..], &["--socket"]] {
        let key = key(&operator, "Any Move").await;
        let mut arguments = vec![base.as_str(), "--seek", "3", "--games", "1"];
        arguments.extend(carrier);
        let bot = Program::start("examples/bot", &key, &arguments);
        let client = guest(&server, "Ingrid").await;
        let booked = find(&client, &terms).await;
        let table = play(&client, &booked, &mut First).await;
        assert_eq!(table.result.unwrap().reason, "played");
        assert_eq!(bot.ended().await.code, Some(0));
    }
}
