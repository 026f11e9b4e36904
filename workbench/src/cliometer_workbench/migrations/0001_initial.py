"""The tables of the workbench."""

from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE, PROTECT
from django.utils import timezone

from cliometer_workbench.stored_notes import NoteDecoder

USER = settings.AUTH_USER_MODEL


def key() -> Any:
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def choices(*words: str) -> list[tuple[str, str]]:
    return [(word, word) for word in words]


def refer(to: str, on_delete: Any, related_name: str, **more: Any) -> Any:
    return models.ForeignKey(to=to, on_delete=on_delete, related_name=related_name, **more)


def table(model: str, options: dict[str, Any], /, **fields: Any) -> migrations.CreateModel:
    return migrations.CreateModel(model, [("id", key()), *fields.items()], options)


class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(USER)]
    operations = [
        table(
            "Throttle",
            {},
            key=models.CharField(max_length=64, unique=True),
            failures=models.PositiveIntegerField(default=0),
            until=models.DateTimeField(blank=True, null=True),
            latest=models.DateTimeField(auto_now=True),
        ),
        table(
            "StartLink",
            {},
            digest=models.CharField(max_length=64, unique=True),
            expires=models.DateTimeField(),
            user=refer(USER, CASCADE, "+"),
        ),
        table(
            "Study",
            {"verbose_name_plural": "studies", "ordering": ["-created", "-pk"]},
            slug=models.SlugField(max_length=60, unique=True),
            kind=models.CharField(choices=choices("events", "units", "preferences", "checks"), max_length=20),
            title=models.CharField(max_length=200),
            instructions=models.TextField(blank=True),
            settings=models.JSONField(blank=True, default=dict),
            created=models.DateTimeField(auto_now_add=True),
            started=models.DateTimeField(blank=True, null=True),
            demo=models.BooleanField(default=False),
            archived=models.BooleanField(default=False),
            coded=models.BooleanField(default=False),
            versions=models.JSONField(blank=True, default=dict),
            created_by=refer(USER, PROTECT, "+"),
        ),
        table(
            "Release",
            {"ordering": ["-pk"]},
            digest=models.CharField(max_length=64),
            files=models.JSONField(),
            notes=models.JSONField(decoder=NoteDecoder, default=list),
            created=models.DateTimeField(auto_now_add=True),
            created_by=refer(USER, PROTECT, "+"),
            study=refer("workbench.study", PROTECT, "releases"),
        ),
        table(
            "Invitation",
            {"ordering": ["-pk"]},
            role=models.CharField(choices=choices("owner", "judge", "verifier", "reader"), max_length=10),
            digest=models.CharField(max_length=64, unique=True),
            label=models.CharField(blank=True, max_length=100),
            email=models.EmailField(blank=True, max_length=254),
            uses_left=models.PositiveIntegerField(default=1),
            expires=models.DateTimeField(),
            created=models.DateTimeField(auto_now_add=True),
            created_by=refer(USER, CASCADE, "+"),
            study=refer("workbench.study", CASCADE, "invitations"),
        ),
        table(
            "CrowdLink",
            {"ordering": ["-pk"]},
            digest=models.CharField(max_length=64, unique=True),
            label=models.CharField(blank=True, max_length=100),
            service=models.CharField(
                choices=[
                    ("prolific", "Prolific"),
                    ("mturk", "Amazon Mechanical Turk"),
                    ("cloudresearch", "CloudResearch Connect"),
                    ("any", "Another service"),
                ],
                max_length=20,
            ),
            parameters=models.JSONField(),
            codes=models.CharField(choices=choices("fixed", "unique", "none"), max_length=10),
            code=models.CharField(blank=True, max_length=100),
            address=models.CharField(blank=True, max_length=500),
            screen_code=models.CharField(blank=True, max_length=100),
            screen_address=models.CharField(blank=True, max_length=500),
            places=models.PositiveIntegerField(),
            pairs=models.PositiveIntegerField(default=0),
            idle=models.PositiveIntegerField(default=0),
            expires=models.DateTimeField(),
            closed=models.DateTimeField(blank=True, null=True),
            created=models.DateTimeField(auto_now_add=True),
            created_by=refer(USER, PROTECT, "+"),
            study=refer("workbench.study", CASCADE, "crowd_links"),
        ),
        table(
            "CrowdBatch",
            {"verbose_name_plural": "crowd batches", "ordering": ["pk"]},
            answers=models.TextField(),
            count=models.PositiveIntegerField(default=0),
            salt=models.CharField(blank=True, max_length=64),
            created=models.DateTimeField(auto_now_add=True),
            created_by=refer(USER, PROTECT, "+"),
            study=refer("workbench.study", PROTECT, "crowd"),
        ),
        table(
            "Deletion",
            {"ordering": ["-pk"]},
            digest=models.CharField(max_length=64, unique=True),
            record=models.JSONField(),
            by=refer(USER, PROTECT, "+"),
        ),
        table(
            "Audit",
            {"verbose_name_plural": "audit", "ordering": ["-pk"]},
            what=models.CharField(max_length=40),
            details=models.JSONField(decoder=NoteDecoder, default=dict),
            at=models.DateTimeField(auto_now_add=True),
            by=refer(USER, PROTECT, "+", null=True),
            study=refer("workbench.study", CASCADE, "audit", null=True),
        ),
        table(
            "StudyTopic",
            {
                "ordering": ["order", "pk"],
                "constraints": [models.UniqueConstraint(fields=("study", "name"), name="topic_once")],
            },
            name=models.CharField(max_length=200),
            title=models.CharField(blank=True, max_length=300),
            order=models.PositiveIntegerField(default=0),
            document=models.TextField(),
            study=refer("workbench.study", CASCADE, "topics"),
        ),
        table(
            "Sheet",
            {
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("study", "topic", "step", "judge", "revision"), name="sheet_once", nulls_distinct=False
                    )
                ],
            },
            step=models.CharField(max_length=20),
            revision=models.PositiveIntegerField(default=1),
            facts=models.JSONField(blank=True, default=dict),
            superseded=models.BooleanField(default=False),
            submitted=models.DateTimeField(blank=True, null=True),
            created=models.DateTimeField(auto_now_add=True),
            judge=refer(USER, PROTECT, "sheets", null=True),
            submitted_by=refer(USER, PROTECT, "+", blank=True, null=True),
            study=refer("workbench.study", CASCADE, "sheets"),
            topic=refer("workbench.studytopic", CASCADE, "sheets", null=True),
        ),
        table(
            "Token",
            {"ordering": ["-pk"]},
            name=models.CharField(max_length=100),
            digest=models.CharField(max_length=64, unique=True),
            created=models.DateTimeField(auto_now_add=True),
            used=models.DateTimeField(blank=True, null=True),
            user=refer(USER, CASCADE, "tokens"),
        ),
        table(
            "Entry",
            {
                "verbose_name_plural": "entries",
                "ordering": ["sheet", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "seq"), name="entry_place"),
                    models.UniqueConstraint(fields=("sheet", "by", "op"), name="entry_once"),
                ],
            },
            seq=models.PositiveIntegerField(),
            name=models.CharField(max_length=150),
            verb=models.CharField(max_length=30),
            details=models.JSONField(default=dict),
            op=models.CharField(max_length=64),
            at=models.DateTimeField(),
            carried=models.BooleanField(default=False),
            guidelines=models.PositiveIntegerField(default=0),
            by=refer(USER, PROTECT, "+"),
            sheet=refer("workbench.sheet", CASCADE, "entries"),
        ),
        table(
            "Stretch",
            {
                "verbose_name_plural": "stretches",
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["sheet", "user"], name="stretch_of")],
            },
            began=models.DateTimeField(),
            ended=models.DateTimeField(),
            seconds=models.FloatField(),
            sheet=refer("workbench.sheet", CASCADE, "stretches"),
            user=refer(USER, CASCADE, "+"),
        ),
        table(
            "Reading",
            {
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("study", "user", "step", "topic", "judge"), name="reading_once")
                ],
            },
            step=models.CharField(max_length=20),
            topic=models.CharField(blank=True, max_length=200),
            judge=models.CharField(max_length=150),
            at=models.DateTimeField(),
            user=refer(USER, CASCADE, "+"),
            study=refer("workbench.study", CASCADE, "readings"),
        ),
        table(
            "Picture",
            {
                "ordering": ["name"],
                "constraints": [models.UniqueConstraint(fields=("study", "name"), name="picture_once")],
            },
            name=models.CharField(max_length=80),
            kind=models.CharField(max_length=20),
            content=models.TextField(),
            size=models.PositiveIntegerField(),
            created=models.DateTimeField(auto_now_add=True),
            created_by=refer(USER, PROTECT, "+"),
            study=refer("workbench.study", CASCADE, "pictures"),
        ),
        table(
            "Member",
            {
                "ordering": ["number", "pk"],
                "constraints": [models.UniqueConstraint(fields=("study", "user", "role"), name="seat_once")],
            },
            role=models.CharField(choices=choices("owner", "judge", "verifier", "reader"), max_length=10),
            number=models.PositiveIntegerField(default=0),
            joined=models.DateTimeField(auto_now_add=True),
            reminded=models.DateTimeField(blank=True, null=True),
            user=refer(USER, CASCADE, "seats"),
            study=refer("workbench.study", CASCADE, "members"),
        ),
        table(
            "MachineSeat",
            {
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("study", "name"), name="machine_once")],
            },
            name=models.CharField(max_length=150),
            expression=models.TextField(),
            calls_limit=models.PositiveBigIntegerField(blank=True, null=True),
            tokens_limit=models.PositiveBigIntegerField(blank=True, null=True),
            calls=models.PositiveBigIntegerField(default=0),
            tokens=models.PositiveBigIntegerField(default=0),
            seconds=models.FloatField(default=0.0),
            state=models.CharField(default="waiting", max_length=12),
            fault=models.TextField(blank=True),
            done=models.PositiveIntegerField(default=0),
            asked=models.PositiveIntegerField(default=0),
            answers=models.JSONField(blank=True, null=True),
            created=models.DateTimeField(auto_now_add=True),
            created_by=refer(USER, PROTECT, "+"),
            study=refer("workbench.study", CASCADE, "machines"),
        ),
        table(
            "JudgeCode",
            {
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("study", "name"), name="coded_once"),
                    models.UniqueConstraint(fields=("study", "code"), name="code_once"),
                ],
            },
            name=models.CharField(max_length=150),
            code=models.CharField(max_length=20),
            study=refer("workbench.study", CASCADE, "codes"),
        ),
        table(
            "CrowdWorker",
            {
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("study", "worker"), name="worker_once")],
            },
            worker=models.CharField(max_length=255),
            project=models.CharField(blank=True, max_length=255),
            submission=models.CharField(blank=True, max_length=255),
            submit_to=models.CharField(blank=True, max_length=100),
            code=models.CharField(blank=True, max_length=100),
            began=models.DateTimeField(auto_now_add=True),
            finished=models.DateTimeField(blank=True, null=True),
            screened=models.CharField(blank=True, max_length=300),
            link=refer("workbench.crowdlink", CASCADE, "workers"),
            user=models.OneToOneField(USER, CASCADE, related_name="crowd_worker"),
            study=refer("workbench.study", CASCADE, "workers"),
        ),
        table(
            "Admission",
            {"ordering": ["pk"], "indexes": [models.Index(fields=["study", "user"], name="admission_of")]},
            part=models.CharField(max_length=20),
            version=models.PositiveIntegerField(),
            passed=models.BooleanField(),
            details=models.JSONField(default=dict),
            at=models.DateTimeField(auto_now_add=True),
            user=refer(USER, PROTECT, "admissions"),
            study=refer("workbench.study", CASCADE, "admissions"),
        ),
        table(
            "StudyDocument",
            {
                "ordering": ["part", "number"],
                "constraints": [models.UniqueConstraint(fields=("study", "part", "number"), name="version_once")],
            },
            part=models.CharField(
                choices=choices("guidelines", "consent", "questions", "knowledge", "wording"), max_length=20
            ),
            number=models.PositiveIntegerField(),
            document=models.JSONField(default=dict),
            created=models.DateTimeField(default=timezone.now),
            created_by=refer(USER, PROTECT, "+"),
            study=refer("workbench.study", CASCADE, "documents"),
        ),
    ]
