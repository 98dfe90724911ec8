// What schemas cannot say of the fields of AI entities: names, tones, folders, tokens.

import { AI_LIMITS, type AiKind, FILE_NAMES, treeOf, type VariableEntity } from '../../contract/ai/enums.ts';
import { AI_INPUTS, FileNames } from '../../contract/ai/inputs.ts';
import { own } from '../../contract/dictionary.ts';
import { referenceText } from '../../contract/ids.ts';
import { fieldsOf, type Schema } from '../../contract/schema-parts.ts';
import type { FieldCheck, FieldChecks } from '../check-value.ts';
import { didYouMean } from '../nearest.ts';
import type { At, Problems } from '../problem.ts';
import { RESERVED_NAMES, STANDARD_FIELDS } from '../records/fields.ts';
import { checkPrompt } from './check-prompt.ts';
import type { AiKnowledge } from './knowledge.ts';
import { checkOutputSchema } from './output-schema.ts';

export interface AiCheck {
  readonly problems: Problems;
  readonly kind: AiKind;
  /** Whose fields the placeholders are; null while the body does not say. */
  readonly entity: VariableEntity | null;
  readonly knowledge: AiKnowledge;
}

type AiFieldCheck = (checking: AiCheck, at: At, value: unknown) => void;

/** Names must fit into a token, and differ from ids. */
const name: AiFieldCheck = ({ problems, kind, entity }, at, value) => {
  if (typeof value !== 'string' || !/\S/.test(value)) return;
  const wrong = (message: string) => problems.error('undocumented', at, 'invalid_name', message);
  const trimmed = value.trim();
  if (/[{}\p{Cc}\p{Surrogate}]/u.test(trimmed))
    wrong('a name cannot contain braces or control characters: tokens refer to it by name');
  else if (/^[0-9]+$/.test(trimmed)) wrong('a name of digits only cannot be distinguished from an id');
  if (kind !== 'ai-variable' || entity === null) return;
  const isStandard = STANDARD_FIELDS[entity].some(({ id }) => id === trimmed) || RESERVED_NAMES[entity].has(trimmed);
  if (isStandard) wrong(`${trimmed} is a standard field of ${entity === 'CONTACT' ? 'contacts' : 'companies'}`);
  if (/^(aiResearch|aiSnippet|aiMessage):|^identity\.|^__proto__$/.test(trimmed)) {
    wrong(`${trimmed} has another meaning between braces`);
  }
};

const toneId: AiFieldCheck = ({ problems, knowledge: { toneIds } }, at, value) => {
  const id = referenceText(value);
  if (toneIds === undefined || id === null || toneIds.has(id)) return;
  problems.error('given', at, 'unknown_tone', `there is no tone ${id.slice(0, 60)} in this workspace`);
};

const toneName: AiFieldCheck = ({ problems, knowledge: { tones } }, at, value) => {
  if (tones === undefined || typeof value !== 'string' || tones.names.has(value) || value.trim() === '') return;
  const meant = didYouMean(value, tones.names);
  if (tones.complete || meant !== '') {
    const message = `there is no tone "${value.slice(0, 60)}"${meant}`;
    problems.error(tones.complete ? 'given' : 'undocumented', at, 'unknown_tone', message);
  } else
    problems.warn(
      at,
      'unverified',
      `"${value.slice(0, 60)}" is not a tone that was seen before; --online looks for it in the workspace`,
    );
};

const folderId: AiFieldCheck = ({ problems, kind, entity, knowledge: { folders } }, at, value) => {
  if (folders === undefined || entity === null || typeof value !== 'number') return;
  const tree = treeOf(kind, entity);
  if (folders.get(value) === tree) return;
  const other = folders.get(value);
  const why = other === undefined ? '' : `: it is one of ${other}`;
  const message = `folder not found or entity mismatch: there is no folder ${value} of ${tree}${why}`;
  problems.error('given', at, 'unknown_folder', message);
};

const folderPath: AiFieldCheck = ({ problems, kind, entity, knowledge: { folderPaths } }, at, value) => {
  const paths = entity === null ? undefined : folderPaths?.[treeOf(kind, entity)];
  if (paths === undefined || typeof value !== 'string' || paths.has(value)) return;
  const meant = didYouMean(value, paths);
  problems.error('given', at, 'unknown_folder', `there is no folder "${value.slice(0, 60)}"${meant}`);
};

/** A field of the same entity that holds a website. */
const customWebsiteField: AiFieldCheck = ({ problems, entity, knowledge: { fields } }, at, value) => {
  const known = entity === null ? undefined : fields?.[entity];
  if (known === undefined || typeof value !== 'string' || known.ids.has(value) || value.trim() === '') return;
  const meant = didYouMean(value, known.ids);
  if (known.complete || meant !== '')
    problems.error('undocumented', at, 'unknown_field', `there is no field "${value}"${meant}`, {
      resembles: meant !== '',
    });
  else problems.warn(at, 'unverified', `${value} is not a standard field; --online looks for it in the workspace`);
};

const entity: AiFieldCheck = ({ problems, knowledge: { current } }, at, value) => {
  if (current?.entity === undefined || value === current.entity) return;
  if (value !== 'CONTACT' && value !== 'COMPANY') return;
  problems.error(
    'undocumented',
    at,
    'not_editable',
    `the entity of an AI variable cannot be changed: create another variable`,
  );
};

/** Text that may hold tokens; values that are not valid text are problems of their own. */
const prompt: AiFieldCheck = ({ problems, kind, entity, knowledge }, at, value) => {
  if (typeof value !== 'string' || value.length > AI_LIMITS.promptMax || entity === null) return;
  checkPrompt(problems, at, value, { kind, entity, knowledge });
};

const messages: AiFieldCheck = (checking, at, value) => {
  if (!Array.isArray(value) || value.length > AI_LIMITS.messagesMax) return;
  for (const [index, one] of value.entries()) prompt(checking, [...at, index], one);
};

/** What schemas cannot say of fields; each is checked the same way on every kind that has it. */
const CHECKS: Readonly<Record<string, AiFieldCheck>> = {
  name,
  entity,
  folderId,
  toneId,
  customWebsiteField,
  outputSchema: ({ problems }, at, value) => checkOutputSchema(problems, at, value),
  prompt,
  messages,
  subject: (checking, at, value) => {
    if (typeof value === 'string' && value.length <= AI_LIMITS.subjectMax) prompt(checking, at, value);
  },
  folder: folderPath,
  tone: toneName,
};

/** The checks of one body or file. */
export function checksOf(checking: AiCheck): FieldChecks {
  const checks = Object.entries(CHECKS).map(([key, check]): [string, FieldCheck] => [
    key,
    (value, at) => check(checking, at, value),
  ]);
  return { also: Object.fromEntries(checks) };
}

/** A body has ids where a file may have names: `tone`, `folder`. */
export type WrittenAs = 'body' | 'file';

export function fieldsTaken(kind: AiKind, form: WrittenAs): Readonly<Record<string, Schema>> {
  const { fields } = fieldsOf(AI_INPUTS[kind]);
  const names = Object.entries(FileNames.shape).filter(([name]) => Object.hasOwn(fields, own(FILE_NAMES, name) ?? ''));
  return form === 'file' ? { ...fields, ...Object.fromEntries(names) } : fields;
}
