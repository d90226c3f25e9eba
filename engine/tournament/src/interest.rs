//! Who may not do an official's act because he gains by it: one table of acts and interests, and whose office an act
//! is. Every service asks here; none judges for itself.

use serde::{Deserialize, Serialize};

use crate::people::{Appointment, OfficialRole};
use crate::refusals::InterestRefusal;
use crate::rule_set::RuleSet;

/// What an official has at stake in an act. The nearest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interest {
    /// Nothing.
    None,
    /// It is about another entrant of the stage that he plays in, or about the event as a whole.
    Rival,
    /// It touches whom he plays in the round that is open, in whatever way.
    Opponent,
    /// It is about a game or a seat of his own.
    OwnGame,
}

impl Interest {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::Rival, Self::Opponent, Self::OwnGame];

    /// Its name in snake case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rival => "rival",
            Self::Opponent => "opponent",
            Self::OwnGame => "own_game",
        }
    }
}

/// What the table says of an act with an interest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is done.
    Allowed,
    /// It is done, and noted with the rulings.
    Logged,
    /// It is done and noted where the holder of the seat or a second official without an interest consents.
    Consent,
    /// Another official does it.
    Refused,
}

/// What a kind of act answers to each interest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Alike for all: rounds, draws, lists, confirmation.
    Course,
    /// Done for a player, and no harm to him.
    Service,
    /// Harms whom it is done to, until they or an official take it back.
    Harm,
    /// Ends an entrant's part for good: there is no re-entry.
    Withdrawal,
    /// The same by a ruling.
    Expulsion,
    /// Lets somebody else move for a player.
    Assistance,
    /// Gives a seat away.
    Seat,
    /// Takes a seat that was paired before.
    LateSeat,
    /// Decides about a game or a player.
    Ruling,
    /// Changes results that were final.
    Amendment,
}

impl Kind {
    const fn answer(self, interest: Interest) -> Answer {
        match (self, interest) {
            (_, Interest::None) => Answer::Allowed,
            (Self::Seat, Interest::Opponent)
            | (Self::LateSeat, Interest::OwnGame)
            | (
                Self::Amendment | Self::Withdrawal | Self::Expulsion | Self::Assistance,
                Interest::Rival,
            ) => Answer::Consent,
            (
                Self::Ruling | Self::Amendment | Self::Expulsion | Self::Assistance,
                Interest::Opponent | Interest::OwnGame,
            )
            | (Self::Harm | Self::Withdrawal, Interest::Opponent) => Answer::Refused,
            _ => Answer::Logged,
        }
    }
}

/// An office that the directors do not share everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Office {
    /// Any director's.
    Directors,
    Clocks,
    Penalties,
    LiveResults,
    Confirmation,
    /// The head director's under every rule set.
    HeadDirector,
}

/// Who alone holds the office of the head director.
const HEAD_DIRECTOR: &[OfficialRole] = &[OfficialRole::HeadDirector];

macro_rules! deeds {
    ($($deed:ident = $name:literal: $kind:ident of $office:ident),+ $(,)?) => {
        /// What an official does, as far as somebody may gain by it: the acts of an event and those at its tables.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Deed {
            $(#[doc = concat!("`", $name, "`.")] $deed,)+
        }

        impl Deed {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$deed),+];

            /// Its name in snake case: the method's or, after `officiate.`, the act's at a table.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$deed => $name,)+
                }
            }

            const fn kind(self) -> Kind {
                match self {
                    $(Self::$deed => Kind::$kind,)+
                }
            }

            const fn office(self) -> Office {
                match self {
                    $(Self::$deed => Office::$office,)+
                }
            }
        }
    };
}
deeds! {
    ChangeRuleSet = "change_rule_set": Course of Directors,
    AmendRules = "amend_rules": Course of Directors,
    Announce = "announce": Course of Directors,
    DescribeTournament = "describe_tournament": Course of Directors,
    AppointOfficial = "appoint_official": Course of Directors,
    DismissOfficial = "dismiss_official": Course of Directors,
    AssignTables = "assign_tables": Course of Directors,
    AppointAppealsCommittee = "appoint_appeals_committee": Course of Directors,
    DissolveAppealsCommittee = "dissolve_appeals_committee": Course of Directors,
    TickDuty = "tick_duty": Course of Directors,
    UntickDuty = "untick_duty": Course of Directors,
    RegisterEntrant = "register_entrant": Course of Directors,
    InviteEntrant = "invite_entrant": Course of Directors,
    RevokeInvitation = "revoke_invitation": Course of Directors,
    EnterNation = "enter_nation": Course of Directors,
    DecideNation = "decide_nation": Course of Directors,
    RemoveNation = "remove_nation": Course of Directors,
    PermitLateChange = "permit_late_change": Course of Directors,
    NameGroupA = "name_group_a": Course of Directors,
    CorrectEntrant = "correct_entrant": Course of Directors,
    NoteFee = "note_fee": Harm of Directors,
    NoteFederationAgreement = "note_federation_agreement": Harm of Directors,
    RemoveEntrant = "remove_entrant": Course of Directors,
    SetTimetable = "set_timetable": Course of Directors,
    MoveTimetable = "move_timetable": Course of Directors,
    OpenCheckIn = "open_check_in": Course of Directors,
    CloseCheckIn = "close_check_in": Course of Directors,
    PublishRound = "publish_round": Course of Directors,
    UnpublishRound = "unpublish_round": Course of Directors,
    AnnounceFinalsRound = "announce_finals_round": Course of Directors,
    DrawLots = "draw_lots": Course of Directors,
    FinishRound = "finish_round": Course of Directors,
    ShortenQualification = "shorten_qualification": Course of HeadDirector,
    EndEarly = "end_early": Course of HeadDirector,
    AdjudicateAtEnd = "end_early.adjudication": Ruling of HeadDirector,
    AbandonTournament = "abandon_tournament": Course of HeadDirector,
    AdjudicateAtAbandonment = "abandon_tournament.adjudication": Ruling of HeadDirector,
    CancelTournament = "cancel_tournament": Course of HeadDirector,
    ConfirmTournament = "confirm_tournament": Course of Confirmation,
    ConfirmListedPlayer = "confirm_listed_player": Course of Directors,
    DeclareOverTheBoard = "declare_over_the_board": Course of Directors,
    CheckIn = "check_in": Service of Directors,
    DeclareEntry = "declare_entry": Service of Directors,
    EndAbsence = "end_absence": Service of Directors,
    RefuseComputers = "refuse_computers": Service of Directors,
    AcceptComputers = "accept_computers": Service of Directors,
    SetComputerParameters = "set_computer_parameters": Ruling of Directors,
    WithdrawEntrant = "withdraw_entrant": Withdrawal of Directors,
    AnnounceAbsence = "announce_absence": Harm of Directors,
    IssueSeatCode = "issue_seat_code": Seat of Directors,
    ClaimSeat = "claim_seat": LateSeat of Directors,
    ChooseColour = "choose_colour": Ruling of Directors,
    AgreeToPlayoff = "agree_to_playoff": Ruling of Directors,
    GrantAccommodation = "grant_accommodation": Ruling of Directors,
    NamePlayersAssistant = "grant_accommodation.assistant": Assistance of Directors,
    RecordNoShow = "record_no_show": Ruling of Penalties,
    WithdrawAbsentEntrant = "record_no_show.withdrawal": Expulsion of Penalties,
    EnterResult = "enter_result": Ruling of Directors,
    EnterResultOfLiveGame = "enter_result.live_game": Ruling of LiveResults,
    EnterForfeit = "enter_result.forfeit": Ruling of Penalties,
    CorrectPlayedResult = "enter_result.played_game": Ruling of Penalties,
    DisputeResult = "dispute_result": Ruling of Directors,
    HoldPairing = "hold_pairing": Ruling of Directors,
    SettleDispute = "settle_dispute": Ruling of Directors,
    ImposePenalty = "impose_penalty": Ruling of Directors,
    ExpelEntrant = "impose_penalty.expulsion": Expulsion of Directors,
    ReviewPenalty = "review_penalty": Ruling of Directors,
    FileProtest = "file_protest": Ruling of Directors,
    DecideProtest = "decide_protest": Ruling of Directors,
    AnswerReport = "answer_report": Ruling of Directors,
    AppointCommittee = "appoint_committee": Ruling of Directors,
    DecideAppeal = "decide_appeal": Ruling of Directors,
    AmendRanking = "amend_confirmed": Amendment of Directors,
    AmendResults = "amend_confirmed.results": Amendment of Penalties,
    Pause = "officiate.pause": Ruling of Directors,
    Resume = "officiate.resume": Ruling of Directors,
    SetClocks = "officiate.set_clocks": Ruling of Clocks,
    AdjustTime = "officiate.adjust_time": Ruling of Clocks,
    TakeBack = "officiate.take_back": Ruling of Directors,
    UndoDefault = "officiate.undo_default": Ruling of Clocks,
    AnnounceAdjournment = "officiate.announce_adjournment": Ruling of Directors,
    CancelAdjournment = "officiate.cancel_adjournment": Ruling of Directors,
    ResumeAdjourned = "officiate.resume_adjourned": Ruling of Directors,
    DecideSealed = "officiate.decide_sealed": Ruling of Directors,
    Expel = "officiate.expel": Ruling of Penalties,
    Readmit = "officiate.readmit": Ruling of Penalties,
    AssignTableJudge = "officiate.assign_table_judge": Ruling of Directors,
    EnterTranscript = "officiate.enter_transcript": Ruling of Directors,
    EnterTranscriptOfLiveGame = "officiate.enter_transcript.live_game": Ruling of LiveResults,
    Reopen = "officiate.reopen": Ruling of Directors,
    Annul = "officiate.annul": Ruling of LiveResults,
    ReplayFrom = "officiate.replay_from": Ruling of Directors,
    AnswerCall = "officiate.answer_call": Ruling of Directors,
    OpenSpectatorsChat = "officiate.open_spectators_chat": Ruling of Directors,
    CloseSpectatorsChat = "officiate.close_spectators_chat": Ruling of Directors,
    ModerateChat = "moderate_chat": Ruling of Directors,
}

impl Deed {
    /// The one of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|deed| deed.name() == name)
    }

    /// Whether it can touch more than one board or entrant.
    pub(crate) const fn touches_several(self) -> bool {
        matches!(
            self,
            Self::AgreeToPlayoff
                | Self::FileProtest
                | Self::DecideProtest
                | Self::AppointCommittee
                | Self::DecideAppeal
                | Self::AmendResults
        )
    }

    /// Whether what it does goes on in rounds that nobody has paired yet: whoever will meet there has an interest now.
    pub(crate) const fn goes_on(self) -> bool {
        matches!(self, Self::GrantAccommodation | Self::NamePlayersAssistant)
    }

    /// Whether it is within an appointment under these rules: by its role, as far as the directors do not share it, and
    /// by its powers.
    #[must_use]
    pub fn is_office_of(self, appointment: &Appointment, rules: &RuleSet) -> bool {
        let role = appointment.role;
        let in_office = match self.holders(rules) {
            Some((holders, _)) => holders.contains(&role),
            None => role.directs(),
        };
        in_office && appointment.limits.allow(self.power())
    }

    /// Whose office it is; `None`: any director's.
    pub(crate) fn holders(self, rules: &RuleSet) -> Option<(&[OfficialRole], InterestRefusal)> {
        let offices = &rules.offices;
        Some(match self.office() {
            Office::Directors => return None,
            Office::Clocks => (&offices.clocks, InterestRefusal::NotYourClock),
            Office::Penalties => (&rules.penalties.imposed_by, InterestRefusal::NotYourPenalty),
            Office::LiveResults => (&offices.live_results, InterestRefusal::NotYourLiveResult),
            Office::Confirmation => (&offices.confirmation, InterestRefusal::NotYourConfirmation),
            Office::HeadDirector => (HEAD_DIRECTOR, InterestRefusal::NotYourEnd),
        })
    }
}

/// The table in force. [`InterestTable::ignored`] shows in tests what comes of having none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InterestTable {
    ignored: bool,
}

impl InterestTable {
    /// A table that allows everything to everybody.
    #[must_use]
    pub const fn ignored() -> Self {
        Self { ignored: true }
    }

    pub(crate) const fn is_ignored(self) -> bool {
        self.ignored
    }

    /// What the table says to one of several directors.
    #[must_use]
    pub fn answer(self, deed: Deed, interest: Interest, rules: &RuleSet) -> Answer {
        if self.ignored {
            return Answer::Allowed;
        }
        match (deed.kind(), interest) {
            (kind, Interest::Rival)
                if rules.offices.rivals_refused
                    && !matches!(kind, Kind::Course | Kind::Service | Kind::Amendment) =>
            {
                Answer::Refused
            }
            (kind, interest) => kind.answer(interest),
        }
    }

    /// What it says to a director of an event, who may be its only one. Rules that know a sole director
    /// (`single_official`) let him do with consent what is refused otherwise; and who went home or has to be sent there
    /// goes without it: nobody else could see to that, and the evening goes on.
    #[must_use]
    pub fn answer_to(
        self,
        (deed, interest): (Deed, Interest),
        (rules, is_sole): (&RuleSet, bool),
    ) -> Answer {
        let answer = self.answer(deed, interest, rules);
        if !(is_sole && rules.single_official) {
            return answer;
        }
        match (deed.kind(), answer) {
            (Kind::Withdrawal | Kind::Expulsion, Answer::Consent) => Answer::Logged,
            (_, Answer::Refused) => Answer::Consent,
            (_, answer) => answer,
        }
    }

    /// Whether somebody may consent to an act with that interest: it rests on it, or changes what comes of it.
    #[must_use]
    pub(crate) fn takes_consent(
        self,
        (deed, interest): (Deed, Interest),
        directors: (&RuleSet, bool),
    ) -> bool {
        match self.answer_to((deed, interest), directors) {
            Answer::Consent => true,
            // Whoever is appointed with it does not share the interest.
            Answer::Logged => deed == Deed::AppointOfficial,
            Answer::Allowed | Answer::Refused => false,
        }
    }
}
