//! What two versions of a rating file say otherwise.

use outflank_formats::elo::{differences, read};

const FIRST: &str = "\
%%Tournament: UNRATED Fernwood Open
%%Country: France
%%Date: 21/11/2026
%%Sender: Anna Ardent

%%Creator: Outflank 0.1.0
%%CreationDate: 2026/11/22 09:00

%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating

%_%       12, ALDER, Ann, FRA,  1.5, 100, 1500
%_% + 130080, BIRCH, Ben, FRA,  1, 92, -
%_%       34, CEDAR, Cleo, SWE,  0.5, 64, 1400


%Round: 1

    12 (40)>(24) 130080 B

%Round: 2

    34 (32)=(32)     12 B


%%Added results
";

fn told(changes: &[(&str, &str)]) -> Vec<String> {
    let mut second = FIRST.to_owned();
    for (from, to) in changes {
        assert!(second.contains(from), "{from}");
        second = second.replace(from, to);
    }
    differences(
        &read(FIRST.as_bytes()).value,
        &read(second.as_bytes()).value,
    )
}

/// What is put in the place of what, and the sentences that tell it.
type Case = (
    &'static [(&'static str, &'static str)],
    &'static [&'static str],
);

#[test]
fn each_change_is_told_in_a_sentence() {
    let cases: &[Case] = &[
        (&[], &[]),
        (
            &[("Outflank 0.1.0", "PAPP 1.37.1"), ("22 09:00", "23 10:11")],
            &[],
        ),
        (
            &[
                ("UNRATED ", ""),
                ("France", "Sweden"),
                ("21/11/2026", "22/11/2026"),
                ("Anna Ardent", "Ben Brisk"),
            ],
            &[
                "Tournament: \"UNRATED Fernwood Open\" became \"Fernwood Open\".",
                "Country: \"France\" became \"Sweden\".",
                "Date: \"21/11/2026\" became \"22/11/2026\".",
                "Sender: \"Anna Ardent\" became \"Ben Brisk\".",
            ],
        ),
        (
            &[
                ("(40)>(24)", "(24)<(40)"),
                (" 1.5, 100,", " 0.5, 84,"),
                ("FRA,  1, 92,", "FRA,  2, 108,"),
            ],
            &[
                "ALDER Ann (12): score 1.5 became 0.5, discs 100 became 84.",
                "BIRCH Ben (130080): score 1 became 2, discs 92 became 108.",
                "Round 1: ALDER Ann (12) 40 > 24 BIRCH Ben (130080) became ALDER Ann (12) 24 < 40 BIRCH Ben (130080).",
            ],
        ),
        // The committee's number in place of the first free one: the games are the same.
        (
            &[("+ 130080", "  130099"), ("24) 130080", "24) 130099")],
            &["BIRCH Ben (130099): number +130080 became 130099."],
        ),
        (
            &[("CEDAR, Cleo, SWE", "CIDER, Chloe, DNK")],
            &["CIDER Chloe (34): name CEDAR Cleo became CIDER Chloe, nation SWE became DNK."],
        ),
        // Two who had each other's number.
        (
            &[
                ("  12, ALDER", "  77, ALDER"),
                ("34, CEDAR", "12, CEDAR"),
                ("77, ALDER", "34, ALDER"),
                ("    12 (40)", "    34 (40)"),
                ("    34 (32)=(32)     12 B", "    12 (32)=(32)     34 B"),
            ],
            &[
                "ALDER Ann (34): number 12 became 34.",
                "CEDAR Cleo (12): number 34 became 12.",
            ],
        ),
        (
            &[("34 (32)=(32)     12 B", "12 (32)=(32)     34 B")],
            &[
                "Round 2: CEDAR Cleo (34) 32 = 32 ALDER Ann (12) became ALDER Ann (12) 32 = 32 CEDAR Cleo (34).",
            ],
        ),
        (
            &[
                ("\n    34 (32)=(32)     12 B", ""),
                (
                    "%%Added results\n",
                    "%%Added results\n    12 (33)>(31)     34 B\n",
                ),
            ],
            &[
                "Round 2: CEDAR Cleo (34) 32 = 32 ALDER Ann (12) is no longer there.",
                "Added results: ALDER Ann (12) 33 > 31 CEDAR Cleo (34) was added.",
            ],
        ),
        (
            &[
                (
                    "%_%       34, CEDAR, Cleo, SWE,  0.5, 64, 1400\n",
                    "%_%       56, DOGWOOD, Dan, SWE,  0.5, 64, 1400\n",
                ),
                ("    34 (32)", "    56 (32)"),
            ],
            &[
                "DOGWOOD Dan (56) came to the list.",
                "CEDAR Cleo (34) is no longer on the list.",
                "Round 2: DOGWOOD Dan (56) 32 = 32 ALDER Ann (12) was added.",
                "Round 2: CEDAR Cleo (34) 32 = 32 ALDER Ann (12) is no longer there.",
            ],
        ),
        // Who went leaves his number to another.
        (
            &[
                ("%_%       34, CEDAR, Cleo, SWE,  0.5, 64, 1400\n", ""),
                ("+ 130080", "      34"),
                ("24) 130080", "24)     34"),
                ("\n    34 (32)=(32)     12 B", ""),
            ],
            &[
                "BIRCH Ben (34): number +130080 became 34.",
                "CEDAR Cleo (34) is no longer on the list.",
                "Round 2: CEDAR Cleo (34) 32 = 32 ALDER Ann (12) is no longer there.",
            ],
        ),
    ];
    for (changes, expected) in cases {
        assert_eq!(told(changes), *expected, "{changes:?}");
    }
}

#[test]
fn places_move_with_those_who_pass() {
    let ann = "%_%       12, ALDER, Ann, FRA,  1.5, 100, 1500\n";
    let ben = "%_% + 130080, BIRCH, Ben, FRA,  1, 92, -\n";
    assert_eq!(
        told(&[(&format!("{ann}{ben}"), &format!("{ben}{ann}"))]),
        [
            "BIRCH Ben (130080): place 2 became 1.",
            "ALDER Ann (12): place 1 became 2.",
        ]
    );
}
