//! The tables for spreadsheets.

use super::{HOSTILE, of_people, text, with_finals};
use crate::world::{World, tournament::Tournament};
use outflank_tournament::{Absence, BoardPurpose, Colour, EntrantId, ResultRecord};

/// Lines of cells (RFC 4180).
fn read(csv: &str) -> Vec<Vec<String>> {
    let mut lines = vec![vec![String::new()]];
    let mut quoted = false;
    let mut chars = csv.chars().peekable();
    while let Some(c) = chars.next() {
        let line = lines.last_mut().unwrap();
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                line.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => line.push(String::new()),
            '\r' if !quoted => {
                assert_eq!(chars.next(), Some('\n'));
                lines.push(vec![String::new()]);
            }
            c => line.last_mut().unwrap().push(c),
        }
    }
    assert_eq!(lines.pop(), Some(vec![String::new()]), "ends its last line");
    lines
}

fn in_halves(halves: i64) -> String {
    format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" })
}

/// The cells that every line of both tables begins with.
fn lines(tournament: &Tournament, defused: impl Fn(&str) -> String) -> Vec<Vec<String>> {
    let ranking = tournament.state.ranking.as_ref().unwrap();
    let line = |line: &outflank_tournament::RankingLine| {
        let (surname, given_names, number, new) = tournament.person(&line.entrant);
        vec![
            line.place.to_string(),
            line.rank.to_string(),
            number.to_string(),
            if new { "+" } else { "" }.to_owned(),
            defused(surname),
            defused(given_names),
            "FRA".to_owned(),
            in_halves(line.half_points.0),
            in_halves(line.bq_halves),
            line.discs.to_string(),
        ]
    };
    ranking.iter().map(line).collect()
}

#[tokio::test]
async fn the_standings_are_the_final_ranking() {
    let world = World::new().await;
    let tournament = with_finals(&world).await;
    let table = read(&text(&world, "five", "standings.csv").await);
    assert_eq!(
        table[0].join(" "),
        "place rank number new surname given_names country points bq discs titles"
    );
    let cells: Vec<Vec<String>> = table[1..].iter().map(|line| line[..10].to_vec()).collect();
    assert_eq!(cells, lines(&tournament, str::to_owned));
    assert_eq!(table[1][10], "champion");
    assert!(table[2..].iter().all(|line| line[10].is_empty()));
}

#[tokio::test]
async fn names_are_told_as_they_are_and_run_nothing() {
    let world = World::new().await;
    let tournament = of_people(&world, &HOSTILE).await;
    let defused = |name: &str| {
        let runs = name.starts_with(['=', '+', '-', '@']);
        format!("{}{name}", if runs { "'" } else { "" })
    };
    for kind in ["standings.csv", "crosstable.csv"] {
        let csv = text(&world, "people", kind).await;
        let table = read(&csv);
        let cells: Vec<Vec<String>> = table[1..].iter().map(|line| line[..10].to_vec()).collect();
        assert_eq!(cells, lines(&tournament, defused), "{kind}");
        assert!(csv.contains("\"\"\"Quote\"\", <b>&amp;</b>\""), "{csv}");
        assert!(table.iter().all(|line| line.len() == table[0].len()));
    }
}

/// What a cell says of a board from one side.
fn cell(tournament: &Tournament, entrant: &EntrantId, round: u32) -> String {
    let round = &tournament.state.rounds[round as usize - 1];
    let finals = round.boards.iter().any(is_match);
    let mine = |board: &&outflank_tournament::Board| {
        board.pairing.black == *entrant || board.pairing.white == *entrant
    };
    let Some(board) = round.boards.iter().find(mine) else {
        if finals {
            return String::new();
        }
        assert!(round.byes.contains(entrant));
        return "bye".to_owned();
    };
    let black = board.pairing.black == *entrant;
    let other = match black {
        true => &board.pairing.white,
        false => &board.pairing.black,
    };
    let ranking = tournament.state.ranking.as_ref().unwrap();
    let place = ranking.iter().find(|line| line.entrant == *other).unwrap();
    let ResultRecord {
        black_discs,
        white_discs,
        winner,
        absent,
        ..
    } = *board.result().unwrap();
    let won = winner.map(|winner| (winner == Colour::Black) == black);
    let outcome = match won {
        Some(true) => '+',
        None if absent != Absence::Both => '=',
        _ => '-',
    };
    let (own, others) = match black {
        true => (black_discs, white_discs),
        false => (white_discs, black_discs),
    };
    format!(
        "{}{}{outcome}{own}-{others}{}",
        place.place,
        if black { 'B' } else { 'W' },
        if absent == Absence::Nobody { "" } else { "*" }
    )
}

fn is_match(board: &outflank_tournament::Board) -> bool {
    matches!(board.pairing.purpose, BoardPurpose::Match { .. })
}

#[tokio::test]
async fn the_crosstable_has_a_cell_for_everybody_in_every_round() {
    let world = World::new().await;
    let tournament = with_finals(&world).await;
    let table = read(&text(&world, "five", "crosstable.csv").await);
    let rounds = tournament.state.rounds.len();
    assert!(rounds > 10, "ten rounds and finals");
    let ranking = tournament.state.ranking.as_ref().unwrap();
    assert_eq!(table.len(), ranking.len() + 1);
    let mut told = String::new();
    for (line, cells) in ranking.iter().zip(&table[1..]) {
        assert_eq!(cells.len(), 10 + rounds);
        for round in 1..=u32::try_from(rounds).unwrap() {
            let place = 9 + round as usize;
            assert_eq!(table[0][place], format!("round_{round}"));
            assert_eq!(cells[place], cell(&tournament, &line.entrant, round));
            told.push_str(&cells[place]);
            told.push('\n');
        }
    }
    for way in ["bye", "W+64-0*", "B-0-64*", "-0-0*", "B=32-32", "\n\n"] {
        assert!(told.contains(way), "{way} in {told}");
    }
}

#[tokio::test]
async fn who_was_not_there_is_told_apart() {
    let world = World::new().await;
    let tournament = of_people(&world, &HOSTILE).await;
    let mut shown = tournament.shown();
    // In the first round one leaves, one was late, one is absent; a fourth is not ranked.
    shown.rounds.truncate(2);
    for round in &mut shown.rounds {
        round.boards.clear();
        round.bye_entrant_ids.clear();
    }
    shown.entrants[0].withdrawn_from_round = 2;
    shown.entrants[1].from_round = 2;
    let mut ranking = tournament.state.ranking.clone().unwrap();
    ranking.retain(|line| line.entrant.as_str() != "e3");
    world.told_as("changed", shown, &ranking);
    world.catch_up().await.unwrap();
    let table = read(&text(&world, "changed", "crosstable.csv").await);
    let cells = |number: &str| {
        let line = table.iter().find(|line| line[2] == number).unwrap();
        line[10..].join(" ")
    };
    assert_eq!(cells("11"), "absent withdrawn");
    assert_eq!(cells("222222"), "late absent");
    assert_eq!(cells("33"), "absent absent");
    let last = table.last().unwrap();
    assert_eq!(last[..3].join("|"), "||44", "who is not ranked comes last");
}
