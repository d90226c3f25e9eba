//! Arenas and ladders as they are told.

use outflank_casual::{ArenaRules, ContestRules, Form, LadderRules, Taking, Variant};
use outflank_proto::pairing::v1 as proto;

use super::casual_view::{game, player, wire_terms};
use crate::{
    app::{
        casual::Players,
        contests::{ContestHead, OwnContest, ShownChallenge, ShownEntrant, ShownState},
    },
    records::ContestRow,
};

/// A contest.
pub(super) fn contest(
    (row, rules): (&ContestRow, &ContestRules),
    state: ShownState,
    players: &Players,
) -> proto::Contest {
    let (kind, arena, ladder) = match &rules.form {
        Form::Arena(rules) => (proto::ContestKind::Arena, Some(wire_arena(rules)), None),
        Form::Ladder(rules) => (proto::ContestKind::Ladder, None, Some(wire_ladder(rules))),
    };
    let state = match state {
        ShownState::Coming => proto::ContestState::Coming,
        ShownState::Running => proto::ContestState::Running,
        ShownState::LastGames => proto::ContestState::LastGames,
        ShownState::Over => proto::ContestState::Over,
        ShownState::CalledOff => proto::ContestState::CalledOff,
    };
    proto::Contest {
        id: row.contest_id.clone(),
        kind: kind.into(),
        title: row.title.clone(),
        founder_account_id: row.founder_account_id.clone(),
        founder_display_name: players.name(&row.founder_account_id).display_name,
        terms: Some(wire_terms(&rules.terms)),
        arena,
        ladder,
        programs: rules.programs,
        starts_at_ms: row.starts_at_ms,
        ends_at_ms: row.ends_at_ms().unwrap_or_default(),
        state: state.into(),
        entrants: row.entrants,
    }
}

fn wire_arena(rules: &ArenaRules) -> proto::ArenaRules {
    proto::ArenaRules {
        length_ms: rules.length_ms,
        win: rules.win.into(),
        draw: rules.draw.into(),
        loss: rules.loss.into(),
        streak: rules.streak,
    }
}

fn wire_ladder(rules: &LadderRules) -> proto::LadderRules {
    let taking = match rules.taking {
        Taking::Insert => proto::LadderTaking::Insert,
        Taking::Swap => proto::LadderTaking::Swap,
    };
    proto::LadderRules {
        reach: rules.reach,
        play_within_ms: rules.play_within_ms,
        rest_ms: rules.rest_ms,
        taking: taking.into(),
    }
}

/// Somebody in a contest.
pub(super) fn entrant(
    shown: &ShownEntrant,
    (players, variant): (&Players, Variant),
    now_ms: i64,
) -> proto::ContestEntrant {
    let entrant = &shown.entrant;
    let who = (players, shown.account.as_str(), entrant.is_by_key());
    proto::ContestEntrant {
        place: shown.place.unwrap_or_default(),
        player: Some(player(who, variant, now_ms)),
        points: entrant.points,
        games: entrant.games(),
        wins: entrant.wins,
        draws: entrant.draws,
        losses: entrant.losses,
        discs: entrant.discs,
        streak: entrant.streak,
        game_id: shown.game_id.clone().unwrap_or_default(),
        waiting: shown.waiting,
        left: entrant.left,
        removed: entrant.removed,
    }
}

/// A challenge on a ladder.
fn challenge(
    (challenge, [challenger, challenged]): &ShownChallenge,
    (players, variant): (&Players, Variant),
    now_ms: i64,
) -> proto::LadderChallenge {
    let told = |one: &ShownEntrant| entrant(one, (players, variant), now_ms);
    proto::LadderChallenge {
        challenger: Some(told(challenger)),
        challenged: Some(told(challenged)),
        at_ms: challenge.at_ms,
        due_ms: challenge.due_ms,
        challenger_days: challenge.challenger_came.days,
        challenged_days: challenge.challenged_came.days,
    }
}

/// A contest as whoever takes part in it is told.
pub(super) fn own(shown: &OwnContest, players: &Players, now_ms: i64) -> proto::OwnContest {
    let in_variant = (players, shown.rules.terms.variant);
    let challenge = shown.challenge.as_ref();
    proto::OwnContest {
        contest: Some(contest((&shown.row, &shown.rules), shown.state, players)),
        entrant: Some(entrant(&shown.entrant, in_variant, now_ms)),
        challenge: challenge.map(|one| self::challenge(one, in_variant, now_ms)),
    }
}

/// A contest with what is seen first.
pub(super) fn head(shown: &ContestHead, now_ms: i64) -> proto::GetContestResponse {
    let players = &shown.players;
    let variant = shown.rules.terms.variant;
    let told = |one: &ShownEntrant| entrant(one, (players, variant), now_ms);
    let challenges = shown.challenges.iter();
    let playing = shown.playing.iter();
    proto::GetContestResponse {
        contest: Some(contest((&shown.row, &shown.rules), shown.state, players)),
        entrants: shown.entrants.iter().map(told).collect(),
        challenges: challenges
            .map(|one| challenge(one, (players, variant), now_ms))
            .collect(),
        playing: playing
            .map(|row| game((row, players), Vec::new(), now_ms))
            .collect(),
    }
}
