//! A season's own stream: its calendar, its hosts and directors, its final table (EGP I.2.1 to I.2.5).

mod calendar;
mod closing;
mod duties;
mod hosting;
mod random;
mod world;
