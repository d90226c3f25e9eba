use crate::date::CivilDate;
use crate::fold::fold_ascii;

/// Most characters of the NAME part of a file name.
pub const NAME_LIMIT: usize = 30;

/// A rating file's name: `YYYYMMDD_NAME.ELO`, a letter after the day where one day saw several tournaments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName {
    /// First day of the tournament.
    pub first_day: CivilDate,
    /// `a`, `b`, ... for tournaments that began on one day.
    pub letter: Option<char>,
    /// Letters, digits and underscores, 1 to 30 of them.
    pub name: String,
}

/// What is wrong with a file name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FileNameFault {
    /// The extension is not `.ELO`.
    #[error("the extension is not .ELO")]
    Extension,
    /// No date of eight digits in front.
    #[error("it does not begin with the first day as YYYYMMDD")]
    Date,
    /// No underscore after the date and its letter.
    #[error("after the day comes at most one small letter and then an underscore")]
    Letter,
    /// NAME is empty or longer than 30 characters.
    #[error("NAME has 1 to 30 characters")]
    Length,
    /// NAME holds something else than letters, digits and underscores.
    #[error("NAME holds letters, digits and underscores only")]
    Characters,
}

impl FileName {
    /// The file name for a tournament: NAME is made of its title.
    #[must_use]
    pub fn for_tournament(first_day: CivilDate, letter: Option<char>, title: &str) -> Self {
        let letter = letter
            .map(|c| c.to_ascii_lowercase())
            .filter(char::is_ascii_lowercase);
        Self {
            first_day,
            letter,
            name: name_part(title),
        }
    }

    /// Reads a file name of the strict form.
    ///
    /// # Errors
    /// The first rule the name breaks.
    pub fn parse(text: &str) -> Result<Self, FileNameFault> {
        let stem = text.strip_suffix(".ELO").ok_or(FileNameFault::Extension)?;
        let (date, rest) = stem.split_at_checked(8).ok_or(FileNameFault::Date)?;
        let first_day = compact_date(date).ok_or(FileNameFault::Date)?;
        let (head, name) = rest.split_once('_').ok_or(FileNameFault::Letter)?;
        let mut letters = head.chars();
        let letter = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(letter), None) if letter.is_ascii_lowercase() => Some(letter),
            _ => return Err(FileNameFault::Letter),
        };
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(FileNameFault::Characters);
        }
        if name.is_empty() || name.len() > NAME_LIMIT {
            return Err(FileNameFault::Length);
        }
        Ok(Self {
            first_day,
            letter,
            name: name.to_owned(),
        })
    }
}

impl std::fmt::Display for FileName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.first_day.compact())?;
        if let Some(letter) = self.letter {
            write!(f, "{letter}")?;
        }
        write!(f, "_{}.ELO", self.name)
    }
}

/// The NAME part a title gives: ASCII letters and digits, anything else one underscore, at most 30.
#[must_use]
pub fn name_part(title: &str) -> String {
    let mut name = String::new();
    for c in fold_ascii(title).text.chars() {
        if c.is_ascii_alphanumeric() {
            name.push(c);
        } else if c != '\'' && !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        if name.len() == NAME_LIMIT {
            break;
        }
    }
    let trimmed = name.trim_end_matches('_');
    if trimmed.is_empty() {
        "TOURNAMENT".to_owned()
    } else {
        trimmed.to_owned()
    }
}

fn compact_date(text: &str) -> Option<CivilDate> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    CivilDate::new(
        text.get(..4)?.parse().ok()?,
        text.get(4..6)?.parse().ok()?,
        text.get(6..)?.parse().ok()?,
    )
}
