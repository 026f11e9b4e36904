"""What the demo's content units and judged events say, and where its articles say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, Union

Group: TypeAlias = Sequence[tuple[Union[str, "Group"], float]]
LENGTH = 12  # as many entries as the references have


@dataclass(frozen=True)
class Unit:
    """Entries are `writer date sentence`, with the date they mean where the writer counts days by GMT.

    Links are `article sentence word` with a contribution, or a group of such.
    """

    id: str
    action: str
    agent: str | None
    patient: str | None
    time: str
    location: str | None
    entries: Sequence[str]
    links: Group


@dataclass(frozen=True)
class Event:
    """What each judge linked, and what was verified; sentences that say it only together are joined by +."""

    id: str
    text: str
    judges: tuple[str, ...]
    links: Mapping[str, str]


def _event(id: str, text: str, judges: str, anna: str, ben: str, verified: str) -> Event:
    return Event(id, text, tuple(judges.split()), {"anna": anna, "ben": ben, "verified": verified})


UNITS = (
    Unit(
        "duke-ill",
        "Charles Duke falls ill with rubella",
        None,
        "Charles Duke",
        "1970-04-05",
        None,
        ["gazette 1970-04-05 1"],
        [("01 s2 fell", 1)],
    ),
    Unit(
        "exposure",
        "NASA discloses that the crew has been exposed to German measles",
        "NASA",
        "the crew",
        "1970-04-06",
        None,
        ["almanac 1970-04-06 1"],
        [
            ([("01 s1 exposed", 0.5), ("01 s1 reported", 0.5)], 1),
            ([("02 s6 exposure", 0.5), ("02 s6 known", 0.5)], 1),
        ],
    ),
    Unit(
        "advice",
        "Charles Berry advises against letting Mattingly fly",
        "Charles Berry",
        "Ken Mattingly",
        "1970-04-08",
        None,
        ["chronicle 1970-04-08 1"],
        [("02 s2 recommend", 1), ("02 s2 said", 0)],
    ),
    Unit(
        "swap",
        "Swigert replaces Mattingly as command module pilot",
        "NASA",
        "Jack Swigert",
        "1970-04-10",
        None,
        ["almanac 1970-04-10 1", "chronicle 1970-04-10 1", "gazette 1970-04-10 1"],
        [("03 s2 replace", 1), ("03 s2 announced", 0.5), ("04 s6 named", 1)],
    ),
    Unit(
        "launch",
        "Apollo 13 is launched",
        None,
        "Apollo 13",
        "1970-04-11",
        "Kennedy Space Center",
        ["almanac 1970-04-11 1", "chronicle 1970-04-11 1", "gazette 1970-04-11 1"],
        [("04 s1 launch", 1), ("04 s1 heading", 0.5)],
    ),
    Unit(
        "engine",
        "An engine of the second stage stops early",
        None,
        "the centre engine",
        "1970-04-11",
        None,
        ["almanac 1970-04-11 2", "chronicle 1970-04-11 2", "gazette 1970-04-11 2"],
        [("04 s2 stopped", 1), ("04 s2 burn", 0)],
    ),
    Unit(
        "leave-free-return",
        "The ship leaves the free-return path",
        "the crew",
        "Apollo 13",
        "1970-04-12/1970-04-13",
        "space",
        ["almanac 1970-04-12 1", "gazette 1970-04-13 1 1970-04-12/1970-04-13"],
        [([("05 s4 fired", 1), ("05 s4 leave", 1)], 1)],
    ),
    Unit(
        "explosion",
        "An oxygen tank explodes",
        None,
        "oxygen tank No. 2",
        "1970-04-13",
        "space",
        ["almanac 1970-04-13 1", "chronicle 1970-04-13 1", "gazette 1970-04-14 1 1970-04-13/1970-04-14"],
        [
            ("06 s1 explosion", 1),
            ([("06 s3 bang", 0.5), ("06 s3 escaping", 0.5)], 1),
            ("07 s7 failed", 1),
            ("12 s5 failure", 1),
            ("14 s1 explosion", 1),
            ("14 s5 fire", 0.5),
        ],
    ),
    Unit(
        "landing-cancelled",
        "The Moon landing is cancelled",
        "NASA",
        "the Moon landing",
        "1970-04-13",
        None,
        ["almanac 1970-04-13 2"],
        [("06 s1 abandoned", 1), ("07 s7 ending", 0.5)],
    ),
    Unit(
        "shelter",
        "The crew takes refuge in the lunar module",
        "the crew",
        None,
        "1970-04-13",
        "Aquarius",
        ["almanac 1970-04-13 2", "chronicle 1970-04-13 2", "gazette 1970-04-14 2 1970-04-13/1970-04-14"],
        [([("06 s4 took", 1), ("06 s4 refuge", 1)], 1), ("06 s4 shut", 0), ("10 s4 sheltered", 1)],
    ),
    Unit(
        "first-burn",
        "The engine of Aquarius puts the ship on a course back to Earth",
        "the crew",
        "Apollo 13",
        "1970-04-14",
        "space",
        ["almanac 1970-04-14 1", "chronicle 1970-04-14 1", "gazette 1970-04-14 2"],
        [("06 s5 fired", 1), ("06 s5 return", 0.5)],
    ),
    Unit(
        "behind-the-moon",
        "The ship passes behind the Moon",
        "Apollo 13",
        None,
        "1970-04-14",
        "the Moon",
        ["almanac 1970-04-14 2", "chronicle 1970-04-14 2", "gazette 1970-04-15 1 1970-04-14/1970-04-15"],
        [("07 s1 swung", 1)],
    ),
    Unit(
        "second-burn",
        "A second burn of the lander's engine hastens the return",
        "the crew",
        "Apollo 13",
        "1970-04-14",
        "space",
        ["almanac 1970-04-14 2", "gazette 1970-04-15 1 1970-04-14/1970-04-15"],
        [("07 s2 burned", 1), ("06 s6 firing", 0.5), ("06 s6 planned", 0)],
    ),
    Unit(
        "senate",
        "The Senate asks the nation to pray",
        "the Senate",
        "the nation",
        "1970-04-14",
        "Washington",
        ["chronicle 1970-04-14 3"],
        [([("07 s5 passed", 1), ("07 s5 resolution", 1)], 1), ("07 s5 asking", 0.5)],
    ),
    Unit(
        "filter",
        "The crew builds a filter for carbon dioxide",
        "the crew",
        "a filter",
        "1970-04-15",
        "Aquarius",
        ["almanac 1970-04-15 1", "chronicle 1970-04-15 1"],
        [("08 s1 building", 1), ("08 s2 joined", 1)],
    ),
    Unit(
        "correction",
        "A short burn corrects the course",
        "the crew",
        "Apollo 13",
        "1970-04-15",
        "space",
        ["chronicle 1970-04-15 2", "gazette 1970-04-16 1 1970-04-15/1970-04-16"],
        [([("08 s3 firing", 1), ("08 s3 corrected", 1)], 1), ("08 s4 aimed", 0.5)],
    ),
    Unit(
        "pope",
        "Pope Paul VI prays for the crew",
        "Pope Paul VI",
        "the crew",
        "1970-04-15",
        "Rome",
        ["gazette 1970-04-15 2"],
        [("09 s5 prayed", 1)],
    ),
    Unit(
        "soviet-ships",
        "Soviet ships head for the recovery area",
        "Soviet ships",
        None,
        "1970-04-16",
        "the Pacific",
        ["gazette 1970-04-16 2"],
        [("09 s2 making", 1), ("09 s2 said", 0)],
    ),
    Unit(
        "service-module",
        "The crew casts off the service module",
        "the crew",
        "the service module",
        "1970-04-17",
        "space",
        ["almanac 1970-04-17 1", "chronicle 1970-04-17 1"],
        [("10 s3 cast", 1), ("10 s3 torn", 0)],
    ),
    Unit(
        "lunar-module",
        "The crew casts off the lunar module",
        "the crew",
        "Aquarius",
        "1970-04-17",
        "space",
        ["almanac 1970-04-17 1"],
        [("10 s4 parted", 1)],
    ),
    Unit(
        "splashdown",
        "Odyssey comes down in the Pacific",
        None,
        "Odyssey",
        "1970-04-17",
        "the South Pacific",
        ["almanac 1970-04-17 2", "chronicle 1970-04-17 2", "gazette 1970-04-17 1"],
        [("10 s1 came", 1), ("10 s2 hit", 1), ("11 s6 landed", 1), ("12 s4 splashdown", 1)],
    ),
    Unit(
        "inquiry",
        "NASA appoints Edgar Cortright to head an inquiry",
        "NASA",
        "Edgar Cortright",
        "1970-04-17",
        None,
        ["chronicle 1970-04-17 2"],
        [("10 s6 set", 1), ("12 s4 chosen", 1)],
    ),
    Unit(
        "medals",
        "Nixon gives the Medal of Freedom to flight controllers and crew",
        "President Nixon",
        "controllers and crew",
        "1970-04-18",
        "Houston and Honolulu",
        ["almanac 1970-04-18 1", "chronicle 1970-04-18 1"],
        [("11 s1 presented", 0.5), ([("11 s2 give", 1), ("11 s2 award", 1)], 0.5)],
    ),
    Unit(
        "thanksgiving",
        "Americans keep a day of thanksgiving",
        "Americans",
        None,
        "1970-04-19",
        "the United States",
        ["gazette 1970-04-19 1"],
        [([("11 s5 holding", 1), ("11 s5 services", 1)], 1)],
    ),
    Unit(
        "news-conference",
        "The astronauts give an account at a news conference",
        "the crew",
        None,
        "1970-04-21",
        "Houston",
        ["chronicle 1970-04-21 1"],
        [("12 s1 described", 1), ("12 s1 conference", 1), ("12 s2 recounted", 0.5)],
    ),
    Unit(
        "members",
        "The members of the review board are named",
        "NASA",
        "Neil Armstrong and others",
        "1970-04-21",
        None,
        ["chronicle 1970-04-21 2"],
        [("12 s3 named", 1)],
    ),
    Unit(
        "findings",
        "The review board reports that mistakes and poor design led to the explosion",
        "the review board",
        None,
        "1970-06-15",
        "Washington",
        ["almanac 1970-06-15 1", "chronicle 1970-06-15 1", "gazette 1970-06-15 1"],
        [
            ([("14 s1 said", 1), ("14 s1 report", 1), ("14 s2 told", 1)], 0.5),
            ([("14 s1 led", 1), ("14 s6 faulted", 1)], 0.5),
            ("15 s4 advised", 0),
        ],
    ),
    Unit(
        "postponed",
        "NASA puts Apollo 14 off to the end of January",
        "NASA",
        "Apollo 14",
        "1970-06-30",
        "Washington",
        ["almanac 1970-06-30 1", "gazette 1970-06-30 1"],
        [("15 s1 moved", 1), ("15 s2 gave", 0.5), ("13 s1 start", 0)],
    ),
)

EVENTS = (
    _event("fence", "Hungary begins to remove its border fence", "anna ben", "01s5", "01s5", "01s5"),
    _event(
        "picnic",
        "East Germans flee through a gate during a picnic at the Hungarian border",
        "anna ben",
        "01s1 01s2 01s4 02s6",
        "01s1 01s3 01s4 01s7",
        "01s1 01s4 01s7 02s6",
    ),
    _event(
        "border-opened",
        "Hungary opens its border to East Germans",
        "anna ben",
        "02s1 02s2 02s3 03s6",
        "02s1 02s2 02s3 03s6 05s7",
        "02s1 02s2 02s3 03s6 05s7",
    ),
    _event(
        "embassy",
        "The refugees in the Prague embassy may leave for West Germany",
        "anna ben",
        "03s1 03s2 03s5",
        "03s1 03s2 03s4",
        "03s1 03s2 03s5",
    ),
    _event(
        "anniversary",
        "Police use force against demonstrators on the state's anniversary",
        "ben",
        "04s5",
        "04s5 04s6",
        "04s5",
    ),
    _event(
        "leipzig",
        "Seventy thousand march in Leipzig and the forces do not intervene",
        "anna ben",
        "04s1 04s2 04s3 05s6",
        "04s1 04s3",
        "04s1 04s3 05s6",
    ),
    _event(
        "honecker",
        "Krenz replaces Honecker as party leader",
        "anna ben",
        "05s1 05s2 10s6",
        "05s1 05s2 05s3",
        "05s1 05s2 10s6",
    ),
    _event("alexanderplatz", "Half a million demonstrate on Alexanderplatz", "anna", "06s8", "06s8", "06s8"),
    _event(
        "announcement",
        "Schabowski announces that East Germans may travel at once",
        "anna ben",
        "06s2+06s3",
        "06s2+06s3 06s4",
        "06s2+06s3",
    ),
    _event(
        "wall-opened",
        "The Berlin Wall is opened",
        "anna ben",
        "06s1 06s5 07s2 09s7 13s5 15s8",
        "06s1 06s5 08s1 08s7 09s7 13s5 15s8",
        "06s1 06s5 07s2 08s1 09s7 13s5 15s8",
    ),
    _event("modrow", "Modrow is elected prime minister", "ben", "07s1 09s6", "07s1 07s2", "07s1 09s6"),
    _event("ten-points", "Kohl presents his ten points", "anna ben", "09s1 09s2", "09s1 09s2 09s3", "09s1 09s2"),
    _event(
        "brandenburg-gate",
        "The Brandenburg Gate is opened",
        "anna ben",
        "10s1 10s2 15s2",
        "10s1",
        "10s1 15s2",
    ),
    _event(
        "election",
        "The Alliance for Germany wins the first free election",
        "anna ben",
        "11s1 11s2",
        "11s1 11s2 11s4",
        "11s1 11s2",
    ),
    _event(
        "outpolled",
        "The Alliance gets more than twice the votes of the Social Democrats",
        "anna",
        "11s2+11s3",
        "11s2+11s3",
        "11s2+11s3",
    ),
    _event("currency", "The Deutschmark comes to East Germany", "anna ben", "12s1 12s4", "12s1 12s2", "12s1 12s4"),
    _event("demolition", "The demolition of the Wall begins", "ben", "12s7", "12s7", "12s7 13s6"),
    _event("treaty", "The Two Plus Four Treaty is signed", "anna ben", "14s1 15s5", "14s1", "14s1 15s5"),
    _event("unity", "Germany is united", "anna ben", "15s1 15s3", "15s1 15s2", "15s1 15s2 15s3"),
)
