//! The dialect of requests, rule by rule.

use outflank_proto::json::{self, Code, Fields};

use crate::{
    tables::dialect,
    wire::{cases, wire},
};

/// The bytes that a request of the dialect becomes; a refusal as its code, place and sentence.
pub fn taken(name: &str, json: &str) -> Result<Vec<u8>, (String, String, String)> {
    let mut out = b"before".to_vec();
    let read = json::read(
        dialect(name).1,
        json.as_bytes(),
        &mut out,
        Fields::default(),
    );
    let bytes = out.strip_prefix(b"before").unwrap().to_vec();
    read.map(|()| bytes.clone()).map_err(|refusal| {
        assert!(bytes.is_empty(), "{bytes:?}");
        (
            refusal.code.as_str().to_owned(),
            refusal.field,
            refusal.sentence,
        )
    })
}

#[test]
fn what_a_request_says_is_put_on_the_wire() {
    let table = r#"
        Empty | {} |
        Empty | {	}	 |
        -- A zero is no more than no key.
        Point | {"x":0,"y":-1} | 900=-1
        Point | {"y":1,"x":2} | 900=1 2=2
        Plain | {"yes":true,"sf32":-1,"s64":-9007199254740991} | 1=1 10=4xffffffff 7=18014398509481981
        Plain | {"text":"\u00f8\ud834\udd1e","raw":"-__-AA"} | 12="ø𝄞" 13=xfbfffe00
        Plain | {"shade":"light_grey","point":{}} | 14=7 15={}
        Plain | {"point":null,"text":"","raw":"","yes":false} |
        -- An absent one is not a zero.
        Optional | {"yes":false,"i32":0,"u64":null,"text":""} | 1=0 2=0 4=""
        Nulls | {"i32":null,"u64":0,"text":null,"raw":null,"shade":null} |
        Lists | {"i32":[1,0],"u64":[5],"f32":[],"text":["","a"],"points":[{},{"x":1}]} | 2=[1 0] 5=[5] 12="" 12="a" 15={} 15={2=1}
        Either | {"seat":null,"number":0,"point":null} | 4=0
        Either | {"point":{}} | 5={}
        Options | {"needed":"","needed_list":[],"needed_point":{},"events": [1.5, {"a":null}] ,"rules":null} | 2={} 3=x5b312e352c207b2261223a6e756c6c7d5d
        Options | {"needed":"n","needed_list":["l"],"needed_point":{"x":1},"short":"abcd","few":"AQID","pair":["long enough","b"]} | 1="n" 11="l" 2={2=1} 7="abcd" 8=x010203 9="long enough" 9="b"
        -- The tag may come last, and the message's own fields between those of its member.
        Frame | {"ply":0,"id":"c1","square":"f5","type":"turn"} | 9="c1" 1={2="f5"}
        Frame | {"type":"plain","text":"t"} | 4={12="t"}
        Frame | {"kind":"restart","in_ms":5,"type":"notice"} | 3={1={1=5}}
        Frame | {"type":"leave","frames":[{"type":"leave"},{"id":"b","type":"leave"}]} | 10={2={}} 10={9="b" 2={}} 2={}
        Alert | {"act":{"either":{"before":"b"},"ply":1,"type":"take_back"}} | 2={2={3={1="b"} 1=1}}
        Alert | {"act":null} |"#;
    for [name, json, expected] in cases(table) {
        assert_eq!(taken(name, json), Ok(wire(expected)), "{name} {json}");
    }
    // Lengths of more than one byte.
    for length in [127, 128, 300, 20_000] {
        let long = "x".repeat(length);
        let json = format!(r#"{{"type":"plain","point":{{}},"text":"{long}","id":"i"}}"#);
        let expected = wire(&format!(r#"9="i" 4={{15={{}} 12="{long}"}}"#));
        assert_eq!(taken("Frame", &json), Ok(expected));
    }
}

#[test]
fn what_the_address_says_is_not_said_again() {
    let table = dialect("Options").1;
    let mut taken = Fields::default();
    let needed = table.field("needed").unwrap();
    assert!(taken.insert(needed) && !taken.insert(needed) && taken.contains(needed));
    let mut out = Vec::new();
    json::read_text(needed, "from the address", &mut out).unwrap();
    let address = out.len();
    // It is there, as it has to be.
    let rest = br#"{"needed_point":{},"needed_list":[]}"#;
    json::read(table, rest, &mut out, taken).unwrap();
    assert_eq!(out, wire(r#"1="from the address" 2={}"#));
    out.truncate(address);
    let twice = json::read(table, br#"{"needed":"n"}"#, &mut out, taken).unwrap_err();
    assert_eq!(twice.code.as_str(), "field_said_elsewhere");
    let sentence = "`needed` is said by the address or a header already; leave it out here.";
    assert_eq!(twice.sentence, sentence);
    assert_eq!(out.len(), address);
    // A oneof's member in the address leaves no room for another in the body.
    let either = dialect("Either").1;
    let mut taken = Fields::default();
    taken.insert(either.field("number").unwrap());
    let several = json::read(either, br#"{"seat":"black"}"#, &mut out, taken).unwrap_err();
    assert_eq!(several.code, Code::SeveralMembers);
}

fn part(name: &str, field: &str, text: &str) -> Result<Vec<u8>, String> {
    let mut out = b"before".to_vec();
    let field = dialect(name).1.field(field).unwrap();
    let read = json::read_text(field, text, &mut out);
    let bytes = out.strip_prefix(b"before").unwrap().to_vec();
    read.map(|()| bytes).map_err(|refusal| refusal.sentence)
}

#[test]
fn parts_of_an_address_are_texts() {
    let table = r#"
        Plain | text | a/b | 12="a/b"
        Plain | text | | 
        Plain | u32 | 0 |
        Optional | i32 | 0 | 2=0
        Plain | i64 | -5 | 3=-5
        Plain | yes | true | 1=1
        Plain | yes | false |
        Plain | shade | black | 14=1
        Plain | raw | AQ | 13=x01
        -- One element more.
        Lists | i32 | 0 | 2=0
        Lists | text | | 12=""
        -- Whoever calls this may be the server.
        Options | secret | s | 6="s""#;
    for [name, field, text, expected] in cases(table) {
        assert_eq!(
            part(name, field, text),
            Ok(wire(expected)),
            "{field} {text}"
        );
    }
}

#[test]
fn parts_of_an_address_that_are_no_such_values_are_refused() {
    let table = "
        Plain | u64 | 99999999999999999999 | `u64` is out of range; it has to be a whole number from 0 to 9007199254740991.
        Plain | u32 | -1 | `u32` is out of range; it has to be a whole number from 0 to 4294967295.
        Plain | yes | 1 | `yes` is another word; it has to be true or false.
        Plain | shade | | `shade` is ``, which is no word here; right would be `below`, `black` or `light_grey`.
        Plain | raw | A | `raw` is another text; it has to be bytes as base64url without padding.
        Plain | point | {} | `point` is a text; it has to be an object.
        Options | rules | {} | `rules` is a text; it has to be any JSON.
        Options | short | 12345 | `short` has 5 bytes; at most 4 are taken.";
    for [name, field, text, expected] in cases(table) {
        assert_eq!(
            part(name, field, text),
            Err(expected.to_owned()),
            "{field} {text}"
        );
    }
    for text in ["", "+1", "01", "-01", "1.0", "1e3", " 1", "-", "x"] {
        let whole = "`u32` is no whole number; it has to be a whole number from 0 to 4294967295.";
        assert_eq!(part("Plain", "u32", text), Err(whole.to_owned()), "{text}");
    }
}

#[test]
fn a_later_version_may_say_what_nobody_knows_yet_where_the_reader_lets_it() {
    let read = |name: &str, json: &str| {
        let mut out = Vec::new();
        let read = json::read_known(dialect(name).1, json.as_bytes(), &mut out);
        read.map(|()| out).map_err(|refusal| refusal.code)
    };
    let later = r#"{"later":[{"x":1}],"type":"turn","ply":4,"either":{"after":2,"before":"b"}}"#;
    assert_eq!(read("Frame", later), Ok(wire(r#"1={1=4 3={1="b"}}"#)));
    assert_eq!(read("Point", r#"{"z":1,"x":2,"z":null}"#), Ok(wire("2=2")));
    // Everything else is refused as ever.
    assert_eq!(read("Point", r#"{"z":,"x":2}"#), Err(Code::MalformedJson));
    assert_eq!(read("Point", r#"{"z":1,"x":"2"}"#), Err(Code::WrongKind));
    assert_eq!(
        read("Frame", r#"{"type":"turn","later":1}"#),
        Err(Code::MissingField)
    );
}
