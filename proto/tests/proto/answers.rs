//! The dialect of answers, rule by rule.

use outflank_proto::{
    json::{self, Cause, Scalar},
    schema::Message,
};

use crate::{
    tables::dialect,
    wire::{cases, wire},
};

/// What a message of the dialect says as JSON; a fault as its sentence, without the package.
fn said(name: &str, bytes: &[u8]) -> String {
    let mut out = Vec::new();
    match json::write(dialect(name).1, bytes, &mut out) {
        Ok(()) => String::from_utf8(out).unwrap(),
        Err(fault) => {
            assert!(out.is_empty());
            let fault = fault.to_string();
            fault
                .strip_prefix("outflank.dialect.v1.")
                .unwrap()
                .to_owned()
        }
    }
}

/// Cases of a message, its bytes, and what it says.
fn all_said(table: &str) {
    for [name, bytes, expected] in cases(table) {
        assert_eq!(said(name, &wire(bytes)), expected, "{name} {bytes}");
    }
}

#[test]
fn every_field_is_named_defaults_among_them() {
    all_said(
        r#"
        Empty    | | {}
        Point    | | {"x":0,"y":0}
        Lists    | | {"yes":[],"i32":[],"i64":[],"u32":[],"u64":[],"s32":[],"s64":[],"f32":[],"f64":[],"sf32":[],"sf64":[],"text":[],"raw":[],"shade":[],"points":[],"turns":[]}
        Optional | | {"yes":null,"i32":null,"u64":null,"text":null,"raw":null,"shade":null,"point":null}
        Nulls    | | {"i32":null,"u64":null,"text":null,"raw":null,"shade":null}
        Either   | | {"before":"","seat":null,"account_id":null,"number":null,"point":null,"nobody":null}
        -- An enum's 0 says nothing, and a oneof with a tag is one of its members.
        Plain    | | Plain.shade has no word for 0
        Act      | | Act.act is none of its members
        Frame    | | Frame.message is none of its members
        Options  | | Options.needed_point is missing
        "#,
    );
}

#[test]
fn named_values_are_one_object() {
    all_said(
        r#"
        Said | | {"code":"","parts":{}}
        Said | 1="late" 2={1="round" 3=6} 2={1="who" 2="E1"} 2={1="said" 4=0} 2={1="days" 5={1="fri" 1="sat"}} | {"code":"late","parts":{"round":3,"who":"E1","said":false,"days":["fri","sat"]}}
        Said | 2={1="days" 5={}} 2={1="day" 2=""} 2={3=2} | {"code":"","parts":{"days":[],"day":"","":1}}
        -- The last of its values stays, parts of a list are one; what has none is left out.
        Said | 2={1="day" 2="fri" 3=4} 2={1="none"} 2={1="days" 5={1="a"} 5={1="b"}} | {"code":"","parts":{"day":2,"days":["a","b"]}}
        Said | 2={1="round" 3=36028797018963968} | Part.number is too great for JSON
        "#,
    );
}

#[test]
fn values_are_what_they_are() {
    all_said(
        r#"
        Plain | 1=1 2=-1 3=-9007199254740991 4=4294967295 5=9007199254740991 6=1 7=2 8=4xffffffff 9=8x0100000000000000 10=4xffffffff 11=8xffffffffffffffff 14=-1 15={900=3} | {"yes":true,"i32":-1,"i64":-9007199254740991,"u32":4294967295,"u64":9007199254740991,"s32":-1,"s64":1,"f32":4294967295,"f64":1,"sf32":-1,"sf64":-1,"text":"","raw":"","shade":"below","point":{"x":0,"y":3}}
        Nulls | 1=5 2=6 3="t" 4="r" 5=1 | {"i32":5,"u64":6,"text":"t","raw":"cg","shade":"black"}
        Nulls | 1=0 2=0 3="" 4="" 5=0 | {"i32":null,"u64":null,"text":null,"raw":null,"shade":null}
        Optional | 1=0 2=0 3=0 4="" 5="" | {"yes":false,"i32":0,"u64":0,"text":"","raw":"","shade":null,"point":null}
        Optional | 6=0 | Optional.shade has no word for 0
        Lists | 14=[1 7] 13=x 13=xfbfffe00 1=[0 2] | {"yes":[false,true],"i32":[],"i64":[],"u32":[],"u64":[],"s32":[],"s64":[],"f32":[],"f64":[],"sf32":[],"sf64":[],"text":[],"raw":["","-__-AA"],"shade":["black","light_grey"],"points":[],"turns":[]}
        Lists | 14=[1 0] | Lists.shade has no word for 0
        "#,
    );
    let text = wire("12=x6122625c630109 14=1");
    assert!(said("Plain", &text).contains(r#""text":"a\"b\\c\u0001\t""#));
}

#[test]
fn what_no_reader_of_json_can_hold_is_no_answer() {
    all_said(
        r"
        Plain | 3=9007199254740992  | Plain.i64 is too great for JSON
        Plain | 3=-9007199254740992 | Plain.i64 is too great for JSON
        Plain | 5=18446744073709551615 | Plain.u64 is too great for JSON
        Plain | 9=8xffffffffffffffff   | Plain.f64 is too great for JSON
        Plain | 12=xff     | Plain.text is not UTF-8
        Plain | 14=99      | Plain.shade has no word for 99
        Plain | 12=1       | Plain.text is malformed
        Plain | 4=x31      | Plain.u32 is malformed
        Plain | 14=1 15=x08 | Point.* is malformed
        Lists | 16={1=1} 16={} 16=x08 | Turn.* is malformed
        Lists | 2=x80      | Lists.i32 is malformed
        Options | 2={} 3=xff | Options.events_json is not UTF-8
        ",
    );
    // Nor is it taken where a program says it, wherever it stands.
    for (name, bytes, right) in [
        ("Plain", "3=9007199254740991 5=9007199254740991", true),
        ("Plain", "3=9007199254740992", false),
        ("Plain", "5=18446744073709551615", false),
        ("Plain", "9=8xffffffffffffffff", false),
        ("Plain", "12=xff", true),
        ("Lists", "3=[1 9007199254740992]", false),
        ("Lists", "3=9007199254740992", false),
        ("Lists", "2=x80", false),
        ("Options", "5={1=1}", true),
    ] {
        let held = json::exact(dialect(name).1, &wire(bytes));
        assert_eq!(held.is_ok(), right, "{name} {bytes} {held:?}");
    }
    // Ends within a text; has no number.
    assert_eq!(said("Plain", &[0x62, 0x05, b'a']), "Plain.* is malformed");
    assert_eq!(said("Plain", &[0x07]), "Plain.* is malformed");
}

#[test]
fn fields_come_as_protobuf_lets_them() {
    all_said(
        r#"
        -- The last value stays.
        Point | 2=1 900=5 2=0 | {"x":0,"y":5}
        -- What nobody knows is passed over.
        Point | 1=1 3="x" 4=4x00000000 5=8x0000000000000000 6=() 2=8 | {"x":8,"y":0}
        -- Messages are merged.
        Optional | 7={2=1 900=1} 1=2 7={2=9} | {"yes":true,"i32":null,"u64":null,"text":null,"raw":null,"shade":null,"point":{"x":9,"y":1}}
        -- Of a oneof the last member stays; whole, once another stood between.
        Either | 5={2=1} 4=0 5={900=1} | {"before":"","seat":null,"account_id":null,"number":null,"point":{"x":0,"y":1},"nobody":null}
        Either | 5={2=1} 1="b" 5={900=1} | {"before":"b","seat":null,"account_id":null,"number":null,"point":{"x":1,"y":1},"nobody":null}
        Either | 3="a" 4=0 | {"before":"","seat":null,"account_id":null,"number":0,"point":null,"nobody":null}
        -- Numbers in one piece, one by one, and both.
        Lists | 2=1 2=[2 3] 5=[4] 5=5 2=[] | {"yes":[],"i32":[1,2,3],"i64":[],"u32":[],"u64":[4,5],"s32":[],"s64":[],"f32":[],"f64":[],"sf32":[],"sf64":[],"text":[],"raw":[],"shade":[],"points":[],"turns":[]}
        "#,
    );
}

#[test]
fn options_are_followed() {
    // The server's own does not even have to be right.
    all_said(
        r#"
        Options | 2={} 3=x5b7b226d6f766564223a20312e357d5d 4="{}" 5=xff 6="secret" 10="7" 10="" | {"needed":"","needed_point":{"x":0,"y":0},"events":[{"moved": 1.5}],"rules":{},"short":"","few":"","pair":[],"documents":[7,null],"needed_list":[]}
        "#,
    );
}

#[test]
fn what_is_given_with_another_is_left_out_without_it() {
    all_said(
        r#"
        Given | | {"open":false}
        Given | 1="a" 4={2=1} 2=0 | {"open":false}
        Given | 2=1 | {"words":[],"open":false}
        Given | 1="a" 3=1 2=0 2=1 | {"words":["a"],"open":true,"point":null}
        "#,
    );
}

#[test]
fn a_tag_names_the_member_and_its_fields_stand_beside_it() {
    all_said(
        r#"
        Frame | 9="c1" 1={1=4 2="f5"} | {"type":"turn","ply":4,"square":"f5","either":null,"id":"c1","frames":[]}
        Frame | 2={} | {"type":"leave","id":"","frames":[]}
        Frame | 3={2={1="g1" 2={1={}}}} | {"type":"notice","kind":"alert","game_ids":["g1"],"act":{"type":"resume"},"id":"","frames":[]}
        Frame | 4={14=1} 10={2={}} | {"type":"plain","yes":false,"i32":0,"i64":0,"u32":0,"u64":0,"s32":0,"s64":0,"f32":0,"f64":0,"sf32":0,"sf64":0,"text":"","raw":"","shade":"black","point":null,"id":"","frames":[{"type":"leave","id":"","frames":[]}]}
        -- The second member replaced the first.
        Frame | 1={1=4} 2={} | {"type":"leave","id":"","frames":[]}
        -- The server's own is not for the world.
        Frame | 5={} | Frame.message is none of its members
        Frame | 3={} | Notice.kind is none of its members
        Frame | 1=x08 | Turn.* is malformed
        "#,
    );
}

#[test]
fn an_answer_can_be_one_field() {
    let one = |table: &'static Message, name: &str, bytes: &str| {
        let mut out = b"before".to_vec();
        let written = json::write_field(table, table.field(name).unwrap(), &wire(bytes), &mut out);
        let text = String::from_utf8(out).unwrap();
        written.map_err(|fault| fault.cause).map_or_else(
            |cause| {
                assert_eq!(text, "before");
                Err(cause)
            },
            |()| Ok(text.strip_prefix("before").unwrap().to_owned()),
        )
    };
    let (options, optional) = (dialect("Options").1, dialect("Optional").1);
    let bytes = r#"2={2=1} 9="a" 4="[]""#;
    for (name, expected) in [
        ("needed_point", r#"{"x":1,"y":0}"#),
        ("pair", r#"["a"]"#),
        ("needed_list", "[]"),
        ("rules", "[]"),
        ("short", "\"\""),
    ] {
        assert_eq!(one(options, name, bytes).as_deref(), Ok(expected));
    }
    assert_eq!(one(options, "needed_point", ""), Err(Cause::Missing));
    assert_eq!(one(optional, "point", ""), Err(Cause::Missing));
    assert_eq!(one(optional, "yes", "").as_deref(), Ok("null"));
    assert_eq!(one(optional, "point", "7=1"), Err(Cause::Malformed));
}

#[test]
fn one_value_is_read_without_json() {
    let table = dialect("Plain").1;
    let field = |name: &str| table.field(name).unwrap();
    let bytes = wire(r#"5=7 12="v1" 5=8 13=x01ab 14=7 6=1"#);
    let scalar = |name: &str, bytes| json::scalar(table, field(name), bytes);
    for [name, value] in cases("u64 | 8\n text | v1\n raw | 01ab\n shade | 7\n s32 | -1\n yes | 0")
    {
        assert_eq!(scalar(name, &bytes).unwrap().to_string(), value);
    }
    assert_eq!(scalar("text", &[]), Ok(Scalar::Text("")));
    assert_eq!(scalar("raw", &[]), Ok(Scalar::Bytes(&[])));
    assert!(scalar("point", &bytes).is_err() && scalar("u64", &[0x28]).is_err());
    let lists = dialect("Lists").1;
    assert!(json::scalar(lists, lists.field("u64").unwrap(), &[]).is_err());
    // Another member came after it.
    let either = dialect("Either").1;
    let number = either.field("number").unwrap();
    assert_eq!(
        json::scalar(either, number, &wire("4=3 6=1")),
        Ok(Scalar::Number(0))
    );
    assert_eq!(
        json::scalar(either, number, &wire("6=1 4=3")),
        Ok(Scalar::Number(3))
    );

    let point = |bytes: &str| {
        let bytes = wire(bytes);
        let inner = json::inner(table, field("point"), &bytes);
        inner.map(|of| of.map(|of| of.to_vec()))
    };
    assert_eq!(
        point("15={2=1} 1=1 15={900=1}"),
        Ok(Some(wire("2=1 900=1")))
    );
    assert_eq!(point("1=1"), Ok(None));
    assert!(point("15=1").is_err() && json::inner(table, field("text"), &[]).is_err());
}
