//! A device: what its browser subscribes with, and how it reads what it is told.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use outflank_outbound::Posted;
use outflank_proto::identity::v1 as proto;
use ring::{
    aead,
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    hkdf, hmac,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as Signed},
};
use serde_json::Value;

const SECRET: [u8; 16] = [7; 16];

/// A browser's subscription. Its key is used once: ring makes no other.
pub struct Device {
    key: EphemeralPrivateKey,
    public_key: Vec<u8>,
    endpoint: String,
}

pub fn encoded(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

pub fn decoded(text: &str) -> Vec<u8> {
    BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
}

impl Device {
    pub fn at(endpoint: &str) -> Self {
        let key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        Self {
            public_key: key.compute_public_key().unwrap().as_ref().to_vec(),
            key,
            endpoint: endpoint.to_owned(),
        }
    }

    pub fn subscription(&self, language: &str) -> proto::AddPushSubscriptionRequest {
        proto::AddPushSubscriptionRequest {
            endpoint: self.endpoint.clone(),
            public_key: encoded(&self.public_key),
            secret: encoded(&SECRET),
            language: language.to_owned(),
        }
    }

    /// What it is told, by the steps of RFC 8188 and RFC 8291 with HMAC alone.
    pub fn read(self, posted: &Posted) -> Value {
        let (head, sealed) = posted.body.split_at(16 + 4 + 1 + 65);
        assert_eq!(
            &head[16..21],
            [0, 0, 16, 0, 65],
            "the size of a record and of a key"
        );
        let theirs = UnparsedPublicKey::new(&ECDH_P256, &head[21..]);
        let shared = agree_ephemeral(self.key, &theirs, <[u8]>::to_vec).unwrap();
        let mac = |key: &[u8], parts: &[&[u8]]| {
            let key = hmac::Key::new(hmac::HMAC_SHA256, key);
            hmac::sign(&key, &parts.concat()).as_ref().to_vec()
        };
        let extracted = mac(&SECRET, &[&shared]);
        let both: [&[u8]; 4] = [b"WebPush: info\0", &self.public_key, &head[21..], &[1]];
        let secret = mac(&extracted, &both);
        let extracted = mac(&head[..16], &[&secret]);
        let key = mac(&extracted, &[b"Content-Encoding: aes128gcm\0\x01"]);
        let nonce = mac(&extracted, &[b"Content-Encoding: nonce\0\x01"]);
        let key = aead::UnboundKey::new(&aead::AES_128_GCM, &key[..16]).unwrap();
        let nonce = aead::Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let mut sealed = sealed.to_vec();
        let key = aead::LessSafeKey::new(key);
        let message = key
            .open_in_place(nonce, aead::Aad::empty(), &mut sealed)
            .unwrap();
        let message = message.strip_suffix(&[2]).expect("the last record");
        serde_json::from_slice(message).unwrap()
    }
}

pub fn header<'p>(posted: &'p Posted, name: &str) -> &'p str {
    let found = posted.headers.iter().find(|(of, _)| *of == name);
    found.map_or("", |(_, value)| value)
}

/// What the server says of itself with a message, once its signature is good under that key.
pub fn claims(posted: &Posted, public_key: &str) -> Value {
    let (token, key) = header(posted, "authorization").split_once(", k=").unwrap();
    assert_eq!(key, public_key);
    let (signed, signature) = token
        .strip_prefix("vapid t=")
        .unwrap()
        .rsplit_once('.')
        .unwrap();
    let key = Signed::new(&ECDSA_P256_SHA256_FIXED, decoded(public_key));
    key.verify(signed.as_bytes(), &decoded(signature)).unwrap();
    let (head, claims) = signed.split_once('.').unwrap();
    let head: Value = serde_json::from_slice(&decoded(head)).unwrap();
    assert_eq!(head, serde_json::json!({ "typ": "JWT", "alg": "ES256" }));
    serde_json::from_slice(&decoded(claims)).unwrap()
}

#[test]
fn hkdf_by_hand_is_hkdf() {
    let prk = hkdf::Salt::new(hkdf::HKDF_SHA256, b"salt").extract(b"secret");
    let mut expanded = [0; 32];
    let info: [&[u8]; 1] = [b"info"];
    prk.expand(&info, hkdf::HKDF_SHA256)
        .unwrap()
        .fill(&mut expanded)
        .unwrap();
    let key = |key: &[u8]| hmac::Key::new(hmac::HMAC_SHA256, key);
    let extracted = hmac::sign(&key(b"salt"), b"secret");
    let by_hand = hmac::sign(&key(extracted.as_ref()), b"info\x01");
    assert_eq!(by_hand.as_ref(), expanded);
}
