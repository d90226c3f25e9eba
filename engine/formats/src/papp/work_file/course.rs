use std::collections::{BTreeMap, BTreeSet};

use super::{MOST_PLAYERS, MOST_ROUNDS, WorkAct, WorkFile, WorkHeading, WorkPair, WorkStep};
use crate::findings::Findings;
use crate::problem::Parsed;

/// What a log comes to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Course {
    /// What it says of the event.
    pub heading: WorkHeading,
    /// Federation numbers in the order they were first named, and whether the player is there now.
    pub players: Vec<(u32, bool)>,
    /// The rounds that are over.
    pub rounds: Vec<CourseRound>,
    /// The round that was begun and is not over.
    pub current: Option<CourseRound>,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CourseRound {
    /// Its pairs, in the order they were made.
    pub pairs: Vec<CoursePair>,
    /// Who was there and had no opponent, by number: the bye.
    pub byes: Vec<u32>,
}

/// A pair of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoursePair {
    /// Line of the statement that has the score, or the pair where there is none; 0 where it comes from no file.
    pub line: u32,
    /// The pair.
    pub pair: WorkPair,
}

impl WorkFile {
    /// What the log comes to. Never fails: what contradicts an earlier statement is a problem with its line, and the
    /// later statement holds.
    #[must_use]
    pub fn course(&self) -> Parsed<Course> {
        let mut fold = Fold::default();
        for step in &self.steps {
            fold.step(step);
        }
        fold.finish(self.heading.clone())
    }

    /// The shortest log that comes to this course; players who have come to no round yet stand in it all the same.
    #[must_use]
    pub fn of_course(course: &Course) -> Self {
        let mut steps = Vec::new();
        let mut push = |act| steps.push(WorkStep { line: 0, act });
        let mut there: BTreeMap<u32, Option<bool>> = BTreeMap::new();
        let mut presence = |wanted: &dyn Fn(u32, bool) -> bool| {
            let mut changes = Vec::new();
            for (number, now) in &course.players {
                let wanted = wanted(*number, *now);
                let was = there.entry(*number).or_default();
                if *was != Some(wanted) {
                    *was = Some(wanted);
                    changes.push((*number, wanted));
                }
            }
            changes
        };
        let (rounds, current) = (course.rounds.iter(), course.current.iter());
        let rounds = rounds.map(|round| (round, true));
        for (round, over) in rounds.chain(current.map(|round| (round, false))) {
            let here = round.players();
            let changes = presence(&|number, _| here.contains(&number));
            if !changes.is_empty() {
                push(WorkAct::Presence(changes));
            }
            push(WorkAct::ClearPairs);
            for paired in &round.pairs {
                push(WorkAct::Pair(paired.pair));
            }
            if over {
                push(WorkAct::NextRound);
            }
        }
        let changes = presence(&|_, now| now);
        if !changes.is_empty() {
            push(WorkAct::Presence(changes));
        }
        Self {
            heading: course.heading.clone(),
            steps,
        }
    }
}

impl CourseRound {
    /// Everybody who has an opponent or the bye.
    fn players(&self) -> BTreeSet<u32> {
        let paired = self.pairs.iter().flat_map(|one| one.pair.players());
        paired.chain(self.byes.iter().copied()).collect()
    }
}

impl WorkPair {
    fn players(&self) -> [u32; 2] {
        [self.black, self.white]
    }
}

#[derive(Default)]
struct Fold {
    course: Course,
    places: BTreeMap<u32, usize>,
    pairs: Vec<CoursePair>,
    findings: Findings,
    /// Somebody found no place any more.
    is_full: bool,
}

impl Fold {
    fn step(&mut self, step: &WorkStep) {
        match &step.act {
            WorkAct::Presence(told) => {
                for &(number, came) in told {
                    self.set_presence(step.line, number, came);
                }
            }
            WorkAct::ClearPairs => self.pairs.clear(),
            WorkAct::Pair(pair) => self.pair(step.line, *pair),
            WorkAct::NextRound => self.next_round(step.line),
        }
    }

    fn set_presence(&mut self, line: u32, number: u32, came: bool) {
        let next = self.course.players.len();
        if let Some(place) = self.places.get(&number) {
            if let Some(player) = self.course.players.get_mut(*place) {
                player.1 = came;
            }
        } else if next < MOST_PLAYERS {
            self.places.insert(number, next);
            self.course.players.push((number, came));
        } else {
            let what = format!(
                "PAPP has no place for more than {MOST_PLAYERS} players; {number} and who comes after him are left out"
            );
            // Said once: what one log tells of may be a million.
            if !std::mem::replace(&mut self.is_full, true) {
                self.findings.add(line, "too_many_players", what);
            }
        }
    }

    fn is_there(&self, number: u32) -> bool {
        let place = self.places.get(&number).copied();
        let player = place.and_then(|place| self.course.players.get(place));
        player.is_some_and(|player| player.1)
    }

    fn pair(&mut self, line: u32, pair: WorkPair) {
        for number in pair.players() {
            if !self.is_there(number) {
                let what =
                    format!("player {number} is paired without having come; he is taken as there");
                self.findings.add(line, "absent_player", what);
                self.set_presence(line, number, true);
            }
        }
        if pair.players().iter().any(|number| !self.is_there(*number)) {
            return;
        }
        let same = |one: &WorkPair| one.players() == pair.players();
        if let Some(known) = self.pairs.iter_mut().find(|one| same(&one.pair)) {
            *known = CoursePair { line, pair };
            return;
        }
        let (findings, mut lost) = (&mut self.findings, Vec::new());
        self.pairs.retain(|one| {
            let meets = one
                .pair
                .players()
                .iter()
                .any(|it| pair.players().contains(it));
            if meets && one.pair.score.is_some() {
                lost.push(one.pair);
            }
            !meets
        });
        for WorkPair { black, white, .. } in lost {
            let what = format!(
                "{black} and {white} had a score in this round already; the later pair holds and the score is gone"
            );
            findings.add(line, "paired_twice", what);
        }
        self.pairs.push(CoursePair { line, pair });
    }

    fn byes(&self) -> Vec<u32> {
        let paired: BTreeSet<u32> = self
            .pairs
            .iter()
            .flat_map(|one| one.pair.players())
            .collect();
        let there = self.course.players.iter().filter(|player| player.1);
        let mut byes: Vec<u32> = there
            .map(|player| player.0)
            .filter(|number| !paired.contains(number))
            .collect();
        byes.sort_unstable();
        byes
    }

    fn next_round(&mut self, line: u32) {
        if self.pairs.is_empty() {
            let what = "the round ends without a pair and is passed over";
            self.findings.add(line, "empty_round", what);
            return;
        }
        if self.course.rounds.len() >= usize::try_from(MOST_ROUNDS).unwrap_or(usize::MAX) {
            self.pairs.clear();
            let what = format!("PAPP has no more than {MOST_ROUNDS} rounds; this one is left out");
            self.findings.add(line, "too_many_rounds", what);
            return;
        }
        for one in &self.pairs {
            if one.pair.score.is_none() {
                let WorkPair { black, white, .. } = one.pair;
                let what =
                    format!("the round ends in line {line} without a score of {black} and {white}");
                self.findings.add(one.line, "no_score", what);
            }
        }
        let byes = self.byes();
        if byes.len() > 1 {
            let what = format!(
                "{} players are there and have no opponent in this round; each of them has the bye",
                byes.len()
            );
            self.findings.add(line, "several_byes", what);
        }
        let pairs = std::mem::take(&mut self.pairs);
        self.course.rounds.push(CourseRound { pairs, byes });
    }

    fn finish(mut self, heading: WorkHeading) -> Parsed<Course> {
        if !self.pairs.is_empty() {
            let byes = self.byes();
            let pairs = std::mem::take(&mut self.pairs);
            self.course.current = Some(CourseRound { pairs, byes });
        }
        self.course.heading = heading;
        Parsed {
            value: self.course,
            problems: self.findings.told(),
        }
    }
}
