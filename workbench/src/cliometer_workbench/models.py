"""The database: people and their seats, studies, sheets with their journals, releases, and the audit."""

from __future__ import annotations

from typing import ClassVar, get_args

from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

from cliometer_workbench.stored_notes import NoteDecoder
from cliometer_workbench.study.crowd_services import SERVICES, CodeRule, WorkerIds
from cliometer_workbench.study.decision_checks import CHECKS
from cliometer_workbench.study.events.event_study import EVENTS
from cliometer_workbench.study.journal import Action
from cliometer_workbench.study.preferences.ballot import PREFERENCES
from cliometer_workbench.study.steps import ROLES, SHARED, SheetState, StudyProtocol, StudyStep
from cliometer_workbench.study.units.unit_study import UNITS

PROTOCOLS: dict[str, StudyProtocol] = {protocol.kind: protocol for protocol in (EVENTS, UNITS, PREFERENCES, CHECKS)}


def journal_name(user: User) -> str:
    """Return the name of a person in journals and releases; an account of an import keeps it as its first name."""
    return user.first_name or user.username


class StoredRow(models.Model):
    """A row that the administration shows by its `words`; the newest comes first, unless it says otherwise."""

    words: ClassVar[str]

    class Meta:
        abstract = True
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.words.format(row=self).strip()


class Study(models.Model):
    """A study: the kind of its protocol, its title and instructions, and its settings."""

    slug = models.SlugField(max_length=60, unique=True)
    kind = models.CharField(max_length=20, choices=[(kind, kind) for kind in PROTOCOLS])
    title = models.CharField(max_length=200)
    instructions = models.TextField(blank=True)
    settings = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    started = models.DateTimeField(null=True, blank=True)  # since then people who join get their sheets at once
    demo = models.BooleanField(default=False)  # which its owner may delete while nobody else has a seat
    archived = models.BooleanField(default=False)  # listed apart on the home page
    coded = models.BooleanField(default=False)  # judges stand as codes in releases
    versions = models.JSONField(default=dict, blank=True)  # part of StudyDocument -> version in force; no empty ones

    class Meta:
        verbose_name_plural = "studies"
        ordering: ClassVar = ["-created", "-pk"]

    def __str__(self) -> str:
        return self.title

    @property
    def protocol(self) -> StudyProtocol:
        return PROTOCOLS[self.kind]


class StudyTopic(models.Model):
    """A topic of a study; its document is what `study.steps.write_topic` wrote."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="topics")
    name = models.CharField(max_length=200)
    title = models.CharField(max_length=300, blank=True)
    order = models.PositiveIntegerField(default=0)
    document = models.TextField()

    class Meta:
        ordering: ClassVar = ["order", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["study", "name"], name="topic_once")]

    def __str__(self) -> str:
        return self.title or self.name


class Member(StoredRow):
    """A role of a person in a study; one person may have several."""

    words = "{row.user.username}, {row.role}"
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="seats")
    role = models.CharField(max_length=10, choices=[(role, role) for role in ROLES])
    number = models.PositiveIntegerField(default=0)  # of the person in the study, from 0
    joined = models.DateTimeField(auto_now_add=True)
    reminded = models.DateTimeField(null=True, blank=True)  # by e-mail, the last time

    class Meta:
        ordering: ClassVar = ["number", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["study", "user", "role"], name="seat_once")]


class Sheet(models.Model):
    """A step of a topic (of the study, where the step spans all topics) for one judge, or for all who share it.

    Reopening a step makes a new revision; the old sheet stays, superseded.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="sheets")
    topic = models.ForeignKey(StudyTopic, on_delete=models.CASCADE, related_name="sheets", null=True)
    step = models.CharField(max_length=20)
    judge = models.ForeignKey(User, on_delete=models.PROTECT, related_name="sheets", null=True)
    revision = models.PositiveIntegerField(default=1)
    facts = models.JSONField(default=dict, blank=True)  # settings fixed when the sheet was laid out
    superseded = models.BooleanField(default=False)
    submitted = models.DateTimeField(null=True, blank=True)
    submitted_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["study", "topic", "step", "judge", "revision"], name="sheet_once", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return f"{self.study.slug}: {self.step} {self.topic or ''} {self.judge_name}".strip()

    @property
    def judge_name(self) -> str:
        """The judge's name in journals and releases; empty where all share the sheet."""
        return journal_name(self.judge) if self.judge else SHARED

    @property
    def definition(self) -> StudyStep:
        return self.study.protocol.step(self.step)

    @property
    def state(self) -> SheetState:
        return SheetState(self.step, self.judge_name, self.submitted is not None)


SheetRows = models.Manager[Sheet] | models.QuerySet[Sheet]


def whole_sheets(rows: SheetRows) -> models.QuerySet[Sheet]:
    """Return sheets with their studies, topics and judges."""
    return rows.select_related("study", "topic", "judge")


def present_sheets(rows: SheetRows) -> models.QuerySet[Sheet]:
    """Return the whole sheets that no newer revision replaces."""
    return whole_sheets(rows).filter(superseded=False)


def unfinished_sheets(rows: SheetRows) -> models.QuerySet[Sheet]:
    """Return the present sheets that are not handed in."""
    return present_sheets(rows).filter(submitted__isnull=True)


class Entry(StoredRow):
    """One action in the journal of a sheet; entries are added, never changed or removed."""

    words = "{row.seq} {row.name} {row.verb}"
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=150)  # of the person who acted, at that time
    verb = models.CharField(max_length=30)
    details = models.JSONField(default=dict)
    op = models.CharField(max_length=64)
    at = models.DateTimeField()
    carried = models.BooleanField(default=False)  # copied from an earlier revision
    guidelines = models.PositiveIntegerField(default=0)  # the version that was in force; 0: none

    class Meta:
        ordering: ClassVar = ["sheet", "seq"]
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="entry_place"),
            models.UniqueConstraint(fields=["sheet", "by", "op"], name="entry_once"),
        ]

    @property
    def action(self) -> Action:
        return Action(self.seq, self.name, self.verb, self.details, self.op, self.at.isoformat())


class Stretch(StoredRow):
    """A stretch of active work on a sheet, measured by the page and limited by the server's clock."""

    words = "{row.user.username}: {row.seconds:.0f} s"
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="stretches")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    began = models.DateTimeField()
    ended = models.DateTimeField()
    seconds = models.FloatField()

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "stretches"
        indexes: ClassVar = [models.Index(fields=["sheet", "user"], name="stretch_of")]


class Reading(StoredRow):
    """A person who saw unfinished blind work of others on a topic, and so cannot judge in that step."""

    words = "{row.user.username}: {row.step} {row.topic} {row.judge}"
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="readings")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    step = models.CharField(max_length=20)
    topic = models.CharField(max_length=200, blank=True)  # its name; empty where the step spans the study
    judge = models.CharField(max_length=150)  # whose work it is, or "figures"
    at = models.DateTimeField()  # the last time

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["study", "user", "step", "topic", "judge"], name="reading_once")
        ]


class Invitation(StoredRow):
    """A link that gives whoever follows it a seat in a study."""

    words = "{row.study.slug}: {row.role} {row.label}"
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=[(role, role) for role in ROLES])
    digest = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=100, blank=True)
    email = models.EmailField(blank=True)  # where the link was sent by e-mail
    uses_left = models.PositiveIntegerField(default=1)
    expires = models.DateTimeField()
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")


class StartLink(models.Model):
    """A link that signs the owner of the workbench in, once and within a short time."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    expires = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user.username} until {self.expires}"


class Token(StoredRow):
    """A key of the API, with which a program acts as the user."""

    words = "{row.name}"
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True, blank=True)


class Throttle(models.Model):
    """A count of failed attempts at signing in, for a name or an address."""

    key = models.CharField(max_length=64, unique=True)
    failures = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(null=True, blank=True)
    latest = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.failures} failures"


class Release(models.Model):
    """A frozen state of a study: files, under the digest of their bytes."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="releases")
    digest = models.CharField(max_length=64)
    files = models.JSONField()  # name -> text
    notes = models.JSONField(default=list, decoder=NoteDecoder)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.digest[:12]


class CrowdBatch(StoredRow):
    """One batch of answers from a crowd platform, in the format of `answers.jsonl` of a release."""

    words = "{row.study.slug}: {row.count} answers"
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="crowd")
    answers = models.TextField()
    count = models.PositiveIntegerField(default=0)
    salt = models.CharField(max_length=64, blank=True)  # of workers' pseudonyms; empty where the file had these
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "crowd batches"


class MachineSeat(StoredRow):
    """A model that answers the questions of a study. It is no member: nothing that counts people counts it."""

    words = "{row.study.slug}: {row.name}"
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="machines")
    name = models.CharField(max_length=150)  # of the model, as its files have it
    expression = models.TextField()  # names the variable of a key, never the key
    calls_limit = models.PositiveBigIntegerField(null=True, blank=True)
    tokens_limit = models.PositiveBigIntegerField(null=True, blank=True)
    calls = models.PositiveBigIntegerField(default=0)  # spent in all runs, counted before each call
    tokens = models.PositiveBigIntegerField(default=0)
    seconds = models.FloatField(default=0.0)
    state = models.CharField(max_length=12, default="waiting")
    fault = models.TextField(blank=True)
    done = models.PositiveIntegerField(default=0)
    asked = models.PositiveIntegerField(default=0)
    answers = models.JSONField(null=True, blank=True)  # the document of what it answered
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["study", "name"], name="machine_once")]


class StudyDocument(StoredRow):
    """A version of what an owner writes for the people of a study; versions are added, never changed or removed.

    Guidelines are texts in Markdown by place ("" for the whole study, a step, or a step's examples), the consent is
    one such text, questions and knowledge are documents of `study.persons.Questionnaire`; wording has the language of
    the pages for workers, and texts in place of those of the workbench.
    """

    words = "{row.study.slug}: {row.part}, version {row.number}"
    PARTS: ClassVar = ("guidelines", "consent", "questions", "knowledge", "wording")
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="documents")
    part = models.CharField(max_length=20, choices=[(part, part) for part in PARTS])
    number = models.PositiveIntegerField()
    document = models.JSONField(default=dict)
    created = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["part", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["study", "part", "number"], name="version_once")]


class Picture(StoredRow):
    """A picture that the guidelines or the consent of a study show; it is never replaced by another."""

    words = "{row.study.slug}: {row.name}"
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="pictures")
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=20)  # a media type
    content = models.TextField()  # in base64, so that a backup of lines of JSON holds it
    size = models.PositiveIntegerField()
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["study", "name"], name="picture_once")]


class Admission(models.Model):
    """What somebody answered to the consent, the questions or the quiz of a study; the latest of a part counts."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="admissions")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="admissions")
    part = models.CharField(max_length=20)
    version = models.PositiveIntegerField()
    passed = models.BooleanField()
    details = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["study", "user"], name="admission_of")]

    def __str__(self) -> str:
        return f"{self.study.slug}: {self.part} {'passed' if self.passed else 'not passed'}"


class JudgeCode(StoredRow):
    """The code under which a person stands in the releases of a study; it never changes."""

    words = "{row.study.slug}: {row.code}"
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="codes")
    name = models.CharField(max_length=150)  # as in journals and sheets
    code = models.CharField(max_length=20)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["study", "name"], name="coded_once"),
            models.UniqueConstraint(fields=["study", "code"], name="code_once"),
        ]


class CrowdLink(StoredRow):
    """An anonymous link to a study for workers of a crowd service, with what they get at its end."""

    words = "{row.study.slug}: {row.service} {row.label}"
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="crowd_links")
    digest = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=100, blank=True)
    service = models.CharField(max_length=20, choices=[(service.name, service.title) for service in SERVICES.values()])
    parameters = models.JSONField()  # names in the address of worker, study and submission
    codes = models.CharField(max_length=10, choices=[(rule, rule) for rule in get_args(CodeRule)])
    code = models.CharField(max_length=100, blank=True)  # of all who finish, where it is fixed
    address = models.CharField(max_length=500, blank=True)  # to which those return
    screen_code = models.CharField(max_length=100, blank=True)  # of those who are screened out
    screen_address = models.CharField(max_length=500, blank=True)
    places = models.PositiveIntegerField()  # for workers
    pairs = models.PositiveIntegerField(default=0)  # for a worker at most; 0: as many as the study deals a judge
    idle = models.PositiveIntegerField(default=0)  # minutes after which work goes to others; 0: never
    expires = models.DateTimeField()
    closed = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")


class CrowdWorker(StoredRow):
    """A person who came by a link; the ids of the service stand here alone, for the payment list of the owner."""

    words = "{row.user.username}"
    link = models.ForeignKey(CrowdLink, on_delete=models.CASCADE, related_name="workers")
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="workers")
    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="crowd_worker")
    worker = models.CharField(max_length=255)
    project = models.CharField(max_length=255, blank=True)  # the study as the service names it
    submission = models.CharField(max_length=255, blank=True)
    submit_to = models.CharField(max_length=100, blank=True)  # one of `crowd_services.SUBMIT_ADDRESSES`
    code = models.CharField(max_length=100, blank=True)
    began = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)
    screened = models.CharField(max_length=300, blank=True)  # why the worker was screened out

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["study", "worker"], name="worker_once")]

    @property
    def ids(self) -> WorkerIds:
        return WorkerIds(self.worker, self.project, self.submission, self.submit_to)


class Deletion(StoredRow):
    """The signed record of a study that was deleted for good."""

    words = "{row.digest}"
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    record = models.JSONField()


class Audit(StoredRow):
    """A line of the audit: what somebody did to a study or its people, besides the actions on sheets."""

    words = "{row.at:%Y-%m-%d %H:%M} {row.what}"
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="audit", null=True)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    what = models.CharField(max_length=40)
    details = models.JSONField(default=dict, decoder=NoteDecoder)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name_plural = "audit"
