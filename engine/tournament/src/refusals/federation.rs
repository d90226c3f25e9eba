//! Federations and their officers.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum FederationRefusal {
        FederationKnown { code: String } = "federation_known":
            "Federation {code} is known already.";
        UnknownFederation { code: String } = "unknown_federation":
            "No federation {code} is known here; an administrator makes it known.";
        BadCode { code: String } = "bad_federation":
            "A federation's code is its nation's, ISO 3166 alpha-3, or 3 to 8 capital letters of its own; {code:?} is none.";
        BadMember { code: String } = "bad_federation":
            "{code:?} is no nation's code: the members of a confederation are nations, ISO 3166 alpha-3, each named once.";
        TooManyMembers { most: usize } = "bad_federation":
            "A confederation has at most {most} members.";
        OfficerAlready = "officer_already":
            "This account is a rating officer of the federation already.";
        NoOfficer = "no_officer":
            "This account is no rating officer of the federation.";
        TooManyOfficers { most: usize } = "too_many_officers":
            "A federation has at most {most} rating officers.";
        DirectorAlready = "director_already":
            "The federation lets this account direct rated events already.";
        NoDirector = "no_director":
            "The federation has not approved this account as a director.";
        TooManyDirectors { most: usize } = "too_many_directors":
            "A federation approves at most {most} directors.";
        Oneself = "oneself":
            "A rating officer does not approve himself as a director: another officer does.";
    }
}
