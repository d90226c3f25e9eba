//! Where requests may lead.

use std::net::IpAddr;

use outflank_outbound::{UrlFault, is_public, may_be_sent_to, target_url};

const PRIVATE: [&str; 52] = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:192.168.1.1",
    "::ffff:169.254.169.254",
    "64:ff9b::10.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "2002:c0a8:101::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00::1",
    "fdff:ffff::1",
    "fe80::1",
    "febf::1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
    "1::1",
    "4000::1",
];

const PUBLIC: [&str; 16] = [
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "198.17.255.255",
    "198.20.0.1",
    "223.255.255.255",
    "2001:200::1",
    "2606:4700::1111",
    "2a00::1",
    "::ffff:1.1.1.1",
    "64:ff9b::1.1.1.1",
];

#[test]
fn nothing_is_sent_into_private_networks() {
    for text in PRIVATE {
        let address: IpAddr = text.parse().unwrap();
        assert!(!is_public(address), "{text}");
        assert!(!may_be_sent_to(address, |_| false), "{text}");
        let host = match address {
            IpAddr::V4(_) => text.to_owned(),
            IpAddr::V6(_) => format!("[{text}]"),
        };
        let refused = target_url(&format!("https://{host}/"), |_| false);
        assert_eq!(refused, Err(UrlFault::Private), "{text}");
    }
    for text in PUBLIC {
        assert!(is_public(text.parse().unwrap()), "{text}");
    }
}

#[test]
fn what_the_operator_allows_is_sent_to_in_whatever_dress() {
    let allowed: IpAddr = "10.0.0.5".parse().unwrap();
    for (text, may) in [
        ("10.0.0.5", true),
        ("::ffff:10.0.0.5", true),
        ("10.0.0.6", false),
        ("::ffff:10.0.0.6", false),
    ] {
        let sent = may_be_sent_to(text.parse().unwrap(), |address| address == allowed);
        assert_eq!(sent, may, "{text}");
    }
}

#[test]
fn an_address_says_where_and_nothing_else() {
    use UrlFault::{Credentials, Fragment, Port, Private, Scheme, Unreadable};
    let long = format!("https://a.example/{}", "x".repeat(2_000));
    for (text, fault) in [
        ("https://ratings.example.org/outflank?key=1", None),
        ("http://ratings.example.org", None),
        ("https://ratings.example.org:8443/", None),
        ("http://1.1.1.1/", None),
        ("", Some(Unreadable)),
        ("ratings.example.org", Some(Unreadable)),
        ("https://", Some(Unreadable)),
        ("https://a.example/ b", Some(Unreadable)),
        ("https://a.example/\r\nX: y", Some(Unreadable)),
        (&long, Some(Unreadable)),
        ("ftp://a.example/", Some(Scheme)),
        ("file:///etc/passwd", Some(Scheme)),
        ("gopher://a.example/", Some(Scheme)),
        ("https://user@a.example/", Some(Credentials)),
        ("https://user:pass@a.example/", Some(Credentials)),
        ("https://a.example/#part", Some(Fragment)),
        ("http://a.example:22/", Some(Port)),
        ("http://a.example:25/", Some(Port)),
        ("http://a.example:1023/", Some(Port)),
        ("http://a.example:1024/", None),
        // The same address of this machine, in ways that browsers understand.
        ("http://127.1/", Some(Private)),
        ("http://0x7f.0.0.1/", Some(Private)),
        ("http://2130706433/", Some(Private)),
        ("http://0177.0.0.1/", Some(Private)),
        ("http://[::ffff:7f00:1]/", Some(Private)),
        ("http://１２７.0.0.1/", Some(Private)),
    ] {
        let read = target_url(text, |_| false);
        assert_eq!(read.err(), fault, "{text}");
    }
}
