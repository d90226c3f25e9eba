//! What an official may be let to do: one closed list.

use serde::{Deserialize, Serialize};

macro_rules! powers {
    ($($power:ident = $name:literal: $meaning:literal),+ $(,)?) => {
        /// A power of an official. Which acts it takes stands with the acts: [`Deed::power`](crate::Deed::power).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Power {
            $(#[doc = $meaning] $power,)+
        }

        impl Power {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$power),+];

            /// Its name in snake case.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$power => $name,)+
                }
            }

            /// The one of that name.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|power| power.name() == name)
            }
        }
    };
}

powers! {
    Officials = "officials": "Names officials and says what they may do.",
    Rules = "rules": "Puts rules in force.",
    Entry = "entry": "Keeps the list of entrants: entry, nations, invitations, seats, corrections, withdrawals.",
    CheckIn = "check_in": "Keeps who is there: check-in, absences, computer programs.",
    Pairing = "pairing": "Sets the timetable, publishes, takes back and finishes rounds, draws lots, announces finals.",
    Results = "results": "Enters and corrects results and settles what is disputed of them.",
    Confirmation = "confirmation": "Confirms the event or ends it early, and amends its ranking.",
    Penalties = "penalties": "Penalises and decides protests (WOC V.1, EGP V.1).",
    Rulings = "rulings": "Rules otherwise: special needs, protests filed for a player.",
    Appeals = "appeals": "Reviews penalties, appoints committees and decides appeals.",
    Clocks = "clocks": "Changes what clocks show.",
    Pauses = "pauses": "Stops clocks and starts them again (WOC IV.2, AGA V.E.12 and 13.a).",
    Games = "games": "Adjourns games, takes moves back, reopens and annuls games.",
    Transcripts = "transcripts": "Transcribes games (WOC I.3, IV.2).",
    Calls = "calls": "Answers players' calls and spectators' reports.",
    Chat = "chat": "Keeps order in the chat.",
    Announcements = "announcements": "Announces (AGA V.E.2, MSO 3.2) and writes what the event says of itself.",
    Tables = "tables": "Assigns tables to table judges and monitors (WOC IV.2).",
    Duties = "duties": "Ticks duties off.",
    OvertimeClaims = "overtime_claims": "Claims that a player has missed an overtime control (AGA V.E.13.b).",
    TimeClaims = "time_claims": "Claims that a player has missed a basic time control (AGA V.E.13.c).",
}
