//! The names of everything in Redis: one prefix before each.

use std::sync::Arc;

/// See the module.
#[derive(Clone)]
pub(super) struct Names {
    prefix: Arc<str>,
    /// This handle's own name.
    instance: Arc<str>,
}

impl Names {
    pub(super) fn new(prefix: &str, instance: &str) -> Self {
        Self {
            prefix: prefix.into(),
            instance: instance.into(),
        }
    }

    fn of(&self, kind: &str, name: &str) -> String {
        format!("{}{kind}/{name}", self.prefix)
    }

    pub(super) fn instance(&self) -> &str {
        &self.instance
    }

    /// The channel of a topic.
    pub(super) fn channel(&self, topic: &str) -> String {
        self.of("topic", topic)
    }

    /// The topic of a channel.
    pub(super) fn topic<'a>(&self, channel: &'a str) -> Option<&'a str> {
        channel.strip_prefix(&*self.prefix)?.strip_prefix("topic/")
    }

    /// Where this handle hears itself.
    pub(super) fn beat(&self) -> String {
        self.of("beat", &self.instance)
    }

    /// Where publishers say that messages of theirs were lost.
    pub(super) fn gaps(&self) -> String {
        format!("{}gaps", self.prefix)
    }

    pub(super) fn ticket(&self, ticket: &str) -> String {
        self.of("ticket", ticket)
    }

    pub(super) fn limit(&self, key: &str) -> String {
        self.of("limit", key)
    }

    pub(super) fn snapshot(&self, key: &str) -> String {
        self.of("snapshot", key)
    }

    pub(super) fn deadlines(&self, set: &str) -> String {
        self.of("deadlines", set)
    }

    pub(super) fn deadline_seq(&self, set: &str, name: &str) -> String {
        format!("{}deadline-seq/{set}/{name}", self.prefix)
    }

    pub(super) fn place(&self, place: &str) -> String {
        self.of("place", place)
    }

    pub(super) fn places(&self) -> String {
        format!("{}places", self.prefix)
    }

    pub(super) fn seeks(&self) -> String {
        format!("{}seeks", self.prefix)
    }

    pub(super) fn seeks_end(&self) -> String {
        format!("{}seeks-end", self.prefix)
    }
}
