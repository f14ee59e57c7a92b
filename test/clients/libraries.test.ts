import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import axios from 'axios';
import { DigestClient } from 'digest-fetch';
import { got } from 'got';
import * as urllib from 'urllib';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReferenceService } from '../../src/reference-service.ts';
import type { ReferenceService } from '../../src/reference-service.ts';
import { GROUP, V2, accept } from '../service/world.ts';

let service: ReferenceService;
beforeAll(
  async () => void (service = await startReferenceService({ today: '2026-11-21', allowHosts: ['*'] })),
);
afterAll(() => service.close());

/** A new object for each: some clients write their own headers into it. */
const version = () => accept('2023-02-01');

describe('clients that sign with a key pair', () => {
  interface Answer {
    readonly status: number;
    readonly text: string;
  }
  const clients: Readonly<Record<string, (url: string) => Promise<Answer>>> = {
    curl: async (url) => {
      const args = [
        '-s',
        '--digest',
        '-u',
        'public:private',
        '-H',
        `Accept: ${version().accept}`,
        '-w',
        '\n%{http_code}',
        url,
      ];
      const { stdout } = await promisify(execFile)('curl', args);
      const [text = '', status] = stdout.split('\n');
      return { status: Number(status), text };
    },
    'digest-fetch': async (url) => {
      const response = await new DigestClient('public', 'private').fetch(url, { headers: version() });
      return { status: response.status, text: await response.text() };
    },
    urllib: async (url) => {
      const { res, data } = await urllib.request<string>(url, {
        digestAuth: 'public:private',
        headers: version(),
        dataType: 'text',
      });
      return { status: res.status, text: data };
    },
  };

  it.each(Object.keys(clients))('%s', async (name) => {
    const { status, text } = await clients[name]!(service.url + V2);
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ totalCount: 1 })]);
  });
});

const tokenOf = async (): Promise<string> => {
  const { data } = await axios.post<{ access_token: string }>(
    `${service.url}/api/oauth/token`,
    new URLSearchParams({ grant_type: 'client_credentials' }),
    { auth: { username: 'mdb_sa_id_reference', password: 'reference' } },
  );
  return data.access_token;
};

describe('clients that present a token', () => {
  it('axios, fetch and got', async () => {
    const bearer = { ...version(), authorization: `Bearer ${await tokenOf()}` };
    const url = service.url + V2;
    const count = { totalCount: 1 };
    expect((await axios.get<object>(url, { headers: bearer })).data).toMatchObject(count);
    expect(await (await fetch(url, { headers: bearer })).json()).toMatchObject(count);
    expect(await got(url, { headers: bearer }).json()).toMatchObject(count);
  });
});

interface ScrapeConfig {
  readonly scrape_configs: readonly {
    readonly http_sd_configs: readonly {
      readonly url: string;
      readonly basic_auth: { readonly username: string; readonly password: string };
    }[];
  }[];
}

/** What a Prometheus server does with http_sd_configs, and what it insists on. */
const targetGroups = async (config: string): Promise<readonly unknown[]> => {
  const { scrape_configs: jobs } = parse(config) as ScrapeConfig;
  const [source] = jobs[0]!.http_sd_configs;
  const { username, password } = source!.basic_auth;
  const response = await fetch(source!.url, {
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'x-prometheus-refresh-interval-seconds': '60',
    },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(
    /^(application\/json(;\s*charset=("utf-8"|utf-8))?)$/i,
  );
  return (await response.json()) as readonly unknown[];
};

describe('a scraper', () => {
  it('finds its targets as its configuration says', async () => {
    const groups = await targetGroups(`
scrape_configs:
  - job_name: atlas
    metrics_path: /metrics
    scheme: https
    http_sd_configs:
      - url: ${service.url}/prometheus/v1.0/groups/${GROUP}/discovery?targetScheme=PRIVATE
        refresh_interval: 60s
        basic_auth:
          username: prom
          password: reference
`);
    expect(groups).toHaveLength(3);
    for (const group of groups)
      expect(group).toEqual({
        targets: [expect.stringMatching(/^[^:/]+:\d+$/)],
        labels: expect.objectContaining({ cl_name: 'orders' }),
      });
  });
});
