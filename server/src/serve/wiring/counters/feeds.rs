//! How far the feeds are that a process follows.

use std::{collections::BTreeMap, fmt, time::Duration};

use outflank_access::Role;
use outflank_transport::{feed::Followed, metrics::Reading};
use prometheus_client::{collector::Collector, encoding::DescriptorEncoder};

/// By the service that follows and the one that is followed.
type Followers = BTreeMap<(Role, Role), Followed>;

/// Where it is known how far the feeds are.
#[derive(Debug)]
pub(super) struct Feeds(pub fn() -> Followers);

impl Collector for Feeds {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let (feeds, mut reading) = ((self.0)(), Reading(encoder));
        let mut slowest: BTreeMap<Role, Duration> = BTreeMap::new();
        for ((_, source), followed) in &feeds {
            let behind = slowest.entry(*source).or_default();
            *behind = (*behind).max(followed.behind);
        }
        reading.gauges(
            (
                "feed_behind_seconds",
                "Since when the slowest follower of a service has not had all of its facts.",
            ),
            slowest
                .iter()
                .map(|(source, behind)| ([("source", source.name())], behind.as_secs_f64())),
        )?;
        let labelled = feeds.iter().map(|((consumer, source), followed)| {
            (
                [("feed", source.name()), ("role", consumer.name())],
                followed,
            )
        });
        reading.counters(
            (
                "facts_refused",
                "Facts of a feed that the rules of the role which follows it refuse: passed over.",
            ),
            labelled.clone().map(|(labels, of)| (labels, of.refused)),
        )?;
        reading.gauges(
            (
                "feed_unreadable",
                "Whether a role stopped at a fact of a feed that it cannot read.",
            ),
            labelled.map(|(labels, of)| (labels, u32::from(of.unreadable.is_some()))),
        )
    }
}

#[cfg(test)]
mod tests {
    use outflank_transport::metrics;

    use super::*;

    #[test]
    fn each_feed_says_what_was_refused_and_whether_it_stopped() {
        fn feeds() -> Followers {
            let followed = |refused, unreadable| Followed {
                behind: Duration::from_millis(1_500 * refused),
                refused,
                unreadable,
            };
            BTreeMap::from([
                ((Role::Play, Role::Pairing), followed(2, None)),
                ((Role::Standings, Role::Pairing), followed(0, Some(17))),
            ])
        }
        let mut registry = metrics::registry();
        registry.register_collector(Box::new(Feeds(feeds)));
        let text = metrics::shown(&registry);
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(
            lines,
            [
                "outflank_feed_behind_seconds{source=\"pairing\"} 3.0",
                "outflank_facts_refused_total{feed=\"pairing\",role=\"play\"} 2",
                "outflank_facts_refused_total{feed=\"pairing\",role=\"standings\"} 0",
                "outflank_feed_unreadable{feed=\"pairing\",role=\"play\"} 0",
                "outflank_feed_unreadable{feed=\"pairing\",role=\"standings\"} 1",
            ]
        );
    }
}
