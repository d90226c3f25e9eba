//! Draws: their seeds, the players' nonces, lots for ties.

use outflank_othello::refusals;

use crate::ids::EntrantId;

refusals! {
    pub(crate) enum LotsRefusal {
        LotsAlreadyDrawn = "lots_already_drawn" under "lots":
            "Lots are drawn once, and they are drawn.";
        NoTies = "no_ties" under "lots":
            "Points, BQ and discs leave no tie; there is nothing to draw lots for.";
        FinalsBegun = "finals_begun" under "lots":
            "The finals go by their list already; lots are drawn before them.";
        LotsNotDrawn = "lots_not_drawn" under "lots":
            "Players are equal on points, BQ and discs; draw lots before the ranking is confirmed.";
        LotsBeforeFinals = "lots_not_drawn" under "lots":
            "Players are equal on every criterion; draw lots before the finals go by the list.";
        WrongSeed { purpose: String } = "wrong_seed":
            "The seed of the draw for {purpose} is not the next link of the published hash chain: its SHA-256 \
             must be the link revealed last.";
        DrawsExhausted = "draws_exhausted":
            "No more draws can be held in this tournament.";
        NonceAlreadyCommitted { entrant_id: EntrantId } = "nonce_already_committed":
            "Entrant {entrant_id:?} is bound to a nonce of the next draw already; it cannot be exchanged.";
        NonceAlreadyGiven { entrant_id: EntrantId } = "nonce_already_given":
            "Entrant {entrant_id:?} has given a nonce for the next draw already; it cannot be exchanged.";
        WrongNonce { entrant_id: EntrantId } = "wrong_nonce":
            "The SHA-256 of this nonce is not what entrant {entrant_id:?} is bound to; give the nonce that was \
             committed.";
        EntrantWithdrawn { entrant_id: EntrantId } = "entrant_withdrawn":
            "Entrant {entrant_id:?} has withdrawn and takes no part in draws.";
        SeedMissing { round: u32 } = "seed_missing":
            "Round {round} is drawn by lot; give the next link of the hash chain.";
    }
}
