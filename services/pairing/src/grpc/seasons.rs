//! Seasons: announced, their calendars, their legs, their end.

use outflank_access::{Caller, Page, Problem, Standing};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    AccountId, SeasonRules, TiedBy,
    season::{Act, CalendarDeadline, SeasonTerms, State, Venue},
};
use prost::Message;
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc, act, authorised, officials::account, rulings::given, seasons_view,
};
use crate::app::{
    Act as Asking, App, Authority, SeasonAct, SeasonAsked, Stood, Writing, check, season_key,
    season_name,
};

impl PairingGrpc {
    pub(super) async fn list_seasons(
        &self,
        request: Request<proto::ListSeasonsRequest>,
    ) -> Answer<proto::ListSeasonsResponse> {
        authorised(&request)?;
        let asked = request.get_ref();
        let query = ("seasons", &asked.federation);
        let page: Page<(u32, String)> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let known = self.0.seasons(&asked.federation).await?.into_iter();
        let known = known
            .filter(|one| {
                page.after()
                    .is_none_or(|after| season_key(&one.state) > *after)
            })
            .take(page.sought());
        let (known, next_page_token) = page.cut(known.collect(), |last: &Stood<State>| {
            season_key(&last.state)
        })?;
        let mut seasons = Vec::with_capacity(known.len());
        for one in &known {
            let name = self
                .0
                .season_text(&one.state.season, &one.state.name)
                .await?;
            seasons.push(seasons_view::summary(one, name));
        }
        Ok(Response::new(proto::ListSeasonsResponse {
            seasons,
            next_page_token,
        }))
    }

    pub(super) async fn get_season_calendar(
        &self,
        request: Request<proto::GetSeasonCalendarRequest>,
    ) -> Answer<proto::GetSeasonCalendarResponse> {
        authorised(&request)?;
        let known = self.0.season(&request.get_ref().season_id).await?;
        Ok(Response::new(proto::GetSeasonCalendarResponse {
            season: Some(self.season_shown(&known).await?),
        }))
    }

    pub(super) async fn announce_season(
        &self,
        request: Request<proto::AnnounceSeasonRequest>,
    ) -> Answer<proto::SeasonResponse> {
        self.by_any_officer(request, |asked, act| {
            let name = season_name(&asked.name)?;
            let name = text(act, "name", &act.made("season", ""), &name)?;
            Ok(Asks {
                act: SeasonAsked::Act(Act::Announce {
                    season: act.made("season", ""),
                    name: name.id.clone(),
                    year: asked.year,
                    federation: asked.federation.clone(),
                    series: given(&asked.series).map(check::series).transpose()?,
                    terms: terms(asked),
                }),
                texts: vec![name],
            })
        })
        .await
    }

    pub(super) async fn set_leg(
        &self,
        request: Request<proto::SetLegRequest>,
    ) -> Answer<proto::SeasonResponse> {
        self.by_any_officer(request, |asked, act| {
            let place = text(act, "place", &asked.season_id, &asked.place)?;
            Ok(Asks {
                act: SeasonAsked::Act(Act::SetLeg {
                    leg: asked.leg,
                    venue: venue(&asked.host, &asked.date, &place),
                }),
                texts: vec![place],
            })
        })
        .await
    }

    pub(super) async fn fix_calendar(
        &self,
        request: Request<proto::FixCalendarRequest>,
    ) -> Answer<proto::SeasonResponse> {
        self.by_any_officer(request, |_, _| Ok(Asks::of(Act::FixCalendar)))
            .await
    }

    pub(super) async fn change_leg(
        &self,
        request: Request<proto::ChangeLegRequest>,
    ) -> Answer<proto::SeasonResponse> {
        self.by_any_officer(request, |asked, act| {
            let place = text(act, "place", &asked.season_id, &asked.place)?;
            let reason = text(act, "reason", &asked.season_id, &asked.reason)?;
            let notice = text(act, "notice", &asked.season_id, &asked.notice)?;
            Ok(Asks {
                act: SeasonAsked::Act(Act::ChangeLeg {
                    leg: asked.leg,
                    venue: venue(&asked.host, &asked.date, &place),
                    reason: reason.id.clone(),
                    notice: notice.id.clone(),
                }),
                texts: vec![place, reason, notice],
            })
        })
        .await
    }

    pub(super) async fn call_off_leg(
        &self,
        request: Request<proto::CallOffLegRequest>,
    ) -> Answer<proto::SeasonResponse> {
        self.by_any_officer(request, |asked, act| {
            let reason = text(act, "reason", &asked.season_id, &asked.reason)?;
            Ok(Asks {
                act: SeasonAsked::Act(Act::CallOffLeg {
                    leg: asked.leg,
                    reason: reason.id.clone(),
                }),
                texts: vec![reason],
            })
        })
        .await
    }

    pub(super) async fn name_leg_director(
        &self,
        request: Request<proto::NameLegDirectorRequest>,
    ) -> Answer<proto::SeasonResponse> {
        self.by_any_officer(request, |asked, _| {
            Ok(Asks::of(Act::NameDirector {
                leg: asked.leg,
                account: account(&asked.account_id)?,
            }))
        })
        .await
    }

    pub(super) async fn link_leg_event(
        &self,
        request: Request<proto::LinkLegEventRequest>,
    ) -> Answer<proto::SeasonResponse> {
        self.by_any_officer(request, |asked, _| {
            Ok(Asks::of(Act::LinkEvent {
                leg: asked.leg,
                tournament: asked.tournament_id.clone(),
            }))
        })
        .await
    }

    pub(super) async fn tick_season_duty(
        &self,
        request: Request<proto::TickSeasonDutyRequest>,
    ) -> Answer<proto::SeasonResponse> {
        authorised(&request)?;
        self.season_changed(request, |asked, act| {
            let note = note(act, &asked.season_id, &asked.note)?;
            Ok(Asks {
                act: SeasonAsked::Act(Act::TickDuty {
                    leg: asked.leg,
                    duty: asked.duty.clone(),
                    note: note.as_ref().map(|note| note.id.clone()),
                }),
                texts: note.into_iter().collect(),
            })
        })
        .await
    }

    pub(super) async fn untick_season_duty(
        &self,
        request: Request<proto::UntickSeasonDutyRequest>,
    ) -> Answer<proto::SeasonResponse> {
        authorised(&request)?;
        self.season_changed(request, |asked, act| {
            let note = note(act, &asked.season_id, &asked.note)?;
            Ok(Asks {
                act: SeasonAsked::Act(Act::UntickDuty {
                    leg: asked.leg,
                    duty: asked.duty.clone(),
                    note: note.as_ref().map(|note| note.id.clone()),
                }),
                texts: note.into_iter().collect(),
            })
        })
        .await
    }

    pub(super) async fn close_season(
        &self,
        request: Request<proto::CloseSeasonRequest>,
    ) -> Answer<proto::SeasonResponse> {
        self.by_any_officer(request, |_, _| {
            Ok(Asks {
                act: SeasonAsked::Close,
                texts: Vec::new(),
            })
        })
        .await
    }

    /// An act of somebody who is an officer of some federation; the engine judges of which it takes one.
    async fn by_any_officer<T: OnSeason>(
        &self,
        request: Request<T>,
        asks: impl FnOnce(&T, &Asking) -> Result<Asks, Problem>,
    ) -> Answer<proto::SeasonResponse> {
        let caller = Caller::of(&request)?;
        let account = AccountId(caller.person()?.account_id.clone());
        let officer = !self.0.offices_of(&account).await?.is_empty();
        caller.authorize(Standing {
            officer,
            ..Standing::default()
        })?;
        self.season_changed(request, asks).await
    }

    async fn season_changed<T: OnSeason>(
        &self,
        request: Request<T>,
        asks: impl FnOnce(&T, &Asking) -> Result<Asks, Problem>,
    ) -> Answer<proto::SeasonResponse> {
        let asked = request.get_ref();
        let act = act(&request, asked.command_id(), Authority::Account)?;
        let Asks { act: asks, texts } = asks(asked, &act)?;
        let season_id = match &asks {
            SeasonAsked::Act(Act::Announce { season, .. }) => season.clone(),
            _ => asked.season_id().to_owned(),
        };
        let change = SeasonAct {
            season_id,
            actor: act.actor,
            command_id: act.command_id,
            texts,
            act: asks,
        };
        let app = self.app();
        let known = App::detached(async move { app.change_season(change).await }).await?;
        Ok(Response::new(proto::SeasonResponse {
            season: Some(self.season_shown(&known).await?),
        }))
    }
}

/// An act on a season with what was written about it.
struct Asks {
    act: SeasonAsked,
    texts: Vec<Writing>,
}

impl Asks {
    fn of(act: Act) -> Self {
        Self {
            act: SeasonAsked::Act(act),
            texts: Vec::new(),
        }
    }
}

fn text(act: &Asking, kind: &str, season_id: &str, text: &str) -> Result<Writing, Problem> {
    act.writing_of(kind, season_id, text, (0, 0))
}

fn note(act: &Asking, season_id: &str, said: &str) -> Result<Option<Writing>, Problem> {
    given(said)
        .map(|said| text(act, "note", season_id, said))
        .transpose()
}

fn venue(host: &str, date: &str, place: &Writing) -> Venue {
    Venue {
        host: host.to_owned(),
        date: date.to_owned(),
        place: place.id.clone(),
    }
}

fn terms(asked: &proto::AnnounceSeasonRequest) -> SeasonTerms {
    let Some(own) = &asked.terms else {
        let championship = given(&asked.championship_date).map(str::to_owned);
        return SeasonTerms::european_grand_prix(championship);
    };
    SeasonTerms {
        points: SeasonRules {
            points: own.points.clone(),
            best_results: own.best_results,
            tie_best_results: own.tie_best_results,
            shared_from_rank: own.shared_from_rank,
            tied_by: match own.tied_by_points {
                true => TiedBy::Score,
                false => TiedBy::Rank,
            },
        },
        legs: own.legs,
        hosts_differ: own.hosts_differ,
        deadline: CalendarDeadline::None,
        duties: Vec::new(),
    }
}

/// A request that changes a season.
trait OnSeason: Message {
    fn command_id(&self) -> &str;
    fn season_id(&self) -> &str;
}

impl OnSeason for proto::AnnounceSeasonRequest {
    fn command_id(&self) -> &str {
        &self.command_id
    }

    /// It is made by the act.
    fn season_id(&self) -> &str {
        ""
    }
}

macro_rules! on_season {
    ($($request:ident),* $(,)?) => {$(
        impl OnSeason for proto::$request {
            fn command_id(&self) -> &str {
                &self.command_id
            }

            fn season_id(&self) -> &str {
                &self.season_id
            }
        }
    )*};
}

on_season!(
    CallOffLegRequest,
    ChangeLegRequest,
    CloseSeasonRequest,
    FixCalendarRequest,
    LinkLegEventRequest,
    NameLegDirectorRequest,
    SetLegRequest,
    TickSeasonDutyRequest,
    UntickSeasonDutyRequest,
);
