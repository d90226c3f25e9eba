"""What is caused, what follows, and what the runbook has done about it."""

from dataclasses import dataclass
from typing import Callable

from alerts.deployment import Server

# The sample event's: its bots play to the end of the drill.
PACE = "4"


@dataclass
class Incident:
    """An alert, how it is caused, and the act of its page of the runbook."""

    alert: str
    # The process that it is about, none where it is about several.
    instance: str | None
    cause: str
    # None where it is so from the start.
    causes: Callable[[], None] | None
    act: str
    acts: Callable[[], None]
    # What the alert's page says is seen meanwhile; whatever it answers is told where it is not so.
    looks: Callable[[], str | None] | None = None

    @classmethod
    def impossible(cls, alert: str, why: str) -> "Incident":
        return cls(alert, None, f"not caused: {why}", None, "", None)


class Lane:
    """A deployment whose incidents come one after the other."""

    servers: list[Server]
    # What is done when an incident is over.
    later: Callable[[], None] | None = None

    def settles(self) -> None:
        """Waits until it is as it was before an incident."""

    def incidents(self) -> list[Incident]:
        raise NotImplementedError

    def end(self) -> None:
        raise NotImplementedError
