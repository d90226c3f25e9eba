use super::{MOST_ROUNDS, PairScore, WorkAct, WorkFile, WorkPair, WorkStep};
use crate::constant::ToldConstant;
use crate::date::CivilDate;
use crate::findings::{Findings, shown};
use crate::papp::statements::{Statements, keyword};
use crate::papp::tokens::{Token, quotable, tokens};
use crate::problem::Parsed;
use crate::text::decode;

/// Reads a work file. Never fails; a statement that makes no sense is a problem and says nothing, a pair whose score
/// makes none is a pair without a score.
#[must_use]
pub fn read_work_file(bytes: &[u8]) -> Parsed<WorkFile> {
    let (text, _) = decode(bytes);
    let tokens = tokens(&text);
    let mut reader = Reader {
        statements: Statements::new(&tokens),
        file: WorkFile::default(),
        findings: Findings::default(),
    };
    while reader.statements.peek().is_some() {
        reader.statement();
    }
    Parsed {
        value: reader.file,
        problems: reader.findings.told(),
    }
}

/// Why a statement says nothing.
struct Fault(&'static str, String);

struct Reader<'a> {
    statements: Statements<'a>,
    file: WorkFile,
    findings: Findings,
}

impl Reader<'_> {
    fn statement(&mut self) {
        let line = self.statements.line();
        let done = match self.statements.peek() {
            Some(Token::Mark(';')) => {
                self.statements.next();
                return;
            }
            Some(Token::Mark('&')) => self.presence(line),
            Some(Token::Mark('(')) => self.pair(line),
            Some(Token::Word(word)) => {
                let word = word.clone();
                self.statements.next();
                self.named(line, &word)
            }
            _ => {
                self.statements.next();
                Err(Fault(
                    "not_a_statement",
                    "nothing of the log begins so; statements are & +1 -2;, (1 40 2 24); and words such as ronde-suivante;".to_owned(),
                ))
            }
        };
        if let Err(Fault(code, what)) = done {
            self.findings.add(line, code, what);
            self.statements.pass_over(line, begins);
        }
    }

    fn end(&mut self) -> Result<(), Fault> {
        if self.statements.mark(';') {
            return Ok(());
        }
        Err(Fault(
            "no_semicolon",
            "the statement ends without its semicolon and is left out".to_owned(),
        ))
    }

    fn presence(&mut self, line: u32) -> Result<(), Fault> {
        self.statements.next();
        let mut told = Vec::new();
        loop {
            let came = match self.statements.peek() {
                Some(Token::Mark('+')) => true,
                Some(Token::Mark('-')) => false,
                _ => break,
            };
            self.statements.next();
            told.push((self.player()?, came));
        }
        self.end()?;
        self.push(line, WorkAct::Presence(told));
        Ok(())
    }

    fn player(&mut self) -> Result<u32, Fault> {
        let number = self.statements.whole().filter(|number| *number > 0);
        number.ok_or_else(|| {
            Fault(
                "player_number",
                "a player is named by a whole number above 0, as in +000145".to_owned(),
            )
        })
    }

    /// `(1 2);`, `(1 40 2 24);`: the number of numbers says which.
    fn pair(&mut self, line: u32) -> Result<(), Fault> {
        self.statements.next();
        let mut numbers = Vec::new();
        while let Some(number) = self.statements.number() {
            numbers.push(number);
        }
        if !self.statements.mark(')') {
            return Err(Fault(
                "not_a_pair",
                "a pair is (BLACK WHITE); or with the score (BLACK 40 WHITE 24);".to_owned(),
            ));
        }
        self.end()?;
        let (black, white, score) = match numbers.as_slice() {
            [black, white] => (*black, *white, None),
            [black, own, white, other] => (*black, *white, Some((*own, *other))),
            _ => {
                return Err(Fault(
                    "not_a_pair",
                    format!("a pair has two numbers or four, not {}", numbers.len()),
                ));
            }
        };
        let player = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
        let (Some(black), Some(white)) = (player(black), player(white)) else {
            return Err(Fault(
                "player_number",
                "the players of a pair are whole numbers above 0".to_owned(),
            ));
        };
        if black == white {
            return Err(Fault(
                "self_pair",
                format!("player {black} is paired with himself"),
            ));
        }
        let score = score.and_then(|(own, other)| {
            let score = score_of(own, other);
            if score.is_none() {
                let what = format!(
                    "{} and {} are no score of 64 discs; the pair stands without one",
                    shown(own),
                    shown(other)
                );
                self.findings.add(line, "score", what);
            }
            score
        });
        let pair = WorkPair {
            black,
            white,
            score,
        };
        self.push(line, WorkAct::Pair(pair));
        Ok(())
    }

    fn named(&mut self, line: u32, word: &str) -> Result<(), Fault> {
        match keyword(word).as_str() {
            "razcouplage" => {
                self.end()?;
                self.push(line, WorkAct::ClearPairs);
                Ok(())
            }
            "rondesuivante" => {
                self.end()?;
                self.push(line, WorkAct::NextRound);
                Ok(())
            }
            "nomtournoi" | "nombrerondes" | "bqdouble" | "date" => self.heading(word),
            "roundrobintable" => {
                self.statements.pass_over(line, begins);
                Ok(())
            }
            _ => Err(Fault(
                "unknown_statement",
                format!("\"{}\" is no statement of the log", shown(word)),
            )),
        }
    }

    fn heading(&mut self, word: &str) -> Result<(), Fault> {
        let no_value =
            |wanted: &str| Fault("heading", format!("{} is given as {wanted}", shown(word)));
        if !self.statements.mark('=') {
            return Err(no_value("a value behind ="));
        }
        match keyword(word).as_str() {
            "nomtournoi" => {
                let Some(Token::Text(name)) = self.statements.peek() else {
                    return Err(no_value("a text between quotation marks"));
                };
                self.statements.next();
                self.end()?;
                self.file.heading.name = Some(quotable(name));
            }
            "nombrerondes" => {
                let rounds = self.statements.whole::<u32>();
                let rounds = rounds.filter(|rounds| (1..=MOST_ROUNDS).contains(rounds));
                let rounds = rounds.ok_or_else(|| no_value("a whole number from 1 to 128"))?;
                self.end()?;
                self.file.heading.rounds = Some(rounds);
            }
            "bqdouble" => {
                let constant = self
                    .statements
                    .number()
                    .and_then(ToldConstant::from_decimal);
                let constant = constant.ok_or_else(|| no_value("a number from 0 to 1000"))?;
                self.end()?;
                self.file.heading.constant = Some(constant);
            }
            _ => {
                let date = self.statements.text().and_then(CivilDate::from_slashes);
                let date = date.ok_or_else(|| no_value("a day as \"DD/MM/YYYY\""))?;
                self.end()?;
                self.file.heading.date = Some(date);
            }
        }
        Ok(())
    }

    fn push(&mut self, line: u32, act: WorkAct) {
        self.file.steps.push(WorkStep { line, act });
    }
}

/// What a statement of the log begins with.
fn begins(token: &Token) -> bool {
    matches!(token, Token::Mark('&' | '(') | Token::Word(_))
}

fn score_of(own: &str, other: &str) -> Option<PairScore> {
    let score = PairScore::new(half_discs(own)?)?;
    (half_discs(other)? == score.white_half_discs()).then_some(score)
}

/// `40` is 80, `40.5` is 81.
fn half_discs(text: &str) -> Option<u8> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let half = match fraction.trim_end_matches('0') {
        "" => 0,
        "5" => 1,
        _ => return None,
    };
    whole.parse::<u8>().ok()?.checked_mul(2)?.checked_add(half)
}
