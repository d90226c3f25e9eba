//! A receiver of webhooks that fails one time in three.

use std::sync::{Arc, Mutex};

use axum::{Router, body::Bytes, extract::State, http::HeaderMap, routing::post};
use outflank_tests::othello::Dice;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// One delivery as it came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    pub delivery_id: String,
    /// Tournament and version.
    pub told: (String, u64),
    timestamp: String,
    signature: String,
    body: String,
    /// It was answered with success.
    pub taken: bool,
}

impl Received {
    /// Whether it was signed with a secret.
    pub fn is_signed(&self, secret: &str) -> bool {
        let signed = format!("{}.{}", self.timestamp, self.body);
        self.signature == format!("v1={}", hmac(secret.as_bytes(), signed.as_bytes()))
    }
}

/// HMAC-SHA256 (RFC 2104) under a key of no more than a block, in hexadecimal.
fn hmac(key: &[u8], text: &[u8]) -> String {
    let mut block = [0_u8; 64];
    block[..key.len()].copy_from_slice(key);
    let padded = |pad: u8| block.map(|byte| byte ^ pad);
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(text);
    let outer = Sha256::new()
        .chain_update(padded(0x5c))
        .chain_update(inner.finalize())
        .finalize();
    outer.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Everything that came in, in its order.
#[derive(Clone)]
pub struct Receiver(Arc<Mutex<(Dice, Vec<Received>)>>);

impl Receiver {
    /// Listens on a port of its own; answers its address too.
    pub async fn listen(seed: u64) -> (Self, String) {
        let receiver = Self(Arc::new(Mutex::new((Dice(seed), Vec::new()))));
        let router = Router::new()
            .route("/ratings", post(take))
            .with_state(receiver.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/ratings", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (receiver, url)
    }

    pub fn received(&self) -> Vec<Received> {
        self.0.lock().unwrap().1.clone()
    }
}

async fn take(
    State(receiver): State<Receiver>,
    headers: HeaderMap,
    body: Bytes,
) -> axum::http::StatusCode {
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();
    let body = String::from_utf8(body.to_vec()).unwrap();
    let json: Value = serde_json::from_str(&body).unwrap();
    let tournament = json["tournament_id"].as_str().unwrap().to_owned();
    let mut kept = receiver.0.lock().unwrap();
    let taken = kept.0.below(3) > 0;
    kept.1.push(Received {
        delivery_id: header("outflank-delivery"),
        told: (tournament, json["version"].as_u64().unwrap()),
        timestamp: header("outflank-timestamp"),
        signature: header("outflank-signature"),
        body,
        taken,
    });
    if taken {
        axum::http::StatusCode::NO_CONTENT
    } else {
        axum::http::StatusCode::INTERNAL_SERVER_ERROR
    }
}
