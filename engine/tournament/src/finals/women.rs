//! The women's title (WOC II.5, III.5).

use super::bracket::{FinalsRemark, OpenFinals, fill_up, playoffs};
use super::format::WomensFinals;
use super::input::Bracket;
use super::match_id::{FinalsStage, MatchId};
use super::series::{Folded, Series};

const WOMEN_IN_FINAL: usize = 2;

/// The women's finals, as far as they have come.
#[derive(Default)]
pub(super) struct WomensTitle {
    /// All matches known so far, but the final while it has to wait.
    pub(super) matches: Vec<Folded>,
    /// The women who play the final or finish in the open finals, in list order; `None` while open.
    pub(super) qualified: Option<Vec<usize>>,
    /// The women at the head of the ranking in order of finish; `None` while a match is open.
    pub(super) finish: Option<Vec<usize>>,
    /// The final is to come and its players are not known: game 2 of the open final waits for it.
    pub(super) holds_final: bool,
    /// What falls away.
    pub(super) remarks: Vec<FinalsRemark>,
}

pub(super) fn womens_title(
    bracket: &Bracket<'_>,
    open: &OpenFinals,
    format: WomensFinals,
) -> WomensTitle {
    let mut title = WomensTitle::default();
    let Some(qualified) = &open.qualified else {
        return title;
    };
    let in_finals: Vec<usize> = qualified
        .iter()
        .copied()
        .filter(|&player| bracket.is_woman(player))
        .collect();
    if !in_finals.is_empty() {
        let detail = "A woman is qualified for the finals: the women in them are ranked by their finish, without \
             women's playoffs or a women's final.".to_owned();
        let rule = bracket.rule(&["finals.women.ranking", "finals.women", "finals"]);
        title
            .remarks
            .push(FinalsRemark::new("woman_qualified", detail, rule));
        title.finish = open.finish.as_ref().map(|finish| {
            finish
                .iter()
                .copied()
                .filter(|player| in_finals.contains(player))
                .collect()
        });
        title.qualified = Some(in_finals);
        return title;
    }
    womens_finals(bracket, open, format, &mut title);
    title
}

fn womens_finals(
    bracket: &Bracket<'_>,
    open: &OpenFinals,
    format: WomensFinals,
    title: &mut WomensTitle,
) {
    let women = |stage: FinalsStage| -> Vec<usize> {
        bracket
            .still_in(stage)
            .into_iter()
            .filter(|&player| bracket.is_woman(player))
            .collect()
    };
    let pool = women(FinalsStage::WomensPlayoffs);
    let playoffs = playoffs(
        bracket,
        &pool,
        WOMEN_IN_FINAL,
        format.playoffs,
        |better, worse| MatchId::WomensPlayoff { better, worse },
    );
    let winners = playoffs.winners(&pool, WOMEN_IN_FINAL);
    title.matches.extend(playoffs.matches);
    let Some(winners) = winners else {
        title.holds_final = true;
        return;
    };
    let finalists = fill_up(&winners, women(FinalsStage::WomensFinal), WOMEN_IN_FINAL);
    title.qualified = Some(finalists.clone());
    let (Some(&better), Some(&worse)) = (finalists.first(), finalists.get(1)) else {
        if !finalists.is_empty() {
            let detail = "One woman is left: she is first without a game.".to_owned();
            let rule = bracket.rule(&["finals.women", "finals"]);
            title
                .remarks
                .push(FinalsRemark::new("one_woman_left", detail, rule));
        }
        title.finish = Some(finalists);
        return;
    };
    let folded = Series {
        match_id: MatchId::WomensFinal,
        better,
        worse,
        format: format.final_match,
    }
    .fold(bracket);
    title.finish = folded.order.map(|(winner, loser)| vec![winner, loser]);
    if folded.progress.games.is_empty() && folded.order.is_none() && !final_is_on(bracket, open) {
        return;
    }
    title.matches.push(folded);
}

/// Whether game 2 of the final is due or published, or will never be played.
fn final_is_on(bracket: &Bracket<'_>, open: &OpenFinals) -> bool {
    let games = bracket
        .input
        .format
        .final_match
        .map_or(0, |format| format.games);
    let second = games.min(2) as usize;
    if open.final_played == Some(false) {
        return true;
    }
    open.matches
        .iter()
        .filter(|folded| folded.progress.match_id == MatchId::Final)
        .any(|folded| {
            let published = folded.progress.games.len();
            folded.order.is_some()
                || published >= second
                || (folded.due.is_some() && published + 1 >= second)
        })
}
