"""What `explain --proc --format json` says of this machine, against /proc itself."""
import json
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
for cache in report["caches"]:
    try:
        order = int(open("/sys/kernel/slab/" + cache["cache"] + "/order").read())
    except (OSError, ValueError):
        continue
    if order != cache["order"]:
        print(cache, order)
