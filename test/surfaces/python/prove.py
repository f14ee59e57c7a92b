"""Runs the programs of fixtures/programs/python with real clients: as they are, after `fix` and after `fix --unsafe`.

What they send is recorded and compared: a safe fix migrates a request whole or leaves it, no fix changes a request of
another service, and what is left legacy or half migrated is reported. Names choose some of them.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import server

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PROGRAMS = ROOT / "fixtures" / "programs" / "python"
BASE = r"https://cloud(-dev)?\.mongodb\.com/api/atlas/"
LEGACY = re.compile(BASE + r"v1\.0(?=/|$|\?)")
VERSIONED = re.compile(BASE + r"v2(?=/|$|\?)")
DATED = re.compile(r"application/vnd\.atlas\.\d{4}-\d\d-\d\d\+\w+$")
OURS = {"accept", "content-type"}
# Their programs expect what the ledger of a suppression says, and no report.
SUPPRESSED = {"suppressed"}


def migrate(folder, *args):
    command = ["node", str(ROOT / "bin" / "migrate.js"), *args, "--format", "json", "--no-config", "--today", "2026-11-21"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return json.loads(done.stdout)


def play(folder, driver, certificate):
    """What a program sends, and whether it ended well."""
    with tempfile.TemporaryDirectory() as work:
        copy = shutil.copytree(folder, Path(work) / "program")
        recording = server.start(*certificate)
        env = {**os.environ, "RECORDING_PORT": str(recording.server_port), "PYTHONDONTWRITEBYTECODE": "1",
               "PYTHONPATH": os.pathsep.join([str(HERE / "site"), str(copy)])}
        done = subprocess.run([sys.executable, str(driver)], cwd=copy, env=env, capture_output=True, text=True, timeout=60)
        recording.shutdown()
        return recording.sent, done.returncode == 0, done.stderr


def moved(sent):
    url = LEGACY.sub("https://cloud.mongodb.com/api/atlas/v2", sent["url"])
    return sent["method"], VERSIONED.sub("https://cloud.mongodb.com/api/atlas/v2", url).replace("/whitelist", "/accessList")


def besides(sent):
    return [each for each in sent["headers"] if each[0] not in OURS]


def wrong_with(before, after):
    """What is wrong with one request after a fix: nothing, or `legacy`, `half`, or what no fix may do."""
    if before == after:
        return "legacy" if LEGACY.match(after["url"]) else None
    if not LEGACY.match(before["url"]) and not VERSIONED.match(before["url"]):
        return f"another service is asked otherwise: {after['url']}"
    if besides(before) != besides(after):
        return f"other headers are sent: {after['url']} {besides(before)} {besides(after)}"
    accepted = [value for name, value in after["headers"] if name == "accept"]
    if LEGACY.match(after["url"]):
        return "legacy"
    return None if len(accepted) == 1 and DATED.match(accepted[0]) else "half"


def compare(before, after, report, is_safe):
    if sorted(map(moved, before)) != sorted(map(moved, after)):
        return [f"other calls: {sorted(map(moved, before))} {sorted(map(moved, after))}"]
    left, problems = list(after), []
    is_told = len(report["findings"]) + len(report["unread"]) > 0
    for sent in before:
        pair = next(each for each in left if moved(each) == moved(sent))
        left.remove(pair)
        wrong = wrong_with(sent, pair)
        if wrong in ("legacy", "half"):
            if not is_told or (wrong == "half" and is_safe):
                problems.append(f"{wrong}, and {'safe' if is_told else 'not reported'}: {pair['url']}")
        elif wrong:
            problems.append(wrong)
    return problems


def missed(report, labels):
    found = [(each["file"], each["start"]["line"], each["rule"], (each["fix"] or {}).get("safety"))
             for each in report["findings"]]
    return [f"not found: {label}" for label in labels
            if not any(each[:3] == tuple(label[:3]) and label[3] in (each[3], "?") for each in found)]


def problems_of(program, certificate):
    before = program / "before"
    problems = missed(migrate(before, "scan"), json.loads((program / "labels.json").read_text()))
    driver = program / "run.py"
    if not driver.exists() or program.name in SUPPRESSED:
        return problems
    sent, _, _ = play(before, driver, certificate)
    if not sent:
        return [*problems, "it sends nothing"]
    for flags in [[], ["--unsafe"]]:
        with tempfile.TemporaryDirectory() as work:
            fixed = shutil.copytree(before, Path(work) / "fixed")
            report = migrate(fixed, "fix", *flags)
            after, _, _ = play(fixed, driver, certificate)
        problems += [f"fix {' '.join(flags)}: {each}" for each in compare(sent, after, report, not flags)]
    return problems


def main(wanted):
    with tempfile.TemporaryDirectory() as work:
        certificate = (f"{work}/certificate.pem", f"{work}/key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
                        "-out", certificate[0], "-keyout", certificate[1]], check=True, capture_output=True)
        programs = [each for each in sorted(PROGRAMS.iterdir()) if not wanted or each.name in wanted]
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda each: problems_of(each, certificate), programs))
    for program, problems in zip(programs, found):
        for problem in problems:
            print(f"{program.name}: {problem}")
    print(f"{len(programs)} programs with real clients, {sum(map(bool, found))} not as expected")
    return 1 if any(found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
