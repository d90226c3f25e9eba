//! What a state of the finals is derived from.

use std::collections::{BTreeMap, BTreeSet};

use super::format::FinalsFormat;
use super::match_id::{FinalsStage, MatchGame};
use crate::half_points::HalfPoints;
use crate::ids::EntrantId;
use crate::table::Fall;

/// Everything that the finals depend on.
#[derive(Debug, Clone, Copy)]
pub struct FinalsInput<'a> {
    /// What is played after the qualification.
    pub format: &'a FinalsFormat,
    /// Source paragraphs by field of the rule set ("finals.third_place" -> "WOC III.3").
    pub sources: &'a BTreeMap<String, String>,
    /// The provisional list in strict order, withdrawn players in their places.
    pub list: &'a [FinalsPlayer],
    /// The same list as the results stand now, in strict order, with its points: corrections after the first game of
    /// the finals change nobody's match, but the order behind the matches. Empty: the list itself.
    pub corrected: &'a [(EntrantId, HalfPoints)],
    /// What rulings since then do to places.
    pub falls: &'a [(EntrantId, Fall)],
    /// Players outside the finals with equal points share a rank (WOC II.3.3 c, EGP II.3).
    pub equal_points_share_rank: bool,
    /// The published games of matches.
    pub games: &'a [MatchGame],
    /// The rounds beside the semi-finals.
    pub side_swiss: SideSwissState<'a>,
    /// Pairs of tied players who agreed to play for the better place (AGA).
    pub agreed_playoffs: &'a [(EntrantId, EntrantId)],
}

/// One player of the provisional list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalsPlayer {
    /// The entrant.
    pub entrant: EntrantId,
    /// Points of the qualification.
    pub half_points: HalfPoints,
    /// Plays for the women's title.
    pub woman: bool,
    /// The stages of the finals that had been published when he withdrew; `None`: still in.
    pub withdrawn: Option<Vec<FinalsStage>>,
}

/// How far the Swiss rounds beside the semi-finals are.
#[derive(Debug, Clone, Copy, Default)]
pub struct SideSwissState<'a> {
    /// Side rounds published.
    pub published: u32,
    /// Side rounds of which all games are finished.
    pub finished: u32,
    /// The list after the side rounds in strict order, with total points; only the order among those
    /// who did not qualify counts. Empty before they are played.
    pub list: &'a [(EntrantId, HalfPoints)],
}

impl FinalsStage {
    /// Whether this stage comes no earlier than the other, in the same line of stages.
    fn not_before(self, other: Self) -> bool {
        let line = |stage: Self| match stage {
            Self::Playoffs => (0, 0),
            Self::SemiFinals => (0, 1),
            Self::Finals => (0, 2),
            Self::WomensPlayoffs => (1, 0),
            Self::WomensFinal => (1, 1),
            Self::TiePlayoffs => (2, 0),
        };
        let (own, at) = line(self);
        let (others, since) = line(other);
        own == others && at >= since
    }
}

/// The players by their order in the provisional list: a smaller index is a better rank.
pub(super) struct Bracket<'a> {
    pub(super) input: &'a FinalsInput<'a>,
    pub(super) players: Vec<&'a FinalsPlayer>,
}

impl<'a> Bracket<'a> {
    /// Takes each entrant once, at his first place in the list.
    pub(super) fn new(input: &'a FinalsInput<'a>) -> Self {
        let mut seen = BTreeSet::new();
        let players = input
            .list
            .iter()
            .filter(|player| seen.insert(&player.entrant))
            .collect();
        Self { input, players }
    }

    pub(super) fn id(&self, player: usize) -> EntrantId {
        self.players
            .get(player)
            .map_or_else(|| EntrantId(String::new()), |found| found.entrant.clone())
    }

    pub(super) fn index(&self, entrant: &EntrantId) -> Option<usize> {
        self.players
            .iter()
            .position(|player| player.entrant == *entrant)
    }

    pub(super) fn half_points(&self, player: usize) -> HalfPoints {
        self.players
            .get(player)
            .map_or(HalfPoints::ZERO, |found| found.half_points)
    }

    /// Points as the results stand now.
    pub(super) fn corrected_half_points(&self, player: usize) -> HalfPoints {
        let id = self.id(player);
        let corrected = self.input.corrected.iter();
        corrected
            .filter(|(entrant, _)| *entrant == id)
            .map(|(_, half_points)| *half_points)
            .next()
            .unwrap_or_else(|| self.half_points(player))
    }

    pub(super) fn withdrew(&self, player: usize) -> bool {
        self.players
            .get(player)
            .is_some_and(|found| found.withdrawn.is_some())
    }

    /// Whether the player was still in when that stage was published (or is still in now, before it is).
    pub(super) fn is_in(&self, player: usize, stage: FinalsStage) -> bool {
        self.players.get(player).is_some_and(|found| {
            found
                .withdrawn
                .as_ref()
                .is_none_or(|published| published.iter().any(|earlier| earlier.not_before(stage)))
        })
    }

    /// The players still in at that stage, in list order.
    pub(super) fn still_in(&self, stage: FinalsStage) -> Vec<usize> {
        (0..self.players.len())
            .filter(|&player| self.is_in(player, stage))
            .collect()
    }

    pub(super) fn is_woman(&self, player: usize) -> bool {
        self.players.get(player).is_some_and(|found| found.woman)
    }

    /// The paragraph of the first of these fields that has one.
    pub(super) fn rule(&self, fields: &[&str]) -> Option<String> {
        fields
            .iter()
            .find_map(|&field| self.input.sources.get(field).cloned())
    }
}
