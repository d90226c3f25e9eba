use outflank_tournament::{
    Command, EntrantId, ManualPair, ManualPairing, ResultRecord, RoundConstraints, Variant,
};

/// One thing to do so that the event stands where PAPP left it. Each rests on those before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExchangeStep {
    /// Enter a result that PAPP has and this event has not.
    Result {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// Who has black.
        black: EntrantId,
        /// Who has white.
        white: EntrantId,
        /// Black's discs of 64.
        black_discs: u32,
    },
    /// Close a round that is over in PAPP.
    Finish {
        /// Round, from 1.
        round: u32,
    },
    /// Open a round's check-in for who plays in PAPP, and close it.
    CheckIn {
        /// Round, from 1.
        round: u32,
        /// It is to be opened first.
        opens: bool,
        /// Who is still to check in.
        entrants: Vec<EntrantId>,
    },
    /// Somebody whose absence was announced plays in PAPP.
    Return {
        /// The entrant.
        entrant: EntrantId,
        /// The round, from 1.
        round: u32,
    },
    /// Announce who plays no part in rounds of PAPP.
    Absence {
        /// The entrant.
        entrant: EntrantId,
        /// The rounds, from 1.
        rounds: Vec<u32>,
    },
    /// Publish a round as PAPP paired it.
    Publish {
        /// Round, from 1.
        round: u32,
        /// Who plays whom by table, black first.
        pairs: Vec<(EntrantId, EntrantId)>,
        /// Who has the bye.
        bye: Option<EntrantId>,
    },
    /// Somebody has left in PAPP.
    Withdrawal {
        /// The entrant.
        entrant: EntrantId,
        /// The first round without him, from 1.
        from_round: u32,
    },
}

impl ExchangeStep {
    /// The round that it is about, from 1.
    #[must_use]
    pub fn round(&self) -> u32 {
        match self {
            Self::Result { round, .. }
            | Self::Finish { round }
            | Self::CheckIn { round, .. }
            | Self::Return { round, .. }
            | Self::Publish { round, .. } => *round,
            Self::Absence { rounds, .. } => rounds.first().copied().unwrap_or_default(),
            Self::Withdrawal { from_round, .. } => *from_round,
        }
    }

    /// What is asked of the tournament for it, in this order. A round is published without a seed: whoever asks has it.
    #[must_use]
    pub fn commands(&self, variant: &Variant, accept_deviations: bool) -> Vec<Command> {
        match self {
            Self::Result {
                round,
                table,
                black_discs,
                ..
            } => vec![Command::RecordResult {
                round: *round,
                table: *table,
                result: ResultRecord::ruled(*black_discs, variant),
            }],
            Self::Finish { round } => vec![Command::FinishRound { round: *round }],
            Self::CheckIn {
                round,
                opens,
                entrants,
            } => {
                let open = opens.then_some(Command::OpenCheckIn { round: *round });
                let check_in = |entrant: &EntrantId| Command::CheckIn {
                    entrant: entrant.clone(),
                };
                let close = Command::CloseCheckIn { round: *round };
                let commands = open.into_iter().chain(entrants.iter().map(check_in));
                commands.chain([close]).collect()
            }
            Self::Return { entrant, .. } => vec![Command::EndAbsence {
                entrant: entrant.clone(),
            }],
            Self::Absence { entrant, rounds } => vec![Command::AnnounceAbsence {
                entrant: entrant.clone(),
                rounds: rounds.clone(),
            }],
            Self::Publish { pairs, bye, .. } => {
                vec![published(pairs, bye.as_ref(), accept_deviations)]
            }
            Self::Withdrawal { entrant, .. } => vec![Command::WithdrawEntrant {
                entrant: entrant.clone(),
            }],
        }
    }
}

fn published(
    pairs: &[(EntrantId, EntrantId)],
    bye: Option<&EntrantId>,
    accept_deviations: bool,
) -> Command {
    let pair = |(black, white): &(EntrantId, EntrantId)| ManualPair {
        black: black.clone(),
        white: white.clone(),
    };
    Command::PublishRound {
        starts_at_ms: 0,
        seed: None,
        accept_deviations,
        // It was played whenever it was played.
        into_break: true,
        manual: Some(ManualPairing {
            pairs: pairs.iter().map(pair).collect(),
            byes: bye.into_iter().cloned().collect(),
        }),
        constraints: RoundConstraints::default(),
        clocks: Vec::new(),
        handicaps: Vec::new(),
    }
}
