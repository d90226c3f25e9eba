use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use crate::table::clock::{charged_from_ms, earliest_flag_ms, latest_flag_ms, latest_start_ms};
use crate::table::command::{Command, Create, MAX_COMMAND_AGE_MS, Moment};
use crate::table::draft::Draft;
use crate::table::event::{Created, CreditCause, EndReason, Event, Finished, Next};
use crate::table::refusal::{Code, Refusal};
use crate::table::state::{Game, TableState, Turn};
use crate::{Color, PerColor, Square};

/// The longest time a clock may start with or be credited, ms: a day.
const MAX_TIME_MS: i64 = 24 * 60 * 60 * 1_000;

/// Decides a command on the state of the table at a moment: the events of one entry, in order, or
/// a refusal. Never changes anything itself.
///
/// A player's command that arrived after the flag had fallen yields the fall first, then the
/// command if play goes on; if the fall ended the game the entry holds no move, and the player is
/// answered with [`Refusal::flag_fell`] (`WOC IV.6`).
///
/// # Errors
/// The [`Refusal`] with its code, sentence and paragraph; nothing is to be written then.
pub fn decide(
    state: &TableState,
    command: &Command,
    moment: &Moment,
) -> Result<Vec<Event>, Refusal> {
    if let Command::Create(create) = command {
        return set_up(state, create);
    }
    let Some(game) = &state.game else {
        return Err(Refusal::plain(
            Code::NoSuchGame,
            "No game was set up at this table",
        ));
    };
    match command {
        Command::Create(create) => set_up(state, create),
        Command::TakeSeat { color, account } => take_seat(state, game, *color, account),
        Command::Start => start(state, game, moment),
        Command::Move { color, ply, square } => play(state, game, moment, (*color, *ply, *square)),
        Command::Pass { color, ply } => pass(state, game, moment, (*color, *ply)),
        Command::Resign { color } => resign(state, game, moment, *color),
        Command::SettleFlag => settle_flag(state, game, moment),
        Command::CreditTime {
            color,
            ms,
            cause,
            fault_id,
        } => credit(state, *color, (*ms, *cause), fault_id),
        Command::Close {
            black_discs,
            white_discs,
            winner,
        } => close(state, (*black_discs, *white_discs), *winner),
    }
}

fn set_up(state: &TableState, create: &Create) -> Result<Vec<Event>, Refusal> {
    if state.game.is_some() {
        return Err(Refusal::plain(
            Code::AlreadyCreated,
            "This game was set up already",
        ));
    }
    if create.entrants.black == create.entrants.white {
        return Err(Refusal::plain(
            Code::SameEntrant,
            "An entrant cannot play against themselves",
        ));
    }
    let initial_ms = create.terms.time_control.initial_ms();
    if !(1..=MAX_TIME_MS).contains(&initial_ms) {
        return Err(Refusal::plain(
            Code::InvalidTerms,
            "A clock starts with more than nothing and at most a day",
        ));
    }
    let accounts = &create.accounts;
    if accounts.black.is_some() && accounts.black == accounts.white {
        return Err(Refusal::plain(
            Code::OwnOpponent,
            "One account cannot hold both seats",
        ));
    }
    let mut events = alloc::vec![Event::Created(Created {
        place: create.place.clone(),
        entrants: create.entrants.clone(),
        terms: create.terms.clone(),
        starts_at_ms: create.starts_at_ms,
        remaining_ms: PerColor::new(initial_ms, initial_ms),
    })];
    for color in Color::BOTH {
        if let Some(account) = accounts.get(color).clone() {
            events.push(Event::SeatTaken { color, account });
        }
    }
    Ok(events)
}

fn take_seat(
    state: &TableState,
    game: &Game,
    color: Color,
    account: &str,
) -> Result<Vec<Event>, Refusal> {
    let held = game.seats.get(color).account.as_deref();
    if held == Some(account) {
        return Err(Refusal::plain(Code::Repeated, "You hold this seat already"));
    }
    if state.finished.is_some() {
        return Err(over());
    }
    if state.seat_of(account).is_some() {
        return Err(Refusal::plain(
            Code::OwnOpponent,
            "One account cannot hold both seats",
        ));
    }
    Ok(alloc::vec![Event::SeatTaken {
        color,
        account: account.to_string()
    }])
}

fn start(state: &TableState, game: &Game, moment: &Moment) -> Result<Vec<Event>, Refusal> {
    if state.finished.is_some() {
        return Err(over());
    }
    if state.turn.is_some() {
        return Err(Refusal::plain(
            Code::AlreadyStarted,
            "The game was started already",
        ));
    }
    if moment.now_ms < game.starts_at_ms {
        return Err(Refusal::plain(
            Code::NotDue,
            "The game starts at its announced time, not before",
        ));
    }
    Ok(alloc::vec![Event::Started {
        next: Next {
            color: state.position.to_move(),
            must_pass: false
        }
    }])
}

fn play(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    (color, ply, square): (Color, u32, Square),
) -> Result<Vec<Event>, Refusal> {
    let text = game.terms.text;
    let turn = my_turn(state, game, moment, (color, ply, Some(square)))?;
    if turn.must_pass {
        return Err(Refusal::under(
            text,
            4,
            Code::MustPass,
            "You have no move; press the clock to pass",
        ));
    }
    if !state.position.empties().contains(square) {
        let what = format!("{square} is not legal: a disc is there");
        return Err(Refusal::under(text, 5, Code::SquareTaken, &what));
    }
    if state.position.flips(square).is_empty() {
        let what = format!("{square} is not legal: it flips no disc");
        return Err(Refusal::under(text, 5, Code::IllegalMove, &what));
    }
    let mut draft = Draft::new(state, game, moment);
    if let Some(turn) = late_falls(&mut draft, turn, moment) {
        draft.play(turn, square, charge(turn, moment));
    }
    Ok(draft.into_events())
}

fn pass(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    (color, ply): (Color, u32),
) -> Result<Vec<Event>, Refusal> {
    let turn = my_turn(state, game, moment, (color, ply, None))?;
    if !turn.must_pass {
        let what = "You have a move; a pass is only for a player without one";
        return Err(Refusal::under(game.terms.text, 4, Code::CannotPass, what));
    }
    let mut draft = Draft::new(state, game, moment);
    if let Some(turn) = late_falls(&mut draft, turn, moment) {
        draft.pass(turn, charge(turn, moment), false);
    }
    Ok(draft.into_events())
}

fn resign(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    color: Color,
) -> Result<Vec<Event>, Refusal> {
    if state.resigned == Some(color) {
        return Err(Refusal::plain(Code::Repeated, "You have resigned already"));
    }
    let turn = running(state)?;
    fresh(moment)?;
    let mut draft = Draft::new(state, game, moment);
    if turn.color == color {
        if let Some(turn) = late_falls(&mut draft, turn, moment) {
            draft.resign(color, turn, charge(turn, moment));
        }
        return Ok(draft.into_events());
    }
    if moment.received_ms() >= earliest_flag_ms(state, turn) {
        let what = format!(
            "{}'s flag may have fallen; wait until that is settled",
            capitalised(turn.color)
        );
        return Err(Refusal::under(game.terms.text, 6, Code::FlagPending, &what));
    }
    let charged_ms = moment
        .received_ms()
        .saturating_sub(latest_start_ms(turn))
        .max(0);
    draft.resign(color, turn, charged_ms);
    Ok(draft.into_events())
}

fn settle_flag(state: &TableState, game: &Game, moment: &Moment) -> Result<Vec<Event>, Refusal> {
    running(state)?;
    let doubt_ms = MAX_COMMAND_AGE_MS.saturating_add(moment.uncertainty_ms.max(0));
    let mut draft = Draft::new(state, game, moment);
    while let Some(turn) = draft.turn() {
        let deadline_ms = latest_flag_ms(draft.state(), turn);
        if moment.now_ms <= deadline_ms.saturating_add(doubt_ms) {
            break;
        }
        draft.fall(turn, deadline_ms);
    }
    let events = draft.into_events();
    if events.is_empty() {
        return Err(Refusal::under(
            game.terms.text,
            6,
            Code::FlagNotDue,
            "No flag has fallen past doubt",
        ));
    }
    Ok(events)
}

fn credit(
    state: &TableState,
    color: Option<Color>,
    (ms, cause): (i64, CreditCause),
    fault_id: &str,
) -> Result<Vec<Event>, Refusal> {
    if state
        .credited_faults
        .iter()
        .any(|credited| credited == fault_id)
    {
        return Err(Refusal::plain(
            Code::AlreadyCredited,
            "This fault was credited already",
        ));
    }
    let turn = running(state)?;
    if !(1..=MAX_TIME_MS).contains(&ms) {
        return Err(Refusal::plain(
            Code::InvalidCredit,
            "A credit is more than nothing and at most a day",
        ));
    }
    let color = color.unwrap_or(turn.color);
    let remaining_ms = state.remaining_ms.get(color).saturating_add(ms);
    Ok(alloc::vec![Event::TimeCredited {
        color,
        ms,
        cause,
        fault_id: fault_id.to_string(),
        remaining_ms
    }])
}

fn close(
    state: &TableState,
    (black_discs, white_discs): (u8, u8),
    winner: Option<Color>,
) -> Result<Vec<Event>, Refusal> {
    if state.finished.is_some() {
        return Err(over());
    }
    Ok(alloc::vec![Event::Finished(Finished {
        black_discs,
        white_discs,
        winner,
        reason: EndReason::Ruling,
        defaulter: state.defaulter,
        absent: None,
    })])
}

/// The running turn, if it is this side's, at this ply, and the command is fresh.
fn my_turn(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    (color, ply, square): (Color, u32, Option<Square>),
) -> Result<Turn, Refusal> {
    let text = game.terms.text;
    if ply == 0 {
        return Err(Refusal::plain(Code::BadPly, "Plies count from 1"));
    }
    if let Some(played) = state.committed(ply) {
        return Err(Refusal::committed(text, *played, color, square));
    }
    let turn = running(state)?;
    let next = state.next_ply();
    if ply != next {
        let what = format!("Ply {ply} is not reached; ply {next} is next");
        return Err(Refusal::plain(Code::PlyAhead, &what));
    }
    if turn.color != color {
        let what = format!("It is {}'s turn", turn.color);
        return Err(Refusal::under(text, 4, Code::NotYourTurn, &what));
    }
    fresh(moment)?;
    Ok(turn)
}

fn running(state: &TableState) -> Result<Turn, Refusal> {
    if state.finished.is_some() {
        return Err(over());
    }
    state
        .turn
        .ok_or_else(|| Refusal::plain(Code::NotStarted, "The game has not started"))
}

fn over() -> Refusal {
    Refusal::plain(Code::GameOver, "The game is over")
}

/// A player's command is taken while it is younger than [`MAX_COMMAND_AGE_MS`].
fn fresh(moment: &Moment) -> Result<(), Refusal> {
    if moment.now_ms.saturating_sub(moment.received_ms()) < MAX_COMMAND_AGE_MS {
        return Ok(());
    }
    Err(Refusal::plain(
        Code::StaleCommand,
        "The command took too long to be heard; send it again",
    ))
}

/// Lets every flag fall that fell before the mover's command was received (in time = received
/// strictly before the deadline); the turn as it stands then, `None` if the game ended.
fn late_falls(draft: &mut Draft<'_>, turn: Turn, moment: &Moment) -> Option<Turn> {
    let mut turn = turn;
    loop {
        let remaining_ms = *draft.state().remaining_ms().get(turn.color);
        let deadline_ms = charged_from_ms(turn, moment).saturating_add(remaining_ms);
        if moment.received_ms() < deadline_ms {
            return Some(turn);
        }
        draft.fall(turn, deadline_ms);
        turn = draft.turn()?;
    }
}

fn charge(turn: Turn, moment: &Moment) -> i64 {
    moment
        .received_ms()
        .saturating_sub(charged_from_ms(turn, moment))
        .max(0)
}

const fn capitalised(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
