// Everything that is wrong with an AI variable, AI message, AI snippet or message template, at once: `ai lint` and the
// service ask this one function.

import { AI_LIMITS, type AiKind, FILE_NAMES, OUTPUT_TYPES, type OutputType, treeOf } from '../../contract/ai/enums.ts';
import { AI_INPUTS, FileNames } from '../../contract/ai/inputs.ts';
import { type EntityName, NOUNS } from '../../contract/entities.ts';
import { referenceText } from '../../contract/ids.ts';
import { getOwn, has, isObject, type JsonObject } from '../../contract/json.ts';
import type { DataType } from '../../contract/records/fields.ts';
import { routes } from '../../contract/routes/routes.ts';
import { fieldsOf, type Schema } from '../../contract/schema-parts.ts';
import { checkEach, type FieldCheck, type FieldChecks, needs } from '../check-value.ts';
import { checkKeys, mustBeObject } from '../keys.ts';
import { didYouMean } from '../nearest.ts';
import { type At, concluded, type Problem, Problems, type Purpose } from '../problem.ts';
import { RESERVED_NAMES, STANDARD_FIELDS } from '../records/fields.ts';
import { checkPrompt } from './check-prompt.ts';
import { type AiKnowledge, CALLED } from './knowledge.ts';

/** The kind of data a variable of this type holds. */
export const DATA_TYPE_OF: Readonly<Record<OutputType, DataType>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  oneOf: 'select',
  url: 'url',
  email: 'email',
};

/** `values` is required when `type` is `oneOf`; elsewhere it has no effect. */
function checkOutputSchema(problems: Problems, at: At, schema: unknown): void {
  if (!isObject(schema)) return;
  const type = getOwn(schema, 'type');
  if (has(schema, 'values')) warnOfValues(problems, [...at, 'values'], getOwn(schema, 'values'), type);
  else if (type === 'oneOf') {
    problems.error([...at, 'values'], 'required', 'type oneOf needs values: a list of the texts it chooses from');
  }
}

function warnOfValues(problems: Problems, at: At, values: unknown, type: unknown): void {
  if (!Array.isArray(values) || values.length > AI_LIMITS.valuesMax) return;
  for (const [index, one] of values.entries()) {
    const isDuplicate = typeof one === 'string' && values.indexOf(one) < index;
    if (isDuplicate) problems.warn([...at, index], 'no_effect', `"${one}" is listed twice`);
  }
  const isType = OUTPUT_TYPES.some((known) => known === type);
  if (isType && type !== 'oneOf')
    problems.warn(at, 'no_effect', `values has no effect for type ${type}: only for oneOf`);
}

interface AiCheck {
  readonly problems: Problems;
  readonly kind: AiKind;
  /** Whose fields the placeholders are; null while the body does not say. */
  readonly entity: EntityName | null;
  readonly knowledge: AiKnowledge;
}

type AiFieldCheck = (checking: AiCheck, at: At, value: unknown) => void;

/** Names must fit into a token, and differ from ids. */
const name: AiFieldCheck = ({ problems, kind, entity }, at, value) => {
  if (typeof value !== 'string' || !/\S/.test(value)) return;
  const wrong = (message: string) => problems.undocumented(at, 'invalid_name', message);
  const trimmed = value.trim();
  if (/[{}\p{Cc}\p{Surrogate}]/u.test(trimmed))
    wrong('a name cannot contain braces or control characters: tokens refer to it by name');
  else if (/^[0-9]+$/.test(trimmed)) wrong('a name of digits only cannot be distinguished from an id');
  if (kind !== 'ai-variable' || entity === null) return;
  const isStandard = STANDARD_FIELDS[entity].some(({ id }) => id === trimmed) || RESERVED_NAMES[entity].has(trimmed);
  if (isStandard) wrong(`${trimmed} is a standard field of ${NOUNS[entity]}`);
  // Campaigns keep `{companyName}` and `{companyDomain}` as `{name}` and `{domain}`.
  if (/^(aiResearch|aiSnippet|aiMessage):|^identity\.|^(__proto__|name|domain)$/.test(trimmed) && !isStandard) {
    wrong(`${trimmed} has another meaning between braces`);
  }
};

const toneId: AiFieldCheck = ({ problems, knowledge: { toneIds } }, at, value) => {
  const id = referenceText(value);
  if (toneIds === undefined || id === null || toneIds.has(id)) return;
  problems.error(at, 'unknown_tone', `there is no tone ${id.slice(0, 60)} in this workspace`);
};

const toneName: AiFieldCheck = ({ problems, knowledge: { tones } }, at, value) => {
  if (tones === undefined || typeof value !== 'string' || tones.names.has(value) || value.trim() === '') return;
  const meant = didYouMean(value, tones.names);
  if (tones.complete || meant !== '') {
    const message = `there is no tone "${value.slice(0, 60)}"${meant}`;
    problems.errorOf(tones.complete ? 'given' : 'undocumented', at, 'unknown_tone', message);
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
  problems.error(at, 'unknown_folder', message);
};

const folderPath: AiFieldCheck = ({ problems, kind, entity, knowledge: { folderPaths } }, at, value) => {
  const paths = entity === null ? undefined : folderPaths?.[treeOf(kind, entity)];
  if (paths === undefined || typeof value !== 'string' || paths.has(value)) return;
  const meant = didYouMean(value, paths);
  problems.error(at, 'unknown_folder', `there is no folder "${value.slice(0, 60)}"${meant}`);
};

/** A field of the same entity that holds a website. */
const customWebsiteField: AiFieldCheck = ({ problems, entity, knowledge: { fields } }, at, value) => {
  const known = entity === null ? undefined : fields?.[entity];
  if (known === undefined || typeof value !== 'string' || known.ids.has(value) || value.trim() === '') return;
  const meant = didYouMean(value, known.ids);
  if (known.complete || meant !== '')
    problems.undocumented(at, 'unknown_field', `there is no field "${value}"${meant}`, {
      resembles: meant !== '',
    });
  else problems.warn(at, 'unverified', `${value} is not a standard field; --online looks for it in the workspace`);
};

const entity: AiFieldCheck = ({ problems, knowledge: { current } }, at, value) => {
  if (current?.entity === undefined || value === current.entity) return;
  if (value !== 'CONTACT' && value !== 'COMPANY') return;
  problems.undocumented(at, 'not_editable', `the entity of an AI variable cannot be changed: create another variable`);
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

function checksOf(checking: AiCheck): FieldChecks {
  const checks = Object.entries(CHECKS).map(([key, check]): [string, FieldCheck] => [
    key,
    (value, at) => check(checking, at, value),
  ]);
  return { also: Object.fromEntries(checks) };
}

/** A body has ids where a file may have names: `tone`, `folder`. */
type WrittenAs = 'body' | 'file';

function fieldsTaken(kind: AiKind, form: WrittenAs): Readonly<Record<string, Schema>> {
  const { fields } = fieldsOf(AI_INPUTS[kind]);
  const names = Object.entries(FileNames.shape).filter(([name]) =>
    Object.hasOwn(fields, getOwn(FILE_NAMES, name) ?? ''),
  );
  return form === 'file' ? { ...fields, ...Object.fromEntries(names) } : fields;
}

const ROUTES = {
  'ai-variable': routes.aiVariables,
  'ai-message': routes.aiMessages,
  'ai-snippet': routes.aiSnippets,
  template: routes.messageTemplates,
} as const satisfies Readonly<Record<AiKind, object>>;

/**
 * All problems of a body or a file, in its own order. Paths and codes are those of the service's 400. Warnings never
 * refuse. What the knowledge leaves out is not checked.
 */
export function checkAiEntity(
  kind: AiKind,
  body: unknown,
  knowledge: AiKnowledge = {},
  purpose: Purpose = 'create',
  form: WrittenAs = 'body',
): Problem[] {
  const problems = Problems.none();
  if (!mustBeObject(problems, [], body, `${CALLED[kind]} must be an object with a name`)) return problems.found;
  const fields = fieldsTaken(kind, form);
  checkKeys(problems, [], body, Object.keys(fields), CALLED[kind], fieldsOf(AI_INPUTS[kind]).ignored);
  if (purpose === 'create') checkPresent(problems, kind, body, form);
  const checking = { problems, kind, entity: entityOf(kind, body, knowledge), knowledge };
  checkEach(problems, [], body, fields, checksOf(checking));
  if (form === 'file') checkTwice(problems, body);
  if (kind === 'template') checkSubject(problems, body, knowledge);
  return concluded(problems, body, knowledge, ROUTES[kind][purpose]);
}

/** Messages go to contacts; a variable says whose it is. */
function entityOf(kind: AiKind, body: JsonObject, { current }: AiKnowledge): EntityName | null {
  if (kind !== 'ai-variable') return 'CONTACT';
  const entity = current?.entity ?? getOwn(body, 'entity');
  return entity === 'CONTACT' || entity === 'COMPANY' ? entity : null;
}

function checkPresent(problems: Problems, kind: AiKind, body: JsonObject, form: WrittenAs): void {
  const { required, fields } = fieldsOf(AI_INPUTS[kind]);
  for (const key of required) {
    const name = form === 'file' ? Object.entries(FILE_NAMES).find(([, id]) => id === key)?.[0] : undefined;
    if (has(body, key) || (name !== undefined && has(body, name))) continue;
    // Of AI variables the interface shows what is required; of the others, only the tone. Without a name nothing is found again.
    const basis = kind === 'ai-variable' || key === 'toneId' || key === 'name' ? 'given' : 'undocumented';
    problems.errorOf(basis, [name ?? key], 'required', needs(CALLED[kind], name ?? key, getOwn(fields, key)));
  }
}

/** A name and an id for the same thing could contradict each other. */
function checkTwice(problems: Problems, body: JsonObject): void {
  for (const [name, id] of Object.entries(FILE_NAMES)) {
    if (has(body, name) && has(body, id)) problems.error([name], 'exclusive', `give ${name} or ${id}, not both`);
  }
}

/** Only emails and InMails have a subject. */
function checkSubject(problems: Problems, body: JsonObject, { current }: AiKnowledge): void {
  const channel = has(body, 'channel') ? getOwn(body, 'channel') : current?.channel;
  const subject = has(body, 'subject') ? getOwn(body, 'subject') : current?.subject;
  if (typeof subject !== 'string' || subject.trim() === '') return;
  if (channel !== 'NETWORK' && channel !== 'NETWORK_CONNECTION') return;
  const at = has(body, 'subject') ? ['subject'] : ['channel'];
  problems.undocumented(at, 'exclusive', `a template for the channel ${channel} has no subject`);
}
