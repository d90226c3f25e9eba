//! How many consents there can be, to what, and what ends them.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::RuleSet;
use serde_json::json;

use super::{ASSISTANT, appoint, issue, opponent_of, publish};
use crate::world::{DIRECTOR, STRANGER, World};

const VICTIM: &str = STRANGER;
const RIVAL: &str = "rita";
const SECOND_RIVAL: &str = "ralf";
/// How many of one giver can be open.
const MOST: usize = 16;

/// An event whose director meets the victim, and two more who meet each other.
struct Meeting {
    world: World,
    id: String,
    victim: String,
    boards: [proto::Board; 2],
    /// The entrant of each account.
    seats: Vec<(&'static str, String)>,
}

impl Meeting {
    /// With a second official unless the rules know a sole one.
    async fn new(single_official: bool) -> Self {
        let world = World::new().await;
        let mut rules = RuleSet::preset("club").unwrap();
        (rules.single_official, rules.rounds) = (single_official, Some(3));
        let rules = serde_json::to_value(rules).unwrap();
        let id = world.create_under(&rules).await;
        let entrants = world.register(&id, 4).await;
        if !single_official {
            appoint(&world, &id, ASSISTANT, "assistant_director").await;
        }
        world.claim(&id, &entrants[0], DIRECTOR);
        world.catch_up().await;
        let boards: [proto::Board; 2] = publish(&world, &id).await.boards.try_into().unwrap();
        let is_own = |board: &proto::Board| {
            [&board.black_entrant_id, &board.white_entrant_id].contains(&&entrants[0])
        };
        let boards = if is_own(&boards[0]) {
            boards
        } else {
            let [other, own] = boards;
            [own, other]
        };
        let victim = opponent_of(&boards[0], &entrants[0]);
        let seats = vec![
            (DIRECTOR, entrants[0].clone()),
            (VICTIM, victim.clone()),
            (RIVAL, boards[1].black_entrant_id.clone()),
            (SECOND_RIVAL, boards[1].white_entrant_id.clone()),
        ];
        for (account, entrant) in &seats[1..] {
            world.claim(&id, entrant, account);
        }
        world.catch_up().await;
        Self {
            world,
            id,
            victim,
            boards,
            seats,
        }
    }

    fn seat(&self, account: &str) -> &str {
        let seat = self.seats.iter().find(|(holder, _)| *holder == account);
        &seat.unwrap().1
    }

    async fn consent(
        &self,
        by: &str,
        (act, official): (&str, &str),
        (table, entrant): (u32, &str),
    ) -> Result<String, Problem> {
        let world = &self.world;
        let asked = proto::GiveConsentRequest {
            command_id: world.command_id(),
            tournament_id: self.id.clone(),
            act: act.to_owned(),
            official_account_id: official.to_owned(),
            round: u32::from(table > 0),
            table,
            entrant_id: entrant.to_owned(),
        };
        ask!(world, by, give_consent, asked).map(|given| given.consent_id)
    }

    async fn interests(&self, who: &str) -> proto::GetInterestsResponse {
        let world = &self.world;
        let asked = proto::GetInterestsRequest {
            tournament_id: self.id.clone(),
        };
        ask!(world, who, get_interests, asked).unwrap()
    }

    /// The ids of the open consents that somebody gave or was given.
    async fn open(&self, who: &str) -> Vec<String> {
        let told = self.interests(who).await;
        told.consents.into_iter().map(|given| given.id).collect()
    }

    async fn over(&self) {
        for board in &self.boards {
            self.world.game_over(&self.id, 1, board, 40);
        }
        self.world.catch_up().await;
        self.world.finish(&self.id, 1).await.unwrap();
    }
}

fn code<T: std::fmt::Debug>(answer: Result<T, Problem>) -> String {
    answer.unwrap_err().code
}

#[tokio::test]
async fn whoever_gives_too_many_consents_keeps_nobody_else_from_it() {
    let event = Meeting::new(true).await;
    let own = (event.boards[0].table, "");
    let told = event.interests(DIRECTOR).await;
    // A seat is claimed of an entrant, at no board.
    let at_boards = told.acts.iter().filter(|one| one.act != "claim_seat");
    let wanted = at_boards.filter(|one| one.own_game == "consent");
    let acts: Vec<&str> = wanted.map(|one| one.act.as_str()).collect();
    assert!(acts.len() > MOST + 1);
    for (number, act) in acts.iter().enumerate() {
        let given = event.consent(VICTIM, (act, DIRECTOR), own).await;
        if number < MOST {
            given.unwrap();
        } else {
            assert_eq!(code(given), "too_many_consents");
        }
    }
    assert_eq!(event.open(VICTIM).await.len(), MOST);
    // Another player of the event consents all the same.
    let other = (event.boards[1].table, "");
    let amend = ("amend_confirmed.results", DIRECTOR);
    event.consent(RIVAL, amend, other).await.unwrap();
}

#[tokio::test]
async fn there_is_nothing_to_consent_to_where_no_consent_is_wanted() {
    let event = Meeting::new(false).await;
    appoint(&event.world, &event.id, "tilda", "table_judge").await;
    let (own, other) = ((event.boards[0].table, ""), (event.boards[1].table, ""));
    let rival = (0, event.seat(RIVAL));
    let cases = [
        // Who directs nothing.
        (VICTIM, ("officiate.pause", "nobody"), own),
        (VICTIM, ("officiate.pause", "tilda"), own),
        // What a director without an interest does anyhow.
        (VICTIM, ("officiate.pause", ASSISTANT), own),
        // What is another's to do, whoever consents.
        (VICTIM, ("officiate.pause", DIRECTOR), own),
        (VICTIM, ("withdraw_entrant", DIRECTOR), (0, &*event.victim)),
        // What is done and noted.
        (RIVAL, ("officiate.pause", DIRECTOR), other),
        (RIVAL, ("issue_seat_code", DIRECTOR), rival),
        (ASSISTANT, ("publish_round", DIRECTOR), (0, "")),
    ];
    for (by, act, about) in cases {
        let refused = event.consent(by, act, about).await;
        assert_eq!(code(refused), "nothing_to_consent_to", "{by} {act:?}");
    }
    let seat = ("issue_seat_code", DIRECTOR);
    for by in [VICTIM, ASSISTANT] {
        event.consent(by, seat, (0, &*event.victim)).await.unwrap();
    }
}

#[tokio::test]
async fn the_same_consent_takes_the_place_of_the_first() {
    let event = Meeting::new(false).await;
    let (act, about) = (("issue_seat_code", DIRECTOR), (0, &*event.victim));
    let mut last = Vec::new();
    for _ in 0..=MOST {
        let given = vec![event.consent(VICTIM, act, about).await.unwrap()];
        assert_ne!(given, last);
        assert_eq!(event.open(VICTIM).await, given);
        last = given;
    }
    issue(&event.world, (&event.id, DIRECTOR), &event.victim)
        .await
        .unwrap();
    let refused = issue(&event.world, (&event.id, DIRECTOR), &event.victim).await;
    assert_eq!(code(refused), "consent_needed", "it was good for one");
}

#[tokio::test]
async fn consents_end_with_the_round() {
    let event = Meeting::new(false).await;
    let (act, about) = (("issue_seat_code", DIRECTOR), (0, &*event.victim));
    event.consent(VICTIM, act, about).await.unwrap();
    assert_eq!(event.open(DIRECTOR).await.len(), 1);
    event.over().await;
    for who in [VICTIM, DIRECTOR] {
        assert!(event.open(who).await.is_empty());
    }
}

#[tokio::test]
async fn consents_end_with_the_office_and_with_the_seat_that_gave_them() {
    let event = Meeting::new(false).await;
    let (world, id) = (&event.world, &event.id);
    let (act, about) = (("issue_seat_code", DIRECTOR), (0, &*event.victim));
    event.consent(ASSISTANT, act, about).await.unwrap();
    event.consent(VICTIM, act, about).await.unwrap();
    appoint(world, id, ASSISTANT, "table_judge").await;
    assert!(event.open(ASSISTANT).await.is_empty());
    assert_eq!(event.open(DIRECTOR).await, event.open(VICTIM).await);

    appoint(world, id, RIVAL, "assistant_director").await;
    let about_rival = (0, event.seat(SECOND_RIVAL));
    let of_rival = ("issue_seat_code", RIVAL);
    let given = event.consent(SECOND_RIVAL, of_rival, about_rival).await;
    assert_eq!(event.open(RIVAL).await, [given.unwrap()]);
    let dismissal = proto::DismissOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: RIVAL.to_owned(),
    };
    ask!(world, DIRECTOR, dismiss_official, dismissal).unwrap();
    assert!(event.open(SECOND_RIVAL).await.is_empty());

    // A new phone takes the victim's seat over.
    issue(world, (id, DIRECTOR), &event.victim).await.unwrap();
    event.consent(VICTIM, act, about).await.unwrap();
    assert_eq!(event.open(DIRECTOR).await, event.open(VICTIM).await);
    world.claim(id, &event.victim, "new-phone");
    world.catch_up().await;
    assert!(event.open(DIRECTOR).await.is_empty());
}

#[tokio::test]
async fn what_a_ruling_at_the_table_rested_on_is_open_no_more() {
    let event = Meeting::new(true).await;
    let own = (event.boards[0].table, "");
    let mut given = Vec::new();
    for act in ["officiate.pause", "officiate.resume"] {
        given.push(event.consent(VICTIM, (act, DIRECTOR), own).await.unwrap());
    }
    for _ in 0..2 {
        let used = json!({
            "game_id": event.boards[0].game_id, "tournament_id": event.id, "round": 1,
            "table": own.0, "game_number": 1, "consents": [given[0]],
        });
        event.world.play.feed.push("consents_used", &used);
        event.world.catch_up().await;
        for who in [VICTIM, DIRECTOR] {
            assert_eq!(event.open(who).await, given[1..]);
        }
    }
}
