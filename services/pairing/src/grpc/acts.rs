//! How a request becomes an act: who gives it, under which id, and what it asks of the engine.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{Command, EntrantId};
use prost::Message;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, act, head_director, official};
use crate::app::{Act, App, Authority, Done, Writing};

/// What a request asks: one command, perhaps with something written.
pub(super) struct ActRequest {
    pub command: Command,
    pub writing: Option<Writing>,
}

impl From<Command> for ActRequest {
    fn from(command: Command) -> Self {
        Self {
            command,
            writing: None,
        }
    }
}

/// A request that is an act on one tournament.
pub(super) trait Addressed: Message {
    fn command_id(&self) -> &str;
    fn tournament_id(&self) -> &str;
}

/// A request that a seat holder makes, or a director for them.
pub(super) trait ForEntrant: Addressed {
    fn entrant_id(&self) -> &str;

    fn entrant(&self) -> EntrantId {
        EntrantId(self.entrant_id().to_owned())
    }
}

macro_rules! addressed {
    ($($request:ident),* $(,)?) => {$(
        impl Addressed for proto::$request {
            fn command_id(&self) -> &str {
                &self.command_id
            }

            fn tournament_id(&self) -> &str {
                &self.tournament_id
            }
        }
    )*};
}

macro_rules! for_entrant {
    ($($request:ident),* $(,)?) => {$(
        impl ForEntrant for proto::$request {
            fn entrant_id(&self) -> &str {
                &self.entrant_id
            }
        }
    )*};
}

addressed!(
    AcceptComputersRequest,
    AgreeToPlayoffRequest,
    AmendConfirmedRequest,
    AmendRulesRequest,
    AnswerComplaintRequest,
    AnnounceAbsenceRequest,
    AnnounceFinalsRoundRequest,
    AnswerReportRequest,
    AppointAppealsCommitteeRequest,
    AppointCommitteeRequest,
    ApproveEventRequest,
    AssignTablesRequest,
    CancelTournamentRequest,
    ChangeRuleSetRequest,
    CheckInRequest,
    ChooseColourRequest,
    CloseCheckInRequest,
    CommitNonceRequest,
    ConfirmListedPlayerRequest,
    DecideAppealRequest,
    DecideNationRequest,
    DecideProtestRequest,
    DeclareEntryRequest,
    DeclareOverTheBoardRequest,
    DismissOfficialRequest,
    DisputeResultRequest,
    DissolveAppealsCommitteeRequest,
    DrawLotsRequest,
    EndAbsenceRequest,
    EndEarlyRequest,
    EnterNationRequest,
    EnterTournamentRequest,
    FileAppealRequest,
    FileComplaintRequest,
    FileProtestRequest,
    GiveNonceRequest,
    GrantAccommodationRequest,
    HoldPairingRequest,
    ImposePenaltyRequest,
    InviteEntrantRequest,
    MoveTimetableRequest,
    NameChairRequest,
    NameGroupARequest,
    NoteFederationAgreementRequest,
    NoteFeeRequest,
    NoteTestimonyRequest,
    OpenCheckInRequest,
    PermitLateChangeRequest,
    RecordNoShowRequest,
    RefuseComputersRequest,
    RemoveNationRequest,
    ReleaseRatingFileRequest,
    ReturnRatingFileRequest,
    ReviewPenaltyRequest,
    RevokeInvitationRequest,
    SetComputerParametersRequest,
    SetTimetableRequest,
    SettleDisputeRequest,
    ShortenQualificationRequest,
    TickDutyRequest,
    UnpublishRoundRequest,
    UntickDutyRequest,
    WithdrawApprovalRequest,
);
for_entrant!(
    AcceptComputersRequest,
    AgreeToPlayoffRequest,
    AnnounceAbsenceRequest,
    CheckInRequest,
    ChooseColourRequest,
    CommitNonceRequest,
    DeclareEntryRequest,
    DisputeResultRequest,
    EndAbsenceRequest,
    FileProtestRequest,
    GiveNonceRequest,
    RefuseComputersRequest,
    SetComputerParametersRequest,
);

impl PairingGrpc {
    /// A director's act.
    pub(super) async fn by_official<T: Addressed>(
        &self,
        request: Request<T>,
        asks: impl FnOnce(&T, &Act) -> Result<ActRequest, Problem>,
    ) -> Answer<proto::ActResponse> {
        let act = official(&request, request.get_ref().command_id())?;
        self.done(request.get_ref(), act, asks).await
    }

    /// An act that the head director alone may do.
    pub(super) async fn by_head_director<T: Addressed>(
        &self,
        request: Request<T>,
        asks: impl FnOnce(&T, &Act) -> Result<ActRequest, Problem>,
    ) -> Answer<proto::ActResponse> {
        let act = head_director(&request, request.get_ref().command_id())?;
        self.done(request.get_ref(), act, asks).await
    }

    /// An act of a seat holder, or of a director for them.
    pub(super) async fn by_seat<T: ForEntrant>(
        &self,
        request: Request<T>,
        asks: impl FnOnce(&T, &Act) -> Result<ActRequest, Problem>,
    ) -> Answer<proto::ActResponse> {
        let act = seat_act(&request)?;
        self.done(request.get_ref(), act, asks).await
    }

    /// An act of anybody with an account; the engine judges what they are to the tournament.
    pub(super) async fn by_account<T: Addressed>(
        &self,
        request: Request<T>,
        asks: impl FnOnce(&T, &Act) -> Result<ActRequest, Problem>,
    ) -> Answer<proto::ActResponse> {
        let act = act(&request, request.get_ref().command_id(), Authority::Account)?;
        self.done(request.get_ref(), act, asks).await
    }

    pub(super) async fn done<T: Addressed>(
        &self,
        request: &T,
        act: Act,
        asks: impl FnOnce(&T, &Act) -> Result<ActRequest, Problem>,
    ) -> Answer<proto::ActResponse> {
        let asked = asks(request, &act)?;
        let done = self.perform(request.tournament_id(), act, asked).await?;
        Ok(Response::new(act_response(&done)))
    }

    /// Has what was asked decided and appended.
    pub(super) async fn perform(
        &self,
        tournament_id: &str,
        act: Act,
        asked: ActRequest,
    ) -> Result<Done, Problem> {
        let (app, id) = (self.app(), tournament_id.to_owned());
        // Boxed, for it holds whole states of the tournament.
        App::detached(Box::pin(async move {
            app.execute_written(&id, &act, asked.command, asked.writing)
                .await
        }))
        .await
    }
}

/// What an act is answered with.
pub(super) fn act_response(done: &Done) -> proto::ActResponse {
    proto::ActResponse {
        seq: done.seq,
        round_taken_back: done.round_taken_back(),
    }
}

/// The act of a request that names an entrant.
pub(super) fn seat_act<T: ForEntrant>(request: &Request<T>) -> Result<Act, Problem> {
    let entrant = request.get_ref().entrant();
    act(request, request.get_ref().command_id(), move |caller| {
        Authority::Seat(caller, entrant)
    })
}
