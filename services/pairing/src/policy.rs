//! What a deployment asks of events before they count.

/// Who may found events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Founding {
    /// Administrators alone.
    #[default]
    Administrators,
    /// Every account with a password.
    Accounts,
}

impl Founding {
    /// Its name in the settings and in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Administrators => "administrators",
            Self::Accounts => "accounts",
        }
    }
}

/// What is asked of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventPolicy {
    /// Who may found them.
    pub founding: Founding,
    /// Numbers and ratings of the players list are claims until a director confirms them.
    pub claims: bool,
    /// An event is rated only where a rating officer approved it and released its file.
    pub approval: bool,
}

impl Default for EventPolicy {
    fn default() -> Self {
        Self {
            founding: Founding::default(),
            claims: true,
            approval: true,
        }
    }
}
