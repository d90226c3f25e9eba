//! Publications: what is told of a rating file when it is published, and following them.

use outflank_access::{Page, Problem};
use outflank_proto::{json, ratings::v1 as proto, schema};
use prost::Message as _;

use crate::{exports::Exports, listing::Place, manifest::Manifest};

/// Most publications told at once.
const AT_ONCE: u32 = 20;

/// What is told of a rating file.
pub(crate) fn publication(export: &proto::Export) -> proto::Publication {
    proto::Publication {
        tournament_id: export.tournament_id.clone(),
        version: export.version,
        file_name: export.file_name.clone(),
        rated: export.rated,
        superseded: export.superseded,
        at_ms: export.at_ms,
        sha256: Manifest::digest(&export.content),
    }
}

/// The same as JSON, as the stream of publications has it.
pub(crate) fn as_json(publication: &proto::Publication) -> Result<Vec<u8>, Problem> {
    let table = schema::message("outflank.ratings.v1.Publication");
    let table = table.ok_or_else(|| Problem::internal("the contract has no publications"))?;
    let mut written = Vec::new();
    json::write(table, &publication.encode_to_vec(), &mut written).map_err(Problem::internal)?;
    Ok(written)
}

impl Exports {
    /// What was published after a place, a few at a time; without one nothing, and the place where the list ends now.
    pub(crate) async fn follow(
        &self,
        asked: &proto::FollowPublicationsRequest,
    ) -> Result<proto::FollowPublicationsResponse, Problem> {
        // The same query as the list's: its tokens are good here.
        let query = ("exports", "", asked.rated);
        let page: Page<Place> = Page::asked(AT_ONCE, &asked.after, &query)?;
        let Some(after) = page.after().cloned() else {
            return Ok(proto::FollowPublicationsResponse {
                publications: Vec::new(),
                resume_token: page.token(&self.end().await?)?,
                goes_on: false,
            });
        };
        let listed = self.list("", asked.rated, after, page.sought()).await?;
        let (exports, next) = page.cut(listed.exports, |(place, _)| place.clone())?;
        let mut publications = Vec::new();
        for (place, export) in &exports {
            publications.push(proto::FollowedPublication {
                publication: Some(publication(export)),
                resume_token: page.token(place)?,
            });
        }
        let is_cut = !next.is_empty();
        Ok(proto::FollowPublicationsResponse {
            publications,
            resume_token: match is_cut {
                true => next,
                false => page.token(&listed.read_to)?,
            },
            goes_on: is_cut || listed.goes_on,
        })
    }
}
