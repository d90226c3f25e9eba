//! The formula once more, plainly: weights, who is compared with whom, the gradient of the likelihood. Nothing here is
//! the crate's.

use std::collections::{BTreeMap, BTreeSet};

/// A result: year and month, two players, and of its two half-points those of the first.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    pub year: i64,
    pub month: i64,
    pub first: u32,
    pub second: u32,
    pub first_halves: u32,
}

pub fn weight(age: i64) -> f64 {
    match age {
        ..7 => 150.0,
        7..14 => 100.0,
        14..26 => 60.0,
        26..38 => 30.0,
        _ => 1.0,
    }
}

/// All results until a month.
#[derive(Debug, Default)]
pub struct Model {
    /// What each player won of each other, by weight; a whole point is two.
    pub won: BTreeMap<(u32, u32), f64>,
    pub games: BTreeMap<u32, u32>,
    pub active: BTreeSet<u32>,
}

/// Two players of one component with what the one and the other won.
#[derive(Debug, Clone, Copy)]
pub struct Meeting {
    pub one: usize,
    pub other: usize,
    pub one_won: f64,
    pub other_won: f64,
}

impl Model {
    pub fn of(lines: &[Line], year: i64, month: i64) -> Self {
        let mut model = Self::default();
        for line in lines {
            let age = 12 * (year - line.year) + (month - line.month);
            if age < 0 || line.first == line.second {
                continue;
            }
            for (own, other, halves) in [
                (line.first, line.second, line.first_halves),
                (line.second, line.first, 2 - line.first_halves),
            ] {
                *model.won.entry((own, other)).or_default() += f64::from(halves) * weight(age);
                *model.games.entry(own).or_default() += 1;
                if age < 38 {
                    model.active.insert(own);
                }
            }
        }
        model
    }

    /// Sets of at least so many players among whom wins lead from each to each, by going forwards and backwards from
    /// one after the other.
    pub fn components(&self, least: usize) -> Vec<Vec<u32>> {
        let (mut beaten, mut beat) = (BTreeMap::new(), BTreeMap::new());
        for (&(winner, loser), &won) in &self.won {
            if won > 0.0 {
                beaten.entry(winner).or_insert_with(Vec::new).push(loser);
                beat.entry(loser).or_insert_with(Vec::new).push(winner);
            }
        }
        // What is done with is cut away, so that each way is gone in what is left alone.
        let mut left: BTreeSet<u32> = self.games.keys().copied().collect();
        let mut found = Vec::new();
        while let Some(&start) = left.first() {
            let forwards = reached(start, &beaten, &left);
            let backwards = reached(start, &beat, &left);
            let component: Vec<u32> = forwards.intersection(&backwards).copied().collect();
            for player in &component {
                left.remove(player);
            }
            if component.len() >= least {
                found.push(component);
            }
        }
        found
    }

    /// The games within a component, by places in it.
    pub fn meetings(&self, component: &[u32]) -> Vec<Meeting> {
        let mut meetings = Vec::new();
        for (one, id) in component.iter().enumerate() {
            for (&(_, against), &one_won) in self.won.range((*id, id + 1)..=(*id, u32::MAX)) {
                if let Ok(other) = component.binary_search(&against) {
                    let other_won = self.won[&(against, *id)];
                    meetings.push(Meeting {
                        one,
                        other,
                        one_won,
                        other_won,
                    });
                }
            }
        }
        meetings
    }
}

fn reached(start: u32, leads: &BTreeMap<u32, Vec<u32>>, among: &BTreeSet<u32>) -> BTreeSet<u32> {
    let (mut reached, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some(player) = open.pop() {
        for next in leads.get(&player).into_iter().flatten() {
            if among.contains(next) && reached.insert(*next) {
                open.push(*next);
            }
        }
    }
    reached
}

/// What each played by weight.
pub fn played(players: usize, meetings: &[Meeting]) -> Vec<f64> {
    let mut played = vec![0.0; players];
    for meeting in meetings {
        played[meeting.one] += meeting.one_won + meeting.other_won;
        played[meeting.other] += meeting.one_won + meeting.other_won;
    }
    played
}

/// The derivative of the likelihood's logarithm by each strength (natural units): won, less what was to be expected.
pub fn gradient(meetings: &[Meeting], strengths: &[f64]) -> Vec<f64> {
    let mut gradient = vec![0.0; strengths.len()];
    for meeting in meetings {
        let chance = 1.0 / (1.0 + (strengths[meeting.other] - strengths[meeting.one]).exp());
        let beyond = meeting.one_won * (1.0 - chance) - meeting.other_won * chance;
        gradient[meeting.one] += beyond;
        gradient[meeting.other] -= beyond;
    }
    gradient
}

/// Points to natural units.
pub fn natural(points: f64) -> f64 {
    points * 3_f64.ln() / 200.0
}

/// Holds a list against the model: who is on it, with how many games, the mean of each component, and the gradient at
/// its ratings. Answers the largest part of anybody's games that the gradient is.
pub fn judge(model: &Model, list: &outflank_rating_list::RatingList) -> f64 {
    let by_id: BTreeMap<u32, _> = list.players.iter().map(|row| (row.id, row)).collect();
    assert_eq!(by_id.len(), list.players.len());
    assert!(list.players.is_sorted_by_key(|row| row.id));
    let components = model.components(10);
    let rated: usize = components.iter().map(Vec::len).sum();
    assert_eq!(rated, list.players.len());
    assert_eq!(model.games.len() - rated, list.unrated as usize);
    let mut worst: f64 = 0.0;
    for component in &components {
        let rows: Vec<_> = component.iter().map(|id| by_id[id]).collect();
        for row in &rows {
            assert_eq!(row.component, rows[0].component, "{}", row.id);
            assert_eq!(row.games, model.games[&row.id], "{}", row.id);
            assert_eq!(row.active, model.active.contains(&row.id), "{}", row.id);
            assert!(row.rating.is_finite() && row.uncertainty.is_finite());
        }
        let meetings = model.meetings(component);
        let played = played(component.len(), &meetings);
        let sums = rows.iter().zip(&played);
        let sum: f64 = sums.map(|(row, played)| row.rating * played).sum();
        let mean = sum / played.iter().sum::<f64>();
        assert!((mean - 1800.0).abs() < 1e-6, "a mean of {mean}");
        let strengths: Vec<f64> = rows.iter().map(|row| natural(row.rating)).collect();
        for (slope, played) in gradient(&meetings, &strengths).iter().zip(&played) {
            worst = worst.max(slope.abs() / played);
        }
    }
    let numbers: BTreeSet<u32> = list.players.iter().map(|row| row.component).collect();
    assert_eq!(numbers.len(), components.len());
    worst
}
