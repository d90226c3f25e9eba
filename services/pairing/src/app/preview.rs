//! A round before it is published.

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::{Caller, Problem};
use outflank_tournament::{
    Command, EntrantId, RoundAsked, RoundPreview, check_handicaps, preview_round,
};

use super::{
    App, NewRound, check,
    execute::{Act, Authority, Case, check_settled},
    interest, problems,
    tournament::Tournament,
};
use crate::records::EntrantName;

/// The next round as it would be published.
pub(crate) struct Preview {
    /// The tournament's last entry that it was made on.
    pub seq: u64,
    /// What the engine says of it.
    pub round: RoundPreview,
    /// The tournament as its publication would leave it.
    pub after: Tournament,
    /// All that its publication is refused with now, the first first.
    pub problems: Vec<Problem>,
    /// Who the entrants are.
    pub names: BTreeMap<String, EntrantName>,
}

impl App {
    /// Looks at the next round as that director would publish it.
    pub(crate) async fn preview(
        self: &Arc<Self>,
        tournament_id: &str,
        caller: Caller,
        asked: NewRound,
    ) -> Result<Preview, Problem> {
        self.tournament(tournament_id).await?;
        let act = Act {
            actor: caller.person()?.account_id.clone(),
            command_id: String::new(),
            authority: Authority::Official(caller),
        };
        let case = self.case_of(tournament_id, act).await?;
        check_handicaps(&asked.handicaps).map_err(|refusal| problems::refused(&refusal))?;
        let names = self.records.names(tournament_id).await?;
        let now_ms = self.now_ms(&case);
        // Pairing a large field and explaining it takes long enough to hold up everybody else on this thread.
        tokio::task::spawn_blocking(move || previewed(&case, asked, now_ms, names))
            .await
            .map_err(Problem::internal)
    }
}

fn previewed(
    case: &Case,
    asked: NewRound,
    now_ms: i64,
    names: BTreeMap<String, EntrantName>,
) -> Preview {
    let name = |id: &EntrantId| {
        let known = names.get(id.as_str());
        known.map_or_else(|| id.0.clone(), EntrantName::display)
    };
    let mut problems: Vec<Problem> = check_settled(&case.state).err().into_iter().collect();
    let starts_at_ms = check::start(asked.starts_at_ms, now_ms).unwrap_or_else(|problem| {
        problems.push(problem);
        0
    });
    let round = preview_round(
        &case.state,
        RoundAsked {
            starts_at_ms,
            into_break: asked.into_break,
            manual: asked.manual.as_ref(),
            constraints: &asked.constraints,
            clocks: &asked.clocks,
            handicaps: &asked.handicaps,
        },
        now_ms,
        &name,
    );
    let publication = Command::PublishRound {
        into_break: asked.into_break,
        starts_at_ms,
        seed: None,
        accept_deviations: true,
        manual: asked.manual,
        constraints: asked.constraints,
        clocks: asked.clocks,
        handicaps: asked.handicaps,
    };
    problems.extend(interest::judged(case, &case.state, &publication, now_ms).err());
    problems.extend(round.refusals.iter().map(problems::refused));
    let problems = problems.into_iter();
    let problems = problems
        .map(|problem| problems::with_names(problem, &names))
        .collect();
    Preview {
        seq: case.seq,
        after: case.with(now_ms, &round.events),
        round,
        problems,
        names,
    }
}
