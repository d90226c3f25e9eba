//! A round before it is published: what its publication would cause now, why its boards are as they are, what it departs
//! from and what stands in its way.

use crate::ids::EntrantId;
use crate::plan::PlannedStage;
use crate::refusals::Refusal;
use crate::rule_set::Deviation;
use crate::stream::checks::not_on_record;
use crate::stream::explain::{folded, in_ids};
use crate::stream::lots::round_purpose;
use crate::stream::rounds::publish::{self, Publication, RoundLink, SwissRound, stand_in};
use crate::stream::{
    Act, BoardExplained, BoardPurpose, Event, Handicap, ManualPairing, PlayerClock,
    PublishedPairing, RoundConstraints, TournamentState, permitted,
};
use crate::swiss::{BoardOf, Cost, ExplainedBoard, Lot, PlayerBefore, explain_boards};

/// The most players of whose round each board is explained: every board takes a search of its own.
const MOST_EXPLAINED: usize = 256;

/// A round as a director would publish it.
#[derive(Debug, Clone, Copy)]
pub struct RoundAsked<'a> {
    /// When the clocks start, in ms since 1970; 0 = as the timetable says, or now.
    pub starts_at_ms: i64,
    /// It may start in a break of the timetable.
    pub into_break: bool,
    /// The whole round by the director's hand.
    pub manual: Option<&'a ManualPairing>,
    /// What the director fixes of it.
    pub constraints: &'a RoundConstraints,
    /// Players with time controls of their own.
    pub clocks: &'a [PlayerClock],
    /// Handicaps by the director's word.
    pub handicaps: &'a [Handicap],
}

/// A round before it is published.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoundPreview {
    /// What its publication would cause, without the draw that it would hold; none where no pairing can be made.
    pub events: Vec<Event>,
    /// Its boards by table, then its byes; none of a round that no Swiss system pairs, or of more than 256 players.
    pub boards: Vec<PreviewedBoard>,
    /// What the best pairing without the director's hand costs.
    pub best_cost: Cost,
    /// What it departs from: publishing it needs the second confirmation where there is anything.
    pub departures: Vec<Deviation>,
    /// All that publishing it is refused with now, the first first.
    pub refusals: Vec<Refusal>,
    /// Publishing it holds a draw. Nobody knows it before; the preview shows what it decides under a number that
    /// everybody knows.
    pub draw_to_come: bool,
}

/// One board, or the bye, of a round before it is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewedBoard {
    /// Its table; 0 = the bye.
    pub table: u32,
    /// Black and white, or who has the bye, each with what the pairing reads of him.
    pub players: Vec<(EntrantId, PlayerBefore)>,
    /// How often the two met in the part that counts; for a bye, how often he had it.
    pub meetings: u32,
    /// What it costs on each level.
    pub cost: Cost,
    /// What a draw to come decides of it.
    pub lots: Vec<Lot>,
    /// Against the best pairing without it, or with it.
    pub explained: BoardExplained,
}

/// Looks at the next round as it would be published at `now_ms`, cluster time in ms since 1970. Nothing is decided by it,
/// and no draw held. `name` is how sentences name an entrant.
#[must_use]
pub fn preview_round(
    state: &TournamentState,
    asked: RoundAsked<'_>,
    now_ms: i64,
    name: &dyn Fn(&EntrantId) -> String,
) -> RoundPreview {
    if let Err(refusal) = permitted::check_standing(state, Act::PublishRound) {
        return RoundPreview {
            refusals: vec![refusal.quoting(state.rule_set.as_ref())],
            ..RoundPreview::default()
        };
    }
    let publication = Publication {
        starts_at_ms: asked.starts_at_ms,
        now_ms,
        link: RoundLink::StandIn,
        accept_deviations: false,
        into_break: asked.into_break,
        manual: asked.manual,
        constraints: asked.constraints,
        clocks: asked.clocks,
        handicaps: asked.handicaps,
    };
    let found = publish::ahead(state, &publication);
    let mut preview = RoundPreview {
        events: found.events.unwrap_or_default(),
        refusals: found.refusals,
        ..RoundPreview::default()
    };
    describe(state, asked, name, &mut preview);
    for refusal in &mut preview.refusals {
        *refusal = refusal.clone().quoting(state.rule_set.as_ref());
    }
    preview
}

/// What is told of the round beside its events.
fn describe(
    state: &TournamentState,
    asked: RoundAsked<'_>,
    name: &dyn Fn(&EntrantId) -> String,
    preview: &mut RoundPreview,
) {
    for event in &preview.events {
        match event {
            Event::RegistrationClosed { plan } => {
                let planned = not_on_record(state, plan.deviations.clone());
                preview.departures.extend(planned);
            }
            Event::RoundPublished {
                round,
                pairings,
                byes,
                cost,
                draw,
                deviations,
                edit,
                ..
            } => {
                preview.departures.extend(deviations.iter().cloned());
                let held = state.draw_for(&round_purpose(*round)).is_some();
                preview.draw_to_come = draw.is_some() && !held;
                preview.best_cost = edit
                    .as_ref()
                    .map_or(cost, |edit| &edit.unedited_cost)
                    .clone();
                let published = Published {
                    pairings,
                    byes,
                    draw_to_come: preview.draw_to_come,
                };
                preview.boards = published
                    .boards(state, &preview.events, asked, name)
                    .unwrap_or_default();
            }
            _ => {}
        }
    }
}

struct Published<'a> {
    pairings: &'a [PublishedPairing],
    byes: &'a [EntrantId],
    draw_to_come: bool,
}

impl Published<'_> {
    /// Its boards explained; `None` where no Swiss system of the qualification paired it.
    fn boards(
        &self,
        state: &TournamentState,
        events: &[Event],
        asked: RoundAsked<'_>,
        name: &dyn Fn(&EntrantId) -> String,
    ) -> Option<Vec<PreviewedBoard>> {
        let mut purposes = self.pairings.iter().map(|pairing| &pairing.purpose);
        if !purposes.all(|purpose| *purpose == BoardPurpose::Qualification) {
            return None;
        }
        let state = &folded(state, events);
        let number = state.next_round();
        let rules = state.rule_set.as_ref()?;
        let (_, planned, within) = state.plan.as_ref()?.stage_of(number)?;
        if matches!(planned, PlannedStage::RoundRobin { .. }) {
            return None;
        }
        let drawn = state.draw_for(&round_purpose(number));
        let key = drawn.map_or_else(|| stand_in(number), |draw| draw.key);
        let round = SwissRound::new(state, rules, planned, within, &[], key);
        if round.present.len() > MOST_EXPLAINED {
            return None;
        }
        let conditions = round.conditions(asked.constraints).ok()?;
        let request = crate::pairing::PairingRequest {
            constraints: &conditions,
            ..round.request()
        };
        let index = |id: &EntrantId| state.index_of(id);
        let pairs: Option<Vec<(usize, usize)>> = self
            .pairings
            .iter()
            .map(|pairing| Some((index(&pairing.black)?, index(&pairing.white)?)))
            .collect();
        let bye = self.byes.first().and_then(index);
        let explained = explain_boards(&request, (&pairs?, bye), self.draw_to_come).ok()?;
        let boards = explained.into_iter();
        Some(
            boards
                .zip(1_u32..)
                .map(|(board, table)| previewed(state, board, table, name))
                .collect(),
        )
    }
}

fn previewed(
    state: &TournamentState,
    board: ExplainedBoard,
    table: u32,
    name: &dyn Fn(&EntrantId) -> String,
) -> PreviewedBoard {
    let with_id = |before: PlayerBefore| {
        let entrant = state.entrants.get(before.player)?;
        Some((entrant.id.clone(), before))
    };
    PreviewedBoard {
        table: match board.explanation.board {
            BoardOf::Pair(..) => table,
            BoardOf::Bye(_) => 0,
        },
        players: board.players.into_iter().filter_map(with_id).collect(),
        meetings: board.meetings,
        cost: board.cost,
        lots: board.lots,
        explained: in_ids(state, board.explanation, name),
    }
}
