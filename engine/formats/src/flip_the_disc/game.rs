//! A pairing: two players with what they scored.

use outflank_othello::Square;
use outflank_othello::transcript::{Outcome, parse, replay};
use outflank_tournament::{Colour, GameResult, ResultKind};

use super::info::{Members, member};
use super::node::Node;
use crate::event::{ToldEntrant, ToldGame};
use crate::findings::Findings;

const DISCS: u32 = 64;

/// What a pairing says.
pub(super) enum Pairing {
    Game(ToldGame),
    Bye(u32),
}

/// The pairing, and who its players are; none where it makes no sense, which is a problem.
pub(super) fn pairing(
    node: &Node<'_>,
    findings: &mut Findings,
) -> Option<(Pairing, Vec<ToldEntrant>)> {
    let sides: Vec<Members<'_>> = node
        .items()
        .unwrap_or_default()
        .iter()
        .map_while(Node::members)
        .collect();
    let (black, white) = match sides.as_slice() {
        [black, white] => (black, Some(white)),
        [alone] => (alone, None),
        _ => {
            node.finding(
                findings,
                "pairing",
                "a pairing is a list of two players, black first",
            );
            return None;
        }
    };
    let mut number = |side: Option<&Members<'_>>| match side.and_then(|side| member(side, "id")) {
        None => Some(None),
        Some(id) => {
            let number = id.whole().and_then(|number| u32::try_from(number).ok());
            let number = number.filter(|number| *number > 0);
            if number.is_none() {
                id.finding(
                    findings,
                    "player_number",
                    "a player's number is whole and above 0",
                );
            }
            number.map(Some)
        }
    };
    let (first, second) = (number(Some(black))?, number(white)?);
    let entrants = [(first, Some(black)), (second, white)];
    let entrants: Vec<ToldEntrant> = entrants
        .into_iter()
        .filter_map(|(number, side)| Some(entrant(number?, side?)))
        .collect();
    let pairing = match (first, second) {
        (Some(one), Some(other)) if one == other => {
            let what = format!("player {one} is paired with himself");
            node.finding(findings, "self_pair", &what);
            return None;
        }
        (Some(first), Some(second)) => {
            let white = white?;
            Pairing::Game(ToldGame {
                black: first,
                white: second,
                result: result(node, black, white, findings),
                moves: moves(black, white, findings),
            })
        }
        (Some(player), None) | (None, Some(player)) => Pairing::Bye(player),
        (None, None) => {
            node.finding(findings, "pairing", "a pairing has at least one player");
            return None;
        }
    };
    Some((pairing, entrants))
}

/// Who a player or a line of the list is.
pub(super) fn entrant(number: u32, members: &Members<'_>) -> ToldEntrant {
    let text = |name: &str| {
        member(members, name)
            .and_then(Node::text)
            .unwrap_or_default()
    };
    let country = text("country_code");
    let rating = member(members, "rating").and_then(Node::whole);
    ToldEntrant {
        number,
        is_new: false,
        surname: text("surname"),
        first_names: text("name"),
        country: (!country.is_empty()).then_some(country),
        rating: rating
            .and_then(|rating| i32::try_from(rating).ok())
            .filter(|rating| *rating > 0),
        left: member(members, "left").is_some_and(|left| left.value() == Some(true)),
    }
}

/// The result: 2 won, 1 drew, 0 lost; nobody scores where both have 0.
fn result(
    node: &Node<'_>,
    black: &Members<'_>,
    white: &Members<'_>,
    findings: &mut Findings,
) -> Option<GameResult> {
    let points = |side: &Members<'_>| member(side, "result").map(Node::whole);
    let won = match (points(black), points(white)) {
        (None, None) => None,
        (Some(Some(2)), Some(Some(0)) | None) | (None, Some(Some(0))) => Some(Some(Colour::Black)),
        (Some(Some(0)) | None, Some(Some(2))) => Some(Some(Colour::White)),
        (Some(Some(1)), Some(Some(1)) | None) | (None, Some(Some(1))) => Some(None),
        (Some(Some(0)), Some(Some(0))) => {
            return Some(GameResult {
                black_discs: 0,
                white_discs: 0,
                winner: None,
                kind: ResultKind::DoubleForfeit,
                black_absent: false,
                white_absent: false,
            });
        }
        _ => {
            node.finding(
                findings,
                "result",
                "results are 2 and 0, 1 and 1, or 0 and 0 where both lost",
            );
            return None;
        }
    };
    let discs = match discs(black, white) {
        Ok(discs) => discs,
        Err(what) => {
            node.finding(findings, "score", what);
            None
        }
    };
    match (won, discs) {
        (None, None) => None,
        (None, Some((own, _))) => Some(GameResult::played(own)),
        (Some(winner), discs) => {
            let played = discs.map(|(own, _)| GameResult::played(own));
            if discs.is_none() {
                let what = "the game has no score: its point counts, its discs cannot";
                node.finding(findings, "no_score", what);
            } else if played.is_some_and(|played| played.winner != winner) {
                let what = "score and result do not fit together; the result counts";
                node.finding(findings, "result_against_score", what);
            }
            let (black_discs, white_discs) = discs.unwrap_or_default();
            Some(GameResult {
                winner,
                ..GameResult {
                    black_discs,
                    white_discs,
                    ..GameResult::played(black_discs)
                }
            })
        }
    }
}

/// Both players' discs. Where white's are left out or black's again, they are what is left of the board.
fn discs(black: &Members<'_>, white: &Members<'_>) -> Result<Option<(u32, u32)>, &'static str> {
    let count = |side: &Members<'_>| match member(side, "score").map(Node::whole) {
        None => Ok(None),
        Some(discs) => discs
            .and_then(|discs| u32::try_from(discs).ok())
            .filter(|discs| *discs <= DISCS)
            .map(Some)
            .ok_or("a score is 0 to 64 discs"),
    };
    let (own, other) = (count(black)?, count(white)?);
    match (own, other) {
        (None, None) => Ok(None),
        (Some(own), None) => Ok(Some((own, DISCS - own))),
        (None, Some(other)) => Ok(Some((DISCS - other, other))),
        (Some(own), Some(other)) if own + other == DISCS => Ok(Some((own, other))),
        (Some(own), Some(other)) if own == other && own > 0 => Ok(Some((own, DISCS - own))),
        _ => Err("the discs of the two do not add up to 64"),
    }
}

/// The moves of whoever wrote them down.
fn moves(black: &Members<'_>, white: &Members<'_>, findings: &mut Findings) -> Vec<Square> {
    let sides = [black, white].into_iter();
    let Some(node) = sides.filter_map(|side| member(side, "transcript")).next() else {
        return Vec::new();
    };
    let tokens = node.value::<String>().and_then(|text| parse(&text).ok());
    let Some(tokens) = tokens else {
        node.finding(
            findings,
            "transcript",
            "a transcript is squares such as f5d6c3",
        );
        return Vec::new();
    };
    let replayed = replay(&tokens);
    if matches!(replayed.outcome, Outcome::Illegal { .. }) {
        let what = "the transcript has an illegal move and is left out";
        node.finding(findings, "illegal_transcript", what);
        return Vec::new();
    }
    replayed.moves.iter().map(|(_, square)| *square).collect()
}
