//! Paragraphs that the sources name are paragraphs that the texts have.

use crate::sources::{files, repository};

/// The sections of the American Go Association's tournament rules that are cited, each with its last paragraph; timekeeping is
/// V.E, and overtime its last paragraph.
const AGA: &[(&str, u32)] = &[
    ("IV.A", 0),
    ("IV.D", 0),
    ("V.A", 6),
    ("V.B", 9),
    ("V.C", 5),
    ("V.D", 5),
    ("V.E", 14),
    ("VI.B", 2),
    ("VI.C", 7),
];

/// The paragraph after `AGA `, where a section follows: `V.E.14.b`.
fn paragraphs(source: &str) -> impl Iterator<Item = &str> {
    source.split("AGA ").skip(1).filter_map(|rest| {
        let end = rest
            .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.')
            .unwrap_or(rest.len());
        let cited = rest[..end].trim_end_matches('.');
        let numeral = cited.split('.').next().unwrap_or_default();
        let roman = !numeral.is_empty() && numeral.chars().all(|letter| "IVX".contains(letter));
        (roman && cited.contains('.')).then_some(cited)
    })
}

fn is_known(cited: &str) -> bool {
    let parts: Vec<&str> = cited.split('.').collect();
    let section = parts[..2].join(".");
    let number: u32 = parts.get(2).map_or(0, |part| part.parse().unwrap());
    AGA.iter()
        .any(|(known, last)| *known == section && number <= *last)
}

#[test]
fn paragraphs_of_the_aga_are_cited_where_its_text_has_them() {
    let mut cited = 0;
    for folder in ["othello/src", "tournament/src", "formats/src"] {
        for file in files(vec![repository().join("engine").join(folder)]) {
            let source = std::fs::read_to_string(&file).unwrap();
            for paragraph in paragraphs(&source) {
                assert!(is_known(paragraph), "AGA {paragraph} in {}", file.display());
                cited += 1;
            }
        }
    }
    assert!(cited > 10, "{cited} citations found");
}
