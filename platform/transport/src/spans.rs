//! The spans of traces, and the trace that a call belongs to.
//!
//! Spans have the target [`TARGET`]; without a collector nobody listens to it, and a span costs one comparison. Their
//! trace goes from process to process as the W3C's `traceparent`, which counts only beside a service key.

use std::sync::atomic::{AtomicBool, Ordering};

use http::{HeaderMap, HeaderValue};
use opentelemetry::{
    Context,
    trace::{SpanContext, SpanId, TraceContextExt as _, TraceFlags, TraceId, TraceState},
};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// The target of every span: `info_span!(target: spans::TARGET, …)`.
pub const TARGET: &str = "outflank_spans";
/// The header that carries a trace between roles.
pub(crate) const HEADER: &str = "traceparent";

static EXPORTING: AtomicBool = AtomicBool::new(false);

/// Says whether spans go anywhere from now on: whoever starts the exporter knows.
pub fn export(exporting: bool) {
    EXPORTING.store(exporting, Ordering::Relaxed);
}

/// Whether spans go anywhere.
#[must_use]
pub fn is_exporting() -> bool {
    EXPORTING.load(Ordering::Relaxed)
}

/// Notes the trace of a span that begins one, or takes one over, in its field `trace_id`, for logs.
#[must_use]
pub fn named(span: Span) -> Span {
    if is_exporting() && !span.is_disabled() {
        let context = span.context();
        let trace_id = context.span().span_context().trace_id();
        span.record("trace_id", tracing::field::display(trace_id));
    }
    span
}

/// Tells a called role which trace its call belongs to.
pub(crate) fn tell(headers: &mut HeaderMap) {
    if !is_exporting() {
        return;
    }
    let context = Span::current().context();
    let span = context.span();
    if let Some(value) = written(span.span_context()) {
        headers.insert(HEADER, value);
    }
}

/// The trace that a call belongs to: what its header says, if it may be believed.
pub(crate) fn told(headers: &HeaderMap) -> Option<Context> {
    let value = headers.get(HEADER)?.to_str().ok()?;
    Some(Context::new().with_remote_span_context(read(value)?))
}

fn written(span: &SpanContext) -> Option<HeaderValue> {
    let flags = span.trace_flags().to_u8();
    let text = format!("00-{}-{}-{flags:02x}", span.trace_id(), span.span_id());
    let value = span.is_valid().then(|| HeaderValue::from_str(&text));
    value?.ok()
}

fn read(text: &str) -> Option<SpanContext> {
    let mut parts = text.split('-');
    let (version, trace, span, flags) =
        (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    if version != "00" || parts.next().is_some() || trace.len() != 32 || span.len() != 16 {
        return None;
    }
    let span = SpanContext::new(
        TraceId::from_hex(trace).ok()?,
        SpanId::from_hex(span).ok()?,
        TraceFlags::new(u8::from_str_radix(flags, 16).ok()?),
        true,
        TraceState::NONE,
    );
    span.is_valid().then_some(span)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_trace_survives_the_wire_and_nothing_else_is_taken_for_one() {
        let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        let span = read(text).unwrap();
        assert!(span.is_remote() && span.is_sampled());
        assert_eq!(written(&span).unwrap(), text);
        for wrong in [
            "",
            "00",
            "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-00",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-xx",
            "00-éaf7651916cd43dd8448eb211c80319-b7ad6b7169203331-01",
        ] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
        assert!(written(&SpanContext::NONE).is_none());
    }

    #[test]
    fn without_a_collector_nothing_is_told() {
        let mut headers = HeaderMap::new();
        tell(&mut headers);
        assert!(headers.is_empty() && !is_exporting());
    }
}
