use outflank_tournament::{PairingModel, PappPenalties, RuleSet, StandingsRules};

use crate::constant::ToldConstant;
use crate::papp::config::ByeScore;
use crate::papp::countries::{COUNTRIES, country};

/// Discs of a board.
const DISCS: u32 = 64;

/// How PAPP is to be set up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FolderSettings {
    /// Rounds that are planned.
    pub rounds: u32,
    /// C of the Brightwell Quotient.
    pub constant: Option<ToldConstant>,
    /// What the bye scores.
    pub bye: Option<ByeScore>,
    /// The country of the event, a code.
    pub country: Option<String>,
    /// The penalties of the pairing; none for PAPP's own.
    pub penalties: Option<PappPenalties>,
}

impl FolderSettings {
    /// What a rule set says of it, with the rules of its list; the country is a code or a name.
    #[must_use]
    pub fn of_rules(
        rule_set: &RuleSet,
        list: &StandingsRules,
        rounds: u32,
        told_country: Option<&str>,
    ) -> Self {
        let own_bye = list.bye_discs.min(DISCS);
        Self {
            rounds,
            constant: ToldConstant::of_whole(list.brightwell_constant),
            bye: ByeScore::new(DISCS.saturating_sub(own_bye), DISCS),
            country: told_country.and_then(country_code),
            penalties: penalties(rule_set),
        }
    }
}

/// The code of a country that is given by its code or its name.
fn country_code(told: &str) -> Option<String> {
    let named = || {
        COUNTRIES
            .iter()
            .find(|country| country.name.eq_ignore_ascii_case(told))
    };
    let country = country(&told.to_ascii_uppercase()).or_else(named)?;
    Some(country.code.to_owned())
}

/// The penalties of the rule set, if they are others than PAPP has by itself.
fn penalties(rule_set: &RuleSet) -> Option<PappPenalties> {
    let PairingModel::Papp(penalties) = &rule_set.pairing.model else {
        return None;
    };
    (*penalties != PappPenalties::default()).then(|| penalties.clone())
}
