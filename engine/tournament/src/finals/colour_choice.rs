//! Choice of colour or draw-win (WOC IV.9, EGP IV.9): who may choose, until when, and what follows.

use serde::{Deserialize, Serialize};

use super::series::DueGame;
use crate::ids::EntrantId;
use crate::refusal::Refusal;
use crate::table::Colour;

/// How the colours of a game come about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ColourRight {
    /// The better-ranked player chooses his colour (WOC III.1); a draw is half a point each.
    BetterChoosesColour,
    /// The better-ranked player chooses his colour and loses a draw, or lets the opponent choose and wins
    /// a draw (WOC IV.9).
    BetterChoosesColourOrDrawWin,
    /// The colours of the game before, reversed.
    Reversed {
        /// Who has black.
        black: EntrantId,
    },
    /// The player with more discs so far, or else the better-ranked, chooses his colour (WOC III.1).
    ChooserOfThird {
        /// Who chooses.
        player: EntrantId,
    },
    /// Nobody chooses; the colours are drawn by lot.
    Lots,
}

/// What a player announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// He plays black.
    Black,
    /// He plays white.
    White,
    /// The opponent chooses his colour, and a draw is the chooser's win.
    OpponentPicksColour,
}

/// A choice that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeChoice {
    /// Who made it.
    pub player: EntrantId,
    /// What he chose.
    pub choice: Choice,
}

/// The time of a choice against the start of its game; all in ms on one clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChoiceTime {
    /// When the choice was received.
    pub now_ms: i64,
    /// When the game starts; `None`: not announced, no deadline runs yet.
    pub start_ms: Option<i64>,
    /// Latest announcement before the start.
    pub notice_ms: i64,
}

/// The colours of a game, settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledColours {
    /// Who has black.
    pub black: EntrantId,
    /// Who has white.
    pub white: EntrantId,
    /// Who wins a draw; `None`: a draw is half a point each.
    pub draw_winner: Option<EntrantId>,
    /// How they came about.
    pub by: SettledBy,
    /// One sentence.
    pub detail: String,
}

/// How colours came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettledBy {
    /// The player with the right chose.
    Choice,
    /// The opponent chose, being let or because the other kept silent.
    OpponentsChoice,
    /// Reversed from the game before.
    Reversal,
    /// By lot.
    Lots,
}

impl DueGame {
    /// The player who may choose first; `None` where nobody chooses.
    #[must_use]
    pub fn chooser(&self) -> Option<&EntrantId> {
        match &self.right {
            ColourRight::BetterChoosesColour | ColourRight::BetterChoosesColourOrDrawWin => {
                Some(&self.better)
            }
            ColourRight::ChooserOfThird { player } => Some(player),
            ColourRight::Reversed { .. } | ColourRight::Lots => None,
        }
    }

    /// Whether a draw is somebody's win here (G9).
    #[must_use]
    pub fn has_draw_win(&self) -> bool {
        self.right == ColourRight::BetterChoosesColourOrDrawWin
    }

    fn opponent(&self, player: &EntrantId) -> &EntrantId {
        if *player == self.better {
            &self.worse
        } else {
            &self.better
        }
    }
}

/// Whether that player may make that choice now, after the choices already made. The player with the
/// right chooses until the notice before the start; the opponent from then, or from being let, until the
/// start. A choice that is made stands. `rule` is quoted in refusals ("WOC IV.9").
///
/// # Errors
/// `no_choice_of_colour`, `not_your_choice`, `choice_already_made`, `draw_win_not_offered`,
/// `choice_too_early` or `choice_too_late`.
pub fn check_choice(
    due: &DueGame,
    made: &[MadeChoice],
    wanted: &MadeChoice,
    time: ChoiceTime,
    rule: Option<&str>,
) -> Result<(), Refusal> {
    let refuse = |code: &str, detail: String| match rule {
        Some(rule) => Refusal::by_rule(code, rule, detail),
        None => Refusal::new(code, detail),
    };
    let title = format!("game {} of the {}", due.game, due.match_id.title());
    let Some(chooser) = due.chooser() else {
        return Err(refuse(
            "no_choice_of_colour",
            format!("Nobody chooses the colours of {title}; they are reversed or drawn by lot."),
        ));
    };
    if wanted.player != due.better && wanted.player != due.worse {
        return Err(refuse(
            "not_your_choice",
            format!(
                "{} does not play {title}; only its players choose.",
                wanted.player
            ),
        ));
    }
    if made.iter().any(|one| one.player == wanted.player) {
        return Err(refuse(
            "choice_already_made",
            format!(
                "{} has chosen for {title} already; a choice stands.",
                wanted.player
            ),
        ));
    }
    let deadline = time
        .start_ms
        .map(|start| start.saturating_sub(time.notice_ms.max(0)));
    if wanted.player == *chooser {
        if wanted.choice == Choice::OpponentPicksColour && !due.has_draw_win() {
            return Err(refuse(
                "draw_win_not_offered",
                format!("A draw in {title} is half a point each; choose black or white."),
            ));
        }
        if deadline.is_some_and(|deadline| time.now_ms > deadline) {
            return Err(refuse(
                "choice_too_late",
                format!(
                    "The colour of {title} had to be announced at least {} s before its start; the \
                     opponent chooses now.",
                    time.notice_ms.max(0) / 1000
                ),
            ));
        }
        return Ok(());
    }
    if wanted.choice == Choice::OpponentPicksColour {
        return Err(refuse(
            "draw_win_not_offered",
            format!("Only {chooser} may pass the choice of {title} on; choose black or white."),
        ));
    }
    match made.iter().find(|one| one.player == *chooser) {
        Some(first) if first.choice != Choice::OpponentPicksColour => Err(refuse(
            "not_your_choice",
            format!("{chooser} chose the colours of {title}; they stand."),
        )),
        None if deadline.is_none_or(|deadline| time.now_ms <= deadline) => Err(refuse(
            "choice_too_early",
            format!(
                "{chooser} still has the choice of {title}; wait until he has chosen or his time is over."
            ),
        )),
        _ if time.start_ms.is_some_and(|start| time.now_ms >= start) => Err(refuse(
            "choice_too_late",
            format!("The start of {title} has come; its colours are drawn by lot."),
        )),
        _ => Ok(()),
    }
}

/// The colours that follow from the choices made. With silence of the player with the right the opponent's
/// choice counts, and where there is a draw-win the silent one wins a draw. `lots` is the colour that the
/// better-ranked player drew.
///
/// `None` where lots are needed and not drawn yet.
#[must_use]
pub fn settle_colours(
    due: &DueGame,
    made: &[MadeChoice],
    lots: Option<Colour>,
) -> Option<SettledColours> {
    let title = format!("game {} of the {}", due.game, due.match_id.title());
    let colour_of = |player: &EntrantId| {
        made.iter()
            .find(|one| one.player == *player)
            .and_then(|one| match one.choice {
                Choice::Black => Some(Colour::Black),
                Choice::White => Some(Colour::White),
                Choice::OpponentPicksColour => None,
            })
    };
    if let ColourRight::Reversed { black } = &due.right {
        let detail = format!("{black} has black in {title}, reversed from the game before.");
        return Some(settled(
            due,
            black,
            Colour::Black,
            None,
            SettledBy::Reversal,
            detail,
        ));
    }
    let Some(chooser) = due.chooser() else {
        let colour = lots?;
        let detail = format!("The colours of {title} were drawn by lot.");
        return Some(settled(
            due,
            &due.better,
            colour,
            None,
            SettledBy::Lots,
            detail,
        ));
    };
    let opponent = due.opponent(chooser);
    let draw_win = |player: &EntrantId| due.has_draw_win().then(|| player.clone());
    if let Some(colour) = colour_of(chooser) {
        let detail = format!(
            "{chooser} chose {} in {title}{}.",
            colour_word(colour),
            draw_words(due, opponent)
        );
        let draw = draw_win(opponent);
        return Some(settled(
            due,
            chooser,
            colour,
            draw,
            SettledBy::Choice,
            detail,
        ));
    }
    let silent = !made.iter().any(|one| one.player == *chooser);
    let why = if silent {
        format!("{chooser} made no choice in time")
    } else {
        format!("{chooser} left the colours to {opponent}")
    };
    let draws = draw_words(due, chooser);
    let draw = draw_win(chooser);
    if let Some(colour) = colour_of(opponent) {
        let detail = format!(
            "{why}; {opponent} chose {} in {title}{draws}.",
            colour_word(colour)
        );
        return Some(settled(
            due,
            opponent,
            colour,
            draw,
            SettledBy::OpponentsChoice,
            detail,
        ));
    }
    let colour = lots?;
    let detail =
        format!("{why} and {opponent} chose no colour; those of {title} were drawn by lot{draws}.");
    Some(settled(
        due,
        &due.better,
        colour,
        draw,
        SettledBy::Lots,
        detail,
    ))
}

fn settled(
    due: &DueGame,
    player: &EntrantId,
    colour: Colour,
    draw_winner: Option<EntrantId>,
    by: SettledBy,
    detail: String,
) -> SettledColours {
    let opponent = due.opponent(player);
    let (black, white) = match colour {
        Colour::Black => (player, opponent),
        Colour::White => (opponent, player),
    };
    SettledColours {
        black: black.clone(),
        white: white.clone(),
        draw_winner,
        by,
        detail,
    }
}

fn draw_words(due: &DueGame, winner: &EntrantId) -> String {
    if due.has_draw_win() {
        format!("; {winner} wins a draw")
    } else {
        String::new()
    }
}

fn colour_word(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}
