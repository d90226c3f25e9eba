//! Casual play: seeks for gateways; the lobby, challenges, games and live ratings for everybody.

use outflank_access::{Caller, Kind, Page, Problem, identifier};
use outflank_casual::{LiveRating, QUICK, Seek, Terms, Variant};
use outflank_othello::Color;
use outflank_proto::{identity::v1::AccountName, pairing::v1 as proto, play::v1 as play};
use outflank_tournament::AccountId;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, authorised};
use crate::{
    app::{
        App,
        casual::{NewChallenge, Players, ShownGame, check_terms, standing_seek, unknown_account},
    },
    records::{CasualRow, ChallengeRow, color_of},
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
            problem: why.map(Into::into),
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

    pub(super) async fn create_challenge(
        &self,
        request: Request<proto::CreateChallengeRequest>,
    ) -> Answer<proto::CreateChallengeResponse> {
        let (account, by_key) = account(&request)?;
        let asked = request.into_inner();
        let new = NewChallenge {
            account,
            by_key,
            terms: terms(asked.terms)?,
            color: color(asked.color),
            command_id: asked.command_id,
        };
        let app = self.app();
        let made = App::detached(async move { app.challenge(&new).await }).await?;
        let challenge = Some(self.challenge(made).await?);
        Ok(Response::new(proto::CreateChallengeResponse { challenge }))
    }

    pub(super) async fn get_challenge(
        &self,
        request: Request<proto::GetChallengeRequest>,
    ) -> Answer<proto::GetChallengeResponse> {
        authorised(&request)?;
        let id = &request.get_ref().challenge_id;
        let known = self.0.known_challenge(id).await?;
        let challenge = Some(self.challenge(known).await?);
        Ok(Response::new(proto::GetChallengeResponse { challenge }))
    }

    pub(super) async fn take_challenge(
        &self,
        request: Request<proto::TakeChallengeRequest>,
    ) -> Answer<proto::TakeChallengeResponse> {
        let (account, by_key) = account(&request)?;
        let id = request.into_inner().challenge_id;
        let app = self.app();
        let booked = async move { app.take_challenge(&id, (&account, by_key)).await };
        let booked = App::detached(booked).await?;
        let game = Some(self.shown_game(booked).await?);
        Ok(Response::new(proto::TakeChallengeResponse { game }))
    }

    pub(super) async fn withdraw_challenge(
        &self,
        request: Request<proto::WithdrawChallengeRequest>,
    ) -> Answer<proto::WithdrawChallengeResponse> {
        let (account, _) = account(&request)?;
        let id = request.into_inner().challenge_id;
        let app = self.app();
        App::detached(async move { app.withdraw_challenge(&id, &account).await }).await?;
        Ok(Response::new(proto::WithdrawChallengeResponse {}))
    }

    pub(super) async fn offer_rematch(
        &self,
        request: Request<proto::OfferRematchRequest>,
    ) -> Answer<proto::OfferRematchResponse> {
        let (account, by_key) = account(&request)?;
        let id = request.into_inner().game_id;
        let app = self.app();
        let booked = async move { app.offer_rematch(&id, (&account, by_key)).await };
        let booked = App::detached(booked).await?;
        let game = match booked {
            Some(row) => Some(self.shown_game(row).await?),
            None => None,
        };
        Ok(Response::new(proto::OfferRematchResponse { game }))
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

    async fn challenge(&self, row: ChallengeRow) -> Result<proto::Challenge, Problem> {
        let variant = row.terms().variant;
        let who = [(variant, row.account_id.clone())].into_iter().collect();
        let players = self.0.players(&who).await?;
        Ok(challenge((row, &players), self.0.clock_ms()))
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

    async fn shown_game(&self, row: CasualRow) -> Result<proto::CasualGame, Problem> {
        let shown = self.0.shown_game(row).await?;
        Ok(self.game_of(shown))
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

pub(super) fn terms(asked: Option<proto::CasualTerms>) -> Result<Terms, Problem> {
    let asked = asked.unwrap_or_default();
    let variant = variant(asked.variant()).ok_or_else(|| {
        Problem::new(
            Kind::Invalid,
            "unknown_variant",
            "Say what is to be played: `othello`, for example.",
        )
    })?;
    let terms = Terms {
        variant,
        main_ms: asked.main_ms,
        increment_ms: asked.increment_ms,
    };
    check_terms(&terms)?;
    Ok(terms)
}

const fn variant(wire: proto::CasualVariant) -> Option<Variant> {
    Some(match wire {
        proto::CasualVariant::Unspecified => return None,
        proto::CasualVariant::Othello => Variant::Othello,
        proto::CasualVariant::AntiReversi => Variant::AntiReversi,
        proto::CasualVariant::Reversi1883 => Variant::Reversi1883,
        proto::CasualVariant::Reversi1883MayFlip => Variant::Reversi1883MayFlip,
        proto::CasualVariant::Reversi1883MustFlip => Variant::Reversi1883MustFlip,
        proto::CasualVariant::Othello6x6 => Variant::Othello6x6,
        proto::CasualVariant::Othello4x4 => Variant::Othello4x4,
        proto::CasualVariant::OthelloDrawnOpening => Variant::OthelloDrawnOpening,
        proto::CasualVariant::OthelloOneCorner => Variant::OthelloOneCorner,
        proto::CasualVariant::OthelloTwoCorners => Variant::OthelloTwoCorners,
        proto::CasualVariant::OthelloThreeCorners => Variant::OthelloThreeCorners,
        proto::CasualVariant::OthelloFourCorners => Variant::OthelloFourCorners,
    })
}

pub(super) const fn wire_variant(variant: Variant) -> proto::CasualVariant {
    match variant {
        Variant::Othello => proto::CasualVariant::Othello,
        Variant::AntiReversi => proto::CasualVariant::AntiReversi,
        Variant::Reversi1883 => proto::CasualVariant::Reversi1883,
        Variant::Reversi1883MayFlip => proto::CasualVariant::Reversi1883MayFlip,
        Variant::Reversi1883MustFlip => proto::CasualVariant::Reversi1883MustFlip,
        Variant::Othello6x6 => proto::CasualVariant::Othello6x6,
        Variant::Othello4x4 => proto::CasualVariant::Othello4x4,
        Variant::OthelloDrawnOpening => proto::CasualVariant::OthelloDrawnOpening,
        Variant::OthelloOneCorner => proto::CasualVariant::OthelloOneCorner,
        Variant::OthelloTwoCorners => proto::CasualVariant::OthelloTwoCorners,
        Variant::OthelloThreeCorners => proto::CasualVariant::OthelloThreeCorners,
        Variant::OthelloFourCorners => proto::CasualVariant::OthelloFourCorners,
    }
}

/// Terms as they are told.
pub(crate) fn wire_terms(terms: &Terms) -> proto::CasualTerms {
    proto::CasualTerms {
        variant: wire_variant(terms.variant).into(),
        main_ms: terms.main_ms,
        increment_ms: terms.increment_ms,
    }
}

fn color(wire: i32) -> Option<Color> {
    match play::Color::try_from(wire) {
        Ok(play::Color::Black) => Some(Color::Black),
        Ok(play::Color::White) => Some(Color::White),
        _ => None,
    }
}

const fn wire_color(color: Option<Color>) -> play::Color {
    match color {
        None => play::Color::Unspecified,
        Some(Color::Black) => play::Color::Black,
        Some(Color::White) => play::Color::White,
    }
}

pub(super) fn player(
    (players, account, by_key): (&Players, &str, bool),
    variant: Variant,
    now_ms: i64,
) -> proto::CasualPlayer {
    let rating = players.rating(variant, account);
    let name = players.name(account);
    proto::CasualPlayer {
        account_id: account.to_owned(),
        display_name: name.display_name,
        operator_account_id: name.operator_account_id,
        operator_display_name: name.operator_display_name,
        by_key,
        live_rating: rating.points(),
        provisional: rating.is_provisional(now_ms),
    }
}

/// A challenge by link.
pub(super) fn challenge((row, players): (ChallengeRow, &Players), now_ms: i64) -> proto::Challenge {
    let who = (players, row.account_id.as_str(), row.by_key > 0);
    proto::Challenge {
        challenger: Some(player(who, row.terms().variant, now_ms)),
        terms: Some(wire_terms(&row.terms())),
        color: wire_color(color_of(&row.color)).into(),
        id: row.challenge_id,
        expires_at_ms: row.expires_at_ms,
        game_id: row.game_id,
    }
}

pub(super) fn game(
    (row, players): (&CasualRow, &Players),
    rematch_wanted_by: Vec<String>,
    now_ms: i64,
) -> proto::CasualGame {
    let terms = row.terms();
    let side = |account: &str, rating_after: i64, by_key: i64| {
        let who = (players, account, by_key > 0);
        let mut shown = player(who, terms.variant, now_ms);
        if rating_after > 0 {
            let after = LiveRating {
                rating: rating_after,
                ..LiveRating::default()
            };
            shown.live_rating = after.points();
        }
        Some(shown)
    };
    let discs = (
        u32::try_from(row.black_discs),
        u32::try_from(row.white_discs),
    );
    let result = match discs {
        (Ok(black_discs), Ok(white_discs)) if row.over_at_ms > 0 => Some(proto::CasualResult {
            black_discs,
            white_discs,
            winner: wire_color(color_of(&row.winner)).into(),
            rated: row.black_rating > 0,
        }),
        _ => None,
    };
    let origin = match row.origin.as_str() {
        "seeks" => proto::CasualOrigin::Seeks,
        "challenge" => proto::CasualOrigin::Challenge,
        "rematch" => proto::CasualOrigin::Rematch,
        _ => proto::CasualOrigin::Unspecified,
    };
    proto::CasualGame {
        game_id: row.game_id.clone(),
        black: side(&row.black_account_id, row.black_rating, row.black_by_key),
        white: side(&row.white_account_id, row.white_rating, row.white_by_key),
        terms: Some(wire_terms(&terms)),
        origin: origin.into(),
        booked_at_ms: row.booked_at_ms,
        starts_at_ms: row.starts_at_ms,
        over_at_ms: row.over_at_ms,
        result,
        rematch_wanted_by,
        one_person: row.one_person > 0,
        contest_id: row.contest_id.clone(),
    }
}

fn live_rating(variant: Variant, rating: &LiveRating, now_ms: i64) -> proto::LiveRating {
    proto::LiveRating {
        variant: wire_variant(variant).into(),
        live_rating: rating.points(),
        deviation: (rating.at(now_ms).deviation + 50) / 100,
        provisional: rating.is_provisional(now_ms),
        games: rating.games,
        at_ms: rating.at_ms,
    }
}
