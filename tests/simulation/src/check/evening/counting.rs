//! What counts in contests, who plays in them, and what is shown of that.
//!
//! The promises:
//!
//! - A game that was booked for a contest counts there once, as it ended and before its players are free; not at all where
//!   nobody won it and a side never began. No other game counts.
//! - Two who are booked for its game have entered. Whoever books them looks once at the contest, after both seeks stand and
//!   before the booking is written: at some instant between, both took part by the journal, and nobody had ended the contest.
//!   Who leaves or ends it after that look comes too late for the booking, however long it takes to be written. As the later
//!   seek stood, some clock said that the contest's time was not over.
//! - What somebody does stands as he asked for it. That what was acknowledged stands is looked for with all commands.
//! - Every process shows the list that the entries make, how many take part, and whether it was called off.

use outflank_access::Role;
use outflank_casual::{ContestEvent, ContestPhase, Placed};
use outflank_proto::pairing::v1 as pairing;

use super::{
    Findings,
    bookings::{Booking, Bookings},
    contests::{ContestEntry, ContestStream, Contests},
    standing::{Span, Standing, meet},
};
use crate::{check::Desk, wiring::Wiring};

/// Entrants of a page, so that there are some pages.
const PAGE: u32 = 3;

pub async fn check(
    wiring: &Wiring,
    (bookings, contests, standing): (&Bookings, &Contests, &Standing),
    findings: &mut Findings,
) {
    let skew_ms = i64::try_from(wiring.world.fault_plan.skew_ms).unwrap_or(0);
    for booking in &bookings.all {
        let Some(id) = &booking.contest else {
            continue;
        };
        let (game, players) = (&booking.game, &booking.players);
        let Some(contest) = contests.all.get(id) else {
            findings.push(format!(
                "game {game} is of contest {id}, which nobody founded"
            ));
            continue;
        };
        let wrong = [
            miscounted(booking, contest),
            strangers((booking, standing), contest, skew_ms),
        ];
        let wrong = wrong.into_iter().flatten();
        findings.extend(
            wrong.map(|wrong| format!("game {game} of {players:?} in contest {id} {wrong}")),
        );
    }
    for (id, contest) in &contests.all {
        for (_, game) in contest.games() {
            let of_it = |booking: &&Booking| booking.contest.as_ref() == Some(id);
            let mut booked = bookings.all.iter().filter(of_it);
            if !booked.any(|booking| booking.game == game.game) {
                let game = &game.game;
                findings.push(format!(
                    "game {game} counts in contest {id}, and was not booked for it"
                ));
            }
        }
        asked_for(wiring, (id, contest), findings);
        shown(wiring, (id, contest), findings).await;
    }
}

/// What is wrong with how a game counts that was booked for a contest.
fn miscounted(booking: &Booking, contest: &ContestStream) -> Option<String> {
    if booking.origin.0 != "seeks" {
        return Some(format!("came of a {}", booking.origin.0));
    }
    // That a game is never over is found with its booking.
    let freed = booking.freed.as_ref()?;
    let (_, winner, begun) = freed.outcome;
    let expected = usize::from(begun || winner.is_some());
    let games = contest.games();
    let counted: Vec<_> = games
        .filter(|(_, game)| game.game == booking.game)
        .collect();
    if counted.len() != expected {
        let times = counted.len();
        return Some(format!("counts {times} times there, not {expected}"));
    }
    let (ms, game) = counted.first()?;
    let discs = (u64::from(game.discs.black), u64::from(game.discs.white));
    let as_it_counts = (discs, game.winner, game.begun);
    let players = [&game.players.black, &game.players.white];
    if as_it_counts != freed.outcome || players != booking.players.each_ref() {
        return Some(format!("ended {:?}, and counts as {game:?}", freed.outcome));
    }
    (*ms > freed.ms).then(|| format!("counts at {ms}, after its players were free"))
}

/// What is wrong with who was booked for a contest's game.
fn strangers(
    (booking, standing): (&Booking, &Standing),
    contest: &ContestStream,
    skew_ms: i64,
) -> Option<String> {
    // A seek that never stood is found among the seeks.
    let mut since_ms = i64::MIN;
    for seek in booking.seeks.iter().flatten() {
        since_ms = since_ms.max(standing.first_ms(seek)?);
    }
    let (_, over_ms) = contest.pairing(2 * skew_ms)?;
    if since_ms > over_ms {
        return Some(format!(
            "was sought at {since_ms}, when it had been over since {over_ms}"
        ));
    }
    let looked = (since_ms, booking.ms.min(contest.ended_ms()));
    let players = booking.players.each_ref();
    let [black, white] = players.map(|player| contest.taking_part(player));
    let both = |(one, other): (&Span, &Span)| {
        let (from_ms, to_ms) = meet(meet(*one, *other), looked);
        from_ms <= to_ms
    };
    let mut pairs = black
        .iter()
        .flat_map(|one| white.iter().map(move |other| (one, other)));
    (!pairs.any(both)).then(|| {
        format!("is decided in {looked:?}, and its players took part in {black:?} and {white:?}")
    })
}

/// What stands was asked for by whoever did it, or is a game that the service counts.
fn asked_for(wiring: &Wiring, (id, contest): (&str, &ContestStream), findings: &mut Findings) {
    let issued = wiring.world.log.issued();
    for entry in &contest.entries {
        let key = (entry.actor.clone(), entry.command_id.clone());
        let asked = issued.get(&key).map(|issued| issued.asked.kind());
        let expected = match does(entry) {
            Some((kind, account)) => asked == Some(kind) && account == entry.actor,
            None => counts(entry),
        };
        if !expected {
            let (seq, actor, events) = (entry.seq, &entry.actor, &entry.events);
            findings.push(format!(
                "entry {seq} of contest {id}: {actor} asked for {asked:?}, and there stands {events:?}"
            ));
        }
    }
}

/// The command that an entry carries out, and whose it is.
fn does(entry: &ContestEntry) -> Option<(&'static str, &str)> {
    let [event] = &entry.events[..] else {
        return None;
    };
    match event {
        ContestEvent::Founded(founding) => Some(("FoundContest", founding.founder.as_str())),
        ContestEvent::Joined { account, .. } => Some(("JoinContest", account.as_str())),
        ContestEvent::Left { account } => Some(("LeaveContest", account.as_str())),
        ContestEvent::Ended { by } => Some(("EndContest", by.as_str())),
        _ => None,
    }
}

fn counts(entry: &ContestEntry) -> bool {
    let is_game = matches!(entry.events[..], [ContestEvent::Played(_)]);
    is_game && entry.actor == Role::Pairing.actor()
}

/// Every process shows what the entries make.
async fn shown(wiring: &Wiring, (id, contest): (&str, &ContestStream), findings: &mut Findings) {
    let contest = contest.at(i64::MAX);
    let list = contest.list();
    let expected: Vec<pairing::ContestEntrant> = list.iter().map(line).collect();
    let entrants = u32::try_from(contest.entrants()).unwrap_or(u32::MAX);
    let called_off = contest.phase(i64::MAX) == ContestPhase::Ended;
    for desk in Desk::all(wiring) {
        let index = desk.index;
        match listed(&desk, id).await {
            Ok(shown) if shown == expected => {}
            told => findings.push(format!(
                "pairing {index} lists of contest {id} {told:?} and not {expected:?}"
            )),
        }
        match head(&desk, id).await {
            Ok(shown) if shown == (entrants, called_off) => {}
            told => findings.push(format!(
                "pairing {index} shows of contest {id} {told:?} and not {entrants} entrants, called off: {called_off}"
            )),
        }
    }
}

fn line(placed: &Placed<'_>) -> pairing::ContestEntrant {
    let entrant = placed.entrant;
    pairing::ContestEntrant {
        place: placed.place.unwrap_or_default(),
        player: Some(player(placed.account.to_owned(), entrant.is_by_key())),
        points: entrant.points,
        games: entrant.games(),
        wins: entrant.wins,
        draws: entrant.draws,
        losses: entrant.losses,
        discs: entrant.discs,
        streak: entrant.streak,
        left: entrant.left,
        removed: entrant.removed,
        ..pairing::ContestEntrant::default()
    }
}

fn player(account_id: String, by_key: bool) -> pairing::CasualPlayer {
    pairing::CasualPlayer {
        account_id,
        by_key,
        ..pairing::CasualPlayer::default()
    }
}

/// The list, without what is told there of who plays and waits.
async fn listed(desk: &Desk, id: &str) -> Result<Vec<pairing::ContestEntrant>, tonic::Status> {
    let mut found = Vec::new();
    let mut page_token = String::new();
    loop {
        let asked = pairing::ListContestEntrantsRequest {
            contest_id: id.to_owned(),
            page_size: PAGE,
            page_token,
        };
        let page = desk.pairing.clone().list_contest_entrants(asked).await?;
        let page = page.into_inner();
        found.extend(page.entrants.into_iter().map(|shown| {
            let told = shown.player.unwrap_or_default();
            pairing::ContestEntrant {
                player: Some(player(told.account_id, told.by_key)),
                game_id: String::new(),
                waiting: false,
                ..shown
            }
        }));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return Ok(found);
        }
    }
}

/// How many take part, and whether it was ended before its time.
async fn head(desk: &Desk, id: &str) -> Result<(u32, bool), tonic::Status> {
    let asked = pairing::GetContestRequest {
        contest_id: id.to_owned(),
    };
    let shown = desk.pairing.clone().get_contest(asked).await?;
    let contest = shown.into_inner().contest.unwrap_or_default();
    let called_off = contest.state() == pairing::ContestState::CalledOff;
    Ok((contest.entrants, called_off))
}
