//! How much and how deep, in both directions.

use outflank_proto::{
    json::{self, Cause, Code, Fields, MOST_BYTES},
    schema::DEEPEST,
};

use crate::{tables::dialect, wire::wire};

#[test]
fn messages_are_written_as_deep_as_they_may_be_and_no_deeper() {
    let table = dialect("Chain").1;
    for (depth, right) in [
        (1, true),
        (DEEPEST, true),
        (DEEPEST + 1, false),
        (90, false),
    ] {
        let mut bytes = wire("2=7");
        for _ in 1..depth {
            let inner = bytes;
            bytes = vec![0x0a];
            prost::encoding::encode_varint(inner.len() as u64, &mut bytes);
            bytes.extend(inner);
        }
        let mut out = Vec::new();
        let written = json::write(table, &bytes, &mut out);
        if right {
            assert_eq!(written, Ok(()), "{depth}");
            assert_eq!(
                String::from_utf8(out).unwrap().matches("next").count(),
                depth
            );
        } else {
            assert_eq!(
                written.map_err(|fault| fault.cause),
                Err(Cause::TooDeep),
                "{depth}"
            );
        }
    }
}

#[test]
fn messages_are_read_as_deep_as_they_may_be_and_no_deeper() {
    let read = |name: &str, json: &str| {
        let mut out = Vec::new();
        json::read(
            dialect(name).1,
            json.as_bytes(),
            &mut out,
            Fields::default(),
        )
        .map_err(|refusal| refusal.code)
    };
    let chain = |depth: usize| format!("{}{{{}", "{\"next\":".repeat(depth - 1), "}".repeat(depth));
    assert_eq!(read("Chain", &chain(DEEPEST)), Ok(()));
    assert_eq!(read("Chain", &chain(DEEPEST + 1)), Err(Code::TooDeep));
    assert_eq!(read("Chain", &chain(500_000)), Err(Code::TooDeep));
    // Through lists and tags.
    let frames = |depth: usize| {
        let begin = r#"{"type":"leave","frames":["#.repeat(depth - 1);
        format!(r#"{begin}{{"type":"leave"}}{}"#, "]}".repeat(depth - 1))
    };
    // The innermost one's member is one message more.
    assert_eq!(read("Frame", &frames(DEEPEST - 1)), Ok(()));
    assert_eq!(read("Frame", &frames(DEEPEST)), Err(Code::TooDeep));
    assert_eq!(read("Frame", &frames(2_000)), Err(Code::TooDeep));
    // Where JSON stands as it is, and where nothing is known yet of what it is.
    let needed = r#""needed":"","needed_list":[],"needed_point":{}"#;
    let rules = |depth: usize| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        format!(r#"{{{needed},"rules":{open}"[[[\"[",{{}}{close}}}"#)
    };
    assert_eq!(read("Options", &rules(63)), Ok(()));
    assert_eq!(read("Options", &rules(64)), Err(Code::TooDeep));
    assert_eq!(read("Options", &rules(500_000)), Err(Code::TooDeep));
    let open = "[".repeat(500_000);
    assert_eq!(
        read("Frame", &format!(r#"{{"x":{open}"#)),
        Err(Code::MalformedJson)
    );
    assert_eq!(read("Point", &open), Err(Code::WrongKind));
}

#[test]
fn a_few_bytes_do_not_become_endless_json() {
    let written = |name: &str, bytes: &[u8]| {
        let mut out = Vec::new();
        let written = json::write(dialect(name).1, bytes, &mut out);
        assert!(out.is_empty() && out.capacity() < 3 * MOST_BYTES);
        written.map_err(|fault| fault.cause)
    };
    // A frame that carries nothing but zeros: six bytes here, more than a hundred there.
    let bytes = wire("10={4={14=1}}").repeat(600_000);
    assert_eq!(
        written("Frame", &[&bytes[..], &wire("2={}")].concat()),
        Err(Cause::TooLarge)
    );
    // Words in one piece: a byte here, thirteen there.
    let mut bytes = vec![0x72];
    prost::encoding::encode_varint(6 << 20, &mut bytes);
    bytes.resize(bytes.len() + (6 << 20), 7);
    assert_eq!(written("Lists", &bytes), Err(Cause::TooLarge));
    let long = vec![b' '; MOST_BYTES + 1];
    let refused = json::read(
        dialect("Empty").1,
        &long,
        &mut Vec::new(),
        Fields::default(),
    )
    .unwrap_err();
    assert_eq!(refused.code, Code::TooLarge);
}
