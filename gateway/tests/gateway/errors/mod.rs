//! docs/errors.md: every code that a program may be refused with, made of the engine's refusals, the services' sources
//! and the contracts.

mod calls;
mod makers;
mod sources;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
};

use outflank_access::Kind;
use outflank_othello::refusal::RefusalCode;
use outflank_proto::contract::{METHODS, Method, Need, REFUSED_ANYWHERE};
use outflank_tournament::{Refusal, RuleSet};

use calls::kind_named;
use sources::{Said, Sources, pairing_kinds, said_in_sources};

/// Statuses that no service uses.
const OF_HTTP: [(&str, u16); 4] = [
    ("method_not_allowed", 405),
    ("request_timeout", 408),
    ("body_too_large", 413),
    ("unsupported_media_type", 415),
];
/// The codes with two statuses: what is fetched and not there yet is not found, and an act on it is refused.
const FETCHED_AND_ACTED: [(&str, &str); 2] = [
    ("not_confirmed", "a rating file is not there yet"),
    ("not_finished", "a transcript is not there yet"),
];
/// The texts whose paragraphs are told.
const TEXTS: [&str; 2] = ["egp-2020", "woc-2024"];
/// Longer lists are told in short.
const MOST_METHODS: usize = 12;

const HEAD: &str = "# Errors

Every refusal has a stable `code`, a sentence (`detail`), what the sentence is made of (`parameters`, by name), the
paragraph of the rules that refused it (`rule`), and what in the request it is about (`field`). A refused request changed
nothing. Over HTTP it is a problem document (RFC 9457, `application/problem+json`), over gRPC a status whose details are
an `outflank.problem.v1.Problem`, on the socket a frame `refused`.

Programs go by the code; a sentence may change, its code does not. Where a sentence below has a value, the name of its
parameter stands in braces, with `:?` where the value stands in quotation marks; a refusal may have more parameters than
its sentence has values. What is wrong in the JSON of a request is told
by `parameters.mistake` of `invalid_body`, `invalid_path` and `invalid_query`: `unknown_field`, `repeated_field`,
`field_said_elsewhere`, `server_field`, `missing_field`, `wrong_kind`, `out_of_range`, `unknown_word`, `several_members`,
`too_long`, `too_deep`. Each operation of [the OpenAPI document](../gateway/openapi.json) lists its codes under
`x-refusals`.

Statuses 429 and 503 pass: send the same again, after `Retry-After` where it stands. After 408, 500 and 503, and when no
answer comes, send the same command under the same `Idempotency-Key`: it gets its first answer. `stale_command`,
`conflict`, `flag_pending` and `tournament_contended` are sent again as they were.

This page is made by `UPDATE_OPENAPI=1 cargo nextest run --workspace --test gateway`.
";

/// One code under one status.
#[derive(Default)]
struct Row {
    sentences: BTreeSet<String>,
    paragraphs: BTreeSet<String>,
    methods: BTreeSet<&'static str>,
}

/// Under a status and the gRPC code, the codes.
type Rows = BTreeMap<(u16, String), BTreeMap<String, Row>>;

#[test]
fn every_code_of_the_contracts_is_told_in_the_documentation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let Sources { said, faults, .. } = said_in_sources(&root);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let said = [said, said_by_the_engine(&root)].concat();
    let rows = rows(&said);
    assert_eq!(
        with_two_statuses(&rows),
        FETCHED_AND_ACTED.map(|(code, _)| code)
    );
    let told: BTreeSet<&String> = rows.values().flat_map(BTreeMap::keys).collect();
    let reached = METHODS.iter().filter(|of| is_reached(of));
    let listed = reached.flat_map(|of| of.refusals).chain(REFUSED_ANYWHERE);
    let unheard: BTreeSet<&str> = listed
        .copied()
        .filter(|code| !told.contains(&(*code).to_owned()))
        .collect();
    assert!(unheard.is_empty(), "nobody refuses with {unheard:?}");
    let page = page(&rows);
    let path = root.join("docs/errors.md");
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let checked_in = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        checked_in == page,
        "docs/errors.md tells something else: run this test with UPDATE_OPENAPI=1"
    );
}

fn said_by_the_engine(root: &Path) -> Vec<Said> {
    let kinds = pairing_kinds(root);
    let of_tournaments = Refusal::CODES.iter().flat_map(|(_, codes)| codes.iter());
    let of_tournaments = of_tournaments.map(|one| Said {
        kind: kinds.get(one.code).copied().unwrap_or(Kind::Refused),
        code: one.code.to_owned(),
        sentence: one.sentence.to_owned(),
        paragraph: paragraph(one),
        packages: &["pairing", "standings", "ratings"],
    });
    let of_games = outflank_othello::Refusal::CODES.iter().map(|one| Said {
        kind: Kind::Refused,
        code: one.code.as_str().to_owned(),
        sentence: one.sentence.to_owned(),
        paragraph: one.source.unwrap_or_default().to_owned(),
        packages: &["play", "live"],
    });
    let of_casual_play = outflank_casual::Refusal::all().map(|(code, sentence)| Said {
        kind: if outflank_casual::Refusal::ABOUT_THE_REQUEST.contains(&code) {
            Kind::Invalid
        } else {
            Kind::Refused
        },
        code: code.to_owned(),
        sentence: sentence.to_owned(),
        paragraph: String::new(),
        packages: &["pairing", "live"],
    });
    let of_tables = of_tournaments.chain(of_games);
    of_tables.chain(of_casual_play).collect()
}

/// The paragraph that refuses it, under each text.
fn paragraph(of: &RefusalCode) -> String {
    let by_text = TEXTS.iter().filter_map(|text| {
        let rules = RuleSet::preset(text).ok()?;
        rules.source(of.source?).map(str::to_owned)
    });
    let always = of.paragraph.map(str::to_owned).into_iter();
    always.chain(by_text).collect::<Vec<_>>().join(", ")
}

fn rows(said: &[Said]) -> Rows {
    let mut rows = Rows::new();
    for one in said {
        let methods = refused_with(&one.code, one.packages);
        let anywhere = REFUSED_ANYWHERE.contains(&one.code.as_str());
        let of_http = OF_HTTP.iter().find(|(code, _)| *code == one.code);
        if methods.is_empty() && !anywhere && of_http.is_none() {
            continue;
        }
        let status = of_http.map_or(one.kind.http_status(), |(_, status)| *status);
        let grpc = format!("{:?}", one.kind.code());
        let row = rows.entry((status, grpc)).or_default();
        let row = row.entry(one.code.clone()).or_default();
        row.sentences.insert(one.sentence.clone());
        if !one.paragraph.is_empty() {
            row.paragraphs.insert(one.paragraph.clone());
        }
        row.methods.extend(methods);
    }
    rows
}

/// The codes that are told under more than one status.
fn with_two_statuses(rows: &Rows) -> Vec<&str> {
    let codes: BTreeSet<&String> = rows.values().flat_map(BTreeMap::keys).collect();
    let told = |code: &&String| rows.values().filter(|of| of.contains_key(*code)).count();
    let twice = codes.into_iter().filter(|code| told(code) > 1);
    twice.map(String::as_str).collect()
}

/// Whether programs and people reach it.
fn is_reached(method: &Method) -> bool {
    !matches!(method.need, Need::Service(_))
}

/// The methods that programs and people reach, of these packages where any of them has the code.
fn refused_with(code: &str, packages: &[&str]) -> Vec<&'static str> {
    let all = METHODS.iter().filter(|of| is_reached(of));
    let all: Vec<&Method> = all.filter(|of| of.refusals.contains(&code)).collect();
    let package = |method: &Method| method.package.split('.').nth(1).unwrap_or_default();
    let own = all.iter().filter(|of| packages.contains(&package(of)));
    let own: Vec<&str> = own.map(|of| of.name).collect();
    if own.is_empty() {
        all.iter().map(|of| of.name).collect()
    } else {
        own
    }
}

fn page(rows: &Rows) -> String {
    let mut page = HEAD.to_owned();
    page += "\nA code has one status, but for these, which are 409 elsewhere:\n\n";
    for (code, when) in FETCHED_AND_ACTED {
        let _ = writeln!(page, "* `{code}` is 404 where {when}.");
    }
    for ((status, grpc), codes) in rows {
        let _ = write!(page, "\n## {status}, over gRPC {grpc}\n\n");
        page += "| code | sentence | paragraph | methods |\n|---|---|---|---|\n";
        for (code, row) in codes {
            let sentences = row.sentences.iter().filter(|said| !said.is_empty());
            let sentences: Vec<String> = sentences.map(|said| in_a_table(said)).collect();
            let paragraphs: Vec<&str> = row.paragraphs.iter().map(String::as_str).collect();
            let _ = writeln!(
                page,
                "| `{code}` | {} | {} | {} |",
                sentences.join("<br>"),
                paragraphs.join("<br>"),
                methods(code, row)
            );
        }
    }
    page
}

fn methods(code: &str, row: &Row) -> String {
    if REFUSED_ANYWHERE.contains(&code) {
        return "any".to_owned();
    }
    let names: Vec<&str> = row.methods.iter().copied().collect();
    match names.as_slice() {
        [] => "none: there is no such address".to_owned(),
        names if names.len() > MOST_METHODS => format!("{} methods", names.len()),
        names => names.join(", "),
    }
}

fn in_a_table(sentence: &str) -> String {
    sentence.replace('|', "\\|").replace('<', "&lt;")
}

#[test]
fn a_value_that_becomes_no_parameter_is_found_where_it_stands() {
    let found = |text: &str| {
        let mut sources = Sources::default();
        sources.read("services/play/src/app/made.rs", text, &["play"]);
        sources.faults
    };
    let of_values = |sentence: &str| {
        found(&format!(
            "fn made() {{\n    problem!(\n        Kind::Invalid,\n        \"bad\",\n        \"{sentence}\",\n        most,\n    )\n}}"
        ))
    };
    assert_eq!(of_values("At most {most} of {what:?}."), [""; 0]);
    let place = "services/play/src/app/made.rs:2: ";
    for (sentence, fault) in [
        ("At most {}.", "{} is no name of a parameter"),
        ("At most {0}.", "{0} is no name of a parameter"),
        (
            "At most {MOST} of {most}.",
            "{MOST} is no name of a parameter",
        ),
    ] {
        assert_eq!(of_values(sentence), [format!("{place}{fault}")]);
    }
    for (call, fault) in [
        (
            "Problem::new(Kind::Invalid, \"bad\", \"At most {most}.\")",
            "{most} becomes no parameter: say it by problem!",
        ),
        (
            "Problem::told(Kind::Invalid, \"bad\", format!(\"At most {most}.\"), [])",
            "code and sentence do not stand where it is said; say values by problem!",
        ),
        (
            "Problem::new(Kind::Invalid, \"bad\", sentence)",
            "code and sentence do not stand where it is said; say values by problem!",
        ),
    ] {
        let said = format!("// Problem::new(kind, code, sentence)\nlet bad = {call};");
        assert_eq!(found(&said), [format!("{place}{fault}")]);
    }
}

#[test]
fn the_kinds_of_the_sources_are_those_of_the_code() {
    assert_eq!(kind_named("TooMany"), Some(Kind::TooMany));
    assert_eq!(kind_named("Wrong"), None);
}
