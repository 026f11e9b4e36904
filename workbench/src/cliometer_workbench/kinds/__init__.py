"""The kinds of study in the workbench, each with its screens, imports, figures and releases."""

from cliometer_workbench.kinds.checks import CHECK_STUDY
from cliometer_workbench.kinds.events import EVENT_STUDY
from cliometer_workbench.kinds.preferences import PREFERENCE_STUDY
from cliometer_workbench.kinds.study_kind import StudyKind
from cliometer_workbench.kinds.units import UNIT_STUDY

KINDS: dict[str, StudyKind] = {
    kind.protocol.kind: kind for kind in (EVENT_STUDY, UNIT_STUDY, PREFERENCE_STUDY, CHECK_STUDY)
}
