//! How far the feeds are that a process follows.

use std::{collections::BTreeMap, time::Duration};

use outflank_access::Role;
use outflank_transport::feed::Followed;

use super::{Text, seconds};

/// By the service that follows and the one that is followed.
type Feeds = BTreeMap<(Role, Role), Followed>;

pub(super) fn show(feeds: &Feeds, text: &mut Text) {
    text.head(
        "feed_behind_seconds",
        "gauge",
        "Since when the slowest follower of a service has not had all of its facts.",
    );
    let mut slowest: BTreeMap<Role, Duration> = BTreeMap::new();
    for ((_, source), followed) in feeds {
        let behind = slowest.entry(*source).or_default();
        *behind = (*behind).max(followed.behind);
    }
    for (source, behind) in slowest {
        let behind = seconds(u64::try_from(behind.as_micros()).unwrap_or(u64::MAX));
        text.line(
            "feed_behind_seconds",
            &format!("source=\"{}\"", source.name()),
            behind,
        );
    }
    text.head(
        "facts_refused_total",
        "counter",
        "Facts of a feed that the rules of the role which follows it refuse: passed over.",
    );
    for (between, followed) in feeds {
        text.line("facts_refused_total", &labels(*between), followed.refused);
    }
    text.head(
        "feed_unreadable",
        "gauge",
        "Whether a role stopped at a fact of a feed that it cannot read.",
    );
    for (between, followed) in feeds {
        let stopped = u8::from(followed.unreadable.is_some());
        text.line("feed_unreadable", &labels(*between), stopped);
    }
}

fn labels((consumer, source): (Role, Role)) -> String {
    format!("feed=\"{}\",role=\"{}\"", source.name(), consumer.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_feed_says_what_was_refused_and_whether_it_stopped() {
        let followed = |refused, unreadable| Followed {
            behind: Duration::from_millis(1_500 * refused),
            refused,
            unreadable,
        };
        let feeds = BTreeMap::from([
            ((Role::Play, Role::Pairing), followed(2, None)),
            ((Role::Standings, Role::Pairing), followed(0, Some(17))),
        ]);
        let mut text = Text::default();
        show(&feeds, &mut text);
        let lines: Vec<&str> = text
            .0
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        assert_eq!(
            lines,
            [
                "outflank_feed_behind_seconds{source=\"pairing\"} 3.000000",
                "outflank_facts_refused_total{feed=\"pairing\",role=\"play\"} 2",
                "outflank_facts_refused_total{feed=\"pairing\",role=\"standings\"} 0",
                "outflank_feed_unreadable{feed=\"pairing\",role=\"play\"} 0",
                "outflank_feed_unreadable{feed=\"pairing\",role=\"standings\"} 1",
            ]
        );
    }
}
