//! Programs and mirrors reach a server behind a certificate, and believe none that nobody vouches for.

use std::process::Command;

use outflank_client::CasualTerms;
use outflank_tests::{
    Server,
    opponent::{First, find, guest, play},
    program::{Program, key, operator},
    server::{binary, refusal_of},
    tls_proxy::TlsProxy,
};

use crate::examples::PYTHON;

fn pull(base: &str, folder: &std::path::Path) -> Command {
    let mut command = Command::new(binary());
    command.args(["pull", base]).arg(folder);
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_play_and_mirrors_are_pulled_over_tls() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let proxy = TlsProxy::of(server.port()).await;
    let (base, authority) = (proxy.base(), proxy.authority());

    let operator = operator(&server).await;
    // By gRPC, by a WebSocket, and by Python's own library.
    for (program, carrier) in [
        ("examples/bot", &[][..]),
        ("examples/bot", &["--socket"][..]),
        (PYTHON, &["--every", "0.02"][..]),
    ] {
        let key = key(&operator, "Any Move").await;
        let arguments = [&[base.as_str(), "--seek", "3", "--games", "1"], carrier].concat();
        let bot = Program::start_believing(program, &key, &arguments, Some(&authority));
        let client = guest(&server, "Ingrid").await;
        let booked = find(&client, &CasualTerms::minutes(3)).await;
        play(&client, &booked, &mut First).await;
        let ended = bot.ended().await;
        assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
    }

    let mirror = data.path().join("mirror");
    let pulled = tokio::task::spawn_blocking(move || {
        let mut command = pull(&base, &mirror);
        let refused = refusal_of(&mut command);
        let mut command = pull(&base, &mirror);
        command.env("SSL_CERT_FILE", &authority);
        (refused, command.output().unwrap())
    });
    let (refused, output) = pulled.await.unwrap();
    assert!(refused.contains("certificate"), "{refused}");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
