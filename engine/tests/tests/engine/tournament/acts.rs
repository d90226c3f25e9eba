//! What the state allows, and what is refused because of it.

use outflank_tournament::*;

use super::support::{Numbers, Stream, registration};

/// The acts that are refused, with their codes.
fn refused(stream: &Stream) -> Vec<(&'static str, &'static str)> {
    let judged = |act: &Act| {
        let refusal = permitted(&stream.state, *act, stream.now_ms).err()?;
        Some((act.name(), refusal.code()))
    };
    Act::ALL.iter().filter_map(judged).collect()
}

fn why(stream: &Stream, act: Act) -> Option<&'static str> {
    permitted(&stream.state, act, stream.now_ms)
        .err()
        .map(|refusal| refusal.code())
}

fn assert_acts(stream: &Stream, expected: &[(Act, Option<&str>)]) {
    for (act, code) in expected {
        assert_eq!(why(stream, *act), *code, "{act:?}");
    }
}

#[test]
fn before_it_is_there_a_tournament_can_only_be_created() {
    let stream = Stream::new(1);
    let refused = refused(&stream);
    assert_eq!(refused.len(), Act::ALL.len() - 1);
    assert!(refused.iter().all(|(_, code)| *code == "tournament_absent"));
    assert_eq!(why(&stream, Act::CreateTournament), None);
}

#[test]
fn the_acts_follow_the_course_of_the_event() {
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 1);
    assert_acts(
        &stream,
        &[
            (Act::CreateTournament, Some("tournament_exists")),
            (Act::PublishRound, Some("too_few_entrants")),
        ],
    );
    for number in 1..4 {
        stream.give(&registration(number)).unwrap();
    }
    assert_acts(
        &stream,
        &[
            (Act::RegisterEntrant, None),
            (Act::ChangeRuleSet, None),
            (Act::PublishRound, None),
            (Act::OpenCheckIn, None),
            (Act::TransferAway, None),
            (Act::CheckIn, Some("check_in_closed")),
            (Act::CloseCheckIn, Some("check_in_closed")),
            (Act::WithdrawEntrant, Some("not_started")),
            (Act::ReleaseSeat, Some("seat_free")),
            (Act::RevokeInvitation, Some("not_invited")),
            (Act::EndAbsence, Some("not_absent")),
            (Act::EnterNation, Some("no_teams")),
            (Act::AcceptComputers, Some("computers_not_refused")),
            (Act::SetComputerParameters, Some("not_a_computer")),
            (Act::RecordResult, Some("unknown_round")),
            (Act::FinishRound, Some("unknown_round")),
            (Act::UnpublishRound, Some("unknown_round")),
            (Act::HoldPairing, Some("unknown_round")),
            (Act::AnnounceFinalsRound, Some("not_started")),
            (Act::ChooseColour, Some("not_started")),
            (Act::DrawLots, Some("rounds_left")),
            (Act::ConfirmTournament, Some("rounds_left")),
            (Act::AmendConfirmed, Some("not_confirmed")),
            (Act::ReviewPenalty, Some("not_proposed")),
            (Act::DecideProtest, Some("unknown_protest")),
            (Act::BeginTransferIn, Some("not_moved_away")),
            (Act::ApproveEvent, None),
            (Act::ReleaseRatingFile, Some("not_confirmed")),
            (Act::ReturnRatingFile, Some("not_confirmed")),
            (Act::FileComplaint, Some("complaint_too_early")),
            (Act::AnswerComplaint, Some("complaint_too_early")),
        ],
    );
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    assert_acts(
        &stream,
        &[
            (Act::RegisterEntrant, Some("registration_closed")),
            (Act::ChangeRuleSet, Some("registration_closed")),
            (Act::PublishRound, Some("round_unfinished")),
            (Act::FinishRound, Some("boards_open")),
            (Act::UnpublishRound, None),
            (Act::WithdrawEntrant, None),
            (Act::RecordResult, None),
            (Act::HoldPairing, Some("not_disputed")),
            (Act::AnnounceFinalsRound, Some("no_finals_due")),
        ],
    );
    let started = permitted(&stream.state, Act::UnpublishRound, i64::MAX);
    assert_eq!(started.unwrap_err().code(), "round_started");
    let mut numbers = Numbers::new("acts", 1);
    stream.record_all(1, &mut numbers);
    assert_acts(
        &stream,
        &[
            (Act::FinishRound, None),
            (Act::UnpublishRound, Some("round_has_results")),
            (Act::PublishRound, Some("round_unfinished")),
        ],
    );
    stream.finish();
    assert_acts(
        &stream,
        &[
            (Act::FinishRound, Some("round_already_finished")),
            (Act::PublishRound, None),
            (Act::ConfirmTournament, Some("rounds_left")),
        ],
    );
    stream.play_out(&mut numbers);
    let open: Vec<&str> = Act::ALL
        .iter()
        .filter(|act| why(&stream, **act).is_none())
        .map(|act| act.name())
        .collect();
    let still = [
        "announce",
        "tick_duty",
        "correct_entrant",
        "give_consent",
        "end_consents",
        "impose_penalty",
        "move_away",
        "amend_confirmed",
        "return_rating_file",
        "file_complaint",
        "answer_complaint",
        "declare_over_the_board",
    ];
    assert_eq!(open, still);
    assert_acts(
        &stream,
        &[
            (Act::ApproveEvent, Some("results_without_game")),
            (Act::ReleaseRatingFile, Some("not_approved")),
            (Act::ReviewPenalty, Some("not_proposed")),
            (Act::RecordResult, Some("tournament_confirmed")),
        ],
    );
}

#[test]
fn an_event_elsewhere_only_comes_back() {
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 4);
    stream
        .give(&Command::TransferAway {
            transfer_id: "first".to_owned(),
            to: "club.example".to_owned(),
        })
        .unwrap();
    let open: Vec<&str> = Act::ALL
        .iter()
        .filter(|act| why(&stream, **act).is_none())
        .map(|act| act.name())
        .collect();
    assert_eq!(open, ["begin_move_in", "move_in"]);
    let others = refused(&stream);
    assert!(others.iter().all(|(_, code)| *code == "moved_away"));
}

#[test]
fn a_paragraph_stands_by_what_it_refuses() {
    let mut rules = RuleSet::egp_2020();
    rules.entry.capacity = Some(2);
    rules
        .sources
        .insert("entry.capacity".to_owned(), "the invitation".to_owned());
    let stream = Stream::with_entrants(1, rules, 2);
    let full = permitted(&stream.state, Act::RegisterEntrant, stream.now_ms).unwrap_err();
    assert_eq!(
        (full.code(), full.rule()),
        ("tournament_full", Some("the invitation"))
    );
    let most = outflank_othello::refusal::Parameter::Number(2);
    assert_eq!(full.parameters(), [("most", most)]);
}
