import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { redactPointer } from '../../src/redact/names.ts';
import { redactLine } from '../../src/redact/line.ts';
import { redactText } from '../../src/redact/redact.ts';

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGITS = '0123456789';
const WORD = UPPER + LOWER + DIGITS;

/** Letters drawn at random, other ones for each seed. */
const drawn = (seed: string, length: number, letters: string): string => {
  let text = '';
  for (let block = 0; text.length < length; block++)
    for (const byte of createHash('sha512').update(`${seed} ${block}`).digest())
      text += letters[byte % letters.length];
  return text.slice(0, length);
};
const bytes = (seed: string, length: number): Buffer =>
  Buffer.from(drawn(seed, length * 2, '0123456789abcdef'), 'hex');

type Make = (seed: string) => string;

/** Credentials with a shape of their own: what names them says nothing. */
const SHAPED: Readonly<Record<string, Make>> = {
  'AWS key id': (seed) => `AKIA${drawn(seed, 16, `${UPPER}234567`)}`,
  'AWS secret key': (seed) =>
    `${drawn(seed, 18, WORD)}/${drawn(`${seed}b`, 12, WORD)}+${drawn(`${seed}c`, 8, WORD)}`,
  'Azure client secret': (seed) => `${drawn(seed, 3, WORD)}8Q~${drawn(`${seed}b`, 34, WORD)}`,
  'Azure storage key': (seed) => bytes(seed, 64).toString('base64'),
  'Google API key': (seed) => `AIza${drawn(seed, 35, WORD)}`,
  npm: (seed) => `npm_${drawn(seed, 36, WORD)}`,
  Vault: (seed) => `hvs.${drawn(seed, 90, WORD)}`,
  Stripe: (seed) => `sk_live_${drawn(seed, 24, WORD)}`,
  GitHub: (seed) => `ghp_${drawn(seed, 36, WORD)}`,
  Slack: (seed) => `xoxb-${drawn(seed, 12, DIGITS)}-${drawn(`${seed}b`, 24, WORD)}`,
  hexadecimal: (seed) => bytes(seed, 20).toString('hex'),
  'base64 of 10 bytes': (seed) => `H${drawn(seed, 13, WORD)}==`,
  'base64 of 16 bytes': (seed) => bytes(seed, 16).toString('base64'),
  'base64 of 23 bytes': (seed) => bytes(seed, 23).toString('base64'),
  'signed token': (seed) =>
    `eyJ${drawn(seed, 33, WORD)}.eyJ${drawn(`${seed}b`, 60, WORD)}.${drawn(`${seed}c`, 43, WORD)}`,
  'Atlas service account': (seed) => `mdb_sa_sk_${drawn(seed, 40, WORD)}`,
  'Atlas private key': (seed) =>
    bytes(seed, 16)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  webhook: (seed) => `https://hooks.slack.com/services/T0/B0/${drawn(seed, 24, WORD)}`,
  'password of a URL': (seed) => `postgres://svc:${drawn(seed, 10, WORD)}@db.internal:5432/x`,
};

/** Credentials that only a name tells. */
const NAMED: Readonly<Record<string, Make>> = {
  ...SHAPED,
  password: (seed) => `W${drawn(seed, 5, LOWER)}2024!`,
  'one-time password': (seed) => drawn(seed, 6, '123456789'),
  'code of five digits': (seed) => drawn(seed, 5, '123456789'),
};

const URL = 'https://cloud.mongodb.com/api/atlas/v1.0/groups';

/** Lines of each language, with `§` where a credential stands. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  'a.ts': [
    "run('§', 1);",
    'const q = `x-§-${y}`;',
    '// see §',
    "const q = { a: ['§'] };",
    "type T = '§';",
    `fetch('${URL}', { headers: { 'X-A': '§' } });`,
  ],
  'a.tsx': ['const A = <p title="§">§</p>;'],
  'a.py': [
    'q = "§"',
    "q = f'x-§-{y}'",
    '# §',
    'q = """§"""',
    'logger.info("using %s", "§")',
    'def f(a="§"): pass',
  ],
  'a.go': ['q := `§`', 'q := map[string]string{"a": "§"}', '/* § */'],
  'A.java': ['run("§", 1);', '@A("§") int x;', '// §'],
  'a.kt': ['mapOf("a" to "§")', 'val q = "x-§-${y}"'],
  'A.cs': ['var q = @"§";', 'var q = $"x-§-{y}";', '/// <summary>§</summary>', '#region §'],
  'a.rb': ['q = %q(§)', 'q = %w[a §]', "run '§', 1", 'q = "x-§-#{y}"'],
  'a.php': ["<?php $q = ['a' => '§'];", '<?php # §'],
  'a.ps1': ["$q = @{ A = '§' }", 'Write-Host §', '<# § #>'],
  'a.tf': ['q = "§"', '# §'],
  'a.sh': [
    "Q='§'",
    'run § 1',
    'run §; ls',
    'ls | grep -q §|wc',
    '# §',
    'Q=${X:-§}',
    `curl "${URL}" -H "X-A: §"`,
    `curl "${URL}" -d '{"name":"§"}'`,
    'run --opt=§',
  ],
  'a.yaml': ['a: "§"', 'a: §', '- §', '- "§"', "- '§'", '# §', 'a: ["§"]', '    §', '  - A=§'],
  'a.md': ['Use § there.', '    §', '| § | b |', '- `§`'],
  Makefile: ['Q = §', '# §', '\trun §'],
  Dockerfile: ['ENV Q=§', 'LABEL a="§"', 'CMD ["run", "§"]'],
  '.env': ['Q=§', 'Q="§"', '# §'],
  'a.http': ['X-A: §', '@q = §', '### §'],
  'a.json': ['{"a": "§"}'],
};

/** Lines in which a name says that a credential follows. */
const NAMED_PLACES: Readonly<Record<string, readonly string[]>> = {
  'a.ts': [
    "const password = '§';",
    "const o = { 'private-key': `§` };",
    "function f(pin = '§') {}",
    "headers.set('Authorization', '§');",
  ],
  'a.py': [
    'cfg["api_key"] = "§"',
    'pin = os.getenv("PIN", "§")',
    'auth=HTTPDigestAuth("u", "§")',
    '# password: §',
  ],
  'a.go': ['req.SetBasicAuth("u", "§")', 'var token string = "§"'],
  'A.java': ['cfg.setApiKey("§");', 'char[] secret = "§".toCharArray();'],
  'a.rb': ["ENV.fetch('TOKEN', '§')", "req.basic_auth 'u', '§'"],
  'a.php': ["<?php curl_setopt($ch, CURLOPT_USERPWD, 'u:§');"],
  'a.ps1': ['Connect -Password §', '$env:TOKEN="§"'],
  'a.tf': ['private_key = "§"'],
  'a.sh': [
    "PASSWORD='§'",
    `curl -u "u:§" "${URL}"`,
    'run --password §; ls',
    'run --api-token "§"',
    'curl --oauth2-bearer "§" x',
    'run --client-secret=§',
  ],
  'a.yaml': ['password: "§"', 'clientSecret: §', '- TOKEN=§', '# password: §'],
  Makefile: ['export TOKEN := §', 'PASSWORD = §'],
  Dockerfile: ['ENV TOKEN §', 'ARG API_KEY=§'],
  '.env': ['PIN_A=§', "export TOKEN='§'"],
  'a.http': ['X-Api-Key: §', '@password = §'],
};

const shown = (file: string, line: string): string =>
  redactLine(line, { start: 0, end: line.length }, file, new Set(['cloud.mongodb.com']));

/** What of a credential must not be seen: all of it, or what its name does not tell. */
const markOf = (secret: string): string =>
  /(?<=:)\w+(?=@)|(?<=\/B0\/).*/.exec(secret)?.[0] ?? secret.slice(0, 24);

const DRAWS = 3;

const leaksOf = (
  shapes: Readonly<Record<string, Make>>,
  places: Readonly<Record<string, readonly string[]>>,
): readonly string[] => {
  const leaks: string[] = [];
  for (const [file, lines] of Object.entries(places))
    for (const line of lines)
      for (const [shape, make] of Object.entries(shapes))
        for (let draw = 0; draw < DRAWS; draw++) {
          const secret = make(`${file} ${line} ${draw}`);
          const text = shown(
            file,
            line.replaceAll('§', () => secret),
          );
          if (text.includes(markOf(secret))) leaks.push(`${shape} in ${file}: ${text}`);
        }
  return leaks;
};

describe('a credential that is planted anywhere in a line', () => {
  it('is masked by its shape', () => {
    expect(leaksOf(SHAPED, PLACES)).toEqual([]);
  });

  it('is masked by the name before it', () => {
    expect(leaksOf(NAMED, NAMED_PLACES)).toEqual([]);
  });

  it('is masked in a pointer, behind an escaped sign too', () => {
    for (const shape of ['AWS key id', 'Azure client secret', 'Stripe', 'GitHub']) {
      const secret = SHAPED[shape]!(shape);
      expect(redactPointer(`/a/x~1${secret}/0`)).not.toContain(secret);
    }
    expect(redactPointer('/paths/~1api~1atlas~1v1.0/a~0b')).toBe('/paths/~1api~1atlas~1v1.0/a~0b');
  });

  it('is masked in a message, whatever sign stands beside it', () => {
    const leaks = ['X=§', 'a,§,b', '<§>', '[§]', 'host:§', '(§);', 'a|§|b'].flatMap((text) =>
      Object.entries(SHAPED).flatMap(([shape, make]) => {
        const secret = make(text);
        const said = redactText(text.replace('§', () => secret));
        return said.includes(markOf(secret)) ? [`${shape}: ${said}`] : [];
      }),
    );
    expect(leaks).toEqual([]);
  });

  it('hides no schedule, port or count', () => {
    for (const line of ['*/5 1-5 * * 1,3 run', 'run -p 8080 --max-time 30', 'run --token-file path'])
      expect(shown('a.sh', line)).toBe(line);
  });
});
