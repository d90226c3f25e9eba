use std::fmt::Write as _;

use super::{WorkAct, WorkFile, WorkHeading, WorkPair};
use crate::papp::tokens::quotable;

const RULE: &str = "#########################################";
/// Numbers of a presence statement on a line.
const ON_A_LINE: usize = 10;

/// Writes a log: what [`super::read_work_file`] reads alike. A name stands on one line, its quotation marks as apostrophes.
#[must_use]
pub fn write_work_file(file: &WorkFile) -> String {
    let mut text = String::new();
    heading(&mut text, &file.heading);
    for step in &file.steps {
        match &step.act {
            WorkAct::Presence(told) => presence(&mut text, told),
            WorkAct::ClearPairs => text.push_str("raz-couplage;\n"),
            WorkAct::Pair(one) => pair(&mut text, one),
            WorkAct::NextRound => text.push_str("ronde-suivante;\n\n"),
        }
    }
    text
}

fn heading(text: &mut String, heading: &WorkHeading) {
    let WorkHeading {
        name,
        rounds,
        constant,
        date,
    } = heading;
    let name = name.as_ref().map(|name| format!("\"{}\"", quotable(name)));
    let constant = constant.map(|constant| {
        let thousandths = constant.thousandths();
        format!("{}.{:03}000", thousandths / 1_000, thousandths % 1_000)
    });
    let date = date.map(|date| format!("\"{}\"", date.with_slashes()));
    let lines = [
        ("Nom-Tournoi", name),
        ("Nombre-Rondes", rounds.map(|rounds| rounds.to_string())),
        ("BQ-double", constant),
        ("Date", date),
    ];
    text.push_str(RULE);
    text.push('\n');
    for (key, value) in lines {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            _ = writeln!(text, "#_{key} = {value} ;");
        }
    }
    text.push_str(RULE);
    text.push_str("\n\n");
}

fn presence(text: &mut String, told: &[(u32, bool)]) {
    text.push('&');
    for (place, (number, came)) in told.iter().enumerate() {
        if place > 0 && place % ON_A_LINE == 0 {
            text.push_str("\n ");
        }
        let sign = if *came { '+' } else { '-' };
        _ = write!(text, " {sign}{number:06}");
    }
    text.push_str(";\n");
}

fn pair(text: &mut String, pair: &WorkPair) {
    let WorkPair {
        black,
        white,
        score,
    } = pair;
    _ = match score {
        None => writeln!(text, "({black:06} {white:06});"),
        Some(score) => {
            let own = discs(score.black_half_discs());
            let other = discs(score.white_half_discs());
            writeln!(text, "({black:06} {own} {white:06} {other});")
        }
    };
}

fn discs(half_discs: u8) -> String {
    let half = if half_discs.is_multiple_of(2) {
        ""
    } else {
        ".5"
    };
    format!("{}{half}", half_discs / 2)
}
