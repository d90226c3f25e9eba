//! Officials whose offices have limits: powers that were chosen, tables that were assigned.

use crate::world::{MAIN_MS, TOURNAMENT, World, answered, anywhere};
use outflank_access::Problem;
use outflank_proto::play::v1::{self as proto, official_act::Act};
use outflank_tournament::{AccountId, Event, OfficialRole, Power};

const OFFICIAL: &str = "emil";
const HEAD: &str = "dora";

fn appoint(world: &World, account: &str, role: OfficialRole, powers: Option<&[Power]>) {
    let appointed = Event::OfficialAppointed {
        account: AccountId::from(account),
        role,
        shares: Vec::new(),
        powers: powers.map(|given| given.iter().copied().collect()),
    };
    world.pairing.push(TOURNAMENT, &appointed);
}

fn assign(world: &World, round: Option<u32>, tables: &[u32]) {
    let assigned = Event::TablesAssigned {
        official: AccountId::from(OFFICIAL),
        round,
        tables: tables.iter().copied().collect(),
    };
    world.pairing.push(TOURNAMENT, &assigned);
}

async fn officiate(world: &World, (account, game): (&str, &str), act: Act) -> Result<(), Problem> {
    let request = proto::OfficiateRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        act: Some(proto::OfficialAct { act: Some(act) }),
        paragraph: String::new(),
        reason: "Discs were wanting.".to_owned(),
    };
    answered(world.client().officiate(world.by(account, request)).await).map(|_| ())
}

fn pause() -> Act {
    Act::Pause(proto::PauseAct::default())
}

fn resume() -> Act {
    Act::Resume(proto::ResumeAct {})
}

fn adjust() -> Act {
    let color = proto::Color::White.into();
    Act::AdjustTime(proto::AdjustTimeAct { color, ms: 1_000 })
}

async fn code(world: &World, game: &str, act: Act) -> String {
    let done = officiate(world, (OFFICIAL, game), act).await;
    done.err().map(|refused| refused.code).unwrap_or_default()
}

#[test]
fn a_director_does_at_tables_what_his_powers_have() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        appoint(&world, HEAD, OfficialRole::HeadDirector, None);
        let role = OfficialRole::Assistant;
        appoint(&world, OFFICIAL, role, Some(&[Power::Calls]));
        assert_eq!(code(&world, &game, pause()).await, "power_not_given");
        appoint(&world, OFFICIAL, role, Some(&[Power::Pauses]));
        assert_eq!(code(&world, &game, pause()).await, "");
        appoint(&world, OFFICIAL, role, Some(&[Power::Calls]));
        assert_eq!(code(&world, &game, resume()).await, "power_not_given");
        // Everything of the role again.
        appoint(&world, OFFICIAL, role, None);
        assert_eq!(code(&world, &game, resume()).await, "");
    });
}

#[test]
fn table_judges_and_monitors_act_at_their_tables_alone() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        appoint(&world, HEAD, OfficialRole::HeadDirector, None);
        let pairs = [("e-anna", "e-carla"), ("e-boris", "e-dirk")];
        let tables = world.publish(1, &pairs).await;
        for role in [OfficialRole::TableJudge, OfficialRole::Monitor] {
            appoint(&world, OFFICIAL, role, None);
            // Nothing assigned: every table is his.
            for game in &tables {
                assert_eq!(code(&world, game, pause()).await, "", "{role:?}");
                assert_eq!(code(&world, game, resume()).await, "", "{role:?}");
            }
            assign(&world, None, &[1]);
            assert_eq!(code(&world, &tables[0], pause()).await, "");
            assert_eq!(code(&world, &tables[0], resume()).await, "");
            assert_eq!(code(&world, &tables[1], pause()).await, "not_your_table");
            // Clocks are no judge's.
            assert_eq!(code(&world, &tables[0], adjust()).await, "directors_only");
            assign(&world, Some(1), &[2]);
            assert_eq!(code(&world, &tables[0], pause()).await, "not_your_table");
            assert_eq!(code(&world, &tables[1], pause()).await, "");
            assert_eq!(code(&world, &tables[1], resume()).await, "");
            assign(&world, Some(1), &[]);
            assign(&world, None, &[]);
        }
        // Whoever is made the judge of one table by an act there judges it, whatever is assigned to him.
        appoint(&world, OFFICIAL, OfficialRole::TableJudge, None);
        assign(&world, None, &[2]);
        let made = Act::AssignTableJudge(proto::AssignTableJudgeAct {
            account_id: OFFICIAL.to_owned(),
        });
        officiate(&world, (HEAD, &tables[0]), made).await.unwrap();
        assert_eq!(code(&world, &tables[0], pause()).await, "");
    });
}

/// WOC IV.2: he transcribes the game; AGA's monitors do not.
#[test]
fn a_table_judge_transcribes_and_a_monitor_does_not() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let transcript = || {
            Act::EnterTranscript(proto::EnterTranscriptAct {
                text: "f5d6".to_owned(),
                ..Default::default()
            })
        };
        appoint(&world, OFFICIAL, OfficialRole::Monitor, None);
        assert_eq!(code(&world, &game, transcript()).await, "directors_only");
        appoint(&world, OFFICIAL, OfficialRole::TableJudge, None);
        assert_eq!(code(&world, &game, transcript()).await, "");
    });
}

/// What a program of before kept of officials: their roles alone.
#[test]
fn offices_outlast_a_restart_with_their_limits() {
    anywhere(async {
        let (mut world, game) = World::with_game(MAIN_MS).await;
        appoint(&world, HEAD, OfficialRole::HeadDirector, None);
        appoint(&world, OFFICIAL, OfficialRole::TableJudge, None);
        assign(&world, None, &[7]);
        assert_eq!(code(&world, &game, pause()).await, "not_your_table");
        world.end().await;
        world.start().await;
        assert_eq!(code(&world, &game, pause()).await, "not_your_table");
    });
}
