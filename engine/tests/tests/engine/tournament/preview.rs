//! A round looked at before it is published: the preview against the publication that follows.

use std::collections::BTreeSet;

use crate::tournament::support::*;
use outflank_tournament::*;

fn entrant(number: usize) -> EntrantId {
    EntrantId(format!("e{number:03}"))
}

fn name(entrant: &EntrantId) -> String {
    format!("Player {}", entrant.as_str())
}

/// The preview of what the command would publish.
fn preview(stream: &Stream, publication: &Command) -> RoundPreview {
    let Command::PublishRound {
        starts_at_ms,
        into_break,
        manual,
        constraints,
        clocks,
        handicaps,
        ..
    } = publication
    else {
        panic!("{publication:?}");
    };
    let asked = RoundAsked {
        starts_at_ms: *starts_at_ms,
        into_break: *into_break,
        manual: manual.as_ref(),
        constraints,
        clocks,
        handicaps,
    };
    // A command is given a second later.
    preview_round(&stream.state, asked, stream.now_ms + 1_000, &name)
}

type Tables<'a> = (&'a [PublishedPairing], &'a [EntrantId], &'a Cost);

fn published(events: &[Event]) -> Option<Tables<'_>> {
    events.iter().find_map(|event| match event {
        Event::RoundPublished {
            pairings,
            byes,
            cost,
            ..
        } => Some((pairings.as_slice(), byes.as_slice(), cost)),
        _ => None,
    })
}

/// Who plays, in an order by chance.
fn shuffled(stream: &Stream, numbers: &mut Numbers) -> Vec<EntrantId> {
    let round = stream.state.next_round();
    let present = stream.state.present_for(round);
    let mut present: Vec<EntrantId> = present.map(|entrant| entrant.id.clone()).collect();
    numbers.shuffle(&mut present);
    present
}

/// The publication with a director's hand in it, or none.
fn by_hand(stream: &Stream, numbers: &mut Numbers) -> Command {
    let mut publication = stream.publication();
    let Command::PublishRound {
        starts_at_ms,
        manual,
        constraints,
        clocks,
        ..
    } = &mut publication
    else {
        panic!("{publication:?}");
    };
    let order = shuffled(stream, numbers);
    if numbers.below(4) == 0 {
        *starts_at_ms = stream.now_ms + 2_000;
    }
    if numbers.below(6) == 0 {
        clocks.push(PlayerClock {
            entrant: order[0].clone(),
            time_control: TimeControl::minutes(10),
        });
    }
    match (numbers.below(8), order.as_slice()) {
        (0, [one, two, ..]) => constraints.locked.push(FixedPair {
            one: one.clone(),
            two: two.clone(),
            black: (numbers.below(2) == 0).then(|| two.clone()),
        }),
        (1, [one, two, three, ..]) => {
            constraints.forbidden.push((one.clone(), two.clone()));
            constraints.no_bye.push(three.clone());
        }
        (2, [one, ..]) => constraints.bye = Some(one.clone()),
        (3 | 4, order) => {
            let pairs = order.chunks_exact(2).map(|pair| ManualPair {
                black: pair[0].clone(),
                white: pair[1].clone(),
            });
            *manual = Some(ManualPairing {
                pairs: pairs.collect(),
                byes: order.chunks_exact(2).remainder().to_vec(),
            });
        }
        (5, [one, two, ..]) => constraints.locked.push(FixedPair {
            one: one.clone(),
            two: two.clone(),
            black: Some(entrant(99)),
        }),
        _ => {}
    }
    publication
}

#[derive(Default, Debug)]
struct Seen {
    exact: u32,
    under_a_draw: u32,
    certain_pairs: u32,
    drawn_pairs: u32,
    certain_colours: u32,
    certain_tables: u32,
    departing: u32,
    refused: u32,
    by_hand: u32,
}

/// What the preview says against what the same command does.
fn compare(stream: &mut Stream, publication: &Command, seen: &mut Seen) -> bool {
    let shown = preview(stream, publication);
    let mut unconfirmed = publication.clone();
    if let Command::PublishRound {
        accept_deviations, ..
    } = &mut unconfirmed
    {
        *accept_deviations = false;
    }
    let now_ms = stream.now_ms + 1_000;
    let without = decide(&stream.state, &unconfirmed, now_ms);
    let decided = stream.give(publication);
    let events = match decided {
        Ok(events) => events,
        Err(refusal) => {
            assert_eq!(shown.refusals.first(), Some(&refusal), "{publication:?}");
            seen.refused += 1;
            return false;
        }
    };
    assert_eq!(shown.refusals, [], "{publication:?}");
    match without {
        Ok(_) => assert_eq!(shown.departures, []),
        Err(refusal) => {
            seen.departing += 1;
            assert_eq!(refusal.code(), "departure_unconfirmed");
            // On which boards depends on the draw.
            let mut details = (shown.departures.iter())
                .map(|found| found.detail.split(", on ").next().unwrap_or_default());
            assert!(
                details.any(|detail| refusal.detail().contains(detail)),
                "{refusal:?} {:#?}",
                shown.departures
            );
        }
    }
    let is_draw = |event: &Event| matches!(event, Event::DrawRevealed { .. });
    assert_eq!(events.iter().any(is_draw), shown.draw_to_come);
    if shown.draw_to_come {
        seen.under_a_draw += 1;
        check_certain(&shown, &events, seen);
    } else {
        seen.exact += 1;
        let same = events.starts_with(&shown.events);
        assert!(same, "{:#?}\n{events:#?}", shown.events);
    }
    check_costs(&shown, publication, seen);
    true
}

/// What no draw decides stands so.
fn check_certain(shown: &RoundPreview, events: &[Event], seen: &mut Seen) {
    let (own, own_byes, own_cost) = published(&shown.events).unwrap();
    let (pairings, byes, cost) = published(events).unwrap();
    assert_eq!((own_cost, own_byes.len()), (cost, byes.len()));
    assert_eq!(own.len(), pairings.len());
    for board in &shown.boards {
        let drawn = board.lots.contains(&Lot::Pair);
        seen.drawn_pairs += u32::from(drawn);
        if drawn {
            continue;
        }
        seen.certain_pairs += 1;
        let [(black, _), (white, _)] = board.players.as_slice() else {
            assert_eq!(byes, [board.players[0].0.clone()]);
            continue;
        };
        let both = BTreeSet::from([black, white]);
        let made = pairings
            .iter()
            .find(|made| BTreeSet::from([&made.black, &made.white]) == both);
        let made = made.unwrap_or_else(|| panic!("{board:?} is not in {pairings:?}"));
        if !board.lots.contains(&Lot::Colours) {
            seen.certain_colours += 1;
            assert_eq!((black, white), (&made.black, &made.white));
        }
        if !board.lots.contains(&Lot::Table) {
            seen.certain_tables += 1;
            assert_eq!(board.table, made.table);
        }
    }
}

/// The parts of the cost add up to the whole's, and the best pairing costs no more by the first level that differs.
fn check_costs(shown: &RoundPreview, publication: &Command, seen: &mut Seen) {
    if shown.boards.is_empty() {
        return;
    }
    let (pairings, byes, cost) = published(&shown.events).unwrap();
    assert_eq!(shown.boards.len(), pairings.len() + byes.len());
    for (level, whole) in cost {
        // The surplus that everybody brings is no board's.
        if *level != PairingLevel::Colour {
            let parts: i64 = shown.boards.iter().map(|board| board.cost[level]).sum();
            assert_eq!(parts, *whole, "{level:?}");
        }
    }
    for (board, pairing) in shown.boards.iter().zip(pairings) {
        let players: Vec<_> = board.players.iter().map(|(id, _)| id).collect();
        assert_eq!(players, [&pairing.black, &pairing.white]);
        assert_eq!(board.table, pairing.table);
        assert!(board.explained.sentence.contains("Player "), "{board:?}");
    }
    let Command::PublishRound {
        manual,
        constraints,
        ..
    } = publication
    else {
        return;
    };
    if manual.is_none() && constraints.is_empty() {
        assert_eq!(shown.best_cost, *cost);
        assert!(shown.boards.iter().all(|board| board.explained.chosen));
    } else {
        seen.by_hand += 1;
        let levels = shown.best_cost.keys();
        assert_eq!(levels.collect::<Vec<_>>(), cost.keys().collect::<Vec<_>>());
    }
    let set: Vec<_> = (shown.boards.iter())
        .filter(|board| board.explained.sentence.contains("set by the director"))
        .collect();
    let named = constraints.locked.len() + usize::from(constraints.bye.is_some());
    assert_eq!(set.len(), named);
}

/// Events of every kind of system, played out: before each publication the preview; a round that was taken back is
/// published again under the draw that it keeps, so that nothing of its preview is open.
#[test]
fn a_preview_is_what_is_published() {
    let mut seen = Seen::default();
    for run in 0..260 {
        let mut numbers = Numbers::new("preview", run);
        let rules = match numbers.below(7) {
            0 | 1 => "egp-2020",
            2 => "woc-2024",
            3 => "mso-swiss",
            4 => "aga-mcmahon",
            5 => "papp",
            _ => "club",
        };
        let mut rules = RuleSet::preset(rules).unwrap();
        rules.teams.by_nation = false;
        let players = 3 + numbers.index(12);
        let mut stream = Stream::with_entrants(run, rules, players);
        for _ in 0..120 {
            let next = stream.state.next_act().unwrap();
            if matches!(next, NextAct::NameGroupA) {
                let entrants = (0..players / 3).map(entrant).collect();
                stream.give(&Command::NameGroupA { entrants }).unwrap();
                continue;
            }
            if !matches!(next, NextAct::PublishRound { .. }) {
                if !stream.step(&mut numbers) {
                    break;
                }
                continue;
            }
            if let Some(announced) = &stream.state.finals.announced {
                stream.now_ms = stream.now_ms.max(announced.starts_at_ms);
            }
            if stream.state.rounds.len() > 6 {
                break;
            }
            let publication = by_hand(&stream, &mut numbers);
            if !compare(&mut stream, &publication, &mut seen) {
                stream.step(&mut numbers);
                continue;
            }
            let round = stream.state.rounds.last().unwrap().number;
            let back = Command::UnpublishRound {
                round,
                reason: "r".to_owned(),
            };
            if numbers.below(2) == 0 && stream.give(&back).is_ok() {
                let publication = by_hand(&stream, &mut numbers);
                compare(&mut stream, &publication, &mut seen);
            }
        }
    }
    let Seen {
        exact,
        under_a_draw,
        certain_pairs,
        drawn_pairs,
        certain_colours,
        certain_tables,
        departing,
        refused,
        by_hand,
    } = seen;
    assert!(
        exact > 300 && under_a_draw > 200 && departing > 200 && refused > 40 && by_hand > 200,
        "{seen:?}"
    );
    assert!(
        certain_pairs > 300 && drawn_pairs > 300 && certain_colours > 50 && certain_tables > 20,
        "{seen:?}"
    );
}

/// What holds a round up is told beside the preview, all of it, and hides nothing.
#[test]
fn a_round_that_cannot_be_published_yet_is_shown_all_the_same() {
    let mut numbers = Numbers::new("early", 1);
    let rules = RuleSet::egp_2020();
    let mut stream = Stream::with_entrants(1, rules, 25);
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    stream
        .give(&Command::RecordResult {
            round: 1,
            table: 1,
            result: record_of(&GameResult::played(40)),
        })
        .unwrap();
    stream
        .give(&Command::DisputeResult {
            round: 1,
            table: 1,
            entrant: stream.state.rounds[0].boards[0].pairing.black.clone(),
            reason: "r".to_owned(),
        })
        .unwrap();
    stream
        .give(&Command::HoldPairing {
            round: 1,
            table: 1,
            held: true,
        })
        .unwrap();
    stream.give(&Command::OpenCheckIn { round: 2 }).unwrap();
    let publication = stream.publication();
    let codes = |shown: &RoundPreview| -> Vec<&'static str> {
        shown.refusals.iter().map(Refusal::code).collect()
    };
    let shown = preview(&stream, &publication);
    let in_the_way = ["round_unfinished", "check_in_open", "dispute_open"];
    assert_eq!(
        codes(&shown),
        [&in_the_way[..], &["too_few_present"]].concat()
    );
    assert_eq!(shown.events, []);
    for number in 0..7 {
        let entrant = entrant(number);
        stream.give(&Command::CheckIn { entrant }).unwrap();
    }
    let shown = preview(&stream, &publication);
    assert_eq!(codes(&shown), in_the_way);
    let (pairings, byes, _) = published(&shown.events).unwrap();
    assert_eq!((pairings.len(), byes.len(), shown.boards.len()), (3, 1, 4));
    assert!(shown.draw_to_come);

    let mut late = publication;
    if let Command::PublishRound { starts_at_ms, .. } = &mut late {
        *starts_at_ms = i64::MAX;
    }
    let shown = preview(&stream, &late);
    assert_eq!(codes(&shown).last(), Some(&"start_too_late"));
    assert!(published(&shown.events).is_some());
    stream.record_all(1, &mut numbers);
}

/// Nobody knows before the last planned round is finished what comes after it; nothing comes after the end.
#[test]
fn no_round_is_shown_where_none_is_known() {
    let mut numbers = Numbers::new("last", 1);
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 4);
    loop {
        let publication = stream.publication();
        let shown = preview(&stream, &publication);
        if stream.state.qualification_over() {
            break;
        }
        assert_eq!(shown.refusals, []);
        assert_eq!(shown.boards, [], "a round robin is paired by its chairs");
        stream.give(&publication).unwrap();
        let round = stream.state.rounds.last().unwrap().number;
        let shown = preview(&stream, &publication);
        assert_eq!(shown.refusals[0].code(), "round_unfinished");
        let last = round == stream.state.planned_rounds();
        assert_eq!((shown.refusals.len(), shown.events.is_empty()), (1, last));
        stream.record_all(round, &mut numbers);
        stream.finish();
    }
    stream.play_out(&mut numbers);
    let shown = preview(&stream, &stream.publication());
    let codes: Vec<_> = shown.refusals.iter().map(Refusal::code).collect();
    assert_eq!(codes, ["tournament_confirmed"]);
    assert_eq!(shown.events, []);
}

/// The preview knows nothing of the tournament's chain: whatever its secret, it shows the same.
#[test]
fn a_preview_tells_nothing_of_the_draw() {
    let shown = |secret: u32| {
        let stream = Stream::with_entrants(secret, RuleSet::egp_2020(), 24);
        preview(&stream, &stream.publication())
    };
    let first = shown(1);
    assert!(first.draw_to_come);
    for secret in 2..6 {
        assert_eq!(shown(secret), first);
    }
}
