//! National teams.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum TeamsRefusal {
        NoTeams = "no_teams":
            "The rules know no national teams; an entrant's country is only information here.";
        NationExists { country: String } = "nation_exists":
            "Nation {country:?} is entered already.";
        HostExists = "host_exists":
            "Another nation is the host; one nation holds the event.";
        TooManyNations { most: usize } = "too_many_nations":
            "A tournament takes {most} nations at most.";
        NationHasPlayers { country: String } = "nation_has_players":
            "Players of {country:?} are on the list; take them off first.";
        LateChangePermitted { country: String } = "late_change_permitted":
            "{country:?} may change its team already.";
        PermittedByTheDirector = "may_not_rule" under "teams.permission_needed_days":
            "A late change of a team is permitted by the head tournament director.";
        ApplicationMissing = "application_missing" under "teams.application_days":
            "A nation that is no member of the federation applies first; say on which day it did.";
        ApplicationOfMember = "bad_application":
            "Only a nation that is no member of the federation applies.";
        BadApplication = "bad_application":
            "An application and the decision about it have days, written YYYY-MM-DD: first the application, then the \
             decision, then the event.";
        ApplicationTooLate { days: u32 } = "application_too_late" under "teams.application_days":
            "A nation that is no member applies {days} days before the event at the latest to be admitted.";
        NoApplication = "bad_application":
            "No nation that is no member of the federation is entered.";
        DecisionUnchanged { country: String } = "decision_unchanged":
            "That is decided about {country:?} already.";
        NationNotAdmitted { country: String } = "nation_not_admitted" under "teams.application_days":
            "{country:?} is no member of the federation, and its council has not admitted it.";
        NoAdditionalPlayer = "no_teams":
            "The rules know no national teams, and no additional player of a host.";
        TeamFull { country: String, most: u32 } = "team_full":
            "{country:?} can send {most} players and has entered them.";
        TeamOfOneGender { most: u32 } = "team_of_one_gender" under "teams.most_of_one_gender":
            "No more than {most} players of a team may be of the same gender.";
        PermissionNeeded { days: u32, country: String } = "permission_needed" under "teams.permission_needed_days":
            "Less than {days} days before the event the team of {country:?} changes only with the director's \
             express permission.";
        AdditionalPlayerMakesOdd = "additional_player_refused" under "teams.host_additional_player":
            "With the host's additional player the number of players is odd; take him off the list.";
        NationNotEntered { country: String } = "nation_not_entered":
            "Nation {country:?} is not entered; enter it before its players.";
        NoAdditionalOfHost = "additional_player_refused" under "teams.host_additional_player":
            "The rules give the host no additional player.";
        AdditionalOfHostOnly = "additional_player_refused" under "teams.host_additional_player":
            "Only the host may enter an additional player.";
        AdditionalPlayerEntered = "additional_player_refused" under "teams.host_additional_player":
            "The host's additional player is entered already.";
        AdditionalAgainstOddOnly = "additional_player_refused" under "teams.host_additional_player":
            "The host may enter an additional player only against an odd number of players.";
        NoNationEntered = "nation_not_entered":
            "No nation is entered.";
    }
}
