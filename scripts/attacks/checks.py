"""What Schemathesis does not know by itself: loaded by it, not by the attack."""

import schemathesis
from schemathesis.core.failures import Failure

# What no schema can say, by the code that it is refused with, and why.
UNSAYABLE = {
    "bad_appeal": "one of two members, and not both",
    "bad_contest_start": "a time to come that is not far away",
    "bad_date": "a day that the calendar has",
    "bad_leg": "a leg and its series together",
    "bad_offender": "one of two members, and not both",
    "bad_papp_files": "what the files hold, and how they are packed",
    "bad_push_subscription": "a point of a curve, and an address outside",
    "bad_rounds": "rounds of this event that are not paired yet",
    "bad_rules_choice": "one of four members, and no other",
    "bad_rule_set": "what the engine reads of a rule set",
    "bad_season": "nothing twice",
    "bad_series": "a series and its leg together",
    "common_password": "one that is not guessed early",
    "invalid_expiry": "a time to come",
    "invalid_login": "letters and digits of every language",
    "invalid_page_token": "what an answer of the same list gave",
    "malformed_moves": "a transcript, as people write one",
    "no_ruling_appealed": "what the appeal is against",
    "nobody_absent": "one of two members at least",
    "not_for_a_round": "few of the acts at a table",
    "nothing_declared": "what the rules of the event ask for",
    "nothing_in_question": "what the named act can be about",
    "start_in_the_past": "a time to come",
    "start_too_late": "a time that is not far away",
    "unknown_act": "a name that the table of acts has",
    "unknown_category": "a nation has a country beside it",
    "unknown_rule_set": "a name that the server has a rule set of",
    "websocket_only": "what a client says that speaks WebSocket",
}
# Of codes that schemas can mostly say something of, what none can say, by words of the sentence.
UNSAYABLE_OF = {
    "bad_account_id": ("A committee with members has a chair",),
    "bad_announcement": (
        "A correction is of the kind",
        "A round and a table are named",
        # What is no correction has both.
        "An announcement is",
    ),
    "bad_archive_query": ("a line of legal moves", "opponent says against whom", "opening is the name of one"),
    "bad_contest_rules": ("either an arena or a ladder", "a loss at most as many as a draw"),
    "bad_name": ("has no Latin form", "has a letter at least"),
    "bad_timetable": ("a round, or a game of a stage of the finals",),
    # To JSON Schema 1.0 is 1; Schemathesis does not read dependentSchemas.
    "invalid_body": ("a number with a fraction", "only one of them can be"),
    "malformed_act": ("a seat or an account",),
}


class RefusedUnsaid(Failure):
    code = "ST202"

    def __init__(self, operation: str, code: str, detail: str):
        super().__init__(operation=operation, title=f"Refused for what the document does not say: {code}", message=detail)


@schemathesis.check
def says_what_is_refused(ctx, response, case):
    """A request that is valid by the document is not refused as malformed: state and rights are another matter."""
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or response.status_code != 400:
        return
    problem = response.json()
    code, detail = problem["code"], problem["detail"]
    if code in UNSAYABLE or any(words in detail for words in UNSAYABLE_OF.get(code, ())):
        return
    raise RefusedUnsaid(case.operation.label, code, detail)
