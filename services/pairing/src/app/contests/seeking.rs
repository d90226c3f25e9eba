//! Seeks of games of contests: who may seek, and whom of those that seek now may be brought together.

use std::{collections::BTreeMap, sync::Arc};

use futures_util::{StreamExt as _, stream};
use outflank_access::{Problem, Role, identifier};
use outflank_casual::{Booking, Circumstances, Contest, Seek, SoughtChallenge, SoughtIn, Standing};

use super::{
    super::{App, casual},
    known::Listed,
};

/// So many contests are told of pairs at the same time.
const TOLD_AT_ONCE: usize = 8;

/// The contests that games are sought of, as they stand now.
pub(in crate::app) struct Sought(BTreeMap<String, Arc<Listed>>);

impl Sought {
    /// How who seeks stands, whose live rating is that: in his contest, where he seeks a game of one.
    pub fn standing(&self, seek: &Seek, points: i64) -> Standing {
        let rated = Standing {
            points,
            ..Standing::default()
        };
        let Some(contest) = self.contest(seek) else {
            return rated;
        };
        let arena = contest.founding().and_then(|of| of.rules.arena());
        let entrant = contest.entrant(&seek.account);
        entrant.map_or(rated, |entrant| rated.of_entrant(entrant, arena))
    }

    /// The contest that a game of is sought, as far as it is known.
    pub fn contest(&self, seek: &Seek) -> Option<&Contest> {
        let listed = self.0.get(seek.contest()?)?;
        Some(&listed.contest)
    }

    /// Whether a game can come of a seek: it is of no contest, or of one that is known and has that game for it.
    fn allows(&self, seek: &Seek, now_ms: i64) -> bool {
        let contest = self.contest(seek);
        let known = Circumstances {
            contest,
            ..Circumstances::default()
        };
        contest.is_some() == seek.contest.is_some() && seek.ended(&known, now_ms).is_none()
    }
}

impl App {
    /// Has a seek be one of a contest's game: its terms hold, and its rules say who meets whom.
    ///
    /// # Errors
    /// `unknown_contest`, `not_begun`, `contest_over`, `not_in_contest`, `no_programs`, `no_challenge`.
    pub(in crate::app) async fn seek_in_contest(
        self: &Arc<Self>,
        seek: &mut Seek,
        id: &str,
    ) -> Result<(), Problem> {
        let now_ms = self.clock.now_ms();
        let listed = self.contest(id).await?.state.at(now_ms);
        let now = &listed.contest;
        let who = (seek.account.as_str(), seek.is_by_program());
        let challenge = now.sought_by(who, now_ms);
        let challenge = challenge.map_err(|refusal| casual::refused(&refusal))?;
        if let Some(founding) = now.founding() {
            seek.terms = founding.rules.terms;
        }
        seek.contest = Some(SoughtIn {
            id: id.to_owned(),
            challenge: challenge.clone(),
        });
        match challenge {
            Some(challenge) => {
                self.come_to((id, now), (&challenge, &seek.account), now_ms)
                    .await
            }
            None => Ok(()),
        }
    }

    /// Somebody waits for the game of a challenge: that he came stands in the journal, so that the challenge does not run out
    /// against him.
    async fn come_to(
        self: &Arc<Self>,
        (id, stands): (&str, &Contest),
        (challenge, account): (&SoughtChallenge, &str),
        now_ms: i64,
    ) -> Result<(), Problem> {
        let came = |contest: &Contest, now_ms: i64| contest.comes((account, challenge), now_ms);
        if let Ok(None) = came(stands, now_ms) {
            return Ok(());
        }
        let day = challenge.day(now_ms);
        let command_id = format!("came-{account}-{}-{day}", challenge.at_ms);
        let decide = |contest: &Contest, now_ms: i64| {
            let came = came(contest, now_ms).map_err(|refusal| casual::refused(&refusal))?;
            Ok(came.into_iter().collect())
        };
        let actor = Role::Pairing.actor();
        self.append_to_contest(id, (&actor, &command_id), decide)
            .await
    }

    /// Has contests know of the pairs that are about to be booked for their challenges, so that none lapses while its game
    /// may be under way; answers with those that may be booked. A pair whose contest cannot be told waits.
    pub(in crate::app) async fn meet_in_contests(
        self: &Arc<Self>,
        pairs: Vec<Booking>,
    ) -> Vec<Booking> {
        let mut contests: BTreeMap<String, Vec<Booking>> = BTreeMap::new();
        for pair in pairs {
            let id = pair.contest_id().unwrap_or_default().to_owned();
            contests.entry(id).or_default().push(pair);
        }
        let told = stream::iter(contests.into_values()).map(|pairs| self.meet_in_contest(pairs));
        told.buffered(TOLD_AT_ONCE).concat().await
    }

    /// In one contest one pair comes after another: they are written to the same stream.
    async fn meet_in_contest(self: &Arc<Self>, pairs: Vec<Booking>) -> Vec<Booking> {
        let mut told = Vec::with_capacity(pairs.len());
        for pair in pairs {
            match self.meet(&pair).await {
                Ok(()) => told.push(pair),
                Err(problem) => {
                    tracing::debug!(detail = problem.detail, "a pair of a challenge waits");
                }
            }
        }
        told
    }

    async fn meet(self: &Arc<Self>, pair: &Booking) -> Result<(), Problem> {
        let Some(of) = &pair.contest else {
            return Ok(());
        };
        let Some(challenged_at_ms) = of.challenged_at_ms else {
            return Ok(());
        };
        let both = [&pair.players.black, &pair.players.white];
        let accounts = both.map(|player| player.account.as_str());
        let mut seeks = both.map(|player| player.seek.as_deref().unwrap_or_default());
        seeks.sort_unstable();
        let [one, other] = seeks;
        // However often the same two seeks are tried, it is written once.
        let command_id = identifier::derived_id(&["met", one, other]);
        let decide = |contest: &Contest, now_ms: i64| {
            let met = contest.meet(accounts, challenged_at_ms, now_ms);
            Ok(vec![met.map_err(|refusal| casual::refused(&refusal))?])
        };
        let actor = Role::Pairing.actor();
        // It stands in no line: everybody else who seeks would wait for whoever acts in this contest.
        self.write_to_contest(&of.id, (&actor, &command_id), decide)
            .await
    }

    /// The contests that games are sought of now; seeks that may stand there no more are taken from the others.
    pub(in crate::app) async fn sought_in_contests(
        &self,
        seeks: &mut Vec<Seek>,
        now_ms: i64,
    ) -> Sought {
        // Who seeks alone meets nobody, whatever stands there.
        let sought = self.contests_sought(seeks, 2, now_ms).await;
        seeks.retain(|seek| sought.allows(seek, now_ms));
        sought
    }

    /// The contests that games are sought of by so many at least. One that cannot be read holds up nobody else.
    pub(in crate::app) async fn contests_sought(
        &self,
        seeks: &[Seek],
        by_least: usize,
        now_ms: i64,
    ) -> Sought {
        let mut sought: BTreeMap<&str, usize> = BTreeMap::new();
        for id in seeks.iter().filter_map(Seek::contest) {
            *sought.entry(id).or_default() += 1;
        }
        let mut contests = BTreeMap::new();
        for (id, _) in sought.iter().filter(|(_, by)| **by >= by_least) {
            match self.contest(id).await {
                Ok(stood) => {
                    contests.insert((*id).to_owned(), stood.state.at(now_ms));
                }
                Err(problem) => {
                    tracing::warn!(contest = id, detail = problem.detail, "its seeks wait");
                }
            }
        }
        Sought(contests)
    }
}
