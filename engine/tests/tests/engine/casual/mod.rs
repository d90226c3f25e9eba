//! Casual play: which seeks fit, who is booked, what a game under casual terms is, live ratings.

mod bookings;
mod conduct;
mod moderation;
mod ratings;
mod refusals;
mod seeks;
mod support;
mod variants;
