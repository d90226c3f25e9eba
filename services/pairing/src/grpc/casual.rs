//! Casual play: seeks for gateways; the lobby, games and live ratings for everybody.

use outflank_access::{Caller, Page, Problem, identifier};
use outflank_casual::{QUICK, Seek, Variant};
use outflank_proto::{identity::v1::AccountName, pairing::v1 as proto};
use outflank_tournament::AccountId;
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc, authorised,
    casual_view::{color, game, live_rating, player, terms, wire_color, wire_terms},
};
use crate::{
    app::{
        App,
        casual::{Players, ShownGame, standing_seek, unknown_account},
    },
    records::CasualRow,
};

impl PairingGrpc {
    pub(super) async fn check_seek(
        &self,
        request: Request<proto::CheckSeekRequest>,
    ) -> Answer<proto::CheckSeekResponse> {
        authorised(&request)?;
        let mut asked = request.into_inner();
        if !asked.contest_id.is_empty() {
            // Its own terms hold, whatever stands here.
            (asked.lowest, asked.highest, asked.color) = (0, 0, 0);
            asked.terms = QUICK.first().map(wire_terms);
        }
        let seek = Seek {
            terms: terms(asked.terms)?,
            color: color(asked.color),
            id: asked.seek_id,
            account: asked.account_id,
            lowest: Some(asked.lowest).filter(|points| *points != 0),
            highest: Some(asked.highest).filter(|points| *points != 0),
            since_ms: asked.since_ms,
            operator: None,
            by_key: asked.by_key,
            contest: None,
        };
        let (app, contest) = (self.app(), asked.contest_id);
        let seek = async move { app.check_seek(seek, &contest).await };
        let seek = App::detached(seek).await?;
        let standing = standing_seek(&seek)?;
        Ok(Response::new(proto::CheckSeekResponse {
            standing,
            terms: Some(wire_terms(&seek.terms)),
        }))
    }

    pub(super) async fn find_bookings(
        &self,
        request: Request<proto::FindBookingsRequest>,
    ) -> Answer<proto::FindBookingsResponse> {
        authorised(&request)?;
        let asked = request.get_ref();
        let bookings = self.0.booked(&asked.account_ids).await?;
        // Who is booked is told whatever cannot be read of the seeks.
        let ended = self.0.ended_seeks(&asked.seeks).await;
        let ended = ended.unwrap_or_else(|problem| {
            tracing::warn!(detail = problem.detail, "seeks stand unjudged");
            Vec::new()
        });
        let ended = ended.into_iter().map(|(seek_id, why)| proto::EndedSeek {
            seek_id,
            problem: Some(why.into()),
        });
        Ok(Response::new(proto::FindBookingsResponse {
            bookings,
            ended: ended.collect(),
        }))
    }

    pub(super) async fn get_lobby(
        &self,
        request: Request<proto::GetLobbyRequest>,
    ) -> Answer<proto::GetLobbyResponse> {
        if let Some(person) = authorised(&request)?.person {
            self.0.note_here(&person.account_id, person.is_by_key());
        }
        let lobby = self.0.lobby().await?;
        let now_ms = self.0.clock_ms();
        let players = &lobby.players;
        let seeks = lobby.seeks.iter().map(|seek| proto::OpenSeek {
            player: Some(player(
                (players, &seek.account, seek.by_key),
                seek.terms.variant,
                now_ms,
            )),
            terms: Some(wire_terms(&seek.terms)),
            color: wire_color(seek.color).into(),
            lowest: seek.lowest.unwrap_or_default(),
            highest: seek.highest.unwrap_or_default(),
            since_ms: seek.since_ms,
        });
        let playing = lobby.playing.iter();
        let here = lobby.here.iter().map(|one| {
            let who = (players, one.account.as_str(), one.by_key);
            player(who, Variant::Othello, now_ms)
        });
        let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(Response::new(proto::GetLobbyResponse {
            quick: QUICK.iter().map(wire_terms).collect(),
            seeks: seeks.collect(),
            seeking: count(lobby.seeking),
            playing: playing
                .map(|row| game((row, players), Vec::new(), now_ms))
                .collect(),
            games: count(lobby.games),
            here: here.collect(),
            people: count(lobby.people),
        }))
    }

    pub(super) async fn get_casual_game(
        &self,
        request: Request<proto::GetCasualGameRequest>,
    ) -> Answer<proto::GetCasualGameResponse> {
        authorised(&request)?;
        let shown = self.0.casual_game(&request.get_ref().game_id).await?;
        let game = Some(self.game_of(shown));
        Ok(Response::new(proto::GetCasualGameResponse { game }))
    }

    pub(super) async fn list_casual_games(
        &self,
        request: Request<proto::ListCasualGamesRequest>,
    ) -> Answer<proto::ListCasualGamesResponse> {
        authorised(&request)?;
        let asked = request.into_inner();
        self.known_account(&asked.account_id).await?;
        let query = ("casual games", &asked.account_id);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let (rows, players, next_page_token) =
            self.0.casual_games_of(&asked.account_id, &page).await?;
        Ok(Response::new(proto::ListCasualGamesResponse {
            games: self.games_shown(&rows, &players),
            next_page_token,
        }))
    }

    pub(super) async fn get_live_ratings(
        &self,
        request: Request<proto::GetLiveRatingsRequest>,
    ) -> Answer<proto::GetLiveRatingsResponse> {
        authorised(&request)?;
        let id = &request.get_ref().account_id;
        let name = self.known_account(id).await?;
        let now_ms = self.0.clock_ms();
        let rows = self.0.records().live_ratings_of(id).await?;
        let ratings = rows.iter().filter_map(|row| {
            let variant = Variant::named(&row.variant)?;
            Some(live_rating(variant, &row.rating(), now_ms))
        });
        Ok(Response::new(proto::GetLiveRatingsResponse {
            display_name: name.display_name,
            ratings: ratings.collect(),
            operator_account_id: name.operator_account_id,
            operator_display_name: name.operator_display_name,
        }))
    }

    /// What an account that there is is called.
    pub(super) async fn known_account(&self, id: &str) -> Result<AccountName, Problem> {
        identifier::check_account_id(id).map_err(|_| unknown_account())?;
        let names = self.0.account_names([AccountId(id.to_owned())]).await?;
        names.into_iter().next().ok_or_else(unknown_account)
    }

    pub(super) fn games_shown(
        &self,
        rows: &[CasualRow],
        players: &Players,
    ) -> Vec<proto::CasualGame> {
        let now_ms = self.0.clock_ms();
        let games = rows.iter();
        games
            .map(|row| game((row, players), Vec::new(), now_ms))
            .collect()
    }

    pub(super) fn game_of(&self, shown: ShownGame) -> proto::CasualGame {
        let now_ms = self.0.clock_ms();
        game(
            (&shown.row, &shown.players),
            shown.rematch_wanted_by,
            now_ms,
        )
    }
}

/// Whose request it is, and whether it came by an API key.
pub(super) fn account<T>(request: &Request<T>) -> Result<(String, bool), Problem> {
    let caller: Caller = authorised(request).map_err(|status| Problem::from_status(&status))?;
    let person = caller.person()?;
    Ok((person.account_id.clone(), person.is_by_key()))
}
