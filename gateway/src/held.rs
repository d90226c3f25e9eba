//! What a gateway holds, for operators.

use std::fmt;

use outflank_transport::metrics::Reading;
use prometheus_client::{collector::Collector, encoding::DescriptorEncoder};

use crate::{places::Places, state::Shared};

/// What a gateway holds, read when somebody asks.
pub struct Held(pub Shared);

impl fmt::Debug for Held {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Held")
    }
}

impl Collector for Held {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Self(shared) = self;
        let mut reading = Reading(encoder);
        for (name, help, value) in [
            (
                "sockets_open",
                "Sockets that are open.",
                shared.sockets.count(),
            ),
            (
                "rooms_open",
                "Games that somebody watches here.",
                shared.rooms.count(),
            ),
            (
                "seeks_held",
                "Connections that seek a casual game.",
                shared.seeking.count(),
            ),
            (
                "outbox_bytes",
                "What waits for all sockets and streams.",
                shared.budget.waiting(),
            ),
            (
                "body_bytes",
                "Bodies of requests that are being read.",
                shared.bodies.bytes(),
            ),
        ] {
            reading.gauge((name, help), value)?;
        }
        let answers = u32::from(shared.health.play_answers());
        reading.gauge(
            ("play_answers", "Whether play answered the last beat."),
            answers,
        )?;
        let given_up = (
            "bodies_given_up",
            "Bodies that were given up because others needed their place.",
        );
        reading.counter(given_up, shared.bodies.given_up())?;
        places(&mut reading, "connection", &shared.places)?;
        places(&mut reading, "socket", &shared.socket_places)
    }
}

fn places(reading: &mut Reading<'_>, what: &str, places: &Places) -> fmt::Result {
    reading.gauges(
        (
            &format!("{what}_places"),
            &format!("Places for a {what} that are taken, by whose they are."),
        ),
        places
            .by_standing()
            .map(|(whose, count)| ([("of", whose)], count)),
    )?;
    reading.gauge(
        (
            &format!("{what}_place_limit"),
            &format!("Places for a {what} that there are."),
        ),
        places.most(),
    )?;
    reading.counter(
        (
            &format!("{what}_shed"),
            &format!("Who had a place for a {what} and gave it to somebody who comes first."),
        ),
        places.shed(),
    )
}
