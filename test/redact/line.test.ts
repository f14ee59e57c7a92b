import { describe, expect, it } from 'vitest';
import { redactLine } from '../../src/redact/line.ts';
import { redactSentence } from '../../src/redact/source-line.ts';
import { CANARIES, MARKS } from '../canaries/secrets.ts';

const URL = 'https://cloud.mongodb.com/api/atlas/v1.0';

/** Every line of a file, as frames and diffs show it. */
const shown = (file: string, text: string): string => {
  let start = 0;
  return text
    .split('\n')
    .map((raw) => {
      const line = { start, end: start + raw.length };
      start = line.end + 1;
      return redactLine(text, line, file, new Set());
    })
    .join('\n');
};

/** Lines that people wrote, in which nothing can be a credential. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  'a.sh': [
    `: "\${ATLAS_URL:=${URL}}"`,
    'NAME=${1:-srvAddress}',
    'curl -H "Accept: $ACCEPT" "$BASE/groups/$G/alerts"',
    'case $line in *srvAddress*) echo "$line";; esac',
    `curl "$BASE/x" | jq -r '.results | sort_by(.diskSizeGB) | .[0] | [.name, (.numShards|tostring)] | join("\\t")'`,
    `curl "$BASE/x" | jq -e 'all(.results[]; .stateName == "IDLE" and .providerBackupEnabled)'`,
    `curl "$BASE/x" | jq --arg name "$2" '.results[] | select(.name == $name) | "\\(.name): \\(.srvAddress)"'`,
    `curl "$BASE/x" | python3 -c 'import json,sys; print(json.load(sys.stdin)["results"][0]["srvAddress"])'`,
    `awk -F'"' '/srvAddress/ { print $4 }'`,
  ],
  'a.ts': [
    'assert.match(response.headers.get("content-type")!, /^application\\/json/);',
    '/"srvAddress":"([^"]+)"/.exec(text); // not "srvAddress"',
    'run("curl", "-H", "Content-Type: application/json");',
    'const options = "-s -H \\"Accept: application/json\\" ";',
    'const tokenUrl = "https://cloud.mongodb.com/api/oauth/token";',
    '// migrate-ignore-next-line legacy-base-url: the proxy rewrites it until 2027-01-01',
  ],
  'main.go': [
    'import "net/http"\nimport (\n\t"encoding/json"\n\t"github.com/acme/tools/httpx"\n)',
    `req, err := http.NewRequest("GET", "${URL}/groups/5f0c/clusters", nil)`,
    'req.Header.Set("Accept", "application/vnd.atlas.2023-02-01+json")',
    'ProviderSettings map[string]interface{} `json:"providerSettings,omitempty"`',
    'fmt.Sprintf("%s/groups/%s/clusters?pageNum=%d", base, id, page)',
    'base := os.Getenv("ATLAS_BASE_URL") // the base',
  ],
  'A.java': [
    `private static final String BASE = "${URL}";`,
    '@POST("groups/{group}/accessList")',
    'try (CloseableHttpResponse response = client.execute(get)) {',
    '.header("Accept", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build();',
    'char c = \'"\'; String size = "M30";',
  ],
  'A.cs': [
    'var body = @"{\n  ""numShards"": 1,\n  ""providerSettings"": { ""providerName"": ""AWS"" }\n}";',
    'using var request = new HttpRequestMessage(HttpMethod.Post, $"{BaseUrl}/groups/{groupId}/clusters");',
    'request.Headers.Add("Accept", "application/json");',
    `var path = @"C:\\temp"; var url = $"{new Uri("${URL}/")}orgs";`,
  ],
  'a.rb': [
    "require 'net/http'\nrequire_relative 'lib/settings'",
    "HTTParty.get(\"#{Atlas::Settings::BASE}/groups/#{ENV.fetch('ORG')}\", headers: { 'Accept' => 'application/json' })",
    'RestClient::Request.execute(method: :get, url: "#{base}/groups", user: user, password: key)',
    'name = x ? "main" : "test" if path =~ /"/',
  ],
  'a.ps1': [
    "$BaseUri = 'https://cloud.mongodb.com/api/atlas/v1.0'",
    'Invoke-RestMethod -Uri "$baseuri/groups/$($Project.id)/clusters" -Method Post -Headers $Headers -Credential $cred -ContentType \'application/json\'',
    '$splat = @{ Uri = "$Base/orgs"; Method = \'Get\' } ; Invoke-RestMethod @splat -Verbose',
    '$base = if ($env:ATLAS_BASE) { $env:ATLAS_BASE } else { "https://cloud.mongodb.com" }',
  ],
  'main.tf': [
    'source = "./modules/cluster"',
    `base = "\${var.base}/groups" # legacy`,
    'command = "curl -s \'${var.base}/orgs\' -H \\"Accept: application/json\\""',
    'resource "http" "main" {\n  url = local.groups\n}',
  ],
  'a.py': [
    'dict(name="x", clusterType="REPLICASET", providerSettings=dict(providerName="AWS", regionName="EU_WEST_1"))',
    'return "{name} {mongoURI}".format(**cluster) + "%(name)s %(mongoURI)s" % cluster',
    'json={"username": user, "password": pw, "databaseName": "admin"}',
    'return session.post(url, json={"providerSettings": {"providerName": "AWS", "size": "M10", "name": "main"}})',
    'requests.get(f"{BASE}/groups/{group_id}/clusters", auth=auth, headers={"Accept": "application/json"})',
    'if answer["status"] == "IDLE" and params.get("pageNum"): pass',
    'URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/{}/alerts/%s".format(group)',
  ],
  '.github/workflows/ci.yml': [
    `      - run: curl --digest -u "$KEY" ${URL}/groups/\${{ vars.GROUP }}`,
    `          curl -s "\${{ env.BASE }}/orgs" -H "Accept: application/json" | jq '.results[].name'`,
    `  BASE: ${URL}`,
    '      - run: "curl -s \\"$BASE/groups\\""',
    `    requests.get('${URL}/groups', headers={'Accept': 'application/json'})`,
  ],
  Dockerfile: [
    'FROM node AS build',
    `ENV BASE=${URL} B=2`,
    'HEALTHCHECK --interval=5m CMD ["curl", "-f", "https://cloud.mongodb.com/api/atlas/v1.0/groups"]',
    'RUN curl --digest -u "$KEY" "${BASE}/groups"',
  ],
  Makefile: [
    `BASE := ${URL}`,
    '\t@curl --digest -u "$$KEY:$$SECRET" $(BASE)/groups/$(GROUP)',
    'list: build test',
  ],
  'README.md': [
    `\`\`\`js\nconst r = await fetch('${URL}/groups', { headers: { Accept: 'application/json' } });\n\`\`\``,
    `\`\`\`python\nrequests.get('${URL}/groups')\n\`\`\``,
    '> $ curl --digest --user "$PUBLIC:$PRIVATE" "$ATLAS/groups" \\',
    '```http\nGET {{base}}/groups HTTP/1.1\n```',
  ],
  'App.vue': [`<script>\nconst response = await fetch(\`\${BASE}/groups\`, { method: 'GET' });\n</script>`],
  'a.ipynb': [
    "    \"groups = requests.get(BASE + '/groups', headers={'Accept': 'application/json'})\\n\",",
    `    "!curl -s '${URL}/orgs'\\n"`,
  ],
  'package.json': [`    "list": "curl --digest -u \\"$KEY\\" '${URL}/groups'"`],
  'a.http': ['GET {{root}}/groups/{{g}}/clusters HTTP/1.1', 'Accept: application/json'],
  '.env': ['CLUSTER={"name":"main","providerSettings":{"providerName":"AWS","regionName":"US_EAST_1"}}'],
  'Main.kt': [
    'val request = Request.Builder().url("$BASE/groups/${group.id}").header("Accept", "application/json")',
  ],
  'a.php': [
    "<?php return Http::withDigestAuth(config('atlas.user'), config('atlas.key'));",
    '<?php echo "x $c->srvAddress";',
    "<?php $answer = $client->get(\"{$this->base}/groups/$id\", ['headers' => ['Accept' => 'application/json']]);",
  ],
};

describe('lines in which nothing can be a credential', () => {
  it.each(Object.entries(PLAIN).flatMap(([file, lines]) => lines.map((line) => [file, line] as const)))(
    '%s: %s',
    (file, line) => {
      expect(shown(file, line)).toBe(line);
    },
  );
});

/** Where credentials are written in a language; `name` is what they are given to, and `value` what they are. */
const WRITTEN: Readonly<Record<string, (name: string, value: string) => string>> = {
  'main.go': (name, value) =>
    `var a = "${value}" // ${value}\nreq.Header.Set("${name}", "${value}")\nm := map[string]string{"${name}": "${value}"}\nswitch k {\ncase "${value}": f(\`${value}\`)\n}\nx(\`\n${value}\n\`)\n`,
  'A.java': (name, value) =>
    `String a = b ? "${value}" : c; // ${value}\nr.header("${name}", "${value}");\nString t = """\n  ${value}\n  """; char q = '"'; f("${value}");\n`,
  'A.cs': (name, value) =>
    `var a = $"{b}${value}{c("${value}")}"; /* ${value} */\nr.Headers.Add("${name}", @"${value}");\nvar d = x ? "${value}" : "${value}";\nvar e = new { ${named(name)} = "${value}" };\nvar j = @"{\n  ""${named(name)}"": ""${value.replaceAll('"', '')}"",\n  ""x"": ""${value.replaceAll('"', '')}""\n}";\nf(); #region ${value}\n  # endregion ${value}\n`,
  'a.rb': (name, value) =>
    `a = "#{f('${value}')}${value}" # ${value}\nh = { '${name}' => '${value}', ${named(name)}: "${value}" }\nb = <<~BODY\n  ${named(name)}=${value}\n  ${value}\nBODY\nc = %w[${value} x] if /["']/ =~ d; e = '${value}'\nf(x, k: /${encodeURIComponent(value)}/, l:/${encodeURIComponent(value)}/)\n`,
  'a.ps1': (name, value) =>
    `$a = "$b ${value} $(f '${value}')" # ${value}\n$h = @{ '${name}' = '${value}'; ${named(name)} = "${value}" }\nf -Token ${value} -Name '${value}'\n$c = @"\n${value}\n"@\n<#\n${value}\n#>\n`,
  'main.tf': (name, value) =>
    `a = "\${f("${value}")}${value}" # ${value}\n${named(name)} = "${value}"\nb = <<-EOT\n  ${value}\nEOT\nc = { "${name}" = "${value}" }\n`,
  'a.py': (name, value) =>
    `a = f"{f('${value}')}${value}" # ${value}\nh = {"${name}": "${value}"}\nif a == "${value}": f("""\n${value}\n""", auth=("me", "${value}"))\n`,
  'ci.yml': (name, value) =>
    `${named(name)}: ${value}\nb: "${value}" # ${value}\n- run: curl -H "${name}: ${value}" -u me:${value} x\n  f ${value} '${value}'\n`,
  Dockerfile: (name, value) =>
    `ENV ${named(name)}=${value} # ${value}\nRUN curl -H "${name}: ${value}" -u "me:${value}" x && f ${value}\nCMD ["curl", "-u", "me:${value}", "-H", "${name}: ${value}"]\n`,
  Makefile: (name, value) =>
    `${named(name)} := ${value}\n\tcurl -u "me:${value}" -H '${name}: ${value}' $(BASE) ${value}\n`,
  'README.md': (name, value) =>
    `${value}\n\n\`\`\`js\nf('${value}', { '${name}': '${value}' }); // ${value}\n\`\`\`\n\n\`\`\`ruby\nf '${value}', a: "${value}"\n\`\`\`\n\n\`\`\`\n$ curl -u me:${value} -H "${name}: ${value}" x\n\`\`\`\n`,
  'App.vue': (name, value) =>
    `<template>${value}</template>\n<script>\nf('${value}', { '${name}': '${value}' });\n</script>\n`,
  'a.ipynb': (name, value) =>
    `"source": [\n "f('${value}', a={'${name}': '${value}'}) # ${value}\\n",\n "!curl -u me:${value} x\\n"\n]\n"source": [\n "%%bash\\n",\n "curl -u me:${value} ${value}\\n"\n]\n`,
  'package.json': (name, value) =>
    `{ "${named(name)}": "${value}", "s": "curl -u me:${value} -H '${name}: ${value}' x" }\n`,
  'Main.kt': (name, value) =>
    `val a = "$b ${value} \${f("${value}")}" // ${value}\nh("${name}", "${value}")\nval m = mapOf("${name}" to "${value}")\n`,
  'a.php': (name, value) =>
    `don't ${value}\n<?php $a = "$b ${value}"; # ${value}\n$h = ['${name}' => '${value}', "${name}: ${value}"];\n$t = <<<EOT\n${value}\nEOT;\n`,
};

const named = (name: string): string => (name || 'user').replaceAll(/\W/g, '_');

/** Canaries that fit on a line of every language. */
const SHORT = CANARIES.filter(({ value }) => !/[\n"'`$\\{}]/.test(value));

describe('credentials in lines of code', () => {
  it.each(Object.entries(WRITTEN))('are shown in none of %s', (file, write) => {
    const leaks = SHORT.flatMap(({ name, value }) => {
      const text = shown(file, write(name, value));
      return MARKS.filter((mark) => text.includes(mark)).map((mark) => `${mark}: ${text}`);
    });
    expect(SHORT.length).toBeGreaterThan(20);
    expect(leaks).toEqual([]);
  });
});

describe('a credential behind a line break', () => {
  it.each([
    ['a.yaml', 'password: |\n  hunter2hunter2\nurl: x'],
    ['a.yaml', 'password: >-\n  hunter2\n  hunter2'],
    ['a.yaml', 'password:\n  hunter2'],
    ['a.yaml', 'client_secret: "hunter2\n  hunter2"'],
    ['a.yml', 'env:\n  - name: ATLAS_PRIVATE_KEY\n    value: hunter2'],
    ['a.sh', 'curl -u \\\n  me:hunter2 https://x'],
    ['a.sh', 'curl --digest \\\n  --user \\\n  "me:hunter2" https://x'],
    ['a.sh', 'curl -u "public:\\\nhunter2" https://x'],
    ['a.sh', 'export ATLAS_PRIVATE_KEY=\\\nhunter2'],
    ['a.sh', 'export ATLAS_PRIVATE_KEY=${1:-\\\nhunter2}'],
    ['a.sh', 'curl -u "${1:-me}:${2:-hunter2}" \\\n  -H "X-Api-Key: ${3:=hunter2}"'],
    ['a.sh', 'cat <<EOF\nprivate_key: hunter2\nEOF'],
    ['a.sh', `curl x | jq '.key == "hunter2" # hunter2'`],
    ['a.sh', `curl x | jq --arg key '(hunter2' '.a'; jq --arg k 'hunter2' '.a'; jq 'hunter2'`],
    ['a.sh', `python3 -c 'login("me", "hunter2") # hunter2'`],
    ['a.sh', `curl -u jq '(hunter2' x; curl -d '(hunter2' x`],
    ['a.js', 'const privateKey =\n  "hunter2";'],
    ['a.js', 'const privateKey = `hunter2\nhunter2`;'],
    ['a.js', 'const privateKey = "hunter2" +\n  "hunter2";'],
    ['a.js', 'const privateKey = ["hunter2",\n  "hunter2"].join("");'],
    ['a.js', 'headers.Authorization =\n  "Basic " +\n  "aHVudGVyMjpodW50ZXIy";'],
    ['a.py', 'password = (\n    "hunter2"\n    "hunter2"\n)'],
    ['a.py', 'get(url, auth=HTTPDigestAuth(\n    "public",\n    "hunter2",\n))'],
    ['a.py', 'PRIVATE_KEY = """\nhunter2\n"""'],
    ['a.go', 'client := digest.New(\n\t"public",\n\t"hunter2",\n)'],
    ['a.json', '{"password":\n "hunter2"}'],
    ['.env', 'KEY="hunter2\nhunter2"'],
    ['a.http', 'GET https://x\nAuthorization: Digest username="public",\n  response="hunter2"'],
    ['a.rb', 'req.digest_auth(\n  "public",\n  "hunter2"\n)'],
    ['A.java', 'new UsernamePasswordCredentials(\n  "public",\n  "hunter2".toCharArray())'],
    ['a.tf', 'private_key = <<EOT\nhunter2\nEOT'],
    ['a.md', '```sh\ncurl -u \\\n  me:hunter2 https://x\n```'],
  ])('is masked on each line of %s: %j', (file, text) => {
    expect(shown(file, text)).not.toMatch(/hunter2|aHVudGVy/);
  });
});

describe('ids of the API and options of commands', () => {
  const ID = '5f1a2b3c4d5e6f7a8b9c0d1e';
  const OTHER = '5f1a2b3c4d5e6f7a8b9c0d1f';

  it.each([
    ['a.ts', `get('/api/atlas/v1.0/groups/${ID}/clusters/Cluster0')`],
    ['a.ts', `const groupId: string = '${ID}';`],
    ['a.ts', `const GROUPS = [\n  '${ID}',\n  '${OTHER}',\n];`],
    ['a.ts', `const project = process.env.PROJECT_ID ?? '${ID}';`],
    ['a.ts', "spawn('curl', ['-sS', '--digest', '--max-time', '5', url]);"],
    ['a.py', `GROUPS = ["${ID}", "${OTHER}"]`],
    ['a.py', `subprocess.run(["curl", "--digest", "-u", user, "${URL}/groups/${ID}/processes"])`],
    ['a.sh', `GROUP=${ID}`],
    ['a.sh', `curl --digest "${URL}/groups/\${GROUP_ID:-${ID}}/alerts"`],
    ['a.sh', `curl "${URL}/orgs/${ID}/groups"`],
    ['a.yml', `projectId: ${ID}`],
    ['.env', `ATLAS_GROUP_ID=${ID}`],
    ['a.go', `groupID := "${ID}"`],
    ['a.tf', `  project_id = "${ID}"`],
  ])('are shown in %s: %s', (file, text) => {
    expect(shown(file, text)).toBe(text);
  });

  it('are shown in sentences about code', () => {
    for (const says of [`URL "${URL}/groups/${ID}/clusters"`, `group: "${ID}" or "${OTHER}"`])
      expect(String(redactSentence(says))).toBe(says);
    expect(String(redactSentence(`token: "${ID}" or "${OTHER}"`))).not.toMatch(/[0-9a-f]{24}/);
  });

  it.each([
    ['a.ts', `const groupKey = '${ID}';`],
    ['a.ts', `const groupSecretId = '${ID}';`],
    ['a.ts', `login(groupId, '${ID}');`],
    ['a.ts', `groups['prod'].token = '${ID}';`],
    ['a.ts', "const groupId = '0f1a2b3c4d5e6f7a8b9c0d1e';"],
    ['a.ts', `get('/keys/${ID}')`],
    ['a.ts', `const keys = ['${ID}', '${OTHER}'];`],
    ['a.ts', `const groupId = '${ID}', token = '/groups/${OTHER}';`],
    ['a.py', `client = Client("${ID}", secret="${OTHER}")`],
    ['a.sh', `curl -u "admin:${ID}" "${URL}/groups/${OTHER}"`],
    ['a.sh', `TOKEN=${ID}`],
    ['a.yml', `apiKey: ${ID}`],
    ['.env', `ATLAS_PRIVATE_KEY=${ID}`],
  ])('are masked where they may be a key in %s: %s', (file, text) => {
    expect(shown(file, text)).not.toContain(ID);
  });
});
