//! Examples beside the schemas of bodies.

use crate::{
    json::{Json, object, text},
    methods::Method,
};

/// What is no JSON, by the method that takes or gives it.
const FILES: [(&str, &str); 3] = [
    ("DownloadEvidence", EVIDENCE),
    ("GetExport", RATING_FILE),
    ("ImportPlayersList", PLAYERS_LIST),
];
const EVIDENCE: &str = "at_ms,subject,kind,gateway,socket,by,code,ms,others_dropped,others_open,ply,text\r\n\
    1784361600000,black,dropped,gateway-1,s-17,line,1006,25000,0,15,,\r\n";
const RATING_FILE: &str = "%%Tournament: Oresund Sample Open\n%%Country: Denmark\n%%Date: 18/07/2026\n\
    %%Sender: Ingrid Solheim\n";
const PLAYERS_LIST: &str =
    "pays = NOR\n\n 910001 STORMOEN, Eirik %_<1898>\n 910002 SOLHEIM, Ingrid\n";

/// The body of a method that takes or gives a file.
pub fn of_file(method: &Method) -> Option<(String, Json)> {
    let found = FILES.iter().find(|(name, _)| *name == method.name);
    found.map(|(_, file)| (String::new(), text(*file)))
}

/// A body's media type with its examples: one alone, or several by their names.
pub fn with_examples(media: Json, mut examples: Vec<(String, Json)>) -> Json {
    if examples.len() == 1 {
        return media.with_some("example", examples.pop().map(|(_, example)| example));
    }
    let named = |(name, value)| (name, object([("value", value)]));
    let named: Vec<_> = examples.into_iter().map(named).collect();
    let named = (!named.is_empty()).then_some(Json::Object(named));
    media.with_some("examples", named)
}
