//! What is seen of an event under a rule set, as words: plans, whole events, lists, answers.

use std::fmt::Debug;

use crate::tournament::support::*;
use outflank_tournament::*;

pub fn preset(name: &str) -> RuleSet {
    RuleSet::preset(name).unwrap()
}

/// The stages and finals by number of entrants.
pub fn plans(rules: &RuleSet) -> String {
    (2..=40)
        .map(|entrants| format!("{:?}\n", stage_plan(rules, entrants)))
        .collect()
}

/// What the director is asked to confirm.
pub fn departures(rules: &RuleSet) -> String {
    format!("{:?}", deviations(rules))
}

/// Events and refusals of one event, without the rule set itself.
pub struct Told {
    pub stream: Stream,
    words: String,
}

impl Told {
    pub fn under(rules: &RuleSet) -> Self {
        Self {
            stream: Stream::created(1, rules.clone()),
            words: String::new(),
        }
    }

    pub fn tell(&mut self, what: &impl Debug) {
        self.words.push_str(&format!("{what:?}\n"));
    }

    pub fn ask(&mut self, command: &Command) {
        let answer = self.stream.give(command);
        let answer = answer.map_err(|refusal| refusal.detail());
        self.tell(&answer);
    }

    pub fn enter(&mut self, entrants: usize) {
        for number in 0..entrants {
            self.stream
                .give(&Command::RegisterEntrant(Registration {
                    entrant: EntrantId(format!("e{number:03}")),
                    country: Some(if number % 2 == 0 { "XAA" } else { "XBB" }.to_owned()),
                    rating: Some(1_000 + i32::try_from(number * 70 % 900).unwrap()),
                    categories: Categories {
                        woman: number.is_multiple_of(3),
                        junior: number % 4 == 1,
                        ..Categories::default()
                    },
                    ..Registration::default()
                }))
                .unwrap();
        }
    }

    pub fn publish(&mut self) {
        let publication = self.stream.publication();
        self.ask(&publication);
    }

    pub fn play_round(&mut self, numbers: &mut Numbers) {
        let Some(round) = self.stream.state.rounds.last().map(|round| round.number) else {
            return;
        };
        self.stream.record_all(round, numbers);
        self.stream.finish();
    }

    pub fn list(&mut self) {
        let list = self.stream.state.standings();
        self.tell(&list);
    }

    pub fn words(self) -> String {
        self.words
    }
}

/// A whole event of that many, with results by lot.
fn event(rules: &RuleSet, entrants: usize) -> String {
    let mut told = Told::under(rules);
    told.enter(entrants);
    let mut numbers = Numbers::new("every field", 1);
    let notice = told.stream.state.default_notice_ms();
    told.tell(&notice);
    while told.stream.step(&mut numbers) {}
    let rounds = told.stream.state.rounds.clone();
    told.tell(&rounds);
    told.list();
    let ranking = told.stream.events.last().cloned();
    told.tell(&ranking);
    told.words()
}

pub fn event_of_6(rules: &RuleSet) -> String {
    event(rules, 6)
}

pub fn event_of_9(rules: &RuleSet) -> String {
    event(rules, 9)
}

pub fn event_of_16(rules: &RuleSet) -> String {
    event(rules, 16)
}

pub fn event_of_26(rules: &RuleSet) -> String {
    event(rules, 26)
}

/// Lists over random results.
pub fn lists(rules: &RuleSet) -> String {
    let mut numbers = Numbers::new("lists of every field", 1);
    let ranked = rules.standings_rules(9, 5);
    (0..20)
        .map(|_| {
            let table = random_table(&mut numbers, 9, 5);
            let list = standings(&table, &ranked, &[]);
            format!("{list:?}\n")
        })
        .collect()
}

/// Rounds over random results, with players of three countries.
pub fn rounds(rules: &RuleSet) -> String {
    let mut numbers = Numbers::new("rounds of every field", 1);
    let mut told = String::new();
    for run in 0..40 {
        let mut table = random_table(&mut numbers, 9, run % 5);
        for (number, player) in (0_i32..).zip(&mut table.players) {
            player.rating = Some(1_000 + number * 200);
        }
        let present: Vec<usize> = (0..9).collect();
        let key = seed(u32::try_from(run).unwrap());
        for modified in [false, true] {
            let paired = pair_round(&PairingRequest {
                modified,
                group_a: &[0, 1, 2],
                bye_half_points: rules.scoring.bye_half_points,
                ..PairingRequest::new(&table, &present, &rules.pairing, &key)
            });
            told.push_str(&format!("{paired:?}\n"));
        }
    }
    told
}

/// Teams, prizes and points of a season over one list.
pub fn honours(rules: &RuleSet) -> String {
    let mut numbers = Numbers::new("honours of every field", 1);
    let mut told = String::new();
    for _ in 0..20 {
        let table = random_table(&mut numbers, 8, 3);
        let list = standings(&table, &rules.standings_rules(8, 3), &[]).unwrap();
        let lines = IndividualLine::of_standings(&list);
        let members: Vec<TeamMember> = (0..8)
            .map(|player| TeamMember {
                player,
                team: format!("T{}", player % 2),
                additional: player == 7,
            })
            .collect();
        told.push_str(&format!(
            "{:?}\n{:?}\n",
            team_list(&members, &lines, &table, &rules.team_list),
            split_prizes(&lines, &rules.prizes)
        ));
    }
    told.push_str(&format!("{:?}\n", season_table(&season(), &rules.season)));
    told
}

/// Five events of eight: two share first place, others have equal points behind them.
fn season() -> Vec<SeasonEvent> {
    let places = [
        (1, 10),
        (1, 10),
        (3, 8),
        (4, 8),
        (5, 8),
        (5, 8),
        (7, 2),
        (8, 2),
    ];
    let event = |first: usize| SeasonEvent {
        name: format!("event {first}"),
        ranking: places
            .iter()
            .enumerate()
            .map(|(index, &(rank, half_points))| SeasonPlace {
                player: format!("p{}", (index + first) % 8),
                rank,
                half_points: HalfPoints(half_points),
            })
            .collect(),
    };
    (0..5).map(event).collect()
}

const ROLES: [OfficialRole; 3] = [
    OfficialRole::HeadDirector,
    OfficialRole::Assistant,
    OfficialRole::HeadArbiter,
];

/// Whose office each act is, and what is answered to who has an interest in it.
pub fn offices(rules: &RuleSet) -> String {
    let mut told = String::new();
    for deed in Deed::ALL {
        let holders = ROLES.map(|role| deed.is_office_of(&role.into(), rules));
        let answers = [Interest::Opponent, Interest::OwnGame, Interest::Rival]
            .map(|interest| InterestTable::default().answer_to((*deed, interest), (rules, true)));
        told.push_str(&format!("{deed:?} {holders:?} {answers:?}\n"));
    }
    told
}
