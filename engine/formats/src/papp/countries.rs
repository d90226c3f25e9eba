//! Countries of the players lists: code, English name, and the zone of federation numbers in which a
//! country's new players are entered.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// One country.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Country {
    /// ISO 3166 alpha-3.
    pub code: &'static str,
    /// English name, as the headers of rating files give it.
    pub name: &'static str,
    /// Its federation numbers.
    pub zone: RangeInclusive<u32>,
}

const fn row(code: &'static str, name: &'static str, first: u32, last: u32) -> Country {
    Country {
        code,
        name,
        zone: first..=last,
    }
}

/// Numbers for players of countries without a zone.
const ELSEWHERE: RangeInclusive<u32> = 9_000..=9_500;

/// Every country that has a zone.
pub const COUNTRIES: &[Country] = &[
    row("ARG", "Argentina", 280_000, 289_999),
    row("AUS", "Australia", 260_000, 269_999),
    row("AUT", "Austria", 310_000, 319_999),
    row("BEL", "Belgium", 270_000, 279_999),
    row("BGR", "Bulgaria", 400_000, 409_999),
    row("BLR", "Belarus", 360_000, 369_999),
    row("BRA", "Brazil", 290_000, 299_999),
    row("CAN", "Canada", 110_000, 119_999),
    row("CHE", "Switzerland", 240_000, 249_999),
    row("CHN", "China", 60_000, 69_999),
    row("CIV", "Ivory Coast", 410_000, 419_999),
    row("CZE", "Czech Republic", 210_000, 219_999),
    row("DEU", "Germany", 70_000, 79_999),
    row("DNK", "Denmark", 220_000, 229_999),
    row("ESP", "Spain", 90_000, 99_999),
    row("FIN", "Finland", 80_000, 89_999),
    row("FRA", "France", 50_000, 59_999),
    row("GBR", "Great Britain", 100_000, 109_999),
    row("GRC", "Greece", 300_000, 309_999),
    row("HKG", "Hong Kong", 170_000, 179_999),
    row("HRV", "Croatia", 230_000, 234_999),
    row("IDN", "Indonesia", 180_000, 189_999),
    row("IND", "India", 350_000, 359_999),
    row("IRN", "Iran", 390_000, 399_999),
    row("ISL", "Iceland", 330_000, 339_999),
    row("ISR", "Israel", 200_000, 209_999),
    row("ITA", "Italy", 40_000, 49_999),
    row("JPN", "Japan", 10_000, 19_999),
    row("KOR", "Korea", 30_000, 39_999),
    row("MEX", "Mexico", 340_000, 349_999),
    row("MNG", "Mongolia", 440_000, 449_999),
    row("MYS", "Malaysia", 160_000, 169_999),
    row("NLD", "Netherlands", 120_000, 129_999),
    row("NOR", "Norway", 140_000, 149_999),
    row("PAK", "Pakistan", 380_000, 389_999),
    row("POL", "Poland", 130_000, 139_999),
    row("ROU", "Romania", 370_000, 379_999),
    row("RUS", "Russia", 320_000, 329_999),
    row("SGP", "Singapore", 250_000, 259_999),
    row("SRB", "Serbia", 235_000, 239_999),
    row("SWE", "Sweden", 150_000, 159_999),
    row("THA", "Thailand", 190_000, 199_999),
    row("TUR", "Turkey", 580_000, 589_999),
    row("TWN", "Taiwan", 420_000, 429_999),
    row("UKR", "Ukraine", 430_000, 439_999),
    row("USA", "United States", 20_000, 29_999),
    row("ZAF", "South Africa", 570_000, 579_999),
];

/// The country with this code.
#[must_use]
pub fn country(code: &str) -> Option<&'static Country> {
    COUNTRIES.iter().find(|country| country.code == code)
}

/// The number under which a player who is on no list is entered: the first of the country's zone that
/// nobody has. `None` when the zone is full.
#[must_use]
pub fn first_free_number(code: &str, taken: &BTreeSet<u32>) -> Option<u32> {
    let zone = country(code).map_or(ELSEWHERE, |country| country.zone.clone());
    zone.into_iter().find(|number| !taken.contains(number))
}
