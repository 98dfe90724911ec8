// The JSON Schemas (draft-07) of files of AI entities, made from the shapes of the contract: names may stand where a
// request has ids. What needs the workspace or a token finds `ai lint`.

import * as z from 'zod';
import { isObject } from '../json.ts';
import { AI_LIMITS, AI_READ_ONLY, type AiKind } from './enums.ts';
import { AiMessageInput } from './messages.ts';
import { AiSnippetInput } from './snippets.ts';
import { MessageTemplateInput } from './templates.ts';
import { AiVariableInput } from './variables.ts';

type Json = Record<string, unknown>;

const SHAPES = {
  'ai-variable': AiVariableInput,
  'ai-message': AiMessageInput,
  'ai-snippet': AiSnippetInput,
  template: MessageTemplateInput,
} as const satisfies Readonly<Record<AiKind, z.ZodType>>;

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

/** Reasons of our own are no part of a file's schema. */
function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'x-chosen');
  return Object.fromEntries(kept.map(([key, inner]) => [key, cleaned(inner)]));
}

const name = (most: number): Json => ({ type: 'string', minLength: 1, maxLength: most, pattern: '\\S' });

/** `type: oneOf` needs values. */
const VALUES_RULE: Json = {
  if: { required: ['type'], properties: { type: { const: 'oneOf' } } },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: ['values'] },
};

/** The fields of a file: those of a body, names beside ids, nothing that only reading shows. */
function propertiesOf(kind: AiKind, body: Json): Json {
  const readOnly: readonly string[] = AI_READ_ONLY[kind];
  const written = Object.entries(body).filter(([key]) => !readOnly.includes(key));
  const properties: Json = {
    $schema: { type: 'string' },
    kind: { const: kind, description: 'What the file is; its folder may say it instead.' },
  };
  for (const [key, property] of written) {
    const about = ABOUT[key] === undefined ? {} : { description: ABOUT[key] };
    const rule = key === 'outputSchema' ? VALUES_RULE : {};
    properties[key] = isObject(property) ? { ...property, ...rule, ...about } : property;
    if (key === 'folderId') {
      properties['folder'] = { ...name(AI_LIMITS.nameMax * AI_LIMITS.folderDepth), description: ABOUT['folder'] };
    }
    if (key === 'toneId') properties['tone'] = { ...name(AI_LIMITS.nameMax), description: ABOUT['tone'] };
  }
  return properties;
}

/** The schema of a file: what a create takes, names where it has ids, `x-…` keys, `$schema`. */
export function aiFileSchema(kind: AiKind): Json {
  const made = cleaned(z.toJSONSchema(SHAPES[kind], { target: 'draft-7', io: 'input', unrepresentable: 'any' }));
  const root = isObject(made) ? made : {};
  const { $schema: draft, properties, required, ...rest } = root;
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
    properties: propertiesOf(kind, isObject(properties) ? properties : {}),
    patternProperties: { '^x-': true },
  };
}
