//! Officials who play: acts at tables by the engine's table, with every interest.

use crate::world::{
    BLACK, MAIN_MS, STRANGER, TOURNAMENT, WHITE, World, answered, anywhere, facts::plain_rules,
};
use outflank_access::Problem;
use outflank_proto::play::v1::{self as proto, official_act::Act};
use outflank_tournament::{
    AccountId, Answer, BoardRef, Consent, Deed, EntrantId, Event, Interest, InterestTable,
    LeftSeat, OfficialRole,
};

/// Officiates and plays nothing.
const DIRECTOR: &str = "dora";

fn appoint(world: &World, account: &str, role: OfficialRole) {
    let account = AccountId::from(account);
    let appointed = Event::OfficialAppointed {
        account,
        role,
        shares: Vec::new(),
        powers: None,
    };
    world.pairing.push(TOURNAMENT, &appointed);
}

/// The account is the one official, under rules that know a single one.
fn direct_alone(world: &World, account: &str) {
    appoint(world, account, OfficialRole::HeadDirector);
    let mut rule_set = plain_rules();
    rule_set.single_official = true;
    let deviations = Vec::new();
    let changed = Event::RuleSetChanged {
        rule_set,
        origin: None,
        deviations,
    };
    world.pairing.push(TOURNAMENT, &changed);
}

/// Tables of an event in which BLACK meets WHITE in the second round.
struct Tables {
    own: String,
    opponents: String,
    rivals: String,
}

async fn tables(world: &World) -> Tables {
    appoint(world, BLACK, OfficialRole::HeadDirector);
    appoint(world, DIRECTOR, OfficialRole::HeadDirector);
    let pairs = [
        ("e-anna", "e-carla"),
        ("e-boris", "e-dirk"),
        ("e-emma", "e-fred"),
    ];
    let mut first = world.publish(1, &pairs).await;
    let own = world.publish(2, &[("e-anna", "e-boris")]).await.remove(0);
    Tables {
        own,
        rivals: first.remove(2),
        opponents: first.remove(1),
    }
}

async fn officiate(
    world: &World,
    (account, game): (&str, &str),
    act: Act,
) -> Result<proto::CommandResponse, Problem> {
    let request = proto::OfficiateRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        act: Some(proto::OfficialAct { act: Some(act) }),
        paragraph: String::new(),
        reason: "The clock stood.".to_owned(),
    };
    answered(world.client().officiate(world.by(account, request)).await)
}

async fn last_interest(world: &World, game: &str) -> String {
    let request = proto::GetTableRequest {
        game_id: game.to_owned(),
        ..Default::default()
    };
    let answer = world.client().get_table(world.by(DIRECTOR, request)).await;
    let table = answer.unwrap().into_inner().table.unwrap();
    table.rulings.last().unwrap().interest.clone()
}

fn adjust(ms: i64) -> Act {
    let color = proto::Color::White.into();
    Act::AdjustTime(proto::AdjustTimeAct { color, ms })
}

fn pause() -> Act {
    Act::Pause(proto::PauseAct::default())
}

/// Every act of the contract, in an order in which most are possible one after the other.
fn acts() -> Vec<(Deed, Act)> {
    let clocks = proto::SetTimes {
        black_ms: 60_000,
        white_ms: 60_000,
    };
    let somebody = |account: &str| account.to_owned();
    vec![
        (Deed::Pause, pause()),
        (
            Deed::SetClocks,
            Act::SetClocks(proto::SetClocksAct {
                clocks: Some(clocks),
            }),
        ),
        (Deed::AdjustTime, adjust(-1_000)),
        (Deed::Resume, Act::Resume(proto::ResumeAct {})),
        (Deed::TakeBack, Act::TakeBack(proto::TakeBackAct::default())),
        (
            Deed::UndoDefault,
            Act::UndoDefault(proto::UndoDefaultAct::default()),
        ),
        (
            Deed::AnnounceAdjournment,
            Act::AnnounceAdjournment(proto::AnnounceAdjournmentAct {
                at_ms: i64::MAX / 4,
            }),
        ),
        (
            Deed::CancelAdjournment,
            Act::CancelAdjournment(proto::CancelAdjournmentAct {}),
        ),
        (
            Deed::ResumeAdjourned,
            Act::ResumeAdjourned(proto::ResumeAdjournedAct {}),
        ),
        (
            Deed::DecideSealed,
            Act::DecideSealed(proto::DecideSealedAct::default()),
        ),
        (
            Deed::Expel,
            Act::Expel(proto::ExpelAct {
                whom: Some(proto::expel_act::Whom::AccountId(somebody("noisy"))),
                until_ms: 0,
            }),
        ),
        (
            Deed::Readmit,
            Act::Readmit(proto::ReadmitAct {
                whom: Some(proto::readmit_act::Whom::AccountId(somebody("noisy"))),
            }),
        ),
        (
            Deed::AssignTableJudge,
            Act::AssignTableJudge(proto::AssignTableJudgeAct {
                account_id: somebody("jana"),
            }),
        ),
        (Deed::AnswerCall, Act::AnswerCall(proto::AnswerCallAct {})),
        (
            Deed::EnterTranscript,
            Act::EnterTranscript(proto::EnterTranscriptAct {
                text: "f5d6".to_owned(),
                ..Default::default()
            }),
        ),
        (
            Deed::ReplayFrom,
            Act::ReplayFrom(proto::ReplayFromAct {
                clocks: Some(clocks),
                ..Default::default()
            }),
        ),
        (Deed::Annul, Act::Annul(proto::AnnulAct {})),
        (Deed::Reopen, Act::Reopen(proto::ReopenAct::default())),
    ]
}

#[test]
fn every_act_at_a_table_answers_every_interest_as_the_table_says() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let tables = tables(&world).await;
        let cells = [
            (DIRECTOR, &tables.rivals, Interest::None),
            (BLACK, &tables.rivals, Interest::Rival),
            (BLACK, &tables.opponents, Interest::Opponent),
            (BLACK, &tables.own, Interest::OwnGame),
        ];
        let rules = plain_rules();
        let mut done = 0;
        for (account, game, interest) in cells {
            for (deed, act) in acts() {
                let cell = format!("{} with {interest:?}", deed.name());
                let answer = InterestTable::default().answer(deed, interest, &rules);
                let answered = officiate(&world, (account, game), act).await;
                let code = answered
                    .as_ref()
                    .map_err(|problem| problem.code.as_str())
                    .err();
                let refused = code.filter(|code| {
                    [
                        "own_game",
                        "opponent_of_round",
                        "rival_of_stage",
                        "consent_needed",
                    ]
                    .contains(code)
                });
                match (answer, interest) {
                    (Answer::Refused, Interest::OwnGame) => {
                        assert_eq!(refused, Some("own_game"), "{cell}");
                    }
                    (Answer::Refused, _) => {
                        assert_eq!(refused, Some("opponent_of_round"), "{cell}")
                    }
                    _ => assert_eq!(refused, None, "{cell}"),
                }
                if answered.is_ok() {
                    done += 1;
                    let noted = last_interest(&world, game).await;
                    let expected = if answer == Answer::Logged {
                        interest.name()
                    } else {
                        ""
                    };
                    assert_eq!(noted, expected, "{cell}");
                }
            }
        }
        assert!(done >= 8, "some acts were done and noted: {done}");
    });
}

#[test]
fn nobody_sends_his_opponent_out_from_another_table() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let tables = tables(&world).await;
        let expel = || {
            Act::Expel(proto::ExpelAct {
                whom: Some(proto::expel_act::Whom::AccountId(WHITE.to_owned())),
                until_ms: 0,
            })
        };
        let refused = officiate(&world, (BLACK, &tables.rivals), expel()).await;
        assert_eq!(refused.unwrap_err().code, "opponent_of_round");
        officiate(&world, (DIRECTOR, &tables.rivals), expel())
            .await
            .unwrap();
        let chat = |account: &str, game: &str| {
            let request = proto::ModerateChatRequest {
                command_id: world.new_id(),
                game_id: game.to_owned(),
                reason: "Loud.".to_owned(),
                act: Some(proto::moderate_chat_request::Act::Mute(WHITE.to_owned())),
            };
            world.by(account, request)
        };
        for (game, code) in [
            (&tables.own, "own_game"),
            (&tables.rivals, "opponent_of_round"),
        ] {
            let muted = world.client().moderate_chat(chat(BLACK, game)).await;
            assert_eq!(answered(muted).unwrap_err().code, code);
        }
        let muted = world
            .client()
            .moderate_chat(chat(DIRECTOR, &tables.own))
            .await;
        answered(muted).unwrap();
    });
}

/// A playing director takes a minute from his opponent. Answers the code of the refusal.
async fn attack(world: &World) -> Option<String> {
    let tables = tables(world).await;
    let before = world.clocks(&tables.own).await.white_ms;
    let taken = officiate(world, (BLACK, &tables.own), adjust(-60_000)).await;
    let after = world.clocks(&tables.own).await.white_ms;
    assert_eq!(before - after, if taken.is_ok() { 60_000 } else { 0 });
    taken.err().map(|problem| problem.code)
}

#[test]
fn no_time_is_taken_from_an_opponent() {
    anywhere(async {
        let code = attack(&World::new(MAIN_MS).await).await;
        assert_eq!(code.as_deref(), Some("own_game"));
    });
}

#[test]
fn without_the_table_time_is_taken_from_an_opponent() {
    anywhere(async {
        let world = World::under(MAIN_MS, InterestTable::ignored()).await;
        assert_eq!(attack(&world).await, None);
    });
}

async fn consent(world: &World, id: &str, act: &str) {
    let given = Consent {
        consent: id.to_owned(),
        act: act.to_owned(),
        official: AccountId::from(BLACK),
        board: Some(BoardRef::new(1, 1)),
        entrant: None,
        by: AccountId::from(WHITE),
        holder: Some(EntrantId::from("e-boris")),
    };
    world.pairing.push(TOURNAMENT, &Event::ConsentGiven(given));
    world.catch_up().await;
}

#[test]
fn a_sole_director_does_the_one_act_that_the_opponent_consented_to() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        direct_alone(&world, BLACK);
        world.catch_up().await;
        let own = (BLACK, game.as_str());
        let code = |answer: Result<_, Problem>| answer.err().map(|problem| problem.code);
        let refused = officiate(&world, own, pause()).await.unwrap_err();
        assert!(refused.detail.contains("consented"), "{}", refused.detail);
        // The opponent calls: that consents to the answer, and to nothing else.
        let call = proto::CallDirectorRequest {
            command_id: world.new_id(),
            game_id: game.clone(),
            ..Default::default()
        };
        let called = world.client().call_director(world.by(WHITE, call)).await;
        answered(called).unwrap();
        assert_eq!(
            code(officiate(&world, own, pause()).await).as_deref(),
            Some("own_game")
        );
        let answer = Act::AnswerCall(proto::AnswerCallAct {});
        officiate(&world, own, answer).await.unwrap();
        assert_eq!(last_of(&world, &game).await, "own_game");

        consent(&world, "consent-1", "officiate.pause").await;
        let other = officiate(&world, own, adjust(-1_000)).await;
        assert_eq!(code(other).as_deref(), Some("own_game"));
        officiate(&world, own, pause()).await.unwrap();
        let resume = || Act::Resume(proto::ResumeAct {});
        assert_eq!(
            code(officiate(&world, own, resume()).await).as_deref(),
            Some("own_game")
        );
        consent(&world, "consent-2", "officiate.resume").await;
        officiate(&world, own, resume()).await.unwrap();
        // It was good for one pause.
        assert_eq!(
            code(officiate(&world, own, pause()).await).as_deref(),
            Some("own_game")
        );
    });
}

#[test]
fn a_consent_is_good_for_one_act_here_or_at_the_desk() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        direct_alone(&world, BLACK);
        let own = (BLACK, game.as_str());
        let told = || async {
            let facts = world.facts().await;
            let used = facts
                .into_iter()
                .filter(|fact| fact.kind == "consents_used");
            used.map(|fact| serde_json::from_slice::<serde_json::Value>(&fact.body).unwrap())
                .collect::<Vec<_>>()
        };
        consent(&world, "consent-1", "officiate.pause").await;
        officiate(&world, own, pause()).await.unwrap();
        let used = told().await;
        assert_eq!(used.len(), 1);
        assert_eq!(
            (&used[0]["tournament_id"], &used[0]["consents"]),
            (&TOURNAMENT.into(), &vec!["consent-1"].into())
        );
        // What the desk says is over is good for nothing, and so is what an act there used up.
        let consents = vec!["consent-2".to_owned()];
        let ended = Event::ConsentsEnded {
            consents: consents.clone(),
        };
        let acted = Event::ActedWithInterest {
            act: "enter_result.live_game".to_owned(),
            interest: Interest::OwnGame,
            by: AccountId::from(BLACK),
            board: Some(BoardRef::new(1, 1)),
            entrant: None,
            consents,
        };
        for event in [ended, acted] {
            consent(&world, "consent-2", "officiate.resume").await;
            world.pairing.push(TOURNAMENT, &event);
            let refused = officiate(&world, own, Act::Resume(proto::ResumeAct {})).await;
            assert_eq!(refused.unwrap_err().code, "own_game");
        }
        consent(&world, "consent-3", "officiate.resume").await;
        let resumed = officiate(&world, own, Act::Resume(proto::ResumeAct {})).await;
        resumed.unwrap();
        assert_eq!(told().await.len(), 2);
    });
}

/// The director gives the own seat to nobody in particular, and is no less a party for it.
#[test]
fn a_seat_that_is_given_up_in_mid_round_stays_an_interest_at_tables() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let tables = tables(&world).await;
        let entrant = EntrantId::from("e-anna");
        let left = LeftSeat {
            by: AccountId::from(BLACK),
            operator: None,
            through_round: 2,
        };
        let released = Event::SeatReleased {
            entrant: entrant.clone(),
            left: Some(left),
        };
        world.pairing.push(TOURNAMENT, &released);
        let account = AccountId::from(STRANGER);
        let assigned = Event::SeatAssigned {
            entrant,
            account,
            operator: None,
        };
        world.pairing.push(TOURNAMENT, &assigned);
        for (game, code) in [
            (&tables.own, "own_game"),
            (&tables.opponents, "opponent_of_round"),
        ] {
            let refused = officiate(&world, (BLACK, game), adjust(-60_000)).await;
            assert_eq!(refused.unwrap_err().code, code);
        }
        // In the next round, which the seat was not held in, it is nothing.
        let next = world.publish(3, &[("e-anna", "e-fred")]).await.remove(0);
        officiate(&world, (BLACK, &next), pause()).await.unwrap();
        assert_eq!(last_interest(&world, &next).await, "");
    });
}

/// A program of the director's plays, and the director takes time from whom it meets. Answers the refusals at its table
/// and at its opponent's of the round before.
async fn for_an_own_program(world: &World) -> [Option<String>; 2] {
    let tables = tables(world).await;
    let entrant = EntrantId::from("e-anna");
    let assigned = |operator: Option<&str>| Event::SeatAssigned {
        entrant: entrant.clone(),
        account: AccountId::from("program"),
        operator: operator.map(AccountId::from),
    };
    world.pairing.push(TOURNAMENT, &assigned(Some(DIRECTOR)));
    world.catch_up().await;
    let mut refused = Vec::new();
    for game in [&tables.own, &tables.opponents] {
        let done = officiate(world, (DIRECTOR, game), adjust(-60_000)).await;
        refused.push(done.err().map(|problem| problem.code));
    }
    let refused: [Option<String>; 2] = refused.try_into().unwrap();
    if refused[0].is_some() {
        // The seat is given up: it stays an interest.
        let released = Event::SeatReleased {
            entrant: entrant.clone(),
            left: Some(LeftSeat {
                by: AccountId::from("program"),
                operator: Some(AccountId::from(DIRECTOR)),
                through_round: 2,
            }),
        };
        world.pairing.push(TOURNAMENT, &released);
        world.catch_up().await;
        let done = officiate(world, (DIRECTOR, &tables.own), adjust(-60_000)).await;
        assert_eq!(done.err().map(|problem| problem.code), refused[0]);
    }
    refused
}

#[test]
fn the_operator_of_a_program_takes_no_time_from_whom_it_plays() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let refused = for_an_own_program(&world).await;
        let refused = refused.each_ref().map(Option::as_deref);
        assert_eq!(refused, [Some("own_game"), Some("opponent_of_round")]);
    });
}

#[test]
fn without_the_table_the_operator_of_a_program_takes_time_from_whom_it_plays() {
    anywhere(async {
        let world = World::under(MAIN_MS, InterestTable::ignored()).await;
        assert_eq!(for_an_own_program(&world).await, [None, None]);
    });
}

#[test]
fn a_round_is_ruled_on_as_its_tables_would_be() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let tables = tables(&world).await;
        let asked = proto::OfficiateRoundRequest {
            command_id: world.new_id(),
            tournament_id: TOURNAMENT.to_owned(),
            round: 1,
            act: Some(proto::OfficialAct { act: Some(pause()) }),
            paragraph: String::new(),
            reason: "The lights went out.".to_owned(),
        };
        let done = world.client().officiate_round(world.by(BLACK, asked)).await;
        let outcomes = answered(done).unwrap().tables;
        let codes: Vec<&str> = outcomes.iter().map(|one| &*one.code).collect();
        assert_eq!(codes, ["own_game", "opponent_of_round", ""]);
        assert_eq!(last_interest(&world, &tables.rivals).await, "rival");
    });
}

async fn last_of(world: &World, game: &str) -> String {
    let request = proto::GetTableRequest {
        game_id: game.to_owned(),
        ..Default::default()
    };
    let answer = world.client().get_table(world.by(WHITE, request)).await;
    let table = answer.unwrap().into_inner().table.unwrap();
    table.rulings.last().unwrap().interest.clone()
}

#[test]
fn clocks_and_penalties_are_the_head_directors() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        appoint(&world, DIRECTOR, OfficialRole::HeadDirector);
        appoint(&world, "emil", OfficialRole::Assistant);
        world.catch_up().await;
        let refused = officiate(&world, ("emil", &game), adjust(1_000))
            .await
            .unwrap_err();
        assert_eq!(
            (&*refused.code, refused.rule.as_deref()),
            ("not_your_office", Some("EGP IV.7"))
        );
        let expel = Act::Expel(proto::ExpelAct {
            whom: Some(proto::expel_act::Whom::AccountId("noisy".to_owned())),
            until_ms: 0,
        });
        let refused = officiate(&world, ("emil", &game), expel).await.unwrap_err();
        assert_eq!(
            (&*refused.code, refused.rule.as_deref()),
            ("not_your_office", Some("EGP V.1"))
        );
        officiate(&world, ("emil", &game), pause()).await.unwrap();
        officiate(&world, (DIRECTOR, &game), adjust(1_000))
            .await
            .unwrap();
    });
}
