// The JSON Schemas (draft-07) of files of AI entities, made from the shapes of the contract: names may stand where a
// request has ids. `ai lint` finds what needs the workspace, and what is wrong with tokens.

import { AI_FIELDS } from '../field-names.ts';
import { dictionary, isObject, type JsonObject, objectAt } from '../json.ts';
import { describedBy, fileSchema, OWN_KEYS_SCHEMA } from '../json-schema.ts';
import { type AiKind, FILE_NAMES } from './enums.ts';
import { AI_INPUTS, FileNames } from './inputs.ts';

const TITLES: Readonly<Record<AiKind, readonly [title: string, about: string]>> = {
  'ai-variable': ['AI variable', 'Research that becomes a field of contacts or companies.'],
  'ai-message': ['AI message', 'What a model writes to a contact, on one channel.'],
  'ai-snippet': ['AI snippet', 'A piece of text that a model writes; message templates hold it.'],
  template: ['Message template', 'A written message, with fields, AI snippets and AI research in it.'],
};

const ABOUT: Readonly<Record<string, string>> = {
  name: 'Tokens name it: no braces, not digits alone.',
  entity: 'Where the value is stored: CONTACT or COMPANY.',
  prompt: 'Text with tokens: {fieldId}, {aiResearch:name}, {aiMessage:name}; {{ and }} are braces.',
  messages:
    'The texts, sent one after the other: {fieldId}, {aiSnippet:name}, {aiResearch:name}; {{ and }} are braces.',
  tone: 'A tone of `reach ai tones`, by name.',
  folder: 'The folder it is in, by names from the top: Openers/Short.',
  channel: 'The channel of the campaign step it is for.',
  subject: 'For emails and InMails; takes tokens as messages do.',
  outputSchema: 'What the value is: text, number, date, url, email, or one of some values.',
  search: 'Whether the web is searched for it.',
  customWebsiteField: 'The field with the website to look at.',
};

/** `type: oneOf` needs values. */
const VALUES_RULE: JsonObject = {
  if: { required: ['type'], properties: { type: { const: 'oneOf' } } },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: ['values'] },
};

/** The fields of a file: those of a body, names beside ids, nothing that only reading shows. */
function propertiesOf(kind: AiKind, body: JsonObject): JsonObject {
  const described = describedBy(ABOUT);
  const names = objectAt(fileSchema(FileNames), 'properties');
  const properties = dictionary<unknown>({
    $schema: { type: 'string' },
    kind: { const: kind, description: 'What the file is; its folder may say it instead.' },
  });
  for (const [key, property] of Object.entries(body)) {
    if (!AI_FIELDS[kind].includes(key)) continue;
    const rule = key === 'outputSchema' ? VALUES_RULE : {};
    properties[key] = isObject(property) ? described(key, { ...property, ...rule }) : property;
    const name = Object.entries(FILE_NAMES).find(([, id]) => id === key)?.[0];
    if (name !== undefined) properties[name] = described(name, objectAt(names, name));
  }
  return properties;
}

/** The schema of a file: what a create takes, names where it has ids, `x-…` keys, `$schema`. */
export function aiFileSchema(kind: AiKind): JsonObject {
  const root = fileSchema(AI_INPUTS[kind]);
  const { $schema: draft, required, ...rest } = root;
  const needed = Array.isArray(required) ? required.filter((key) => key !== 'toneId') : [];
  const needsTone = Array.isArray(required) && required.includes('toneId');
  const [title, description] = TITLES[kind];
  return {
    $schema: draft,
    title,
    description,
    ...rest,
    required: needed,
    ...(needsTone && { oneOf: [{ required: ['tone'] }, { required: ['toneId'] }] }),
    dependencies: { folder: { not: { required: ['folderId'] } } },
    properties: propertiesOf(kind, objectAt(root, 'properties')),
    patternProperties: OWN_KEYS_SCHEMA,
  };
}
