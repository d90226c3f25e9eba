//! Calls that came through an auth layer, counted for operators.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use http::Response;
use outflank_access::Problem;
use tonic::Status;

/// What an answer is called that is no refusal.
pub(crate) const OK: &str = "ok";

/// How often a method was answered in one way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CallCount {
    /// How often.
    pub count: u64,
    /// All of them together.
    pub took: Duration,
}

/// Calls by method and answer (`ok`, or the code of the refusal).
#[derive(Debug, Default)]
pub struct Calls(Mutex<BTreeMap<(&'static str, String), CallCount>>);

impl Calls {
    /// Every method that was called, with every way in which it was answered.
    #[must_use]
    pub fn read(&self) -> BTreeMap<(&'static str, String), CallCount> {
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<(&'static str, String), CallCount>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, rpc: &'static str, answer: String, took: Duration) {
        let mut calls = self.lock();
        let call = calls.entry((rpc, answer)).or_default();
        call.count = call.count.saturating_add(1);
        call.took = call.took.saturating_add(took);
    }
}

/// The code of the refusal that an answer is; it stands in its first headers.
pub(crate) fn refusal_of<B>(response: &Response<B>) -> Option<String> {
    let status = Status::from_header_map(response.headers())?;
    (status.code() != tonic::Code::Ok).then(|| Problem::from_status(&status).code)
}
