# Mail 004's thread: the micro-benchmark on a sample of 64 huge pages, and the
# mail's own test on 64; every term is linear in the number of huge pages.
import json
import subprocess
import sys


def ratio(*sets):
    arguments = [sys.argv[1], "run", "rmap-walk", "--format", "json"]
    for s in ("thps=64", "pages=512") + sets:
        arguments += ["--set", s]
    run = subprocess.run(arguments, capture_output=True, check=True)
    variants = json.loads(run.stdout)["variants"]
    return variants["v1"]["time_ns"] / variants["old"]["time_ns"]


micro = "mapping=pte", "unmapped_head=1"
one = ratio("vmas=1", *micro)
many = ratio("vmas=101", *micro)
mail = ratio("migrate=yes")
print("2.92 within 2 %:", abs(one / 2.92 - 1) <= 0.02)
print("12.65 within 2 %:", abs(many / 12.65 - 1) <= 0.02)
print("1.14 within 0.02:", abs(mail - 1.14) <= 0.02)
