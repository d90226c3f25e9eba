//! Standings through their contract, over tournaments that the engine decided.

use crate::world::{
    Tournament, World,
    ledger::{BYE_DISCS, C, Ledger, play_round},
    played,
};
use outflank_access::Problem;
use outflank_proto::standings::v1::{self as proto, CellKind};
use outflank_tournament::{
    Abandonment, AccountId, Command, EntrantId, LostBy, ResultKind, ResultRecord, UnfinishedRound,
    Variant,
};

#[tokio::test]
async fn a_double_round_robin_of_five_folds_to_what_the_text_says() {
    let world = World::new();
    let mut ledger = Ledger::default();
    let mut tournament = Tournament::new(&world.pairing, "five", 5);
    for round in 1..=10 {
        play_round(&world.pairing, &mut tournament, &mut ledger);
        let list = world.whole_list("five").await;
        ledger.check(&list, round);
        assert_eq!((list.open_boards, list.final_ranking), (0, false));
        assert_eq!(list.version, tournament.seq);
    }
    tournament.confirm(&world.pairing);

    let list = world.whole_list("five").await;
    ledger.check(&list, 10);
    assert!(list.final_ranking);
    assert_eq!(list.constant, C);
    assert_eq!(list.tie_breaks, ["points", "BQ", "discs", "lots"]);
    let byes = |row: &proto::Row| {
        let is_bye = |cell: &&proto::Cell| cell.kind() == CellKind::Bye;
        let byes: Vec<_> = row.cells.iter().filter(is_bye).collect();
        assert!(byes.iter().all(|cell| cell.discs == BYE_DISCS));
        byes.len()
    };
    assert!(list.rows.iter().all(|row| byes(row) == 2));
    let confirmed: Vec<(String, u32)> = tournament.state.ranking.as_ref().map_or(vec![], |lines| {
        let line = |line: &outflank_tournament::RankingLine| (line.entrant.0.clone(), line.rank);
        lines.iter().map(line).collect()
    });
    let shown: Vec<(String, u32)> = list
        .rows
        .iter()
        .map(|row| (row.entrant_id.clone(), row.rank))
        .collect();
    assert_eq!(shown, confirmed);
}

#[tokio::test]
async fn a_list_after_a_round_knows_only_that_round_and_how_places_moved() {
    let world = World::new();
    let mut ledger = Ledger::default();
    let mut tournament = Tournament::new(&world.pairing, "five", 5);
    for _ in 0..6 {
        play_round(&world.pairing, &mut tournament, &mut ledger);
    }
    tournament.publish(&world.pairing);
    world.catch_up().await.unwrap();
    let mut moved = 0;
    for round in 1..=6 {
        let list = world.list("five", round).await.unwrap();
        ledger.check(&list, round as usize);
        assert_eq!((list.open_boards, list.final_ranking), (0, false));
        let now = ledger.order(round as usize);
        let before = ledger.order(round as usize - 1);
        let place = |order: &[String], row: &proto::Row| {
            order.iter().position(|id| *id == row.entrant_id).unwrap() as i32
        };
        for row in &list.rows {
            let expected = match round {
                1 => 0,
                _ => place(&before, row) - place(&now, row),
            };
            assert_eq!(row.movement, expected, "{} in {round}", row.entrant_id);
            moved += expected.abs();
        }
    }
    assert!(moved > 0, "somebody gained or lost a place");

    // A round beyond the last published one is the last published one.
    assert_eq!(world.list("five", 99).await.unwrap().round, 7);
}

#[tokio::test]
async fn open_boards_count_for_nothing_and_name_their_games() {
    let world = World::new();
    let mut tournament = Tournament::new(&world.pairing, "four", 4);
    let list = world.whole_list("four").await;
    assert_eq!((list.round, list.open_boards, list.rows.len()), (0, 0, 4));
    assert!(list.rows.iter().all(|row| row.cells.is_empty()));

    tournament.publish(&world.pairing);
    assert_eq!(world.whole_list("four").await.open_boards, 2);
    tournament.record(&world.pairing, 1, 1, played(44));
    let list = world.whole_list("four").await;
    assert_eq!(list.open_boards, 1);
    let round = tournament.state.round(1).unwrap();
    for row in &list.rows {
        let [cell] = &row.cells[..] else {
            panic!("one round has one cell");
        };
        let board = round.board(cell.table).unwrap();
        let (own, other) = if cell.black {
            (&board.pairing.black, &board.pairing.white)
        } else {
            (&board.pairing.white, &board.pairing.black)
        };
        assert_eq!(own.0, row.entrant_id);
        assert_eq!(other.0, cell.opponent_entrant_id);
        let game = outflank_access::identifier::game_id("four", round.seq, 1, cell.table, 1);
        assert_eq!(cell.game_id, game);
        let expected = match (cell.table, cell.black) {
            (1, true) => (CellKind::Played, 44, 2, 2 * 44, 44),
            (1, false) => (CellKind::Played, 20, 0, 2 * 20 + C * 2, 20),
            _ => (CellKind::Open, 0, 0, 0, 0),
        };
        let found = (
            cell.kind(),
            cell.discs,
            row.half_points,
            row.bq_half_units,
            row.discs,
        );
        assert_eq!(found, expected, "{}", row.entrant_id);
    }
}

#[tokio::test]
async fn who_withdraws_stays_in_the_list_and_weighs_on_no_quotient() {
    let world = World::new();
    let mut tournament = Tournament::new(&world.pairing, "four", 4);
    play_round(&world.pairing, &mut tournament, &mut Ledger::default());
    let before = world.whole_list("four").await;
    let gone = before.rows[0].entrant_id.clone();
    tournament.give(
        &world.pairing,
        &[Command::WithdrawEntrant {
            entrant: EntrantId(gone.clone()),
        }],
    );
    let list = world.whole_list("four").await;
    for row in &list.rows {
        assert_eq!(row.withdrawn, row.entrant_id == gone);
        let old = before
            .rows
            .iter()
            .find(|old| old.entrant_id == row.entrant_id);
        let old = old.unwrap();
        assert_eq!((row.half_points, row.discs), (old.half_points, old.discs));
        let expected = if row.cells[0].opponent_entrant_id == gone {
            2 * 32 + C * row.half_points.unsigned_abs()
        } else {
            old.bq_half_units
        };
        assert_eq!(row.bq_half_units, expected);
    }
}

#[tokio::test]
async fn prizes_are_split_as_long_as_their_sum_can_be_said() {
    const MOST: u64 = (1 << 53) - 1;
    let world = World::new();
    let mut ledger = Ledger::default();
    let mut tournament = Tournament::new(&world.pairing, "five", 5);
    play_round(&world.pairing, &mut tournament, &mut ledger);
    world.catch_up().await.unwrap();
    let split = |prizes: &[u64]| {
        let request = proto::SplitPrizesRequest {
            tournament_id: "five".to_owned(),
            prizes: prizes.to_vec(),
            tied_by_points: false,
        };
        let mut anyone = world.anyone.clone();
        async move {
            let answer = anyone.split_prizes(request).await;
            let answer = answer.map_err(|status| Problem::from_status(&status).code)?;
            let answer = answer.into_inner();
            let shares: u64 = answer.shares.iter().map(|share| share.amount).sum();
            Ok::<_, String>(shares + answer.kept)
        }
    };
    assert_eq!(split(&[60, 30, 10]).await, Ok(100));
    assert_eq!(split(&[0, 0, 0, 0, 0, MOST]).await, Ok(MOST));
    for prizes in [&[MOST + 1][..], &[MOST, 1], &[u64::MAX, u64::MAX]] {
        assert_eq!(split(prizes).await, Err("prizes_too_great".to_owned()));
    }
    assert_eq!(split(&[1; 1_025]).await, Err("too_many_prizes".to_owned()));
}

/// Cells tell how results came about, and the list that the event stopped.
#[tokio::test]
async fn a_list_tells_kinds_of_results_and_that_the_event_stopped() {
    let world = World::new();
    let mut tournament = Tournament::new(&world.pairing, "five", 5);
    tournament.publish(&world.pairing);
    let forfeit = ResultRecord::lost(LostBy::Black, ResultKind::Forfeit, &Variant::default());
    let no_show = ResultRecord::lost(LostBy::White, ResultKind::NoShow, &Variant::default());
    tournament.record(&world.pairing, 1, 1, forfeit);
    tournament.record(&world.pairing, 1, 2, no_show);
    let kinds = |list: &proto::Standings| {
        let cells = list.rows.iter().flat_map(|row| &row.cells);
        let mut kinds: Vec<String> = cells.map(|cell| cell.result_kind.clone()).collect();
        kinds.sort();
        kinds
    };
    let list = world.whole_list("five").await;
    assert_eq!(
        kinds(&list),
        ["", "forfeit", "forfeit", "no_show", "no_show"]
    );
    assert_eq!(list.stopped, "");
    tournament.finish(&world.pairing);
    tournament.publish(&world.pairing);
    let abandon = Command::AbandonTournament(Abandonment {
        unfinished: Some(UnfinishedRound::Annulled),
        confirm_ranking: false,
        seed: None,
        reason: "reason".to_owned(),
        by: AccountId::from("director"),
        accept_deviations: true,
    });
    tournament.give(&world.pairing, &[abandon]);
    let list = world.whole_list("five").await;
    assert_eq!(
        (list.stopped.as_str(), list.round, list.final_ranking),
        ("abandoned", 1, false)
    );
    assert_eq!(kinds(&list).len(), 5, "the annulled round is none");
}
