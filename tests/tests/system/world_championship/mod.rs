//! A World Championship whole, by a program that knows the OpenAPI document and nothing else: nations enter, thirteen rounds,
//! withdrawals, a penalty, playoffs, semi-finals, finals, a women's final, a correction after the finals began, the teams and
//! the rating file.

mod list;

use std::collections::BTreeMap;

use outflank_tests::{Server, contract::Contract, waiting::until};
use serde_json::{Value, json};

use self::list::{Line, listed, text};

/// Nations with the players that each sends: 25 of them, and the host's additional player makes an even number.
const TEAMS: [(&str, u32); 12] = [
    ("NOR", 4),
    ("SWE", 4),
    ("DNK", 3),
    ("FIN", 3),
    ("POL", 2),
    ("DEU", 2),
    ("NLD", 2),
    ("BEL", 1),
    ("LVA", 1),
    ("EST", 1),
    ("ISL", 1),
    ("LTU", 1),
];
/// Nations that have no federation, but somebody to write to (WOC I.2.1).
const CONTACT_PERSONS: [&str; 2] = ["ISL", "LTU"];
/// Who of the players, in their order, are women.
const WOMEN: [usize; 5] = [3, 7, 13, 15, 17];
/// By so many places a woman of these teams is weaker than her place in the order says: none comes into the semi-finals.
const BEHIND: usize = 9;
const ROUNDS: u64 = 13;
/// No step of the event is done more often than this.
const STEPS: usize = 200;

struct Championship {
    contract: Contract,
    id: String,
    /// In the order in which they entered: the strongest first, women apart.
    entrants: Vec<String>,
}

impl Championship {
    async fn announce(server: &Server) -> Self {
        let director = server.client();
        director
            .create_account("Ingrid Vestergrund", "ingrid", "a long password", None)
            .await
            .unwrap();
        let contract = Contract::read(director).await;
        // So far ahead that nations may still enter.
        let asked = json!({"name": "World Championship", "country": "NOR", "date": "2031-11-21",
            "rule_set": "woc-2024", "accept_deviations": true});
        let created = contract.call("create_tournament", &[], asked).await;
        Self {
            id: text(&created["summary"]["id"]),
            contract,
            entrants: Vec::new(),
        }
    }

    async fn call(&self, operation: &str, given: &[(&str, &str)], body: Value) -> Value {
        let given = [&[("tournament_id", self.id.as_str())], given].concat();
        self.contract.call(operation, &given, body).await
    }

    async fn ask(&self, operation: &str) -> Value {
        self.call(operation, &[], json!(null)).await
    }

    async fn enter(&mut self) {
        for (country, players) in TEAMS {
            let nation = json!({"country": country, "host": country == "NOR",
                "contact_person": CONTACT_PERSONS.contains(&country)});
            self.call("enter_nation", &[], nation).await;
            for _ in 0..players {
                self.enter_player(country, false).await;
            }
        }
        // One more applied, and drew back.
        self.call("enter_nation", &[], json!({"country": "LUX"}))
            .await;
        self.call("remove_nation", &[("country", "LUX")], json!({}))
            .await;
        let reason = json!({"reason": "The flights were moved."});
        self.call("permit_late_change", &[("country", "POL")], reason)
            .await;
        self.enter_player("NOR", true).await;
    }

    async fn enter_player(&mut self, country: &str, additional: bool) {
        let number = self.entrants.len();
        let player = json!({"surname": format!("Player {number}"), "given_names": country, "country": country,
            "rating": 2_400 - 20 * number, "additional": additional,
            "categories": {"woman": WOMEN.contains(&number), "junior": false, "senior": false},
            "representation": {"citizen": true}});
        let entered = self.call("register_entrant", &[], player).await;
        self.entrants.push(text(&entered["entrant_id"]));
    }

    /// The smaller the stronger.
    fn strength(&self, entrant: &Value) -> usize {
        let found = self.entrants.iter().position(|one| one == entrant);
        let place = found.expect("an entrant");
        place + if WOMEN.contains(&place) { BEHIND } else { 0 }
    }

    /// The stronger wins, by more the larger the difference.
    fn black_discs(&self, board: &Value) -> i64 {
        let black = self.strength(&board["black_entrant_id"]);
        let white = self.strength(&board["white_entrant_id"]);
        let lead = 2 + i64::try_from(black.abs_diff(white)).unwrap();
        32 + if black < white { lead } else { -lead }
    }

    async fn enter_result(&self, round: u64, table: u64, black_discs: i64) {
        let (round, table) = (round.to_string(), table.to_string());
        let result = json!({"black_discs": black_discs, "kind": "played", "reason": "As both players wrote it down."});
        self.call(
            "enter_result",
            &[("round", &round), ("table", &table)],
            result,
        )
        .await;
    }

    /// Does what the event says comes next, until that is confirming it; `before` may do something of its own first.
    async fn go_on(&self, mut before: impl AsyncFnMut(&Self, &Value)) {
        for _ in 0..STEPS {
            let shown = self.ask("get_tournament").await;
            before(self, &shown).await;
            let shown = self.ask("get_tournament").await;
            match shown["next"]["kind"].as_str().unwrap() {
                "name_group_a" => {
                    let group = json!({"entrant_ids": &self.entrants[..4]});
                    self.call("name_group_a", &[], group).await;
                }
                "publish_round" => self.publish(&shown).await,
                "await_results" => {
                    let round = listed(&shown["rounds"]).last().unwrap();
                    for board in listed(&round["boards"]).filter(|board| board["result"].is_null())
                    {
                        let table = board["table"].as_u64().unwrap();
                        self.enter_result(
                            round["number"].as_u64().unwrap(),
                            table,
                            self.black_discs(board),
                        )
                        .await;
                    }
                }
                "finish_round" => {
                    let round = shown["summary"]["round"].to_string();
                    self.call("finish_round", &[("round", &round)], json!({}))
                        .await;
                }
                "draw_lots" => {
                    self.call("draw_lots", &[], json!({})).await;
                }
                "announce_finals" => {
                    let soon = json!({"accept_deviations": true});
                    self.call("announce_finals_round", &[], soon).await;
                }
                "confirm" => return,
                other => panic!("nothing comes next: {other}"),
            }
        }
        panic!("the event has no end");
    }

    /// Who may choose takes Black; then the round is published.
    async fn publish(&self, shown: &Value) {
        for game in listed(&shown["announced"]["games"]) {
            if let Some(chooser) = game["chooser_entrant_id"].as_str() {
                let choice = json!({"match_id": game["match_id"], "choice": "black"});
                self.call("choose_colour", &[("entrant_id", chooser)], choice)
                    .await;
            }
        }
        self.call("publish_round", &[], json!({"accept_deviations": true}))
            .await;
    }

    /// Once the qualification is played and before it is finished, takes from the fourth what he is ahead of the fifth: the
    /// rules then want a playoff. Games against the weak are turned, which move nobody else among the first.
    async fn level_the_fourth(&self, shown: &Value) {
        let list = list::qualifying(shown);
        let mut order: Vec<(&String, &Line)> = list.iter().collect();
        order.sort_by_key(|(_, line)| (-line.half_points, -line.bq_half_units, -line.discs));
        let (fourth, line) = order[3];
        let mut ahead = line.half_points - order[4].1.half_points;
        let weak: Vec<&String> = order[12..].iter().map(|(entrant, _)| *entrant).collect();
        for round in listed(&shown["rounds"]) {
            for board in listed(&round["boards"]) {
                let is_black = board["black_entrant_id"] == fourth.as_str();
                let (own, other) = if is_black {
                    ("black", "white")
                } else {
                    ("white", "black")
                };
                let is_there = board[format!("{own}_entrant_id")] == fourth.as_str();
                let opponent = text(&board[format!("{other}_entrant_id")]);
                let won = board["result"][format!("{own}_discs")].as_i64() > Some(32);
                if ahead == 0 || !is_there || !won || !weak.contains(&&opponent) {
                    continue;
                }
                let taken = ahead.min(2);
                ahead -= taken;
                let own_discs = if taken == 1 { 32 } else { 30 };
                let black_discs = if is_black { own_discs } else { 64 - own_discs };
                let (number, table) = (
                    round["number"].as_u64().unwrap(),
                    board["table"].as_u64().unwrap(),
                );
                self.enter_result(number, table, black_discs).await;
            }
        }
        assert_eq!(ahead, 0, "the fourth met too few of the weak");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_world_championship_goes_from_nations_to_rating_file_by_its_openapi_document() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut event = Championship::announce(&server).await;
    event.enter().await;
    assert_eq!(event.entrants.len(), 26);

    let mut corrected = false;
    let mut leveled = false;
    event
        .go_on(async |event, shown| {
            let next = shown["next"]["kind"].as_str().unwrap();
            let round = shown["summary"]["round"].as_u64().unwrap();
            // Two leave, after different rounds: one has the bye for a while.
            for (after, place) in [(4, 20), (7, 23)] {
                let who = &event.entrants[place];
                let is_there = listed(&shown["entrants"]).any(|one| one["id"] == who.as_str() && one["withdrawn_from_round"] == 0);
                if next == "publish_round" && round == after && is_there {
                    event.call("withdraw_entrant", &[("entrant_id", who)], json!({})).await;
                }
            }
            if next == "finish_round" && round == 5 {
                let board = &shown["rounds"][4]["boards"][2];
                let more = 2 + board["result"]["black_discs"].as_i64().unwrap();
                let penalty = json!({"entrant_id": board["white_entrant_id"], "reason": "Spoke of the position.",
                    "penalty": {"kind": "final_score", "round": 5, "table": board["table"], "opponent_discs": more}});
                event.call("impose_penalty", &[], penalty).await;
            }
            if next == "finish_round" && round == ROUNDS && !leveled {
                leveled = true;
                event.level_the_fourth(shown).await;
            }
            // While the final is played, a result of the second round is found to have been written down wrongly.
            if next == "await_results" && !corrected && listed(&shown["rounds"]).last().unwrap()["boards"][0]["purpose"] == "final" {
                corrected = true;
                let boards = shown["rounds"][1]["boards"].as_array().unwrap();
                let board = boards.last().unwrap();
                let discs = board["result"]["black_discs"].as_i64().unwrap();
                event.enter_result(2, board["table"].as_u64().unwrap(), discs + 1).await;
            }
        })
        .await;
    assert!(corrected && leveled);
    event.call("confirm_tournament", &[], json!({})).await;

    let shown = event.ask("get_tournament").await;
    let standings = event.ask("get_standings").await;
    let finals = event.ask("get_finals").await;
    assert_eq!(standings["final_ranking"], true);
    let list = list::qualifying(&shown);
    assert_eq!(listed(&standings["rows"]).count(), 26);
    for row in listed(&standings["rows"]) {
        let told = Line {
            half_points: row["half_points"].as_i64().unwrap(),
            bq_half_units: row["bq_half_units"].as_i64().unwrap(),
            discs: row["discs"].as_i64().unwrap(),
        };
        assert_eq!(told, list[&text(&row["entrant_id"])], "{row}");
    }
    assert_ranks(&standings, &finals, &list);
    assert_finals(&shown, &finals);
    let women = [("category", "women")];
    let women = event
        .call("get_category_standings", &women, Value::Null)
        .await;
    assert_women(&women, &shown, &standings);

    let told: BTreeMap<String, i64> = listed(&event.ask("get_team_standings").await["rows"])
        .map(|row| (text(&row["team"]), row["half_points"].as_i64().unwrap()))
        .collect();
    assert_eq!(told, list::teams(&shown, &list));

    // The file is made of what pairing and play tell after the confirmation.
    let tournament = [("tournament_id", event.id.as_str())];
    until("the rating file", async || {
        let manifest = event
            .contract
            .attempt("get_rating_manifest", &tournament, Value::Null);
        manifest.await
    })
    .await;
    let file = event
        .contract
        .text("get_export", &[("tournament_id", &event.id)])
        .await;
    let manifest = event.ask("get_rating_manifest").await;
    assert_eq!(manifest["version"], 1, "{manifest}");
    assert!(file.lines().count() > 26, "{file}");
}

/// The four of the finals by what they played, all others by points alone (WOC II.5): equal points are equal ranks.
fn assert_ranks(standings: &Value, finals: &Value, list: &BTreeMap<String, Line>) {
    let winner_and_loser = |name: &str| {
        let found = listed(&finals["matches"])
            .find(|one| one["match_id"] == name)
            .unwrap();
        let winner = text(&found["winner_entrant_id"]);
        let sides = [
            text(&found["better_entrant_id"]),
            text(&found["worse_entrant_id"]),
        ];
        let loser = sides.into_iter().find(|one| *one != winner).unwrap();
        [winner, loser]
    };
    let first = [winner_and_loser("final"), winner_and_loser("third_place")].concat();
    for row in listed(&standings["rows"]) {
        let entrant = text(&row["entrant_id"]);
        let ahead = |one: &String| {
            !first.contains(one) && list[one].half_points > list[&entrant].half_points
        };
        let rank = match first.iter().position(|one| *one == entrant) {
            Some(place) => place + 1,
            None => 5 + list.keys().filter(|one| ahead(one)).count(),
        };
        assert_eq!(row["rank"].as_u64(), Some(rank as u64), "{row}");
    }
}

/// The women's champion is first of them, whatever her rank among all, which the list has beside it.
fn assert_women(women: &Value, shown: &Value, standings: &Value) {
    let rows: Vec<&Value> = listed(&women["rows"]).collect();
    assert_eq!(rows.len(), WOMEN.len());
    let champion = listed(&shown["titles"]).find(|one| one["title"] == "womens_champion");
    let champion = &champion.unwrap()["entrant_id"];
    assert_eq!(
        (&rows[0]["entrant_id"], &rows[0]["rank"]),
        (champion, &json!(1))
    );
    for row in rows {
        let among_all = listed(&standings["rows"])
            .find(|one| one["entrant_id"] == row["entrant_id"])
            .unwrap();
        assert_eq!(row["main_rank"], among_all["rank"], "{row}");
    }
}

/// The fourth and the fifth played for a place, and with no woman in the semi-finals two women played for the title.
fn assert_finals(shown: &Value, finals: &Value) {
    let played: Vec<String> = listed(&finals["matches"])
        .map(|one| text(&one["match_id"]))
        .collect();
    for wanted in [
        "playoff_4_5",
        "semi_final_1",
        "semi_final_2",
        "final",
        "third_place",
        "womens_final",
    ] {
        assert!(
            played.iter().any(|one| one == wanted),
            "{wanted} in {played:?}"
        );
    }
    assert!(
        listed(&finals["matches"]).all(|one| !one["winner_entrant_id"].is_null()),
        "{finals}"
    );
    let champion = |title: &str, of: &str| {
        let won = listed(&shown["titles"])
            .find(|one| one["title"] == title)
            .unwrap();
        let decided = listed(&finals["matches"])
            .find(|one| one["match_id"] == of)
            .unwrap();
        assert_eq!(won["entrant_id"], decided["winner_entrant_id"]);
    };
    champion("champion", "final");
    champion("womens_champion", "womens_final");
}
