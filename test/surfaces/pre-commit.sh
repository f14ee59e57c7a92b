#!/bin/sh
# Runs the hooks of this repository with the real pre-commit, as a project of its own would: `sh test/surfaces/pre-commit.sh`.
# Needs pre-commit and a package registry, for pre-commit installs and builds a clone of HEAD (a minute).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PRE_COMMIT_HOME="$work/home"

git clone -q "$root" "$work/tool"
mkdir "$work/project"
cd "$work/project"
git init -q
git config user.name a
git config user.email a@b
cat > .pre-commit-config.yaml <<CONFIG
repos:
  - repo: $work/tool
    rev: $(git -C "$work/tool" rev-parse HEAD)
    hooks:
      - id: atlas-api-migrate-fix
      - id: atlas-api-migrate
CONFIG
pre-commit install -f > "$work/log"
git add -A
git commit -q -m 'Add hooks' >> "$work/log" 2>&1

fail() {
  cat "$work/log"
  echo "not as expected: $1"
  exit 1
}
call='export const all = () => fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups", { headers: {} });'
echo "$call" > 'a file.mts'
echo 'export const url = "https://cloud.mongodb.com/api/atlas/v1.0";' > left.ts
git add -A
echo '// not staged' >> left.ts

git commit -q -m 'Add calls' > "$work/log" 2>&1 && fail 'a commit with a finding was made'
grep -q 'files were modified by this hook' "$work/log" || fail 'nothing was fixed'
grep -q '/api/atlas/v2/groups.*2023-02-01' 'a file.mts' || fail 'the fix is not there'
grep -q 'left.ts:1:' "$work/log" || fail 'what has no safe fix was not reported'
grep -q 'not staged' left.ts || fail 'a change that was not staged is lost'

git rm -q -f --cached left.ts
git add 'a file.mts'
git commit -q -m 'Add calls' > "$work/log" 2>&1 || fail 'a clean commit was refused'
git add -A
pre-commit run --all-files > "$work/log" 2>&1 && fail '--all-files found nothing'
echo 'pre-commit: as expected'
