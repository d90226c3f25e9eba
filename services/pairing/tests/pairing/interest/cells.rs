//! Every act with every interest.

use std::collections::BTreeSet;

use outflank_access::Problem;
use outflank_proto::{
    contract::{METHODS, Need, Verb},
    pairing::v1 as proto,
    schema,
};
use outflank_tournament::{Answer, Deed, Interest, InterestTable, RuleSet};

use super::{ASSISTANT, appoint, enter, noted, opponent_of, publish};
use crate::world::{DIRECTOR, World};

/// What changes an event without being an official's act.
const NOBODYS: [&str; 27] = [
    // They are of casual play, which has no officials.
    "block_player",
    "challenge_on_ladder",
    "join_contest",
    "leave_contest",
    "withdraw_ladder_challenge",
    "yield_on_ladder",
    "report_player",
    "unblock_player",
    "create_challenge",
    "offer_rematch",
    "take_challenge",
    "withdraw_challenge",
    "commit_nonce",
    "enter_tournament",
    "file_appeal",
    "file_complaint",
    "give_consent",
    "give_nonce",
    "name_chair",
    "note_testimony",
    // They look at a round, and at files, and change nothing.
    "preview_papp_files",
    "preview_round",
    // It founds another event.
    "rehearse_tournament",
    "report_irregularity",
    // Every act that it is made of is judged by itself.
    "take_papp_files",
    // Of a season.
    "tick_season_duty",
    "untick_season_duty",
];
/// What refuses for an interest.
const OF_INTEREST: [&str; 4] = [
    "own_game",
    "opponent_of_round",
    "rival_of_stage",
    "consent_needed",
];

fn snake_case(name: &str) -> String {
    let mut written = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !written.is_empty() {
            written.push('_');
        }
        written.extend(letter.to_lowercase());
    }
    written
}

#[test]
fn every_official_s_act_of_the_contract_is_in_the_table() {
    let is_act = |method: &&outflank_proto::contract::Method| {
        let people = matches!(
            method.need,
            Need::Director
                | Need::DirectorOrOfficer
                | Need::SeatOrDirector
                | Need::Account
                | Need::Seat
        );
        // At a table a seat's acts are the player's own.
        let seat = matches!(method.need, Need::Seat | Need::Account);
        let of_event = method.package == "outflank.pairing.v1" && people;
        let of_table = method.package == "outflank.play.v1" && people && !seat;
        let changes = method.http.is_some_and(|http| http.verb != Verb::Get);
        changes && (of_event || of_table)
    };
    let contract: BTreeSet<String> = METHODS
        .iter()
        .filter(is_act)
        .map(|method| snake_case(method.name))
        .map(|name| name.replace("officiate_round", "officiate"))
        .filter(|name| !NOBODYS.contains(&name.as_str()))
        // By a code of identity's.
        .chain([Deed::ClaimSeat.name().to_owned()])
        .collect();
    let method_of = |deed: &Deed| deed.name().split('.').next().unwrap().to_owned();
    let table: BTreeSet<String> = Deed::ALL.iter().map(method_of).collect();
    assert_eq!(table, contract);

    let acts = schema::message("outflank.play.v1.OfficialAct").unwrap();
    let contract: BTreeSet<&str> = acts.fields.iter().map(|field| field.name).collect();
    let at_table = |deed: &Deed| deed.name().strip_prefix("officiate.");
    let table: BTreeSet<&str> = Deed::ALL
        .iter()
        .filter_map(at_table)
        .map(|act| act.split('.').next().unwrap())
        .collect();
    assert_eq!(table, contract);
}

/// Whom and what an act is about.
#[derive(Debug)]
struct Target {
    round: u32,
    table: u32,
    entrant: String,
    /// Where the entrant plays in the round that is open.
    open_table: u32,
}

/// Two rounds of eight entrants, the second open, and what is the director's own, his opponent's and a rival's in it.
async fn event(world: &World, plays: bool) -> (String, [Target; 3]) {
    let mut rules = RuleSet::preset("club").unwrap();
    rules.rounds = Some(5);
    let id = world
        .create_under(&serde_json::to_value(rules).unwrap())
        .await;
    let entrants = world.register(&id, 8).await;
    appoint(world, &id, ASSISTANT, "assistant_director").await;
    if plays {
        world.claim(&id, &entrants[1], DIRECTOR);
        world.catch_up().await;
    }
    let own = entrants[1].as_str();
    let first = publish(world, &id).await;
    for board in &first.boards {
        let official = (id.as_str(), ASSISTANT);
        enter(world, official, (1, board.table), 40).await.unwrap();
    }
    world.finish(&id, 1).await.unwrap();
    let second = publish(world, &id).await;
    let at = |round: &proto::Round, entrant: &str| {
        let seated = |board: &&proto::Board| {
            board.black_entrant_id == entrant || board.white_entrant_id == entrant
        };
        round.boards.iter().find(seated).unwrap().clone()
    };
    let opponent = opponent_of(&at(&second, own), own);
    let is_free = |board: &&proto::Board| {
        let players = [&board.black_entrant_id, &board.white_entrant_id];
        players.iter().all(|id| **id != own && **id != opponent)
    };
    let rivals = first.boards.iter().find(is_free).unwrap();
    let target = |round, table, entrant: &str| Target {
        round,
        table,
        entrant: entrant.to_owned(),
        open_table: at(&second, entrant).table,
    };
    let targets = [
        target(1, rivals.table, &rivals.black_entrant_id),
        target(1, at(&first, &opponent).table, &opponent),
        target(2, at(&second, own).table, own),
    ];
    (id, targets)
}

/// Does an act by the director's hand, with values that pass what the service itself looks at. `None`: it is no act of
/// an event, or one that another act of the contract turns out to be.
async fn attempt(world: &World, id: &str, deed: Deed, at: &Target) -> Option<Result<(), Problem>> {
    let (round, table) = (at.round, at.table);
    macro_rules! ask_as_director {
        ($rpc:ident, $request:ident { $($field:ident: $value:expr),* $(,)? }) => {{
            #[allow(clippy::needless_update, reason = "some requests have no more fields")]
            let asked = proto::$request {
                command_id: world.command_id(),
                tournament_id: id.to_owned(),
                $($field: $value,)*
                ..Default::default()
            };
            Some(ask!(world, DIRECTOR, $rpc, asked).map(|_| ()))
        }};
    }
    let (entrant_id, reason) = (at.entrant.clone(), "Seen by the desk.".to_owned());
    let annulled = proto::UnfinishedRound {
        fate: "annulled".to_owned(),
        boards: Vec::new(),
    };
    let adjudicated = proto::UnfinishedRound {
        fate: "adjudicated".to_owned(),
        boards: vec![proto::AdjudicatedBoard {
            table: at.open_table,
            black_discs: 40,
        }],
    };
    match deed {
        Deed::ChangeRuleSet => ask_as_director!(
            change_rule_set,
            ChangeRuleSetRequest {
                rule_set_json: "{}".to_owned(),
            }
        ),
        Deed::AmendRules => ask_as_director!(
            amend_rules,
            AmendRulesRequest {
                rule_set_json: "{}".to_owned(),
                reason: reason.clone(),
                announcement: reason,
            }
        ),
        Deed::SetTimetable => ask_as_director!(
            set_timetable,
            SetTimetableRequest {
                timetable: Some(proto::Timetable::default()),
            }
        ),
        Deed::MoveTimetable => ask_as_director!(
            move_timetable,
            MoveTimetableRequest {
                timetable: Some(proto::Timetable::default()),
                reason: reason,
            }
        ),
        Deed::Announce => ask_as_director!(
            announce,
            AnnounceRequest {
                kind: "general".to_owned(),
                audience: "everybody".to_owned(),
                text: reason,
            }
        ),
        Deed::DescribeTournament => ask_as_director!(
            describe_tournament,
            DescribeTournamentRequest {
                description: Some(proto::Description {
                    place: reason,
                    ..proto::Description::default()
                }),
            }
        ),
        Deed::AppointOfficial => ask_as_director!(
            appoint_official,
            AppointOfficialRequest {
                account_id: "nora".to_owned(),
                role: "table_judge".to_owned(),
            }
        ),
        Deed::DismissOfficial => ask_as_director!(
            dismiss_official,
            DismissOfficialRequest {
                account_id: ASSISTANT.to_owned(),
            }
        ),
        Deed::AssignTables => ask_as_director!(
            assign_tables,
            AssignTablesRequest {
                account_id: "nora".to_owned(),
                tables: vec![1],
            }
        ),
        Deed::AppointAppealsCommittee => ask_as_director!(
            appoint_appeals_committee,
            AppointAppealsCommitteeRequest {
                member_account_ids: vec!["nora".to_owned()],
            }
        ),
        Deed::DissolveAppealsCommittee => ask_as_director!(
            dissolve_appeals_committee,
            DissolveAppealsCommitteeRequest {}
        ),
        Deed::TickDuty => ask_as_director!(
            tick_duty,
            TickDutyRequest {
                duty: "results_sent".to_owned(),
            }
        ),
        Deed::UntickDuty => ask_as_director!(
            untick_duty,
            UntickDutyRequest {
                duty: "results_sent".to_owned(),
            }
        ),
        Deed::RegisterEntrant => ask_as_director!(
            register_entrant,
            RegisterEntrantRequest {
                surname: "Late".to_owned(),
                country: "FRA".to_owned(),
            }
        ),
        Deed::InviteEntrant => ask_as_director!(
            invite_entrant,
            InviteEntrantRequest {
                account_id: "nora".to_owned(),
            }
        ),
        Deed::RevokeInvitation => ask_as_director!(
            revoke_invitation,
            RevokeInvitationRequest {
                account_id: "nora".to_owned(),
            }
        ),
        Deed::EnterNation => ask_as_director!(
            enter_nation,
            EnterNationRequest {
                nation: Some(proto::Nation {
                    country: "FRA".to_owned(),
                    ..Default::default()
                }),
            }
        ),
        Deed::DecideNation => ask_as_director!(
            decide_nation,
            DecideNationRequest {
                country: "FRA".to_owned(),
                decided_on: "2026-01-01".to_owned(),
            }
        ),
        Deed::RemoveNation => ask_as_director!(
            remove_nation,
            RemoveNationRequest {
                country: "FRA".to_owned(),
            }
        ),
        Deed::PermitLateChange => ask_as_director!(
            permit_late_change,
            PermitLateChangeRequest {
                country: "FRA".to_owned(),
                reason: reason,
            }
        ),
        Deed::NameGroupA => ask_as_director!(name_group_a, NameGroupARequest {}),
        Deed::CorrectEntrant => ask_as_director!(
            correct_entrant,
            CorrectEntrantRequest {
                entrant_id: entrant_id,
                surname: "Renamed".to_owned(),
                country: "FRA".to_owned(),
                reason: reason,
            }
        ),
        Deed::NoteFee => ask_as_director!(
            note_fee,
            NoteFeeRequest {
                entrant_id: entrant_id,
                paid: true,
            }
        ),
        Deed::NoteFederationAgreement => ask_as_director!(
            note_federation_agreement,
            NoteFederationAgreementRequest {
                entrant_id: entrant_id,
                agrees: true,
                said_by: reason,
            }
        ),
        Deed::DeclareEntry => ask_as_director!(
            declare_entry,
            DeclareEntryRequest {
                entrant_id: entrant_id,
                rules_accepted_on_word_of: reason,
            }
        ),
        Deed::RemoveEntrant => ask_as_director!(
            remove_entrant,
            RemoveEntrantRequest {
                entrant_id: entrant_id,
            }
        ),
        Deed::OpenCheckIn => ask_as_director!(open_check_in, OpenCheckInRequest { round: 3 }),
        Deed::CloseCheckIn => ask_as_director!(close_check_in, CloseCheckInRequest { round: 3 }),
        Deed::PublishRound => ask_as_director!(publish_round, PublishRoundRequest {}),
        Deed::UnpublishRound => ask_as_director!(
            unpublish_round,
            UnpublishRoundRequest {
                round: 2,
                reason: reason,
            }
        ),
        Deed::AnnounceFinalsRound => {
            ask_as_director!(announce_finals_round, AnnounceFinalsRoundRequest {})
        }
        Deed::DrawLots => ask_as_director!(draw_lots, DrawLotsRequest {}),
        Deed::FinishRound => ask_as_director!(finish_round, FinishRoundRequest { round: 2 }),
        Deed::ShortenQualification => ask_as_director!(
            shorten_qualification,
            ShortenQualificationRequest {
                rounds: 3,
                reason: reason,
            }
        ),
        Deed::EndEarly => ask_as_director!(
            end_early,
            EndEarlyRequest {
                unfinished: Some(annulled),
                reason: reason,
            }
        ),
        Deed::AdjudicateAtEnd => ask_as_director!(
            end_early,
            EndEarlyRequest {
                unfinished: Some(adjudicated),
                reason: reason,
            }
        ),
        Deed::AdjudicateAtAbandonment => ask_as_director!(
            abandon_tournament,
            AbandonTournamentRequest {
                unfinished: Some(adjudicated),
                reason: reason,
            }
        ),
        Deed::AbandonTournament => ask_as_director!(
            abandon_tournament,
            AbandonTournamentRequest {
                unfinished: Some(annulled),
                reason: reason,
            }
        ),
        Deed::CancelTournament => ask_as_director!(
            cancel_tournament,
            CancelTournamentRequest { reason: reason }
        ),
        Deed::ConfirmTournament => {
            ask_as_director!(confirm_tournament, ConfirmTournamentRequest {})
        }
        Deed::CheckIn => ask_as_director!(
            check_in,
            CheckInRequest {
                entrant_id: entrant_id
            }
        ),
        Deed::EndAbsence => ask_as_director!(
            end_absence,
            EndAbsenceRequest {
                entrant_id: entrant_id,
            }
        ),
        Deed::RefuseComputers => ask_as_director!(
            refuse_computers,
            RefuseComputersRequest {
                entrant_id: entrant_id,
            }
        ),
        Deed::AcceptComputers => ask_as_director!(
            accept_computers,
            AcceptComputersRequest {
                entrant_id: entrant_id,
            }
        ),
        Deed::SetComputerParameters => {
            ask_as_director!(
                set_computer_parameters,
                SetComputerParametersRequest {
                    entrant_id: entrant_id,
                    parameters: reason,
                }
            )
        }
        Deed::WithdrawEntrant => ask_as_director!(
            withdraw_entrant,
            WithdrawEntrantRequest {
                entrant_id: entrant_id,
            }
        ),
        Deed::AnnounceAbsence => ask_as_director!(
            announce_absence,
            AnnounceAbsenceRequest {
                entrant_id: entrant_id,
                rounds: vec![4],
            }
        ),
        Deed::IssueSeatCode => Some(
            super::issue(world, (id, DIRECTOR), &at.entrant)
                .await
                .map(|_| ()),
        ),
        Deed::AgreeToPlayoff => ask_as_director!(
            agree_to_playoff,
            AgreeToPlayoffRequest {
                entrant_id: entrant_id.clone(),
                opponent_entrant_id: entrant_id,
            }
        ),
        Deed::GrantAccommodation => {
            ask_as_director!(
                grant_accommodation,
                GrantAccommodationRequest {
                    entrant_id: entrant_id,
                    sight_impaired: true,
                }
            )
        }
        Deed::NamePlayersAssistant => {
            ask_as_director!(
                grant_accommodation,
                GrantAccommodationRequest {
                    entrant_id: entrant_id,
                    assistant_account_id: "nora".to_owned(),
                }
            )
        }
        Deed::RecordNoShow => ask_as_director!(
            record_no_show,
            RecordNoShowRequest {
                round: round,
                table: table,
                black_absent: true,
            }
        ),
        Deed::EnterResult => Some(
            enter(world, (id, DIRECTOR), (round, table), 20)
                .await
                .map(|_| ()),
        ),
        Deed::EnterForfeit => ask_as_director!(
            enter_result,
            EnterResultRequest {
                round: round,
                table: table,
                kind: "forfeit".to_owned(),
                lost_by: "black".to_owned(),
                reason: reason,
            }
        ),
        Deed::DisputeResult => ask_as_director!(
            dispute_result,
            DisputeResultRequest {
                entrant_id: entrant_id,
                round: round,
                table: table,
                reason: reason,
            }
        ),
        Deed::HoldPairing => ask_as_director!(
            hold_pairing,
            HoldPairingRequest {
                round: round,
                table: table,
                held: true,
            }
        ),
        Deed::SettleDispute => ask_as_director!(
            settle_dispute,
            SettleDisputeRequest {
                round: round,
                table: table,
                reason: reason,
            }
        ),
        Deed::ImposePenalty | Deed::ExpelEntrant => {
            let kind = match deed {
                Deed::ExpelEntrant => "expulsion",
                _ => "warning",
            };
            ask_as_director!(
                impose_penalty,
                ImposePenaltyRequest {
                    entrant_id: entrant_id,
                    penalty: Some(proto::Penalty {
                        kind: kind.to_owned(),
                        ..Default::default()
                    }),
                    reason: reason,
                }
            )
        }
        Deed::FileProtest => ask_as_director!(
            file_protest,
            FileProtestRequest {
                entrant_id: entrant_id,
                round: round,
                table: table,
                reason: reason,
            }
        ),
        Deed::AmendResults => ask_as_director!(
            amend_confirmed,
            AmendConfirmedRequest {
                results: vec![proto::Amendment {
                    round,
                    table,
                    black_discs: Some(20),
                    ..proto::Amendment::default()
                }],
                reason: reason,
            }
        ),
        Deed::AmendRanking => {
            ask_as_director!(amend_confirmed, AmendConfirmedRequest { reason: reason })
        }
        _ => None,
    }
}

fn adjudicates(deed: Deed) -> bool {
    [Deed::AdjudicateAtEnd, Deed::AdjudicateAtAbandonment].contains(&deed)
}

/// Whether an act names nobody: whoever plays is then everybody's rival.
fn is_of_the_event(deed: Deed) -> bool {
    let of_event = [
        Deed::ChangeRuleSet,
        Deed::AppointOfficial,
        Deed::Announce,
        Deed::AmendRules,
        Deed::SetTimetable,
        Deed::MoveTimetable,
        Deed::DismissOfficial,
        Deed::AssignTables,
        Deed::AppointAppealsCommittee,
        Deed::DissolveAppealsCommittee,
        Deed::TickDuty,
        Deed::UntickDuty,
        Deed::RegisterEntrant,
        Deed::InviteEntrant,
        Deed::RevokeInvitation,
        Deed::EnterNation,
        Deed::DecideNation,
        Deed::RemoveNation,
        Deed::PermitLateChange,
        Deed::NameGroupA,
        Deed::RemoveEntrant,
        Deed::OpenCheckIn,
        Deed::CloseCheckIn,
        Deed::PublishRound,
        Deed::UnpublishRound,
        Deed::AnnounceFinalsRound,
        Deed::DrawLots,
        Deed::FinishRound,
        Deed::ShortenQualification,
        Deed::EndEarly,
        Deed::AbandonTournament,
        Deed::CancelTournament,
        Deed::ConfirmTournament,
        Deed::AmendRanking,
    ];
    of_event.contains(&deed)
}

/// A seat's holder does these for himself, as no official.
fn is_the_holders(deed: Deed) -> bool {
    let for_seats = [
        Deed::CheckIn,
        Deed::DeclareEntry,
        Deed::EndAbsence,
        Deed::RefuseComputers,
        Deed::AcceptComputers,
        Deed::SetComputerParameters,
        Deed::AnnounceAbsence,
        Deed::AgreeToPlayoff,
        Deed::DisputeResult,
        Deed::FileProtest,
    ];
    for_seats.contains(&deed)
}

fn expected_code(interest: Interest) -> &'static str {
    match interest {
        Interest::OwnGame => "own_game",
        Interest::Opponent => "opponent_of_round",
        Interest::Rival | Interest::None => "rival_of_stage",
    }
}

async fn check_cell(world: &World, id: &str, (deed, stake): (Deed, Interest), at: &Target) -> bool {
    let cell = format!("{} with {stake:?} at {at:?}", deed.name());
    let before = noted(world, id).await.len();
    let Some(done) = attempt(world, id, deed, at).await else {
        return false;
    };
    let interest = match stake {
        Interest::None => Interest::None,
        _ if is_of_the_event(deed) => Interest::Rival,
        Interest::OwnGame if is_the_holders(deed) => Interest::None,
        // An opponent's open game is his own.
        Interest::Opponent if adjudicates(deed) => Interest::OwnGame,
        stake => stake,
    };
    let rules = RuleSet::preset("club").unwrap();
    let answer = InterestTable::default().answer(deed, interest, &rules);
    let code = done.as_ref().err().map(|problem| problem.code.clone());
    let refused = code.as_deref().filter(|code| OF_INTEREST.contains(code));
    match answer {
        Answer::Refused => assert_eq!(refused, Some(expected_code(interest)), "{cell}"),
        Answer::Consent => assert_eq!(refused, Some("consent_needed"), "{cell}"),
        Answer::Allowed | Answer::Logged => assert_eq!(refused, None, "{cell}"),
    }
    // A dismissed director sees the list no more; nobody dismisses himself here.
    let noted = noted(world, id).await;
    let added: Vec<(&str, &str)> = noted[before..]
        .iter()
        .map(|one| (one.act.as_str(), one.interest.as_str()))
        .collect();
    if done.is_ok() && answer == Answer::Logged {
        assert_eq!(added, [(deed.name(), interest.name())], "{cell}");
    } else {
        assert!(added.is_empty(), "{cell}: {added:?}");
    }
    true
}

#[tokio::test]
async fn every_act_answers_every_interest_as_the_table_says() {
    let world = World::new().await;
    let (aside, [target, ..]) = event(&world, false).await;
    let mut tried = 0;
    for &deed in Deed::ALL {
        if !check_cell(&world, &aside, (deed, Interest::None), &target).await {
            continue;
        }
        tried += 1;
        let (id, targets) = event(&world, true).await;
        let stakes = [Interest::Rival, Interest::Opponent, Interest::OwnGame];
        for (stake, target) in stakes.into_iter().zip(&targets) {
            assert!(check_cell(&world, &id, (deed, stake), target).await);
        }
    }
    // The others are acts at tables, need a ruling first, or are what the state makes of one of these.
    assert_eq!(tried, 62);
}
