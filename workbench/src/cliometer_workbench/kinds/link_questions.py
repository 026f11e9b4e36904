"""What a model is asked in studies in which people link sentences to units or events."""

from __future__ import annotations

from collections.abc import Callable, Collection

from cliometer.errors import Refused
from cliometer.io.units import UnitFile
from cliometer.judges.coverage import CoveragePlan, JudgedCoverage
from cliometer_workbench.kinds.study_kind import MachineWork
from cliometer_workbench.models import Study, present_sheets
from cliometer_workbench.services.worksheets import sheet_states, topic_works
from cliometer_workbench.study.steps import EarlierWork, open_step


def link_questions(steps: Collection[str], gather: Callable[[str, EarlierWork], UnitFile], waits: str) -> MachineWork:
    """Return the work of a model that links what people listed, from the first of these steps on.

    `gather` returns the units or events of a topic without links.
    """

    def material(study: Study) -> UnitFile:
        parts = []
        for topic in study.topics.all():
            states = sheet_states(present_sheets(topic.sheets))
            current = open_step(study.protocol, states)
            if states and (current is None or current.name in steps):
                parts.append(gather(topic.name, topic_works(topic)))
        units = tuple(unit for part in parts for unit in part.units)
        return UnitFile(units, tuple(event for part in parts for event in part.events))

    def plan(study: Study) -> CoveragePlan:
        gold = material(study)
        if not gold.units and not gold.events:
            raise Refused(f"a model links what people listed: it can be asked once the {waits} and handed in")
        return CoveragePlan(gold)

    return MachineWork(plan, JudgedCoverage, material)
