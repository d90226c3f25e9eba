//! Choice of colour or draw-win (WOC IV.9, EGP IV.9): who may choose, until when, and what follows.

use outflank_othello::refusal::Milliseconds;
use serde::{Deserialize, Serialize};

use super::match_id::ColourRight;
use super::series::DueGame;
use crate::ids::EntrantId;
use crate::refusals::{FinalsRefusal, Refusal};
use crate::table::Colour;

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

    /// The player who may choose after those choices: first who has the right, then the opponent who was
    /// let choose; `None` once the colours are settled.
    #[must_use]
    pub fn next_chooser(&self, made: &[MadeChoice]) -> Option<&EntrantId> {
        let chooser = self.chooser()?;
        match made.last() {
            None => Some(chooser),
            Some(last) if last.choice == Choice::OpponentPicksColour => {
                Some(self.opponent(chooser))
            }
            Some(_) => None,
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
    match refused(due, made, wanted, time) {
        None => Ok(()),
        Some(refused) => Err(Refusal::from(refused).under(rule.map(str::to_owned))),
    }
}

fn refused(
    due: &DueGame,
    made: &[MadeChoice],
    wanted: &MadeChoice,
    time: ChoiceTime,
) -> Option<FinalsRefusal> {
    let title = title(due);
    let player = wanted.player.clone();
    match due.chooser() {
        None => Some(FinalsRefusal::NobodyChooses { title }),
        Some(_) if player != due.better && player != due.worse => {
            Some(FinalsRefusal::DoesNotPlay {
                player_id: player,
                title,
            })
        }
        Some(_) if made.iter().any(|one| one.player == player) => {
            Some(FinalsRefusal::ChoiceAlreadyMade {
                player_id: player,
                title,
            })
        }
        Some(chooser) if player == *chooser => first_choice(due, title, wanted, time),
        Some(chooser) => opponents_choice(title, chooser, made, wanted, time),
    }
}

impl ChoiceTime {
    /// The last moment for the player with the right.
    fn deadline_ms(self) -> Option<i64> {
        self.start_ms
            .map(|start_ms| last_choice_ms(start_ms, self.notice_ms))
    }
}

/// The last moment for the player with the right to choose the colours of a game that starts then, in ms since 1970.
pub(crate) fn last_choice_ms(start_ms: i64, notice_ms: i64) -> i64 {
    start_ms.saturating_sub(notice_ms.max(0))
}

/// Why the player with the right may not choose so, if he may not.
fn first_choice(
    due: &DueGame,
    title: String,
    wanted: &MadeChoice,
    time: ChoiceTime,
) -> Option<FinalsRefusal> {
    if wanted.choice == Choice::OpponentPicksColour && !due.has_draw_win() {
        return Some(FinalsRefusal::NoDrawWin { title });
    }
    let late = time
        .deadline_ms()
        .is_some_and(|deadline| time.now_ms > deadline);
    late.then(|| FinalsRefusal::ChoiceTooLate {
        title,
        notice_ms: Milliseconds(time.notice_ms.max(0)),
    })
}

/// Why the opponent may not choose so, if he may not.
fn opponents_choice(
    title: String,
    chooser: &EntrantId,
    made: &[MadeChoice],
    wanted: &MadeChoice,
    time: ChoiceTime,
) -> Option<FinalsRefusal> {
    let player = chooser.clone();
    if wanted.choice == Choice::OpponentPicksColour {
        return Some(FinalsRefusal::NotPassedOn {
            player_id: player,
            title,
        });
    }
    let still_first = time
        .deadline_ms()
        .is_none_or(|deadline| time.now_ms <= deadline);
    match made.iter().find(|one| one.player == *chooser) {
        Some(first) if first.choice != Choice::OpponentPicksColour => {
            Some(FinalsRefusal::OpponentChose {
                player_id: player,
                title,
            })
        }
        None if still_first => Some(FinalsRefusal::ChoiceTooEarly {
            player_id: player,
            title,
        }),
        _ if time.start_ms.is_some_and(|start| time.now_ms >= start) => {
            Some(FinalsRefusal::ChoiceStarted { title })
        }
        _ => None,
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
    let title = title(due);
    if let ColourRight::Reversed { black } = &due.right {
        let detail = format!("{black} has black in {title}, reversed from the game before.");
        return Some(settled(
            due,
            black,
            Colour::Black,
            SettledBy::Reversal,
            detail,
        ));
    }
    let Some(chooser) = due.chooser() else {
        let detail = format!("The colours of {title} were drawn by lot.");
        return Some(settled(due, &due.better, lots?, SettledBy::Lots, detail));
    };
    let opponent = due.opponent(chooser);
    if let Some(colour) = colour_chosen(made, chooser) {
        let word = colour_word(colour);
        let draws = draw_words(due, opponent);
        let detail = format!("{chooser} chose {word} in {title}{draws}.");
        let settled = settled(due, chooser, colour, SettledBy::Choice, detail);
        return Some(settled.with_draws_to(due, opponent));
    }
    let why = if made.iter().any(|one| one.player == *chooser) {
        format!("{chooser} left the colours to {opponent}")
    } else {
        format!("{chooser} made no choice in time")
    };
    let draws = draw_words(due, chooser);
    let settled = match colour_chosen(made, opponent) {
        Some(colour) => {
            let word = colour_word(colour);
            let detail = format!("{why}; {opponent} chose {word} in {title}{draws}.");
            settled(due, opponent, colour, SettledBy::OpponentsChoice, detail)
        }
        None => {
            let detail = format!(
                "{why} and {opponent} chose no colour; those of {title} were drawn by lot{draws}."
            );
            settled(due, &due.better, lots?, SettledBy::Lots, detail)
        }
    };
    Some(settled.with_draws_to(due, chooser))
}

fn colour_chosen(made: &[MadeChoice], player: &EntrantId) -> Option<Colour> {
    let one = made.iter().find(|one| one.player == *player)?;
    match one.choice {
        Choice::Black => Some(Colour::Black),
        Choice::White => Some(Colour::White),
        Choice::OpponentPicksColour => None,
    }
}

fn title(due: &DueGame) -> String {
    format!("game {} of the {}", due.game, due.match_id.title())
}

fn settled(
    due: &DueGame,
    player: &EntrantId,
    colour: Colour,
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
        draw_winner: None,
        by,
        detail,
    }
}

impl SettledColours {
    fn with_draws_to(self, due: &DueGame, player: &EntrantId) -> Self {
        Self {
            draw_winner: due.has_draw_win().then(|| player.clone()),
            ..self
        }
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
