//! A Redis really runs, hangs, ends, and comes back empty.

use std::path::Path;

use outflank_testbed::Redis;

#[test]
fn a_server_comes_back_empty_on_its_port_and_leaves_nothing() {
    let mut server = Redis::start();
    let port = server.port();
    assert_eq!(server.ask("SET kept 7").unwrap(), "+OK");
    server.pause();
    server.resume();
    assert_eq!(server.ask("GET kept").unwrap(), "$1");
    server.flush();
    assert_eq!(server.ask("GET kept").unwrap(), "$-1");
    assert_eq!(server.ask("SET kept 7").unwrap(), "+OK");
    server.kill();
    assert!(server.ask("PING").is_err());
    server.restart();
    assert_eq!(server.port(), port);
    assert_eq!(server.ask("GET kept").unwrap(), "$-1");
    server.stop();
    assert!(server.ask("PING").is_err());
    server.restart();
    let pid = server.pid().unwrap();
    drop(server);
    assert!(!Path::new(&format!("/proc/{pid}/stat")).exists());
}
