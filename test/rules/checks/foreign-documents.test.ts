import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import type { Report } from '../../../src/report/report.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

/** A project that calls the API, so that names of its payloads count in all its files. */
const CLIENT =
  "fetch('https://cloud.mongodb.com/api/atlas/v2/groups', { headers: { Accept: 'application/vnd.atlas.2023-02-01+json' } });\n";

const found = async (file: string, text: string): Promise<readonly string[]> => {
  const { terminal, out } = recordingTerminal(temporaryTree({ 'client.js': CLIENT, [file]: text }));
  await run(['scan', '-f', 'json'], terminal);
  return (JSON.parse(out()) as Report).findings.map(({ rule, pointer }) => `${rule} ${pointer}`);
};

/** Terraform, Helm, Kubernetes, Kafka, search engines, CloudFormation, Pulumi, translations, forms, schemas. */
const FOREIGN: Readonly<Record<string, string>> = {
  'ansible.yml': `- name: create cluster
  hosts: all
  vars:
    providerSettings: {instanceSizeName: M10, providerName: AWS, regionName: R}
  tasks: []`,
  'cfn-resource.json':
    '{"Type":"MongoDB::Atlas::Cluster","Properties":{"replicationSpecs":[{"numShards":1,"regionsConfig":{}}],"providerSettings":{"instanceSizeName":"M10"}}}',
  'cfn.yaml': `Resources:
  C:
    Type: MongoDB::Atlas::Cluster
    Properties: {ProviderSettings: {InstanceSizeName: M10}, replicationSpecs: []}`,
  'compose.yaml': `services: {db: {environment: {mongoURI: x}}}
x-defaults: {replicationFactor: 3}`,
  'es.json': '{"settings":{"index":{"numShards":5,"numReplicas":1}},"numShards":5,"backupEnabled":true}',
  'form.json':
    '{"title":"Create cluster","fields":{"replicationSpecs":{"label":"x"},"numShards":{"label":"y"}},"numShards":{"label":"z"},"replicationSpecs":{"label":"q"}}',
  'helm-values.yaml': `replicaCount: 2
autoScaling: {enabled: true, minReplicas: 1}
mongoURI: mongodb://x
replicationFactor: 3
numShards: 4
atlas:
  providerSettings: {instanceSizeName: M10, providerName: AWS, regionName: EU}
  replicationSpecs: [{numShards: 1}]`,
  'i18n.json':
    '{"providerSettings":"Provider settings","replicationSpecs":"Replication","numShards":"Shards","backupEnabled":"Backup","mongoURIWithOptions":"Connection"}',
  'jsonschema.json':
    '{"$id":"x","definitions":{"c":{}},"properties":{"providerSettings":{"properties":{"instanceSizeName":{"type":"string"}}}},"providerSettings":{"instanceSizeName":{"type":"string"}}}',
  'kafka.json':
    '{"name":"connector","config":{"replicationFactor":3,"numShards":2},"replicationFactor":3,"autoScaling":{"enabled":true}}',
  'openapi.yaml': `openapi: 3.0.0
paths: {}
components: {schemas: {C: {properties: {providerSettings: {type: object}, replicationSpecs: {type: array}}}}}`,
  'operator.yaml': `apiVersion: atlas.mongodb.com/v1
kind: AtlasDeployment
metadata: {name: d}
spec:
  deploymentSpec:
    name: c
    providerSettings: {instanceSizeName: M10, providerName: AWS, regionName: EU_WEST_1}
    replicationSpecs: [{numShards: 1, regionsConfig: {EU: {priority: 7}}}]`,
  'pulumi-stack.json':
    '{"version":3,"deployment":{"resources":[{"type":"mongodbatlas:index/cluster:Cluster","inputs":{"replicationSpecs":[{"numShards":1}],"srvAddress":"x","mongoURI":"m"}}]}}',
  'pulumi.yaml': `name: p
runtime: yaml
resources:
  c:
    type: mongodbatlas:Cluster
    properties: {replicationSpecs: [{numShards: 1, regionsConfigs: []}], providerInstanceSizeName: M10}`,
  'solr.yml': `collection: {numShards: 2, replicationFactor: 3}
numShards: 2`,
  'tf.tf.json':
    '{"resource":{"mongodbatlas_cluster":{"c":{"project_id":"x","name":"c","provider_name":"AWS","replicationSpecs":[{"numShards":1,"regionsConfig":{"R":{"electableNodes":3,"priority":7}}}],"providerSettings":{"instanceSizeName":"M10"}}}}}',
  'tf.tfstate.json':
    '{"version":4,"terraform_version":"1.5.0","resources":[{"mode":"managed","type":"mongodbatlas_cluster","instances":[{"attributes":{"mongo_uri":"x","replicationSpecs":[{"numShards":1}]}}]}]}',
  'tfvars.json':
    '{"replicationSpecs":[{"numShards":1,"regionsConfig":[{"regionName":"EU","electableNodes":3}]}],"autoScaling":true}',
  'topics.yaml': `- {name: a, replicationFactor: 3, numShards: 1}
- {name: b, replicationFactor: 3}`,
};

describe('documents of other programs that use the same names', () => {
  it.each(Object.entries(FOREIGN))('%s is silent', async (file, text) => {
    expect(await found(file, text)).toEqual([]);
  });

  it('does not silence a payload of the API, nor a half-migrated one', async () => {
    const settings = '"providerSettings":{"providerName":"AWS","instanceSizeName":"M10"}';
    expect(await found('c.json', `{"name":"c","diskSizeGB":10,${settings}}`)).toHaveLength(1);
    expect(await found('h.json', `{"replicationSpecs":[{"regionConfigs":[]}],${settings}}`)).toHaveLength(1);
  });
});
