//! What happened in a tournament. Events carry outcomes; folding them judges nothing again.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::board_ref::BoardRef;
use crate::consent::Consent;
use crate::draw::Seed;
use crate::finals::{FinalsSession, MadeChoice, MatchId};
use crate::ids::{AccountId, EntrantId};
use crate::interest::Interest;
use crate::people::{OfficialRole, Power};
use crate::plan::StagePlan;
use crate::rule_set::{Deviation, RuleSet, RuleSetOrigin};
use crate::stake::{LeftSeat, SharedInterest};
use crate::stream::{
    AbsentRound, Accommodation, AmendedRules, Announcement, AppealDecision, AppealFiling,
    Committee, Declared, Description, DrawNonce, EarlyEnd, EntrantCorrection, FederationAgreement,
    FeeNote, LapseCause, LateChangePermission, Listing, MissingEntrant, Nation, NationDecision,
    PairingEdit, PenaltyRuling, ProtestDecision, ProtestFiling, PublishedPairing, RankingLine,
    Registration, ReportAnswer, ReportFiling, ResultRecord, StartingScore, Timetable,
    TournamentFacts,
};
use crate::swiss::Cost;

/// The header of a journal entry, as far as the fold needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryHeader {
    /// Sequence number of the entry in its stream.
    pub seq: u64,
    /// Cluster time of the entry, in ms since 1970.
    pub at_ms: i64,
}

/// An event of the tournament stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The tournament exists, under these rules and with this end of its hash chain.
    TournamentCreated {
        /// Its public facts.
        facts: TournamentFacts,
        /// The rules in force, whole.
        rule_set: RuleSet,
        /// The saved rule set that they are a version of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        origin: Option<RuleSetOrigin>,
        /// The end of the reverse hash chain of its draws.
        draw_anchor: Seed,
        /// Where the rules depart from their text.
        #[serde(rename = "departures")]
        deviations: Vec<Deviation>,
    },
    /// Other rules are in force (before round 1).
    RuleSetChanged {
        /// The rules in force, whole.
        rule_set: RuleSet,
        /// The saved rule set that they are a version of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        origin: Option<RuleSetOrigin>,
        /// Where they depart from their text.
        #[serde(rename = "departures")]
        deviations: Vec<Deviation>,
    },
    /// The rules are amended after round 1, from the next round on.
    RulesAmended(AmendedRules),
    /// Something is announced.
    AnnouncementMade(Announcement),
    /// What the event says of itself is written anew, whole.
    TournamentDescribed {
        /// The texts.
        description: Description,
        /// Who wrote them.
        by: AccountId,
    },
    /// An account is an official.
    OfficialAppointed {
        /// The account.
        account: AccountId,
        /// As what.
        role: OfficialRole,
        /// Whose interests he has beside his own.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shares: Vec<SharedInterest>,
        /// The powers that he has; `None`: those of the role.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        powers: Option<BTreeSet<Power>>,
    },
    /// A table judge or a monitor acts at these tables alone.
    TablesAssigned {
        /// The official.
        official: AccountId,
        /// Round, from 1; `None`: every round that has none of its own.
        round: Option<u32>,
        /// The tables, from 1; none end the assignment.
        tables: BTreeSet<u32>,
    },
    /// A duty of the rules is ticked off.
    DutyTicked {
        /// Its code.
        duty: String,
        /// Id of the recorded note.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        /// Who ticks it off.
        by: AccountId,
        /// Its time was over.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        late: bool,
    },
    /// A duty is ticked off no longer.
    DutyUnticked {
        /// Its code.
        duty: String,
        /// Id of the recorded note.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        /// Who takes it back.
        by: AccountId,
    },
    /// An account is an official no longer.
    OfficialDismissed {
        /// The account.
        account: AccountId,
    },
    /// An entrant is on the list.
    EntrantRegistered(Registration),
    /// What the list says of an entrant is put right.
    EntrantCorrected(EntrantCorrection),
    /// An entrant declares what the rules ask of him, whole.
    EntryDeclared {
        /// The entrant.
        entrant: EntrantId,
        /// Everything that he declares.
        declared: Declared,
    },
    /// It is noted whether an entrant's fee is paid.
    FeeNoted {
        /// The entrant.
        entrant: EntrantId,
        /// What is noted.
        note: FeeNote,
    },
    /// It is noted whether the federation agrees to an entry.
    FederationAgreementNoted {
        /// The entrant.
        entrant: EntrantId,
        /// What is noted.
        agreement: FederationAgreement,
    },
    /// An entrant is off the list (before round 1).
    EntrantRemoved {
        /// The entrant.
        entrant: EntrantId,
    },
    /// A code that gives an entrant's seat was made.
    SeatCodeIssued {
        /// The entrant.
        entrant: EntrantId,
        /// Who had it made.
        by: AccountId,
        /// The ids of the consents that this rests on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        consents: Vec<String>,
    },
    /// Somebody consents to one act of an official who has an interest in it.
    ConsentGiven(Consent),
    /// Consents are good for nothing any more: an act at a table used them up, or what they were given in is over.
    ConsentsEnded {
        /// Their ids.
        consents: Vec<String>,
    },
    /// What else this entry tells was done by an official who has an interest in it.
    ActedWithInterest {
        /// The name of the act.
        act: String,
        /// The interest.
        interest: Interest,
        /// Who acted.
        by: AccountId,
        /// The board, where it touched one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board: Option<BoardRef>,
        /// The entrant, where it touched one and no board.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entrant: Option<EntrantId>,
        /// The ids of the consents that it used up.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        consents: Vec<String>,
    },
    /// An account plays an entrant's games.
    SeatAssigned {
        /// The entrant.
        entrant: EntrantId,
        /// The account.
        account: AccountId,
        /// Who operates it, where it is a program's; absent in streams of earlier versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        operator: Option<AccountId>,
    },
    /// An entrant's seat is free to be claimed again.
    SeatReleased {
        /// The entrant.
        entrant: EntrantId,
        /// Who held it once a round was paired; `None`: nobody was paired yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<LeftSeat>,
    },
    /// An entrant has withdrawn and is paired no more (EGP II.6).
    EntrantWithdrawn {
        /// The entrant.
        entrant: EntrantId,
        /// The first round without him, from 1.
        from_round: u32,
    },
    /// The list of entrants is closed and the format fixed.
    RegistrationClosed {
        /// The stages.
        plan: StagePlan,
    },
    /// A link of the hash chain is public.
    DrawRevealed {
        /// Which draw, from 1.
        index: u32,
        /// The link.
        seed: Seed,
        /// What it decides ("round 3", "final ties").
        purpose: String,
        /// The players' nonces that are mixed in; see [`draw_key`](crate::draw_key).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        nonces: Vec<DrawNonce>,
    },
    /// The chairs of a round robin, by lot.
    SeatsDrawn {
        /// The stage, from 0.
        stage: u32,
        /// The entrants by chair.
        chairs: Vec<EntrantId>,
    },
    /// A round is paired.
    RoundPublished {
        /// Round, from 1.
        round: u32,
        /// Stage, from 0.
        stage: u32,
        /// When the clocks start, in ms since 1970.
        starts_at_ms: i64,
        /// The tables.
        pairings: Vec<PublishedPairing>,
        /// Who has a bye.
        byes: Vec<EntrantId>,
        /// Cost of a Swiss pairing, by level; empty in a round robin.
        cost: Cost,
        /// The draw it rests on.
        draw: Option<u32>,
        /// Deviations of this publication.
        #[serde(rename = "departures")]
        deviations: Vec<Deviation>,
        /// The director's hand in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edit: Option<PairingEdit>,
        /// [`ENGINE_EDITION`](crate::ENGINE_EDITION) of the engine that decided it; absent in streams of earlier versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        engine: Option<u32>,
    },
    /// A published round is taken back before its start; it is paired again under the same draw.
    RoundUnpublished {
        /// Round, from 1.
        round: u32,
        /// Id of the recorded reason.
        reason: String,
        /// What was announced of it stands, with the choices made.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        announcement_stands: bool,
    },
    /// Group A of the first round is named (WOC II.6.1).
    GroupANamed {
        /// Who played in a semi-final of the last ten world championships.
        entrants: Vec<EntrantId>,
    },
    /// The list that the finals go by, fixed when their first round is announced or published.
    ProvisionalListFixed {
        /// The list, best first.
        list: Vec<RankingLine>,
    },
    /// The next round of the finals is announced; its colours can be chosen.
    FinalsRoundAnnounced {
        /// Round, from 1.
        round: u32,
        /// Its start at the earliest, in ms since 1970.
        starts_at_ms: i64,
        /// What is played in it.
        #[serde(rename = "sitting")]
        session: FinalsSession,
        /// Deviations of this announcement.
        #[serde(rename = "departures")]
        deviations: Vec<Deviation>,
    },
    /// A player of an announced game has chosen (WOC IV.9, EGP IV.9).
    ColourChosen {
        /// The match.
        match_id: MatchId,
        /// Number of the game in the match, from 1.
        game: u32,
        /// Who, and what.
        choice: MadeChoice,
    },
    /// An entrant agrees to play a tied one for the better place (AGA).
    PlayoffAgreed {
        /// Who agrees.
        entrant: EntrantId,
        /// To play whom.
        opponent: EntrantId,
    },
    /// The scores before the first round are fixed (McMahon).
    StartingScoresFixed {
        /// Every entrant's.
        scores: Vec<StartingScore>,
    },
    /// An entrant is bound to a nonce of the next draw.
    NonceCommitted {
        /// The entrant.
        entrant: EntrantId,
        /// SHA-256 of the nonce.
        commitment: Seed,
    },
    /// An entrant's nonce for the next draw.
    NonceGiven {
        /// The entrant.
        entrant: EntrantId,
        /// The nonce.
        nonce: Seed,
    },
    /// A board has its result.
    ResultRecorded {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// The result.
        result: ResultRecord,
    },
    /// A board has another result; the earlier one stays on record.
    ResultCorrected {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// The result now in force.
        result: ResultRecord,
        /// Id of the recorded reason.
        reason: String,
        /// The last round that had been paired when this result of an earlier one changed.
        #[serde(default)]
        after_pairing_of: Option<u32>,
    },
    /// The game of a board goes on: its result is taken back.
    ResultWithdrawn {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// Id of the game.
        game: String,
    },
    /// The director has closed a round.
    RoundFinished {
        /// Round, from 1.
        round: u32,
    },
    /// Lots are drawn for ties that nothing else resolves (EGP II.3).
    LotsDrawn {
        /// All entrants, the best lot first.
        order: Vec<EntrantId>,
    },
    /// The event is over and its ranking final.
    TournamentConfirmed {
        /// The final ranking, best first.
        ranking: Vec<RankingLine>,
        /// Deviations found at the end.
        #[serde(rename = "departures")]
        deviations: Vec<Deviation>,
        /// [`ENGINE_EDITION`](crate::ENGINE_EDITION) of the engine that decided it; absent in streams of earlier versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        engine: Option<u32>,
    },
    /// A round counts as if it had never been published; the record keeps how it stood.
    RoundAnnulled {
        /// Round, from 1.
        round: u32,
        /// Id of the recorded reason.
        reason: String,
    },
    /// The event has fewer rounds, ended early, was abandoned or cancelled.
    EndedEarly(EarlyEnd),
    /// An entrant may put himself on the list.
    EntrantInvited {
        /// The entrant.
        entrant: EntrantId,
        /// The account that is invited; none in what earlier releases put on record.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        account: Option<AccountId>,
    },
    /// An invitation is taken back.
    InvitationRevoked {
        /// The entrant.
        entrant: EntrantId,
    },
    /// The tournament is full: an entrant waits for a place.
    EntrantWaits(Registration),
    /// An entrant waits no longer.
    WaitingEntrantRemoved {
        /// The entrant.
        entrant: EntrantId,
    },
    /// A nation sends players (WOC I.2.1).
    NationEntered(Nation),
    /// The federation's council decided about a nation that is no member (WOC I.2.1).
    NationDecided {
        /// Its country code.
        country: String,
        /// What it decided.
        decision: NationDecision,
    },
    /// A nation sends nobody.
    NationRemoved {
        /// Its country code.
        country: String,
    },
    /// A nation may change its team late (WOC I.2.2).
    LateChangePermitted(LateChangePermission),
    /// The timetable is set.
    TimetableSet {
        /// It, whole.
        timetable: Timetable,
        /// Who set it.
        by: AccountId,
    },
    /// The timetable is moved.
    TimetableMoved {
        /// It, whole.
        timetable: Timetable,
        /// Id of the recorded reason.
        reason: String,
        /// Who moved it.
        by: AccountId,
        /// Deviations of this move.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        deviations: Vec<Deviation>,
    },
    /// Who was not there as a round was published.
    MissingEntrantsListed {
        /// Round, from 1.
        round: u32,
        /// They, with why.
        missing: Vec<MissingEntrant>,
    },
    /// Entrants check in for a round.
    CheckInOpened {
        /// Round, from 1.
        round: u32,
    },
    /// An entrant is there.
    EntrantCheckedIn {
        /// Round, from 1.
        round: u32,
        /// The entrant.
        entrant: EntrantId,
    },
    /// Who has not checked in is not paired in that round.
    CheckInClosed {
        /// Round, from 1.
        round: u32,
    },
    /// An entrant is absent from single rounds.
    AbsenceAnnounced {
        /// The entrant.
        entrant: EntrantId,
        /// The rounds and what they score.
        rounds: Vec<AbsentRound>,
    },
    /// An entrant is back.
    AbsenceEnded {
        /// The entrant.
        entrant: EntrantId,
        /// The first round he can play again, from 1.
        from_round: u32,
    },
    /// An expelled entrant is back, the ruling having fallen.
    EntrantReinstated {
        /// The entrant.
        entrant: EntrantId,
    },
    /// A human refuses to be paired with computer programs (AGA).
    ComputersRefused {
        /// The human.
        entrant: EntrantId,
        /// He plays one all the same where he would have the bye.
        rather_than_bye: bool,
    },
    /// A human is paired with computer programs again.
    ComputersAccepted {
        /// The human.
        entrant: EntrantId,
    },
    /// A computer program has other parameters.
    ComputerParametersSet {
        /// The program.
        entrant: EntrantId,
        /// Id of the record that holds them.
        parameters: String,
    },
    /// An entrant's special needs are met from the next published round on; his assistant may move at once
    /// (WOC IV.10). Earlier grants of his are replaced.
    AccommodationGranted {
        /// The entrant.
        entrant: EntrantId,
        /// What he is granted.
        accommodation: Accommodation,
        /// Deviations of this grant.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[serde(rename = "departures")]
        deviations: Vec<Deviation>,
    },
    /// A penalty waits for a senior organiser's review (MSO 5.2).
    PenaltyProposed(PenaltyRuling),
    /// A penalty is reviewed.
    PenaltyReviewed {
        /// The ruling.
        ruling: String,
        /// It applies, or falls.
        confirmed: bool,
        /// Who reviews it.
        by: AccountId,
    },
    /// A penalty applies. What it does to boards and entrants follows as events of their own.
    PenaltyImposed(PenaltyRuling),
    /// A protest is filed.
    ProtestFiled(ProtestFiling),
    /// A protest is decided.
    ProtestDecided(ProtestDecision),
    /// An appeal is filed.
    AppealFiled(AppealFiling),
    /// Somebody reports an irregularity at a board.
    IrregularityReported(ReportFiling),
    /// An official answers a report.
    ReportAnswered(ReportAnswer),
    /// A committee hears the appeals of the event from now on.
    AppealsCommitteeAppointed {
        /// Its members.
        members: Vec<AccountId>,
        /// The chair, where one was named with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chair: Option<AccountId>,
        /// Who appoints it.
        by: AccountId,
    },
    /// There is no such committee any more.
    AppealsCommitteeDissolved {
        /// Who ended it.
        by: AccountId,
    },
    /// A member of that committee says whom he wants as chair.
    ChairNamed {
        /// The member wanted.
        chair: AccountId,
        /// The member who says so.
        by: AccountId,
    },
    /// The committee has selected its chair.
    ChairSelected {
        /// The member.
        chair: AccountId,
    },
    /// A committee hears an appeal.
    CommitteeAppointed(Committee),
    /// Testimony is heard.
    TestimonyNoted {
        /// The appeal.
        appeal: String,
        /// Id of the record that holds it.
        testimony: String,
        /// Who notes it.
        by: AccountId,
    },
    /// An appeal is decided. What it does to boards and entrants follows as events of their own.
    AppealDecided(AppealDecision),
    /// A player disputes a result.
    ResultDisputed {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// The player.
        entrant: EntrantId,
        /// Id of the recorded reason.
        reason: String,
    },
    /// The director lets a dispute hold up the next pairing, or no longer.
    PairingHeld {
        /// Round of the disputed board, from 1.
        round: u32,
        /// Its table, from 1.
        table: u32,
        /// It holds the next pairing up.
        held: bool,
    },
    /// A dispute is settled and the result stands.
    DisputeSettled {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// Id of the recorded reason.
        reason: String,
    },
    /// The event goes on at another server, which has everything up to this entry: nothing follows it here unless the
    /// event comes back.
    #[serde(rename = "moved_away")]
    TransferredAway {
        /// Which move.
        #[serde(rename = "move_id")]
        transfer_id: String,
        /// Where to, as the director wrote it.
        to: String,
        /// Rounds published by then: the tables of those move with it.
        rounds: u32,
    },
    /// The event is coming here: what its tables told last is taken in first.
    #[serde(rename = "moving_in")]
    TransferringIn {
        /// Which move.
        #[serde(rename = "move_id")]
        transfer_id: String,
    },
    /// The event is here and goes on.
    #[serde(rename = "moved_in")]
    TransferredIn {
        /// Which move.
        #[serde(rename = "move_id")]
        transfer_id: String,
        /// When the clocks that stand for the move go on, ms since 1970; absent: when an official says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resume_at_ms: Option<i64>,
        /// The key that signed what came in, which is trusted here; absent in streams of earlier versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signed_by: Option<String>,
    },
    /// The confirmed ranking has another version.
    RankingAmended {
        /// The version, from 2.
        version: u32,
        /// The final ranking now, best first.
        ranking: Vec<RankingLine>,
        /// Id of the recorded reason.
        reason: String,
        /// Who amends it.
        by: AccountId,
        /// [`ENGINE_EDITION`](crate::ENGINE_EDITION) of the engine that decided it; absent in streams of earlier versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        engine: Option<u32>,
    },
    /// It is settled what an entrant is on the federation's players list.
    ListedPlayerConfirmed {
        /// The entrant.
        entrant: EntrantId,
        /// What he is there.
        listing: Listing,
        /// Who says so.
        by: AccountId,
    },
    /// The event counts for ratings.
    EventApproved {
        /// Id of the recorded reason.
        reason: String,
        /// Who approves it.
        by: AccountId,
        /// The federation whose officer that is, by its code; absent where an administrator of an earlier program
        /// approved it: then its file counts without a release.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        federation: Option<String>,
    },
    /// Its rating file is offered to the committee.
    RatingFileReleased {
        /// Id of the recorded reason.
        reason: String,
        /// The officer.
        by: AccountId,
        /// The version of the ranking that was looked at, from 1.
        ranking_version: u32,
        /// The entrants whose numbers the players list did not know.
        unlisted: BTreeSet<EntrantId>,
    },
    /// Its rating file is given back to the director.
    RatingFileReturned {
        /// Id of the recorded reason.
        reason: String,
        /// The officer.
        by: AccountId,
    },
    /// Somebody complains of how it was directed.
    ComplaintFiled {
        /// Id of the complaint.
        complaint: String,
        /// Id of the recorded text.
        text: String,
        /// Who complains.
        by: AccountId,
    },
    /// A complaint is answered.
    ComplaintAnswered {
        /// Id of the complaint.
        complaint: String,
        /// Id of the recorded text.
        text: String,
        /// The officer.
        by: AccountId,
    },
    /// It counts no longer.
    ApprovalWithdrawn {
        /// Id of the recorded reason.
        reason: String,
        /// Who withdraws it.
        by: AccountId,
    },
    /// What was approved is no longer what was seen: it counts again once an officer approves it anew.
    ApprovalLapsed {
        /// What changed.
        cause: LapseCause,
    },
    /// Results that no game of the platform gave were played over the board.
    OverTheBoardDeclared {
        /// Their boards.
        boards: Vec<BoardRef>,
        /// Id of the recorded reason.
        reason: String,
        /// Who signs for them.
        by: AccountId,
    },
    /// What the rating file of the confirmed event says has changed: it gets another version.
    RatingFileDue {
        /// The final ranking, best first.
        ranking: Vec<RankingLine>,
    },
}
