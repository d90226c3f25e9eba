//! The way out: requests to addresses that people name. They lead to the public internet and where the operator allows,
//! whatever a name stands for when it is looked up.

mod addresses;
mod post;

pub use addresses::{LONGEST_URL, UrlFault, is_public, may_be_sent_to, target_url};
pub use post::{Allowed, LONGEST, Network, NotPosted, Post, Posted};
