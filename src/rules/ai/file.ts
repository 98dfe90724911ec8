// A file of an AI entity is the body of a create with names in place of ids (`tone`, `folder`), and keys of its own
// (`kind`, `x-…`, `$schema`) that are not sent. Keys keep their places, so the paths of problems are the same in both.

import {
  AI_KINDS,
  type AiKind,
  FILE_NAMES,
  KIND_OF_REFERENCE,
  REFERENCE_KINDS,
  type ReferenceKind,
} from '../../contract/ai/enums.ts';
import type { EntityName } from '../../contract/entities.ts';
import { AI_FIELDS } from '../../contract/field-names.ts';
import type { AnyId } from '../../contract/ids.ts';
import { dictionary, getOwn, isObject, type JsonObject, valueIn } from '../../contract/json.ts';
import type { KnownFields } from '../campaigns/placeholders.ts';
import { resourceIn, unknownFields } from '../file-keys.ts';
import type { At } from '../problem.ts';
import type { AiKnowledge, KnownNames, TokenCandidate } from './knowledge.ts';

/** The folder of an outreach folder that holds files of each kind. */
export const FOLDER_OF_KIND: Readonly<Record<AiKind, string>> = {
  'ai-variable': 'ai-variables',
  'ai-message': 'ai-messages',
  'ai-snippet': 'ai-snippets',
  template: 'templates',
};

/** What the file says of its kind; undefined when it says nothing, null for a word that is none. */
export function statedKind(file: unknown): AiKind | null | undefined {
  if (!isObject(file) || getOwn(file, 'kind') === undefined) return undefined;
  return AI_KINDS.find((kind) => kind === getOwn(file, 'kind')) ?? null;
}

/** The kind that a path names by its folder, `ai-messages/first.yaml`; null when it names none. */
export function kindOfPath(path: string): AiKind | null {
  const folder = path.replaceAll('\\', '/').split('/').at(-2);
  return AI_KINDS.find((kind) => FOLDER_OF_KIND[kind] === folder) ?? null;
}

export function fieldsOfFile(file: unknown): unknown {
  const kept = resourceIn(file);
  return isObject(kept) ? Object.fromEntries(Object.entries(kept).filter(([key]) => key !== 'kind')) : kept;
}

/** The ids that names stand for; the file was checked: each is there. */
export interface NamedIds {
  readonly tone?: AnyId | undefined;
  readonly folder?: number | null | undefined;
}

/** The body for the fields of a file, names replaced by ids. */
export function bodyOfFields(fields: JsonObject, ids: NamedIds): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      if (key === 'tone') return [FILE_NAMES.tone, ids.tone];
      return key === 'folder' ? [FILE_NAMES.folder, value === null ? null : ids.folder] : [key, value];
    }),
  );
}

/** Where a path of the body stands in a file that has names in place of ids. */
export function placeInFile(file: unknown, at: At): At {
  const [first, ...rest] = at;
  const name = Object.entries(FILE_NAMES).find(([, id]) => id === first)?.[0];
  const isNamed = name !== undefined && isObject(file) && getOwn(file, name) !== undefined;
  return isNamed ? [name, ...rest] : at;
}

/** What the ids of a record are called. */
export interface RecordNames {
  readonly tone: string | null;
  /** By names, from the top: `Openers/Short`. */
  readonly folder: string | null;
}

/** What a new entity has by itself: a file need not say it. */
const BY_ITSELF: Readonly<Record<string, unknown>> = {
  search: false,
  isPublic: true,
  splitMessages: false,
};

/** What reading adds. */
const READ_ONLY = [
  ...['id', 'appUrl', 'createdAt', 'updatedAt', 'archivedAt', 'archived', 'kind', 'campaignId'],
  ...['promptRichText', 'messagesRichText', ...Object.keys(FILE_NAMES)],
];

/** Fields of another service, with their values. */
export const unknownSettings = (kind: AiKind, record: JsonObject) =>
  unknownFields(record, [...AI_FIELDS[kind], ...READ_ONLY]);

/**
 * The file of a record as read: what can be written, in the order people write it, and what this build does not know. Values that a new one
 * has by itself are left out, so that the file is short; created from it, an equal entity comes of it.
 */
export function fileOfRecord(kind: AiKind, record: unknown, names: RecordNames): Record<string, unknown> {
  if (!isObject(record)) return {};
  const file = dictionary<unknown>();
  for (const key of AI_FIELDS[kind]) {
    const value = getOwn(record, key);
    if (key === FILE_NAMES.tone) {
      if (names.tone !== null) file['tone'] = names.tone;
      else if (value !== null && value !== undefined) file[key] = value;
    } else if (key === FILE_NAMES.folder) {
      if (names.folder !== null) file['folder'] = names.folder;
      else if (value !== null && value !== undefined) file[key] = value;
    } else if (key === 'outputSchema') Object.assign(file, schemaOf(value));
    else if (isWorthWriting(key, value)) file[key] = value;
  }
  for (const [key, value] of unknownSettings(kind, record)) file[key] = value;
  return file;
}

function isWorthWriting(key: string, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return !Object.hasOwn(BY_ITSELF, key) || value !== getOwn(BY_ITSELF, key);
}

/** The output schema as a file has it; nothing of it for plain text. */
function schemaOf(value: unknown): { readonly outputSchema?: JsonObject } {
  if (!isObject(value)) return {};
  const { provideExplanation, ...rest } = value;
  const schema = provideExplanation === true ? value : rest;
  return Object.keys(schema).length === 1 && schema['type'] === 'text' ? {} : { outputSchema: schema };
}

const NOTHING: Readonly<Record<string, unknown>> = {
  description: null,
  folderId: null,
  model: null,
  customWebsiteField: null,
  outputSchema: { type: 'text', provideExplanation: false },
  outputLength: null,
  channel: null,
  subject: null,
};

/** A body with everything it does not name as a new entity has it: a PATCH with it makes an entity what its file says. */
export function completeBody(kind: AiKind, body: JsonObject): Record<string, unknown> {
  const known: Readonly<Record<string, unknown>> = { ...NOTHING, ...BY_ITSELF };
  const left = AI_FIELDS[kind].filter((key) => !Object.hasOwn(body, key) && Object.hasOwn(known, key));
  return { ...body, ...Object.fromEntries(left.map((key) => [key, getOwn(known, key)])) };
}

// Several files of AI entities together: what each may name is also what stands in the others.

/** A file as far as others may name it. */
interface FiledEntity {
  readonly kind: AiKind;
  readonly name: string;
  /** Of a variable. */
  readonly entity: EntityName | null;
}

/** Null where the file does not say who it is. */
export function filedEntity(kind: AiKind, fields: unknown): FiledEntity | null {
  const [name, entity] = [valueIn(fields, 'name'), valueIn(fields, 'entity')];
  if (typeof name !== 'string' || name.trim() === '') return null;
  return { kind, name: name.trim(), entity: entity === 'CONTACT' || entity === 'COMPANY' ? entity : null };
}

/**
 * What is known of the workspace, with what the files bring: variables are fields, and everything has a name. A file of a
 * name that the workspace has is the same thing, not a second one.
 */
export function withFiles(knowledge: AiKnowledge, files: readonly FiledEntity[]): AiKnowledge {
  const { fields } = knowledge;
  const variables = files.filter(({ kind }) => kind === 'ai-variable');
  // A contact also reads the variables of its company.
  const added = (of: EntityName) =>
    variables.filter(({ entity }) => of === 'CONTACT' || entity === of).map(({ name }) => name);
  const fieldsWith = (of: EntityName, known: KnownFields): KnownFields => ({
    ids: new Set([...known.ids, ...added(of)]),
    complete: known.complete,
  });
  const names = REFERENCE_KINDS.map((reference) => [
    reference,
    namesWith(reference, knowledge.names?.[reference], files),
  ]);
  return {
    ...knowledge,
    ...(fields !== undefined && {
      fields: { CONTACT: fieldsWith('CONTACT', fields.CONTACT), COMPANY: fieldsWith('COMPANY', fields.COMPANY) },
    }),
    names: Object.fromEntries(names),
  };
}

function namesWith(
  reference: ReferenceKind,
  known: KnownNames = { all: [], complete: false },
  files: readonly FiledEntity[],
): KnownNames {
  const all: TokenCandidate[] = [...known.all];
  for (const { kind, name, entity } of files) {
    if (kind !== KIND_OF_REFERENCE[reference]) continue;
    const isThere = all.some((one) => one.name === name && (entity === null || (one.entity ?? entity) === entity));
    if (!isThere) all.push({ id: null, name, ...(entity !== null && { entity }) });
  }
  return { all, complete: known.complete };
}
