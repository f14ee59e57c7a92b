# Sourced by the scripts beside it: a project that has the package installed, with a call to migrate.
# Sets $work (removed at the end) and stands in the project; `check NAME` commits and judges what its hook did.
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$root" && npm pack --silent --ignore-scripts --pack-destination "$work" > /dev/null)
mkdir "$work/project"
cd "$work/project"
git init -q
git config user.name a
git config user.email a@b
echo '{ "private": true }' > package.json
echo node_modules > .gitignore

fail() {
  cat "$work/log"
  echo "not as expected: $1"
  exit 1
}

check() {
  git add -A
  git commit -q -m 'Add a hook' > "$work/log" 2>&1 || fail 'a commit without findings was refused'
  call='export const all = () => fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups", { headers: {} });'
  echo "$call" > 'a file.mts'
  echo 'export const url = "https://cloud.mongodb.com/api/atlas/v1.0";' > left.ts
  git add -A
  git commit -q -m 'Add calls' > "$work/log" 2>&1 && fail 'a commit with a finding was made'
  grep -q 'left.ts:1:' "$work/log" || fail 'the finding is not shown'
  git rm -q --cached left.ts
  rm left.ts
  npx --no atlas-api-migrate fix --staged > "$work/log" 2>&1 || fail 'fix --staged left something'
  git commit -q -m 'Add calls' > "$work/log" 2>&1 || fail 'a clean commit was refused'
  git show HEAD:'a file.mts' | grep -q '/api/atlas/v2/groups.*2023-02-01' || fail 'the fix was not committed'
  echo "$1: as expected"
}
