import { describe, expect, test } from 'vitest';
import { after, jsonTree, jsTree, reshapeTree } from './trees.ts';

const json = (text: string, use: 'create' | 'modify' = 'create'): unknown =>
  after(text, reshapeTree(jsonTree(text), text, { use }));

const js = (text: string, use: 'create' | 'modify' = 'create'): unknown =>
  after(text, reshapeTree(jsTree(text), text, { use }));

describe('JSON', () => {
  test('keeps numbers, escapes and order as they are written', () => {
    const text = `{
  "diskSizeGB": 1.0e2,
  "name": "caf\\u00e9",
  "providerSettings": {
    "instanceSizeName": "M\\u00310",
    "diskIOPS": 3000.0,
    "regionName": "US_EAST_1",
    "providerName": "AWS"
  },
  "pitEnabled": true
}
`;
    expect(json(text)).toBe(`{
  "diskSizeGB": 1.0e2,
  "name": "caf\\u00e9",
  "replicationSpecs": [
    {
      "numShards": 1,
      "regionConfigs": [
        {
          "providerName": "AWS",
          "regionName": "US_EAST_1",
          "priority": 7,
          "electableSpecs": {
            "instanceSize": "M\\u00310",
            "nodeCount": 3,
            "diskIOPS": 3000.0
          }
        }
      ]
    }
  ],
  "clusterType": "REPLICASET",
  "pitEnabled": true
}
`);
  });

  test('stays on one line', () => {
    const text =
      '{"name":"c","providerSettings":{"providerName":"AWS","instanceSizeName":"M10","regionName":"R"},"paused":false}';
    expect(json(text)).toBe(
      '{"name":"c","replicationSpecs":[{"numShards":1,"regionConfigs":[{"providerName":"AWS","regionName":"R",' +
        '"priority":7,"electableSpecs":{"instanceSize":"M10","nodeCount":3}}]}],"clusterType":"REPLICASET","paused":false}',
    );
  });

  test('keeps tabs, CRLF and a byte order mark', () => {
    const text =
      '\ufeff{\r\n\t"providerBackupEnabled": false,\r\n\t"name": "c",\r\n\t"mongoDBVersion": "4.0"\r\n}\r\n';
    expect(json(text, 'modify')).toBe('\ufeff{\r\n\t"backupEnabled": false,\r\n\t"name": "c"\r\n}\r\n');
  });

  test('edits inside a list that stays, and takes comments to where their members go', () => {
    const text = `{
  "name": "c",
  "clusterType": "GEOSHARDED", // two zones
  // what we pay for
  "providerSettings": {
    "providerName": "AWS",
    "instanceSizeName": "M30" /* since 2021 */
  },
  "replicationSpecs": [
    {
      "zoneName": "EU", // Europe
      "numShards": 1, // small
      // the regions
      "regionsConfig": {
        // far away
        "US_EAST_1": { "electableNodes": 2, "priority": 6 },
        "EU_WEST_1": {
          "electableNodes": 3, // a majority
          "priority": 7
        }
      }
    }
  ]
}
`;
    expect(json(text)).toBe(`{
  "name": "c",
  "clusterType": "GEOSHARDED", // two zones
  "replicationSpecs": [
    {
      "zoneName": "EU", // Europe
      "numShards": 1, // small
      // the regions
      "regionConfigs": [
        {
          // what we pay for
          "providerName": "AWS",
          "regionName": "EU_WEST_1",
          "priority": 7,
          "electableSpecs": {
            "instanceSize": "M30", /* since 2021 */
            "nodeCount": 3 // a majority
          }
        },
        {
          "providerName": "AWS",
          // far away
          "regionName": "US_EAST_1",
          "priority": 6,
          "electableSpecs": { "instanceSize": "M30", "nodeCount": 2 }
        }
      ]
    }
  ]
}
`);
  });
});

describe('object literals', () => {
  test('carry expressions to every place that needs them', () => {
    const text = `const body = {
  name,
  providerSettings: {
    providerName: 'AWS',
    instanceSizeName: process.env.SIZE,
    regionName: config.region,
  },
  numShards: 1,
  providerBackupEnabled,
};
`;
    expect(js(text)).toBe(`const body = {
  name,
  replicationSpecs: [
    {
      numShards: 1,
      regionConfigs: [
        {
          providerName: 'AWS',
          regionName: config.region,
          priority: 7,
          electableSpecs: {
            instanceSize: process.env.SIZE,
            nodeCount: 3,
          },
        },
      ],
    },
  ],
  clusterType: 'REPLICASET',
  backupEnabled: providerBackupEnabled,
};
`);
  });

  test('keep together what stands together, in their own quotes', () => {
    const text = `send({
    name: "c",
    clusterType: "REPLICASET",
    providerSettings: { providerName: "GCP", instanceSizeName: "M10" },
    replicationSpecs: [{ numShards: 1, regionsConfig: { [\`x\`]: 1 } }],
})`;
    expect(js(text)).toMatchObject({ kind: 'refused' });
    const known = text.replace('[`x`]: 1', 'CENTRAL_US: { electableNodes: nodes, priority: 7 }');
    expect(js(known)).toBe(`send({
    name: "c",
    clusterType: "REPLICASET",
    replicationSpecs: [{ numShards: 1, regionConfigs: [
        {
            providerName: "GCP",
            regionName: "CENTRAL_US",
            priority: 7,
            electableSpecs: { instanceSize: "M10", nodeCount: nodes },
        },
    ] }],
})`);
  });

  test('repeat no call, and review one that goes', () => {
    const regions = 'A: { electableNodes: 2, priority: 7 }, B: { electableNodes: 1, priority: 6 }';
    const text = `x = { name, providerSettings: { providerName: 'AWS', instanceSizeName: size() },
  replicationSpecs: [{ numShards: 1, regionsConfig: { ${regions} } }] }`;
    expect(js(text)).toMatchObject({
      kind: 'refused',
      reasons: [{ pointer: '/providerSettings/instanceSizeName' }],
    });
    const dropped = text.replace('size()', "'M10', encryptEBSVolume: isEncrypted()");
    expect(reshapeTree(jsTree(dropped), dropped)).toMatchObject({ kind: 'edits', safety: 'unsafe' });
  });

  test('with parts that cannot be seen are refused', () => {
    const settings = "{ providerName: 'AWS', instanceSizeName: 'M10', regionName: 'R' }";
    for (const body of [
      '{ name, providerSettings }',
      `{ ...base, providerSettings: ${settings} }`,
      `{ name, providerSettings: ${settings}, replicationSpecs }`,
      `{ name, providerSettings: ${settings}, numShards: shards }`,
      `{ name, providerSettings: ${settings}, replicationSpecs: [{ numShards: 1, regionsConfig }] }`,
      `{ name, providerSettings: ${settings}, replicationSpecs: [{ numShards: 1, regionsConfig: { [r]: {} } }] }`,
    ])
      expect(js(`const body = ${body};`), body).toMatchObject({ kind: 'refused' });
  });
});
