//! The task that makes batches and has them committed.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{mpsc, watch};

use super::commit::{Commit, Learned, Placed};
use super::{QUEUE, Request, Store};
use crate::measures::Meter;
use crate::{Hash, StreamId};

/// Last entries remembered, so that their hash need not be read again.
const TIPS: usize = 16_384;

pub(super) struct Committer<S> {
    commit: Commit<S>,
    /// Last known entry of a stream. Entries never change, so an old one is never wrong, only
    /// no longer the last.
    tips: BTreeMap<StreamId, (u64, Hash)>,
    /// Streams with an entry under way: the next one waits until its outcome is known.
    taken: BTreeSet<StreamId>,
    _running: watch::Sender<()>,
}

impl<S: Store> Committer<S> {
    pub fn new(
        store: Arc<S>,
        meter: Arc<Meter>,
        closed: watch::Receiver<bool>,
        running: watch::Sender<()>,
    ) -> Self {
        Self {
            commit: Commit {
                store,
                meter,
                closed,
            },
            tips: BTreeMap::new(),
            taken: BTreeSet::new(),
            _running: running,
        }
    }

    pub async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let mut waiting = VecDeque::new();
        let mut under_way = FuturesUnordered::new();
        let mut closed = self.commit.closed.clone();
        let mut closing = false;
        let mut ended = false;
        let mut answered = false;
        loop {
            // Those who were answered just now come with their next entries first.
            if std::mem::take(&mut answered) && !under_way.is_empty() {
                tokio::task::yield_now().await;
            }
            while waiting.len() < QUEUE
                && let Ok(request) = requests.try_recv()
            {
                waiting.push_back(request);
            }
            while under_way.len() < self.commit.store.commits_at_once() {
                let batch = self.next_batch(&mut waiting);
                if batch.is_empty() {
                    break;
                }
                under_way.push(self.started(batch));
            }
            if ended && waiting.is_empty() && under_way.is_empty() {
                return;
            }
            tokio::select! {
                biased;
                Some((streams, learned)) = under_way.next() => {
                    self.learn(&streams, learned);
                    answered = true;
                }
                request = requests.recv(), if !ended && waiting.len() < QUEUE => match request {
                    Some(request) => waiting.push_back(request),
                    None => ended = true,
                },
                // A sender gone without closing ends the queue as well.
                Ok(_) = closed.wait_for(|closed| *closed), if !closing => {
                    closing = true;
                    requests.close();
                }
            }
        }
    }

    /// Takes the oldest entry of each stream that has none under way; later ones wait. One with records goes alone: what
    /// it requires may undo its commit.
    fn next_batch(&mut self, waiting: &mut VecDeque<Request>) -> Vec<Placed> {
        let mut most = self.commit.store.batch();
        let mut passed_over = BTreeSet::new();
        let mut batch = Vec::new();
        let mut later: VecDeque<Request> = VecDeque::new();
        while let Some(request) = waiting.pop_front() {
            let stream = &request.entry.stream;
            let alone = !request.entry.records.is_empty();
            let in_order = !passed_over.contains(stream);
            let fits = in_order && batch.len() < most && (batch.is_empty() || !alone);
            if fits && !self.taken.contains(stream) {
                if alone {
                    most = 1;
                }
                self.taken.insert(stream.clone());
                let known = self.tips.get(stream).copied();
                batch.push(Placed { request, known });
            } else {
                // The later entries of its stream come after it.
                if alone {
                    passed_over.insert(stream.clone());
                }
                later.push_back(request);
            }
        }
        *waiting = later;
        batch
    }

    /// The commit of a batch: its streams, and what it teaches about them.
    fn started(
        &self,
        batch: Vec<Placed>,
    ) -> impl Future<Output = (Vec<StreamId>, Vec<Learned>)> + use<S> {
        let commit = self.commit.clone();
        let streams = batch
            .iter()
            .map(|placed| placed.request.entry.stream.clone());
        let streams = streams.collect();
        async move { (streams, commit.run(batch).await) }
    }

    fn learn(&mut self, streams: &[StreamId], learned: Vec<Learned>) {
        for stream in streams {
            self.taken.remove(stream);
        }
        for one in learned {
            match one {
                Learned::Last(stream, seq, hash) => {
                    if self.tips.len() >= TIPS {
                        self.tips.clear();
                    }
                    self.tips.insert(stream, (seq, hash));
                }
                Learned::Unsure(stream) => {
                    self.tips.remove(&stream);
                }
                Learned::WentBack => self.tips.clear(),
            }
        }
    }
}
