//! Rule sets as data: named, versioned values that compose format, time controls, scoring, tie-breaks,
//! pairing and default policies. A director may copy a preset and change any value.

mod changeable;
mod check;
mod comparison;
mod conduct;
mod deviation;
mod deviations;
mod formats;
mod origin;
mod policies;
mod presets;
mod reading_texts;
mod readings;
mod stored;
mod times;
mod timetable;
mod variant;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::finals::FinalsFormat;
use crate::lists::{Duty, PrizeRules, SeasonRules, TeamListRules};
use crate::pairing::{PairingModel, PairingRules};
use crate::people::{EntryRules, OfficeRules, PenaltyRules, TeamRules, TitledCategory};
use crate::refusals::{Refusal, RuleSetRefusal};
use crate::standings::{RankingRules, StandingsRules};
use crate::swiss::PairingLevel;

pub use changeable::changeable_fields;
pub(crate) use changeable::{Given, check_changes};
pub use check::{check_rule_set, check_time_control};
pub use comparison::{RuleSetDifference, compare_rule_sets};
pub use conduct::{AnnouncementKind, DirectorCall, LagCredit, Spectators};
pub use deviation::Deviation;
pub use deviations::deviations;
pub(crate) use deviations::time_deviation;
pub use formats::{FormatRow, StageFormat};
pub use origin::{RuleSetOrigin, RuleSetOrigins};
pub use policies::{AbsencePolicy, DefaultPolicy, ExtraRounds, PassPolicy, Scoring};
pub use readings::{Reading, readings};
pub use times::{TimeControl, TimeControls};
pub use timetable::{SessionShare, TimetableRules};
pub use variant::{BoardSize, Goal, HandicapRule, Opening, Variant};

/// The rules of one tournament.
///
/// A JSON value that leaves fields out takes them from the preset it is based on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct RuleSet {
    /// The director's name for it, or the preset's (`egp-2020`).
    pub name: String,
    /// The preset this value is or was copied from (`egp-2020`).
    pub based_on: String,
    /// Version of the preset's data.
    pub version: u32,
    /// Formats by number of entrants.
    pub formats: Vec<FormatRow>,
    /// Formats that the text allows as well; choosing one of them is no deviation. A rule set may leave some of the
    /// text's out; it adds none to them.
    pub other_formats: Vec<FormatRow>,
    /// Number of qualification rounds set by the director; `None`: as the formats say.
    pub rounds: Option<u32>,
    /// Time controls by stage.
    pub time_controls: TimeControls,
    /// The least main time, in ms; 0: none is set. A player's clock of less in one round is a deviation.
    pub shortest_main_ms: i64,
    /// What a flag's fall does.
    pub default_policy: DefaultPolicy,
    /// What becomes of a player who does not come.
    pub absence_policy: AbsencePolicy,
    /// How a forced pass is made.
    pub pass_policy: PassPolicy,
    /// While the opponent thinks a player may choose a move that is sent when his turn begins.
    #[serde(default)]
    pub premoves: bool,
    /// Credit for slow lines.
    pub lag_credit: LagCredit,
    /// What a player's call for the director does.
    pub director_call: DirectorCall,
    /// What spectators see of a game before it ends.
    pub spectators: Spectators,
    /// Spectators have a chat among themselves, which no player sees while playing.
    pub spectator_chat: bool,
    /// What they write there is shown before the game ends, to everybody who watches signed in.
    #[serde(default)]
    pub spectator_chat_shown: bool,
    /// How long the players have to confirm or dispute a result, in ms; silence confirms.
    pub confirm_within_ms: i64,
    /// The server stops a round's clocks by itself when many boards drop at once.
    pub freeze_on_mass_stall: bool,
    /// A sole director may do what their own interest forbids, where whom it touches has consented to that very act; whom
    /// they do not play they withdraw and expel without.
    pub single_official: bool,
    /// The games are played on real boards: no clock runs here, nobody is awaited, and officials enter the results. A
    /// round keeps what held when it was published.
    #[serde(default)]
    pub over_the_board: bool,
    /// The variant of the game.
    pub variant: Variant,
    /// Scores of byes and the constant of the tie-break.
    pub scoring: Scoring,
    /// The order of the list.
    pub ranking: RankingRules,
    /// How rounds are paired.
    pub pairing: PairingRules,
    /// Rounds after the published ones.
    pub extra_rounds: ExtraRounds,
    /// Who may enter.
    pub entry: EntryRules,
    /// How teams are made up.
    pub teams: TeamRules,
    /// How teams are ranked.
    pub team_list: TeamListRules,
    /// Penalties, protests and appeals.
    pub penalties: PenaltyRules,
    /// Whose office an act is, and officials who play.
    pub offices: OfficeRules,
    /// Notice before a round's start, in ms: the start where no other is given. A shorter one is a deviation where a
    /// text or the director's own rule set asks for it; the preset's own default asks for nothing.
    pub round_notice_ms: i64,
    /// The categories whose best has a title, beside the champion and the women's champion of the finals.
    #[serde(default)]
    pub category_titles: Vec<TitledCategory>,
    /// Days and sessions where the director sets no other timetable.
    pub timetable: TimetableRules,
    /// What is announced to everybody before round 1 is published.
    pub announced_before_round_one: Vec<AnnouncementKind>,
    /// The prizes, shared among tied places.
    pub prizes: PrizeRules,
    /// Points of a season and how they are added.
    pub season: SeasonRules,
    /// What organiser and director owe to others, to be ticked off.
    #[serde(default)]
    pub duties: Vec<Duty>,
    /// Source paragraph of each value by its field's path ("time_controls.final" -> "EGP IV.1"), and of
    /// acts ("withdrawal" -> "EGP II.6").
    pub sources: BTreeMap<String, String>,
}

impl RuleSet {
    /// The rules of the European Grand Prix, version 3.0 of January 2020.
    #[must_use]
    pub fn egp_2020() -> Self {
        presets::egp_2020()
    }

    /// The preset of that name.
    ///
    /// # Errors
    /// `unknown_rule_set` for a name without a preset.
    pub fn preset(name: &str) -> Result<Self, Refusal> {
        presets::preset(name).ok_or_else(|| {
            let shown: String = name.chars().take(64).collect();
            RuleSetRefusal::UnknownRuleSet {
                name: shown,
                known: Self::preset_names()
                    .into_iter()
                    .map(str::to_owned)
                    .collect(),
            }
            .into()
        })
    }

    /// The names of the presets.
    #[must_use]
    pub fn preset_names() -> Vec<&'static str> {
        presets::names()
    }

    /// What people call the preset of that name ("European Grand Prix 2020").
    #[must_use]
    pub fn preset_title(name: &str) -> Option<&'static str> {
        presets::find(name).map(|preset| preset.title)
    }

    /// The paragraph that sets a value or rules an act; where only the whole has one
    /// ("penalties" of "penalties.known"), that of the whole.
    #[must_use]
    pub fn source(&self, key: &str) -> Option<&str> {
        let mut key = key;
        loop {
            if let Some(source) = self.sources.get(key) {
                return Some(source);
            }
            (key, _) = key.rsplit_once('.')?;
        }
    }

    /// The row of the formats for that number of entrants.
    #[must_use]
    pub fn format(&self, entrants: u32) -> Option<&FormatRow> {
        self.formats.iter().find(|row| row.holds(entrants))
    }

    /// What follows the qualification of that number of entrants.
    #[must_use]
    pub fn finals(&self, entrants: u32) -> FinalsFormat {
        self.format(entrants)
            .map_or_else(FinalsFormat::none, |row| row.finals)
    }

    /// The other formats of its text that this rule set keeps.
    pub(crate) fn allowed_formats<'a>(
        &'a self,
        preset: &'a Self,
    ) -> impl Iterator<Item = &'a FormatRow> {
        let kept = |row: &&FormatRow| self.other_formats.contains(*row);
        preset.other_formats.iter().filter(kept)
    }

    /// The notice that has to be given before a round, in ms; 0 where the notice is only a preset's default, which no
    /// text asks for.
    #[must_use]
    pub fn binding_notice_ms(&self) -> i64 {
        // Before version 5 no preset had a notice that nobody asks for.
        let only_default = self.version >= 5
            && self.source("round_notice_ms").is_none()
            && Self::preset(&self.based_on)
                .is_ok_and(|preset| preset.round_notice_ms == self.round_notice_ms);
        if only_default {
            0
        } else {
            self.round_notice_ms
        }
    }

    /// How a qualification of that many entrants and rounds is ranked.
    #[must_use]
    pub fn standings_rules(&self, entrants: u32, rounds: u32) -> StandingsRules {
        StandingsRules {
            bye_half_points: self.scoring.bye_half_points,
            bye_discs: self.scoring.bye_discs,
            qualifiers: self.finals(entrants).qualifiers(),
            ..StandingsRules::on_board(
                self.ranking.clone(),
                self.scoring.brightwell_constant,
                (rounds, self.variant.squares()),
            )
        }
    }

    /// The levels of a Swiss pairing, first to last; none where penalties are added up instead.
    #[must_use]
    pub fn levels(&self, modified: bool) -> &[PairingLevel] {
        match &self.pairing.model {
            PairingModel::Levels {
                modified_levels, ..
            } if modified && !modified_levels.is_empty() => modified_levels,
            PairingModel::Levels { levels, .. } => levels,
            PairingModel::Papp(_) => &[],
        }
    }
}

impl Refusal {
    /// The same refusal with the paragraph that the rule set gives for it, where it has none yet.
    pub(crate) fn quoting(self, rules: Option<&RuleSet>) -> Self {
        let key = self.source();
        match rules.and_then(|rules| rules.source(key?)) {
            Some(rule) => self.under(Some(rule.to_owned())),
            None => self,
        }
    }
}
