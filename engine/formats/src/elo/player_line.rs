use super::ListedPlayer;

/// Reads the body of a player line (without its `%_%`); `None` if it does not begin with a number.
pub(super) fn parse(line: u32, body: &str) -> Option<ListedPlayer> {
    let mut fields: Vec<&str> = body.split(',').map(str::trim).collect();
    let head = fields.first().copied()?;
    let is_new = head.starts_with('+');
    let number = head.trim_start_matches('+').trim();
    let id = if !number.is_empty() && number.chars().all(|c| c == '?') {
        None
    } else if number.chars().all(|c| c.is_ascii_digit()) {
        Some(number.parse().ok()?)
    } else {
        return None;
    };
    if fields.len() < 2 {
        return None;
    }
    fields.remove(0);
    let (words, figures) = fields.split_at(figures_at(&fields));
    let words = without_trailing_blanks(words);
    let (surname, first_names, country) = names(&words);
    Some(ListedPlayer {
        line,
        id,
        is_new,
        surname,
        first_names,
        country,
        half_points: figures.first().and_then(|text| halves(text)),
        half_discs: figures.get(1).and_then(|text| halves(text)),
        rating: figures.get(2).and_then(|text| text.parse().ok()),
    })
}

/// Where the figures begin. In the full form (names, country and three figures) it is plain; elsewhere
/// the first figure tells, and a dash counts as one only where a name no longer can stand.
fn figures_at(fields: &[&str]) -> usize {
    if fields.len() == 6 && fields.iter().skip(3).all(|field| is_figure(field)) {
        return 3;
    }
    let at = fields
        .iter()
        .enumerate()
        .position(|(index, field)| match index {
            0 => false,
            1 => *field != "-" && is_figure(field),
            _ => is_figure(field),
        });
    at.unwrap_or(fields.len())
}

/// A field from the score on: a number, a dash, or a sum such as `2+1`.
fn is_figure(field: &str) -> bool {
    field
        .strip_prefix('-')
        .unwrap_or(field)
        .chars()
        .next()
        .is_none_or(|c| c.is_ascii_digit())
        && !field.is_empty()
}

fn without_trailing_blanks<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let mut words: Vec<&str> = words.to_vec();
    while words.len() > 3 && words.last().is_some_and(|word| word.is_empty()) {
        words.pop();
    }
    // A doubled comma between first names and country.
    if words.len() > 3 {
        words.retain(|word| !word.is_empty());
    }
    words
}

fn names(words: &[&str]) -> (String, String, Option<String>) {
    let country = |word: &str| {
        let code = word.trim_matches(['{', '}', ' ']);
        (!code.is_empty()).then(|| code.to_owned())
    };
    match words {
        [] => (String::new(), String::new(), None),
        [surname] => ((*surname).to_owned(), String::new(), None),
        [surname, first_names] => ((*surname).to_owned(), (*first_names).to_owned(), None),
        [surname, first_names @ .., last] => {
            ((*surname).to_owned(), first_names.join(" "), country(last))
        }
    }
}

/// A number of whole or half units, doubled: `8.5` is 17.
fn halves(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let half = match fraction {
        "0" | "00" => 0,
        "5" | "50" => 1,
        _ => return None,
    };
    whole.parse::<u32>().ok()?.checked_mul(2)?.checked_add(half)
}
