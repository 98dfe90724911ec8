// The fields of each kind of AI entity, and what is wrong with the value of each by itself.

import {
  AI_LIMITS,
  type AiKind,
  OUTPUT_LENGTHS,
  treeOf,
  VARIABLE_ENTITIES,
  type VariableEntity,
} from '../../contract/ai/enums.ts';
import { AI_CHANNELS } from '../../contract/campaigns/enums.ts';
import { didYouMean } from '../nearest.ts';
import type { At, Problems } from '../problem.ts';
import { RESERVED_NAMES, STANDARD_FIELDS } from '../records/fields.ts';
import { checkBoolean, checkId, checkText, checkWord, kindOf } from '../shape.ts';
import { checkPrompt } from './check-prompt.ts';
import type { AiKnowledge } from './knowledge.ts';
import { checkOutputSchema } from './output-schema.ts';

export interface Checking {
  readonly problems: Problems;
  readonly kind: AiKind;
  /** Whose fields the placeholders are; null while the body does not say. */
  readonly entity: VariableEntity | null;
  readonly knowledge: AiKnowledge;
}

type FieldCheck = (checking: Checking, at: At, value: unknown) => void;

/** Null stands for no value there. */
const orNull =
  (check: FieldCheck): FieldCheck =>
  (checking, at, value) => {
    if (value !== null) check(checking, at, value);
  };

const text =
  (most: number, blank = false): FieldCheck =>
  ({ problems }, at, value) =>
    checkText(problems, at, value, { most, blank });

const word =
  (words: readonly string[]): FieldCheck =>
  ({ problems }, at, value) =>
    checkWord(problems, at, value, words);

const flag: FieldCheck = ({ problems }, at, value) => checkBoolean(problems, at, value);

/** Whether the value is text that may hold tokens; blank text and other values are problems of their own. */
function prompt({ problems, kind, entity, knowledge }: Checking, at: At, value: unknown, most: number): void {
  checkText(problems, at, value, { most });
  if (typeof value !== 'string' || value.length > most || entity === null) return;
  checkPrompt(problems, at, value, { kind, entity, knowledge });
}

const promptField: FieldCheck = (checking, at, value) => prompt(checking, at, value, AI_LIMITS.promptMax);

/** Nobody may be told apart from an id, and every name must fit into a token. */
const name: FieldCheck = ({ problems, kind, entity }, at, value) => {
  checkText(problems, at, value, { most: AI_LIMITS.nameMax });
  if (typeof value !== 'string' || !/\S/.test(value)) return;
  const wrong = (message: string) => problems.error(at, 'invalid_name', message);
  const trimmed = value.trim();
  if (/[{}\p{Cc}\p{Surrogate}]/u.test(trimmed)) wrong('a name has no braces and no control characters: tokens name it');
  else if (/^[0-9]+$/.test(trimmed)) wrong('a name of digits alone could not be told from an id');
  if (kind !== 'ai-variable' || entity === null) return;
  const isStandard = STANDARD_FIELDS[entity].some(({ id }) => id === trimmed) || RESERVED_NAMES[entity].has(trimmed);
  if (isStandard) wrong(`${trimmed} is a standard field of ${entity === 'CONTACT' ? 'contacts' : 'companies'}`);
  if (/^(aiResearch|aiSnippet|aiMessage):|^identity\.|^__proto__$/.test(trimmed)) {
    wrong(`${trimmed} means something else between braces`);
  }
};

const toneId: FieldCheck = ({ problems, knowledge: { toneIds } }, at, value) => {
  checkId(problems, at, value);
  if (toneIds === undefined || typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) return;
  if (!toneIds.has(value)) problems.error(at, 'unknown_tone', `there is no tone ${value}`);
};

const toneName: FieldCheck = ({ problems, knowledge: { tones } }, at, value) => {
  checkText(problems, at, value, { most: AI_LIMITS.nameMax });
  if (tones === undefined || typeof value !== 'string' || tones.names.has(value) || value.trim() === '') return;
  const meant = didYouMean(value, tones.names);
  if (tones.complete || meant !== '') {
    problems.error(at, 'unknown_tone', `there is no tone "${value.slice(0, 60)}"${meant}`);
  } else problems.warn(at, 'unverified', `"${value.slice(0, 60)}" is no default tone; --online looks for it`);
};

const folderId: FieldCheck = ({ problems, kind, entity, knowledge: { folders } }, at, value) => {
  checkId(problems, at, value);
  if (folders === undefined || entity === null || typeof value !== 'number') return;
  const tree = treeOf(kind, entity);
  if (folders.get(value) === tree) return;
  const other = folders.get(value);
  const why = other === undefined ? '' : `: it is one of ${other}`;
  const message = `folder not found or entity mismatch: there is no folder ${value} of ${tree}${why}`;
  problems.error(at, 'unknown_folder', message);
};

const folderPath: FieldCheck = ({ problems, kind, entity, knowledge: { folderPaths } }, at, value) => {
  checkText(problems, at, value, { most: AI_LIMITS.nameMax * AI_LIMITS.folderDepth });
  const paths = entity === null ? undefined : folderPaths?.[treeOf(kind, entity)];
  if (paths === undefined || typeof value !== 'string' || paths.has(value)) return;
  const meant = didYouMean(value, paths);
  problems.error(at, 'unknown_folder', `there is no folder "${value.slice(0, 60)}"${meant}`);
};

/** A field of the same entity that holds a website. */
const websiteField: FieldCheck = ({ problems, entity, knowledge: { fields } }, at, value) => {
  checkText(problems, at, value, { most: AI_LIMITS.nameMax });
  const known = entity === null ? undefined : fields?.[entity];
  if (known === undefined || typeof value !== 'string' || known.ids.has(value) || value.trim() === '') return;
  const meant = didYouMean(value, known.ids);
  if (known.complete || meant !== '') problems.error(at, 'unknown_field', `there is no field "${value}"${meant}`);
  else problems.warn(at, 'unverified', `${value} is no standard field; --online looks for it in the workspace`);
};

const entityField: FieldCheck = ({ problems, knowledge: { current } }, at, value) => {
  checkWord(problems, at, value, VARIABLE_ENTITIES);
  if (current?.entity === undefined || value === current.entity) return;
  if (value !== 'CONTACT' && value !== 'COMPANY') return;
  problems.error(at, 'not_editable', `an AI variable stays one of ${current.entity}: create another`);
};

const messages: FieldCheck = (checking, at, value) => {
  const { problems } = checking;
  if (!Array.isArray(value)) {
    problems.error(at, 'invalid_type', `messages must be a list of texts, not ${kindOf(value)}`);
  } else if (value.length === 0) {
    problems.error(at, 'too_small', 'messages is empty: a template has at least one');
  } else if (value.length > AI_LIMITS.messagesMax) {
    problems.error(at, 'too_big', `messages has ${value.length}; at most ${AI_LIMITS.messagesMax} are allowed`);
  } else for (const [index, one] of value.entries()) prompt(checking, [...at, index], one, AI_LIMITS.promptMax);
};

const subject: FieldCheck = (checking, at, value) => {
  const { problems, kind, entity, knowledge } = checking;
  checkText(problems, at, value, { most: AI_LIMITS.subjectMax, blank: true });
  if (typeof value === 'string' && entity !== null && value.length <= AI_LIMITS.subjectMax) {
    checkPrompt(problems, at, value, { kind, entity, knowledge });
  }
};

const description = orNull(text(AI_LIMITS.descriptionMax, true));
const model = orNull(text(AI_LIMITS.modelMax));
const shared = { name, description, folderId: orNull(folderId) };

type Checks = Readonly<Record<string, FieldCheck>>;

/** What can be written, in the order people write it. */
export const BODY_FIELDS: Readonly<Record<AiKind, Checks>> = {
  'ai-variable': {
    name: shared.name,
    entity: entityField,
    description: shared.description,
    folderId: shared.folderId,
    model,
    search: flag,
    isPublic: flag,
    customWebsiteField: orNull(websiteField),
    outputSchema: ({ problems }, at, value) => checkOutputSchema(problems, at, value),
    prompt: promptField,
  },
  'ai-message': {
    name: shared.name,
    description: shared.description,
    folderId: shared.folderId,
    channel: word(AI_CHANNELS),
    toneId,
    model,
    outputLength: orNull(word(OUTPUT_LENGTHS)),
    splitMessages: flag,
    prompt: promptField,
  },
  'ai-snippet': {
    name: shared.name,
    description: shared.description,
    folderId: shared.folderId,
    toneId,
    model,
    prompt: promptField,
  },
  template: {
    name: shared.name,
    description: shared.description,
    folderId: shared.folderId,
    channel: orNull(word(AI_CHANNELS)),
    subject: orNull(subject),
    messages,
  },
};

/** What a file writes in place of an id. */
export const FILE_NAMES = { folder: 'folderId', tone: 'toneId' } as const;

const FILE_FIELDS: Checks = { folder: orNull(folderPath), tone: toneName };

/** The fields of a file: names may stand where a body has ids. */
export function fileFields(kind: AiKind): Checks {
  const body = BODY_FIELDS[kind];
  const added = Object.entries(FILE_NAMES).filter(([, id]) => Object.hasOwn(body, id));
  return { ...body, ...Object.fromEntries(added.map(([key]) => [key, FILE_FIELDS[key] ?? toneName])) };
}
