//! What a server says of itself at `/metrics`: how long the stages of moves took.

use std::{
    collections::BTreeMap,
    io::{Read as _, Write as _},
    net::TcpStream,
};

/// The histogram of the stages of moves.
const STAGES: &str = "outflank_move_stage_seconds_bucket{";

/// A number by its name, and by its labels where it has any, as a server tells it now.
#[must_use]
pub fn value(port: u16, name: &str) -> Option<f64> {
    let text = told(port);
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.trim().parse().ok()
}

/// How many moves each stage took at most so long, by the stage: upper bounds in seconds, in order, and counts.
#[derive(Debug, Clone, Default)]
pub struct Stages(BTreeMap<String, Vec<(f64, u64)>>);

impl Stages {
    /// As a server tells them now.
    #[must_use]
    pub fn read(port: u16) -> Self {
        let mut stages: BTreeMap<String, Vec<(f64, u64)>> = BTreeMap::new();
        for line in told(port).lines() {
            let Some((labels, count)) = line
                .strip_prefix(STAGES)
                .and_then(|rest| rest.split_once('}'))
            else {
                continue;
            };
            let label = |name: &str| {
                let (_, rest) = labels.split_once(&format!("{name}=\""))?;
                rest.split_once('"').map(|(value, _)| value)
            };
            let (Some(stage), Some(bound)) = (label("stage"), label("le")) else {
                continue;
            };
            let bound = bound.parse().unwrap_or(f64::INFINITY);
            let count = count.trim().parse().unwrap_or(0.0_f64);
            let count = format!("{count:.0}").parse().unwrap_or(0);
            stages
                .entry(stage.to_owned())
                .or_default()
                .push((bound, count));
        }
        Self(stages)
    }

    /// What came after an earlier reading.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let stages = self.0.iter().map(|(stage, bounds)| {
            let before = earlier.0.get(stage);
            let count_before =
                |place: usize| before.and_then(|of| of.get(place)).map_or(0, |of| of.1);
            let bounds = bounds.iter().enumerate();
            let bounds = bounds
                .map(|(place, (bound, count))| (*bound, count.saturating_sub(count_before(place))));
            (stage.clone(), bounds.collect())
        });
        Self(stages.collect())
    }

    /// The stages that are told of.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The bound, in ms, that so many of a thousand moves did not exceed in a stage; none where nothing was counted.
    #[must_use]
    pub fn per_mille_ms(&self, stage: &str, per_mille: u64) -> Option<f64> {
        let bounds = self.0.get(stage)?;
        let all = bounds.last()?.1;
        let place = (all * per_mille).div_ceil(1_000);
        let within = bounds.iter().find(|(_, count)| *count >= place);
        within.filter(|_| all > 0).map(|(bound, _)| 1_000.0 * bound)
    }
}

fn told(port: u16) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a server");
    let request =
        format!("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("its numbers");
    text
}
