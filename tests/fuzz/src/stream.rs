//! A game's journal: entries that no release of this server wrote.

use outflank_othello::{
    Event, TableState, canonical_transcript, clocks, deadline, evolve, transcript_digest,
};

/// Most entries of one stream.
const ENTRIES: usize = 200;

/// Lines of JSON, each the events of one entry, folded whatever they say. The state they give can be looked at
/// from every side, and every event is written as it was read.
pub fn stream(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut state = TableState::default();
    let mut at_ms: i64 = 1_000;
    for line in text.lines().take(ENTRIES) {
        let Ok(events) = serde_json::from_str::<Vec<Event>>(line) else {
            continue;
        };
        for event in &events {
            let written = serde_json::to_string(event).unwrap_or_default();
            assert_eq!(
                serde_json::from_str::<Event>(&written).ok().as_ref(),
                Some(event)
            );
            state = evolve(state, at_ms, event);
            look(&state, at_ms);
        }
        at_ms = at_ms.saturating_add(977);
    }
    look(&state, i64::MAX);
    look(&state, i64::MIN);
}

/// Everything that a view or a service asks of a state.
pub fn look(state: &TableState, now_ms: i64) {
    let _ = state.phase();
    let _ = deadline(state);
    let _ = clocks(state, now_ms);
    let _ = state.legal_moves();
    let _ = state.next_ply();
    let _ = state.turn();
    let _ = state.squares().count();
    let _ = state.seat_of("somebody");
    let _ = state.confirmation();
    assert_eq!(transcript_digest(state).len(), 64);
    assert!(canonical_transcript(state).len() < 1 << 20);
}
