import { describe, expect, it } from 'vitest';
import { targetHint } from '../../../src/rules/checks/target-hint.ts';
import { operationsIn, buildFactIndex } from '../../../src/rules/checks/fact-index.ts';
import { builtIn } from '../load/load.ts';
import { SETTINGS, Sample, request } from './build.ts';

const hintFor = (paths: readonly string[], settings = {}, method = 'GET'): string | undefined => {
  const urls = paths.map((path) => `https://cloud.mongodb.com/api/atlas/v2${path}`);
  const sample = new Sample(urls.join(' '));
  const calls = urls.map((url) => request(sample.place(url), [sample.textOf(url)], { method }));
  return targetHint(operationsIn(buildFactIndex(calls, builtIn.api, () => '')), builtIn.api, {
    ...SETTINGS,
    ...settings,
  });
};

describe('targetHint', () => {
  it('says once that the version which fixes write has an end', () => {
    const hint = hintFor(['/groups/x/clusters', '/groups/x/clusters/y']);
    expect(hint).toContain('the target 2023-02-01 is itself deprecated for 2 operations');
    expect(hint).toContain('deletion is planned for 2027-07-01 (in 222 days');
  });

  it('advises the first version that no operation loses soon', () => {
    expect(hintFor(['/groups/x/clusters'])).toContain(
      'Before that day, move on with --target 2024-08-05 (changes in 2024-08-05: diskSizeGB moves',
    );
    const sent = hintFor(['/groups/x/clusters', '/groups/x/clusters/y'], {}, 'PATCH');
    expect(sent).toContain('--target 2024-10-23 (changes in 2024-08-05: diskSizeGB moves');
  });

  it('counts operations that end while an older version answers the target', () => {
    expect(hintFor(['/groups/x/invites'])).toContain('deprecated for GET /groups/{groupId}/invites');
    expect(hintFor(['/groups/x/privateIpMode'])).toBeUndefined();
  });

  it('is silent where the target has no end, and where the end is near enough to be a finding', () => {
    expect(hintFor(['/groups'])).toBeUndefined();
    expect(hintFor(['/groups/x/clusters'], { failWithin: 222 })).toBeUndefined();
    expect(hintFor(['/groups/x/clusters'], { today: '2027-07-01' })).toBeUndefined();
  });
});
