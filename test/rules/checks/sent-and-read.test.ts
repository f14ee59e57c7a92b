import { expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import type { Report } from '../../../src/report/report.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const PROGRAM = `package main

import (
	"bytes"
	"encoding/json"
	"net/http"
)

type Cluster struct {
	Name       string \`json:"name"\`
	SrvAddress string \`json:"srvAddress,omitempty"\`
	NumShards  int    \`json:"numShards"\`
}

const base = "https://cloud.mongodb.com/api/atlas/v1.0"

func create(c Cluster) error {
	body, _ := json.Marshal(c)
	req, _ := http.NewRequest("POST", base+"/groups/1/clusters", bytes.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	_, err := http.DefaultClient.Do(req)
	return err
}
`;

const GET = `
func get() (*Cluster, error) {
	req, _ := http.NewRequest("GET", base+"/groups/1/clusters/c", nil)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	var c Cluster
	err = json.NewDecoder(resp.Body).Decode(&c)
	return &c, err
}
`;

const messages = async (program: string): Promise<readonly string[]> => {
  const { terminal, out } = recordingTerminal(temporaryTree({ 'main.go': program }));
  await run(['scan', '--no-config', '--format', 'json', '.'], terminal);
  const { findings } = JSON.parse(out()) as Report;
  return findings.filter(({ rule }) => rule === 'removed-cluster-property').map(({ message }) => message);
};

it('gives the advice for both uses of a struct that is sent and read', async () => {
  const [address, shards, ...rest] = await messages(PROGRAM + GET);
  expect(rest).toEqual([]);
  expect(address).toContain('The service never accepted it in a request');
  expect(address).toMatch(
    /Responses are read into the same field: Read connectionStrings\.standardSrv instead\.$/,
  );
  expect(shards).toContain('Move numShards into each replicationSpecs[] entry.');
  expect(shards).toMatch(
    /Responses are read into the same field: Add up numShards of all replicationSpecs\[\]\.$/,
  );
});

it('gives the advice for requests only where a struct is sent only', async () => {
  const found = await messages(PROGRAM);
  expect(found).toHaveLength(2);
  expect(found.filter((message) => message.includes('Responses are read'))).toEqual([]);
});
