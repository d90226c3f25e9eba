//! Which webhooks there are: the fold of their events, and what may become of them.

use std::collections::BTreeMap;

use outflank_access::{Kind, Problem, problem};
use serde::{Deserialize, Serialize};

use crate::register::Folded;

/// Most webhooks of one account.
const MOST_OF_ACCOUNT: usize = 20;
/// Most webhooks.
const MOST: usize = 200;

/// What happened to a webhook. Where it leads and its secret are records, which can be erased: here stands their id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum WebhookEvent {
    /// An account made it. It is told what comes after a place in the list of rating files.
    Added {
        webhook_id: String,
        account_id: String,
        target_id: String,
        rated_only: bool,
        after: u64,
    },
    Changed {
        webhook_id: String,
        target_id: String,
        rated_only: bool,
    },
    Paused {
        webhook_id: String,
        because: Because,
    },
    Resumed {
        webhook_id: String,
    },
    Removed {
        webhook_id: String,
    },
}

/// Why a webhook is paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Because {
    /// Somebody paused it.
    Asked,
    /// Too many deliveries in a row were given up.
    Failing,
}

impl Because {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Failing => "failing",
        }
    }
}

/// One webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Webhook {
    pub id: String,
    pub account_id: String,
    pub target_id: String,
    pub rated_only: bool,
    /// Its first publication is the one behind this.
    pub after: u64,
    pub paused: Option<Because>,
    pub created_at_ms: i64,
    /// Its place among all that were ever made.
    pub number: u64,
}

/// All webhooks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Registry {
    webhooks: BTreeMap<String, Webhook>,
}

impl Folded for Registry {
    type Event = WebhookEvent;
    const KIND: &'static str = "webhooks";

    fn contended() -> Problem {
        Problem::new(
            Kind::Conflict,
            "webhooks_contended",
            "Others changed webhooks at the same moment again and again; send it once more.",
        )
    }

    fn evolve(&mut self, (seq, at_ms): (u64, i64), event: WebhookEvent) {
        match event {
            WebhookEvent::Added {
                webhook_id,
                account_id,
                target_id,
                rated_only,
                after,
            } => {
                let webhook = Webhook {
                    id: webhook_id.clone(),
                    account_id,
                    target_id,
                    rated_only,
                    after,
                    paused: None,
                    created_at_ms: at_ms,
                    number: seq,
                };
                self.webhooks.insert(webhook_id, webhook);
            }
            WebhookEvent::Changed {
                webhook_id,
                target_id,
                rated_only,
            } => {
                if let Some(webhook) = self.webhooks.get_mut(&webhook_id) {
                    (webhook.target_id, webhook.rated_only) = (target_id, rated_only);
                }
            }
            WebhookEvent::Paused {
                webhook_id,
                because,
            } => self.pause(&webhook_id, Some(because)),
            WebhookEvent::Resumed { webhook_id } => self.pause(&webhook_id, None),
            WebhookEvent::Removed { webhook_id } => {
                self.webhooks.remove(&webhook_id);
            }
        }
    }
}

impl Registry {
    fn pause(&mut self, webhook_id: &str, because: Option<Because>) {
        if let Some(webhook) = self.webhooks.get_mut(webhook_id) {
            webhook.paused = because;
        }
    }

    /// One of them.
    pub(crate) fn get(&self, webhook_id: &str) -> Option<&Webhook> {
        self.webhooks.get(webhook_id)
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Webhook> {
        self.webhooks.values()
    }

    /// Whether one more may be made by an account.
    ///
    /// # Errors
    /// `too_many_webhooks`.
    pub(crate) fn has_room(&self, account_id: &str) -> Result<(), Problem> {
        let own = self.all().filter(|of| of.account_id == account_id).count();
        if own >= MOST_OF_ACCOUNT {
            return Err(problem!(
                Kind::Refused,
                "too_many_webhooks",
                "You have {most} webhooks, as many as an account may have: remove one first.",
                most = MOST_OF_ACCOUNT,
            ));
        }
        if self.webhooks.len() >= MOST {
            return Err(problem!(
                Kind::Refused,
                "too_many_webhooks",
                "This server has {most} webhooks, as many as it takes: an administrator removes some.",
                most = MOST,
            ));
        }
        Ok(())
    }

    /// What makes a webhook what it is asked to be; nothing where it is that already.
    pub(crate) fn changes(
        webhook: &Webhook,
        (target_id, rated_only, paused): (&str, bool, bool),
    ) -> Vec<WebhookEvent> {
        let webhook_id = || webhook.id.clone();
        let mut events = Vec::new();
        if webhook.target_id != target_id || webhook.rated_only != rated_only {
            events.push(WebhookEvent::Changed {
                webhook_id: webhook_id(),
                target_id: target_id.to_owned(),
                rated_only,
            });
        }
        match (webhook.paused, paused) {
            (None, true) => events.push(WebhookEvent::Paused {
                webhook_id: webhook_id(),
                because: Because::Asked,
            }),
            (Some(_), false) => events.push(WebhookEvent::Resumed {
                webhook_id: webhook_id(),
            }),
            _ => {}
        }
        events
    }
}
