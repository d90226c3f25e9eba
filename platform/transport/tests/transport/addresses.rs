//! Where other roles answer, as it is written.

use outflank_transport::PeerAddress;

#[test]
fn addresses_are_read_and_written_alike() {
    for text in [
        "http://10.0.0.5:8081",
        "https://play.internal:8081",
        "dns:play:8081",
        "http://[::1]:8081",
    ] {
        let address: PeerAddress = text.parse().unwrap();
        assert_eq!(address.to_string(), text);
    }
    for text in [
        "play:8081",
        "http://:8081",
        "http://a:port",
        "http://a/b:1",
        "dns:a",
    ] {
        assert!(text.parse::<PeerAddress>().is_err(), "{text}");
    }
}
