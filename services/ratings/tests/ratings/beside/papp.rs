//! The XML files.

use super::{HOSTILE, of_people, text, with_finals};
use crate::world::World;

/// The tags in order with the text before each, checked to be closed as they were opened.
fn tags(xml: &str) -> Vec<(String, String)> {
    let mut rest = xml
        .strip_prefix("<?xml version='1.0' encoding='UTF-8'?>\n")
        .unwrap();
    let mut open: Vec<String> = Vec::new();
    let mut told = Vec::new();
    while let Some((text, tag)) = rest.split_once('<') {
        let (tag, behind) = tag.split_once('>').unwrap();
        rest = behind;
        assert!(!text.contains('>'), "{text}");
        let name = tag.trim_matches('/');
        assert!(name.chars().all(|c| c.is_ascii_alphabetic()), "{tag}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop().as_deref(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.to_owned()),
        }
        told.push((tag.to_owned(), text.trim().to_owned()));
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    told
}

/// The texts of an element, in order.
fn texts(xml: &str, element: &str) -> Vec<String> {
    let closing = format!("/{element}");
    let tags = tags(xml).into_iter();
    let closed = tags.filter(|(tag, _)| *tag == closing);
    closed.map(|(_, text)| text).collect()
}

#[tokio::test]
async fn rounds_tell_pairs_and_who_has_none() {
    let world = World::new().await;
    let tournament = with_finals(&world).await;
    let xml = text(&world, "five", "papp-rounds.xml").await;
    let rounds = &tournament.state.rounds[..10];
    assert_eq!(
        texts(&xml, "Name")[0],
        "Fernwood &amp; Cie",
        "the event's name is the first"
    );
    let numbers: Vec<String> = (1..=10).map(|number: u32| number.to_string()).collect();
    assert_eq!(texts(&xml, "Number"), numbers, "finals are no rounds of it");
    let boards = || rounds.iter().flat_map(|round| &round.boards);
    let scores: Vec<String> = boards()
        .map(|board| board.result().unwrap())
        .flat_map(|result| [result.black_discs, result.white_discs])
        .map(|discs| discs.to_string())
        .collect();
    assert_eq!(texts(&xml, "Score"), scores);
    let number = |entrant| tournament.person(entrant).2.to_string();
    let ids: Vec<String> = rounds
        .iter()
        .flat_map(|round| {
            let boards = round.boards.iter().map(|board| &board.pairing);
            let seats = boards.flat_map(|pairing| [&pairing.black, &pairing.white]);
            seats.chain(&round.byes)
        })
        .map(number)
        .collect();
    assert_eq!(texts(&xml, "Id"), ids);
    assert_eq!(texts(&xml, "NotPairedPlayer").len(), 10, "the byes");
    let pair: Vec<String> = tags(&xml)
        .into_iter()
        .map(|(tag, _)| tag)
        .skip_while(|tag| tag != "Pair")
        .take_while(|tag| tag != "/Pair")
        .filter(|tag| !tag.starts_with('/'))
        .collect();
    assert_eq!(
        pair.join(" "),
        "Pair Table BlackPlayer Name Id Score WhitePlayer Name Id Score"
    );
}

#[tokio::test]
async fn the_standing_is_the_final_list() {
    let world = World::new().await;
    let tournament = with_finals(&world).await;
    let xml = text(&world, "five", "papp-standing.xml").await;
    let ranking = tournament.state.ranking.as_ref().unwrap();
    let ranks: Vec<String> = ranking.iter().map(|line| line.rank.to_string()).collect();
    assert_eq!(texts(&xml, "Place"), ranks);
    let points: Vec<String> = ranking
        .iter()
        .map(|line| line.half_points.0)
        .map(|halves| format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" }))
        .collect();
    assert_eq!(texts(&xml, "Points"), points);
    let tie_breaks: Vec<String> = ranking
        .iter()
        .map(|line| format!("{}.{}", line.bq_halves / 2, line.bq_halves % 2 * 5))
        .collect();
    assert_eq!(texts(&xml, "TieBreak"), tie_breaks);
    assert_eq!(texts(&xml, "Country"), vec!["FRA"; 5]);
    assert_eq!(texts(&xml, "Number"), ["10"], "the last round of the list");
    assert!(!xml.contains("<HasLeftTournament/>"));
}

#[tokio::test]
async fn names_are_escaped() {
    let world = World::new().await;
    of_people(&world, &HOSTILE).await;
    for kind in ["papp-rounds.xml", "papp-standing.xml"] {
        let xml = text(&world, "people", kind).await;
        let names = texts(&xml, "Name");
        for name in [
            "=cmd|&apos; /C calc&apos;!A0, @SUM(A1)",
            r"&quot;Quote&quot;, &lt;b&gt;&amp;amp;&lt;/b&gt;, -1+1 ]]&gt; \u0022 \",
            "Nuñez-Peña, Żaneta",
        ] {
            assert!(names.iter().any(|found| found == name), "{name} in {xml}");
        }
    }
}
