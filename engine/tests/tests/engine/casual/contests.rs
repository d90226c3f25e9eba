//! Contests: arenas of a fixed length, and ladders.

mod arenas;
mod challenges;
mod colours;
mod ended;
mod entering;
mod games;
mod lapses;
mod matching;
mod order;
mod pauses;
mod random;
mod removing;
mod rules;
mod seeking;
mod stored;
mod turns;

use outflank_casual::{
    ArenaRules, Contest, ContestCommand, ContestEvent, ContestGame, ContestRules, Form, Founding,
    LadderChallenge, LadderRules, Placed, SoughtChallenge, Taking,
};
use outflank_othello::{Color, PerColor};

use super::support::{NOON_MS, minutes};

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;
/// Where two have met for the game of their challenge, it stands for so long at least: a game of five minutes a side, and a day
/// beside the clocks.
const LONGEST_GAME_MS: i64 = DAY_MS + 10 * MINUTE_MS;

/// An hour of games: two points for a win and one for a draw, twice that after two wins in a row.
const ARENA: ArenaRules = ArenaRules {
    length_ms: HOUR_MS,
    win: 2,
    draw: 1,
    loss: 0,
    streak: 2,
};

/// Two places above may be challenged, and there is a day for the game.
const LADDER: LadderRules = LadderRules {
    reach: 2,
    play_within_ms: DAY_MS,
    rest_ms: 2 * HOUR_MS,
    taking: Taking::Insert,
};

const FOUNDER: (&str, bool) = ("founder", false);
const MODERATOR: (&str, bool) = ("moderator", true);

fn rule_set(form: Form) -> ContestRules {
    ContestRules {
        terms: minutes(5),
        programs: false,
        form,
    }
}

fn both() -> [Form; 2] {
    [Form::Arena(ARENA), Form::Ladder(LADDER)]
}

/// Where programs play.
fn admitting(form: Form) -> ContestRules {
    ContestRules {
        programs: true,
        ..rule_set(form)
    }
}

/// Of a contest that begins at noon.
fn founding(form: Form) -> Founding {
    Founding {
        founder: FOUNDER.0.to_owned(),
        title: "Thursday".to_owned(),
        rules: rule_set(form),
        starts_at_ms: NOON_MS,
    }
}

fn join(account: &str) -> ContestCommand {
    ContestCommand::Join {
        account: account.to_owned(),
        operator: None,
        by_key: false,
    }
}

/// A program of somebody's enters, with its own account.
fn enter(program: &str, operator: &str) -> ContestCommand {
    ContestCommand::Join {
        account: program.to_owned(),
        operator: Some(operator.to_owned()),
        by_key: true,
    }
}

fn leave(account: &str) -> ContestCommand {
    ContestCommand::Leave {
        account: account.to_owned(),
    }
}

fn remove(account: &str, (by, by_moderator): (&str, bool)) -> ContestCommand {
    ContestCommand::Remove {
        account: account.to_owned(),
        by: by.to_owned(),
        by_moderator,
    }
}

fn end((by, by_moderator): (&str, bool)) -> ContestCommand {
    ContestCommand::End {
        by: by.to_owned(),
        by_moderator,
    }
}

fn challenge(challenger: &str, challenged: &str) -> ContestCommand {
    ContestCommand::Challenge {
        challenger: challenger.to_owned(),
        challenged: challenged.to_owned(),
    }
}

fn withdraw(challenger: &str) -> ContestCommand {
    ContestCommand::Withdraw {
        challenger: challenger.to_owned(),
    }
}

fn yields(challenged: &str) -> ContestCommand {
    ContestCommand::Yield {
        challenged: challenged.to_owned(),
    }
}

/// A game by black and white of no challenge, which both began: 40 discs to 24, or 32 each.
fn game((black, white): (&str, &str), winner: Option<Color>) -> ContestGame {
    ContestGame {
        game: "game".to_owned(),
        players: PerColor::new(black.to_owned(), white.to_owned()),
        discs: winner.map_or(PerColor::new(32, 32), |color| PerColor::of(color, 40, 24)),
        winner,
        begun: true,
        by_key: PerColor::default(),
        challenged_at_ms: None,
    }
}

/// What one of the two of a challenge seeks.
fn sought_by(account: &str, challenge: &LadderChallenge) -> SoughtChallenge {
    let opponent = if challenge.challenger == account {
        &challenge.challenged
    } else {
        &challenge.challenger
    };
    SoughtChallenge {
        opponent: opponent.clone(),
        at_ms: challenge.at_ms,
    }
}

/// Whether a command was taken, or why not.
type Taken = Result<(), &'static str>;

/// The stream of a contest as it is written.
#[derive(Debug, Clone, Default)]
struct Stream {
    state: Contest,
    events: Vec<(i64, ContestEvent)>,
}

impl Stream {
    fn founded(founding: Founding) -> Self {
        let mut stream = Self::default();
        let founded = stream.take(NOON_MS, &ContestCommand::Found(founding));
        assert_eq!(founded, Ok(()));
        stream
    }

    /// Begun at noon, where each of these letters entered in that order.
    fn of(form: Form, accounts: &str) -> Self {
        Self::under(rule_set(form), accounts)
    }

    /// The same under these rules.
    fn under(rules: ContestRules, accounts: &str) -> Self {
        let mut stream = Self::founded(Founding {
            rules,
            ..founding(Form::Arena(ARENA))
        });
        for account in accounts.chars() {
            let entered = stream.take(NOON_MS, &join(&account.to_string()));
            assert_eq!(entered, Ok(()));
        }
        stream
    }

    fn arena(accounts: &str) -> Self {
        Self::of(Form::Arena(ARENA), accounts)
    }

    fn ladder(accounts: &str) -> Self {
        Self::of(Form::Ladder(LADDER), accounts)
    }

    fn take(&mut self, at_ms: i64, command: &ContestCommand) -> Taken {
        let decided = self.state.decide(command, at_ms);
        let event = decided.map_err(|refusal| refusal.name())?;
        self.append(at_ms, event);
        Ok(())
    }

    fn append(&mut self, at_ms: i64, event: ContestEvent) {
        self.state.evolve(at_ms, &event);
        self.events.push((at_ms, event));
    }

    /// Takes every command of a table as it is expected.
    fn follow(&mut self, at_ms: i64, table: &[(ContestCommand, Taken)]) {
        for (number, (command, expected)) in table.iter().enumerate() {
            let taken = self.take(at_ms, command);
            assert_eq!(taken, *expected, "{number}: {command:?}");
        }
    }

    /// A game of black and white is over: that of their challenge, where one of theirs was told of last.
    fn play(&mut self, at_ms: i64, players: (&str, &str), winner: Option<Color>) {
        let (black, white) = players;
        let challenge = self.state.challenge_of(black);
        let theirs = challenge.filter(|_| challenge == self.state.challenge_of(white));
        let game = ContestGame {
            challenged_at_ms: theirs.map(|challenge| challenge.at_ms),
            ..game(players, winner)
        };
        self.append(at_ms, ContestEvent::Played(game));
    }

    /// Somebody waits for the game of the challenge that he is in then; answers with whether he comes on another day.
    fn come(&mut self, at_ms: i64, account: &str) -> bool {
        let now = self.state.clone().settled(at_ms);
        let Some(challenge) = now.challenge_of(account) else {
            return false;
        };
        let sought = sought_by(account, challenge);
        let came = self.state.comes((account, &sought), at_ms).unwrap();
        let is_new = came.is_some();
        if let Some(came) = came {
            self.append(at_ms, came);
        }
        is_new
    }

    /// The two of the challenge that somebody is in then are about to be booked; answers with whether they may be.
    fn meet(&mut self, at_ms: i64, account: &str) -> bool {
        let now = self.state.clone().settled(at_ms);
        let Some(challenge) = now.challenge_of(account) else {
            return false;
        };
        let both = [&challenge.challenger, &challenge.challenged].map(String::as_str);
        let met = self.state.meet(both, challenge.at_ms, at_ms);
        let is_met = met.is_ok();
        if let Ok(met) = met {
            self.append(at_ms, met);
        }
        is_met
    }

    /// Those who have a place then, the first place first.
    fn order(&self, at_ms: i64) -> String {
        let now = self.state.clone().settled(at_ms);
        let list = now.list().into_iter();
        let placed = list.filter(|placed| placed.place.is_some());
        placed.map(|placed| placed.account).collect()
    }
}

/// The list with its places: "1a 1b 3c -d".
fn shown(contest: &Contest) -> String {
    let line = |placed: Placed<'_>| {
        let place = placed.place.map(|place| place.to_string());
        place.unwrap_or_else(|| "-".to_owned()) + placed.account
    };
    let lines: Vec<String> = contest.list().into_iter().map(line).collect();
    lines.join(" ")
}
