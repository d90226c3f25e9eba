//! The rating list: the formula on made results and on the archive.

mod archive;
mod closed_form;
mod extremes;
mod model;
mod optimiser;
mod properties;
mod rules;
mod support;
