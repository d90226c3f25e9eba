//! PAPP's XML files.

use outflank_formats::papp::{XmlPair, XmlPlayer, XmlRound, XmlStanding, rounds_xml, standing_xml};

fn player(name: &str, id: u32) -> XmlPlayer {
    XmlPlayer {
        name: name.to_owned(),
        id,
    }
}

#[test]
fn rounds_have_pairs_and_players_without() {
    let rounds = [XmlRound {
        number: 3,
        pairs: vec![XmlPair {
            table: 1,
            black: (player("BRANDT, Bodil", 34), Some(40)),
            white: (player("O'<Tarn>", 12), None),
        }],
        not_paired: vec![player("Ærø & Ærø", 7)],
    }];
    let expected = "<?xml version='1.0' encoding='UTF-8'?>
<Tournament>
\t<Name>Fernwood &quot;Open&quot;</Name>
\t<Rounds>
\t\t<Round>
\t\t\t<Number>3</Number>
\t\t\t<Pairs>
\t\t\t\t<Pair>
\t\t\t\t\t<Table>1</Table>
\t\t\t\t\t<BlackPlayer>
\t\t\t\t\t\t<Name>BRANDT, Bodil</Name>
\t\t\t\t\t\t<Id>34</Id>
\t\t\t\t\t\t<Score>40</Score>
\t\t\t\t\t</BlackPlayer>
\t\t\t\t\t<WhitePlayer>
\t\t\t\t\t\t<Name>O&apos;&lt;Tarn&gt;</Name>
\t\t\t\t\t\t<Id>12</Id>
\t\t\t\t\t</WhitePlayer>
\t\t\t\t</Pair>
\t\t\t</Pairs>
\t\t\t<NotPairedPlayers>
\t\t\t\t<NotPairedPlayer>
\t\t\t\t\t<Name>Ærø &amp; Ærø</Name>
\t\t\t\t\t<Id>7</Id>
\t\t\t\t</NotPairedPlayer>
\t\t\t</NotPairedPlayers>
\t\t</Round>
\t</Rounds>
</Tournament>
";
    assert_eq!(rounds_xml("Fernwood \"Open\"", &rounds), expected);
}

#[test]
fn the_list_says_who_left_and_tells_halves() {
    let lines = [(17, -1, false), (0, 40, true), (-3, 41, false)];
    let lines = lines.map(|(half_points, tie_break_halves, left)| XmlStanding {
        left,
        place: 1,
        half_points,
        tie_break_halves,
        player: player("\u{0}\u{1b}\u{fffe}\r]]>", 1),
        country: "DNK".to_owned(),
    });
    let xml = standing_xml("Open", 11, &lines);
    let told: Vec<&str> = xml.lines().map(str::trim).collect();
    for line in [
        "<Number>11</Number>",
        "<Points>8.5</Points>",
        "<TieBreak>-0.5</TieBreak>",
        "<Points>0</Points>",
        "<TieBreak>20.0</TieBreak>",
        "<Points>-1.5</Points>",
        "<TieBreak>20.5</TieBreak>",
        "<Name>\u{fffd}\u{fffd}\u{fffd}&#13;]]&gt;</Name>",
    ] {
        assert!(told.contains(&line), "{line} in {xml}");
    }
    let left = told.iter().position(|line| *line == "<HasLeftTournament/>");
    assert_eq!(told[left.unwrap() - 1], "<Player>");
    assert_eq!(told[left.unwrap() + 1], "<Place>1</Place>");
}
