// Bill of materials of the package (CycloneDX 1.5): each runtime dependency with version, licence and checksum, as locked.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const json = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

const own = json('package.json');
const lock = json('package-lock.json');

/** `@scope/name` from `node_modules/a/node_modules/@scope/name`. */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** `sha512-<base64>` of npm as hexadecimal digits. */
const hashesOf = (integrity = '') =>
  integrity
    .split(' ')
    .filter((hash) => hash.startsWith('sha512-'))
    .map((hash) => ({ alg: 'SHA-512', content: Buffer.from(hash.slice(7), 'base64').toString('hex') }));

const licenceOf = (path, entry) =>
  entry.license ??
  (existsSync(new URL(`${path}/package.json`, root)) ? json(`${path}/package.json`).license : undefined);

const componentOf = ([path, entry]) => {
  const name = nameOf(path);
  const purl = purlOf(name, entry.version);
  const licence = licenceOf(path, entry);
  if (licence === undefined) throw new Error(`${name} states no licence: list it by hand`);
  const isExpression = / (?:OR|AND) |[()]/.test(licence);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version: entry.version,
    purl,
    licenses: [isExpression ? { expression: licence } : { license: { id: licence } }],
    hashes: hashesOf(entry.integrity),
  };
};

const components = Object.entries(lock.packages)
  .filter(([path, entry]) => path !== '' && !entry.dev && !entry.devOptional && !entry.peer && !entry.link)
  .map(componentOf)
  .sort((a, b) => (a.purl < b.purl ? -1 : 1))
  // Packages that need different versions of others may hold the same one twice.
  .filter(({ purl }, at, all) => purl !== all[at - 1]?.purl);

const purl = purlOf(own.name, own.version);
const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': purl,
      name: own.name,
      version: own.version,
      purl,
      licenses: [{ license: { id: own.license } }],
    },
  },
  components,
  dependencies: [
    {
      ref: purl,
      dependsOn: Object.keys(own.dependencies)
        .sort()
        .map((name) => purlOf(name, lock.packages[`node_modules/${name}`].version)),
    },
  ],
};

mkdirSync(new URL('dist/', root), { recursive: true });
writeFileSync(new URL('dist/sbom.cdx.json', root), `${JSON.stringify(sbom, undefined, 2)}\n`);
// The licences of the grammars and of TypeScript, whose parser is taken out of it, in one file for the package.
const grammars = new URL('grammars/', root);
const licences = readdirSync(grammars)
  .filter((name) => name.endsWith('.LICENSE'))
  .sort()
  .map((name) => [name.slice(0, -'.LICENSE'.length), new URL(name, grammars)]);
licences.push(['TypeScript', new URL('node_modules/typescript/LICENSE', root)]);
const texts = licences.map(([name, url]) => `${name}\n\n${readFileSync(url, 'utf8')}`);
writeFileSync(new URL('dist/licences.txt', root), texts.join('\n---\n\n'));
if (process.argv.includes('--list'))
  for (const { name, version, licenses } of components)
    console.log(`${name}@${version}  ${licenses[0].expression ?? licenses[0].license.id}`);
