//! Officials who play: what this service knows of them, for the engine's table.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::Problem;
use outflank_othello::{Color, Expelled, OfficialAct};
use outflank_tournament::{
    AccountId, Consent, Deed, EntrantId, Judged, Officer, OfficialRole, Plays, Question, RuleSet,
    Share, SharedInterest, Touched,
};

use super::{Game, Play, officiate::is_open, refusal};

type Officials = BTreeMap<String, OfficialRole>;

impl Play {
    /// Judges an official's act at a table by the engine's table.
    pub(super) async fn judge(
        &self,
        game: &Game,
        (account, officials): (&str, &Officials),
        deed: Deed,
        whom: Option<&str>,
    ) -> Result<Judged, Problem> {
        let (tournament, board) = match game.state.place() {
            Some(place) => (place.tournament.clone(), (place.round, place.table)),
            None => (String::new(), (0, 0)),
        };
        let rules = self.records.rules(&tournament).await?;
        let rules = rules.unwrap_or_else(RuleSet::egp_2020);
        let mut officers = Vec::new();
        for (account, role) in officials {
            officers.push(
                self.officer(game, &tournament, (account, Some(*role)))
                    .await?,
            );
        }
        let known = officers.iter().find(|known| known.account.0 == account);
        let by = match known.cloned() {
            Some(known) => known,
            None => self.officer(game, &tournament, (account, None)).await?,
        };
        let mut touched = vec![at_table(game, board)];
        if let Some(whom) = whom {
            let entrants = self.records.entrants_of(&tournament, whom).await?;
            touched.extend(entrants.into_iter().map(|entrant| Touched {
                board: Some(board),
                entrants: vec![EntrantId(entrant)],
            }));
        }
        let asked = Question {
            deed,
            touched: &touched,
            by: &by,
            officers: &officers,
            rules: &rules,
            consents: &self.open_consents(game, &tournament, (&by, board)).await?,
        };
        let judged = self.interests.judge(&asked);
        judged.map_err(|refused| refusal::by_interest(&refused))
    }

    async fn officer(
        &self,
        game: &Game,
        tournament: &str,
        (account, role): (&str, Option<OfficialRole>),
    ) -> Result<Officer, Problem> {
        let account = AccountId(account.to_owned());
        Ok(Officer {
            plays: self.plays(game, tournament, &account).await?,
            shares: self.shares(game, tournament, &account).await?,
            account,
            role,
        })
    }

    async fn plays(
        &self,
        game: &Game,
        tournament: &str,
        account: &AccountId,
    ) -> Result<Plays, Problem> {
        let account = account.as_str();
        let mut entrants = self.records.entrants_of(tournament, account).await?;
        entrants.extend(self.records.assisted_by(tournament, account).await?);
        if let (Some(color), Some(seats)) = (self.seat(game, account).await?, game.state.seats()) {
            entrants.push(seats.get(color).entrant.clone());
        }
        self.plays_as(tournament, entrants.into_iter().map(EntrantId).collect())
            .await
    }

    async fn plays_as(&self, tournament: &str, entrants: Vec<EntrantId>) -> Result<Plays, Problem> {
        if entrants.is_empty() {
            return Ok(Plays::default());
        }
        Ok(plays(entrants, &self.records.pairings(tournament).await?))
    }

    /// What an account has at stake without playing it, at boards: by seats that it left, and by whoever appointed it.
    async fn shares(
        &self,
        game: &Game,
        tournament: &str,
        account: &AccountId,
    ) -> Result<Vec<Share>, Problem> {
        let shared = self.records.shared_interests(tournament, account).await?;
        let mut shares = Vec::new();
        let own = SharedInterest {
            with: account.clone(),
            through_round: u32::MAX,
        };
        for of in std::iter::once(own).chain(shared) {
            let mut share = |plays: Plays, last: u32| {
                shares.push(Share {
                    plays,
                    through_round: last.min(of.through_round),
                    is_open: false,
                });
            };
            if of.with != *account {
                let plays = self.plays(game, tournament, &of.with).await?;
                share(plays, u32::MAX);
            }
            let left = self
                .records
                .left_seats(tournament, of.with.as_str())
                .await?;
            for (entrant, last) in left {
                share(self.plays_as(tournament, vec![entrant]).await?, last);
            }
        }
        Ok(shares)
    }

    /// The consents to an official's acts that no act at this table has used up. A player's call consents to its
    /// answer.
    async fn open_consents(
        &self,
        game: &Game,
        tournament: &str,
        (by, board): (&Officer, (u32, u32)),
    ) -> Result<Vec<Consent>, Problem> {
        let mut consents = self.records.consents(tournament, &by.account.0).await?;
        consents.retain(|given| !is_used(game, &given.consent));
        let Some(seats) = game.state.seats() else {
            return Ok(consents);
        };
        for color in Color::BOTH {
            if *game.state.calls().made.get(color) > 0 {
                let seat = seats.get(color);
                consents.push(Consent {
                    consent: String::new(),
                    act: Deed::AnswerCall.name().to_owned(),
                    official: by.account.clone(),
                    board: Some(board),
                    entrant: None,
                    by: AccountId(seat.account.clone().unwrap_or_default()),
                    holder: Some(EntrantId(seat.entrant.clone())),
                });
            }
        }
        Ok(consents)
    }
}

/// Whether an act at this table rests on that consent.
pub(super) fn is_used(game: &Game, consent: &String) -> bool {
    let mut rulings = game.rulings.iter();
    rulings.any(|ruled| ruled.warrant.consents.contains(consent))
}

/// What an act at this table is in the table of acts.
pub(super) fn deed(game: &Game, act: &OfficialAct) -> Deed {
    match act {
        OfficialAct::Pause { .. } => Deed::Pause,
        OfficialAct::Resume => Deed::Resume,
        OfficialAct::SetClocks { .. } => Deed::SetClocks,
        OfficialAct::AdjustTime { .. } => Deed::AdjustTime,
        OfficialAct::TakeBack { .. } => Deed::TakeBack,
        OfficialAct::UndoDefault { .. } => Deed::UndoDefault,
        OfficialAct::AnnounceAdjournment { .. } => Deed::AnnounceAdjournment,
        OfficialAct::CancelAdjournment => Deed::CancelAdjournment,
        OfficialAct::ResumeAdjourned => Deed::ResumeAdjourned,
        OfficialAct::DecideSealed { .. } => Deed::DecideSealed,
        OfficialAct::Expel { .. } => Deed::Expel,
        OfficialAct::Readmit { .. } => Deed::Readmit,
        OfficialAct::AssignTableJudge { .. } => Deed::AssignTableJudge,
        OfficialAct::EnterTranscript { is_final: true, .. } if is_live(game) => {
            Deed::EnterTranscriptOfLiveGame
        }
        OfficialAct::EnterTranscript { .. } => Deed::EnterTranscript,
        OfficialAct::Reopen { .. } => Deed::Reopen,
        OfficialAct::Annul => Deed::Annul,
        OfficialAct::ReplayFrom { .. } => Deed::ReplayFrom,
        OfficialAct::AnswerCall => Deed::AnswerCall,
        OfficialAct::SettleDispute { .. } => Deed::SettleDispute,
        OfficialAct::SpectatorsChat { open: true } => Deed::OpenSpectatorsChat,
        OfficialAct::SpectatorsChat { open: false } => Deed::CloseSpectatorsChat,
        OfficialAct::SetScore { .. } | OfficialAct::Award { .. } | OfficialAct::DeclareDraw => {
            Deed::EnterResultOfLiveGame
        }
    }
}

/// The account that an act is about beside the players.
pub(super) fn about(act: &OfficialAct) -> Option<&str> {
    match act {
        OfficialAct::Expel { whom, .. } | OfficialAct::Readmit { whom } => match whom {
            Expelled::Account(account) => Some(account),
            Expelled::Seat(_) => None,
        },
        _ => None,
    }
}

fn is_live(game: &Game) -> bool {
    let seats = game.state.seats();
    is_open(game)
        && seats.is_some_and(|seats| {
            Color::BOTH
                .into_iter()
                .all(|color| seats.get(color).account.is_some())
        })
}

fn at_table(game: &Game, board: (u32, u32)) -> Touched {
    let seats = game.state.seats();
    let entrants = seats.map(|seats| {
        Color::BOTH
            .into_iter()
            .map(|color| EntrantId(seats.get(color).entrant.clone()))
            .collect()
    });
    Touched {
        board: Some(board),
        entrants: entrants.unwrap_or_default(),
    }
}

/// From who met whom so far. When a round is over is not known here: its opponents count until the next is paired, and
/// everybody else in the event as of the same stage.
fn plays(entrants: Vec<EntrantId>, pairings: &[(u32, String, String)]) -> Plays {
    let last = pairings.iter().map(|(round, ..)| *round).max();
    let is_own = |id: &str| entrants.iter().any(|own| own.as_str() == id);
    let mut opponents = Vec::new();
    let mut rivals = BTreeSet::new();
    let mut has_played = false;
    for (round, black, white) in pairings {
        for (one, other) in [(black, white), (white, black)] {
            if is_own(one) {
                has_played = true;
                if Some(*round) == last {
                    opponents.push(EntrantId(other.clone()));
                }
            } else {
                rivals.insert(EntrantId(one.clone()));
            }
        }
    }
    if !has_played {
        rivals.clear();
    }
    Plays {
        entrants,
        opponents,
        rivals,
    }
}
