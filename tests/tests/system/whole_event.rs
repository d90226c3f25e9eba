//! Seventeen real entrants play an event of eleven rounds with real games, through the public interface
//! alone, from registration to the rating file.

use std::{collections::BTreeMap, process::Command, time::Instant};

use outflank_client::{Color, Round, Row, Standings, TournamentPhase};
use outflank_testbed::is_safe;
use outflank_tests::{
    Event, Server,
    corpus::{self, RealGame},
    event::{Script, text},
    ranking::{self, Done, RankingRow},
    server::binary,
};
use serde_json::{Value, json};
use tokio::{task::JoinSet, time::Duration};

const ROUNDS: u32 = 11;

/// Plays one round, one real game a table; answers who met whom with how many discs, by the record.
async fn play_round(
    event: &Event,
    round: &Round,
    games: &mut impl Iterator<Item = RealGame>,
) -> Vec<(String, String, u32)> {
    let mut tables = JoinSet::new();
    let mut met = Vec::new();
    for board in &round.boards {
        let game = games.next().unwrap();
        met.push((
            board.black_entrant_id.clone(),
            board.white_entrant_id.clone(),
            game.black_discs,
        ));
        for color in [Color::Black, Color::White] {
            let mut seat = event.seat(board, color);
            let mut script = Script {
                squares: game.squares.clone(),
                thought: Duration::ZERO,
            };
            let expected = game.black_discs;
            tables.spawn(async move {
                let table = seat.play(&mut script).await.unwrap();
                is_safe("discs", table.result.unwrap().black_discs, expected);
                seat.acknowledged.len()
            });
        }
    }
    let acknowledged: usize = tables.join_all().await.into_iter().sum();
    assert!(acknowledged >= 60 * round.boards.len());
    met
}

fn note(done: &mut BTreeMap<String, Vec<Done>>, met: &[(String, String, u32)]) {
    let mut played = Vec::new();
    for (black, white, discs) in met {
        done.get_mut(black)
            .unwrap()
            .push(Done::Met(white.clone(), *discs));
        done.get_mut(white)
            .unwrap()
            .push(Done::Met(black.clone(), 64 - discs));
        played.extend([black, white]);
    }
    for (entrant, rounds) in done.iter_mut() {
        if !played.contains(&entrant) {
            rounds.push(Done::Bye);
        }
    }
}

fn check_standings(standings: &Standings, folded: &BTreeMap<String, RankingRow>) {
    check_figures(standings, folded);
    check_order(&standings.rows, folded);
}

/// Points, BQ and discs of every row: those of the qualification, whatever matches followed.
fn check_figures(standings: &Standings, folded: &BTreeMap<String, RankingRow>) {
    assert_eq!(standings.rows.len(), folded.len());
    for row in &standings.rows {
        let line = &folded[&row.entrant_id];
        let shown = RankingRow {
            half_points: u32::try_from(row.half_points).unwrap(),
            bq_half_units: row.bq_half_units,
            discs: row.discs,
        };
        is_safe(&row.entrant_id, &shown, line);
    }
}

fn check_order(rows: &[Row], folded: &BTreeMap<String, RankingRow>) {
    let mut previous: Option<&RankingRow> = None;
    for row in rows {
        let line = &folded[&row.entrant_id];
        let key = |row: &RankingRow| (row.half_points, row.bq_half_units, row.discs);
        if let Some(previous) = previous {
            assert!(
                key(previous) >= key(line),
                "{previous:?} stands above {line:?}"
            );
        }
        previous = Some(line);
    }
}

/// The rating file holds the same results, passes the strict check and fits its signature.
async fn check_rating_file(
    event: &Event,
    played: &[(String, String, u32)],
    finals: &[(String, String, u32)],
    folded: &BTreeMap<String, RankingRow>,
) {
    let path = format!("/tournaments/{}/rating-file", event.id);
    let file = event.rating_file().await;
    let manifest: Value = event
        .director
        .get(&format!("{path}/manifest"))
        .await
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let name = text(&manifest["file_name"]);
    let on_disk = folder.path().join(&name);
    std::fs::write(&on_disk, &file).unwrap();
    let export = folder.path().join("manifest.json");
    std::fs::write(&export, manifest.to_string()).unwrap();
    for arguments in [
        ["elo", on_disk.to_str().unwrap()],
        ["verify", export.to_str().unwrap()],
    ] {
        let checked = Command::new(binary()).args(arguments).output().unwrap();
        assert!(checked.status.success(), "{arguments:?}: {checked:?}");
    }
    std::fs::write(&on_disk, file.replacen("(", "{", 1)).unwrap();
    let tampered = Command::new(binary())
        .args(["verify", export.to_str().unwrap()])
        .output()
        .unwrap();
    assert_eq!(
        tampered.status.code(),
        Some(1),
        "a changed file fits its manifest: {tampered:?}"
    );

    // Every game was played here to its end: so the files of games hold them all.
    for kind in ["games.txt", "games.ggf"] {
        let games: String = event
            .director
            .get_text(&format!("{path}/{kind}"))
            .await
            .unwrap();
        let on_disk = folder.path().join(kind);
        std::fs::write(&on_disk, games).unwrap();
        let replayed = Command::new(binary())
            .arg("replay")
            .arg(&on_disk)
            .output()
            .unwrap();
        let told: Value = serde_json::from_slice(&replayed.stdout).unwrap();
        let count = played.len() + finals.len();
        assert_eq!(told[0]["games"], count, "{kind}: {told}");
        assert_eq!(told[0]["finished"], count, "{kind}: {told}");
        assert_eq!(told[0]["illegal"], 0, "{kind}: {told}");
    }

    let (rounds, added) = file.split_once("%%Added results").unwrap();
    check_games(event, rounds, played);
    check_games(event, added, finals);
    let listed: BTreeMap<u32, (f64, u32)> = file
        .lines()
        .filter_map(|line| line.strip_prefix("%_%"))
        .map(|line| {
            let fields: Vec<&str> = line.split(',').map(str::trim).collect();
            (
                fields[0].parse().unwrap(),
                (fields[4].parse().unwrap(), fields[5].parse().unwrap()),
            )
        })
        .collect();
    for (entrant, line) in folded {
        let expected = (f64::from(line.half_points) / 2.0, line.discs);
        is_safe(entrant, listed[&event.numbers[entrant]], expected);
    }
}

/// A part of the file holds these games, black first, and no others.
fn check_games(event: &Event, part: &str, played: &[(String, String, u32)]) {
    let mut expected: Vec<_> = played
        .iter()
        .map(|(black, white, discs)| {
            (
                event.numbers[black],
                *discs,
                event.numbers[white],
                64 - discs,
            )
        })
        .collect();
    let mut found: Vec<_> = part
        .lines()
        .filter_map(corpus::game_line)
        .map(|(black, black_discs, glyph, white, white_discs)| {
            let right = match black_discs.cmp(&white_discs) {
                std::cmp::Ordering::Greater => '>',
                std::cmp::Ordering::Equal => '=',
                std::cmp::Ordering::Less => '<',
            };
            assert_eq!(glyph, right);
            (black, black_discs, white, white_discs)
        })
        .collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
}

/// What was played after the qualification.
#[derive(Default)]
struct Finals {
    /// Every game, in the order of play.
    games: Vec<(String, String, u32)>,
    /// Games won, by match and entrant.
    won: BTreeMap<String, BTreeMap<String, u32>>,
}

impl Finals {
    /// Who won the match, and who lost it.
    fn placed(&self, match_id: &str) -> [String; 2] {
        let mut players: Vec<_> = self.won[match_id].iter().collect();
        players.sort_by_key(|(_, won)| std::cmp::Reverse(**won));
        assert_eq!(players.len(), 2);
        assert!(players[0].1 > players[1].1, "{match_id} has no winner");
        [players[0].0.clone(), players[1].0.clone()]
    }
}

/// Plays whatever the rules want after the qualification, until the event can be confirmed.
async fn play_finals(
    event: &Event,
    mut server: Server,
    games: &mut impl Iterator<Item = RealGame>,
) -> (Finals, Server) {
    let mut decisive = games.filter(|game| game.black_discs != 32);
    let mut finals = Finals::default();
    loop {
        let next = event.read().await.next.unwrap();
        let round = match next.kind.as_str() {
            "announce_finals" => {
                let (round, restarted) = announced_round(event, server).await;
                server = restarted;
                round
            }
            "publish_round" => event.publish().await,
            // The draw of the rounds is another every time, and some leave a tie.
            "draw_lots" => {
                event.draw_lots().await;
                continue;
            }
            "confirm" => return (finals, server),
            other => panic!("{other} comes next after the qualification"),
        };
        assert_eq!(next.round, Some(round.number));
        let met = play_round(event, &round, &mut decisive).await;
        event.finish(round.number).await;
        for (board, (black, white, discs)) in round.boards.iter().zip(&met) {
            assert!(board.game > 0, "{} is no match", board.purpose);
            let won = finals.won.entry(board.purpose.clone()).or_default();
            *won.entry(black.clone()).or_default() += u32::from(*discs > 32);
            *won.entry(white.clone()).or_default() += u32::from(*discs < 32);
        }
        finals.games.extend(met);
    }
}

/// A round whose colours are chosen: announced late, so that the choice is the opponents'. The first
/// takes white, the others are silent.
async fn announced_round(event: &Event, server: Server) -> (Round, Server) {
    event.announce_finals().await;
    let announced = event.read().await.announced.unwrap();
    let game = &announced.games[0];
    let chooser = game.chooser_entrant_id.clone().unwrap();
    let players = [&game.better_entrant_id, &game.worse_entrant_id];
    let opponent = *players.iter().find(|id| ***id != chooser).unwrap();
    let late = event.choose(&chooser, &game.match_id, "white").await;
    assert_eq!(late.unwrap_err().code(), Some("choice_too_late"));
    event
        .choose(opponent, &game.match_id, "white")
        .await
        .unwrap();
    let server = Event::until_announced(server).await;
    let round = event.publish_announced().await;
    assert!(round.starts_at_ms >= announced.starts_at_ms);
    let board = round
        .boards
        .iter()
        .find(|board| board.purpose == game.match_id);
    assert_eq!(&board.unwrap().white_entrant_id, opponent);
    (round, server)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_with_real_entrants_and_real_games() {
    let begun = Instant::now();
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let players = corpus::players("EGP_NORWAY.ELO");
    assert_eq!(players.len(), 17);
    let event = Event::announce(&server, "Real Games Open", &json!({}), &players).await;
    let seated = begun.elapsed();
    let mut games = corpus::full_games(1998).into_iter();
    let mut done: BTreeMap<String, Vec<Done>> = event
        .seats
        .keys()
        .map(|entrant| (entrant.clone(), Vec::new()))
        .collect();
    let mut played = Vec::new();
    for number in 1..=ROUNDS {
        let round = event.publish().await;
        assert_eq!((round.number, round.boards.len()), (number, 8));
        let met = play_round(&event, &round, &mut games).await;
        event.finish(number).await;
        note(&mut done, &met);
        played.extend(met);
        check_standings(&event.standings().await, &ranking::fold(&done));
        eprintln!(
            "round {number} of {ROUNDS} played, {:.1} s",
            begun.elapsed().as_secs_f64()
        );
    }
    for rounds in done.values() {
        assert!(
            rounds
                .iter()
                .filter(|done| matches!(done, Done::Bye))
                .count()
                <= 1
        );
    }
    let path = format!("/tournaments/{}/confirmation", event.id);
    let early = event.director.post::<Value>(&path, &json!({})).await;
    assert_eq!(early.unwrap_err().code(), Some("finals_unfinished"));
    let (finals, _server) = play_finals(&event, server, &mut games).await;
    assert_eq!(event.read().await.summary.phase, TournamentPhase::Played);
    let _: Value = event.director.post(&path, &json!({})).await.unwrap();
    let last = event.standings().await;
    assert!(last.final_ranking);
    let folded = ranking::fold(&done);
    check_final_ranking(&event, &last, &finals, &folded).await;
    check_rating_file(&event, &played, &finals.games, &folded).await;
    eprintln!(
        "figure event_17_seconds {:.1} s (seating {:.1} s, {} games, {} moves)",
        begun.elapsed().as_secs_f64(),
        seated.as_secs_f64(),
        played.len(),
        played.len() * 60,
    );
}

/// The first four by their matches, everybody else by the qualification, whose figures all keep.
async fn check_final_ranking(
    event: &Event,
    last: &Standings,
    finals: &Finals,
    folded: &BTreeMap<String, RankingRow>,
) {
    check_figures(last, folded);
    let [champion, second] = finals.placed("final");
    let [third, fourth] = finals.placed("third_place");
    let first_four: Vec<_> = last.rows[..4].iter().map(|row| &row.entrant_id).collect();
    assert_eq!(first_four, [&champion, &second, &third, &fourth]);
    let ranks: Vec<u32> = last.rows[..4].iter().map(|row| row.rank).collect();
    assert_eq!(ranks, [1, 2, 3, 4]);
    check_order(&last.rows[4..], folded);
    let titles = event.read().await.titles;
    let titled: Vec<_> = titles
        .iter()
        .map(|won| (won.title.as_str(), &won.entrant_id))
        .collect();
    assert_eq!(titled, [("champion", &champion)]);
}
