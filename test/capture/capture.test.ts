import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCapture } from '../../src/capture/open-capture.ts';
import type { CaptureOptions } from '../../src/capture/open-capture.ts';
import type { Exchange } from '../../src/capture/exchange.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { missing, PROGRAMS } from './programs.ts';
import type { Program } from './programs.ts';
import { API_HOST, noWayOut, surroundings } from './upstream.ts';

interface Ran {
  readonly out: string;
  readonly code: number | null;
  readonly seen: readonly Exchange[];
}

/** Runs a program with its calls captured. */
const captured = async (
  {
    command,
    args,
    files,
  }: { command: string; args: readonly string[]; files: Readonly<Record<string, string>> },
  env: NodeJS.ProcessEnv,
  answer: CaptureOptions['answer'],
): Promise<Ran & { folder: string; refusals: number }> => {
  const seen: Exchange[] = [];
  const capture = await openCapture({
    hosts: [API_HOST],
    env,
    answer,
    see: (one) => void seen.push(one),
    tellsSites: true,
  });
  onTestFinished(() => capture.close());
  const folder = temporaryTree(files);
  const child = spawn(command, args, { cwd: folder, env: capture.env, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { out: out.trimEnd(), code, seen, folder, refusals: capture.refusals.size };
};

const siteOf = ({ site }: Program, folder: string): string | undefined =>
  site === undefined ? undefined : `${folder}/${site}`;

const BODY = '{"results":[]}';

for (const program of PROGRAMS) {
  const why = missing(program);
  describe.skipIf(why !== undefined)(`${program.name}${why === undefined ? '' : `: ${why}`}`, () => {
    it('is answered in this process, and tells where it called', async () => {
      const ran = await captured(program, noWayOut(), () => ({
        status: 200,
        headers: [['content-type', 'application/json']],
        body: BODY,
      }));
      expect(ran).toMatchObject({ out: BODY, code: 0, refusals: 0 });
      expect(ran.seen.map((one) => [one.method, one.url, one.answer?.status, one.trail[0]])).toEqual([
        ['GET', 'https://cloud.mongodb.com/api/atlas/v2/groups?pageNum=1', 200, siteOf(program, ran.folder)],
      ]);
    });

    it('reaches its server, and both sides are seen', async () => {
      const got: string[] = [];
      const { env, asked } = await surroundings((request, response) => {
        got.push(`${request.headers.host?.replace(':443', '')} ${request.url} ${request.headers.accept}`);
        expect(Object.keys(request.headers).filter((name) => name.startsWith('x-migrate'))).toEqual([]);
        response.setHeader('content-type', 'application/json').end(BODY);
      });
      const ran = await captured(program, env, undefined);
      expect(ran).toMatchObject({ out: BODY, code: 0, refusals: 0 });
      expect(got).toEqual([
        'cloud.mongodb.com /api/atlas/v2/groups?pageNum=1 application/vnd.atlas.2023-02-01+json',
      ]);
      expect(new Set(asked)).toEqual(new Set(['cloud.mongodb.com:443']));
      expect(
        ran.seen.map((one) => [one.answer?.status, one.answer?.body.bytes.toString(), one.trail[0]]),
      ).toEqual([[200, BODY, siteOf(program, ran.folder)]]);
    });
  });
}
