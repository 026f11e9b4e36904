"""What is kept: people and their seats, studies, sheets with their journals, releases, and the audit."""

from cliometer.workbench.models.journal import Entry, Sheet, Stretch
from cliometer.workbench.models.people import Invitation, StartLink, Throttle, Token
from cliometer.workbench.models.releases import Audit, CrowdBatch, Release
from cliometer.workbench.models.studies import Member, Study, StudyTopic

__all__ = [
    "Audit",
    "CrowdBatch",
    "Entry",
    "Invitation",
    "Member",
    "Release",
    "Sheet",
    "StartLink",
    "Stretch",
    "Study",
    "StudyTopic",
    "Throttle",
    "Token",
]
