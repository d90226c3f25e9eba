//! A round before it is published.

use std::collections::BTreeMap;

use outflank_access::Caller;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    Colour, EntrantId, Event, Float, Lot, PairingLevel, PlayerBefore, PreviewedBoard,
};
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, clocks, course, explain, rules, view, view_course};
use crate::app::{App, NewRound, Preview};

impl PairingGrpc {
    pub(super) async fn preview_round(
        &self,
        request: Request<proto::PreviewRoundRequest>,
    ) -> Answer<proto::PreviewRoundResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let new = NewRound {
            starts_at_ms: asked.starts_at_ms,
            into_break: asked.into_break,
            accept_deviations: false,
            manual: asked.manual.map(course::manual),
            constraints: asked
                .constraints
                .map(course::constraints)
                .unwrap_or_default(),
            clocks: asked
                .clocks
                .into_iter()
                .map(clocks::player_clock)
                .collect::<Result<_, _>>()?,
            handicaps: asked.handicaps.into_iter().map(course::handicap).collect(),
        };
        let app = self.app();
        let preview =
            App::detached(async move { app.preview(&asked.tournament_id, caller, new).await })
                .await?;
        Ok(Response::new(shown(preview)))
    }
}

fn shown(preview: Preview) -> proto::PreviewRoundResponse {
    let Preview {
        seq,
        round,
        after,
        problems,
        names,
    } = preview;
    let number = round.events.iter().find_map(|event| match event {
        Event::RoundPublished { round, .. } => Some(*round),
        _ => None,
    });
    let levels = number.map_or(&[][..], |number| view::levels(&after, number));
    let published = number.and_then(|number| {
        let published = after.state.round(number)?;
        let mut shown = view::round(&after, published, &BTreeMap::new());
        for board in &mut shown.boards {
            board.game_id.clear();
        }
        Some(shown)
    });
    proto::PreviewRoundResponse {
        round: published,
        best_cost: view_course::costs(&round.best_cost, levels),
        boards: round
            .boards
            .into_iter()
            .map(|one| board(one, levels))
            .collect(),
        departures: round
            .departures
            .into_iter()
            .map(|one| rules::deviation_by_name(one, &names))
            .collect(),
        obstacles: problems.into_iter().map(Into::into).collect(),
        draw_to_come: round.draw_to_come,
        seq,
    }
}

fn board(board: PreviewedBoard, levels: &[PairingLevel]) -> proto::PreviewedBoard {
    proto::PreviewedBoard {
        table: board.table,
        players: board.players.into_iter().map(player).collect(),
        meetings: board.meetings,
        cost: view_course::costs(&board.cost, levels),
        lots: board
            .lots
            .into_iter()
            .map(Lot::name)
            .map(str::to_owned)
            .collect(),
        explanation: Some(explain::shown(board.explained, levels)),
    }
}

fn player((entrant, before): (EntrantId, PlayerBefore)) -> proto::PlayerBefore {
    let colour = |had: &Option<Colour>| had.map_or("none", Colour::name);
    proto::PlayerBefore {
        entrant_id: entrant.0,
        half_points: before.half_points.0,
        colour_surplus: before.balance,
        colours: before
            .colours
            .iter()
            .map(|had| colour(had).to_owned())
            .collect(),
        last_float: float(before.last_float),
        float: float(before.float),
    }
}

fn float(float: Option<Float>) -> String {
    match float {
        Some(Float::Up) => "up",
        Some(Float::Down) => "down",
        None => "",
    }
    .to_owned()
}
