//! The official list, which pairing has as its players list: what the preview is measured by.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use outflank_access::Problem;
use outflank_proto::{
    pairing::v1::{
        ReadOfficialRatingsRequest, ReadOfficialRatingsResponse,
        pairing_service_client::PairingServiceClient,
    },
    ratings::v1 as proto,
};
use outflank_rating_list::{Distance, RatingList};
use outflank_transport::Transport;
use tokio::time::Instant;

/// Players read at most: the federation's list has about ten thousand.
const MOST: usize = 200_000;

/// How long a page waits for pairing.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long pairing is not asked again after it could not be.
const AGAIN: Duration = Duration::from_secs(10);

/// The list as it was read last.
#[derive(Debug)]
pub(super) struct OfficialList {
    pairing: PairingServiceClient<Transport>,
    kept: Mutex<Arc<Official>>,
    /// Whoever asks pairing holds it; when that failed last.
    asked_at: tokio::sync::Mutex<Option<Instant>>,
}

/// A list.
#[derive(Debug, Default)]
pub(super) struct Official {
    /// Which one; 0 = there is none.
    version: u64,
    imported_at_ms: i64,
    /// In points, by number.
    ratings: BTreeMap<u32, i32>,
}

impl OfficialList {
    pub(super) fn of(pairing: PairingServiceClient<Transport>) -> Self {
        Self {
            pairing,
            kept: Mutex::default(),
            asked_at: tokio::sync::Mutex::default(),
        }
    }

    /// The list as it is. Where pairing does not say so now, or somebody asks it just now, as it was.
    pub(super) async fn now(&self) -> Arc<Official> {
        let known = self.known();
        let Ok(mut asked_at) = self.asked_at.try_lock() else {
            return known;
        };
        if asked_at.is_some_and(|failed: Instant| failed.elapsed() < AGAIN) {
            return known;
        }
        let read = tokio::time::timeout(PATIENCE, self.read(&known)).await;
        *asked_at = match read {
            Ok(Ok(None)) => None,
            Ok(Ok(Some(read))) => {
                let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
                *kept = Arc::new(read);
                None
            }
            Ok(Err(problem)) => {
                tracing::warn!(%problem, "the official list cannot be read");
                Some(Instant::now())
            }
            Err(_) => Some(Instant::now()),
        };
        self.known()
    }

    fn known(&self) -> Arc<Official> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&kept)
    }

    /// The list, where it is another than this one.
    async fn read(&self, known: &Official) -> Result<Option<Official>, Problem> {
        let mut read = Official::default();
        let mut after = 0;
        loop {
            let page = self.page(known.version, after).await?;
            if page.version == known.version {
                return Ok(None);
            }
            if page.version != read.version {
                // Another one was imported between two pages.
                let begins = after == 0;
                read = Official {
                    version: page.version,
                    imported_at_ms: page.imported_at_ms,
                    ratings: BTreeMap::new(),
                };
                if !begins {
                    after = 0;
                    continue;
                }
            }
            for rated in &page.ratings {
                let rating = i32::try_from(rated.rating).unwrap_or(i32::MAX);
                read.ratings.insert(rated.federation_number, rating);
                after = rated.federation_number;
            }
            if page.ratings.is_empty() || !page.goes_on || read.ratings.len() >= MOST {
                return Ok(Some(read));
            }
        }
    }

    async fn page(
        &self,
        known_version: u64,
        after: u32,
    ) -> Result<ReadOfficialRatingsResponse, Problem> {
        let request = ReadOfficialRatingsRequest {
            known_version,
            after,
        };
        let answer = self.pairing.clone().read_official_ratings(request).await;
        answer
            .map(tonic::Response::into_inner)
            .map_err(|status| Problem::from_status(&status))
    }
}

impl Official {
    /// Somebody's rating, in points; 0 = none.
    pub(super) fn of(&self, number: u32) -> u32 {
        let rating = self.ratings.get(&number).copied().unwrap_or_default();
        u32::try_from(rating).unwrap_or_default()
    }

    /// How far a list is from it; none where nobody is on both.
    pub(super) fn distance(&self, list: &RatingList) -> Option<proto::OfficialDistance> {
        let distance: Distance = list.distance(&self.ratings)?;
        Some(proto::OfficialDistance {
            players: distance.players,
            mean_tenths: super::ratings::tenths(distance.mean),
            median_tenths: super::ratings::tenths(distance.median),
            greatest_tenths: super::ratings::tenths(distance.greatest),
            offset_tenths: match distance.offset < 0.0 {
                true => -i64::from(super::ratings::tenths(-distance.offset)),
                false => super::ratings::tenths(distance.offset).into(),
            },
            imported_at_ms: self.imported_at_ms,
        })
    }
}
