//! The rules of Othello tournaments: rule sets, pairings, results and rankings.
//!
//! Two faces on one set of rules:
//! * the tournament stream, [`decide`] and [`evolve`], on which the pairing service runs and from which
//!   every reader of its journal derives the same [`TournamentState`];
//! * pure functions on a plain [`ResultTable`]: [`pair_swiss`], [`round_robin_round`], [`standings`] and
//!   [`crosstable`], which the offline tools call on results that come from files.
//!
//! Nothing here reads a clock, draws a random number or does I/O; ranking is done in integers.

mod consent;
mod draw;
mod finals;
mod first_round;
mod ids;
mod interest;
mod judging;
mod lists;
mod pairing;
mod papp;
mod people;
mod plan;
mod refusals;
mod round_robin;
mod rule_set;
mod stake;
mod standings;
mod stream;
mod swiss;
mod table;

pub use consent::Consent;
pub use draw::{Lottery, Seed, chain_link, draw_key};
pub use finals::{
    Choice, ChoiceTime, ColourRight, DecidedBy, DueGame, FinalRank, FinalsFormat, FinalsInput,
    FinalsPlayer, FinalsProgress, FinalsRemark, FinalsSession, FinalsStage, FirstGameRight,
    MadeChoice, MatchDecision, MatchFormat, MatchGame, MatchId, MatchProgress, SettledBy,
    SettledColours, SideRound, SideSwiss, SideSwissState, WomensFinals, check_choice,
    check_finals_format, egp_finals_sources, progress as finals_progress, settle_colours,
    woc_finals_sources,
};
pub use ids::{AccountId, EntrantId};
pub use interest::{Answer, Deed, Interest, InterestTable};
pub use judging::{Judged, Question};
pub use lists::{
    Categories, Category, CategoryLine, CategoryMember, Duty, DutyLine, DutyTime, Fraction,
    IndividualLine, MemberResult, PrizeRemainder, PrizeRules, PrizeShare, PrizeSplit, SeasonEvent,
    SeasonLine, SeasonPlace, SeasonProblem, SeasonResult, SeasonRules, TeamLine, TeamListRules,
    TeamMember, TeamTieBreak, TiedBy, category_list, duty_checklist, nations, season_points,
    season_table, split_prizes, team_list,
};
pub use outflank_othello::refusal::{Parameter, RefusalCode};
pub use pairing::{
    Acceleration, FirstRound, LockedPair, McMahonBand, PairingConstraints, PairingModel,
    PairingRequest, PairingRules, RoundPairing, RoundRobinTable, StartingScores, extra_round,
    pair_round, perfect_scores, starting_scores, virtual_scores,
};
pub use papp::{
    PAPP_MAXIMUM, PappExplanation, PappPairing, PappParts, PappPenalties, PappRequest,
    explain_papp, pair_papp, papp_bye, papp_cost,
};
pub use people::{
    AppealBody, AppealRules, CheckInPolicy, ComputerRules, EntryMode, EntryRules, OfficeRules,
    OfficialRole, PenaltyKind, PenaltyRules, Person, TeamRules,
};
pub use plan::{
    FormatSentence, MAX_ENTRANTS, MAX_QUALIFICATION_ROUNDS, PlanRow, PlannedStage, StagePlan,
    full_round_robin, plan_table, stage_plan,
};
pub use refusals::Refusal;
pub use round_robin::{
    RoundRobinRound, SeatedRound, chairs_from_first_round, round_robin_round, seat_round_robin,
};
pub use rule_set::{
    AbsencePolicy, AnnouncementKind, BoardSize, DefaultPolicy, Deviation, DirectorCall,
    ExtraRounds, FormatRow, Goal, HandicapRule, LagCredit, Opening, PassPolicy, Reading, RuleSet,
    Scoring, Spectators, StageFormat, TimeControl, TimeControls, Variant, check_rule_set,
    check_time_control, deviations, readings,
};
pub use stake::{LeftSeat, Officer, Plays, Share, SharedInterest, Touched};
pub use standings::{
    BrightwellConstant, CrosstableCell, Decision, PartedBy, RankingRules, SharedRanks, Standing,
    StandingsRules, TieBreak, TieResolution, crosstable, halves_text, standings,
};
pub use stream::{
    Absence, Act, AnnouncedRound, Approval, Board, BoardExplained, BoardPurpose, BoardResult,
    Command, DrawNonce, EntrantNonce, EntrantState, EntryHeader, Event, FactBody, FixedPair,
    ManualPair, ManualPairing, NextAct, OwnClock, PairingEdit, Phase, PlayerClock, PublishedBoard,
    PublishedPairing, RankingLine, Registration, ResultKind, ResultRecord, RevealedDraw, Roles,
    Round, RoundConstraints, RoundOfEntrants, RoundState, StartingScore, Title, TournamentFacts,
    TournamentState, Transfer, decide, evolve, explain_published, permitted,
};
pub use stream::{
    AbsentRound, Accommodation, Appeal, AppealDecision, AppealEffect, AppealFiling, Appealed,
    CheckInList, Committee, Dispute, EntrantCorrection, Exclusion, ExclusionScope, Handicap,
    LapseCause, LateChangePermission, Leg, ListClaim, Listing, Nation, NationKind, Offender,
    Penalty, PenaltyRuling, Protest, ProtestDecision, ProtestFiling, RankingVersion,
    ResultAmendment, Ruling, RulingStatus,
};
pub use stream::{
    Announcement, AnnouncementAudience, AnnouncementSubject, Announcements, MadeAnnouncement,
    NewAnnouncement,
};
pub use stream::{
    Appeals, Entry, Finals, Interests, Lots, Offices, Presence, Rulings, Seeding, Teams,
};
pub use stream::{DrawCheck, repeat_draws};
pub use stream::{IssuedCode, NotedInterest, PairedEntrant, deed_of};
pub use swiss::{
    BoardExplanation, BoardOf, Cost, MAX_SWISS_PLAYERS, PairingBreach, PairingError,
    PairingJudgement, PairingLevel, PairingWeights, SwissPairing, SwissRequest, explain_board,
    explain_round, judge_pairing, pair_swiss, pairing_cost, pairing_weights,
};
pub use table::{
    Colour, Fall, GameResult, ResultTable, TableGame, TablePlayer, TableProblem, TableRound,
};
