import { expect, it } from 'vitest';
import { findingsIn } from '../../fixtures/pipeline.ts';

const TYPES = `export interface Cluster {
  name: string;
  srvAddress: string;
  mongoURI: string;
  numShards: number;
  providerSettings: { providerName: string; instanceSizeName: string };
}
`;

const CLIENT = `import axios from 'axios';
import type { Cluster } from './types';
const http = axios.create({ baseURL: 'https://cloud.mongodb.com/api/atlas/v1.0' });
export const uri = async (id: string) => {
  const { data } = await http.get<Cluster>(\`/groups/\${id}/clusters/x\`);
  return data.srvAddress;
};
`;

/** Names the property as well, and no fix changes it. */
const OTHER = `export const row = (cell: { srvAddress: string }) => cell.srvAddress;\n`;

it('changes a type only together with the reads that its new shape needs', async () => {
  const findings = await findingsIn({
    'tsconfig.json': '{}',
    'types.ts': TYPES,
    'a.ts': CLIENT,
    'row.ts': OTHER,
  });
  const fixes = findings.filter(({ data }) => data['property'] === 'srvAddress');
  const [type, read] = ['types.ts', 'a.ts'].map((file) => fixes.find((each) => each.file === file)?.fix);
  expect(type?.safety).toBe('unsafe');
  expect(type?.group).toBeDefined();
  expect(type?.group).toBe(read?.group);
});

it('names the members of a type that its fix leaves as they are', async () => {
  const findings = await findingsIn({ 'tsconfig.json': '{}', 'types.ts': TYPES, 'a.ts': CLIENT });
  const fix = findings.find(
    ({ file, data }) => file === 'types.ts' && data['property'] === 'srvAddress',
  )?.fix;
  expect(fix?.assumes?.map(({ text }) => text)).toContainEqual(
    'The fix changes only a part of this type. Change by hand what has no exact equivalent: mongoURI, numShards, providerSettings.',
  );
});
