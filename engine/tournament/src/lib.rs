//! The rules of Othello tournaments: rule sets, pairings, results and rankings.
//!
//! Three faces on one set of rules:
//! * the tournament stream, [`decide`] and [`evolve`], on which the pairing service runs and from which
//!   every reader of its journal derives the same [`TournamentState`];
//! * pure functions on a plain [`ResultTable`]: [`pair_round`], [`round_robin_round`], [`standings`] and
//!   [`crosstable`], which the offline tools call on results that come from files;
//! * the tables of officials' acts, [`InterestTable`] and [`Deed::power`], which the services ask about an event's acts
//!   and a table's alike.
//!
//! Nothing here reads a clock, draws a random number or does I/O; ranking is done in integers.

mod act_powers;
mod board_ref;
mod consent;
mod draw;
pub mod federation;
mod finals;
mod first_round;
mod half_points;
mod ids;
mod interest;
mod judging;
mod lists;
mod pairing;
mod papp;
mod people;
mod plan;
mod player_index;
mod refusals;
mod result_kind;
mod round_robin;
mod rule_set;
pub mod season;
mod stake;
mod standings;
mod stream;
mod swiss;
mod table;

pub use board_ref::BoardRef;
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
pub use half_points::HalfPoints;
pub use ids::{AccountId, EntrantId};
pub use interest::{Answer, Deed, Interest, InterestTable};
pub use judging::{Judged, Question};
pub use lists::{
    Categories, Category, CategoryLine, CategoryMember, Duty, DutyClock, DutyDone, DutyLine,
    DutyTime, Fraction, IndividualLine, MemberResult, PrizeRemainder, PrizeRules, PrizeShare,
    PrizeSplit, SeasonEvent, SeasonLine, SeasonPlace, SeasonProblem, SeasonResult, SeasonRules,
    TeamLine, TeamListRules, TeamMember, TeamTieBreak, TiedBy, category_list, duty_checklist,
    nations, season_points, season_table, split_prizes, team_list,
};
pub use outflank_othello::refusal::{Parameter, RefusalCode};
pub use pairing::{
    Acceleration, FirstRound, LockedPair, McMahonBand, PairingConstraints, PairingModel,
    PairingRequest, PairingRules, RoundRobinTable, StartingScores, extra_round, perfect_scores,
    starting_scores, virtual_scores,
};
pub use papp::{PAPP_MAXIMUM, PappPenalties, papp_bye};
pub use people::{
    AppealBody, AppealRules, Appointment, AssignedTables, CheckInPolicy, ComputerRules, EntryMode,
    EntryRules, Limits, OfficeRules, OfficialRole, PenaltyKind, PenaltyRules, Person, Power,
    RulesAcceptance, TeamRules, TitledCategory,
};
pub use plan::{
    FormatSentence, LEAST_ENTRANTS, MAX_ENTRANTS, MAX_QUALIFICATION_ROUNDS, PlanRow, PlannedStage,
    StagePlan, full_round_robin, plan_table, stage_plan,
};
pub use refusals::Refusal;
pub use result_kind::{Counts, ResultKind};
pub use round_robin::{
    RoundRobinRound, SeatedRound, chairs_from_first_round, round_robin_round, seat_round_robin,
};
pub use rule_set::{
    AbsencePolicy, AnnouncementKind, BoardSize, DefaultPolicy, Deviation, DirectorCall,
    ExtraRounds, FormatRow, Goal, HandicapRule, LagCredit, Opening, PassPolicy, Reading, RuleSet,
    RuleSetDifference, RuleSetOrigin, RuleSetOrigins, Scoring, SessionShare, Spectators,
    StageFormat, TimeControl, TimeControls, TimetableRules, Variant, changeable_fields,
    check_rule_set, check_time_control, compare_rule_sets, deviations, readings,
};
pub use stake::{LeftSeat, Officer, Plays, Share, SharedInterest, Touched};
pub use standings::{
    BrightwellConstant, CrosstableCell, Decision, PartedBy, RankingRules, SharedRanks, Standing,
    StandingsRules, TieBreak, TieResolution, crosstable, standings,
};
pub use stream::{
    Abandonment, Absence, AbsentRound, AcceptedRules, Accommodation, Act, AdjudicatedBoard,
    AmendedRules, AnnouncedRound, Announcement, AnnouncementAudience, AnnouncementSubject,
    Announcements, AnnulledRound, Appeal, AppealDecision, AppealEffect, AppealFiling, Appealed,
    Appeals, AppealsCommittee, Approval, Board, BoardExplained, BoardPurpose, BoardResult,
    BoundNonce, CheckInList, CheckWeight, Command, Committee, Complaint, CorrectedNumber,
    DecidedDispute, Declared, Description, Descriptions, Dispute, DisputeOutcome, DrawCheck,
    DrawNonce, ENGINE_EDITION, EarlyEnd, EarlyEndKind, EarlyEnds, EarlyFinish, EnteredResult,
    EntrantCorrection, EntrantNonce, EntrantState, Entry, EntryFacts, EntryHeader, EntryTerms,
    Event, Exclusion, ExclusionScope, FOLD_EDITION, FactBody, FederationAgreement, FeeNote,
    FileCause, FileChange, Finals, FixedPair, Handicap, Interests, Invitation, IssuedCode,
    LATEST_START_DAYS, LapseCause, LateChangePermission, Leg, ListClaim, Listing, LostBy, Lots,
    MadeAnnouncement, MadeDescription, ManualPair, ManualPairing, MissingCause, MissingEntrant,
    MovedStart, Nation, NationApplication, NationDecision, NationKind, NewAnnouncement,
    NewRehearsal, NextAct, NotedInterest, Offender, Offices, OwnClock, PairedEntrant, PairingEdit,
    Penalty, PenaltyRuling, PendingChange, PermittedLateChange, Phase, PlannedBreak, PlannedPlay,
    PlannedSession, PlannedStart, PlayerClock, Presence, PreviewedBoard, Protest, ProtestDecision,
    ProtestFiling, PublishedBoard, PublishedPairing, RankingLine, RankingVersion, RatingCheck,
    RatingCheckKind, RatingOffice, RatingStanding, RecordedEarlyEnd, Registration, Release, Report,
    ReportAnswer, ReportFiling, ReportOutcome, Representation, Residence, ResultAmendment,
    ResultRecord, Returned, RevealedDraw, Roles, Round, RoundAsked, RoundConstraints, RoundFate,
    RoundOfEntrants, RoundPreview, RoundState, RuleVersion, RulesAmendment, Ruling, RulingStatus,
    Rulings, ScoredRound, Seeding, SettledRound, Shortening, StartingScore, SummonedBy, SummonedTo,
    Summons, Teams, TimeClaim, Timetable, TimetableMove, Title, TournamentFacts, TournamentState,
    Transfer, UnfinishedRound, check_handicaps, decide, deed_of, evolve, explain_published,
    officer_of, permitted, permitted_until, preview_round, rehearse, repeat_draws,
};
pub use swiss::{
    BoardExplanation, BoardOf, Cost, Float, Lot, MAX_SWISS_PLAYERS, PairingBreach, PairingError,
    PairingJudgement, PairingLevel, PairingWeights, PlayerBefore, SwissPairing, explain_board,
    explain_round, judge_pairing, pair_round, pairing_cost, pairing_weights,
};
pub use table::{
    Colour, Fall, GameResult, ResultTable, TableGame, TablePlayer, TableProblem, TableRound,
};
