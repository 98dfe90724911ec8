// The JSON Schemas of an outreach folder: those of single files, with names where those have ids.

import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LIST_KINDS } from '../../../contract/lists/kinds.ts';
import { RESOURCE_KINDS, type ResourceKind } from '../../../rules/outreach/kinds.ts';
import { aiKindOf } from '../../../rules/outreach/normal.ts';
import { nameKeyOf } from '../../../rules/outreach/references.ts';
import { isFields } from '../../../rules/shape.ts';
import { ALIASED, type OutreachFolder, shownPath } from '../../commands/outreach/folder/folder.ts';
import { schemaPath } from '../../commands/outreach/folder/written.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { aiSchemaText } from './ai.ts';
import { campaignSchemaText } from './campaign.ts';
import { playbookSchemaText } from './playbook.ts';
import { workflowSchemaText } from './workflow.ts';

const NAME = { type: 'string', minLength: 1 };

/** Wherever an id may stand, its name may: what needs the one is content with the other. */
function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNames);
  if (!isFields(value)) return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNames(inner)]));
  const { properties, required } = made;
  if (!isFields(properties)) return made;
  const named = Object.keys(properties).flatMap((id) => {
    const key = nameKeyOf(id);
    return key === undefined || Object.hasOwn(properties, key) ? [] : [[id, key] as const];
  });
  if (named.length === 0) return made;
  const about = (id: string, key: string) => ({ ...NAME, description: `The name of what ${id} means (${key}).` });
  const added = Object.fromEntries(named.map(([id, key]) => [key, about(id, key)]));
  const words: readonly unknown[] = Array.isArray(required) ? required : [];
  const free = words.filter((word) => !named.some(([id]) => id === word));
  const either = named
    .filter(([id]) => words.includes(id))
    .map(([id, key]) => ({ anyOf: [{ required: [id] }, { required: [key] }] }));
  const allOf: readonly unknown[] = Array.isArray(made['allOf']) ? made['allOf'] : [];
  return {
    ...made,
    properties: { ...properties, ...added },
    ...(words.length > 0 && { required: free }),
    ...(either.length > 0 && { allOf: [...allOf, ...either] }),
  };
}

const LIST_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'List',
  description: 'A list of contacts or companies. Who is on it, is not in Git.',
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    name: { type: 'string', minLength: 1, maxLength: 200, description: 'Files name it: list: ICP-DACH' },
    entity: { enum: LIST_KINDS, default: 'CONTACT', description: 'What it holds.' },
  },
  patternProperties: { '^x-': true },
};

/** `reach.yaml`: the settings of a folder. */
const SETTINGS_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Outreach folder',
  description: 'The settings of an outreach folder (reach.yaml). No secrets: keys are in profiles.',
  type: ['object', 'null'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    profile: { ...NAME, maxLength: 100, description: 'The profile, unless a flag or the environment names another.' },
    prune: { type: 'boolean', default: false, description: 'Whether plan and apply prune without being asked.' },
    names: {
      type: 'object',
      description: 'Profile → what its workspace calls otherwise.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(
          ALIASED.map((kind) => [
            kind,
            {
              type: 'object',
              additionalProperties: NAME,
              description: 'The name in files: the name in that workspace.',
            },
          ]),
        ),
      },
    },
  },
  patternProperties: { '^x-': true },
};

export function settingsSchemaText(): string {
  return `${JSON.stringify(SETTINGS_SCHEMA, null, 2)}\n`;
}

export function listSchemaText(): string {
  return `${JSON.stringify(LIST_SCHEMA, null, 2)}\n`;
}

async function schemaOf(kind: ResourceKind): Promise<string> {
  const ai = aiKindOf(kind);
  if (ai !== null) return await aiSchemaText(ai);
  if (kind === 'list') return listSchemaText();
  if (kind === 'playbook') return playbookSchemaText();
  const text = await (kind === 'campaign' ? campaignSchemaText() : workflowSchemaText());
  return `${JSON.stringify(withNames(JSON.parse(text)), null, 2)}\n`;
}

/** Path inside the folder → text, for every kind. */
async function folderSchemas(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const kind of RESOURCE_KINDS) texts.set(schemaPath(kind), await schemaOf(kind));
  return texts;
}

/** The newest is the right one: they are made by this build and by nobody's hand. */
export async function writeSchemas(folder: Pick<OutreachFolder, 'path' | 'shown'>): Promise<void> {
  for (const [name, text] of await folderSchemas()) {
    const path = join(folder.path, name);
    const before = await readFile(path, 'utf8').catch(() => null);
    if (before === text) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeWhole(path, text, shownPath(folder, name));
  }
}
