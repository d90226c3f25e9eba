//! The manifest of a file: where it comes from, who answers for it, and what it says otherwise than the one before.

use outflank_formats::elo::{differences, read};
use outflank_proto::{
    pairing::v1::{FileChange, GetTournamentAtResponse, Tournament, TournamentPhase},
    ratings::v1::Export,
};
use outflank_tournament::OfficialRole;

use crate::{
    exports::Standing,
    files::FilesBeside,
    manifest::{Change, Manifest, Responsible, Signatory, Superseded},
    render::RatingFile,
};

/// Describes a rating file and those beside it; `before` is the version that it supersedes, with what was signed of it.
pub(crate) fn describe(
    standing: &Standing,
    file: &RatingFile,
    beside: &FilesBeside,
    before: Option<&(Export, Manifest)>,
) -> Manifest {
    let Standing {
        tournament,
        summary,
        told,
        ..
    } = standing;
    let mut manifest = Manifest {
        format: Manifest::format(),
        tournament_id: summary.id.clone(),
        tournament: summary.name.clone(),
        version: before.map_or(1, |(export, _)| export.version.saturating_add(1)),
        file_name: file.name.to_string(),
        sha256: Manifest::digest(file.content.as_bytes()),
        bytes: u64::try_from(file.content.len()).unwrap_or(u64::MAX),
        at_ms: told.at_ms,
        tournament_seq: summary.seq,
        rule_set: summary.rule_set.clone(),
        amended_rules: amended(tournament),
        conformant: tournament.deviations.is_empty(),
        abandoned: summary.phase() == TournamentPhase::Abandoned,
        deviations: tournament
            .deviations
            .iter()
            .map(|deviation| format!("{} ({})", deviation.what, deviation.rule))
            .collect(),
        rated: tournament.rated,
        results_without_game: u32::try_from(tournament.results_without_game.len())
            .unwrap_or(u32::MAX),
        over_the_board: boards(tournament, true),
        unsigned_results: boards(tournament, false),
        numbers_not_listed: numbers_not_listed(tournament),
        draw_anchor: tournament.draw_anchor.clone(),
        revealed_seeds: tournament.revealed_seeds.clone(),
        responsible: Some(responsible(tournament, told)),
        changes: told.changes.iter().map(|one| change(one, told)).collect(),
        supersedes: None,
        differences: Vec::new(),
        files: beside.named(&file.name),
        files_left_out: beside.left_out.clone(),
    };
    if let Some((export, earlier)) = before {
        manifest.supersedes = Some(Superseded {
            version: export.version,
            sha256: earlier.sha256.clone(),
        });
        manifest.differences = said_otherwise((export, earlier), file, &manifest);
    }
    manifest
}

fn responsible(tournament: &Tournament, told: &GetTournamentAtResponse) -> Responsible {
    let heads = tournament.officials.iter();
    let heads = heads.filter(|official| official.role == OfficialRole::HeadDirector.name());
    let confirmed = &told.confirmed_by_account_id;
    Responsible {
        director: tournament.director_name.clone(),
        head_directors: heads
            .map(|official| signatory(&official.account_id, None, told))
            .collect(),
        confirmed_by: (!confirmed.is_empty())
            .then(|| signatory(confirmed, Some(told.confirmed_at_ms), told)),
        approved_by: tournament
            .approval
            .as_ref()
            .map(|approval| signatory(&approval.account_id, Some(approval.at_ms), told)),
        federation: tournament
            .approval
            .as_ref()
            .map(|approval| approval.federation.clone())
            .filter(|federation| !federation.is_empty()),
        released_by: tournament
            .released
            .as_ref()
            .map(|release| signatory(&release.by_account_id, Some(release.at_ms), told)),
    }
}

fn signatory(id: &str, at_ms: Option<i64>, told: &GetTournamentAtResponse) -> Signatory {
    let account = told.accounts.iter().find(|known| known.account_id == id);
    Signatory {
        account_id: id.to_owned(),
        name: account.map_or_else(String::new, |known| known.display_name.clone()),
        at_ms,
    }
}

fn change(change: &FileChange, told: &GetTournamentAtResponse) -> Change {
    Change {
        cause: change.cause.clone(),
        at_ms: change.at_ms,
        by: (!change.account_id.is_empty()).then(|| signatory(&change.account_id, None, told)),
        reason: change.reason.clone(),
    }
}

/// What the file and its manifest say otherwise than the version before.
fn said_otherwise(
    (export, earlier): (&Export, &Manifest),
    file: &RatingFile,
    manifest: &Manifest,
) -> Vec<String> {
    let mut said = Vec::new();
    match (earlier.rated, manifest.rated) {
        (true, false) => said.push("The event no longer counts for ratings.".to_owned()),
        (false, true) => said.push("The event counts for ratings.".to_owned()),
        _ => {}
    }
    if earlier.file_name != manifest.file_name {
        said.push(format!(
            "The file is named {} instead of {}.",
            manifest.file_name, earlier.file_name
        ));
    }
    let before = read(&export.content).value;
    let after = read(file.content.as_bytes()).value;
    said.extend(differences(&before, &after));
    for (what, one, other) in [
        (
            "Departure from the rules",
            &earlier.deviations,
            &manifest.deviations,
        ),
        (
            "Signed for as played over the board",
            &earlier.over_the_board,
            &manifest.over_the_board,
        ),
        (
            "Signed for by nobody",
            &earlier.unsigned_results,
            &manifest.unsigned_results,
        ),
    ] {
        let came = other.iter().filter(|told| !one.contains(told));
        said.extend(came.map(|told| format!("{what}: {told}.")));
        let went = one.iter().filter(|told| !other.contains(told));
        said.extend(went.map(|told| format!("{what}, no longer: {told}.")));
    }
    if said.is_empty() {
        said.push("The file says the same.".to_owned());
    }
    said
}

/// The numbers that the players list did not know at the release.
fn numbers_not_listed(tournament: &Tournament) -> Vec<u32> {
    let release = tournament.released.iter();
    let unlisted = release.flat_map(|release| &release.unlisted_entrant_ids);
    let mut numbers: Vec<u32> = unlisted
        .filter_map(|id| tournament.entrants.iter().find(|entrant| entrant.id == *id))
        .map(|entrant| entrant.federation_number)
        .collect();
    numbers.sort_unstable();
    numbers
}

/// The versions of the rules, where there is more than one.
fn amended(tournament: &Tournament) -> Vec<String> {
    let versions = &tournament.rules_of_rounds;
    if versions.len() < 2 {
        return Vec::new();
    }
    let named = versions.iter();
    named
        .map(|one| format!("{} from round {}", one.rule_set, one.from_round))
        .collect()
}

/// Round and table of the results that no game of the platform gave: those that a director signed for, or the others.
fn boards(tournament: &Tournament, signed: bool) -> Vec<String> {
    let results = tournament.results_without_game.iter();
    results
        .filter(|result| result.over_the_board == signed)
        .map(|result| format!("{}/{}", result.round, result.table))
        .collect()
}
