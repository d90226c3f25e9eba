//! Whose account is whose.

/// Who operates the server's own programs: nobody's account.
pub const HOUSE: &str = "house";

/// The accounts by which an account is judged: itself, and of a program's that of the person who operates it, so that nobody
/// does by a program what he may not do himself. A person's stands twice.
#[must_use]
pub fn judged_by<'a>(account: &'a str, operator: Option<&'a str>) -> [&'a str; 2] {
    [account, operator.unwrap_or(account)]
}
