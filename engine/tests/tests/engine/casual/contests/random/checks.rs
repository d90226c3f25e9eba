//! What holds of a contest whatever happened in it.

use std::collections::BTreeSet;

use outflank_casual::{
    Contest, ContestEvent, ContestGame, Entrant, LadderChallenge, MOST_ENTRIES, Placed,
    SoughtChallenge, Taking,
};
use outflank_othello::Color;
use proptest::prelude::*;

use crate::casual::contests::LONGEST_GAME_MS;

/// Everything that holds at that time.
pub(super) fn assert_sound(contest: &Contest, at_ms: i64) -> Result<(), TestCaseError> {
    let now = contest.clone().settled(at_ms);
    let list = now.list();
    games_add_up(&list)?;
    everybody_stands_once(&now, &list)?;
    if now.founding().is_some_and(|of| of.rules.ladder().is_some()) {
        places_have_no_gaps(&list)?;
        everybody_is_in_one_challenge(&now, at_ms)?;
    } else {
        places_follow_from_points(&list)?;
        prop_assert!(now.challenges().is_empty());
    }
    for placed in &list {
        if let Ok(Some(sought)) = now.sought_by((placed.account, false), at_ms) {
            let back = now.sought_by((&sought.opponent, false), at_ms);
            let expected = SoughtChallenge {
                opponent: placed.account.to_owned(),
                at_ms: sought.at_ms,
            };
            prop_assert_eq!(back, Ok(Some(expected)));
        }
    }
    Ok(())
}

/// What one wins another loses.
fn games_add_up(list: &[Placed<'_>]) -> Result<(), TestCaseError> {
    let sum =
        |of: fn(&Entrant) -> i64| -> i64 { list.iter().map(|placed| of(placed.entrant)).sum() };
    let wins = sum(|one| i64::from(one.wins));
    prop_assert_eq!(wins, sum(|one| i64::from(one.losses)));
    prop_assert_eq!(sum(|one| i64::from(one.draws)) % 2, 0);
    prop_assert_eq!(sum(|one| one.discs), 0);
    prop_assert_eq!(sum(|one| one.black_over_white), 0);
    Ok(())
}

fn everybody_stands_once(now: &Contest, list: &[Placed<'_>]) -> Result<(), TestCaseError> {
    let accounts: BTreeSet<&str> = list.iter().map(|placed| placed.account).collect();
    prop_assert_eq!(accounts.len(), list.len());
    for placed in list {
        let entrant = placed.entrant;
        prop_assert_eq!(now.entrant(placed.account), Some(entrant));
        prop_assert!(entrant.streak <= entrant.wins);
        // Nobody has a line who has not entered.
        prop_assert!((1..=MOST_ENTRIES).contains(&entrant.entries));
    }
    let taking_part = list.iter().filter(|placed| placed.entrant.is_in());
    prop_assert_eq!(taking_part.count(), now.entrants());
    Ok(())
}

/// Those who take part have the places from 1 on, and all others come after them.
fn places_have_no_gaps(list: &[Placed<'_>]) -> Result<(), TestCaseError> {
    let on = list.iter().take_while(|placed| placed.entrant.is_in());
    let on = on.count();
    for (place, placed) in (1..).zip(&list[..on]) {
        prop_assert_eq!(placed.place, Some(place));
    }
    for placed in &list[on..] {
        prop_assert!(placed.place.is_none() && !placed.entrant.is_in());
    }
    Ok(())
}

/// Each place is one more than those who are better.
fn places_follow_from_points(list: &[Placed<'_>]) -> Result<(), TestCaseError> {
    let worth = |one: &Entrant| (one.points, one.wins, one.discs);
    let shown = list.iter().filter(|placed| !placed.entrant.removed);
    let shown: Vec<&Placed<'_>> = shown.collect();
    for placed in list {
        let better = |other: &&&Placed<'_>| worth(other.entrant) > worth(placed.entrant);
        let better = u32::try_from(shown.iter().filter(better).count()).unwrap();
        let place = (!placed.entrant.removed).then_some(better + 1);
        prop_assert_eq!(placed.place, place);
    }
    Ok(())
}

fn everybody_is_in_one_challenge(now: &Contest, at_ms: i64) -> Result<(), TestCaseError> {
    let list = now.list();
    let place = |account: &str| {
        let placed = list.iter().find(|placed| placed.account == account);
        placed.and_then(|placed| placed.place)
    };
    let mut seen = BTreeSet::new();
    for challenge in now.challenges() {
        for account in [&challenge.challenger, &challenge.challenged] {
            prop_assert!(seen.insert(account), "{account} twice");
            prop_assert!(now.entrant(account).is_some_and(Entrant::is_in));
            prop_assert_eq!(now.challenge_of(account), Some(challenge));
        }
        let (challenger, challenged) = (&challenge.challenger, &challenge.challenged);
        prop_assert!(place(challenged) < place(challenger), "{challenge:?}");
        let over_ms = challenge.met_ms.map(|met_ms| met_ms + LONGEST_GAME_MS);
        let lapses_ms = challenge.due_ms.max(over_ms.unwrap_or_default());
        prop_assert!(at_ms < lapses_ms, "{challenge:?}");
    }
    Ok(())
}

/// Who won as it counts, `Some(None)` for a draw; `None` for a game that counts for nothing.
pub(super) fn won_by(game: &ContestGame, programs: bool) -> Option<Option<Color>> {
    let lost = |color: &Color| !programs && *game.by_key.get(*color);
    let lost: Vec<Color> = Color::BOTH.into_iter().filter(lost).collect();
    match lost[..] {
        [] => Some(game.winner),
        [one] => Some(Some(one.opponent())),
        _ => None,
    }
}

/// Holds the list after an event, and the order of a ladder, against what it says, from what was before it.
pub(super) fn assert_evolved(
    before: &Contest,
    event: &ContestEvent,
    after: &Contest,
) -> Result<(), TestCaseError> {
    // Whatever happens, nobody loses his line.
    let is_lost = |placed: &Placed<'_>| after.entrant(placed.account).is_none();
    prop_assert!(!before.list().iter().any(is_lost), "{:?}", event);
    let Some(of_all) = after.founding().map(|founding| &founding.rules) else {
        return Ok(());
    };
    let Some(rules) = of_all.ladder() else {
        return Ok(());
    };
    let mut expected = order(before);
    let won = match event {
        ContestEvent::Joined { account, .. } => {
            expected.push(account);
            None
        }
        ContestEvent::Left { account } => {
            expected.retain(|one| one != account);
            None
        }
        ContestEvent::Removed { account, .. } => {
            let removed: Vec<&str> = before.removed_with(account).collect();
            expected.retain(|one| !removed.contains(one));
            let is_removed = |one: &str| after.entrant(one).is_some_and(|one| one.removed);
            prop_assert!(removed.into_iter().all(is_removed), "{:?}", event);
            None
        }
        ContestEvent::Yielded { challenged } => before.challenge_of(challenged),
        ContestEvent::Played(game) => {
            let winner = won_by(game, of_all.programs).flatten();
            let winner = winner.map(|color| game.players.get(color));
            let challenge = before.challenge_of(&game.players.black);
            challenge.filter(|of| {
                before.challenge_of(&game.players.white) == Some(*of)
                    && game.challenged_at_ms == Some(of.at_ms)
                    && winner == Some(&of.challenger)
            })
        }
        _ => None,
    };
    if let Some(challenge) = won {
        take_place(&mut expected, challenge, rules.taking);
    }
    prop_assert_eq!(order(after), expected, "{:?}", event);
    Ok(())
}

/// Those who take part, the first place first.
fn order(contest: &Contest) -> Vec<&str> {
    let on = contest
        .list()
        .into_iter()
        .filter(|placed| placed.place.is_some());
    on.map(|placed| placed.account).collect()
}

fn take_place(order: &mut [&str], challenge: &LadderChallenge, taking: Taking) {
    let at = |account: &str| order.iter().position(|one| *one == account).unwrap();
    let (from, to) = (at(&challenge.challenger), at(&challenge.challenged));
    match taking {
        Taking::Insert => order[to..=from].rotate_right(1),
        Taking::Swap => order.swap(from, to),
    }
}
