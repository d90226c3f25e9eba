//! Casual play: which seeks fit, who is booked, what a game under casual terms is, arenas and ladders, live ratings.

mod bookings;
mod conduct;
mod contests;
mod ggf;
mod moderation;
mod ratings;
mod refusals;
mod seeks;
mod support;
mod variants;
