//! The event as PAPP's XML files tell one. Finals have no place in them: their games are in the rating file.

use std::collections::BTreeSet;

use outflank_formats::papp::{XmlPair, XmlPlayer, XmlRound, XmlStanding, rounds_xml, standing_xml};
use outflank_proto::pairing::v1::{Board, Entrant, Round};

use super::{Event, is_match_game};

pub(super) fn rounds(event: &Event<'_>) -> Result<String, String> {
    let rounds: Vec<XmlRound> = listed(event)?
        .map(|round| told(event, round))
        .collect::<Result<_, _>>()?;
    if rounds.is_empty() {
        return Err("no round counts".to_owned());
    }
    Ok(rounds_xml(&event.standing.summary.name, &rounds))
}

pub(super) fn standing(event: &Event<'_>) -> Result<String, String> {
    let last = listed(event)?.last().map_or(0, |round| round.number);
    let lines: Vec<XmlStanding> = event
        .ranked()?
        .into_iter()
        .map(|(line, entrant)| XmlStanding {
            left: entrant.withdrawn_from_round > 0,
            place: line.rank,
            half_points: line.half_points.0,
            tie_break_halves: line.bq_halves,
            player: player(entrant),
            country: entrant.country.clone(),
        })
        .collect();
    Ok(standing_xml(&event.standing.summary.name, last, &lines))
}

/// The rounds of the list: those with something beside matches.
fn listed<'a>(event: &Event<'a>) -> Result<impl Iterator<Item = &'a Round> + use<'a>, String> {
    let rounds = event.rounds()?.iter();
    Ok(rounds.filter(|round| round.boards.is_empty() || !round.boards.iter().all(is_match_game)))
}

fn told(event: &Event<'_>, round: &Round) -> Result<XmlRound, String> {
    let boards = || round.boards.iter().filter(|board| !is_match_game(board));
    let paired: BTreeSet<&str> = boards()
        .flat_map(|board| [&*board.black_entrant_id, &*board.white_entrant_id])
        .collect();
    let number = round.number;
    let entrants = event.tournament().entrants.iter();
    let here = |entrant: &&Entrant| {
        let left = entrant.withdrawn_from_round;
        entrant.from_round <= number && (left == 0 || number < left)
    };
    Ok(XmlRound {
        number,
        pairs: boards()
            .map(|board| pair(event, board))
            .collect::<Result<_, _>>()?,
        not_paired: entrants
            .filter(here)
            .filter(|entrant| !paired.contains(entrant.id.as_str()))
            .map(player)
            .collect(),
    })
}

fn pair(event: &Event<'_>, board: &Board) -> Result<XmlPair, String> {
    let side = |id: &str, score: Option<u32>| {
        let entrant = event.entrants.get(id);
        let entrant = entrant.ok_or_else(|| format!("a board names the unknown entrant {id}"))?;
        Ok::<_, String>((player(entrant), score))
    };
    let result = board.result.as_ref();
    Ok(XmlPair {
        table: board.table,
        black: side(
            &board.black_entrant_id,
            result.map(|result| result.black_discs),
        )?,
        white: side(
            &board.white_entrant_id,
            result.map(|result| result.white_discs),
        )?,
    })
}

fn player(entrant: &Entrant) -> XmlPlayer {
    let name = if entrant.given_names.is_empty() {
        entrant.surname.clone()
    } else {
        format!("{}, {}", entrant.surname, entrant.given_names)
    };
    XmlPlayer {
        name,
        id: entrant.federation_number,
    }
}
