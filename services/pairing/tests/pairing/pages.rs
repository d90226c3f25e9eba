//! Lists a page at a time: the whole and nothing twice, whatever comes and goes meanwhile; and no token but the list's own.

use crate::world::{DIRECTOR, STRANGER, World};
use outflank_access::Problem;
use outflank_journal::records;
use outflank_proto::pairing::v1 as proto;
use outflank_testbed::{by_pages, spoilt};
use outflank_tournament::RuleSet;

/// Both directs and plays.
const BUSY: &str = "dora";
const PLAYERS: [&str; 4] = ["paula", "quinn", "rosa", "sven"];

/// Every list, each under a query that finds something; the second of a pair is the same list under another query.
#[derive(Debug, Clone)]
enum Query {
    RuleSets,
    Tournaments,
    Seats(&'static str),
    Accommodations(String),
    EntryFacts(String),
    Rulings(&'static str, String),
    /// Rulings, disputes that are decided too.
    History(String),
    /// Own ones, or those of others.
    Saved(&'static str, bool),
    Versions(String),
}

use Query::{
    Accommodations, EntryFacts, History, RuleSets, Rulings, Saved, Seats, Tournaments, Versions,
};

/// What is listed, in words.
async fn page(
    world: &World,
    query: &Query,
    size: u32,
    token: &str,
) -> Result<(Vec<String>, String), Problem> {
    let token = token.to_owned();
    Ok(match query.clone() {
        RuleSets => {
            let asked = proto::ListRuleSetsRequest {
                page_size: size,
                page_token: token,
            };
            let told = ask!(world, STRANGER, list_rule_sets, asked)?;
            let names = told.rule_sets.into_iter().map(|one| one.name);
            (names.collect(), told.next_page_token)
        }
        Tournaments => {
            let asked = proto::ListTournamentsRequest {
                page_size: size,
                page_token: token,
            };
            let told = ask!(world, STRANGER, list_tournaments, asked)?;
            let ids = told.tournaments.into_iter().map(|one| one.id);
            (ids.collect(), told.next_page_token)
        }
        Seats(who) => {
            let asked = proto::ListSeatsRequest {
                page_size: size,
                page_token: token,
            };
            let told = ask!(world, who, list_seats, asked)?;
            let seats = told.seats.into_iter().map(|seat| seat.tournament_id);
            let directed = told.directed_tournament_ids.into_iter();
            let directed = directed.map(|id| format!("directs {id}"));
            (seats.chain(directed).collect(), told.next_page_token)
        }
        Accommodations(tournament_id) => {
            let asked = proto::ListAccommodationsRequest {
                tournament_id,
                page_size: size,
                page_token: token,
            };
            let told = ask!(world, DIRECTOR, list_accommodations, asked)?;
            let entrants = told.accommodations.into_iter().map(|one| one.entrant_id);
            (entrants.collect(), told.next_page_token)
        }
        EntryFacts(tournament_id) => {
            let asked = proto::ListEntryFactsRequest {
                tournament_id,
                page_size: size,
                page_token: token,
            };
            let told = ask!(world, DIRECTOR, list_entry_facts, asked)?;
            let entrants = told.entries.into_iter().map(|one| one.entrant_id);
            (entrants.collect(), told.next_page_token)
        }
        Rulings(who, tournament_id) => {
            let asked = proto::ListRulingsRequest {
                tournament_id,
                page_size: size,
                page_token: token,
                ..proto::ListRulingsRequest::default()
            };
            ruled(ask!(world, who, list_rulings, asked)?)
        }
        History(tournament_id) => {
            let asked = proto::ListRulingsRequest {
                tournament_id,
                disputes: "all".to_owned(),
                page_size: size,
                page_token: token,
                ..proto::ListRulingsRequest::default()
            };
            ruled(ask!(world, DIRECTOR, list_rulings, asked)?)
        }
        Saved(who, shared) => {
            let asked = proto::ListSavedRuleSetsRequest {
                shared,
                retired: false,
                page_size: size,
                page_token: token,
            };
            let told = ask!(world, who, list_saved_rule_sets, asked)?;
            let names = told.rule_sets.into_iter().map(|one| one.name);
            (names.collect(), told.next_page_token)
        }
        Versions(rule_set_id) => {
            let asked = proto::ListRuleSetVersionsRequest {
                rule_set_id,
                page_size: size,
                page_token: token,
            };
            let told = ask!(world, DIRECTOR, list_rule_set_versions, asked)?;
            let versions = told.versions.into_iter();
            let versions = versions.map(|one| one.version.to_string());
            (versions.collect(), told.next_page_token)
        }
    })
}

fn ruled(told: proto::ListRulingsResponse) -> (Vec<String>, String) {
    let rulings = told.rulings.into_iter();
    let rulings = rulings.map(|one| format!("ruling {}", one.id));
    let protests = told.protests.into_iter();
    let protests = protests.map(|one| format!("protest {}", one.id));
    let appeals = told.appeals.into_iter();
    let appeals = appeals.map(|one| format!("appeal {}", one.id));
    let disputes = told.disputes.into_iter().map(|one| {
        let words = format!("dispute {} {} {}", one.round, one.table, one.outcome);
        words.trim_end().to_owned()
    });
    let interests = told.interests.into_iter();
    let interests = interests.map(|one| format!("interest {} {}", one.act, one.table));
    let all = rulings.chain(protests).chain(appeals).chain(disputes);
    (all.chain(interests).collect(), told.next_page_token)
}

async fn whole(world: &World, query: &Query) -> Vec<String> {
    by_pages(async |size, token| page(world, query, size, &token).await.unwrap()).await
}

async fn create(world: &World, who: &str, date: &str) -> String {
    let mut asked = world.new_tournament();
    date.clone_into(&mut asked.date);
    let made = ask!(world, who, create_tournament, asked).unwrap();
    made.tournament.unwrap().summary.unwrap().id
}

/// Saves a rule set that is shared, in so many versions; answers its id.
async fn save(world: &World, who: &str, name: &str, versions: u32) -> String {
    let rules = || {
        Some(proto::RulesChoice {
            preset: "club".to_owned(),
            ..proto::RulesChoice::default()
        })
    };
    let asked = proto::SaveRuleSetRequest {
        command_id: world.command_id(),
        name: name.to_owned(),
        rules: rules(),
        note: String::new(),
        shared: true,
    };
    let made = ask!(world, who, save_rule_set, asked).unwrap();
    let rule_set_id = made.rule_set.unwrap().rule_set_id;
    for _ in 1..versions {
        let asked = proto::SaveRuleSetVersionRequest {
            command_id: world.command_id(),
            rule_set_id: rule_set_id.clone(),
            rules: rules(),
            note: String::new(),
        };
        ask!(world, who, save_rule_set_version, asked).unwrap();
    }
    rule_set_id
}

#[tokio::test]
async fn the_library_is_read_a_page_at_a_time() {
    let world = World::new().await;
    let mut ids = Vec::new();
    for name in ["one", "two", "three", "four", "five"] {
        ids.push(save(&world, DIRECTOR, name, 1).await);
    }
    // All saved at one moment, or a moment apart: the newest first, and those of one moment by their ids.
    for (at_ms, id) in [(1_i64, 0), (1, 1), (3, 2), (2, 3), (2, 4)] {
        let update = "UPDATE saved_rule_sets SET created_at_ms = $1 WHERE rule_set_id = $2";
        let update = records::query(update).bind(at_ms).bind(&ids[id]);
        world.records().run(update).await.unwrap();
    }
    let mut wanted: Vec<_> = [
        (1, 0, "one"),
        (1, 1, "two"),
        (3, 2, "three"),
        (2, 3, "four"),
        (2, 4, "five"),
    ]
    .into_iter()
    .map(|(at_ms, id, name)| (std::cmp::Reverse(at_ms), &ids[id], name))
    .collect();
    wanted.sort();
    let wanted: Vec<&str> = wanted.into_iter().map(|(_, _, name)| name).collect();
    assert_eq!(whole(&world, &Saved(DIRECTOR, false)).await, wanted);
    assert_eq!(whole(&world, &Saved(STRANGER, true)).await, wanted);
    assert!(whole(&world, &Saved(STRANGER, false)).await.is_empty());
    assert!(whole(&world, &Saved(DIRECTOR, true)).await.is_empty());

    // One comes and one goes between two pages.
    let (first, token) = page(&world, &Saved(DIRECTOR, false), 2, "").await.unwrap();
    save(&world, DIRECTOR, "six", 1).await;
    let gone = ids[["one", "two", "three", "four", "five"]
        .iter()
        .position(|name| *name == wanted[3])
        .unwrap()]
    .clone();
    let asked = proto::RetireRuleSetRequest {
        rule_set_id: gone,
        retired: true,
    };
    ask!(world, DIRECTOR, retire_rule_set, asked).unwrap();
    let (rest, _) = page(&world, &Saved(DIRECTOR, false), 100, &token)
        .await
        .unwrap();
    assert_eq!(
        (&*first, &*rest),
        (
            &[wanted[0].to_owned(), wanted[1].to_owned()][..],
            &[wanted[2].to_owned(), wanted[4].to_owned()][..]
        )
    );

    let id = save(&world, DIRECTOR, "seven", 5).await;
    let versions = Versions(id.clone());
    assert_eq!(whole(&world, &versions).await, ["5", "4", "3", "2", "1"]);
}

/// An event under rules that know penalties and appeals, with eight entrants.
async fn event(world: &World) -> (String, Vec<String>) {
    let rules = serde_json::to_value(RuleSet::preset("aga-swiss").unwrap()).unwrap();
    let id = world.create_under(&rules).await;
    let entrants = world.register(&id, 8).await;
    (id, entrants)
}

async fn grant(world: &World, id: &str, entrant: &str, extra_ms: i64) {
    let asked = proto::GrantAccommodationRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
        extra_ms,
        ..proto::GrantAccommodationRequest::default()
    };
    ask!(world, DIRECTOR, grant_accommodation, asked).unwrap();
}

async fn warn(world: &World, id: &str, entrant: &str) -> String {
    let asked = proto::ImposePenaltyRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
        penalty: Some(proto::Penalty {
            kind: "warning".to_owned(),
            ..proto::Penalty::default()
        }),
        reason: "Talking during play.".to_owned(),
        ..proto::ImposePenaltyRequest::default()
    };
    ask!(world, DIRECTOR, impose_penalty, asked)
        .unwrap()
        .ruling_id
}

#[tokio::test]
async fn every_tournament_is_listed_once_the_latest_first() {
    let world = World::new().await;
    let mut made = Vec::new();
    for day in [3, 1, 2, 3, 1, 2, 2] {
        let date = format!("2026-11-0{day}");
        made.push((
            std::cmp::Reverse(day),
            create(&world, DIRECTOR, &date).await,
        ));
    }
    made.sort();
    let ids: Vec<String> = made.into_iter().map(|(_, id)| id).collect();
    assert_eq!(whole(&world, &Tournaments).await, ids);

    let (first, token) = page(&world, &Tournaments, 3, "").await.unwrap();
    let later = create(&world, DIRECTOR, "2026-11-09").await;
    let earlier = create(&world, DIRECTOR, "2026-10-09").await;
    let delete = "DELETE FROM tournament_index WHERE tournament_id = $1 OR tournament_id = $2";
    let delete = records::query(delete).bind(&first[2]).bind(&ids[4]);
    world.records().run(delete).await.unwrap();
    let (rest, end) = page(&world, &Tournaments, 100, &token).await.unwrap();
    let wanted = [&ids[3], &ids[5], &ids[6], &earlier];
    assert_eq!(
        (rest.iter().collect::<Vec<_>>(), &*end),
        (wanted.to_vec(), "")
    );
    assert!(!rest.contains(&later) && first == ids[..3]);
}

#[tokio::test]
async fn a_page_whose_size_is_not_said_has_a_hundred() {
    let world = World::new().await;
    for number in 0..103 {
        let insert = records::query(
            "INSERT INTO tournament_index \
             (tournament_id, seq, name, country, date, rule_set, phase, entrants, round, rounds) \
             VALUES ($1, 1, '', '', '2026-01-01', '', 1, 0, 0, 0)",
        );
        let insert = insert.bind(format!("t{number:03}"));
        world.records().run(insert).await.unwrap();
    }
    let (first, token) = page(&world, &Tournaments, 0, "").await.unwrap();
    let (rest, end) = page(&world, &Tournaments, 0, &token).await.unwrap();
    assert_eq!((first.len(), &*first[99], &*end), (100, "t099", ""));
    assert_eq!(rest, ["t100", "t101", "t102"]);
}

#[tokio::test]
async fn seats_come_before_what_is_directed_and_open_events_before_confirmed_ones() {
    let world = World::new().await;
    let mut seats = Vec::new();
    for date in ["2026-11-01", "2026-11-03", "2026-11-02"] {
        let id = create(&world, DIRECTOR, date).await;
        let entrants = world.register(&id, 2).await;
        world.claim(&id, &entrants[0], BUSY);
        seats.push((id, entrants));
    }
    let directs = create(&world, BUSY, "2026-12-01").await;
    world.catch_up().await;
    // The latest is over and its ranking confirmed.
    let (over, entrants) = &seats[1];
    for _ in 0..3 {
        world.publish(over).await.unwrap();
        let first_wins = |board: &proto::Board| match board.black_entrant_id == entrants[0] {
            true => 40,
            false => 24,
        };
        world.play(over, first_wins).await;
    }
    world.confirm(over).await.unwrap();
    let wanted = [
        seats[2].0.clone(),
        seats[0].0.clone(),
        over.clone(),
        format!("directs {directs}"),
    ];
    assert_eq!(whole(&world, &Seats(BUSY)).await, wanted);
    assert!(whole(&world, &Seats("nobody")).await.is_empty());

    // A seat is given up between two pages, and another is taken.
    let (first, token) = page(&world, &Seats(BUSY), 1, "").await.unwrap();
    let delete = "DELETE FROM seat_index WHERE account_id = $1 AND tournament_id = $2";
    let delete = records::query(delete).bind(BUSY).bind(&first[0]);
    world.records().run(delete).await.unwrap();
    let (rest, _) = page(&world, &Seats(BUSY), 100, &token).await.unwrap();
    assert_eq!(rest, wanted[1..]);
}

#[tokio::test]
async fn rule_sets_and_accommodations_are_listed_once() {
    let world = World::new().await;
    assert_eq!(whole(&world, &RuleSets).await, RuleSet::preset_names());

    let (id, mut entrants) = event(&world).await;
    for entrant in &entrants[..6] {
        grant(&world, &id, entrant, 300_000).await;
    }
    let last = entrants.split_off(6);
    entrants.sort();
    let query = Accommodations(id.clone());
    assert_eq!(whole(&world, &query).await, entrants);
    let (first, token) = page(&world, &query, 2, "").await.unwrap();
    grant(&world, &id, &first[1], 0).await;
    grant(&world, &id, &entrants[3], 0).await;
    grant(&world, &id, &last[0], 1_000).await;
    let (rest, _) = page(&world, &query, 100, &token).await.unwrap();
    let mut wanted = vec![
        entrants[2].clone(),
        entrants[4].clone(),
        entrants[5].clone(),
    ];
    wanted.extend(last[..1].iter().filter(|new| **new > first[1]).cloned());
    wanted.sort();
    assert_eq!(rest, wanted);
}

#[tokio::test]
async fn rulings_protests_appeals_and_disputes_are_one_list() {
    let world = World::new().await;
    let (id, entrants) = event(&world).await;
    for (entrant, account) in entrants.iter().zip(PLAYERS) {
        world.claim(&id, entrant, account);
    }
    world.catch_up().await;
    let mut warned = Vec::new();
    for entrant in &entrants[..3] {
        warned.push(warn(&world, &id, entrant).await);
    }
    let asked = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        accept_deviations: true,
        ..proto::PublishRoundRequest::default()
    };
    let round = ask!(world, DIRECTOR, publish_round, asked).unwrap();
    let boards = round.round.unwrap().boards;
    world.play(&id, |_| 40).await;
    let mut disputed = Vec::new();
    for (at, account) in PLAYERS.into_iter().enumerate() {
        let entrant = &entrants[at];
        let asked = proto::FileProtestRequest {
            command_id: world.command_id(),
            tournament_id: id.clone(),
            entrant_id: entrant.clone(),
            reason: "The clock ran.".to_owned(),
            ..proto::FileProtestRequest::default()
        };
        ask!(world, account, file_protest, asked).unwrap();
        if let Some(ruling_id) = warned.get(at) {
            let asked = proto::FileAppealRequest {
                command_id: world.command_id(),
                tournament_id: id.clone(),
                ruling_id: ruling_id.clone(),
                entrant_id: entrant.clone(),
                reason: "I was silent.".to_owned(),
                ..proto::FileAppealRequest::default()
            };
            ask!(world, account, file_appeal, asked).unwrap();
        }
        let seated = |board: &&proto::Board| {
            board.black_entrant_id == *entrant || board.white_entrant_id == *entrant
        };
        let table = boards.iter().find(seated).unwrap().table;
        if !disputed.contains(&table) {
            let asked = proto::DisputeResultRequest {
                command_id: world.command_id(),
                tournament_id: id.clone(),
                entrant_id: entrant.clone(),
                round: 1,
                table,
                reason: "Miscounted.".to_owned(),
            };
            ask!(world, account, dispute_result, asked).unwrap();
            disputed.push(table);
        }
    }
    disputed.sort_unstable();
    assert!(disputed.len() > 1);
    let query = Rulings(DIRECTOR, id.clone());
    let all = whole(&world, &query).await;
    let of = |kind: &str| all.iter().filter(|one| one.starts_with(kind)).count();
    assert_eq!((of("ruling"), of("protest"), of("appeal")), (3, 4, 3));
    let rulings: Vec<String> = warned.iter().map(|id| format!("ruling {id}")).collect();
    let disputes: Vec<String> = disputed
        .iter()
        .map(|table| format!("dispute 1 {table}"))
        .collect();
    assert_eq!((&all[..3], &all[10..]), (&*rulings, &*disputes));

    // A player reads what concerns them; the place of what does not is none to go on from.
    let own = Rulings(PLAYERS[1], id.clone());
    let seen = whole(&world, &own).await;
    let concerned = [all[1].clone(), all[4].clone(), all[8].clone()];
    assert_eq!(seen[..3], concerned);
    let (_, foreign) = page(&world, &query, 1, "").await.unwrap();
    let refused = page(&world, &own, 1, &foreign).await.unwrap_err();
    assert_eq!(refused.code, "invalid_page_token");

    // One more ruling among those to come; the last dispute that was seen is settled.
    let (first, token) = page(&world, &query, 2, "").await.unwrap();
    let (seen, behind) = page(&world, &query, 11, "").await.unwrap();
    let later = format!("ruling {}", warn(&world, &id, &entrants[7]).await);
    let asked = proto::SettleDisputeRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: 1,
        table: disputed[0],
        reason: "It stands.".to_owned(),
    };
    ask!(world, DIRECTOR, settle_dispute, asked).unwrap();
    let (rest, _) = page(&world, &query, 100, &token).await.unwrap();
    assert_eq!((first, seen), (all[..2].to_vec(), all[..11].to_vec()));
    assert_eq!(
        rest,
        [&all[2..3], &[later], &all[3..10], &all[11..]].concat()
    );
    let (rest, _) = page(&world, &query, 100, &behind).await.unwrap();
    assert_eq!(rest, all[11..]);
}

#[tokio::test]
async fn disputes_of_one_board_and_interests_are_listed_once() {
    let world = World::new().await;
    let (id, entrants) = event(&world).await;
    let asked = proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: BUSY.to_owned(),
        role: "assistant_director".to_owned(),
        ..proto::AppointOfficialRequest::default()
    };
    ask!(world, DIRECTOR, appoint_official, asked).unwrap();
    for (entrant, account) in entrants.iter().zip([PLAYERS[0], BUSY]) {
        world.claim(&id, entrant, account);
    }
    world.catch_up().await;
    for round in 1..=3 {
        let asked = proto::PublishRoundRequest {
            command_id: world.command_id(),
            tournament_id: id.clone(),
            accept_deviations: true,
            ..proto::PublishRoundRequest::default()
        };
        let published = ask!(world, BUSY, publish_round, asked).unwrap();
        let boards = published.round.unwrap().boards;
        let seated = |board: &&proto::Board| {
            [&board.black_entrant_id, &board.white_entrant_id].contains(&&entrants[0])
        };
        let table = boards.iter().find(seated).unwrap().table;
        world.play(&id, |_| 40).await;
        for settled in [true, round == 1] {
            let asked = proto::DisputeResultRequest {
                command_id: world.command_id(),
                tournament_id: id.clone(),
                entrant_id: entrants[0].clone(),
                round,
                table,
                reason: "Miscounted.".to_owned(),
            };
            ask!(world, PLAYERS[0], dispute_result, asked).unwrap();
            let asked = proto::SettleDisputeRequest {
                command_id: world.command_id(),
                tournament_id: id.clone(),
                round,
                table,
                reason: "It stands.".to_owned(),
            };
            if settled {
                ask!(world, DIRECTOR, settle_dispute, asked).unwrap();
            }
        }
    }
    let all = whole(&world, &History(id)).await;
    let begin = |words: &str| all.iter().filter(|one| one.starts_with(words)).count();
    let decided = all.iter().filter(|one| one.ends_with(" stands")).count();
    let disputes = [1, 2, 3].map(|round| begin(&format!("dispute {round}")));
    assert_eq!((disputes, decided), ([2, 2, 2], 4), "{all:?}");
    assert_eq!(
        (begin("interest publish_round"), all.len()),
        (2, 8),
        "{all:?}"
    );
    assert!(all[5].starts_with("dispute"), "{all:?}");
}

#[tokio::test]
async fn a_token_of_anything_else_is_refused_and_so_is_a_page_too_long() {
    let world = World::new().await;
    let mut queries = vec![RuleSets, Tournaments, Seats(BUSY), Seats(DIRECTOR)];
    queries.extend([
        Saved(BUSY, false),
        Saved(BUSY, true),
        Saved(DIRECTOR, false),
    ]);
    for (who, name) in [
        (BUSY, "one"),
        (BUSY, "two"),
        (DIRECTOR, "three"),
        (DIRECTOR, "four"),
    ] {
        let id = save(&world, who, name, 2).await;
        if who == DIRECTOR {
            queries.push(Versions(id));
        }
    }
    for _ in 0..2 {
        let (id, entrants) = event(&world).await;
        for entrant in &entrants[..2] {
            grant(&world, &id, entrant, 60_000).await;
            warn(&world, &id, entrant).await;
        }
        create(&world, BUSY, "2026-11-21").await;
        queries.extend([
            Accommodations(id.clone()),
            EntryFacts(id.clone()),
            Rulings(DIRECTOR, id),
        ]);
    }
    let mut tokens = Vec::new();
    for query in &queries {
        let (_, token) = page(&world, query, 1, "").await.unwrap();
        assert!(!token.is_empty(), "{query:?}");
        let url_safe = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        assert!(token.chars().all(url_safe), "{token}");
        tokens.push(token);
    }
    let before: Vec<_> = world
        .facts()
        .await
        .into_iter()
        .map(|(kind, _)| kind)
        .collect();
    for (at, query) in queries.iter().enumerate() {
        let foreign = tokens.iter().enumerate().filter(|(of, _)| *of != at);
        let foreign = foreign.map(|(_, token)| token.clone());
        for token in foreign.chain(spoilt(&tokens[at])) {
            let refused = page(&world, query, 1, &token).await.unwrap_err();
            let told = (&*refused.code, refused.kind.http_status());
            assert_eq!(told, ("invalid_page_token", 400), "{query:?} {token}");
            assert!(!refused.detail.contains('\n'), "{}", refused.detail);
        }
        let refused = page(&world, query, 1_001, "").await.unwrap_err();
        assert_eq!(refused.code, "invalid_page_size");
        assert!(refused.detail.contains("1000"), "{}", refused.detail);
        assert!(
            page(&world, query, 1, &tokens[at]).await.is_ok(),
            "{query:?}"
        );
    }
    let after: Vec<_> = world
        .facts()
        .await
        .into_iter()
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(before, after);
}
