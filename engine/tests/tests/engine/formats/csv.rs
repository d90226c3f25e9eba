//! Tables for spreadsheets.

use outflank_formats::CsvTable;

fn line(cells: &[&str]) -> String {
    let mut table = CsvTable::with_headings(cells);
    table.own(1);
    table.end_line();
    let text = table.into_text();
    text.strip_suffix("\r\n1\r\n").unwrap().to_owned()
}

#[test]
fn cells_are_quoted_where_they_have_to_be() {
    assert_eq!(line(&["plain", "", "Ærø"]), "plain,,Ærø");
    assert_eq!(line(&["a,b", "\"c\""]), "\"a,b\",\"\"\"c\"\"\"");
    assert_eq!(line(&["two\nlines"]), "\"two\nlines\"");
    // Some spreadsheets part lines at these.
    assert_eq!(line(&["A;=1+1", "B\t=1"]), "\"A;=1+1\",\"B\t=1\"");
}

#[test]
fn what_anybody_wrote_is_never_a_formula() {
    for formula in [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        " =1",
        "\u{a0}+1",
        "＝1",
        "＠SUM(A1)",
    ] {
        assert_eq!(line(&[formula]), format!("'{formula}"));
    }
    for blank in ["\t=1", "\tx"] {
        assert_eq!(line(&[blank]), format!("\"'{blank}\""));
    }
    for plain in ["1-1", "O'Tarn", "a=b", ""] {
        assert_eq!(line(&[plain]), plain);
    }
    let mut table = CsvTable::default();
    table.own("+");
    table.own(-5);
    table.end_line();
    assert_eq!(table.into_text(), "+,-5\r\n");
}
