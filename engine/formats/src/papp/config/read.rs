use super::penalties::penalties;
use super::{ByeScore, Fault, PappConfig, Setting, SettingKey, SettingValue, Zone};
use crate::findings::{Findings, shown};
use crate::papp::statements::{Statements, keyword};
use crate::papp::tokens::{Token, quotable, tokens};
use crate::problem::Parsed;
use crate::text::decode;

/// Reads a configuration. Never fails; a statement that makes no sense, or that PAPP would refuse, is a problem and sets
/// nothing.
#[must_use]
pub fn read_config(bytes: &[u8]) -> Parsed<PappConfig> {
    let (text, _) = decode(bytes);
    let tokens = tokens(&text);
    let mut statements = Statements::new(&tokens);
    let mut reader = Reader {
        config: PappConfig::default(),
        findings: Findings::default(),
    };
    while statements.peek().is_some() {
        if statements.mark(';') {
            continue;
        }
        let line = statements.line();
        if let Err(fault) = reader.statement(&mut statements) {
            reader.findings.add(line, fault.0, fault.1);
            statements.pass_over(line, |token| matches!(token, Token::Word(_)));
            // A brace that closes nothing.
            statements.mark('}');
        }
    }
    Parsed {
        value: reader.config,
        problems: reader.findings.told(),
    }
}

struct Reader {
    config: PappConfig,
    findings: Findings,
}

impl Reader {
    fn statement(&mut self, statements: &mut Statements<'_>) -> Result<(), Fault> {
        let line = statements.line();
        let Some(word) = statements.word() else {
            if !matches!(statements.peek(), Some(Token::Mark('{' | '}'))) {
                statements.next();
            }
            return Err(Fault(
                "not_a_statement",
                "a statement begins with its keyword, as in Score-bip = 24/64;".to_owned(),
            ));
        };
        match keyword(word).as_str() {
            "pays" => {
                let country = assigned(statements).then(|| statements.text()).flatten();
                let country = country.map(quotable).filter(|code| !code.is_empty());
                let country = country.ok_or_else(|| wrong("Pays", "Pays = \"FRA\";"))?;
                end(statements)?;
                self.config.country = Some(country);
                Ok(())
            }
            "scorebip" => self.bye(statements),
            "zoneinsertion" => self.zone(statements),
            "penalites" => {
                self.config.penalties = penalties(statements, line, &mut self.findings)?;
                Ok(())
            }
            _ => self.setting(statements, word),
        }
    }

    fn bye(&mut self, statements: &mut Statements<'_>) -> Result<(), Fault> {
        let form = || wrong("Score-bip", "Score-bip = 24/64;");
        let (bye, of) = fraction(statements).ok_or_else(form)?;
        end(statements)?;
        let score = ByeScore::new(bye, of).ok_or_else(|| {
            Fault(
                "bye_score",
                format!(
                    "{bye} of {of} is no score of the bye: it has at most half of the discs, of which there are 1 to 1000"
                ),
            )
        })?;
        self.config.bye = Some(score);
        Ok(())
    }

    fn zone(&mut self, statements: &mut Statements<'_>) -> Result<(), Fault> {
        let form = || wrong("zone-insertion", "zone-insertion \"FRA\" = 50000-59999;");
        let country = statements.text().map(quotable);
        let country = country.filter(|code| !code.is_empty()).ok_or_else(form)?;
        let first: Option<u32> = assigned(statements).then(|| statements.whole()).flatten();
        let first = first.ok_or_else(form)?;
        let last: Option<u32> = statements.mark('-').then(|| statements.whole()).flatten();
        let last = last.ok_or_else(form)?;
        end(statements)?;
        if first == 0 || last < first {
            let what = format!("{first}-{last} are no numbers from the first to the last");
            return Err(Fault("zone", what));
        }
        let overlaps = |zone: &&Zone| *zone.numbers.start() <= last && first <= *zone.numbers.end();
        if let Some(other) = self.config.zones.iter().find(overlaps) {
            let what = format!(
                "{first}-{last} of {} are numbers of {} as well",
                shown(&country),
                shown(&other.country)
            );
            return Err(Fault("zones_overlap", what));
        }
        self.config.zones.push(Zone {
            country,
            numbers: first..=last,
        });
        Ok(())
    }

    fn setting(&mut self, statements: &mut Statements<'_>, word: &str) -> Result<(), Fault> {
        let mut name = keyword(word);
        let known = |name: &str| {
            let mut all = SettingKey::ALL.into_iter();
            all.find(|(_, words)| keyword(words) == name)
        };
        if name == "fichier" {
            name.push_str(&statements.word().map(keyword).unwrap_or_default());
        }
        let Some((key, words)) = known(&name) else {
            let what = format!("\"{}\" is no statement of the configuration", shown(word));
            return Err(Fault("unknown_statement", what));
        };
        let assigned = assigned(statements);
        let mut values = Vec::new();
        loop {
            values.push(match statements.peek() {
                Some(Token::Word(word)) => SettingValue::Word(word.clone()),
                Some(Token::Text(text)) => SettingValue::Text(quotable(text)),
                Some(Token::Number(number)) => SettingValue::Number(number.clone()),
                _ => break,
            });
            statements.next();
        }
        end(statements)?;
        let choices = key.choices();
        let chosen = |choice: &&str| match values.as_slice() {
            [SettingValue::Word(word)] => keyword(word) == **choice,
            _ => false,
        };
        if !choices.is_empty() && !choices.iter().any(chosen) {
            return Err(wrong(words, &format!("{words} {};", choices.join(" or "))));
        }
        if values.is_empty() {
            return Err(wrong(words, &format!("{words} and a value")));
        }
        self.config.settings.push(Setting {
            key,
            assigned,
            values,
        });
        Ok(())
    }
}

fn assigned(statements: &mut Statements<'_>) -> bool {
    statements.mark('=')
}

/// `= 24/64`.
fn fraction(statements: &mut Statements<'_>) -> Option<(u32, u32)> {
    if !assigned(statements) {
        return None;
    }
    let bye = statements.whole()?;
    if !statements.mark('/') {
        return None;
    }
    Some((bye, statements.whole()?))
}

fn end(statements: &mut Statements<'_>) -> Result<(), Fault> {
    if statements.mark(';') {
        return Ok(());
    }
    Err(Fault(
        "no_semicolon",
        "the statement ends without its semicolon and is left out".to_owned(),
    ))
}

fn wrong(keyword: &str, right: &str) -> Fault {
    Fault("statement_form", format!("{keyword} is written {right}"))
}
