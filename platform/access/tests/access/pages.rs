//! Pages of lists and their tokens; and what the contracts say of lists: all that people and programs reach have pages, or
//! a bound of their own.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use outflank_access::{Page, page::LONGEST_TOKEN};
use outflank_proto::{
    contract::{METHODS, Method, Need, Verb},
    schema::{self, Message},
};

/// What of a list's request chooses what is in it. Its page's token has to know each.
const LISTS: [(&str, &[&str]); 37] = [
    ("ListAccommodations", &["tournament_id"]),
    ("ListAnnouncements", &["tournament_id"]),
    ("ListApiKeys", &[]),
    (
        "ListArchivedGames",
        &[
            "player",
            "opponent",
            "name",
            "from_year",
            "to_year",
            "opening",
            "position",
            "outcome",
            "with_moves",
        ],
    ),
    ("ListBlocks", &[]),
    ("ListCasualGames", &["account_id"]),
    ("ListCasualRecords", &["account_id"]),
    ("ListComplaints", &["tournament_id"]),
    ("ListConduct", &[]),
    ("ListContestEntrants", &["contest_id"]),
    ("ListContestGames", &["contest_id"]),
    ("ListContests", &["over"]),
    ("ListDeliveries", &["webhook_id"]),
    ("ListDuties", &["tournament_id"]),
    ("ListEntryFacts", &["tournament_id"]),
    ("ListExports", &["tournament_id", "rated"]),
    ("ListFederations", &["mine"]),
    ("ListImportFindings", &["import_id"]),
    ("ListImports", &[]),
    ("ListInvitations", &["tournament_id"]),
    ("ListMissingEntrants", &["tournament_id"]),
    ("ListModerationActs", &["account_id"]),
    ("ListPlayerReports", &["account_id"]),
    ("ListPreviewRatings", &[]),
    ("ListPrograms", &[]),
    ("ListRatingEvents", &["federation", "state", "released_by"]),
    ("ListReports", &["tournament_id"]),
    ("ListRuleSetVersions", &["rule_set_id"]),
    ("ListRuleSets", &[]),
    ("ListRuleVersions", &["tournament_id"]),
    ("ListRulings", &["tournament_id", "disputes", "entrant_id"]),
    ("ListSavedRuleSets", &["shared", "retired"]),
    ("ListSeasons", &["federation"]),
    ("ListSeats", &[]),
    ("ListTables", &["tournament_id", "round"]),
    ("ListTournaments", &[]),
    ("ListWebhooks", &["mine"]),
];

/// Readings with lists in them that have no pages, and why they need none.
const WHOLE: [(&str, &str); 32] = [
    ("ExplainBoard", "one board and its alternative"),
    ("FindAccounts", "the best of a search, twenty"),
    (
        "FindArchivedPlayers",
        "the best of a search, as many as its limit says",
    ),
    (
        "FindPlayers",
        "the best of a search, as many as its limit says",
    ),
    (
        "GetCategoryStandings",
        "one list under one version, of one event's entrants",
    ),
    ("GetClockSheet", "the plies of one game"),
    (
        "GetContest",
        "a hundred of its list, fifty games, and a challenge for two who have entered at most",
    ),
    ("GetEvidence", "one game, signed whole"),
    ("GetFinals", "the matches of one event's finals"),
    (
        "GetInterests",
        "the acts of officials, and what is consented to and not used up",
    ),
    ("GetLiveRatings", "one for each variant"),
    (
        "GetLobby",
        "two hundred seeks and people and a hundred games, and how many there are",
    ),
    (
        "GetMe",
        "what one account holds: the gateway reads all pages of it",
    ),
    ("GetModerators", "a hundred at most"),
    ("GetOpenings", "the openings that have a name"),
    (
        "GetOwnPlay",
        "twenty contests of one account, and as many challenges by link",
    ),
    (
        "GetPappFiles",
        "one archive, and what it cannot tell of one event",
    ),
    (
        "GetPlayerRecord",
        "one player, a rating a year, and the 200 opponents met most",
    ),
    (
        "GetPlayerReport",
        "one report, and twenty acts and reports beside it at most",
    ),
    ("GetPlayersLists", "the twenty lists at most that are kept"),
    (
        "GetRatingChecks",
        "what stands out of one event's entrants and boards",
    ),
    ("GetRehearsals", "those of one event, twenty at most"),
    ("GetReplay", "the positions of one game"),
    ("GetRuleSet", "one text"),
    ("GetSavedRuleSet", "one text"),
    ("GetSeason", "a ranking over the events that are asked for"),
    (
        "GetTeamStandings",
        "one list under one version, of one event's teams",
    ),
    (
        "ReadChat",
        "500 messages and 64 KiB at most, and where to go on either way",
    ),
    ("ReadEntries", "one game, from where it is known"),
    (
        "ReadModeratedChat",
        "500 messages at most, and where to go on",
    ),
    ("SplitPrizes", "the prizes that are asked for"),
    ("TryMoves", "the positions of the moves that are asked for"),
];

const PARTS: [&str; 2] = ["page_size", "page_token"];

fn message(name: &str) -> &'static Message {
    schema::message(name).unwrap()
}

fn has_list(method: &Method) -> bool {
    let fields = message(method.response).fields;
    fields.iter().any(|field| field.list && !field.server)
}

fn is_paged(method: &Method) -> bool {
    method.name.starts_with("List")
}

fn readings() -> impl Iterator<Item = &'static Method> {
    let reads = |method: &&Method| method.http.is_some_and(|http| http.verb == Verb::Get);
    let given_whole =
        |method: &&Method| method.http.is_some_and(|http| http.response_body.is_none());
    METHODS
        .iter()
        .filter(reads)
        .filter(given_whole)
        .filter(|method| has_list(method))
}

#[test]
fn every_list_has_pages_and_a_token_that_knows_its_query() {
    let mut found = BTreeMap::new();
    for method in readings().filter(|method| is_paged(method)) {
        assert!(!matches!(method.need, Need::Service(_)), "{}", method.name);
        let (ask, told) = (message(method.input), message(method.output));
        let (size, token) = (
            ask.field("page_size").unwrap(),
            ask.field("page_token").unwrap(),
        );
        let next = told.field("next_page_token").unwrap();
        assert!(matches!(size.kind, schema::Kind::Uint32), "{}", method.name);
        for text in [token, next] {
            assert!(matches!(text.kind, schema::Kind::String), "{}", method.name);
        }
        assert!(
            next.null && !token.required && !size.required,
            "{}",
            method.name
        );
        assert_eq!(token.most as usize, LONGEST_TOKEN, "{}", method.name);
        let query = ask.fields.iter().filter(|field| !field.server);
        let query = query.filter(|field| !PARTS.contains(&field.name));
        found.insert(
            method.name,
            query.map(|field| field.name).collect::<Vec<_>>(),
        );
    }
    let wanted = LISTS.map(|(name, query)| (name, query.to_vec()));
    assert_eq!(found, BTreeMap::from(wanted));
}

#[test]
fn what_is_read_without_pages_has_a_bound_of_its_own() {
    let whole = readings().filter(|method| !is_paged(method));
    let mut whole: Vec<_> = whole.map(|method| method.name).collect();
    whole.sort_unstable();
    assert_eq!(whole, WHOLE.map(|(name, _)| name));
}

type Key = (i64, String);

fn asked(size: u32, token: &str, query: &str) -> Result<Page<Key>, String> {
    Page::asked(size, token, &("things", query)).map_err(|problem| problem.code)
}

fn key(number: i64, text: &str) -> Key {
    (number, text.to_owned())
}

#[test]
fn a_page_holds_what_is_asked_for_within_bounds() {
    for (size, sought) in [(0, 101), (1, 2), (1_000, 1_001)] {
        let page = asked(size, "", "").unwrap();
        assert_eq!((page.sought(), page.after()), (sought, None));
        assert_eq!(page.limit(), i64::try_from(sought).unwrap());
    }
    for size in [1_001, u32::MAX] {
        assert_eq!(asked(size, "", "").unwrap_err(), "invalid_page_size");
    }
}

#[test]
fn the_token_leads_behind_the_last_item_of_its_page() {
    let page = asked(2, "", "a").unwrap();
    let all = vec![key(-3, "x"), key(0, "é\"\\"), key(7, "")];
    let (two, next) = page.cut(all.clone(), Clone::clone).unwrap();
    assert_eq!(two, all[..2]);
    let behind = asked(2, &next, "a").unwrap();
    assert_eq!(behind.after(), Some(&all[1]));
    for last in [&all[..2], &all[..1], &[]] {
        let (held, next) = page.cut(last.to_vec(), Clone::clone).unwrap();
        assert_eq!((held.as_slice(), next.as_str()), (last, ""));
    }
}

#[test]
fn a_token_that_is_not_of_this_list_is_refused() {
    let page = asked(1, "", "a").unwrap();
    let two = vec![key(5, "five"), key(6, "six")];
    let (_, token) = page.cut(two, Clone::clone).unwrap();
    let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
    let inside = br#"[5,"five"]"#;
    let before = bytes.strip_suffix(inside).unwrap();
    let with = |inside: &[u8]| URL_SAFE_NO_PAD.encode([before, inside].concat());
    assert_eq!(with(inside), token);
    let mut later = bytes.clone();
    later[0] += 1;
    let refused = [
        "!".to_owned(),
        "ÄÖ".to_owned(),
        format!("{token}="),
        URL_SAFE_NO_PAD.encode(later),
        with(b""),
        with(b"null"),
        with(br#"["five",5]"#),
        with(br#"[5,"five",1]"#),
        with(br#"[5,"five"] "5""#),
        with(br#"[99999999999999999999,"five"]"#),
        with(b"[5,\"\xff\"]"),
        with(br#"[5,"\u0000"]"#),
        with(&[b'['; 700]),
        with(format!(r#"[5,"{}"]"#, "x".repeat(1_000)).as_bytes()),
    ];
    for token in &refused {
        let refused = asked(1, token, "a").unwrap_err();
        assert_eq!(refused, "invalid_page_token", "{token}");
    }
    for length in 1..token.len() {
        assert!(asked(1, &token[..length], "a").is_err(), "{length}");
    }
    assert_eq!(
        asked(1, &token, "a").unwrap().after(),
        Some(&key(5, "five"))
    );
    assert_eq!(asked(1, &token, "b").unwrap_err(), "invalid_page_token");
    let other: Result<Page<Key>, _> = Page::asked(1, &token, &("others", "a"));
    assert_eq!(other.unwrap_err().code, "invalid_page_token");
}
