use std::fmt::Write as _;

use outflank_tournament::{PAPP_MAXIMUM, PappPenalties};
use thiserror::Error;

use super::penalties::{LAST_COLOUR, LAST_FLOAT, without_repeats};
use super::{PappConfig, Setting, SettingKey, SettingValue, Zone};
use crate::papp::tokens::quotable;
use crate::papp::work_file::MOST_ROUNDS;

/// Why a configuration cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConfigObstacle {
    /// PAPP would refuse the penalties.
    #[error("PAPP would refuse the penalties: {0}")]
    Refused(String),
    /// A list tells apart more than PAPP does.
    #[error("the penalties of {list} have {number} values; PAPP tells {most} apart")]
    TooLong {
        /// Which.
        list: &'static str,
        /// Its values.
        number: usize,
        /// Most of them.
        most: usize,
    },
    /// A difference of 0 has a penalty.
    #[error("the penalties of {0} begin with one for no difference at all; PAPP has none")]
    OfNothing(&'static str),
    /// Opposite floats count from another round than the third.
    #[error("opposite floats count from round {0}; in PAPP from round 3")]
    OppositeFloats(u32),
}

/// Writes a configuration: what [`super::read_config`] reads alike.
///
/// # Errors
/// What PAPP has no way to be told; nothing is written then.
pub fn write_config(config: &PappConfig) -> Result<String, ConfigObstacle> {
    let mut text = String::from("# Configuration de PAPP\n\n");
    // Writing to a string cannot fail.
    if let Some(country) = &config.country {
        _ = writeln!(text, "Pays = \"{}\";\n", quotable(country));
    }
    if let Some(bye) = config.bye {
        _ = writeln!(text, "Score-bip = {}/{};\n", bye.bye, bye.of);
    }
    for setting in &config.settings {
        write_setting(&mut text, setting);
    }
    for Zone { country, numbers } in &config.zones {
        _ = writeln!(
            text,
            "zone-insertion \"{}\" = {}-{};",
            quotable(country),
            numbers.start(),
            numbers.end()
        );
    }
    if let Some(penalties) = &config.penalties {
        text.push('\n');
        write_penalties(&mut text, penalties)?;
    }
    Ok(text)
}

fn write_setting(text: &mut String, setting: &Setting) {
    let mut all = SettingKey::ALL.into_iter();
    let words = all
        .find(|(key, _)| *key == setting.key)
        .map(|(_, words)| words);
    text.push_str(words.unwrap_or_default());
    if setting.assigned {
        text.push_str(" =");
    }
    for value in &setting.values {
        _ = match value {
            SettingValue::Word(word) => write!(text, " {word}"),
            SettingValue::Text(inside) => write!(text, " \"{}\"", quotable(inside)),
            SettingValue::Number(number) => write!(text, " {number}"),
        };
    }
    text.push_str(";\n");
}

fn write_penalties(text: &mut String, penalties: &PappPenalties) -> Result<(), ConfigObstacle> {
    penalties
        .check()
        .map_err(|refusal| ConfigObstacle::Refused(refusal.to_string()))?;
    if penalties.opposite_float > 0 && penalties.opposite_float_from_round != 3 {
        return Err(ConfigObstacle::OppositeFloats(
            penalties.opposite_float_from_round,
        ));
    }
    let rounds = usize::try_from(MOST_ROUNDS).unwrap_or(usize::MAX);
    text.push_str("Penalites {\n");
    for (group, of, list, first, last) in [
        ("Couleur", "difference", &penalties.colour, 0, LAST_COLOUR),
        ("Flottement", "difference", &penalties.float, 0, LAST_FLOAT),
        ("Repetition", "", &Vec::new(), 0, 0),
        ("Chauvinisme", "ronde", &penalties.country, 1, rounds),
        ("Elitisme", "ronde", &penalties.elitism, 1, rounds),
    ] {
        _ = writeln!(text, "    {group} {{");
        let list = without_repeats(list);
        if list.len().saturating_add(first) > last.saturating_add(1) {
            return Err(ConfigObstacle::TooLong {
                list: group,
                number: list.len(),
                most: last.saturating_add(1).saturating_sub(first),
            });
        }
        if first == 0 && list.first().is_some_and(|value| *value != 0) {
            return Err(ConfigObstacle::OfNothing(group));
        }
        for (place, value) in list.iter().enumerate() {
            let (number, value) = (place.saturating_add(first), value_of(*value));
            let beyond = if place.saturating_add(1) == list.len() {
                "+"
            } else {
                ""
            };
            if number > 0 {
                _ = writeln!(text, "        {of} {number}{beyond} = {value};");
            }
        }
        for (words, value) in single(group, penalties) {
            _ = writeln!(text, "        {words} = {};", value_of(*value));
        }
        text.push_str("    };\n");
    }
    text.push_str("};\n");
    Ok(())
}

fn single<'a>(group: &str, all: &'a PappPenalties) -> Vec<(&'static str, &'a i64)> {
    match group {
        "Couleur" => vec![("de-suite", &all.same_colour)],
        "Flottement" => vec![
            ("de-suite", &all.same_float),
            ("minoration", &all.opposite_float),
        ],
        "Repetition" => vec![
            ("couleurs-identiques", &all.repeat_same_colours),
            ("couleurs-opposees", &all.repeat_opposite_colours),
            ("bip", &all.repeat_bye),
            ("de-suite", &all.repeat_at_once),
        ],
        _ => Vec::new(),
    }
}

fn value_of(value: i64) -> String {
    if value >= PAPP_MAXIMUM {
        "INFINI".to_owned()
    } else {
        value.to_string()
    }
}
