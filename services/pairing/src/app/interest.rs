//! Officials who play: the engine's table asked about every act, and what is noted of it.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_tournament::{
    AccountId, Answer, Command, Consent, Deed, EntrantId, Event, Interest, Question,
    TournamentState, decide, deed_of, officer_of,
};

use super::{
    App,
    execute::{Act, Authority, Case, Decision, Done, decide_unjudged},
    problems,
};

/// Judges an official's act by the table. Answers what is to be noted of it.
pub(super) fn judged(
    case: &Case,
    state: &TournamentState,
    command: &Command,
    now_ms: i64,
) -> Result<Option<Event>, Problem> {
    if let Command::AssignSeat {
        entrant,
        account,
        operator,
    } = command
    {
        let taker = (account, operator.as_ref());
        let judged = case.interests().judge_seat(state, entrant, taker);
        return judged.map_err(|refusal| problems::refused(&refusal));
    }
    let account = case.act().by();
    if is_own(state, &case.act().authority, &account) {
        return Ok(None);
    }
    let (Some((deed, touched)), Some(rules)) =
        (deed_of(state, command, now_ms), state.rule_set.as_ref())
    else {
        return Ok(None);
    };
    let officers = state.officers();
    let by = officer_of(state, &account, command);
    if by.role.is_none() && decide(state, command, now_ms).is_err() {
        // Who has no right to it hears that first.
        return Ok(None);
    }
    let judged = case.interests().judge(&Question {
        deed,
        touched: &touched,
        by: &by,
        officers: &officers,
        rules,
        consents: &state.interests.consents,
    });
    let judged = judged.map_err(|refusal| problems::refused(&refusal))?;
    if judged.interest == Interest::None {
        return Ok(None);
    }
    let first = touched.first();
    let board = first.and_then(|one| one.board);
    let entrant = first.filter(|one| one.board.is_none());
    Ok(Some(Event::ActedWithInterest {
        act: deed.name().to_owned(),
        interest: judged.interest,
        by: account,
        board,
        entrant: entrant.and_then(|one| one.entrants.first().cloned()),
        consents: judged.consents,
    }))
}

/// The service's own act, that of a rating officer, or that of a seat's holder for himself.
fn is_own(state: &TournamentState, authority: &Authority, account: &AccountId) -> bool {
    match authority {
        // The engine keeps officers from events that they have a part in.
        Authority::Service | Authority::Officer(..) => true,
        Authority::OfficialOrOfficer(..) => !state.directs(account),
        Authority::Seat(_, entrant) => state.role_of(account).entrant.as_ref() == Some(entrant),
        Authority::Official(_) | Authority::HeadDirector(_) | Authority::Account(_) => false,
    }
}

/// A code takes a seat over from its holder only where who had it made could have one made now, or others consented:
/// he may play the holder by now.
pub(super) fn check_code(case: &Case, entrant: &EntrantId) -> Result<(), Problem> {
    let state = &case.state;
    let code = state.entrant(entrant).and_then(|known| known.code.as_ref());
    let (Some(code), Some(rules)) = (code.filter(|code| !code.consented), &state.rule_set) else {
        return Ok(());
    };
    let touched = state.touched_at(None, Some(entrant));
    let interest = state.officer(&code.by, None).interest(&touched);
    match case
        .interests()
        .answer(Deed::IssueSeatCode, interest, rules)
    {
        Answer::Allowed | Answer::Logged => Ok(()),
        Answer::Consent | Answer::Refused => Err(problems::code_of_opponent()),
    }
}

impl App {
    /// Decides a command that remembers the consents which it uses up.
    pub(super) async fn execute_consented(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        command: impl Fn(Vec<String>) -> Command + Send + Sync + 'static,
    ) -> Result<Done, Problem> {
        self.execute(tournament_id, act, move |tournament, now_ms| {
            let noted = judged(tournament, &tournament.state, &command(Vec::new()), now_ms)?;
            let consents = match &noted {
                Some(Event::ActedWithInterest { consents, .. }) => consents.clone(),
                _ => Vec::new(),
            };
            let mut events = decide_unjudged(tournament, &[command(consents)], now_ms)?;
            events.extend(noted);
            Ok(Decision {
                events,
                record: None,
            })
        })
        .await
    }

    /// Consents to one act of an official.
    pub(crate) async fn consent(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        consent: Consent,
    ) -> Result<Done, Problem> {
        self.execute_one(tournament_id, act, Command::GiveConsent(consent))
            .await
    }

    /// An act at a table used these consents up.
    pub(crate) async fn end_consents(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        consents: Vec<String>,
    ) -> Result<Done, Problem> {
        self.execute_one(tournament_id, act, Command::EndConsents { consents })
            .await
    }
}
