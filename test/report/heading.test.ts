import { expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { TODAY, recordingTerminal } from '../fixtures/transcripts.ts';

const PROGRAM = `require 'faraday'
CONN = Faraday.new(url: 'https://cloud.mongodb.com/api/atlas/v1.0') { |f| f.response :json }
def sizes(gid) = CONN.get("groups/#{gid}/clusters").body['results'].map { |c| [c['name'], c.dig('providerSettings', 'instanceSizeName')] }
`;

it('heads findings without a call by the names that are found, and their file', async () => {
  const { terminal, out } = recordingTerminal(temporaryTree({ 'sizes.rb': PROGRAM }));
  await run(['scan', '--today', TODAY], terminal);
  expect(out()).toMatch(/^providerSettings in sizes\.rb {2}\[1 error; by hand\]$/m);
});
