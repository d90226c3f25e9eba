//! Signatures, made again from the RFC's own definition of the HMAC.

use outflank_ratings::webhooks::signature::{new_secret, signature};
use sha2::{Digest as _, Sha256};

/// HMAC-SHA256 (RFC 2104), in hexadecimal.
pub fn hmac(key: &[u8], text: &[u8]) -> String {
    let mut block = [0_u8; 64];
    if key.len() > block.len() {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let padded = |pad: u8| block.map(|byte| byte ^ pad);
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(text);
    let outer = Sha256::new()
        .chain_update(padded(0x5c))
        .chain_update(inner.finalize())
        .finalize();
    outer.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_check_is_that_of_the_rfc() {
    // RFC 4231, cases 2 and 6.
    let said = hmac(b"Jefe", b"what do ya want for nothing?");
    assert_eq!(
        said,
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    );
    let text = b"Test Using Larger Than Block-Size Key - Hash Key First";
    assert_eq!(
        hmac(&[0xaa; 131], text),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    );
}

#[test]
fn a_signature_is_the_hmac_of_timestamp_and_body_under_the_secret() {
    for (secret, at_ms, body) in [
        ("whsec_a", 1_795_338_000_000, r#"{"version":1}"#),
        (&*"long ".repeat(40), 0, ""),
    ] {
        let expected = hmac(secret.as_bytes(), format!("{at_ms}.{body}").as_bytes());
        assert_eq!(
            signature(secret, at_ms, body.as_bytes()),
            format!("v1={expected}")
        );
    }
}

#[test]
fn every_secret_is_another() {
    let (one, other) = (new_secret().unwrap(), new_secret().unwrap());
    assert!(one.starts_with("whsec_") && one.len() >= 6 + 43, "{one}");
    assert_ne!(one, other);
}
