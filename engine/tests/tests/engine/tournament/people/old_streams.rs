use outflank_tournament::*;

/// A small tournament as streams were first written: later fields are missing, and it still folds.
#[test]
fn a_stream_in_the_first_form_still_folds() {
    let mut rule_set = serde_json::to_value(RuleSet::egp_2020()).unwrap();
    let fields = rule_set.as_object_mut().unwrap();
    for later in ["entry", "teams", "penalties"] {
        fields.remove(later);
    }
    let link = "07".repeat(32);
    let mut events = vec![format!(
        r#"{{"type":"tournament_created","facts":{{"name":"Old","country":"Nowhere","date":"2026-05-09"}},"rule_set":{rule_set},"draw_anchor":"{link}","departures":[]}}"#
    )];
    events.push(
        r#"{"type":"official_appointed","account":"director","role":"head_director"}"#.to_owned(),
    );
    for id in ["a", "b"] {
        events.push(format!(
            r#"{{"type":"entrant_registered","entrant":"{id}","country":"XAA","rating":1500,"computer":false}}"#
        ));
    }
    for event in [
        r#"{"type":"round_published","round":1,"stage":0,"starts_at_ms":5,"pairings":[{"table":1,"black":"a","white":"b"}],"byes":[],"cost":{},"draw":1,"departures":[]}"#,
        r#"{"type":"result_recorded","round":1,"table":1,"result":{"black_discs":40,"white_discs":24,"winner":"black","kind":"played","absent":"nobody","game":null}}"#,
        r#"{"type":"result_corrected","round":1,"table":1,"result":{"black_discs":30,"white_discs":34,"winner":"white","kind":"ruling","absent":"nobody","game":null},"reason":"recount"}"#,
        r#"{"type":"round_finished","round":1}"#,
        r#"{"type":"entrant_withdrawn","entrant":"a","from_round":2}"#,
    ] {
        events.push(event.to_owned());
    }
    let mut state = TournamentState::default();
    for (seq, text) in (1..).zip(&events) {
        let event: Event =
            serde_json::from_str(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        state = evolve(state, &EntryHeader { seq, at_ms: 9 }, &event);
    }
    let (black, white) = (&state.entrants[0], &state.entrants[1]);
    assert_eq!((black.withdrawn_from, white.from_round), (Some(2), 0));
    assert_eq!(white.categories, Categories::default());
    let board = state.round(1).unwrap().board(1).unwrap();
    assert_eq!(
        (board.results.len(), board.results[1].after_pairing_of),
        (2, None)
    );
    assert_eq!(state.present_for(2).count(), 1);
    assert!(state.rulings.list.is_empty() && state.forbidden_pairs().is_empty());
    let rules = state.rule_set.as_ref().unwrap();
    assert_eq!(rules.penalties, RuleSet::egp_2020().penalties);
    assert_eq!(rules.entry, RuleSet::egp_2020().entry);
    let list = state.standings().unwrap();
    assert_eq!(state.entrants[list[0].player].id.as_str(), "b");
}
