//! Writing players lists.

use super::players::{PappPlayer, PlayersList};

/// Column behind the names, so that ratings stand below each other.
const NAMES: usize = 36;

/// Writes `joueurs.txt`: the players in their order, under their countries; what [`super::read_players`] reads alike.
#[must_use]
pub fn write_players(list: &PlayersList) -> String {
    let mut text = String::from("% Liste des joueurs par pays\n");
    let without = list
        .players
        .iter()
        .rposition(|player| player.country.is_none());
    // Below the first `pays =` line nobody is without a country.
    let inline = without.map_or(0, |last| last.saturating_add(1));
    let mut country: Option<&str> = None;
    for (place, player) in list.players.iter().enumerate() {
        if place < inline {
            text.push_str(&line(player, player.country.as_deref()));
            continue;
        }
        if let Some(code) = player
            .country
            .as_deref()
            .filter(|code| country != Some(code))
        {
            // PAPP sees a country only below a blank line.
            text.push_str(&format!("\npays = {code}\n\n"));
            country = Some(code);
        }
        text.push_str(&line(player, None));
    }
    text.push_str("\n__eof__\n");
    text
}

/// Writes `nouveaux.txt`: the players who are on no list yet, each with his country.
#[must_use]
pub fn write_new_players(list: &PlayersList) -> String {
    let player = |player: &PappPlayer| {
        let country = player
            .country
            .as_deref()
            .map(|code| format!("\t{{{code}}}"));
        let (id, names) = (player.id, names(player));
        format!("{id:>6} {names}{}\n", country.unwrap_or_default())
    };
    list.players.iter().map(player).collect()
}

fn names(player: &PappPlayer) -> String {
    if player.first_names.is_empty() {
        player.surname.clone()
    } else {
        format!("{}, {}", player.surname, player.first_names)
    }
}

fn line(player: &PappPlayer, country: Option<&str>) -> String {
    let mut line = format!("{:>6} {:<NAMES$}", player.id, names(player));
    if let Some(code) = country {
        line.push_str(&format!(" {{{code}}}"));
    }
    if let Some(rating) = player.rating {
        line.push_str(&format!(" %_<{rating}>"));
    }
    if let Some(comment) = &player.comment {
        line.push_str(&format!(" `{comment}"));
    }
    let mut line = line.trim_end().to_owned();
    line.push('\n');
    line
}
