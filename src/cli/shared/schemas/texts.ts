// The JSON Schemas of files, as text.

import type { AiKind } from '../../../contract/ai/enums.ts';
import { ENTITIES } from '../../../contract/entities.ts';
import { INBOX_LIMITS } from '../../../contract/inbox/enums.ts';
import { type JsonObject, objectAt } from '../../../contract/json.ts';
import { fileSchema, OWN_KEYS_SCHEMA } from '../../../contract/json-schema.ts';
import type { PlainKind } from '../../../rules/outreach/kinds.ts';
import { SettingsSchema } from '../../../rules/outreach/settings.ts';
import { RUN_KEYS } from '../../files/run-file.ts';
import { AI_KEYS } from '../ai/file.ts';
import { asWritten, withNames } from './as-written.ts';

export function settingsSchemaText(): string {
  const { properties } = fileSchema(SettingsSchema);
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Outreach folder',
    description: 'The settings of an outreach folder (reach.yaml). No secrets: keys are in profiles.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: { $schema: { type: 'string' }, ...objectAt({ properties }, 'properties') },
    patternProperties: { '^x-': true },
  };
  return `${JSON.stringify(asWritten(schema, SETTINGS_KEYS), null, 2)}\n`;
}

const SETTINGS_KEYS = { texts: new Set(['profile', 'identity', 'owner', 'voice', 'tone', 'moved']) };

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
  const { scenarioFileSchema } = await import('../../../rules/scenarios/schema.ts');
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
