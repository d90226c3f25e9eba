//! What can be asked of a tournament. Who may ask is the service's to judge.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::consent::Consent;
use crate::draw::Seed;
use crate::finals::{MadeChoice, MatchId};
use crate::ids::{AccountId, EntrantId};
use crate::people::{OfficialRole, Power};
use crate::rule_set::{RuleSet, RuleSetOrigin};
use crate::stream::{
    Abandonment, Absence, Accommodation, AppealDecision, AppealFiling, Committee, Declared,
    Description, EarlyFinish, EntrantCorrection, FederationAgreement, FeeNote, Handicap,
    LateChangePermission, Listing, ManualPairing, Nation, NationDecision, NewAnnouncement,
    PenaltyRuling, PlayerClock, ProtestDecision, ProtestFiling, Registration, ReportAnswer,
    ReportFiling, ResultAmendment, ResultRecord, RoundConstraints, RulesAmendment, Shortening,
    Timetable, TimetableMove, TournamentFacts,
};

/// A command to the tournament stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// Create the tournament.
    CreateTournament {
        /// Its public facts.
        facts: TournamentFacts,
        /// Its rules.
        rule_set: RuleSet,
        /// The saved rule set that they are a version of.
        origin: Option<RuleSetOrigin>,
        /// The end of the reverse hash chain of its draws: [`chain_link`](crate::chain_link) 0.
        draw_anchor: Seed,
        /// The head tournament director.
        head_director: AccountId,
        /// The second confirmation that rules outside their text need.
        accept_deviations: bool,
    },
    /// Put other rules in force, before round 1.
    ChangeRuleSet {
        /// The rules.
        rule_set: RuleSet,
        /// The saved rule set that they are a version of.
        origin: Option<RuleSetOrigin>,
        /// The second confirmation that rules outside their text need.
        accept_deviations: bool,
    },
    /// Amend the rules after round 1, from the next round on.
    AmendRules(RulesAmendment),
    /// Announce something, or correct an announcement.
    Announce(NewAnnouncement),
    /// Write what the event says of itself, whole.
    DescribeTournament {
        /// The texts.
        description: Description,
        /// Who writes them.
        by: AccountId,
    },
    /// Make an account an official, or give an official another role.
    AppointOfficial {
        /// The account.
        account: AccountId,
        /// The role.
        role: OfficialRole,
        /// Who appoints.
        by: AccountId,
        /// The consents of officials without an interest that it rests on.
        consents: Vec<String>,
        /// The powers that he gets; `None`: those of the role.
        #[serde(default)]
        powers: Option<BTreeSet<Power>>,
    },
    /// Assign tables to a table judge or a monitor, who then acts at those alone.
    AssignTables {
        /// The official.
        official: AccountId,
        /// Round, from 1; `None`: every round that has none of its own.
        round: Option<u32>,
        /// The tables, from 1; none end the assignment.
        tables: BTreeSet<u32>,
    },
    /// Tick a duty of the rules off.
    TickDuty {
        /// Its code.
        duty: String,
        /// Id of the recorded note.
        note: Option<String>,
        /// Who ticks it off.
        by: AccountId,
    },
    /// Take that back.
    UntickDuty {
        /// Its code.
        duty: String,
        /// Id of the recorded note.
        note: Option<String>,
        /// Who takes it back.
        by: AccountId,
    },
    /// End an official's office; the last head director stays.
    DismissOfficial {
        /// The account.
        account: AccountId,
    },
    /// Put an entrant on the list, or on the waiting list where the tournament is full; after round 1 is
    /// published as a late entrant, where the rules let him in.
    RegisterEntrant(Registration),
    /// Put right what the list says of an entrant.
    CorrectEntrant(EntrantCorrection),
    /// Declare what the rules ask of an entrant: he himself, or an official on his word.
    DeclareEntry {
        /// The entrant.
        entrant: EntrantId,
        /// What he declares.
        declared: Declared,
        /// Who says so: he himself, or an official on his word.
        by: AccountId,
    },
    /// Note whether the fee of an entrant is paid.
    NoteFee {
        /// The entrant.
        entrant: EntrantId,
        /// What is noted.
        note: FeeNote,
    },
    /// Note whether the federation agrees to an entry.
    NoteFederationAgreement {
        /// The entrant.
        entrant: EntrantId,
        /// What is noted.
        agreement: FederationAgreement,
    },
    /// Take an entrant off the list, before round 1.
    RemoveEntrant {
        /// The entrant.
        entrant: EntrantId,
    },
    /// Have a code made that gives whoever claims it an entrant's seat.
    IssueSeatCode {
        /// The entrant.
        entrant: EntrantId,
        /// Who has it made.
        by: AccountId,
        /// The ids of the consents that this rests on.
        consents: Vec<String>,
    },
    /// Consent to one act of an official who has an interest in it.
    GiveConsent(Consent),
    /// End the consents that an act at a table used up.
    EndConsents {
        /// Their ids.
        consents: Vec<String>,
    },
    /// Give an entrant's seat to an account; also after publication.
    AssignSeat {
        /// The entrant.
        entrant: EntrantId,
        /// The account.
        account: AccountId,
        /// Who operates it, where it is a program's.
        operator: Option<AccountId>,
    },
    /// Free an entrant's seat.
    ReleaseSeat {
        /// The entrant.
        entrant: EntrantId,
    },
    /// Withdraw an entrant from the next round on (EGP II.6).
    WithdrawEntrant {
        /// The entrant.
        entrant: EntrantId,
    },
    /// Pair and publish the next round. Round 1 closes the registration.
    PublishRound {
        /// When the clocks start, in ms since 1970; in the past means now. 0: as the timetable says, or now.
        starts_at_ms: i64,
        /// The next link of the chain. Required where [`TournamentState::next_draw`] names a draw, and not
        /// looked at elsewhere.
        ///
        /// [`TournamentState::next_draw`]: crate::TournamentState::next_draw
        seed: Option<Seed>,
        /// The second confirmation that a format outside the text needs.
        accept_deviations: bool,
        /// It may start in a break of the timetable.
        #[serde(default)]
        into_break: bool,
        /// The whole round as the director sets it; `None` leaves it to the pairing.
        #[serde(default)]
        manual: Option<ManualPairing>,
        /// What the director fixes of a round that the pairing completes.
        #[serde(default)]
        constraints: RoundConstraints,
        /// Players with time controls of their own in this round.
        #[serde(default)]
        clocks: Vec<PlayerClock>,
        /// Handicaps that the director gives in this round, or takes from whom the rules give one.
        #[serde(default)]
        handicaps: Vec<Handicap>,
    },
    /// Name group A of the first round, before it is published (WOC II.6.1); the last list counts.
    NameGroupA {
        /// Who played in a semi-final of the last ten world championships.
        entrants: Vec<EntrantId>,
    },
    /// Announce the next round of the finals, so that colours can be chosen.
    AnnounceFinalsRound {
        /// Its start at the earliest, in ms since 1970. 0: as the timetable says, or after the default notice.
        starts_at_ms: i64,
        /// The second confirmation that a short notice needs.
        accept_deviations: bool,
    },
    /// Choose the colour or the win of a draw in an announced game (WOC IV.9, EGP IV.9).
    ChooseColour {
        /// The match.
        match_id: MatchId,
        /// Who, and what.
        choice: MadeChoice,
    },
    /// Agree to play a tied entrant for the better place; it is played once both agree (AGA).
    AgreeToPlayoff {
        /// Who agrees.
        entrant: EntrantId,
        /// To play whom.
        opponent: EntrantId,
    },
    /// Take the last published round back, before it starts and while no board has a result.
    UnpublishRound {
        /// Round, from 1.
        round: u32,
        /// Id of the recorded reason.
        reason: String,
    },
    /// Bind an entrant to a nonce for the next draw before it is given.
    CommitNonce {
        /// The entrant.
        entrant: EntrantId,
        /// SHA-256 of the nonce.
        commitment: Seed,
    },
    /// Give an entrant's nonce for the next draw; its publication closes the giving.
    GiveNonce {
        /// The entrant.
        entrant: EntrantId,
        /// The nonce.
        nonce: Seed,
    },
    /// Record the result of an open board.
    RecordResult {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// The result.
        result: ResultRecord,
    },
    /// Replace the result of a board.
    CorrectResult {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// The result.
        result: ResultRecord,
        /// Id of the recorded reason.
        reason: String,
    },
    /// Take back the result of a game that goes on, while its round is unfinished.
    WithdrawResult {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// Id of the game.
        game: String,
    },
    /// Close the round, all its boards having results.
    FinishRound {
        /// Round, from 1.
        round: u32,
    },
    /// Draw lots for the ties left after the last round.
    DrawLots {
        /// The next link of the chain.
        seed: Seed,
    },
    /// Confirm the event: its ranking is final.
    ConfirmTournament {
        /// End without the finals that the rules want (a deviation).
        without_finals: bool,
    },
    /// Play fewer rounds of the qualification than planned.
    ShortenQualification(Shortening),
    /// Play nothing after the finished rounds: the qualification ends, or the finals.
    EndEarly(EarlyFinish),
    /// Stop for good; what was finished is kept.
    AbandonTournament(Abandonment),
    /// Have the event not take place.
    CancelTournament {
        /// Every published round is annulled.
        annul_rounds: bool,
        /// Id of the recorded reason.
        reason: String,
        /// Who cancels it.
        by: AccountId,
    },
    /// Let an entrant put himself on the list.
    InviteEntrant {
        /// The entrant.
        entrant: EntrantId,
        /// The account that is invited, where it is known.
        account: Option<AccountId>,
    },
    /// Take an invitation back.
    RevokeInvitation {
        /// The entrant.
        entrant: EntrantId,
    },
    /// Enter a nation that sends players (WOC I.2.1).
    EnterNation(Nation),
    /// Note what the federation's council decided about a nation that is no member (WOC I.2.1).
    DecideNation {
        /// Its country code.
        country: String,
        /// What it decided.
        decision: NationDecision,
    },
    /// Take a nation off, none of its players being on the list.
    RemoveNation {
        /// Its country code.
        country: String,
    },
    /// Permit a nation to change its team late (WOC I.2.2).
    PermitLateChange(LateChangePermission),
    /// Set the whole timetable.
    SetTimetable {
        /// It.
        timetable: Timetable,
        /// Who sets it.
        by: AccountId,
    },
    /// Move the timetable, which is announced with the reason.
    MoveTimetable(TimetableMove),
    /// Open the check-in for the next round.
    OpenCheckIn {
        /// Round, from 1.
        round: u32,
    },
    /// Check an entrant in for the round whose check-in is open.
    CheckIn {
        /// The entrant.
        entrant: EntrantId,
    },
    /// Close the check-in: who has not checked in is not paired.
    CloseCheckIn {
        /// Round, from 1.
        round: u32,
    },
    /// Announce an entrant's absence from rounds that are not paired yet.
    AnnounceAbsence {
        /// The entrant.
        entrant: EntrantId,
        /// The rounds, from 1.
        rounds: Vec<u32>,
    },
    /// Have an absent entrant paired again from the next round on.
    EndAbsence {
        /// The entrant.
        entrant: EntrantId,
    },
    /// Record that a player did not appear within the limit of the rules.
    RecordNoShow {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// Who did not appear.
        absent: Absence,
    },
    /// Refuse to be paired with computer programs (AGA).
    RefuseComputers {
        /// The human.
        entrant: EntrantId,
        /// He plays one all the same where he would have the bye.
        rather_than_bye: bool,
    },
    /// Take that refusal back.
    AcceptComputers {
        /// The human.
        entrant: EntrantId,
    },
    /// Give a computer program other parameters, between rounds.
    SetComputerParameters {
        /// The program.
        entrant: EntrantId,
        /// Id of the record that holds them.
        parameters: String,
    },
    /// Meet an entrant's special needs (WOC IV.10); an empty grant takes an earlier one back.
    GrantAccommodation {
        /// The entrant.
        entrant: EntrantId,
        /// What he is granted.
        accommodation: Accommodation,
        /// The second confirmation that time outside the text needs.
        accept_deviations: bool,
    },
    /// Impose a penalty, or propose it where the rules want a review.
    ImposePenalty(PenaltyRuling),
    /// Review a proposed penalty (MSO 5.2).
    ReviewPenalty {
        /// The ruling.
        ruling: String,
        /// It applies, or falls.
        confirmed: bool,
        /// Who reviews it.
        by: AccountId,
    },
    /// File a protest.
    FileProtest(ProtestFiling),
    /// Decide a protest.
    DecideProtest(ProtestDecision),
    /// Appeal against a ruling or the decision of a protest.
    FileAppeal(AppealFiling),
    /// Report an irregularity at a board of the running round (WOC I.5).
    ReportIrregularity(ReportFiling),
    /// Answer a report.
    AnswerReport(ReportAnswer),
    /// Appoint the committee that hears the appeals of the event.
    AppointAppealsCommittee {
        /// Its members.
        members: Vec<AccountId>,
        /// The chair; `None`: the members select one of their number (AGA IV).
        chair: Option<AccountId>,
        /// Who appoints it.
        by: AccountId,
    },
    /// End that committee; the appeals that it hears stay with it.
    DissolveAppealsCommittee {
        /// Who ends it.
        by: AccountId,
    },
    /// Say, as a member, whom that committee shall have as chair.
    NameChair {
        /// The member wanted.
        chair: AccountId,
        /// The member who says so.
        by: AccountId,
    },
    /// Appoint the committee of an appeal; without members the event's.
    AppointCommittee(Committee),
    /// Note testimony in an appeal.
    NoteTestimony {
        /// The appeal.
        appeal: String,
        /// Id of the record that holds it.
        testimony: String,
        /// Who notes it.
        by: AccountId,
    },
    /// Decide an appeal.
    DecideAppeal(AppealDecision),
    /// Dispute the result of a board.
    DisputeResult {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// The player.
        entrant: EntrantId,
        /// Id of the recorded reason.
        reason: String,
    },
    /// Let a dispute hold up the next pairing, or no longer.
    HoldPairing {
        /// Round of the disputed board, from 1.
        round: u32,
        /// Its table, from 1.
        table: u32,
        /// It holds the next pairing up.
        held: bool,
    },
    /// Settle a dispute: the result stands.
    SettleDispute {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// Id of the recorded reason.
        reason: String,
    },
    /// Have the event go on at another server.
    TransferAway {
        /// Which move: an id drawn for it.
        transfer_id: String,
        /// Where to, in the director's words.
        to: String,
    },
    /// Begin to take in an event that comes from another server.
    BeginTransferIn {
        /// Which move: the one it went away with.
        transfer_id: String,
    },
    /// Have the event go on here.
    TransferIn {
        /// Which move: the one it went away with.
        transfer_id: String,
        /// When the clocks that stand for the move go on, ms since 1970; `None`: when an official says so.
        resume_at_ms: Option<i64>,
        /// The trusted key that signed what came in.
        signed_by: String,
        /// That key is this server's own. Another's approval does not count here.
        own: bool,
    },
    /// Correct results of a confirmed event: its ranking gets another version.
    AmendConfirmed {
        /// The corrected results; none where only new rulings changed the ranking.
        results: Vec<ResultAmendment>,
        /// The next link of the chain, where lots have to be drawn now.
        seed: Option<Seed>,
        /// Id of the recorded reason.
        reason: String,
        /// Who amends it.
        by: AccountId,
    },
    /// Say what an entrant is on the federation's players list.
    ConfirmListedPlayer {
        /// The entrant.
        entrant: EntrantId,
        /// What he is there.
        listing: Listing,
        /// Who says so.
        by: AccountId,
    },
    /// Have the event count for ratings.
    ApproveEvent {
        /// Id of the recorded reason.
        reason: String,
        /// Who approves it: a rating officer.
        by: AccountId,
        /// The federation whose officer that is, by its code.
        federation: String,
        /// Whom the federations of the host nation let direct rated events.
        directors: BTreeSet<AccountId>,
    },
    /// Offer the rating file to the committee.
    ReleaseRatingFile {
        /// The version of the ranking that was looked at, from 1.
        ranking_version: u32,
        /// Id of the recorded reason.
        reason: String,
        /// The officer.
        by: AccountId,
        /// The entrants whose numbers the players list does not know.
        unlisted: BTreeSet<EntrantId>,
    },
    /// Give the rating file back to the director.
    ReturnRatingFile {
        /// Id of the recorded reason.
        reason: String,
        /// The officer.
        by: AccountId,
    },
    /// Complain of how the event was directed.
    FileComplaint {
        /// Id of the complaint.
        complaint: String,
        /// Id of the recorded text.
        text: String,
        /// Who complains.
        by: AccountId,
    },
    /// Answer a complaint.
    AnswerComplaint {
        /// Id of the complaint.
        complaint: String,
        /// Id of the recorded text.
        text: String,
        /// The officer.
        by: AccountId,
    },
    /// Have it count no longer.
    WithdrawApproval {
        /// Id of the recorded reason.
        reason: String,
        /// Who withdraws it.
        by: AccountId,
    },
    /// Sign that the results which no game of the platform gave were played over the board.
    DeclareOverTheBoard {
        /// Id of the recorded reason.
        reason: String,
        /// Who signs.
        by: AccountId,
    },
}
