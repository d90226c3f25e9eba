//! What several tests share: numbers from seeds, random result tables, a driver for whole events.

use outflank_othello::refusal::Milliseconds;
use outflank_tournament::*;

/// Pairing rules by these levels alone, for the whole run of the tests.
pub fn by_levels(levels: &[PairingLevel]) -> &'static PairingRules {
    kept(PairingRules::by_levels(levels))
}

/// The rules for the whole run of the tests.
pub fn kept(rules: PairingRules) -> &'static PairingRules {
    Box::leak(Box::new(rules))
}

/// Deterministic numbers for a test.
pub struct Numbers(Lottery);

impl Numbers {
    pub fn new(name: &str, run: u32) -> Self {
        Self(Lottery::new(&seed(run), name))
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        self.0.below(bound)
    }

    pub fn index(&mut self, bound: usize) -> usize {
        self.below(u32::try_from(bound).unwrap()) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }
}

pub fn seed(number: u32) -> Seed {
    let mut bytes = [7_u8; 32];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    Seed(bytes)
}

pub fn player(number: usize) -> TablePlayer {
    TablePlayer {
        id: format!("p{number:03}"),
        country: None,
        withdrew: false,
        ..TablePlayer::default()
    }
}

pub fn game(black: usize, white: usize, black_discs: u32) -> TableGame {
    TableGame {
        black,
        white,
        result: Some(GameResult::played(black_discs)),
        flag_fell: None,
    }
}

pub fn random_result(numbers: &mut Numbers) -> GameResult {
    match numbers.below(20) {
        0 => GameResult {
            black_discs: 0,
            white_discs: 64,
            winner: Some(Colour::White),
            kind: ResultKind::Played,
            black_absent: true,
            white_absent: false,
        },
        1 => GameResult {
            black_discs: 0,
            white_discs: 0,
            winner: None,
            kind: ResultKind::Played,
            black_absent: true,
            white_absent: true,
        },
        2 | 3 => GameResult::played(32),
        _ => GameResult::played(numbers.below(65)),
    }
}

/// A table with arbitrary rounds: any meetings, byes, gaps, results and countries.
pub fn random_table(numbers: &mut Numbers, players: usize, rounds: usize) -> ResultTable {
    let mut table = ResultTable {
        players: (0..players).map(player).collect(),
        rounds: Vec::new(),
    };
    for player in &mut table.players {
        player.country = match numbers.below(4) {
            0 => None,
            1 => Some("XAA".to_owned()),
            2 => Some("xaa".to_owned()),
            _ => Some("XBB".to_owned()),
        };
    }
    for _ in 0..rounds {
        let mut order: Vec<usize> = (0..players).collect();
        numbers.shuffle(&mut order);
        let mut round = TableRound::default();
        for pair in order.chunks(2) {
            match (pair, numbers.below(12)) {
                (_, 0) => {}
                (&[black, white], _) => round.games.push(TableGame {
                    black,
                    white,
                    result: Some(random_result(numbers)),
                    flag_fell: None,
                }),
                (&[alone], _) => round.byes.push(alone),
                _ => {}
            }
        }
        table.rounds.push(round);
    }
    table
}

pub const LEVELS: [PairingLevel; 6] = [
    PairingLevel::Repeats,
    PairingLevel::Difference,
    PairingLevel::DifferenceSquares,
    PairingLevel::Colour,
    PairingLevel::Floats,
    PairingLevel::Alternation,
];

pub const MODIFIED_LEVELS: [PairingLevel; 8] = [
    PairingLevel::ThirdMeetings,
    PairingLevel::Difference,
    PairingLevel::DifferenceSquares,
    PairingLevel::Repeats,
    PairingLevel::Colour,
    PairingLevel::Floats,
    PairingLevel::Alternation,
    PairingLevel::Country,
];

pub fn values(cost: &Cost, levels: &[PairingLevel]) -> Vec<i64> {
    levels.iter().map(|level| cost[level]).collect()
}

/// A tournament stream in memory, with the secret of its hash chain.
#[derive(Clone)]
pub struct Stream {
    pub state: TournamentState,
    pub events: Vec<(EntryHeader, Event)>,
    pub secret: Seed,
    pub now_ms: i64,
}

pub const CHAIN_LENGTH: u32 = 80;

impl Stream {
    pub fn new(secret: u32) -> Self {
        Self {
            state: TournamentState::default(),
            events: Vec::new(),
            secret: seed(secret),
            now_ms: 1_000_000,
        }
    }

    pub fn created(secret: u32, rule_set: RuleSet) -> Self {
        let mut stream = Self::new(secret);
        let create = stream.creation(rule_set);
        stream.give(&create).unwrap();
        stream
    }

    pub fn with_entrants(secret: u32, rule_set: RuleSet, entrants: usize) -> Self {
        let mut stream = Self::created(secret, rule_set);
        for number in 0..entrants {
            stream.give(&registration(number)).unwrap();
        }
        stream
    }

    pub fn creation(&self, rule_set: RuleSet) -> Command {
        Command::CreateTournament {
            facts: TournamentFacts {
                name: "Sample Open".to_owned(),
                country: "Nowhere".to_owned(),
                date: "2026-05-09".to_owned(),
                ..TournamentFacts::default()
            },
            rule_set,
            origin: None,
            draw_anchor: chain_link(&self.secret, CHAIN_LENGTH, 0).unwrap(),
            head_director: AccountId::from("director"),
            accept_deviations: true,
        }
    }

    /// The next link of the chain; beyond its end the secret, which proves nothing more.
    pub fn next_seed(&self) -> Seed {
        let next = self.state.lots.draws_revealed.saturating_add(1);
        chain_link(&self.secret, CHAIN_LENGTH, next).unwrap_or(self.secret)
    }

    pub fn give(&mut self, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.now_ms += 1_000;
        let before = self.state.clone();
        let decided = decide(&self.state, command, self.now_ms);
        assert_eq!(self.state, before, "decide changes nothing");
        let allowed = permitted(&self.state, Act::of(command), self.now_ms);
        assert_agreed(command, &allowed, &decided);
        let until_ms = permitted_until(&self.state, self.now_ms).unwrap_or(i64::MAX);
        let later = permitted(&self.state, Act::of(command), until_ms - 1);
        assert_eq!(later, allowed, "it stays so until then: {command:?}");
        let events = decided
            .inspect_err(assert_declared)
            .inspect_err(|refusal| assert_own_text(&self.state, command, refusal))?;
        assert!(!events.is_empty(), "an accepted command causes something");
        let header = EntryHeader {
            seq: self.events.last().map_or(1, |(header, _)| header.seq + 1),
            at_ms: self.now_ms,
        };
        for event in &events {
            self.state = evolve(std::mem::take(&mut self.state), &header, event);
            self.events.push((header, event.clone()));
        }
        Ok(events)
    }

    pub fn refused(&mut self, command: &Command) -> Refusal {
        self.give(command).unwrap_err()
    }

    pub fn publication(&self) -> Command {
        Command::PublishRound {
            into_break: false,
            starts_at_ms: self.now_ms + 600_000,
            seed: Some(self.next_seed()),
            accept_deviations: true,
            manual: None,
            constraints: RoundConstraints::default(),
            clocks: vec![],
            handicaps: vec![],
        }
    }

    pub fn record_all(&mut self, round: u32, numbers: &mut Numbers) {
        let tables: Vec<u32> = self.state.round(round).unwrap().open_tables().collect();
        for table in tables {
            let result = record_of(&random_result(numbers));
            self.give(&Command::RecordResult {
                round,
                table,
                result,
            })
            .unwrap();
        }
    }

    pub fn finish(&mut self) {
        let round = self.state.rounds.last().unwrap().number;
        self.give(&Command::FinishRound { round }).unwrap();
    }

    /// Plays what comes next until the event is confirmed, with random results and choices of colour.
    pub fn play_out(&mut self, numbers: &mut Numbers) {
        for _ in 0..400 {
            if !self.step(numbers) {
                return;
            }
        }
        panic!("the event never ends: {:?}", self.state.next_act());
    }

    /// One act in the course of the event; false once it is over.
    pub fn step(&mut self, numbers: &mut Numbers) -> bool {
        let act = self.state.next_act().unwrap();
        match act {
            NextAct::NameGroupA => {
                let entrants = Vec::new();
                self.give(&Command::NameGroupA { entrants }).unwrap();
            }
            NextAct::PublishRound { .. } => {
                let publication = self.publication();
                if let Some(announced) = &self.state.finals.announced {
                    self.now_ms = self.now_ms.max(announced.starts_at_ms);
                }
                self.give(&publication)
                    .unwrap_or_else(|refusal| panic!("{refusal:?}"));
            }
            NextAct::AwaitResults { round, .. } => self.record_all(round, numbers),
            NextAct::FinishRound { .. } => self.finish(),
            NextAct::DrawLots => {
                let seed = self.next_seed();
                self.give(&Command::DrawLots { seed }).unwrap();
            }
            NextAct::AnnounceFinals { session, .. } => self.announce(&session, numbers),
            NextAct::Confirm => {
                self.give(&Command::ConfirmTournament {
                    without_finals: false,
                })
                .unwrap();
            }
            NextAct::Create | NextAct::Nothing => return false,
        }
        true
    }

    /// Announces the round; some choose in time, some let the other choose, some keep silent.
    fn announce(&mut self, session: &FinalsSession, numbers: &mut Numbers) {
        let starts_at_ms = self.now_ms + 1_200_000;
        self.give(&Command::AnnounceFinalsRound {
            starts_at_ms,
            accept_deviations: false,
        })
        .unwrap();
        for due in &session.games {
            let Some(chooser) = due.chooser().cloned() else {
                continue;
            };
            let announced = self.state.finals.announced.as_ref().unwrap();
            if !announced.choices_of(due).is_empty() {
                continue;
            }
            let choice = match numbers.below(4) {
                0 => Choice::Black,
                1 => Choice::White,
                2 if due.has_draw_win() => Choice::OpponentPicksColour,
                _ => continue,
            };
            self.choose(due, &chooser, choice);
        }
        self.now_ms = starts_at_ms - 200_000;
        for due in &session.games {
            let Some(chooser) = due.chooser().cloned() else {
                continue;
            };
            let opponent = if chooser == due.better {
                &due.worse
            } else {
                &due.better
            };
            let announced = self.state.finals.announced.as_ref().unwrap();
            let open = announced
                .choices_of(due)
                .iter()
                .all(|made| made.choice == Choice::OpponentPicksColour);
            if open && numbers.below(2) == 0 {
                let opponent = opponent.clone();
                self.choose(due, &opponent, Choice::White);
            }
        }
    }

    fn choose(&mut self, due: &DueGame, player: &EntrantId, choice: Choice) {
        self.give(&Command::ChooseColour {
            match_id: due.match_id.clone(),
            choice: MadeChoice {
                player: player.clone(),
                choice,
            },
        })
        .unwrap();
    }

    pub fn confirm(&mut self) {
        if self.state.lots_wanted().unwrap() {
            let seed = self.next_seed();
            self.give(&Command::DrawLots { seed }).unwrap();
        }
        self.give(&Command::ConfirmTournament {
            without_finals: true,
        })
        .unwrap();
    }
}

/// What is planned, at the beginning of a sentence.
fn play_in_words(name: &str) -> String {
    if name == "break" {
        return "A break".to_owned();
    }
    if let Some(round) = name.strip_prefix("round_") {
        return format!("Round {round}");
    }
    let (stage, game) = name.rsplit_once('_').unwrap();
    let mut stages = FinalsStage::ALL.into_iter();
    let stage = stages.find(|known| known.name() == stage).unwrap();
    format!("Game {game} of the {}", stage.words())
}

/// The sentence with the values in it.
pub fn filled(sentence: &str, parameters: &[(&str, Parameter)]) -> String {
    parameters
        .iter()
        .fold(sentence.to_owned(), |sentence, (name, value)| {
            let shown = match value {
                Parameter::Number(ms) if name.ends_with("_ms") => Milliseconds(*ms).to_string(),
                Parameter::Text(play) if *name == "play" => play_in_words(play),
                value => value.to_string(),
            };
            sentence
                .replace(&format!("{{{name}}}"), &shown)
                .replace(&format!("{{{name}:?}}"), &format!("{shown:?}"))
        })
}

/// The refusal is one of those declared, with that sentence.
pub fn assert_declared(refusal: &Refusal) {
    let parameters = refusal.parameters();
    let mut declared = Refusal::CODES.iter().flat_map(|(_, codes)| codes.iter());
    let told = declared.any(|known| {
        known.code == refusal.code() && filled(known.sentence, &parameters) == refusal.detail()
    });
    assert!(told, "{refusal:?} is not declared so: {refusal}");
}

/// A refusal quotes the rules of its own event or none.
fn assert_own_text(state: &TournamentState, command: &Command, refusal: &Refusal) {
    let rules = match command {
        Command::ChangeRuleSet { rule_set, .. } => Some(rule_set),
        _ => state.rule_set.as_ref(),
    };
    let (Some(rules), Some(rule)) = (rules, refusal.rule()) else {
        return;
    };
    let own = rules.sources.values().any(|source| source == rule)
        || rules.formats.iter().any(|row| row.rule == rule);
    assert!(own, "{refusal:?} quotes another text than {}", rules.name);
}

/// What the state does not allow is refused for the same reason, whatever the command names; a round that cannot be
/// finished any more, or never was, is told of first.
fn assert_agreed(
    command: &Command,
    allowed: &Result<(), Refusal>,
    decided: &Result<Vec<Event>, Refusal>,
) {
    let Err(not) = allowed else { return };
    let told = decided.as_ref().map_err(Refusal::code);
    let named = matches!(command, Command::FinishRound { .. })
        && matches!(told, Err("unknown_round" | "round_already_finished"));
    assert!(named || told == Err(not.code()), "{not:?}: {decided:?}");
}

pub fn registration(number: usize) -> Command {
    Command::RegisterEntrant(Registration {
        entrant: EntrantId(format!("e{number:03}")),
        country: Some("XAA".to_owned()),
        rating: Some(1500),
        computer: false,
        categories: Categories {
            woman: number.is_multiple_of(3),
            ..Categories::default()
        },
        ..Registration::default()
    })
}

pub fn record_of(result: &GameResult) -> ResultRecord {
    ResultRecord {
        black_discs: result.black_discs,
        white_discs: result.white_discs,
        winner: result.winner,
        kind: ResultKind::Played,
        absent: match (result.black_absent, result.white_absent) {
            (false, false) => Absence::Nobody,
            (true, false) => Absence::Black,
            (false, true) => Absence::White,
            (true, true) => Absence::Both,
        },
        game: None,
        unplayed: false,
    }
}

/// The folder of the public test data; a test that needs it fails without it.
pub fn corpus(path: &str) -> String {
    let root = std::env::var("OUTFLANK_CORPUS").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").to_owned()
    });
    let file = format!("{root}/{path}");
    std::fs::read_to_string(&file).unwrap_or_else(|problem| panic!("{file}: {problem}"))
}
