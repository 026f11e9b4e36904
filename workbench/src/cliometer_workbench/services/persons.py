"""The people of a study: what they answer before they work, and the codes under which releases name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet

from cliometer.errors import InputError, Refused
from cliometer.io.sheets import csv_text
from cliometer_workbench.kinds.study_kind import NOBODY
from cliometer_workbench.models import Admission, Entry, JudgeCode, Member, Study, journal_name, unfinished_sheets
from cliometer_workbench.services.admission import GATES, WORKING, latest_answers, next_part
from cliometer_workbench.services.sheet_lifecycle import lock_study, withdraw
from cliometer_workbench.services.storage import record
from cliometer_workbench.services.study_documents import current, questionnaire
from cliometer_workbench.study.persons import new_codes


def answer_consent(study: Study, user: User, agreed: bool, version: int) -> Admission:
    """Keep that a person agrees or declines; agreement to a version that is no longer in force is refused."""
    if agreed and version != study.versions.get("consent"):
        raise Refused("consent-changed")
    return _keep(study, user, "consent", agreed, {}, version)


def answer_questions(study: Study, user: User, part: str, given: Mapping[str, Sequence[str]]) -> dict[str, InputError]:
    """Keep the answers to the questions or the quiz; where some are wrong, keep nothing and return why, by question."""
    version = current(study, part)
    if version is None:
        raise Refused("questions-none")
    asked = questionnaire(version.document)
    answers, problems = asked.read(given)
    if problems:
        return problems
    if part == "questions":
        excluded = asked.excluded_by(answers)
        _keep(study, user, part, not excluded, {"answers": answers, "excluded_by": list(excluded)}, version.number)
        return {}
    grade = asked.grade(answers)
    details = {"answers": answers, "right": grade.right, "of": grade.of, "needed": grade.needed}
    _keep(study, user, part, grade.passed, details, version.number)
    return {}


def _keep(study: Study, user: User, part: str, passed: bool, details: dict[str, Any], version: int) -> Admission:
    """Add an answer; only the consent can be answered again."""
    with transaction.atomic():
        lock_study(study.pk)
        if not Member.objects.filter(study=study, user=user, role__in=WORKING).exists():
            raise Refused("questions-for-judges")
        last = latest_answers(study, user).get(part)
        if part == "consent" and last is not None and (last.passed, last.version) == (passed, version):
            return last  # a button that was pressed twice
        if part != "consent" and last is not None:
            raise Refused("answered-already")
        kept = Admission.objects.create(
            study=study, user=user, part=part, version=version, passed=passed, details=details
        )
        words = {"consent": ("agreed", "declined")}.get(part, ("passed", "not passed"))
        record(study, user, f"{part} {words[not passed]}", version=version)
        if not passed:  # the study goes on without them
            for sheet in unfinished_sheets(study.sheets).filter(judge=user):
                withdraw(sheet, user)
    return kept


def admit(study: Study, user: User, part: str, by: User) -> None:
    """Let a person pass a part in spite of their answer; the answer is kept."""
    with transaction.atomic():
        lock_study(study.pk)
        last = latest_answers(study, user).get(part)
        if part == "consent" or last is None or last.passed:
            raise Refused("admission-needless")
        Admission.objects.create(
            study=study, user=user, part=part, version=last.version, passed=True,
            details=last.details | {"admitted": True},
        )  # fmt: skip
        record(study, by, f"admitted in spite of the {part}", person=user.username)


@dataclass(frozen=True)
class PersonAnswers:
    """How somebody stands at the gates of a study: the latest answer to each part, and the part that is next."""

    user: User
    answers: Mapping[str, Admission]
    next: str | None

    @property
    def closed(self) -> str:
        """The part that keeps the person out; empty for people who can go on."""
        return self.next if self.next and self.next in self.answers and not self.answers[self.next].passed else ""


def standings(study: Study) -> list[PersonAnswers]:
    """Return how the judges and verifiers of a study stand at its gates, and former ones who answered."""
    rows: dict[User, dict[str, Admission]] = {}
    for member in study.members.filter(role__in=WORKING).select_related("user"):
        rows.setdefault(member.user, {})
    for admission in study.admissions.select_related("user").order_by("pk"):
        rows.setdefault(admission.user, {})[admission.part] = admission
    return [PersonAnswers(user, answers, next_part(study, user)) for user, answers in rows.items()]


def judge_codes(study: Study) -> dict[str, str]:
    """Return the code of everybody who worked in a study or answered its questions; codes given once stay.

    The first codes follow the numbers of the seats.
    """
    with transaction.atomic():
        lock_study(study.pk)
        known = dict(study.codes.values_list("name", "code"))
        seated = study.members.filter(role__in=WORKING).values_list("user__username", flat=True)
        sheets = map(journal_name, _accounts(study.sheets.order_by("pk"), "judge"))
        entries = Entry.objects.filter(sheet__study=study).order_by("name").values_list("name", flat=True).distinct()
        answered = map(journal_name, _accounts(study.admissions.order_by("pk"), "user"))
        names = [name for name in (*seated, *sheets, *entries, *answered) if name and name != NOBODY]
        codes = new_codes(names, known, _published_names(study))
        JudgeCode.objects.bulk_create(
            JudgeCode(study=study, name=name, code=code) for name, code in codes.items() if name not in known
        )
    return codes


def _accounts(rows: QuerySet[Any], person: str) -> list[User]:
    """Return who the rows name, in their order."""
    return [getattr(row, person) for row in rows.filter(**{f"{person}__isnull": False}).select_related(person)]


def _published_names(study: Study) -> set[str]:
    """Return the names of accounts that an import made, to which nobody ever signed in: a release has them already."""
    worked = Q(sheets__study=study) | Q(pk__in=Entry.objects.filter(sheet__study=study).values("by"))
    made = User.objects.filter(worked, is_active=False, last_login__isnull=True)
    return set(map(journal_name, made))


def release_names(study: Study) -> dict[str, str]:
    """Return the names that stand in releases in place of those of people; empty where the owner wants their own.

    Where people were asked for consent or about themselves, they always stand as codes.
    """
    asked = study.documents.filter(part__in=GATES).exists()
    return judge_codes(study) if study.coded or asked else {}


def key_csv(study: Study) -> str:
    """Return the table of codes and names, which the owner keeps apart from the releases."""
    return csv_text(("judge", "name"), [(code, name) for name, code in judge_codes(study).items()])
