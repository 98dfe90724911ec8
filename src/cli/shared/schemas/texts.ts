// The JSON Schema of reach.yaml, the settings of an outreach folder, as text.

import type { AiKind } from '../../../contract/ai/enums.ts';
import { ENTITIES } from '../../../contract/entities.ts';
import { INBOX_LIMITS } from '../../../contract/inbox/enums.ts';
import type { JsonObject } from '../../../contract/json.ts';
import { fileSchema, OWN_KEYS_SCHEMA, objectAt } from '../../../contract/json-schema.ts';
import { ALIASED, type PlainKind, RESOURCE_KINDS } from '../../../rules/outreach/kinds.ts';
import { RUN_KEYS } from '../../files/run-file.ts';
import { AI_KEYS } from '../ai/file.ts';
import { asWritten, withNames } from './as-written.ts';

/** Text needs no quotes here either. */
const NAME = { type: ['string', 'number', 'boolean'], minLength: 1 };

const NAME_LIST = { type: 'array', items: { type: 'string', pattern: '\\S' } };

const VARIABLES = {
  type: 'object',
  description: 'Name → value, for variables in files.',
  propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9_-]{0,99}$' },
  additionalProperties: { type: ['string', 'number', 'boolean'] },
};

const ALIASES = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    ALIASED.map((kind) => [
      kind,
      {
        type: 'object',
        additionalProperties: kind === 'owner' ? { anyOf: [NAME, { type: 'null' }] } : NAME,
        description: `The name in files: the name in that workspace${kind === 'owner' ? ', or null for no owner' : ''}.`,
      },
    ]),
  ),
};

const SETTINGS_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Outreach folder',
  description: 'The settings of an outreach folder (reach.yaml). No secrets: keys are in profiles.',
  type: ['object', 'null'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    profile: {
      ...NAME,
      pattern: '\\S',
      maxLength: 100,
      description: 'The profile, unless a flag or the environment names another.',
    },
    prune: { type: 'boolean', default: false, description: 'Whether plan and apply prune by default.' },
    policy: {
      type: 'object',
      description: 'What no plan of the folder may do.',
      additionalProperties: false,
      properties: {
        maximumPeople: { type: 'integer', minimum: 0, description: 'The most people that one plan may reach.' },
        notFromCi: { ...NAME_LIST, description: 'Campaigns that must not be started where CI is set.' },
        requiredFields: {
          type: 'object',
          additionalProperties: false,
          properties: Object.fromEntries(RESOURCE_KINDS.map((kind) => [kind, NAME_LIST])),
          description: 'Kind → fields that every file of it must fill.',
        },
        senders: { ...NAME_LIST, description: 'The identities that campaigns may name.' },
      },
    },
    vars: VARIABLES,
    workspaces: {
      type: 'object',
      description: 'Profile → the variables and names of its workspace.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: { vars: VARIABLES, names: ALIASES },
      },
    },
    includes: {
      ...NAME_LIST,
      description: 'Folders inside this one or beside it whose files belong to it as well, such as ../common.',
    },
    moved: {
      type: 'object',
      description: 'The key that a resource had → the one it has now, such as campaign/Old: campaign/New.',
      additionalProperties: NAME,
    },
    names: {
      type: 'object',
      description: 'Profile → names that differ in its workspace.',
      additionalProperties: ALIASES,
    },
  },
  patternProperties: { '^x-': true },
};

export function settingsSchemaText(): string {
  return `${JSON.stringify(SETTINGS_SCHEMA, null, 2)}\n`;
}

export async function aiSchemaText(kind: AiKind): Promise<string> {
  const { aiFileSchema } = await import('../../../contract/ai/file-schema.ts');
  return `${JSON.stringify(asWritten(aiFileSchema(kind), AI_KEYS), null, 2)}\n`;
}

const plainSchema = (title: string, description: string, required: readonly string[], properties: JsonObject) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...{ title, description, type: 'object', required, additionalProperties: false },
  properties: { $schema: { type: 'string' }, ...properties },
  patternProperties: OWN_KEYS_SCHEMA,
});

const name = (maxLength: number, description: string) => ({ type: 'string', pattern: '\\S', maxLength, description });

const PLAIN_SCHEMAS: Readonly<Record<PlainKind, JsonObject>> = {
  list: plainSchema('List', 'A list of contacts or companies. Its members are not part of the file.', ['name'], {
    name: name(200, 'Files name it: list: ICP-DACH'),
    entity: { enum: ENTITIES, default: 'CONTACT', description: 'What it holds.' },
  }),
  tag: plainSchema('Inbox tag', 'A tag of conversations.', ['name'], {
    name: name(INBOX_LIMITS.tagNameMax, 'What it is called.'),
    color: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$', description: 'What it is created with: #2563eb' },
  }),
  signature: plainSchema('Signature', 'What is appended to the emails of an identity.', ['name', 'signature'], {
    name: name(200, 'The identity, which has to be there.'),
    signature: { ...name(INBOX_LIMITS.signatureMax, 'HTML, sent as it is.') },
  }),
};

export function plainSchemaText(kind: PlainKind): string {
  const texts = { texts: new Set(['name', 'signature']) };
  return `${JSON.stringify(asWritten(PLAIN_SCHEMAS[kind], texts), null, 2)}\n`;
}

export async function searchSchemaText(): Promise<string> {
  const { SearchSchema } = await import('../../../rules/records/saved-search.ts');
  const properties = objectAt(fileSchema(SearchSchema), 'properties');
  const schema = plainSchema('Saved search', 'What --search NAME stands for.', ['name'], properties);
  return `${JSON.stringify(asWritten(schema, { texts: new Set(['name', 'text', 'list']) }), null, 2)}\n`;
}

/** Loads the schema of scenarios: only commands that print or write it come here. */
export async function scenarioSchemaText(): Promise<string> {
  const { scenarioFileSchema } = await import('../../../rules/scenarios/file-schema.ts');
  return `${JSON.stringify(asWritten(scenarioFileSchema(), SCENARIO_KEYS), null, 2)}\n`;
}

/** Without quotes, `subject: 2026` is a text, too. */
const SCENARIO_KEYS = {
  texts: new Set(['name', 'subject', 'contains', 'text', 'seed', 'to', 'who', 'contact', 'list']),
};

export async function runSchemaText(): Promise<string> {
  const { runFileSchema } = await import('../../../contract/actions/run-file-schema.ts');
  return `${JSON.stringify(asWritten(withNames(runFileSchema()), RUN_KEYS), null, 2)}\n`;
}
