import type { InputSchema } from './arguments.ts';

/** A tool as `tools/list` describes it. */
interface ToolDescription {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
}

const PATHS = {
  type: 'array',
  items: { type: 'string' },
  description: 'Files and folders below the folder of the server (default: all of it)',
} as const;

const UNSAFE = {
  type: 'boolean',
  description: 'Include fixes that need a review; each states why it is unsafe',
} as const;

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;

/** The tools of `migrate mcp`, by name. */
export const TOOLS = {
  scan: {
    title: 'Find calls of the legacy Atlas Administration API',
    description:
      'Finds what must change to leave the legacy Atlas Administration API (/api/atlas/v1.0): URLs, version headers, cluster payloads, reads of removed fields. Returns counts and findings with file, line, rule, message and fix (safe, unsafe with the reason, or none). Writes nothing.',
    inputSchema: {
      type: 'object',
      properties: {
        paths: PATHS,
        rule: { type: 'string', description: 'Only findings of this rule, for instance legacy-base-url' },
        limit: {
          type: 'integer',
          description: 'List at most this many findings (default 50); counts are of all',
        },
      },
      additionalProperties: false,
    },
    annotations: READ_ONLY,
  },
  explain: {
    title: 'Explain a rule, a property, an endpoint or a line',
    description:
      'Says what a rule, a removed property, an endpoint (GET /groups/{id}/clusters), an operation (clusters.create) or a version date means and what to do; or, with "at", how the calls of a line of code were resolved and why they were or were not found.',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Rule, property, endpoint, operation or version date' },
        at: { type: 'string', description: 'FILE:LINE below the folder of the server, instead of "id"' },
      },
      additionalProperties: false,
    },
    annotations: READ_ONLY,
  },
  fix: {
    title: 'Show or write the fixes',
    description:
      'Shows what the safe fixes change, as a diff in which what may be a credential is masked (do not apply it as a patch), and what is left and why. With "write", writes the files instead; the server has to be started with --allow-write, and files with uncommitted changes are refused.',
    inputSchema: {
      type: 'object',
      properties: {
        paths: PATHS,
        unsafe: UNSAFE,
        write: { type: 'boolean', description: 'Write the files (default: only show the diff)' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  convert: {
    title: 'Convert a cluster payload',
    description:
      'Converts a legacy cluster payload (JSON or YAML) to the versioned format, or says why it cannot be converted.',
    inputSchema: {
      type: 'object',
      properties: {
        payload: { type: 'string', description: 'The payload itself, as JSON or YAML' },
        operation: {
          type: 'string',
          enum: ['clusters.create', 'clusters.modify', 'clusters.get', 'clusters.list'],
          description: 'What the payload is for (default: detected from the body)',
        },
        unsafe: { type: 'boolean', description: 'Also convert what needs a review' },
        to: { type: 'string', enum: ['json', 'yaml'], description: 'Format of the result (default json)' },
      },
      required: ['payload'],
      additionalProperties: false,
    },
    annotations: READ_ONLY,
  },
  prove: {
    title: 'Run a command against the reference server',
    description:
      'Runs a command, such as the tests of the project, with its calls of the API answered by a local reference server in place of the real one, and reports which are accepted. With "fixed", the command runs in a copy of the project with the safe fixes applied. Runs a program, so the server has to be started with --allow-write.',
    inputSchema: {
      type: 'object',
      properties: {
        command: {
          type: 'array',
          items: { type: 'string' },
          description: 'Program and arguments: ["npm", "test"]',
        },
        fixed: { type: 'boolean', description: 'In a copy with the safe fixes applied' },
        unsafe: UNSAFE,
        before: {
          type: 'boolean',
          description: 'First run it unchanged with the legacy API on, and show both',
        },
      },
      required: ['command'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  },
} as const satisfies Readonly<Record<string, ToolDescription>>;

export type ToolName = keyof typeof TOOLS;

/** Instructions that a client may give to its model when it connects. */
export const INSTRUCTIONS =
  'Migrates calls of the legacy Atlas Administration API (/api/atlas/v1.0) to the versioned API. Begin with "scan"; show the diff of "fix" before it is written; apply unsafe fixes only after a person agreed to the reason that each gives; use "prove" to show that the migrated program is accepted. Credentials are masked in every result.';
