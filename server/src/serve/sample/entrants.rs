//! The entrants of the sample event; none of them exists.

/// One entrant.
#[derive(Debug)]
pub struct SampleEntrant {
    /// Surname.
    pub surname: &'static str,
    /// Given names.
    pub given_names: &'static str,
    /// ISO 3166 alpha-3.
    pub country: &'static str,
    /// List rating.
    pub rating: i32,
}

const fn entrant(
    surname: &'static str,
    given_names: &'static str,
    country: &'static str,
    rating: i32,
) -> SampleEntrant {
    SampleEntrant {
        surname,
        given_names,
        country,
        rating,
    }
}

/// Sixteen, for a Swiss system of eleven rounds.
pub const ENTRANTS: [SampleEntrant; 16] = [
    entrant("Shirakumo", "Haruto", "JPN", 2245),
    entrant("Dijkveld", "Sanne", "NLD", 2214),
    entrant("Ekhavn", "Lars", "DNK", 2204),
    entrant("Oakhollow", "Brenna", "GBR", 2154),
    entrant("Montebruno", "Chiara", "ITA", 2101),
    entrant("Orihashi", "Nanami", "JPN", 2081),
    entrant("Fjällryd", "Ossian", "SWE", 2036),
    entrant("Brzozowiak", "Wanda", "POL", 1932),
    entrant("Stormoen", "Eirik", "NOR", 1898),
    entrant("Casalunga", "Dario", "ITA", 1878),
    entrant("Wiesengrund", "Jonas", "DEU", 1788),
    entrant("Thyholm", "Magnus", "DNK", 1707),
    entrant("Kivilaakso", "Oona", "FIN", 1657),
    entrant("Garrivaux", "Théo", "FRA", 1501),
    entrant("Sandholm", "Mette", "DNK", 1345),
    entrant("Bruinwater", "Lotte", "NLD", 1239),
];
