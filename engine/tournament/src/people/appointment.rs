//! What an official was given with his office: powers, and tables.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{OfficialRole, Power};
use crate::board_ref::BoardRef;
use crate::refusals::{OfficialsRefusal, Refusal, ensure};
use crate::rule_set::{RuleSet, TimeControl};

/// The tables that an official is bound to (WOC IV.2, AGA V.E.13). With none at all he is bound to none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AssignedTables {
    /// In every round.
    pub every_round: BTreeSet<u32>,
    /// In one round, in place of those.
    pub by_round: BTreeMap<u32, BTreeSet<u32>>,
}

impl AssignedTables {
    /// Whether no table is assigned in any round.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.every_round.is_empty() && self.by_round.is_empty()
    }

    /// The tables in a round.
    #[must_use]
    pub fn in_round(&self, round: u32) -> &BTreeSet<u32> {
        self.by_round.get(&round).unwrap_or(&self.every_round)
    }

    /// Whether acts at that table are within them.
    #[must_use]
    pub fn hold(&self, board: BoardRef) -> bool {
        self.is_empty() || self.in_round(board.round).contains(&board.table)
    }

    /// How many tables are assigned, each counted in every round that names it.
    pub(crate) fn count(&self) -> usize {
        let rounds = self.by_round.values();
        rounds.fold(self.every_round.len(), |sum, tables| {
            sum.saturating_add(tables.len())
        })
    }

    /// These tables from now on, in a round or, without one, in every round; none end the assignment.
    pub fn assign(&mut self, round: Option<u32>, tables: BTreeSet<u32>) {
        match round {
            None => self.every_round = tables,
            Some(round) if tables.is_empty() => {
                self.by_round.remove(&round);
            }
            Some(round) => {
                self.by_round.insert(round, tables);
            }
        }
    }
}

/// How far an office goes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// The powers that were given; `None`: those of the role.
    pub powers: Option<BTreeSet<Power>>,
    /// The tables that were assigned.
    pub tables: AssignedTables,
}

impl Limits {
    /// After an appointment to that role with those powers: the tables stay with who has a role of tables.
    pub fn appoint(&mut self, role: OfficialRole, powers: Option<&BTreeSet<Power>>) {
        self.powers = powers.cloned();
        if !role.is_of_tables() {
            self.tables = AssignedTables::default();
        }
    }

    /// Whether the powers given, if any were stated, have that one.
    #[must_use]
    pub fn allow(&self, power: Power) -> bool {
        self.powers
            .as_ref()
            .is_none_or(|given| given.contains(&power))
    }

    /// Whether an act that takes that power, at these boards, is within the powers and the tables.
    ///
    /// # Errors
    /// `power_not_given` and `not_your_table`.
    pub(crate) fn check(
        &self,
        power: Power,
        mut boards: impl Iterator<Item = BoardRef>,
    ) -> Result<(), Refusal> {
        ensure(
            self.allow(power),
            OfficialsRefusal::PowerNotGiven {
                power: power.name().to_owned(),
            },
        )?;
        match boards.find(|board| !self.tables.hold(*board)) {
            None => Ok(()),
            Some(BoardRef { round, table }) => {
                Err(OfficialsRefusal::NotYourTable { round, table }.into())
            }
        }
    }
}

/// An office as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appointment {
    /// What it is.
    pub role: OfficialRole,
    /// How far it goes.
    pub limits: Limits,
}

impl From<OfficialRole> for Appointment {
    /// With everything that the role has.
    fn from(role: OfficialRole) -> Self {
        Self {
            role,
            limits: Limits::default(),
        }
    }
}

impl Appointment {
    /// The office under these rules: with what their overtime gives a monitor whatever was said (AGA V.E.14), though the
    /// rules may have come after him.
    #[must_use]
    pub fn under(mut self, rules: &RuleSet) -> Self {
        if self.role == OfficialRole::Monitor
            && let Some(powers) = &mut self.limits.powers
        {
            let controls = rules.time_controls.by_field();
            powers.extend(controls.iter().flat_map(|(_, control)| implied(*control)));
        }
        self
    }

    /// The powers that it has under these rules, as they are shown. What only passes to it, because all who hold an
    /// office have an interest, is not among them.
    #[must_use]
    pub fn powers(&self, rules: &RuleSet) -> Vec<Power> {
        let limits = self.clone().under(rules).limits;
        Power::ALL
            .iter()
            .copied()
            .filter(|power| self.role.may_be_given(*power, rules) && limits.allow(*power))
            .collect()
    }
}

impl OfficialRole {
    /// Whether the role has a power, as far as no office of the rules keeps it for others.
    #[must_use]
    pub const fn has(self, power: Power) -> bool {
        match self {
            Self::HeadDirector => true,
            Self::Assistant => !matches!(power, Power::Officials | Power::Appeals),
            Self::TableJudge => matches!(
                power,
                Power::Pauses | Power::Calls | Power::Chat | Power::Transcripts
            ),
            Self::Monitor => matches!(
                power,
                Power::Pauses | Power::Calls | Power::OvertimeClaims | Power::TimeClaims
            ),
            Self::Organiser => matches!(power, Power::Appeals | Power::Chat),
            Self::HeadArbiter => matches!(power, Power::Appeals | Power::Penalties | Power::Chat),
        }
    }

    /// Whether an appointment to the role can give that power under these rules: to penalise, the roles that they name.
    #[must_use]
    pub fn may_be_given(self, power: Power, rules: &RuleSet) -> bool {
        let named = power != Power::Penalties || rules.penalties.imposed_by.contains(&self);
        self.has(power) && named
    }

    /// Whether tables can be assigned to it; directors act at all of them.
    #[must_use]
    pub const fn is_of_tables(self) -> bool {
        matches!(self, Self::TableJudge | Self::Monitor)
    }

    /// Whether somebody with this role does acts of that power at a table at all.
    #[must_use]
    pub fn has_at_tables(self, power: Power) -> bool {
        self.directs() || (self.is_of_tables() && self.has(power))
    }
}

/// What a monitor may do whatever is said, by the overtime that is played (AGA V.E.14.b.6 and c.4).
fn implied(control: TimeControl) -> &'static [Power] {
    match control {
        TimeControl::Byoyomi { .. } => &[Power::OvertimeClaims, Power::TimeClaims],
        TimeControl::Canadian { .. } => &[Power::Pauses, Power::Calls],
        TimeControl::SuddenDeath { .. }
        | TimeControl::Fischer { .. }
        | TimeControl::Bronstein { .. } => &[],
    }
}
