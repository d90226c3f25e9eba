//! This server's own events: the rating file that was published, with the moves of the games that were played here.

use outflank_access::{Kind, Problem};
use outflank_formats::archive::{ArchiveEvent, ArchiveFile, ArchiveFormat};
use outflank_othello::{Square, transcript};

use super::Archive;
use crate::manifest::Manifest;

/// The file that has the moves.
const TRANSCRIPTS: &str = "games.txt";

impl Archive {
    /// What a version of an event's rating file tells, the digest of the file, and whether it is rated.
    pub(super) async fn own_event(
        &self,
        tournament_id: &str,
        version: u32,
    ) -> Result<(Vec<ArchiveEvent>, String, bool), Problem> {
        let export = self.exports.get(tournament_id, version).await?;
        let manifest: Manifest =
            serde_json::from_slice(&export.manifest).map_err(Problem::internal)?;
        let file = ArchiveFile {
            name: &export.file_name,
            bytes: &export.content,
        };
        let mut events = ArchiveFormat::Elo.take(&[file]).events;
        let transcripts = self.exports.file(tournament_id, version, TRANSCRIPTS).await;
        let transcripts = match transcripts {
            Ok(file) => file.content,
            Err(problem) if problem.kind == Kind::NotFound => Vec::new(),
            Err(problem) => return Err(problem),
        };
        let transcripts = String::from_utf8_lossy(&transcripts);
        for event in &mut events {
            event.name.clone_from(&manifest.tournament);
            for game in transcribed(&transcripts) {
                attach(event, game);
            }
        }
        Ok((events, manifest.sha256, export.rated))
    }
}

/// A game of the transcripts: `# 1/3 4711 40-24 4712 board_complete`, and the moves on the line behind.
struct Transcribed {
    round: u32,
    black: u32,
    white: u32,
    moves: Vec<Square>,
}

fn transcribed(text: &str) -> Vec<Transcribed> {
    let mut lines = text.lines();
    let mut games = Vec::new();
    while let Some(line) = lines.next() {
        let Some(head) = line.strip_prefix("# ") else {
            continue;
        };
        let words: Vec<&str> = head.split(' ').collect();
        let [place, black, _, white, ..] = words.as_slice() else {
            continue;
        };
        let round = place.split('/').next().and_then(|round| round.parse().ok());
        let moves = transcript::parse(lines.next().unwrap_or_default());
        let moves = moves.unwrap_or_default().into_iter();
        let moves = moves.filter_map(|token| token.square());
        if let (Some(round), Ok(black), Ok(white)) = (round, black.parse(), white.parse()) {
            games.push(Transcribed {
                round,
                black,
                white,
                moves: moves.collect(),
            });
        }
    }
    games
}

/// Gives the moves to the result of that round, or to a final of the two that has none yet.
fn attach(event: &mut ArchiveEvent, game: Transcribed) {
    let players = &event.players;
    let number = |place: usize| players.get(place).and_then(|player| player.number);
    let of_both = |place: &usize| {
        let result = &event.games[*place];
        result.moves.is_empty()
            && number(result.black) == Some(game.black)
            && number(result.white) == Some(game.white)
    };
    let places = 0..event.games.len();
    let in_round = |place: &usize| event.games[*place].round == Some(game.round);
    let final_game = |place: &usize| event.games[*place].round.is_none();
    let found = places
        .clone()
        .find(|place| of_both(place) && in_round(place))
        .or_else(|| {
            places
                .clone()
                .find(|place| of_both(place) && final_game(place))
        });
    if let Some(result) = found.and_then(|place| event.games.get_mut(place)) {
        result.moves = game.moves;
    }
}
