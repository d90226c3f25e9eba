//! Choice of colour or draw-win (WOC IV.9).

use outflank_tournament::*;

use crate::tournament::finals::world::*;

const START: i64 = 1_000_000_000;
const NOTICE: i64 = 300_000;

fn at(now_ms: i64) -> ChoiceTime {
    ChoiceTime {
        now_ms,
        start_ms: Some(START),
        notice_ms: NOTICE,
    }
}

fn choice(number: usize, choice: Choice) -> MadeChoice {
    MadeChoice {
        player: id(number),
        choice,
    }
}

/// Of p1 and p2: the final (colour), of p3 and p4: the match for third place (colour or draw-win).
fn due(match_id: &MatchId) -> DueGame {
    World::egp(&[20, 18, 16, 14]).due(match_id)
}

#[test]
fn what_the_choices_mean() {
    use Choice::{Black, OpponentPicksColour as Pass, White};
    use Colour::{Black as B, White as W};
    type Row = (
        Option<Choice>,
        Option<Choice>,
        Option<Colour>,
        usize,
        usize,
        SettledBy,
    );
    let third: [Row; 10] = [
        // choice of the better-ranked p3, of p4, p3's lot: black, winner of a draw
        (Some(Black), None, None, 3, 4, SettledBy::Choice),
        (Some(White), None, None, 4, 4, SettledBy::Choice),
        (
            Some(Pass),
            Some(Black),
            None,
            4,
            3,
            SettledBy::OpponentsChoice,
        ),
        (
            Some(Pass),
            Some(White),
            None,
            3,
            3,
            SettledBy::OpponentsChoice,
        ),
        (Some(Pass), None, Some(B), 3, 3, SettledBy::Lots),
        (Some(Pass), None, Some(W), 4, 3, SettledBy::Lots),
        (None, Some(Black), None, 4, 3, SettledBy::OpponentsChoice),
        (None, Some(White), None, 3, 3, SettledBy::OpponentsChoice),
        (None, None, Some(B), 3, 3, SettledBy::Lots),
        (None, None, Some(W), 4, 3, SettledBy::Lots),
    ];
    let game = due(&MatchId::ThirdPlace);
    for (first, second, lots, black, draw_winner, by) in third {
        let made: Vec<MadeChoice> = first
            .map(|one| choice(3, one))
            .into_iter()
            .chain(second.map(|one| choice(4, one)))
            .collect();
        let settled = settle_colours(&game, &made, lots).unwrap();
        assert_eq!(settled.black, id(black), "{first:?} {second:?}");
        assert_eq!(settled.white, id(7 - black));
        assert_eq!(settled.draw_winner, Some(id(draw_winner)));
        assert_eq!(settled.by, by);
        if lots.is_some() {
            assert_eq!(settle_colours(&game, &made, None), None, "lots are needed");
        }
    }
    let game = due(&MatchId::Final);
    for (first, second, lots, black) in [
        (Some(Black), None, None, 1),
        (Some(White), None, None, 2),
        (None, Some(Black), None, 2),
        (None, Some(White), None, 1),
        (None, None, Some(B), 1),
        (None, None, Some(W), 2),
    ] {
        let made: Vec<MadeChoice> = first
            .map(|one| choice(1, one))
            .into_iter()
            .chain(second.map(|one| choice(2, one)))
            .collect();
        let settled = settle_colours(&game, &made, lots).unwrap();
        assert_eq!((&settled.black, settled.draw_winner), (&id(black), None));
    }
}

#[test]
fn settled_colours_are_said() {
    let game = due(&MatchId::ThirdPlace);
    for (made, detail) in [
        (
            vec![choice(3, Choice::Black)],
            "p3 chose black in game 1 of the match for third place; p4 wins a draw.",
        ),
        (
            vec![
                choice(3, Choice::OpponentPicksColour),
                choice(4, Choice::White),
            ],
            "p3 left the colours to p4; p4 chose white in game 1 of the match for third place; p3 wins a \
             draw.",
        ),
        (
            vec![],
            "p3 made no choice in time and p4 chose no colour; those of game 1 of the match for third \
             place were drawn by lot; p3 wins a draw.",
        ),
    ] {
        let settled = settle_colours(&game, &made, Some(Colour::Black)).unwrap();
        assert_eq!(settled.detail, detail);
    }
}

#[test]
fn reversed_colours_and_lots_need_no_choice() {
    let mut world = World::egp(&[20, 18, 16, 14]);
    world.play(&MatchId::Final, 40);
    let game = world.due(&MatchId::Final);
    assert_eq!(game.chooser(), None);
    let settled = settle_colours(&game, &[], None).unwrap();
    assert_eq!((settled.black, settled.by), (id(2), SettledBy::Reversal));
    let refused = check_choice(
        &game,
        &[],
        &choice(1, Choice::Black),
        at(0),
        Some("EGP IV.9"),
    );
    assert_eq!(refused.unwrap_err().code(), "no_choice_of_colour");
    world.play(&MatchId::Final, 10);
    let game = world.due(&MatchId::Final);
    assert_eq!(game.chooser(), Some(&id(2)), "more discs so far");
    let settled = settle_colours(&game, &[choice(2, Choice::White)], None).unwrap();
    assert_eq!((settled.black, settled.draw_winner), (id(1), None));
    let lots = DueGame {
        right: ColourRight::Lots,
        ..game
    };
    assert_eq!(settle_colours(&lots, &[], None), None);
    let settled = settle_colours(&lots, &[], Some(Colour::White)).unwrap();
    assert_eq!((settled.black, settled.by), (id(2), SettledBy::Lots));
}

#[test]
fn who_may_choose_when() {
    use Choice::{Black, OpponentPicksColour as Pass, White};
    let deadline = START - NOTICE;
    let passed = [choice(3, Pass)];
    let chosen = [choice(3, Black)];
    let third = MatchId::ThirdPlace;
    type Row<'a> = (
        &'a MatchId,
        &'a [MadeChoice],
        MadeChoice,
        i64,
        Option<&'a str>,
    );
    let table: [Row<'_>; 19] = [
        (&third, &[], choice(3, Black), deadline, None),
        (&third, &[], choice(3, Pass), deadline, None),
        (
            &third,
            &[],
            choice(3, Black),
            deadline + 1,
            Some("choice_too_late"),
        ),
        (
            &third,
            &[],
            choice(4, Black),
            deadline,
            Some("choice_too_early"),
        ),
        (&third, &[], choice(4, Black), deadline + 1, None),
        (&third, &[], choice(4, White), START - 1, None),
        (
            &third,
            &[],
            choice(4, White),
            START,
            Some("choice_too_late"),
        ),
        (&third, &passed, choice(4, White), 0, None),
        (&third, &passed, choice(4, White), START - 1, None),
        (
            &third,
            &passed,
            choice(4, White),
            START,
            Some("choice_too_late"),
        ),
        (
            &third,
            &passed,
            choice(4, Pass),
            0,
            Some("draw_win_not_offered"),
        ),
        (
            &third,
            &passed,
            choice(3, Black),
            0,
            Some("choice_already_made"),
        ),
        (
            &third,
            &chosen,
            choice(4, White),
            0,
            Some("not_your_choice"),
        ),
        (
            &third,
            &chosen,
            choice(4, White),
            START - 1,
            Some("not_your_choice"),
        ),
        (&third, &[], choice(1, White), 0, Some("not_your_choice")),
        (&MatchId::Final, &[], choice(1, White), deadline, None),
        (
            &MatchId::Final,
            &[],
            choice(1, Pass),
            0,
            Some("draw_win_not_offered"),
        ),
        (
            &MatchId::Final,
            &[],
            choice(2, Black),
            0,
            Some("choice_too_early"),
        ),
        (&MatchId::Final, &[], choice(2, Black), deadline + 1, None),
    ];
    for (match_id, made, wanted, now, code) in table {
        let result = check_choice(&due(match_id), made, &wanted, at(now), Some("EGP IV.9"));
        match (result, code) {
            (Ok(()), None) => {}
            (Err(refusal), Some(code)) => {
                assert_eq!(refusal.code(), code, "{wanted:?} at {now}");
                assert_eq!(refusal.rule(), Some("EGP IV.9"));
            }
            (result, _) => panic!("{wanted:?} at {now}: {result:?}"),
        }
    }
}

#[test]
fn without_an_announced_start_no_deadline_runs() {
    let game = due(&MatchId::ThirdPlace);
    let open = ChoiceTime {
        start_ms: None,
        ..at(i64::MAX)
    };
    let check = |made: &[MadeChoice], wanted| check_choice(&game, made, &wanted, open, None);
    assert_eq!(check(&[], choice(3, Choice::White)), Ok(()));
    let early = check(&[], choice(4, Choice::White)).unwrap_err();
    assert_eq!((early.code(), early.rule()), ("choice_too_early", None));
    let passed = [choice(3, Choice::OpponentPicksColour)];
    assert_eq!(check(&passed, choice(4, Choice::White)), Ok(()));
}
