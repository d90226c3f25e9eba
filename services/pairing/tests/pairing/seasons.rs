//! Seasons through the contract: the calendar, who hosts and directs, the final table.

use crate::world::{ADMINISTRATOR, DIRECTOR, STRANGER, World};
use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;

/// Officers: of the confederation, and of the federation of each host.
const COMMITTEE: &str = "edith";
const HOST: &str = "harald";
/// The director of the first leg, who is no player.
const LEG_DIRECTOR: &str = DIRECTOR;
/// Hosts and dates of the legs, so far ahead that the calendar is in time whenever this runs.
const LEGS: [(&str, &str); 4] = [
    ("DNK", "2999-02-13"),
    ("FRA", "2999-04-24"),
    ("NLD", "2999-06-12"),
    ("POL", "2999-09-04"),
];
/// The players of each leg in the order of its final ranking.
const RANKINGS: [[&str; 4]; 4] = [
    ["Ardent", "Brisk", "Calm", "Dainty"],
    ["Brisk", "Ardent", "Calm", "Dainty"],
    ["Ardent", "Brisk", "Dainty", "Calm"],
    ["Brisk", "Ardent", "Calm", "Dainty"],
];

async fn federation(world: &World, code: &str, members: &[&str], officer: &str) {
    let asked = proto::RegisterFederationRequest {
        command_id: world.command_id(),
        code: code.to_owned(),
        name: format!("Federation {code}"),
        members: members.iter().map(|code| (*code).to_owned()).collect(),
    };
    ask!(world, ADMINISTRATOR, register_federation, asked).unwrap();
    let asked = proto::AppointRatingOfficerRequest {
        command_id: world.command_id(),
        code: code.to_owned(),
        account_id: officer.to_owned(),
    };
    ask!(world, ADMINISTRATOR, appoint_rating_officer, asked).unwrap();
}

/// A confederation of five nations, four of which have federations of their own here.
async fn confederation() -> World {
    let world = World::new().await;
    federation(
        &world,
        "EOCF",
        &["DNK", "FRA", "NLD", "POL", "SWE"],
        COMMITTEE,
    )
    .await;
    for (host, _) in LEGS {
        federation(&world, host, &[], HOST).await;
    }
    world
}

fn announcement(world: &World, year: u32) -> proto::AnnounceSeasonRequest {
    proto::AnnounceSeasonRequest {
        command_id: world.command_id(),
        name: format!("European Grand Prix {year}"),
        year,
        federation: "EOCF".to_owned(),
        ..proto::AnnounceSeasonRequest::default()
    }
}

async fn announced(world: &World, year: u32) -> String {
    let asked = announcement(world, year);
    let answer = ask!(world, COMMITTEE, announce_season, asked).unwrap();
    answer.season.unwrap().summary.unwrap().id
}

async fn set(
    world: &World,
    (who, id, leg): (&str, &str, u32),
    (host, date): (&str, &str),
) -> Result<proto::Season, Problem> {
    let asked = proto::SetLegRequest {
        command_id: world.command_id(),
        season_id: id.to_owned(),
        leg,
        host: host.to_owned(),
        date: date.to_owned(),
        place: format!("Town hall of {host}"),
    };
    Ok(ask!(world, who, set_leg, asked)?.season.unwrap())
}

async fn fix(world: &World, who: &str, id: &str) -> Result<proto::Season, Problem> {
    let asked = proto::FixCalendarRequest {
        command_id: world.command_id(),
        season_id: id.to_owned(),
    };
    Ok(ask!(world, who, fix_calendar, asked)?.season.unwrap())
}

/// A season whose calendar is fixed.
async fn fixed(world: &World) -> String {
    let id = announced(world, 2999).await;
    for (leg, venue) in (1..).zip(LEGS) {
        set(world, (COMMITTEE, &id, leg), venue).await.unwrap();
    }
    fix(world, COMMITTEE, &id).await.unwrap();
    id
}

fn change(world: &World, id: &str, leg: u32, date: &str) -> proto::ChangeLegRequest {
    proto::ChangeLegRequest {
        command_id: world.command_id(),
        season_id: id.to_owned(),
        leg,
        host: LEGS[leg as usize - 1].0.to_owned(),
        date: date.to_owned(),
        place: "The old school".to_owned(),
        reason: "The hall is let.".to_owned(),
        notice: "Members were told by letter.".to_owned(),
    }
}

async fn name(
    world: &World,
    (who, id, leg): (&str, &str, u32),
    account: &str,
) -> Result<proto::Season, Problem> {
    let asked = proto::NameLegDirectorRequest {
        command_id: world.command_id(),
        season_id: id.to_owned(),
        leg,
        account_id: account.to_owned(),
    };
    Ok(ask!(world, who, name_leg_director, asked)?.season.unwrap())
}

async fn link(
    world: &World,
    (who, id, leg): (&str, &str, u32),
    tournament: &str,
) -> Result<proto::Season, Problem> {
    let asked = proto::LinkLegEventRequest {
        command_id: world.command_id(),
        season_id: id.to_owned(),
        leg,
        tournament_id: tournament.to_owned(),
    };
    Ok(ask!(world, who, link_leg_event, asked)?.season.unwrap())
}

async fn tick(
    world: &World,
    (who, id, leg): (&str, &str, u32),
    duty: &str,
) -> Result<proto::Season, Problem> {
    let asked = proto::TickSeasonDutyRequest {
        command_id: world.command_id(),
        season_id: id.to_owned(),
        leg,
        duty: duty.to_owned(),
        note: "By letter to all members.".to_owned(),
    };
    Ok(ask!(world, who, tick_season_duty, asked)?.season.unwrap())
}

async fn call_off(world: &World, who: &str, id: &str, leg: u32) -> Result<proto::Season, Problem> {
    let asked = proto::CallOffLegRequest {
        command_id: world.command_id(),
        season_id: id.to_owned(),
        leg,
        reason: "Nobody can host it.".to_owned(),
    };
    Ok(ask!(world, who, call_off_leg, asked)?.season.unwrap())
}

async fn close(world: &World, who: &str, id: &str) -> Result<proto::Season, Problem> {
    let asked = proto::CloseSeasonRequest {
        command_id: world.command_id(),
        season_id: id.to_owned(),
    };
    Ok(ask!(world, who, close_season, asked)?.season.unwrap())
}

async fn calendar(world: &World, id: &str) -> proto::Season {
    let asked = proto::GetSeasonCalendarRequest {
        season_id: id.to_owned(),
    };
    let answer = world.client().get_season_calendar(asked).await.unwrap();
    answer.into_inner().season.unwrap()
}

/// An event in that nation on that day, in registration.
async fn event(world: &World, country: &str, date: &str) -> String {
    let mut asked = world.new_tournament();
    country.clone_into(&mut asked.country);
    date.clone_into(&mut asked.date);
    "club".clone_into(&mut asked.rule_set);
    let made = ask!(world, DIRECTOR, create_tournament, asked).unwrap();
    made.tournament.unwrap().summary.unwrap().id
}

/// Plays an event out: of each two players the one who stands first in the ranking wins.
async fn play(world: &World, id: &str, ranking: [&str; 4]) {
    let mut order = Vec::new();
    for surname in ranking {
        let mut asked = world.new_entrant(id, 0);
        surname.clone_into(&mut asked.surname);
        let entered = ask!(world, DIRECTOR, register_entrant, asked).unwrap();
        order.push(entered.entrant_id);
    }
    let place = |entrant: &str| order.iter().position(|known| known == entrant);
    while world.publish(id).await.is_ok() {
        world
            .play(id, |board| {
                if place(&board.black_entrant_id) < place(&board.white_entrant_id) {
                    40
                } else {
                    24
                }
            })
            .await;
    }
}

fn duty<'a>(season: &'a proto::Season, leg: usize, code: &str) -> &'a proto::DutyLine {
    let mut duties = season.legs[leg - 1].duties.iter();
    duties.find(|line| line.duty == code).unwrap()
}

/// A Grand Prix from its announcement to its final table.
#[tokio::test]
async fn a_season_of_four_legs() {
    let mut world = confederation().await;
    let id = fixed(&world).await;
    let season = calendar(&world, &id).await;
    let summary = season.summary.clone().unwrap();
    assert_eq!(
        (
            summary.name.as_str(),
            summary.legs,
            summary.calendar_fixed,
            season.grand_prix,
            season.calendar_late
        ),
        ("European Grand Prix 2999", 4, true, true, false)
    );
    assert!(season.calendar_due_ms > season.calendar_fixed_at_ms);
    assert_eq!(season.legs[0].place, "Town hall of DNK");

    let mut events = Vec::new();
    for (leg, (host, date)) in (1_u32..).zip(LEGS) {
        name(&world, (HOST, &id, leg), LEG_DIRECTOR).await.unwrap();
        let tournament = event(&world, host, date).await;
        link(&world, (HOST, &id, leg), &tournament).await.unwrap();
        events.push(tournament);
    }
    let season = tick(&world, (LEG_DIRECTOR, &id, 1), "tournament_announced").await;
    let season = season.unwrap();
    let announced = duty(&season, 1, "tournament_announced");
    assert_eq!(
        (announced.done, announced.late, announced.note.as_str()),
        (true, false, "By letter to all members.")
    );
    let named = duty(&season, 1, "director_named");
    assert_eq!((named.done, named.by_account_id.as_str()), (true, HOST));
    assert_eq!(season.legs[0].director_name, "Account anna");
    assert_eq!(season.legs[0].director_federation, "DNK");

    for (tournament, ranking) in events.iter().zip(RANKINGS) {
        play(&world, tournament, ranking).await;
        let open = close(&world, COMMITTEE, &id).await.unwrap_err();
        assert_eq!(open.code, "legs_open");
        world.confirm(tournament).await.unwrap();
    }
    let season = calendar(&world, &id).await;
    assert!(duty(&season, 1, "results_sent").due);
    let told = tick(&world, (LEG_DIRECTOR, &id, 1), "pairing_program_told").await;
    assert!(duty(&told.unwrap(), 1, "pairing_program_told").late);

    let by_host = close(&world, HOST, &id).await.unwrap_err();
    assert_eq!(
        (by_host.kind, by_host.code.as_str()),
        (Kind::Forbidden, "not_the_committee")
    );
    let closed = close(&world, COMMITTEE, &id).await.unwrap();
    // 200 + 200 + 140, and 140 more: equal on the best three and on the best four.
    let rows: Vec<(u32, &str, &str, &str)> = closed
        .table
        .iter()
        .map(|row| (row.rank, &*row.name, &*row.points, &*row.tie_points))
        .collect();
    let mut leaders = [rows[0].1, rows[1].1];
    leaders.sort_unstable();
    assert_eq!(leaders, ["Pat Ardent", "Pat Brisk"]);
    for leader in &rows[..2] {
        assert_eq!((leader.0, leader.2, leader.3), (1, "540", "680"));
    }
    assert_eq!(
        rows[2..],
        [
            (3, "Pat Calm", "270", "330"),
            (4, "Pat Dainty", "210", "270"),
        ]
    );
    let calm = &closed.table[2].results;
    let legs: Vec<(u32, u32, &str, bool)> = calm
        .iter()
        .map(|one| (one.leg, one.rank, &*one.points, one.counts))
        .collect();
    assert_eq!(
        legs,
        [
            (1, 3, "90", true),
            (2, 3, "90", true),
            (3, 4, "60", false),
            (4, 3, "90", true)
        ]
    );
    assert!(closed.closed_at_ms > 0 && closed.table_problem.is_empty());
    assert!(
        closed
            .legs
            .iter()
            .all(|leg| leg.counted_ranking_version == 1)
    );
    let again = close(&world, COMMITTEE, &id).await.unwrap_err();
    assert_eq!(again.code, "season_closed");
    world.restart().await;
    assert_eq!(calendar(&world, &id).await, closed, "it is kept");
}

async fn leg_of_series(
    world: &World,
    who: &str,
    (series, leg): (&str, u32),
) -> Result<String, Problem> {
    let (host, date) = LEGS[leg as usize - 1];
    let asked = proto::CreateTournamentRequest {
        country: host.to_owned(),
        date: date.to_owned(),
        series: series.to_owned(),
        leg,
        ..world.new_tournament()
    };
    let answer = ask!(world, who, create_tournament, asked)?;
    Ok(answer.tournament.unwrap().summary.unwrap().id)
}

#[tokio::test]
async fn the_events_of_a_seasons_series_are_its_directors_and_officers() {
    const SERIES: &str = "grand-prix-2999";
    let world = confederation().await;
    let asked = proto::AnnounceSeasonRequest {
        series: "Grand Prix".to_owned(),
        ..announcement(&world, 2999)
    };
    let refused = ask!(world, COMMITTEE, announce_season, asked).unwrap_err();
    assert_eq!(refused.code, "bad_series");
    let asked = proto::AnnounceSeasonRequest {
        series: SERIES.to_owned(),
        ..announcement(&world, 2999)
    };
    let answer = ask!(world, COMMITTEE, announce_season, asked).unwrap();
    let summary = answer.season.unwrap().summary.unwrap();
    assert_eq!(summary.series, SERIES);
    let id = summary.id;
    for (leg, venue) in (1..).zip(LEGS) {
        set(&world, (COMMITTEE, &id, leg), venue).await.unwrap();
    }
    for who in [LEG_DIRECTOR, STRANGER] {
        let refused = leg_of_series(&world, who, (SERIES, 1)).await.unwrap_err();
        assert_eq!(
            (refused.kind, &*refused.code),
            (Kind::Forbidden, "not_its_leg"),
            "{who} is nobody to it yet"
        );
    }
    name(&world, (HOST, &id, 1), LEG_DIRECTOR).await.unwrap();
    let first = leg_of_series(&world, LEG_DIRECTOR, (SERIES, 1))
        .await
        .unwrap();
    // Whoever directs one leg is nobody to the others.
    let refused = leg_of_series(&world, LEG_DIRECTOR, (SERIES, 2)).await;
    assert_eq!(refused.unwrap_err().code, "not_its_leg");
    let second = leg_of_series(&world, HOST, (SERIES, 2)).await.unwrap();

    let refused = link(&world, (HOST, &id, 1), &second).await.unwrap_err();
    assert_eq!(refused.code, "event_elsewhere");
    let outside = event(&world, LEGS[2].0, LEGS[2].1).await;
    let season = link(&world, (HOST, &id, 3), &outside).await.unwrap();
    assert!(!season.legs[2].in_series);
    let season = link(&world, (HOST, &id, 1), &first).await.unwrap();
    assert!(season.legs[0].in_series);
}

#[tokio::test]
async fn a_series_is_no_second_seasons_and_nobody_elses() {
    let world = confederation().await;
    let asked = |year: u32, series: &str| proto::AnnounceSeasonRequest {
        series: series.to_owned(),
        ..announcement(&world, year)
    };
    let first = asked(2998, "grand-prix");
    ask!(world, COMMITTEE, announce_season, first.clone()).unwrap();
    let again = ask!(world, COMMITTEE, announce_season, first).unwrap();
    assert_eq!(again.season.unwrap().summary.unwrap().series, "grand-prix");
    let second = asked(2999, "grand-prix");
    let refused = ask!(world, COMMITTEE, announce_season, second).unwrap_err();
    assert_eq!(
        (refused.kind, &*refused.code),
        (Kind::Refused, "series_taken")
    );
    // Somebody was there before the season was.
    leg_of_series(&world, STRANGER, ("cup", 1)).await.unwrap();
    world.catch_up().await;
    let refused = ask!(world, COMMITTEE, announce_season, asked(2999, "cup")).unwrap_err();
    assert_eq!(refused.code, "series_taken");
    leg_of_series(&world, COMMITTEE, ("shield", 1))
        .await
        .unwrap();
    world.catch_up().await;
    ask!(world, COMMITTEE, announce_season, asked(2999, "shield")).unwrap();
}

/// Releasing the event's rating file is the duty done; the event's own list counts too.
#[tokio::test]
async fn duties_are_ticked_where_they_are_done() {
    let world = confederation().await;
    let id = fixed(&world).await;
    let first = name(&world, (STRANGER, &id, 1), LEG_DIRECTOR).await;
    assert_eq!(first.unwrap_err().code, "officers_only");
    name(&world, (HOST, &id, 1), LEG_DIRECTOR).await.unwrap();
    let tournament = event(&world, LEGS[0].0, LEGS[0].1).await;
    link(&world, (HOST, &id, 1), &tournament).await.unwrap();
    for (who, code) in [
        (HOST, "not_the_leg_director"),
        (STRANGER, "not_the_leg_director"),
    ] {
        let refused = tick(&world, (who, &id, 1), "tournament_announced").await;
        let refused = refused.unwrap_err();
        assert_eq!(
            (refused.kind, refused.code.as_str()),
            (Kind::Forbidden, code)
        );
    }
    for (duty, code) in [
        ("results_sent", "duty_done_itself"),
        ("director_named", "duty_done_itself"),
        ("standings_sent", "duty_not_yet"),
        ("tea", "unknown_duty"),
    ] {
        let refused = tick(&world, (LEG_DIRECTOR, &id, 1), duty).await;
        assert_eq!(refused.unwrap_err().code, code, "{duty}");
    }

    let approval = proto::ApproveDirectorRequest {
        command_id: world.command_id(),
        code: "DNK".to_owned(),
        account_id: DIRECTOR.to_owned(),
        reason: "Has directed for years.".to_owned(),
    };
    ask!(world, HOST, approve_director, approval).unwrap();
    let approval = proto::ApproveEventRequest {
        command_id: world.command_id(),
        tournament_id: tournament.clone(),
        reason: "Announced in May.".to_owned(),
    };
    ask!(world, HOST, approve_event, approval).unwrap();
    play(&world, &tournament, RANKINGS[0]).await;
    let signature = proto::DeclareOverTheBoardRequest {
        command_id: world.command_id(),
        tournament_id: tournament.clone(),
        reason: "Score sheets.".to_owned(),
    };
    ask!(world, DIRECTOR, declare_over_the_board, signature).unwrap();
    world.confirm(&tournament).await.unwrap();
    let due = calendar(&world, &id).await;
    assert!(duty(&due, 1, "results_sent").due && duty(&due, 1, "standings_sent").due);
    let release = proto::ReleaseRatingFileRequest {
        command_id: world.command_id(),
        tournament_id: tournament.clone(),
        ranking_version: 1,
        reason: "Looked at.".to_owned(),
    };
    ask!(world, HOST, release_rating_file, release).unwrap();
    let sent = calendar(&world, &id).await;
    let sent = duty(&sent, 1, "results_sent");
    assert_eq!((sent.done, sent.by_account_id.as_str()), (true, HOST));

    let season = tick(&world, (LEG_DIRECTOR, &id, 1), "standings_sent").await;
    assert!(duty(&season.unwrap(), 1, "standings_sent").done);
    let taken_back = proto::UntickSeasonDutyRequest {
        command_id: world.command_id(),
        season_id: id.clone(),
        leg: 1,
        duty: "standings_sent".to_owned(),
        note: String::new(),
    };
    let season = ask!(world, LEG_DIRECTOR, untick_season_duty, taken_back).unwrap();
    assert!(!duty(&season.season.unwrap(), 1, "standings_sent").done);
}

#[tokio::test]
async fn the_committee_alone_decides_on_the_calendar() {
    let world = confederation().await;
    for (who, code) in [(STRANGER, "officers_only"), (HOST, "not_the_committee")] {
        let refused = ask!(world, who, announce_season, announcement(&world, 2999));
        let refused = refused.unwrap_err();
        assert_eq!(
            (refused.kind, refused.code.as_str()),
            (Kind::Forbidden, code)
        );
    }
    let mut nobodys = announcement(&world, 2999);
    "NOBODY".clone_into(&mut nobodys.federation);
    let refused = ask!(world, COMMITTEE, announce_season, nobodys).unwrap_err();
    assert_eq!(refused.kind, Kind::NotFound);

    let asked = announcement(&world, 2999);
    let first = ask!(world, COMMITTEE, announce_season, asked.clone()).unwrap();
    let again = ask!(world, COMMITTEE, announce_season, asked).unwrap();
    assert_eq!(first, again, "sent again, it gets its first answer");
    let id = first.season.unwrap().summary.unwrap().id;

    let refused = set(&world, (HOST, &id, 1), LEGS[0]).await.unwrap_err();
    assert_eq!(refused.code, "not_the_committee");
    set(&world, (COMMITTEE, &id, 1), LEGS[0]).await.unwrap();
    for (leg, venue, code) in [
        (2, LEGS[0], "host_taken"),
        (2, ("USA", "2999-04-24"), "host_no_member"),
        (2, ("FRA", "2998-04-24"), "leg_outside_season"),
        (2, ("FRA", "24 April"), "bad_season_day"),
        (5, LEGS[1], "unknown_leg"),
    ] {
        let refused = set(&world, (COMMITTEE, &id, leg), venue).await;
        assert_eq!(refused.unwrap_err().code, code);
    }
    let refused = fix(&world, COMMITTEE, &id).await.unwrap_err();
    assert_eq!(refused.code, "legs_missing");
    let refused = set(&world, (COMMITTEE, "none", 1), LEGS[0]).await;
    assert_eq!(refused.unwrap_err().kind, Kind::NotFound);
}

#[tokio::test]
async fn a_leg_is_changed_with_notice_before_its_tournament() {
    let world = confederation().await;
    let id = fixed(&world).await;
    let tournament = event(&world, LEGS[1].0, LEGS[1].1).await;
    let refused = link(&world, (HOST, &id, 1), &tournament).await.unwrap_err();
    assert_eq!(refused.code, "event_elsewhere");
    link(&world, (HOST, &id, 2), &tournament).await.unwrap();
    name(&world, (HOST, &id, 2), LEG_DIRECTOR).await.unwrap();

    let asked = change(&world, &id, 2, "2999-05-01");
    let season = ask!(world, COMMITTEE, change_leg, asked).unwrap();
    let leg = season.season.unwrap().legs[1].clone();
    assert_eq!(
        (leg.date.as_str(), leg.place.as_str()),
        ("2999-05-01", "The old school")
    );
    assert_eq!(leg.tournament_id, "", "that one is held on another day");
    assert_eq!(leg.director_account_id, LEG_DIRECTOR);
    let [before] = &leg.changes[..] else {
        panic!("{leg:?}")
    };
    assert_eq!(
        (
            before.date.as_str(),
            before.place.as_str(),
            before.reason.as_str(),
            before.notice.as_str(),
            before.by_account_id.as_str()
        ),
        (
            "2999-04-24",
            "Town hall of FRA",
            "The hall is let.",
            "Members were told by letter.",
            COMMITTEE
        )
    );

    let later = event(&world, "FRA", "2999-05-01").await;
    link(&world, (HOST, &id, 2), &later).await.unwrap();
    world.register(&later, 4).await;
    world.publish(&later).await.unwrap();
    let asked = change(&world, &id, 2, "2999-05-08");
    let refused = ask!(world, COMMITTEE, change_leg, asked).unwrap_err();
    assert_eq!(refused.code, "leg_begun");

    let off = call_off(&world, COMMITTEE, &id, 3).await.unwrap();
    assert_eq!(off.legs[2].called_off_reason, "Nobody can host it.");
    let refused = call_off(&world, COMMITTEE, &id, 3).await.unwrap_err();
    assert_eq!(refused.code, "leg_called_off");
}

#[tokio::test]
async fn a_calendar_that_is_late_is_fixed_and_stands_as_late() {
    let world = confederation().await;
    let mut asked = announcement(&world, 2001);
    "2000-11-03".clone_into(&mut asked.championship_date);
    let season = ask!(world, COMMITTEE, announce_season, asked).unwrap();
    let season = season.season.unwrap();
    // The end of 27 October 2000.
    assert_eq!(season.calendar_due_ms, 972_691_200_000);
    let id = season.summary.unwrap().id;
    for (leg, (host, date)) in (1..).zip(LEGS) {
        let date = date.replace("2999", "2001");
        set(&world, (COMMITTEE, &id, leg), (host, &date))
            .await
            .unwrap();
    }
    let season = fix(&world, COMMITTEE, &id).await.unwrap();
    assert!(season.calendar_late);
    assert!(calendar(&world, &id).await.calendar_late);
    let refused = fix(&world, COMMITTEE, &id).await.unwrap_err();
    assert_eq!(refused.code, "calendar_fixed");
}

#[tokio::test]
async fn a_national_series_has_terms_of_its_own() {
    let world = confederation().await;
    let mut asked = announcement(&world, 2999);
    "DNK".clone_into(&mut asked.federation);
    asked.terms = Some(proto::SeasonTerms {
        points: vec![10, 6, 3, 1],
        best_results: 0,
        tie_best_results: 0,
        shared_from_rank: 1,
        tied_by_points: true,
        legs: 2,
        hosts_differ: false,
    });
    let season = ask!(world, HOST, announce_season, asked).unwrap();
    let season = season.season.unwrap();
    assert!(!season.grand_prix && season.calendar_due_ms == 0);
    let id = season.summary.unwrap().id;
    let refused = set(&world, (HOST, &id, 1), LEGS[1]).await.unwrap_err();
    assert_eq!(refused.code, "host_no_member");
    for (leg, date) in [(1, "2999-02-13"), (2, "2999-05-08")] {
        set(&world, (HOST, &id, leg), ("DNK", date)).await.unwrap();
    }
    fix(&world, HOST, &id).await.unwrap();
    let tournament = event(&world, "DNK", "2999-02-13").await;
    link(&world, (HOST, &id, 1), &tournament).await.unwrap();
    play(&world, &tournament, RANKINGS[0]).await;
    assert!(calendar(&world, &id).await.table.is_empty());
    world.confirm(&tournament).await.unwrap();
    let table = calendar(&world, &id).await.table;
    let points: Vec<(&str, &str)> = table.iter().map(|row| (&*row.name, &*row.points)).collect();
    assert_eq!(
        points,
        [
            ("Pat Ardent", "10"),
            ("Pat Brisk", "6"),
            ("Pat Calm", "3"),
            ("Pat Dainty", "1")
        ]
    );
    call_off(&world, HOST, &id, 2).await.unwrap();
    let closed = close(&world, HOST, &id).await.unwrap();
    assert_eq!(closed.table, table);

    let mut wrong = announcement(&world, 2999);
    wrong.terms = Some(proto::SeasonTerms::default());
    let refused = ask!(world, COMMITTEE, announce_season, wrong).unwrap_err();
    assert_eq!(
        (refused.kind, refused.code.as_str()),
        (Kind::Invalid, "season_terms_wrong")
    );
}

#[tokio::test]
async fn seasons_are_listed_the_latest_first() {
    let world = confederation().await;
    for year in [2027, 2029, 2028] {
        announced(&world, year).await;
    }
    let mut asked = announcement(&world, 2030);
    "DNK".clone_into(&mut asked.federation);
    ask!(world, HOST, announce_season, asked).unwrap();
    let list = |federation: &str, page_token: &str| proto::ListSeasonsRequest {
        page_size: 2,
        page_token: page_token.to_owned(),
        federation: federation.to_owned(),
    };
    let mut years = Vec::new();
    let mut token = String::new();
    loop {
        let page = world.client().list_seasons(list("EOCF", &token)).await;
        let page = page.unwrap().into_inner();
        years.extend(page.seasons.into_iter().map(|season| season.year));
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(years, [2029, 2028, 2027]);
    let all = world.client().list_seasons(list("", "")).await;
    let first = all.unwrap().into_inner().seasons.remove(0);
    assert_eq!(
        (first.year, first.federation.as_str(), first.legs_set),
        (2030, "DNK", 0)
    );
}
