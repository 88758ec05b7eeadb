# The facts' table A5 with its corrections, through `run`.
import json
import subprocess
import sys

NAMES = ["tree_queries", "vma_visits", "descents", "pmd_locks", "pte_locks",
         "slots", "pte_flushes", "pmd_flushes", "ptes_changed"]


def expected(variant, mapping, n, v):
    if variant == "old" and mapping == "pte":
        return [2, 2*v, 2*v, v, 2*v, 2*n*v, n*v, 0, 2*n*v]
    if mapping == "pte":
        return [2*n, 2*n*v, 2*n*v + v, 0, 2*n*v, 2*n*v, n*v, 0, 2*n*v]
    if variant == "old":
        return [2, 2*v, 2*v, v, v, n*v, 0, v, 2*n*v]
    if variant == "v1":
        return [2*n, 2*n*v, 2*n*v + v, v, 2*n*v, 2*n*v, n*v, v, 3*n*v]
    return [1 + n, v + n*v, n*v + 2*v - 1, v, n*v, n*v + v - 1, 0, v, 2*n*v]


cells = 0
for n in 8, 512:
    for v in 1, 2, 10:
        for mapping in "pmd", "pte":
            run = subprocess.run(
                [sys.argv[1], "run", "rmap-walk", "--format", "json",
                 "--set", f"pages={n}", "--set", f"vmas={v}",
                 "--set", f"mapping={mapping}"],
                capture_output=True, check=True)
            for name, r in json.loads(run.stdout)["variants"].items():
                got = [r["metrics"]["rmap." + x] for x in NAMES]
                want = expected(name, mapping, n, v)
                if got != want:
                    print(n, v, mapping, name, got, "instead of", want)
                cells += len(got)
print(cells, "cells")
