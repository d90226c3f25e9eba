use std::fmt;

/// The constant C of the Brightwell Quotient as files tell it: a decimal number, kept in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToldConstant {
    thousandths: u32,
}

/// No rule set has a larger one.
const MOST: u32 = 1_000;

impl ToldConstant {
    /// A whole constant up to 1,000.
    #[must_use]
    pub fn of_whole(constant: u32) -> Option<Self> {
        let thousandths = constant.checked_mul(1_000)?;
        (constant <= MOST).then_some(Self { thousandths })
    }

    /// Reads `6`, `6.000000` or `5.818`, from 0 to 1,000; what is behind the third decimal is cut off.
    #[must_use]
    pub fn from_decimal(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(fraction) {
            return None;
        }
        let fraction: String = fraction.chars().chain("000".chars()).take(3).collect();
        let thousandths = whole
            .parse::<u32>()
            .ok()?
            .checked_mul(1_000)?
            .checked_add(fraction.parse().ok()?)?;
        (thousandths <= MOST.saturating_mul(1_000)).then_some(Self { thousandths })
    }

    /// The quotient of squares and rounds, which some programs take for it; none of no rounds.
    #[must_use]
    pub fn of_rounds(squares: u32, rounds: u32) -> Option<Self> {
        let thousandths = squares.checked_mul(1_000)?.checked_div(rounds)?;
        (thousandths <= MOST.saturating_mul(1_000)).then_some(Self { thousandths })
    }

    /// The constant, where it is a whole number.
    #[must_use]
    pub const fn whole(self) -> Option<u32> {
        if self.thousandths.is_multiple_of(1_000) {
            Some(self.thousandths / 1_000)
        } else {
            None
        }
    }

    /// In thousandths.
    #[must_use]
    pub const fn thousandths(self) -> u32 {
        self.thousandths
    }
}

impl fmt::Display for ToldConstant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.thousandths / 1_000, self.thousandths % 1_000);
        if rest == 0 {
            return write!(f, "{whole}");
        }
        let rest = format!("{rest:03}");
        write!(f, "{whole}.{}", rest.trim_end_matches('0'))
    }
}
