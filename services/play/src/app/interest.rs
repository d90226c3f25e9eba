//! Officials who play: what this service knows of them, for the engine's table.

use outflank_access::Problem;
use outflank_othello::{Color, ConfirmationStatus, Expelled, OfficialAct};
use outflank_tournament::{
    AccountId, BoardRef, Consent, Deed, EntrantId, Interest, Judged, Question, Refusal, Touched,
};

use super::{
    Game, Play,
    officiate::is_open,
    refusal,
    stakes::{Desk, OwnTables},
};

impl Play {
    /// Judges an official's act at a table by the engine's table.
    pub(super) fn judge(
        &self,
        desk: &Desk,
        game: &Game,
        (deed, whom): (Deed, &[EntrantId]),
    ) -> Result<Judged, Problem> {
        let officers = desk.officers_at(game);
        let board = board_of(game);
        let mut touched = vec![at_table(game, board)];
        touched.extend(whom.iter().map(|entrant| Touched {
            board: Some(board),
            entrants: vec![entrant.clone()],
        }));
        let asked = Question {
            deed,
            touched: &touched,
            by: &officers.by,
            officers: &officers.all,
            rules: &desk.rules,
            consents: &open_consents(desk, game, board),
        };
        let judged = self.interests.judge(&asked);
        judged.map_err(|refused| refusal::by_interest(&refused))
    }

    /// Whether an official sees of a game what officials alone see: of one that is theirs, by whatever seat, they see
    /// what a player does.
    pub(crate) async fn shown_to_official(
        &self,
        own_tables: &OwnTables,
        game: &Game,
        account: &str,
    ) -> Result<Result<(), Refusal>, Problem> {
        let Some(place) = game.state.place() else {
            return Ok(Ok(()));
        };
        let officer = own_tables.of(self, &place.tournament, account).await?;
        let sits = game.state.seat_of(account).is_some();
        let interest = if sits {
            Interest::OwnGame
        } else {
            officer.interest(&[at_table(game, board_of(game))])
        };
        Ok(self.interests.show(interest, is_settled(game)))
    }

    /// Whom an act beside the players is about: the entrants of an account.
    pub(super) async fn entrants_about(
        &self,
        tournament: &str,
        whom: Option<&str>,
    ) -> Result<Vec<EntrantId>, Problem> {
        let Some(whom) = whom else {
            return Ok(Vec::new());
        };
        let entrants = self.records.entrants_of(tournament, whom).await?;
        Ok(entrants.into_iter().map(EntrantId).collect())
    }
}

/// The consents to an official's acts that no act at this table has used up. A player's call consents to its answer.
fn open_consents(desk: &Desk, game: &Game, board: BoardRef) -> Vec<Consent> {
    let given = desk.consents.iter();
    let mut consents: Vec<Consent> = given
        .filter(|given| !is_used(game, &given.consent))
        .cloned()
        .collect();
    let Some(seats) = game.state.seats() else {
        return consents;
    };
    for color in Color::BOTH {
        if *game.state.calls().made.get(color) > 0 {
            let seat = seats.get(color);
            consents.push(Consent {
                consent: String::new(),
                act: Deed::AnswerCall.name().to_owned(),
                official: desk.account.clone(),
                board: Some(board),
                entrant: None,
                by: AccountId(seat.account.clone().unwrap_or_default()),
                holder: Some(EntrantId(seat.entrant.clone())),
            });
        }
    }
    consents
}

/// Whether an act at this table rests on that consent.
pub(super) fn is_used(game: &Game, consent: &String) -> bool {
    let mut rulings = game.rulings.iter();
    rulings.any(|ruled| ruled.authority.consents.contains(consent))
}

/// What an act at this table is in the table of acts.
pub(super) fn deed(game: &Game, act: &OfficialAct) -> Deed {
    match act {
        OfficialAct::Pause { .. } => Deed::Pause,
        OfficialAct::Resume => Deed::Resume,
        OfficialAct::SetClocks { .. } => Deed::SetClocks,
        OfficialAct::AdjustTime { .. } | OfficialAct::Penalise { .. } => Deed::AdjustTime,
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

/// Over, and confirmed where that is asked for, or overruled.
fn is_settled(game: &Game) -> bool {
    let signatures = game.state.signatures();
    Play::is_over(game)
        && signatures.is_none_or(|signed| match signed.status() {
            ConfirmationStatus::Confirmed | ConfirmationStatus::Overruled => true,
            ConfirmationStatus::Disputed | ConfirmationStatus::Pending { .. } => false,
        })
}

fn board_of(game: &Game) -> BoardRef {
    let place = game.state.place();
    place.map_or(BoardRef::new(0, 0), |place| {
        BoardRef::new(place.round, place.table)
    })
}

fn at_table(game: &Game, board: BoardRef) -> Touched {
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
