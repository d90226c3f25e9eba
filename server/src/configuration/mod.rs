//! What a process is told: command line over environment over file, and what follows from it.

mod deployment;
mod settings;
mod store_url;
#[cfg(test)]
mod tests;

pub use deployment::{ConfigurationError, Deployment, Founding, Tls};
pub use settings::Settings;
pub use store_url::StoreUrl;
