//! What a process counts, for operators: one registry, shown in Prometheus' text form.

use std::fmt;

use prometheus_client::{
    encoding::{
        DescriptorEncoder, EncodeCounterValue, EncodeGaugeValue, EncodeLabelSet, EncodeMetric,
        NoLabelSet, prometheus_text,
    },
    metrics::{MetricType, counter::ConstCounter, gauge::ConstGauge},
    registry::Registry,
};

/// The media type of [`shown`].
pub const CONTENT_TYPE: &str = prometheus_text::CONTENT_TYPE;

/// An empty registry: every name in it begins with `outflank_`.
#[must_use]
pub fn registry() -> Registry {
    Registry::with_prefix("outflank")
}

/// Everything in a registry, as it is now.
#[must_use]
pub fn shown(registry: &Registry) -> String {
    let mut text = String::new();
    // Writing into a text cannot fail.
    let _ = prometheus_text::encode(&mut text, registry);
    text
}

/// Families of metrics whose values are known elsewhere and read when somebody asks.
#[derive(Debug)]
pub struct Reading<'a>(pub DescriptorEncoder<'a>);

impl Reading<'_> {
    /// Gauges under one name, each with its labels.
    ///
    /// # Errors
    /// When the registry's text cannot be written.
    pub fn gauges<L: EncodeLabelSet, V: EncodeGaugeValue>(
        &mut self,
        (name, help): (&str, &str),
        samples: impl IntoIterator<Item = (L, V)>,
    ) -> fmt::Result {
        let samples = samples.into_iter();
        self.family(
            (name, help),
            samples.map(|(labels, value)| (labels, ConstGauge::new(value))),
            MetricType::Gauge,
        )
    }

    /// A gauge without labels.
    ///
    /// # Errors
    /// When the registry's text cannot be written.
    pub fn gauge(&mut self, named: (&str, &str), value: impl EncodeGaugeValue) -> fmt::Result {
        self.gauges(named, [(UNLABELLED, value)])
    }

    /// Counters under one name, each with its labels. The name goes without `_total`.
    ///
    /// # Errors
    /// When the registry's text cannot be written.
    pub fn counters<L: EncodeLabelSet, V: EncodeCounterValue>(
        &mut self,
        (name, help): (&str, &str),
        samples: impl IntoIterator<Item = (L, V)>,
    ) -> fmt::Result {
        let samples = samples.into_iter();
        self.family(
            (name, help),
            samples.map(|(labels, value)| (labels, ConstCounter::new(value))),
            MetricType::Counter,
        )
    }

    /// A counter without labels. The name goes without `_total`.
    ///
    /// # Errors
    /// When the registry's text cannot be written.
    pub fn counter(&mut self, named: (&str, &str), value: u64) -> fmt::Result {
        self.counters(named, [(UNLABELLED, value)])
    }

    /// Histograms under one name, each with its labels.
    ///
    /// # Errors
    /// When the registry's text cannot be written.
    pub fn histograms<L: EncodeLabelSet>(
        &mut self,
        named: (&str, &str),
        samples: impl IntoIterator<Item = (L, Distribution)>,
    ) -> fmt::Result {
        self.family(named, samples, MetricType::Histogram)
    }

    /// Metrics of one type under one name, each with its labels.
    ///
    /// # Errors
    /// When the registry's text cannot be written.
    pub fn family<L: EncodeLabelSet, M: EncodeMetric>(
        &mut self,
        (name, help): (&str, &str),
        samples: impl IntoIterator<Item = (L, M)>,
        kind: MetricType,
    ) -> fmt::Result {
        let mut family = self.0.encode_descriptor(name, help, None, kind)?;
        for (labels, metric) in samples {
            metric.encode(family.encode_family(&labels)?)?;
        }
        Ok(())
    }
}

const UNLABELLED: [(&str, &str); 0] = [];

/// How often something was how large, measured elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// Upper bounds with how many fell into the class up to each; the last bound is infinite.
    pub classes: Vec<(f64, u64)>,
    /// All sizes together.
    pub sum: f64,
}

impl EncodeMetric for Distribution {
    fn encode(&self, mut encoder: prometheus_client::encoding::MetricEncoder<'_>) -> fmt::Result {
        let count = self.classes.iter().map(|(_, count)| count).sum();
        encoder.encode_histogram::<NoLabelSet>(self.sum, count, &self.classes, None)
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Histogram
    }
}
