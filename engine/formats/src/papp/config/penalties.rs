//! The block `Penalites`.
//!
//! ```text
//! Penalites {
//!     Couleur { difference 1 = 20; difference 5+ = 1075; de-suite = 15; };
//!     Flottement { difference 1 = 20000; de-suite = 25; minoration = 10; };
//!     Repetition { couleurs-identiques = INFINI; couleurs-opposees = 5000000; bip = INFINI; de-suite = 1; };
//!     Chauvinisme { ronde 1+ = 2; };
//!     Elitisme { ronde 1+ = 100; ronde 4+ = 200; };
//! };
//! ```
//!
//! A number with `+` stands for it and all beyond, until a later statement says otherwise.

use outflank_tournament::{PAPP_MAXIMUM, PappPenalties};

use super::Fault;
use crate::findings::{Findings, shown};
use crate::papp::statements::{Statements, keyword};
use crate::papp::tokens::Token;
use crate::papp::work_file::MOST_ROUNDS;

/// The last difference of colours with a penalty of its own.
pub(super) const LAST_COLOUR: usize = 5;
/// The last difference of scores with a penalty of its own, in half-points.
pub(super) const LAST_FLOAT: usize = 24;

/// Reads the block behind its keyword; none where PAPP would refuse it, which is a problem then.
pub(super) fn penalties(
    statements: &mut Statements<'_>,
    line: u32,
    findings: &mut Findings,
) -> Result<Option<PappPenalties>, Fault> {
    opened(statements, "Penalites")?;
    let mut block = Block {
        penalties: PappPenalties::none(),
        colour: vec![0; LAST_COLOUR + 1],
        float: vec![0; LAST_FLOAT + 1],
        country: vec![0; rounds()],
        elitism: vec![0; rounds()],
        findings,
    };
    while !closed(statements) {
        if statements.peek().is_none() {
            return Err(Fault(
                "open_block",
                "the block Penalites is never closed and sets nothing".to_owned(),
            ));
        }
        block.group(statements)?;
    }
    let penalties = block.done();
    match penalties.check() {
        Ok(()) => Ok(Some(penalties)),
        Err(refusal) => {
            findings.add(
                line,
                "penalties",
                format!("the block Penalites sets nothing: {refusal}"),
            );
            Ok(None)
        }
    }
}

/// One for each round, and round 0, which is none.
fn rounds() -> usize {
    usize::try_from(MOST_ROUNDS).map_or(0, |most| most + 1)
}

fn opened(statements: &mut Statements<'_>, keyword: &str) -> Result<(), Fault> {
    if statements.mark('{') {
        return Ok(());
    }
    Err(Fault(
        "statement_form",
        format!("{keyword} is followed by its statements between braces"),
    ))
}

/// Whether the block ends here; a semicolon behind its brace may stand or not.
fn closed(statements: &mut Statements<'_>) -> bool {
    while statements.mark(';') {}
    let closed = statements.mark('}');
    if closed {
        statements.mark(';');
    }
    closed
}

struct Block<'a> {
    penalties: PappPenalties,
    colour: Vec<i64>,
    float: Vec<i64>,
    country: Vec<i64>,
    elitism: Vec<i64>,
    findings: &'a mut Findings,
}

/// What a statement of the block says.
struct Entry {
    line: u32,
    words: String,
    /// The number, and whether all beyond are meant.
    of: Option<(u32, bool)>,
    value: i64,
}

impl Block<'_> {
    fn group(&mut self, statements: &mut Statements<'_>) -> Result<(), Fault> {
        let line = statements.line();
        let name = statements.word().map(keyword).unwrap_or_default();
        let known = [
            "couleur",
            "flottement",
            "repetition",
            "chauvinisme",
            "elitisme",
        ];
        if !known.contains(&name.as_str()) {
            let what = "the block Penalites has Couleur, Flottement, Repetition, Chauvinisme and Elitisme, each with its braces";
            return Err(Fault("unknown_penalty", what.to_owned()));
        }
        opened(statements, &name)?;
        while !closed(statements) {
            if statements.peek().is_none() {
                let what = format!("{name} in line {line} is never closed");
                return Err(Fault("open_block", what));
            }
            let entry = self.entry(statements)?;
            if !self.set(&name, &entry) {
                let what = format!("\"{}\" is no statement of {name}", shown(&entry.words));
                self.findings.add(entry.line, "unknown_penalty", what);
            }
        }
        Ok(())
    }

    fn entry(&mut self, statements: &mut Statements<'_>) -> Result<Entry, Fault> {
        let line = statements.line();
        let form = || {
            Fault(
                "penalty_form",
                format!("line {line} is no penalty such as ronde 1+ = 2; or de-suite = 15;"),
            )
        };
        let mut words = String::new();
        while let Some(word) = statements.word() {
            words.push_str(&keyword(word));
        }
        let of = match statements.peek() {
            Some(Token::Number(_)) => {
                let number = statements.whole().ok_or_else(form)?;
                Some((number, statements.mark('+')))
            }
            _ => None,
        };
        if !statements.mark('=') {
            return Err(form());
        }
        let negative = statements.mark('-');
        let value = match statements.peek() {
            Some(Token::Word(word)) if keyword(word) == "infini" => {
                statements.next();
                PAPP_MAXIMUM
            }
            _ => {
                let digits = statements.number().ok_or_else(form)?;
                if digits.contains('.') {
                    return Err(form());
                }
                self.value(line, digits, negative)
            }
        };
        if !statements.mark(';') {
            return Err(form());
        }
        Ok(Entry {
            line,
            words,
            of,
            value,
        })
    }

    /// Negative ones count as zero, huge ones as the largest.
    fn value(&mut self, line: u32, digits: &str, negative: bool) -> i64 {
        // Only digits: what does not fit is too large.
        let value = digits.parse().unwrap_or(i64::MAX);
        if negative && value > 0 {
            let what = format!("-{} is a negative penalty and counts as 0", shown(digits));
            self.findings.add(line, "negative_penalty", what);
            return 0;
        }
        if value > PAPP_MAXIMUM {
            let what = format!(
                "{} is more than PAPP reckons with and counts as {PAPP_MAXIMUM}; INFINI is the word for it",
                shown(digits)
            );
            self.findings.add(line, "penalty_truncated", what);
            return PAPP_MAXIMUM;
        }
        value
    }

    /// Whether the group has such a statement.
    fn set(&mut self, group: &str, entry: &Entry) -> bool {
        if let Some((number, beyond)) = entry.of {
            let list = match group {
                "couleur" => &mut self.colour,
                "flottement" => &mut self.float,
                "chauvinisme" => &mut self.country,
                "elitisme" => &mut self.elitism,
                _ => return false,
            };
            let place = usize::try_from(number).unwrap_or(usize::MAX);
            let most = list.len();
            match list.get_mut(place..) {
                Some([_, ..]) if place == 0 => {
                    let what = "a difference of 0 has no penalty, and there is no round 0; the penalty is ignored";
                    self.findings.add(entry.line, "penalty_of_nothing", what);
                }
                Some([one, rest @ ..]) => {
                    *one = entry.value;
                    if beyond {
                        rest.fill(entry.value);
                    }
                }
                _ => {
                    let what = format!(
                        "{number} is beyond {}, the last that PAPP tells apart; the penalty is ignored",
                        most.saturating_sub(1)
                    );
                    self.findings.add(entry.line, "penalty_too_far", what);
                }
            }
            return true;
        }
        let says = |part: &str| entry.words.contains(part);
        let all = &mut self.penalties;
        let place = match group {
            "couleur" if says("suite") => &mut all.same_colour,
            "flottement" if says("suite") => &mut all.same_float,
            "flottement" if says("minoration") => &mut all.opposite_float,
            "repetition" if says("suite") => &mut all.repeat_at_once,
            "repetition" if says("bip") => &mut all.repeat_bye,
            "repetition" if says("oppos") || says("invers") => &mut all.repeat_opposite_colours,
            "repetition" if says("couleur") => &mut all.repeat_same_colours,
            _ => return false,
        };
        *place = entry.value;
        true
    }

    fn done(self) -> PappPenalties {
        let of_rounds = |list: &[i64]| without_repeats(list.get(1..).unwrap_or_default());
        PappPenalties {
            colour: without_repeats(&self.colour),
            float: without_repeats(&self.float),
            country: of_rounds(&self.country),
            elitism: of_rounds(&self.elitism),
            ..self.penalties
        }
    }
}

/// The list without what its last entry says again; none of nothing but zeros.
pub(super) fn without_repeats(list: &[i64]) -> Vec<i64> {
    let mut list = list.to_vec();
    while let [.., before, last] = list.as_slice()
        && before == last
    {
        list.pop();
    }
    if list == [0] {
        list.clear();
    }
    list
}
