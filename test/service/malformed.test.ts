import { describe, expect, it } from 'vitest';
import { startReferenceService } from '../../src/reference-service.ts';
import { CLIENT, FORM } from './world.ts';

interface Random {
  readonly next: () => number;
}

interface Generator {
  readonly sendMalformed: (
    port: number,
    random: Random,
    token: string,
    count: number,
  ) => Promise<Readonly<Record<string, number>>>;
}

const bench = <T>(name: string): Promise<T> =>
  import(new URL(`../../bench/${name}.mjs`, import.meta.url).href) as Promise<T>;

/** `npm run bench:service` sends ten thousand. */
const COUNT = Number(process.env['MALFORMED'] ?? 800);

describe('malformed requests', () => {
  it('neither end the service nor hang, and none is an error of its own', async () => {
    const { sendMalformed } = await bench<Generator>('malformed');
    const { seeded } = await bench<{ seeded: (seed: number) => Random }>('random');
    const service = await startReferenceService();
    const response = await fetch(`${service.url}/api/oauth/token`, {
      method: 'POST',
      headers: { authorization: CLIENT, 'content-type': FORM },
      body: 'grant_type=client_credentials',
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    const counts = await sendMalformed(service.port, seeded(1), token, COUNT);
    const headers = { authorization: `Bearer ${token}` };
    const afterwards = await fetch(`${service.url}/api/atlas/v1.0/groups`, { headers });
    await service.close();
    expect(afterwards.status).toBe(200);
    expect(counts).toMatchObject({ 400: expect.any(Number), 401: expect.any(Number) });
    expect(Object.keys(counts).filter((status) => /^5|hang/.test(status))).toEqual([]);
  });
});
