import { describe, expect, it } from 'vitest';
import { methodNamed } from '../../src/model/index.ts';
import { headerText } from '../../src/redact/header.ts';

describe('headerText', () => {
  it.each([
    ['Date', 'Thu, 01 Oct 2026 12:00:00 GMT'],
    ['sunset', '2026-12-01'],
    ['Deprecation', '@1722816000'],
    ['deprecation', 'true'],
    ['retry-after', '120'],
    ['content-length', '4096'],
    ['host', 'cloud.mongodb.com:443'],
    ['accept', 'application/vnd.atlas.2023-02-01+json, text/*;q=0.5, */*'],
    ['content-type', 'application/json; charset=utf-8'],
    ['user-agent', 'curl/8.5.0'],
    ['accept-encoding', 'gzip, deflate, br;q=0.5'],
    ['vary', 'Accept, Accept-Encoding'],
    ['cache-control', 'no-store, max-age=0'],
    ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
    ['allow', 'GET, PATCH'],
  ])('shows a %s of %s', (name, value) => {
    expect(headerText(name, value)).toBe(value);
  });

  it.each([
    ['user-agent', 'bot/1.0 (hunter)', 'bot/1.0 (•••)'],
    ['user-agent', 'hunter bot/hunter', '••• •••'],
    ['server', 'nginx/1.2 hunter', 'nginx/1.2 •••'],
    ['user-agent', 'a/1 (open hunter', 'a/1 (•••)'],
    ['date', 'hunter', '•••'],
    ['sunset', 'Thu, 01 Oct 2026 12:00:00 hunter', '•••'],
    ['content-length', '12 hunter', '•••'],
    ['host', 'hunter', '•••'],
    ['host', 'me:hunter@a.com', '•••'],
    ['content-type', 'multipart/form-data; boundary=hunter', '•••'],
    ['content-type', 'application/hunter2', '•••'],
    ['content-type', 'application/json; charset=hunter', '•••'],
    ['accept', 'application/json, hunter', 'application/json, •••'],
    ['deprecation', 'hunter', '•••'],
    ['allow', 'GET, HUNTER', 'GET, •••'],
    ['cache-control', 'private="hunter"', '•••'],
    ['x-unknown', 'hunter', '•••'],
  ])('masks in a %s of %s what its grammar does not have', (name, value, shown) => {
    expect(headerText(name, value)).toBe(shown);
  });
});

describe('methodNamed', () => {
  it.each([
    ['get', 'GET'],
    ['Version-Control', 'VERSION-CONTROL'],
    ['eyJhbGciOi.eyJzdWIi', '•••'],
    ['HUNTER', '•••'],
    [undefined, undefined],
  ])('is of %s %s', (text, method) => {
    expect(methodNamed(text)).toBe(method);
  });
});
