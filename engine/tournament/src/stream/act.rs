//! What may be done to a tournament, without what it is done with.

use crate::stream::Command;

macro_rules! acts {
    ($($act:ident = $name:literal),+ $(,)?) => {
        /// An act on a tournament: a [`Command`] without its values.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Act {
            $(#[doc = concat!("[`Command::", stringify!($act), "`].")] $act,)+
        }

        impl Act {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$act),+];

            /// Its name in snake case.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$act => $name,)+
                }
            }

            /// What a command does.
            #[must_use]
            pub const fn of(command: &Command) -> Self {
                match command {
                    $(Command::$act { .. } => Self::$act,)+
                }
            }
        }
    };
}

acts! {
    CreateTournament = "create_tournament",
    ChangeRuleSet = "change_rule_set",
    AmendRules = "amend_rules",
    Announce = "announce",
    DescribeTournament = "describe_tournament",
    AppointOfficial = "appoint_official",
    DismissOfficial = "dismiss_official",
    AssignTables = "assign_tables",
    TickDuty = "tick_duty",
    UntickDuty = "untick_duty",
    RegisterEntrant = "register_entrant",
    CorrectEntrant = "correct_entrant",
    DeclareEntry = "declare_entry",
    NoteFee = "note_fee",
    NoteFederationAgreement = "note_federation_agreement",
    RemoveEntrant = "remove_entrant",
    IssueSeatCode = "issue_seat_code",
    GiveConsent = "give_consent",
    EndConsents = "end_consents",
    AssignSeat = "assign_seat",
    ReleaseSeat = "release_seat",
    WithdrawEntrant = "withdraw_entrant",
    PublishRound = "publish_round",
    NameGroupA = "name_group_a",
    AnnounceFinalsRound = "announce_finals_round",
    ChooseColour = "choose_colour",
    AgreeToPlayoff = "agree_to_playoff",
    UnpublishRound = "unpublish_round",
    CommitNonce = "commit_nonce",
    GiveNonce = "give_nonce",
    RecordResult = "record_result",
    CorrectResult = "correct_result",
    WithdrawResult = "withdraw_result",
    FinishRound = "finish_round",
    DrawLots = "draw_lots",
    ConfirmTournament = "confirm_tournament",
    InviteEntrant = "invite_entrant",
    RevokeInvitation = "revoke_invitation",
    EnterNation = "enter_nation",
    DecideNation = "decide_nation",
    RemoveNation = "remove_nation",
    PermitLateChange = "permit_late_change",
    SetTimetable = "set_timetable",
    MoveTimetable = "move_timetable",
    OpenCheckIn = "open_check_in",
    CheckIn = "check_in",
    CloseCheckIn = "close_check_in",
    AnnounceAbsence = "announce_absence",
    EndAbsence = "end_absence",
    RecordNoShow = "record_no_show",
    RefuseComputers = "refuse_computers",
    AcceptComputers = "accept_computers",
    SetComputerParameters = "set_computer_parameters",
    GrantAccommodation = "grant_accommodation",
    ImposePenalty = "impose_penalty",
    ReviewPenalty = "review_penalty",
    FileProtest = "file_protest",
    DecideProtest = "decide_protest",
    FileAppeal = "file_appeal",
    ReportIrregularity = "report_irregularity",
    AnswerReport = "answer_report",
    AppointAppealsCommittee = "appoint_appeals_committee",
    DissolveAppealsCommittee = "dissolve_appeals_committee",
    NameChair = "name_chair",
    AppointCommittee = "appoint_committee",
    NoteTestimony = "note_testimony",
    DecideAppeal = "decide_appeal",
    DisputeResult = "dispute_result",
    HoldPairing = "hold_pairing",
    SettleDispute = "settle_dispute",
    TransferAway = "move_away",
    BeginTransferIn = "begin_move_in",
    TransferIn = "move_in",
    ShortenQualification = "shorten_qualification",
    EndEarly = "end_early",
    AbandonTournament = "abandon_tournament",
    CancelTournament = "cancel_tournament",
    AmendConfirmed = "amend_confirmed",
    ConfirmListedPlayer = "confirm_listed_player",
    ApproveEvent = "approve_event",
    WithdrawApproval = "withdraw_approval",
    ReleaseRatingFile = "release_rating_file",
    ReturnRatingFile = "return_rating_file",
    FileComplaint = "file_complaint",
    AnswerComplaint = "answer_complaint",
    DeclareOverTheBoard = "declare_over_the_board",
}
