//! What the criteria need to know of each player, counted once.

use super::rules::StandingsRules;
use crate::half_points::HalfPoints;
use crate::table::{Colour, PlayerRound, ResultTable, TableProblem};

/// One player's figures.
#[derive(Debug, Clone, Default)]
pub(super) struct Sheet {
    /// Points, in half-points.
    pub half_points: HalfPoints,
    /// BQ, in half-units.
    pub bq_halves: i64,
    /// Disc-count.
    pub discs: i64,
    /// Sum of the scores after each round, in half-points.
    pub progressive: HalfPoints,
    /// Games in which his flag fell.
    pub timeouts: i64,
    /// Place in the drawing of lots.
    pub lot: Option<u32>,
    /// The games he played, strongest opponent first; equal opponents by what they bring.
    pub games: Vec<PlayedGame>,
}

/// A game that was played, seen from one player.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlayedGame {
    pub opponent: usize,
    /// The opponent's final points, in half-points.
    pub opponent_points: HalfPoints,
    /// Own half-points.
    pub half_points: HalfPoints,
    /// The opponent's half-points in this game.
    pub conceded: HalfPoints,
}

impl PlayedGame {
    /// Result x opponent's points, in quarters of a point.
    pub fn product(&self) -> i64 {
        self.half_points.0.saturating_mul(self.opponent_points.0)
    }

    pub fn lost(&self) -> bool {
        self.conceded > self.half_points
    }
}

/// The sheets, in the table's order of players.
pub(super) fn sheets(
    table: &ResultTable,
    rules: &StandingsRules,
    lots: &[usize],
) -> Result<Vec<Sheet>, TableProblem> {
    let rows = table.by_player()?;
    let mut sheets: Vec<Sheet> = rows
        .iter()
        .zip(&table.players)
        .map(|(row, player)| scored(row, player.starting_half_points, rules))
        .collect();
    for (sheet, player) in sheets.iter_mut().zip(&table.players) {
        sheet.half_points += player.adjustment_half_points;
    }
    let points: Vec<HalfPoints> = sheets.iter().map(|sheet| sheet.half_points).collect();
    for (sheet, row) in sheets.iter_mut().zip(&rows) {
        sheet.games = games(row, &points);
        sheet.bq_halves = bq_halves(table, row, sheet, &points, rules);
    }
    count_timeouts(table, &mut sheets);
    for (lot, &player) in (1_u32..).zip(lots) {
        if let Some(sheet) = sheets.get_mut(player) {
            sheet.lot = Some(lot);
        }
    }
    Ok(sheets)
}

/// Points, discs and the running scores of a row; rulings on points belong to no round.
fn scored(row: &[PlayerRound], start: HalfPoints, rules: &StandingsRules) -> Sheet {
    let mut sheet = Sheet {
        half_points: start,
        ..Sheet::default()
    };
    for cell in row {
        let (half_points, discs) = match cell {
            PlayerRound::NotMissed => continue,
            PlayerRound::Bye => (rules.bye_half_points, rules.bye_discs),
            PlayerRound::Granted { half_points } => (*half_points, 0),
            PlayerRound::Game {
                colour,
                result: Some(result),
                ..
            } => (result.half_points(*colour), result.discs(*colour)),
            PlayerRound::Game { .. } | PlayerRound::Unplayed => (HalfPoints::ZERO, 0),
        };
        sheet.half_points += half_points;
        sheet.discs = sheet.discs.saturating_add(i64::from(discs));
        sheet.progressive += sheet.half_points;
    }
    sheet
}

fn games(row: &[PlayerRound], points: &[HalfPoints]) -> Vec<PlayedGame> {
    let mut games: Vec<PlayedGame> = row
        .iter()
        .filter_map(|cell| match *cell {
            PlayerRound::Game {
                opponent,
                colour,
                result: Some(result),
            } if result.counts().played => Some(PlayedGame {
                opponent,
                opponent_points: points.get(opponent).copied().unwrap_or_default(),
                half_points: result.half_points(colour),
                conceded: result.half_points(colour.other()),
            }),
            _ => None,
        })
        .collect();
    games.sort_by_key(|game| std::cmp::Reverse((game.opponent_points, game.product())));
    games
}

/// The BQ in half-units: 2 x discs + C x half-points. A game that is not over yet counts for nothing.
fn bq_halves(
    table: &ResultTable,
    row: &[PlayerRound],
    sheet: &Sheet,
    points: &[HalfPoints],
    rules: &StandingsRules,
) -> i64 {
    let constant = i64::from(rules.brightwell_constant);
    if constant == 0 && rules.discs_at_constant_zero {
        return sheet.discs.saturating_mul(2);
    }
    let without_game =
        i64::from(rules.squares).saturating_add(constant.saturating_mul(sheet.half_points.0));
    row.iter()
        .map(|cell| match *cell {
            PlayerRound::Game { result: None, .. } | PlayerRound::NotMissed => 0,
            PlayerRound::Game {
                opponent,
                colour,
                result: Some(result),
            } if result.counts().played && !table.players[opponent].withdrew => {
                let discs = 2 * i64::from(result.discs(colour));
                discs.saturating_add(constant.saturating_mul(points[opponent].0))
            }
            _ => without_game,
        })
        .fold(0, i64::saturating_add)
}

fn count_timeouts(table: &ResultTable, sheets: &mut [Sheet]) {
    for game in table.rounds.iter().flat_map(|round| &round.games) {
        let player = match game.flag_fell {
            Some(Colour::Black) => game.black,
            Some(Colour::White) => game.white,
            None => continue,
        };
        if let Some(sheet) = sheets.get_mut(player) {
            sheet.timeouts += 1;
        }
    }
}
