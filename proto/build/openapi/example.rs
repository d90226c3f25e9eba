//! Examples beside the schemas of bodies.

use crate::{
    json::{Json, object, text},
    methods::Method,
};

/// What is no JSON, by the method that takes or gives it and the media type; an empty one is any.
const FILES: [(&str, &str, &str); 16] = [
    ("DownloadArchivedGames", "application/zip", PACKED_BASE),
    ("DownloadArchivedGames", "text/csv", RESULTS),
    ("DownloadArchivedGames", "text/plain", GAMES),
    ("DownloadEvidence", "", EVIDENCE),
    ("FollowPublications", "", PUBLICATION),
    ("GetExport", "", RATING_FILE),
    ("GetExportFile", "application/octet-stream", BASE),
    ("GetExportFile", "application/x-ndjson", EVENT_LINES),
    ("GetExportFile", "application/xml", PAPP_STANDING),
    ("GetExportFile", "text/csv", STANDINGS),
    ("GetExportFile", "text/plain", TRANSCRIPTS),
    ("GetGamePicture", "", PICTURE),
    ("GetStandingsPicture", "", PICTURE),
    ("GetTablePicture", "", PICTURE),
    ("ImportFiles", "", RATING_FILE),
    ("ImportPlayersList", "", PLAYERS_LIST),
];
const EVIDENCE: &str = "at_ms,subject,kind,gateway,socket,by,code,ms,others_dropped,others_open,ply,text\r\n\
    1784361600000,black,dropped,gateway-1,s-17,line,1006,25000,0,15,,\r\n";
const RESULTS: &str = "date,year,event,country,round,black_number,black_surname,black_given_names,black_country,white_number,\
    white_surname,white_given_names,white_country,colours_known,won,black_discs,white_discs,opening,moves\r\n\
    2026-07-18,2026,Oresund Sample Open,Denmark,1,910001,Stormoen,Eirik,NOR,910002,Solheim,Ingrid,NOR,yes,black,40,24,,\r\n";
const GAMES: &str =
    "# 2026-07-18 Oresund Sample Open: Eirik Stormoen 40-24 Ingrid Solheim\nf5d6c3d3c4\n";
const RATING_FILE: &str = "%%Tournament: Oresund Sample Open\n%%Country: Denmark\n%%Date: 18/07/2026\n\
    %%Sender: Ingrid Solheim\n";
const STANDINGS: &str = "place,rank,number,new,surname,given_names,country,points,bq,discs,titles\r\n\
    1,1,910001,,Stormoen,Eirik,NOR,9.5,612,471,champion\r\n";
const PAPP_STANDING: &str = "<?xml version='1.0' encoding='UTF-8'?>\n<Tournament>\n\
    \t<Name>Oresund Sample Open</Name>\n</Tournament>\n";
const PUBLICATION: &str = "id: eyJhIjoxfQ\nevent: rating-file\n\
    data: {\"tournament_id\":\"t-1\",\"version\":1,\"file_name\":\"20260718_EGP_ORESUND.ELO\",\"rated\":true}\n\n";
const PACKED_BASE: &str = "the bytes of a ZIP archive";
const BASE: &str = "the bytes of a WTHOR file";
const PICTURE: &str = "the bytes of a PNG file";
const TRANSCRIPTS: &str = "# 1/1 910001 40-24 910002 board_complete\nf5d6c3d3c4\n";
const EVENT_LINES: &str = "{\"type\":\"event\",\"format\":\"outflank event record 1\",\"name\":\"Oresund Sample Open\"}\n";
const PLAYERS_LIST: &str =
    "pays = NOR\n\n 910001 STORMOEN, Eirik %_<1898>\n 910002 SOLHEIM, Ingrid\n";

/// The body of a method that takes or gives a file.
pub fn of_file(method: &Method, media: &str) -> Option<(String, Json)> {
    let mut files = FILES.iter().filter(|(name, ..)| *name == method.name);
    let found = files.find(|(_, of, _)| of.is_empty() || *of == media);
    found.map(|(.., file)| (String::new(), text(*file)))
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
