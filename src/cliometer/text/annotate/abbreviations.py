"""Words with a stop that ends no sentence."""

from __future__ import annotations

from cliometer.text.annotate.lists import listed

ABBREVIATIONS = listed("""
    mr mrs ms dr prof sen rep gov gen col lt maj capt cmdr adm sgt cpl pvt rev hon st mt ft jr sr messrs
    pres supt insp det atty dist fr sec amb vs v inc ltd co corp cos bros llc plc assn dept univ est
    approx ca cf al etc no nos vol vols pp p ed eds fig figs jan feb mar apr jun jul aug sep sept oct
    nov dec mon tue tues wed thu thur thurs fri sat sun ala ariz ark calif colo conn del fla ga ill ind
    kan ky la md mass mich minn miss mo mont neb nev okla ore pa tenn tex va vt wash wis wyo penn ave
    blvd rd hwy e.g i.e u.s u.n u.k a.m p.m d.c ph.d m.d b.a m.a j.p a.k.a
""")
MAY_END = listed("inc ltd co corp cos bros llc plc jr sr etc u.s u.n u.k a.m p.m d.c ph.d m.d al")
STARTERS = listed("""
    the a an it he she they we i in on at but and if this that these those his her its their our there
    when while after before as for with by to from what who how why so yet however meanwhile mr mrs ms
    analysts
""")
