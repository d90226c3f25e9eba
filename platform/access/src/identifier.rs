//! Opaque ids and secrets.

use std::{collections::HashMap, ops::RangeInclusive, sync::LazyLock};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest as _, Sha256};

use crate::{Kind, Problem, problem};

const LONGEST_ID_BYTES: usize = 64;

/// The operating system gave no randomness: nothing can be made safely.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gives no randomness: {0}")]
pub struct NoRandomness(String);

/// `N` unpredictable bytes.
///
/// # Errors
/// When the operating system refuses.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| NoRandomness(error.to_string()))?;
    Ok(bytes)
}

/// A new opaque id: 16 random bytes, base64url, 22 characters.
///
/// # Errors
/// When the operating system gives no randomness.
pub fn random_id() -> Result<String, NoRandomness> {
    Ok(URL_SAFE_NO_PAD.encode(random_bytes::<16>()?))
}

/// A new bearer secret: 32 random bytes, base64url.
///
/// # Errors
/// When the operating system gives no randomness.
pub fn random_secret() -> Result<String, NoRandomness> {
    Ok(URL_SAFE_NO_PAD.encode(random_bytes::<32>()?))
}

/// A colon is in no session's id.
const KEY_SESSION: &str = "key:";

/// What stands for a session in the access tokens that an API key is exchanged for.
#[must_use]
pub fn session_of_key(key_id: &str) -> String {
    format!("{KEY_SESSION}{key_id}")
}

/// The API key whose tokens bear this session id; none for a person's session.
#[must_use]
pub fn key_of_session(session_id: &str) -> Option<&str> {
    session_id.strip_prefix(KEY_SESSION)
}

/// The id that follows from its parts: the same parts, the same id, for effects that must happen once.
#[must_use]
pub fn derived_id(parts: &[&str]) -> String {
    let digest = digest(parts);
    URL_SAFE_NO_PAD.encode(digest.get(..16).unwrap_or(&digest))
}

/// The account of the house bot with that number. People's accounts have ids that nothing follows from.
#[must_use]
pub fn house_account(number: u32) -> String {
    derived_id(&["house-bot", &number.to_string()])
}

/// As many as an event has entrants at most, in each of which one may sit.
pub const HOUSE_BOTS: RangeInclusive<u32> = 1..=1_024;

/// Those of them that play casual games: the last, for in rehearsals the first that are free sit down.
pub const CASUAL_BOTS: RangeInclusive<u32> = 1_009..=1_024;

/// Who operates the house bots, where a program's operator is told: nobody's account, so that they are all of one operator and
/// none of them is matched with another.
pub const HOUSE: &str = "house";

/// The number of the house bot whose account that is; none for a person's.
#[must_use]
pub fn house_bot(account_id: &str) -> Option<u32> {
    static NUMBERS: LazyLock<HashMap<String, u32>> = LazyLock::new(|| {
        let bots = HOUSE_BOTS.map(|number| (house_account(number), number));
        bots.collect()
    });
    NUMBERS.get(account_id).copied()
}

/// The number that follows from its parts likewise, where many are kept; never 0.
#[must_use]
pub fn derived_number(parts: &[&str]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = digest(parts);
    u64::from_be_bytes([a, b, c, d, e, f, g, h]).max(1)
}

fn digest(parts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().into()
}

/// A board of the qualification is one game: its number in [`game_id`].
pub const GAME_NUMBER: u32 = 1;

/// The id of one game of a board: whoever knows the entry that published its round can tell it, so
/// that nothing is made twice and a re-pairing collides with nothing. `pairing_seq` is that entry's
/// seq in the tournament's stream; `game_number` counts the games of one board from 1.
#[must_use]
pub fn game_id(
    tournament_id: &str,
    pairing_seq: u64,
    round: u32,
    table: u32,
    game_number: u32,
) -> String {
    derived_id(&[
        "game",
        tournament_id,
        &pairing_seq.to_string(),
        &round.to_string(),
        &table.to_string(),
        &game_number.to_string(),
    ])
}

/// The id of a casual game: the stream of bookings, the entry in it, which pair of that entry, from 1, and the pair's
/// seed: where a store went back to an older state, another pair at the same place has another game.
#[must_use]
pub fn casual_game_id(stream: u32, seq: u64, pair: u32, seed: u64) -> String {
    derived_id(&[
        "casual-game",
        &stream.to_string(),
        &seq.to_string(),
        &pair.to_string(),
        &seed.to_string(),
    ])
}

/// Whether this may be an id of ours at all.
#[must_use]
pub fn is_id(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    (1..=LONGEST_ID_BYTES).contains(&id.len()) && id.bytes().all(plain)
}

/// Refuses what can be no account's id, and the house bots', whom nobody but pairing gives a part in an event.
///
/// # Errors
/// `bad_account_id`, `house_bot`.
pub fn check_person_id(id: &str) -> Result<(), Problem> {
    check_account_id(id)?;
    if house_bot(id).is_none() {
        return Ok(());
    }
    Err(Problem::new(
        Kind::Refused,
        "house_bot",
        "That is a house bot, which plays in rehearsals and casual games alone; name a person's account.",
    ))
}

/// Refuses what can be no account's id.
///
/// # Errors
/// `bad_account_id`.
pub fn check_account_id(id: &str) -> Result<(), Problem> {
    if is_id(id) {
        return Ok(());
    }
    Err(problem!(
        Kind::Invalid,
        "bad_account_id",
        "An account id has 1 to {most} letters, digits and - _ . :",
        most = LONGEST_ID_BYTES,
    ))
}

/// What is stored of a secret that only its bearer may know.
#[must_use]
pub fn secret_digest(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

/// A code that was read aloud or typed: case, spaces and hyphens do not matter.
#[must_use]
pub fn typed_code(code: &str) -> String {
    code.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_uppercase())
        .collect()
}

/// SHA-256 of bytes, lower-case hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
