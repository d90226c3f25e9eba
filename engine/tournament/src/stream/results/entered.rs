//! A result as an official enters it: how it came about, and a score where the text does not fix one.

use crate::refusals::{Refusal, ResultsRefusal, ensure};
use crate::result_kind::ResultKind;
use crate::rule_set::Variant;
use crate::stream::{Absence, ResultRecord};
use crate::table::Colour;

/// Who lost by something else than the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostBy {
    /// Black.
    Black,
    /// White.
    White,
    /// Both.
    Both,
}

/// A result as an official enters it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnteredResult {
    /// How it came about; a forfeit that both lost is a double one.
    pub kind: ResultKind,
    /// Black's discs, white has the rest of the board's squares; `None` where the text fixes the score.
    pub black_discs: Option<u32>,
    /// Who resigned, forfeits, did not appear, withdrew or was put out; `None` where the score says who lost.
    pub lost_by: Option<LostBy>,
}

impl EnteredResult {
    /// The result on record under rules with that variant.
    ///
    /// # Errors
    /// `score_fixed`, `score_missing`, `loser_not_named`, `loser_from_score`.
    pub fn record(&self, variant: &Variant) -> Result<ResultRecord, Refusal> {
        match self.kind {
            ResultKind::Played
            | ResultKind::TimeDefault
            | ResultKind::Ruling
            | ResultKind::Adjudicated => self.scored(variant),
            ResultKind::Resigned
            | ResultKind::Forfeit
            | ResultKind::DoubleForfeit
            | ResultKind::NoShow
            | ResultKind::Walkover => self.fixed(variant),
        }
    }

    fn scored(&self, variant: &Variant) -> Result<ResultRecord, Refusal> {
        let kind = self.kind.name();
        ensure(
            self.lost_by.is_none(),
            ResultsRefusal::LoserFromScore { kind },
        )?;
        let discs = self.black_discs;
        let black_discs = discs.ok_or(ResultsRefusal::ScoreMissing { kind })?;
        Ok(ResultRecord {
            kind: self.kind,
            ..ResultRecord::ruled(black_discs, variant)
        })
    }

    fn fixed(&self, variant: &Variant) -> Result<ResultRecord, Refusal> {
        let kind = self.kind.name();
        ensure(
            self.black_discs.is_none(),
            ResultsRefusal::ScoreFixed { kind },
        )?;
        let one_alone = |lost: &LostBy| match self.kind {
            ResultKind::Resigned => *lost != LostBy::Both,
            ResultKind::DoubleForfeit => *lost == LostBy::Both,
            _ => true,
        };
        let lost_by = self.lost_by.filter(one_alone);
        let lost_by = lost_by.ok_or(ResultsRefusal::LoserNotNamed { kind })?;
        Ok(ResultRecord::lost(lost_by, self.kind, variant))
    }
}

impl ResultRecord {
    /// What the text gives where somebody lost by something else than the score: the whole board speaks for the other; for
    /// nobody, where both lost (WOC IV.8, V.2; rulebook of absences).
    #[must_use]
    pub fn lost(by: LostBy, kind: ResultKind, variant: &Variant) -> Self {
        let absent = match (kind.somebody_absent(), by) {
            (false, _) => Absence::Nobody,
            (true, LostBy::Black) => Absence::Black,
            (true, LostBy::White) => Absence::White,
            (true, LostBy::Both) => Absence::Both,
        };
        let (kind, scored) = match by {
            LostBy::Black => (
                kind,
                Self::speaking_for(Colour::White, variant.squares(), variant),
            ),
            LostBy::White => (
                kind,
                Self::speaking_for(Colour::Black, variant.squares(), variant),
            ),
            LostBy::Both => {
                let kind = match kind {
                    ResultKind::Forfeit => ResultKind::DoubleForfeit,
                    kind => kind,
                };
                (
                    kind,
                    Self {
                        black_discs: 0,
                        white_discs: 0,
                        winner: None,
                        ..Self::ruled(0, variant)
                    },
                )
            }
        };
        Self {
            kind,
            absent,
            ..scored
        }
    }

    /// A score that an official sets: that many discs of the board's squares speak for the colour.
    #[must_use]
    pub fn speaking_for(colour: Colour, discs: u32, variant: &Variant) -> Self {
        let (black_discs, _) = variant.discs_for(colour, discs);
        Self::ruled(black_discs, variant)
    }
}
