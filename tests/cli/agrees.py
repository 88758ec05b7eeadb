"""What `explain --proc --format json` says of this machine, against /proc itself."""
import json
import os
import re
import sys

report = json.load(sys.stdin)["reports"][0]
zones = {}
for text in re.split(r"(?m)^(?=Node)", open("/proc/zoneinfo").read())[1:]:
    node, name = re.match(r"Node (\d+), zone +(\w+)", text).groups()
    zones[int(node), name] = {key: int(value) for key, value in
        re.findall(r"^ +(min|low|high|managed) +(\d+)$", text, re.M)}
for zone in report["zones"]:
    marks = zones.pop((zone["node"], zone["name"]))
    for key, value in marks.items():
        if zone[key + "_pages"] != value:
            print(zone["name"], key, zone[key + "_pages"], value)
limit = report["commit_limit_kb"]
print("zones left out:", len(zones), "limit as the rule:",
    limit == report["commit_limit_by_rule_kb"])
# Each zone's count may be off by what its CPUs keep to themselves.
for drift in report["drifts"]:
    text = [t for t in re.split(r"(?m)^(?=Node)", open("/proc/zoneinfo").read())
        if re.match(r"Node %d, zone +%s$" % (drift["node"], drift["name"]), t, re.M)][0]
    kept = [int(n) for n in re.findall(r"vm stats threshold: (\d+)", text)]
    if (drift["drift_pages"] or 0) != sum(kept):
        print(drift, kept)
version = tuple(int(n) for n in re.findall(r"\d+", os.uname().release)[:2])
ruled = (version >= (6, 12) and os.sysconf("SC_PAGESIZE") == 4096 and
    not re.search(r"sl[au]b_", open("/proc/cmdline").read()))
for cache in report["caches"]:
    if ruled and cache["order"] != cache["order_by_rule"]:
        print("by the rule", cache)
    try:
        order = int(open("/sys/kernel/slab/" + cache["cache"] + "/order").read())
    except (OSError, ValueError):
        continue
    if order != cache["order"]:
        print(cache, order)
if not report["caches"] and not any("slabinfo" in u for u in report["unread"]):
    print("nothing is said of caches")
