//! `standings.csv`: the final ranking.

use outflank_formats::CsvTable;
use outflank_proto::pairing::v1::Entrant;
use outflank_tournament::{RankingLine, Title};

use super::Event;

/// The headings of what a line says of a player; the crosstable begins with them too.
pub(super) const HEADINGS: [&str; 10] = [
    "place",
    "rank",
    "number",
    "new",
    "surname",
    "given_names",
    "country",
    "points",
    "bq",
    "discs",
];

pub(super) fn table(event: &Event<'_>) -> Result<String, String> {
    let ranked = event.ranked()?;
    let titles = std::iter::once("titles");
    let mut table = CsvTable::with_headings(HEADINGS.into_iter().chain(titles));
    for (line, entrant) in ranked {
        player(&mut table, entrant, Some(line));
        let titles: Vec<&str> = line.titles.iter().copied().map(title).collect();
        table.text(&titles.join(" "));
        table.end_line();
    }
    Ok(table.into_text())
}

fn title(title: Title) -> &'static str {
    match title {
        Title::Champion => "champion",
        Title::WomensChampion => "womens_champion",
        Title::YouthChampion => "youth_champion",
        Title::SeniorChampion => "senior_champion",
    }
}

/// The cells under the headings; a player outside the ranking has neither place nor figures.
pub(super) fn player(table: &mut CsvTable, entrant: &Entrant, line: Option<&RankingLine>) {
    let figure = |told: Option<String>| told.unwrap_or_default();
    table.own(figure(line.map(|line| line.place.to_string())));
    table.own(figure(line.map(|line| line.rank.to_string())));
    table.own(entrant.federation_number);
    table.own(if entrant.new_player { "+" } else { "" });
    table.text(&entrant.surname);
    table.text(&entrant.given_names);
    table.text(&entrant.country);
    table.own(figure(line.map(|line| in_halves(line.half_points.0))));
    table.own(figure(line.map(|line| in_halves(line.bq_halves))));
    table.own(figure(line.map(|line| line.discs.to_string())));
}

/// A number of halves, with a decimal where there is one.
fn in_halves(halves: i64) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let half = if halves % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", halves.unsigned_abs() / 2)
}
