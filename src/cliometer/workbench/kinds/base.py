"""What a kind of study brings to the workbench; everything else is the same for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django import forms

from cliometer.study.protocol.steps import Protocol
from cliometer.study.protocol.topics import Topic
from cliometer.study.protocol.work import Action
from cliometer.workbench.bench import Screen

if TYPE_CHECKING:  # the models name the protocols, which are imported through here
    from django.contrib.auth.models import User

    from cliometer.workbench.models import Study


@dataclass(frozen=True)
class Imported:
    """What files were found to hold: topics, what was forgiven, and work that was done elsewhere.

    `actions` are by topic id (empty where the step spans the study), step and judge (empty where all share
    the sheet); the sheets they make are handed in where `settled` says so. Judges are numbered in the order
    in which `actions` first names them. `settings` go over those of the study before its sheets are laid out.
    """

    topics: tuple[Topic, ...]
    notes: tuple[str, ...] = ()
    actions: Mapping[tuple[str, str, str], Sequence[Action]] = field(default_factory=dict)
    settled: frozenset[str] = frozenset()  # steps
    settings: Mapping[str, Any] = field(default_factory=dict)
    crowd: str = ""  # answers of a crowd platform, which belong to no sheet


@dataclass(frozen=True)
class Files:
    """What a release holds: texts by file name, and what should be known of them."""

    texts: Mapping[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gaps:
    """What the design of a study asks for and nobody has done, though every sheet is handed in."""

    lacks: tuple[str, ...] = ()  # in words; a release in spite of them is partial
    bar: str = ""  # why there is nothing yet that could be released


NO_GAPS = Gaps()


@dataclass(frozen=True)
class Sample:
    """The demo study of a kind."""

    title: str
    instructions: str
    imported: Imported
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Kind:
    """One kind of study."""

    protocol: Protocol
    title: str  # as the list of kinds offers it
    about: str  # one sentence on what it is good for
    uploads: str  # which files can be given, for the page of topics
    screens: Mapping[str, Screen]  # by step
    read: Callable[[Sequence[Path]], Imported]  # every file that was uploaded, by name; errors name the file
    release: Callable[[Study], Files]  # of `study.topics.all()`, which are those that are through all steps
    figures: Callable[[Study], dict[str, Any]]  # what the page of agreement (or votes) is told
    figures_template: str
    settings_form: type[forms.Form]  # its cleaned_data are the settings of the study
    demo: Callable[[], Sample]
    feedback: Callable[[Study, User], dict[str, Any]] | None = None  # a judge's work beside what was settled
    feedback_template: str = ""  # a part of the overview, shown to judges once there is a release
    gaps: Callable[[Study], Gaps] | None = None  # asked where all steps are through
    facts: Callable[[Study, User], dict[str, Any] | None] | None = None
    """What is dealt to a judge when her sheet is laid out, kept with it; None: there is nothing for her."""
