//! `crosstable.csv`: a line a player, in the order of the ranking, and a column a round.
//!
//! A cell reads `7B+40-24`: against place 7 (`#NUMBER` of somebody outside the ranking), with black (`B`) or white (`W`), won
//! (`+`), lost (`-`) or drawn (`=`), own discs and the opponent's; a `*` behind it says that no game was played, a `?` in place
//! of the outcome that there is none. Other cells are words: `bye`, `absent`, `late` before the first round of a late entrant,
//! `withdrawn` from the round on that somebody left before. Where others played matches, the cell is empty.

use std::collections::{BTreeMap, BTreeSet};

use outflank_formats::CsvTable;
use outflank_proto::pairing::v1::{Board, Entrant, Round, Winner};
use outflank_tournament::ResultKind;

use super::{Event, is_match_game, standings};

pub(super) fn table(event: &Event<'_>) -> Result<String, String> {
    let ranked = event.ranked()?;
    let rounds = event.rounds()?;
    let entrants = &event.tournament().entrants;
    let places: BTreeMap<&str, String> = entrants
        .iter()
        .map(|entrant| {
            (
                entrant.id.as_str(),
                format!("#{}", entrant.federation_number),
            )
        })
        .chain(
            ranked
                .iter()
                .map(|(line, entrant)| (entrant.id.as_str(), line.place.to_string())),
        )
        .collect();
    let columns: Vec<Column<'_>> = rounds
        .iter()
        .map(|round| Column::of(round, &places))
        .collect();

    let headings = standings::HEADINGS.into_iter().map(str::to_owned);
    let numbers = rounds.iter().map(|round| format!("round_{}", round.number));
    let mut table = CsvTable::with_headings(headings.chain(numbers));
    let listed: BTreeSet<&str> = ranked
        .iter()
        .map(|(_, entrant)| entrant.id.as_str())
        .collect();
    let beside = entrants
        .iter()
        .filter(|entrant| !listed.contains(entrant.id.as_str()));
    let lines = ranked.iter().map(|(line, entrant)| (Some(*line), *entrant));
    for (line, entrant) in lines.chain(beside.map(|entrant| (None, entrant))) {
        standings::player(&mut table, entrant, line);
        for column in &columns {
            table.own(column.cell(entrant));
        }
        table.end_line();
    }
    Ok(table.into_text())
}

/// A round, by entrant.
struct Column<'a> {
    number: u32,
    /// Finals: whoever is not in them is not absent.
    matches: bool,
    cells: BTreeMap<&'a str, String>,
}

impl<'a> Column<'a> {
    fn of(round: &'a Round, places: &BTreeMap<&str, String>) -> Self {
        let mut cells: BTreeMap<&str, String> = BTreeMap::new();
        for board in &round.boards {
            for black in [true, false] {
                let (own, other) = match black {
                    true => (&board.black_entrant_id, &board.white_entrant_id),
                    false => (&board.white_entrant_id, &board.black_entrant_id),
                };
                let against = places.get(other.as_str()).map_or("", String::as_str);
                let cell = cells.entry(own).or_default();
                // Nobody has two boards in a round; what says so all the same is told whole.
                if !cell.is_empty() {
                    cell.push(' ');
                }
                cell.push_str(&played(board, black, against));
            }
        }
        for bye in &round.bye_entrant_ids {
            cells.insert(bye, "bye".to_owned());
        }
        Self {
            number: round.number,
            matches: round.boards.iter().any(is_match_game),
            cells,
        }
    }

    fn cell(&self, entrant: &Entrant) -> &str {
        if let Some(cell) = self.cells.get(entrant.id.as_str()) {
            return cell;
        }
        match entrant.withdrawn_from_round {
            _ if self.matches => "",
            from @ 1.. if from <= self.number => "withdrawn",
            _ if self.number < entrant.from_round => "late",
            _ => "absent",
        }
    }
}

/// A board from one side.
fn played(board: &Board, black: bool, against: &str) -> String {
    let colour = if black { 'B' } else { 'W' };
    let Some(result) = &board.result else {
        return format!("{against}{colour}?");
    };
    let nobody_played = result.black_discs == 0 && result.white_discs == 0;
    let outcome = match (result.winner(), black) {
        (Winner::Black, true) | (Winner::White, false) => '+',
        (Winner::Black, false) | (Winner::White, true) => '-',
        // What both lost has no discs, and what was drawn has.
        (Winner::None | Winner::Unspecified, _) if nobody_played => '-',
        (Winner::None | Winner::Unspecified, _) => '=',
    };
    let (own, other) = match black {
        true => (result.black_discs, result.white_discs),
        false => (result.white_discs, result.black_discs),
    };
    let absent = result.black_absent || result.white_absent;
    let kind = ResultKind::named(&result.kind).unwrap_or_default();
    let was_game = kind.with_absent(absent).counts().meeting;
    let star = if was_game { "" } else { "*" };
    format!("{against}{colour}{outcome}{own}-{other}{star}")
}
