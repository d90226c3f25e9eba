//! State machines against small models of their own: what the stream says after any commands, the model says too.

mod choices;
mod early_end;
mod finals;
mod rating_office;
mod rulings;
