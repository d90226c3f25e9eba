//! Seats an engine that speaks the NBoard protocol in events and casual games.

use std::{
    collections::BTreeSet, future::poll_fn, pin::pin, process::ExitCode, sync::Arc, task::Poll,
    time::Duration,
};

use clap::{Args, Parser};
use outflank_client::{
    Booked, Carrier, CasualTerms, Client, Color, HeldSeat, Table, enter_contest, find_contest_game,
    find_game,
    nboard::{Broken, Command, Note, Player, Said},
    until_over,
};
use tokio::signal::unix::{SignalKind, signal};

/// Between two looks at an event whose next round is not there yet.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Seat an engine that speaks the NBoard protocol in an event or in casual games.
///
/// The engine is started as it is given after `--`, told the game before each of its moves, with both clocks, and asked
/// for a move. It is started anew once in a game where it fails; where it fails again, this program says how and
/// ends. The game stays as it is then: started again, this program goes on with it.
#[derive(Debug, Parser)]
#[command(
    name = "outflank-nboard",
    version,
    after_help = "Examples:
  outflank-nboard http://127.0.0.1:8080 --seek 5 -- ./mEdax -nboard           # casual games of 5 minutes, until stopped
  outflank-nboard http://127.0.0.1:8080 --seek 3+2 --games 10 -- ./ntest x    # ten games of 3 minutes and 2 s a move
  outflank-nboard http://127.0.0.1:8080 --contest ID -- ./ntest x             # every game of an arena
  outflank-nboard http://127.0.0.1:8080 --code ABCD-EFGH-JKLM -- ./ntest x    # every game of a seat
  outflank-nboard http://127.0.0.1:8080 --seat --depth 20 -- ./ntest x        # the same seat, claimed before

Exit codes:
  0  every game that was asked for is played
  1  the engine failed twice in a game, or the server refused
  2  the command line is wrong"
)]
struct Arguments {
    /// The server: `http://127.0.0.1:8080`.
    server: String,
    #[command(flatten)]
    what: What,
    /// End after so many games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// How deep the engine is to search in midgames, in plies.
    #[arg(long, value_name = "PLIES", default_value_t = 12)]
    depth: u32,
    /// How long the engine may load before it answers.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    loading: Duration,
    /// An engine that has answered nothing for so long hangs; else when three quarters of its clock are gone.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    patience: Option<Duration>,
    /// Show what is said between this program and the engine, and the engine's own errors.
    #[arg(long)]
    verbose: bool,
    /// An API key of the program's account, with the scope `play`.
    #[arg(long, env = "OUTFLANK_KEY", hide_env_values = true)]
    key: String,
    /// The engine and its arguments.
    #[arg(last = true, required = true, value_name = "ENGINE")]
    engine: Vec<String>,
}

/// What is played.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct What {
    /// Seek casual games, one after another: minutes a player, and what each move adds in seconds, `5` or `3+2`.
    #[arg(long, value_name = "MINUTES[+SECONDS]", value_parser = terms)]
    seek: Option<CasualTerms>,
    /// Enter this arena or ladder, by the id at the end of its address, and seek its games until it is over.
    #[arg(long, value_name = "ID")]
    contest: Option<String>,
    /// Claim the seat of this code, and play its games.
    #[arg(long)]
    code: Option<String>,
    /// Play the games of the seat that the account holds.
    #[arg(long)]
    seat: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "seconds are meant, as 20".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("it must be more than 0".to_owned()),
    }
}

fn terms(text: &str) -> Result<CasualTerms, String> {
    let wrong = || "minutes are meant, or minutes and seconds, as 5 or 3+2".to_owned();
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let minutes: u16 = minutes.parse().map_err(|_| wrong())?;
    let seconds: u16 = seconds.parse().map_err(|_| wrong())?;
    Ok(CasualTerms {
        increment_ms: i64::from(seconds) * 1_000,
        ..CasualTerms::minutes(i64::from(minutes))
    })
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(broken) => {
            say(&broken.to_string());
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "what is wrong is said there")]
fn say(text: &str) {
    eprintln!("outflank-nboard: {text}");
}

#[expect(clippy::print_stdout, reason = "what is played is said there")]
fn tell(text: &str) {
    println!("{text}");
}

async fn run(arguments: &Arguments) -> Result<(), Broken> {
    let mut stopped = pin!(stopped());
    let command = Command {
        line: arguments.engine.clone(),
        depth: arguments.depth,
        loading: arguments.loading,
        patience: arguments.patience,
        listener: arguments.verbose.then(|| Arc::new(show) as _),
    };
    let told = |Note::StartedAnew(fault): Note<'_>| say(&format!("{fault}; it is started anew"));
    let mut player = tokio::select! {
        player = Player::start(command, told) => player?,
        () = &mut stopped => return Ok(()),
    };
    tell(&format!(
        "{} is ready",
        player.name().unwrap_or("the engine")
    ));
    let client = Client::new(&arguments.server).with_api_key(&arguments.key);
    let played = tokio::select! {
        played = play(arguments, &client, &mut player) => played,
        () = &mut stopped => Ok(()),
    };
    player.end().await;
    played
}

fn show(said: Said<'_>) {
    let (who, line) = match said {
        Said::Asked(line) => ('>', line),
        Said::Answered(line) => ('<', line),
    };
    say(&format!("{who} {}", shown(line)));
}

/// What others wrote, without what a terminal would obey.
fn shown(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).collect()
}

/// Somebody wants this program to end: heard from now on.
fn stopped() -> impl Future<Output = ()> {
    let mut kinds = vec![SignalKind::interrupt(), SignalKind::terminate()];
    if !is_kept_on_hangup() {
        kinds.push(SignalKind::hangup());
    }
    let heard = kinds.into_iter().map(signal);
    let mut heard: Vec<_> = heard.filter_map(Result::ok).collect();
    poll_fn(move |context| {
        let mut heard = heard.iter_mut();
        match heard.any(|signal| signal.poll_recv(context).is_ready()) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    })
}

/// Started by `nohup`, it ignores that its terminal is gone.
fn is_kept_on_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    ignored.is_some_and(|bits| bits & 1 == 1)
}

async fn play(arguments: &Arguments, client: &Client, player: &mut Player) -> Result<(), Broken> {
    let most = arguments.games.unwrap_or(u64::MAX);
    if let Some(terms) = &arguments.what.seek {
        for _ in 0..most {
            let booked = Box::pin(find_game(client, Carrier::WebSocket, terms)).await?;
            casual_game(client, player, &booked).await?;
        }
        return Ok(());
    }
    if let Some(id) = &arguments.what.contest {
        let contest = enter_contest(client, id).await?;
        tell(&format!("has entered {}", shown(&contest.title)));
        for _ in 0..most {
            let game = Box::pin(find_contest_game(client, Carrier::WebSocket, &contest)).await?;
            let Some(booked) = game else {
                tell("the contest is over");
                break;
            };
            casual_game(client, player, &booked).await?;
        }
        return Ok(());
    }
    let seat = match &arguments.what.code {
        Some(code) => Some(HeldSeat::claim(client, code).await?),
        None => HeldSeat::first(client).await?,
    };
    let Some(seat) = seat else {
        tell("this key's account has no seat: claim one with --code");
        return Ok(());
    };
    let mut played = BTreeSet::new();
    while let Some(games) = seat.open_games(client, &played).await? {
        for (game, color) in games {
            tell(&format!("plays {} in {game}", side(color)));
            let table = player.play(client, &game, color, 0).await?;
            tell(&outcome(&game, &table));
            played.insert(game);
            if u64::try_from(played.len()).unwrap_or(u64::MAX) >= most {
                return Ok(());
            }
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
    Ok(())
}

async fn casual_game(client: &Client, player: &mut Player, booked: &Booked) -> Result<(), Broken> {
    let Booked {
        game, color, terms, ..
    } = booked;
    tell(&format!("plays {} in {game}", side(*color)));
    let increment_ms = terms.increment_ms;
    let table = player.play(client, game, *color, increment_ms).await?;
    tell(&outcome(game, &table));
    // Nobody is booked again before that is on record.
    until_over(client, game).await?;
    Ok(())
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn outcome(game: &str, table: &Table) -> String {
    match &table.result {
        Some(result) => format!(
            "{game} is over: {}-{} ({})",
            result.black_discs, result.white_discs, result.reason
        ),
        None => format!("{game} is over without a result"),
    }
}
