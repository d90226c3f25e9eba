//! What no second try makes good.

/// How the panic of a [`breach`] begins. The runner of the tests looks for it: a test that ended so has failed, whatever
/// its next try did.
pub const BREACH: &str = "SAFETY BREACH";

/// Ends a test that found something lost, doubled, out of order, replayed wrongly, or a chain broken.
///
/// # Panics
/// Always: that is its way of saying so.
#[track_caller]
pub fn breach(finding: &str) -> ! {
    crate::server::give_up(&format!("{BREACH}: {finding}"));
}

/// Ends the test by a [`breach`] where what is seen is not what is right.
///
/// # Panics
/// With both, unless they are the same.
#[track_caller]
pub fn is_safe<Seen, Right>(what: &str, seen: Seen, right: Right)
where
    Seen: PartialEq<Right> + std::fmt::Debug,
    Right: std::fmt::Debug,
{
    match (seen, right) {
        (seen, right) if seen == right => {}
        (seen, right) => breach(&format!("{what}: {seen:?} for {right:?}")),
    }
}

/// Ends the test by a [`breach`] where something is found.
///
/// # Panics
/// With every finding, unless there is none.
#[track_caller]
pub fn no_breach<Finding: std::fmt::Debug>(findings: &[Finding]) {
    if !findings.is_empty() {
        breach(&format!("{findings:#?}"));
    }
}
