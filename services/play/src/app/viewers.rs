//! What somebody is to a game, and so what they may see and do there.

use std::collections::BTreeMap;

use outflank_access::{Caller, Problem, Role};
use outflank_othello::{Audience, Color, Expelled};
use outflank_proto::play::v1 as proto;
use outflank_tournament::{Appointment, OfficialRole};

use super::{Play, game::Game, officiate::seat_of_entrant, stakes::OwnTables};

/// What somebody is to one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Viewer {
    /// One of its two players, whatever else they are.
    Player(Color),
    /// An official of its tournament.
    Official(OfficialRole),
    /// Another part of the server.
    Service,
    /// Anybody else.
    Spectator,
    /// A spectator who was sent out.
    Expelled,
}

impl Viewer {
    /// Up to which audience this viewer sees.
    pub const fn audience(self) -> Audience {
        match self {
            Self::Player(_) => Audience::Players,
            Self::Official(_) | Self::Service => Audience::Officials,
            Self::Spectator | Self::Expelled => Audience::All,
        }
    }

    /// As the contract names it.
    pub const fn to_proto(self) -> proto::Viewer {
        match self {
            Self::Player(Color::Black) => proto::Viewer::Black,
            Self::Player(Color::White) => proto::Viewer::White,
            Self::Official(_) | Self::Service => proto::Viewer::Official,
            Self::Spectator | Self::Expelled => proto::Viewer::Spectator,
        }
    }
}

/// Who looks: somebody with an account, a part of the server, or nobody in particular.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watcher {
    pub account: Option<String>,
    pub service: bool,
}

impl Watcher {
    /// The watcher that a caller proves to be. A gateway says for whom it reads; what others say of
    /// themselves counts for nothing.
    pub fn of(caller: &Caller, stated: &str) -> Self {
        let gateway = caller.service == Some(Role::Gateway);
        let account = match &caller.person {
            Some(person) => Some(person.account_id.clone()),
            None => Some(stated.to_owned()).filter(|stated| gateway && !stated.is_empty()),
        };
        Self {
            service: caller.service.is_some() && !gateway && account.is_none(),
            account,
        }
    }
}

impl Play {
    /// What a watcher is to a game.
    pub(crate) async fn viewer(&self, game: &Game, watcher: &Watcher) -> Result<Viewer, Problem> {
        self.viewer_by(&OwnTables::default(), game, watcher).await
    }

    async fn viewer_by(
        &self,
        own_tables: &OwnTables,
        game: &Game,
        watcher: &Watcher,
    ) -> Result<Viewer, Problem> {
        if watcher.service {
            return Ok(Viewer::Service);
        }
        let Some(account) = watcher.account.as_deref() else {
            return Ok(Viewer::Spectator);
        };
        if let Some(color) = self.seat(game, account).await? {
            return Ok(Viewer::Player(color));
        }
        let Some(place) = game.state.place() else {
            return Ok(Viewer::Spectator);
        };
        let officials = self.records.officials(&place.tournament).await?;
        let judges = game.state.table_judge() == Some(account);
        let judge = judges.then_some(OfficialRole::TableJudge);
        if let Some(role) = officials.get(account).map(|known| known.role).or(judge) {
            let shown = self.shown_to_official(own_tables, game, account).await?;
            return Ok(if shown.is_ok() {
                Viewer::Official(role)
            } else {
                Viewer::Spectator
            });
        }
        Ok(if self.is_sent_out(game, account).await? {
            Viewer::Expelled
        } else {
            Viewer::Spectator
        })
    }

    /// The seat that an account may play: its own, or that of a player whom it assists (WOC IV.10).
    pub(crate) async fn seat(&self, game: &Game, account: &str) -> Result<Option<Color>, Problem> {
        if account.is_empty() {
            return Ok(None);
        }
        if let Some(color) = game.state.seat_of(account) {
            return Ok(Some(color));
        }
        let Some(place) = game.state.place() else {
            return Ok(None);
        };
        let assisted = self.records.assisted_by(&place.tournament, account).await?;
        Ok(assisted
            .iter()
            .find_map(|entrant| seat_of_entrant(game, entrant)))
    }

    async fn is_sent_out(&self, game: &Game, account: &str) -> Result<bool, Problem> {
        let now_ms = self.now_ms();
        let whom = Expelled::Account(account.to_owned());
        if game.state.is_expelled(&whom, now_ms) {
            return Ok(true);
        }
        let Some(place) = game.state.place() else {
            return Ok(false);
        };
        let sent_out = self.records.room_expulsions(&place.tournament).await?;
        Ok(sent_out.iter().any(|expulsion| {
            expulsion.account.as_deref() == Some(account)
                && expulsion.until_ms.is_none_or(|until_ms| now_ms < until_ms)
        }))
    }

    /// The officials of a tournament by the newest facts: pairing has them, and whoever was dismissed a moment ago acts
    /// no more.
    ///
    /// # Errors
    /// Where pairing does not answer, too: without its word nobody acts.
    pub(crate) async fn officials(
        &self,
        tournament_id: &str,
    ) -> Result<BTreeMap<String, Appointment>, Problem> {
        self.catch_up().await?;
        self.records.officials(tournament_id).await
    }

    /// What accounts are to a game now. What officials play is read once for all games that are asked about together.
    pub(crate) async fn viewers(
        &self,
        own_tables: &OwnTables,
        game_id: &str,
        accounts: Vec<String>,
    ) -> Result<Vec<Viewer>, Problem> {
        let game = self.game(game_id).await?;
        let mut viewers = Vec::new();
        for account in accounts {
            let watcher = Watcher {
                account: Some(account),
                service: false,
            };
            viewers.push(self.viewer_by(own_tables, &game, &watcher).await?);
        }
        Ok(viewers)
    }

    /// Who of these accounts directs a tournament now.
    pub(crate) async fn directors_among(
        &self,
        tournament_id: &str,
        accounts: Vec<String>,
    ) -> Result<Vec<String>, Problem> {
        let officials = self.records.officials(tournament_id).await?;
        let directs = |account: &String| {
            let known = officials.get(account);
            known.is_some_and(|known| known.role.directs())
        };
        Ok(accounts.into_iter().filter(directs).collect())
    }
}
