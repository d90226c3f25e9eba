//! Bans hold at the entry of every event of the same organiser, disqualifications from a series at that of its legs; no
//! other organiser is bound.

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::RuleSet;

use crate::{
    entry::enter,
    rulings::{impose, penalty},
    world::{ADMINISTRATOR, DIRECTOR, STRANGER, World},
};

/// Directs events of his own.
const OTHER: &str = "omar";
const SERIES: &str = "club-cup-2027";

struct Event<'a> {
    founder: &'a str,
    organiser: &'a str,
    series: &'a str,
}

const HOME: Event<'static> = Event {
    founder: DIRECTOR,
    organiser: "",
    series: SERIES,
};

async fn found(world: &World, event: &Event<'_>) -> Result<String, Problem> {
    let mut rules = RuleSet::preset("mso-swiss").unwrap();
    rules.penalties.reviewed.clear();
    let asked = proto::CreateTournamentRequest {
        rule_set: String::new(),
        rule_set_json: serde_json::to_string(&rules).unwrap(),
        organiser_account_id: event.organiser.to_owned(),
        series: event.series.to_owned(),
        leg: u32::from(!event.series.is_empty()),
        accept_deviations: true,
        ..world.new_tournament()
    };
    let made = ask!(world, event.founder, create_tournament, asked)?;
    Ok(made.tournament.unwrap().summary.unwrap().id)
}

/// What becomes of an entry: `""`, or the refusal's code.
async fn entry(world: &World, event: &Event<'_>, account: &str) -> String {
    let id = found(world, event).await.unwrap();
    let entered = enter(world, &id, account).await;
    entered.map_or_else(|refused| refused.code, |_| String::new())
}

#[tokio::test]
async fn a_ban_binds_one_organiser_and_a_series_its_legs() {
    for (kind, own, leg, elsewhere) in [
        ("ban", "banned", "banned", ""),
        (
            "series_disqualification",
            "",
            "disqualified_from_series",
            "",
        ),
        ("warning", "", "", ""),
    ] {
        let world = World::new().await;
        let home = found(&world, &HOME).await.unwrap();
        let entrant = enter(&world, &home, STRANGER).await.unwrap().entrant_id;
        impose(&world, &home, (DIRECTOR, &entrant), penalty(kind))
            .await
            .unwrap();
        let removal = proto::RemoveEntrantRequest {
            command_id: world.command_id(),
            tournament_id: home.clone(),
            entrant_id: entrant.clone(),
        };
        ask!(world, DIRECTOR, remove_entrant, removal).unwrap();
        let of_no_series = Event { series: "", ..HOME };
        let of_another = Event {
            founder: OTHER,
            series: "",
            ..HOME
        };
        assert_eq!(entry(&world, &of_no_series, STRANGER).await, own, "{kind}");
        assert_eq!(entry(&world, &HOME, STRANGER).await, leg, "{kind}");
        assert_eq!(
            entry(&world, &of_another, STRANGER).await,
            elsewhere,
            "{kind}"
        );
        assert_eq!(entry(&world, &HOME, "dora").await, "", "{kind}");
    }
}

#[tokio::test]
async fn the_number_that_somebody_vouched_for_is_excluded_like_the_account() {
    let world = World::new().await;
    let home = found(&world, &HOME).await.unwrap();
    let mut asked = world.new_entrant(&home, 1);
    asked.federation_number = 50_000;
    let entrant = ask!(world, DIRECTOR, register_entrant, asked).unwrap();
    impose(
        &world,
        &home,
        (DIRECTOR, &entrant.entrant_id),
        penalty("ban"),
    )
    .await
    .unwrap();
    let next = found(&world, &HOME).await.unwrap();
    for (number, refusal) in [(50_000, "banned"), (50_002, "")] {
        let mut asked = world.new_entrant(&next, number as usize);
        asked.federation_number = number;
        let answer = ask!(world, DIRECTOR, register_entrant, asked);
        let said = answer.map_or_else(|refused| refused.code, |_| String::new());
        assert_eq!(said, refusal, "{number}");
    }
}

#[tokio::test]
async fn a_seat_is_not_claimed_by_who_is_banned() {
    let world = World::new().await;
    let home = found(&world, &HOME).await.unwrap();
    let entrant = enter(&world, &home, STRANGER).await.unwrap().entrant_id;
    impose(&world, &home, (DIRECTOR, &entrant), penalty("ban"))
        .await
        .unwrap();
    let next = found(&world, &HOME).await.unwrap();
    let seats = world.register(&next, 2).await;
    world.claim(&next, &seats[0], STRANGER);
    world.claim(&next, &seats[1], "dora");
    world.catch_up().await;
    let seated: Vec<bool> = world
        .tournament(&next)
        .await
        .entrants
        .iter()
        .map(|entrant| entrant.seated)
        .collect();
    assert_eq!(seated, [false, true]);
}

#[tokio::test]
async fn who_holds_no_event_of_it_founds_none_in_its_name() {
    let world = World::new().await;
    let home = found(&world, &HOME).await.unwrap();
    let of_the_series = Event {
        founder: OTHER,
        ..HOME
    };
    let of_the_organiser = Event {
        organiser: DIRECTOR,
        series: "",
        ..of_the_series
    };
    let refusals = [
        (&of_the_series, "not_its_leg"),
        (&of_the_organiser, "not_its_organiser"),
    ];
    for (foreign, refusal) in refusals {
        let refused = found(&world, foreign).await.unwrap_err();
        assert_eq!((refused.kind, &*refused.code), (Kind::Forbidden, refusal));
        let by_administrator = Event {
            founder: ADMINISTRATOR,
            ..*foreign
        };
        assert!(found(&world, &by_administrator).await.is_ok());
    }
    let asked = proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: home,
        account_id: OTHER.to_owned(),
        role: "organiser".to_owned(),
        ..proto::AppointOfficialRequest::default()
    };
    ask!(world, DIRECTOR, appoint_official, asked).unwrap();
    for foreign in [&of_the_series, &of_the_organiser] {
        let id = found(&world, foreign).await.unwrap();
        let summary = world.tournament(&id).await.summary.unwrap();
        assert_eq!(summary.series, foreign.series);
        let organiser = if foreign.organiser.is_empty() {
            OTHER
        } else {
            DIRECTOR
        };
        assert_eq!(summary.organiser_account_id, organiser);
    }
}

#[tokio::test]
async fn a_leg_and_its_series_come_together() {
    let world = World::new().await;
    for (series, leg, refusal) in [
        ("", 1, "bad_series"),
        ("Club Cup", 1, "bad_series"),
        (SERIES, 0, "bad_leg"),
        (SERIES, 1_001, "bad_leg"),
    ] {
        let asked = proto::CreateTournamentRequest {
            series: series.to_owned(),
            leg,
            ..world.new_tournament()
        };
        let refused = ask!(world, DIRECTOR, create_tournament, asked).unwrap_err();
        assert_eq!((refused.kind, &*refused.code), (Kind::Invalid, refusal));
    }
}
