//! Finals, choices of colour, playoffs.

use outflank_othello::refusal::Milliseconds;
use outflank_othello::refusals;

use crate::ids::EntrantId;

refusals! {
    pub(crate) enum FinalsRefusal {
        FinalsUnfinished = "finals_unfinished" under "finals":
            "The rules end with finals that are not played to their end; play them, or confirm the event without \
             them, which departs from the text.";
        NoFinalsDue = "no_finals_due":
            "No round of the finals is due that could be announced.";
        NoRoundAnnounced = "no_round_announced":
            "No round of the finals is announced; colours are chosen after the announcement.";
        MatchNotAnnounced { title: String } = "match_not_announced":
            "The announced round holds no game of the {title}.";
        NoTiePlayoffs = "no_tie_playoffs":
            "The rules in force know no playoff between players who tie.";
        PlayoffAlreadyAgreed = "playoff_already_agreed":
            "This agreement to play off the tie is on record already.";
        NoTieToPlayOff = "no_tie_to_play_off" under "finals.tie_playoffs":
            "A playoff is agreed after the last round between two players with equal points.";
        NotStarted = "not_started":
            "No round is published yet; finals come after the qualification.";
        FinalsFixed = "finals_fixed":
            "The boards of the finals follow from the list and the results; they are not set by hand.";
        FinalsNotAnnounced { title: String } = "finals_not_announced":
            "Colours of the {title} are chosen before it is published; announce the round first.";
        ColoursUnsettled { title: String } = "colours_unsettled":
            "The colours of the {title} cannot be settled.";
        ChoicesOpen { title: String, game: u32, starts_at_ms: i64 } = "choices_open":
            "The colours of game {game} of the {title} are not chosen yet; they are drawn by lot from the announced \
             start on.";
        NobodyChooses { title: String } = "no_choice_of_colour":
            "Nobody chooses the colours of {title}; they are reversed or drawn by lot.";
        DoesNotPlay { player_id: EntrantId, title: String } = "not_your_choice":
            "{player_id} does not play {title}; only its players choose.";
        ChoiceAlreadyMade { player_id: EntrantId, title: String } = "choice_already_made":
            "{player_id} has chosen for {title} already; a choice stands.";
        NoDrawWin { title: String } = "draw_win_not_offered":
            "A draw in {title} is half a point each; choose black or white.";
        ChoiceTooLate { title: String, notice_ms: Milliseconds } = "choice_too_late":
            "The colour of {title} had to be announced at least {notice_ms} before its start; the opponent chooses now.";
        NotPassedOn { player_id: EntrantId, title: String } = "draw_win_not_offered":
            "Only {player_id} may pass the choice of {title} on; choose black or white.";
        OpponentChose { player_id: EntrantId, title: String } = "not_your_choice":
            "{player_id} chose the colours of {title}; they stand.";
        ChoiceTooEarly { player_id: EntrantId, title: String } = "choice_too_early":
            "{player_id} still has the choice of {title}; wait until he has chosen or his time is over.";
        ChoiceStarted { title: String } = "choice_too_late":
            "The start of {title} has come; its colours are drawn by lot.";
    }
}
