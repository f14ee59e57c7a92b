import { describe, expect, it } from 'vitest';
import { redactPythonLine } from '../../src/redact/python-line.ts';

/** Every line of a program, as it is shown. */
const shown = (text: string): readonly string[] => {
  let start = 0;
  return text.split('\n').map((line) => {
    const span = { start, end: start + line.length };
    start = span.end + 1;
    return redactPythonLine(text, span, new Set());
  });
};

describe('lines of Python', () => {
  it.each([
    [
      'return requests.get(f"{BASE}/groups/{group}/alerts", auth=auth).json()["results"]',
      'return requests.get(f"{BASE}/groups/{group}/alerts", auth=auth).json()["results"]',
    ],
    [
      'BASE = "https://cloud.mongodb.com/api/atlas/v1.0"',
      'BASE = "https://cloud.mongodb.com/api/atlas/v1.0"',
    ],
    ['body = {"providerName": "AWS", "size": "M10"}', 'body = {"providerName": "AWS", "size": "M10"}'],
    ['f(token, headers={"Accept": "application/json"})', 'f(token, headers={"Accept": "application/json"})'],
    ["password = 'admin'", "password = '•••'"],
    ['auth = HTTPDigestAuth("mAgenta7Qx9vT", "b7c1-44f0")', 'auth = HTTPDigestAuth("•••", "•••")'],
    ['x = {"X-Api-Key": "test"}', 'x = {"X-Api-Key": "•••"}'],
    ['url = f"https://u:{secret}@host/{d[0]}"  # mAgenta7Qx9vT', undefined],
    ['n = 84215936  # why', 'n = •••  # •••'],
    [String.raw`a = 'it\'s' + "x" # "y`, undefined],
  ])('%s', (line, expected) => {
    if (expected !== undefined) expect(shown(line)).toEqual([expected]);
    expect(shown(line)[0]).not.toMatch(/mAgenta|admin|b7c1|84215936/);
  });

  it('masks strings and values of secrets that stand on several lines', () => {
    const text = [
      'connect(',
      '    api_key=(',
      '        "admin"',
      '    ),',
      ')',
      'doc = """one mAgenta7Qx9vT',
      "two 'mAgenta7Qx9vT'",
      '"""',
      "after = 'AWS'",
    ].join('\n');
    expect(shown(text)).toEqual([
      'connect(',
      '    api_key=(',
      '        "•••"',
      '    ),',
      ')',
      'doc = •••',
      '•••',
      '•••',
      "after = 'AWS'",
    ]);
  });
});
