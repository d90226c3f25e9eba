use super::{FirstColour, Game, Outcome};

/// Why a line is no game line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GameFault {
    /// `??????` stands for a player.
    UnknownPlayer,
    /// Player number 0.
    NumberZero,
    /// Anything else.
    NotAGame,
}

/// What a line that is not blank and not a comment holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameLine {
    pub games: Vec<Game>,
    /// The faults of the parts that are no games, in their order.
    pub faults: Vec<GameFault>,
    /// A comment after the last game, without its percent sign.
    pub remark: Option<String>,
}

/// Reads every game of a line: usually one, but files with several on a line exist.
pub(super) fn parse(line: u32, text: &str) -> GameLine {
    let mut result = GameLine {
        games: Vec::new(),
        faults: Vec::new(),
        remark: None,
    };
    let mut cursor = Cursor { rest: text };
    loop {
        cursor.skip_space();
        if cursor.rest.is_empty() {
            return result;
        }
        if let Some(remark) = cursor.rest.strip_prefix('%') {
            result.remark = Some(remark.trim().to_owned());
            return result;
        }
        match cursor.game(line) {
            Ok(game) => result.games.push(game),
            Err(fault) => {
                let stop = fault == GameFault::NotAGame;
                result.faults.push(fault);
                if stop {
                    return result;
                }
            }
        }
    }
}

struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn take(&mut self, wanted: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(wanted)?;
        Some(())
    }

    /// A federation number, or `None` for a run of question marks.
    fn player(&mut self) -> Result<Option<u32>, GameFault> {
        self.skip_space();
        if self.rest.starts_with('?') {
            self.take_while(|c| c == '?');
            return Ok(None);
        }
        self.take_while(|c| c.is_ascii_digit())
            .parse()
            .map(Some)
            .map_err(|_| GameFault::NotAGame)
    }

    /// `(42)`, or `None` where no parenthesis opens.
    fn discs(&mut self) -> Result<Option<u16>, GameFault> {
        self.skip_space();
        if self.take('(').is_none() {
            return Ok(None);
        }
        self.skip_space();
        let discs = self
            .take_while(|c| c.is_ascii_digit())
            .parse()
            .map_err(|_| GameFault::NotAGame)?;
        self.skip_space();
        self.take(')').ok_or(GameFault::NotAGame)?;
        Ok(Some(discs))
    }

    /// `B` or `W` of either case, standing alone.
    fn colour(&mut self) -> FirstColour {
        self.skip_space();
        let mut chars = self.rest.chars();
        let colour = match chars.next() {
            Some('B' | 'b') => FirstColour::Black,
            Some('W' | 'w') => FirstColour::White,
            _ => return FirstColour::Unknown,
        };
        let tail = chars.as_str();
        if tail.chars().next().is_some_and(char::is_alphanumeric) {
            return FirstColour::Unknown;
        }
        self.rest = tail;
        colour
    }

    fn game(&mut self, line: u32) -> Result<Game, GameFault> {
        let first = self.player()?;
        let first_discs = self.discs()?;
        self.skip_space();
        let outcome = self
            .rest
            .chars()
            .next()
            .and_then(Outcome::from_glyph)
            .ok_or(GameFault::NotAGame)?;
        self.rest = self.rest.get(1..).unwrap_or("");
        let second_discs = self.discs()?;
        let second = self.player()?;
        let colour = self.colour();
        let discs = match (first_discs, second_discs) {
            (Some(first), Some(second)) => Some((first, second)),
            (None, None) => None,
            _ => return Err(GameFault::NotAGame),
        };
        match (first, second) {
            (Some(0), _) | (_, Some(0)) => Err(GameFault::NumberZero),
            (Some(first), Some(second)) => Ok(Game {
                line,
                first,
                second,
                outcome,
                discs,
                colour,
            }),
            _ => Err(GameFault::UnknownPlayer),
        }
    }
}
