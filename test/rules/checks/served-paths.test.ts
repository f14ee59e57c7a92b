import { describe, expect, it } from 'vitest';
import { findingsIn } from '../../fixtures/pipeline.ts';
import type { Files } from '../../fixtures/pipeline.ts';

// What serves or forwards a path decides what answers an address that names no host: moved alone, the address is answered
// by nobody. A row is the file that says so, beside one call.

const SENT = `{ headers: { Accept: 'application/json' } }`;
/** The host comes from outside: it may be that of the service. */
const OPEN = `export const list = (host: string) => fetch(\`\${host}/api/atlas/v1.0/groups\`, ${SENT});`;
/** The client's base is set elsewhere, or nowhere. */
const PATH = `import axios from 'axios';\nexport const list = () => axios.get('/api/atlas/v1.0/groups', ${SENT});`;

const OPEN_ROUTES: Files = {
  'server.ts': `import express from 'express';
const app = express();
app.get('/api/atlas/v1.0/groups', (req, res) => res.json([]));`,
  'mount.ts': `import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
express().use('/api/atlas', createProxyMiddleware({ target: process.env.TARGET }));`,
  'router.js': `module.exports = (app, routes) => app.use('/api/atlas/v1.0', routes);`,
  'worker.js': `self.addEventListener('fetch', (event) => {
  if (/^\\/api\\/atlas\\//.test(new URL(event.request.url).pathname)) event.respondWith(caches.match(event.request));
});`,
  'next.config.js': `module.exports = { rewrites: async () => [{ source: '/api/atlas/:path*', destination: 'https://x.example/:path*' }] };`,
  'vite.config.ts': `export default { server: { proxy: { '/api/atlas': { target: 'https://cloud.mongodb.com' } } } };`,
  'app/api/atlas/[...path]/route.ts': `export const GET = () => Response.json([]);`,
  'app/api/atlas/v1.0/groups/route.ts': `export const GET = () => Response.json([]);`,
  'deploy/nginx.conf': `server {\n  location ^~ /api/atlas/ {\n    proxy_pass https://cloud.mongodb.com;\n  }\n}`,
  'ingress.yaml': `spec:\n  rules:\n    - http:\n        paths:\n          - path: /api/atlas\n            backend: x`,
  'vercel.json': `{ "rewrites": [{ "source": "/api/atlas/(.*)", "destination": "https://x.example/$1" }] }`,
  'netlify.toml': `[[redirects]]\nfrom = "/api/atlas/*"\nto = "https://cloud.mongodb.com/api/atlas/:splat"`,
};

/** A folder of paths that other routes stand in too: it says something of an address that is a path only. */
const PATH_ROUTES: Files = {
  'webpack.config.js': `module.exports = { devServer: { proxy: [{ context: ['/api'], target: 'http://localhost:4000' }] } };`,
  'package.json': `{ "name": "web", "proxy": "http://localhost:4000" }`,
  'public/_redirects': `/api/*  https://x.example/:splat  200`,
  'setupProxy.js': `module.exports = (app) => app.use('/api', proxy({ target: 'http://localhost:4000' }));`,
};

const ELSEWHERE: Files = {
  'routes.ts': `import express from 'express';\nexpress().get('/api/clusters', (req, res) => res.json([]));`,
  'mount.ts': `import express from 'express';\nexpress().use('/api', (req, res) => res.json([]));`,
  'v2.ts': `import express from 'express';\nexpress().use('/api/atlas/v2', (req, res) => res.json([]));`,
  'notes.ts': `// app.use('/api/atlas/v1.0', old)\nexport const x = 1;`,
  'README.md': `The service answers below "/api/atlas/v1.0/groups".`,
  'data.json': `{ "seen": ["/api/atlas/v1.0/groups"] }`,
};

const fixOf = async (client: string, [path, text]: readonly [string, string]) => {
  const findings = await findingsIn({ 'client.ts': client, [path]: text });
  return findings.find(({ rule, file }) => rule === 'legacy-base-url' && file === 'client.ts')?.fix;
};

describe('an address without a host of the service', () => {
  it.each(Object.entries(OPEN_ROUTES))('is unsafe beside %s, and says so', async (...row) => {
    for (const client of [OPEN, PATH]) {
      const fix = await fixOf(client, row);
      expect(fix).toMatchObject({ safety: 'unsafe', reason: { file: row[0] } });
    }
  });

  it.each(Object.entries(PATH_ROUTES))('that is a path is unsafe beside %s', async (...row) => {
    expect(await fixOf(PATH, row)).toMatchObject({ safety: 'unsafe', reason: { file: row[0] } });
    expect(await fixOf(OPEN, row)).toMatchObject({ safety: 'safe' });
  });

  it.each(Object.entries(ELSEWHERE))('is safe beside %s', async (...row) => {
    expect(await fixOf(OPEN, row)).toMatchObject({ safety: 'safe' });
  });

  it.each([`'/api/atlas/v1.0/groups'`, '`${location.origin}/api/atlas/v1.0/groups`'])(
    'is unsafe where it goes to the server of the page: %s',
    async (url) => {
      const fix = await fixOf(`export const list = () => fetch(${url}, ${SENT});`, ['x.ts', '']);
      expect(fix).toMatchObject({ safety: 'unsafe', reason: { file: 'client.ts' } });
    },
  );

  it('is safe beside any route once its host is known', async () => {
    const client = `export const list = () => fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups', ${SENT});`;
    expect(await fixOf(client, ['server.ts', OPEN_ROUTES['server.ts']!])).toMatchObject({ safety: 'safe' });
  });
});
