// Everything that is wrong with an AI variable, AI message, AI snippet or message template, at once: `ai lint` and the
// service ask this one function.

import { AI_READ_ONLY, type AiKind, type VariableEntity } from '../../contract/ai/enums.ts';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { inBodyOrder, type Problem, Problems } from '../problem.ts';
import { checkKeys, given, has, kindOf } from '../shape.ts';
import { BODY_FIELDS, FILE_NAMES, fileFields } from './fields.ts';
import type { AiKnowledge } from './knowledge.ts';
import { CALLED } from './policy.ts';

/** `create` wants what is required; in an `update` everything is optional. */
export type Purpose = 'create' | 'update';

/** A body has ids where a file may have names: `tone`, `folder`. */
export type Form = 'body' | 'file';

const REQUIRED: Readonly<Record<AiKind, readonly (readonly [field: string, why: string])[]>> = {
  'ai-variable': [
    ['name', 'an AI variable needs a name'],
    ['entity', 'an AI variable needs an entity: CONTACT or COMPANY, where its value is stored'],
    ['prompt', 'an AI variable needs a prompt'],
  ],
  'ai-message': [
    ['name', 'an AI message needs a name'],
    ['channel', 'an AI message needs a channel: EMAIL, NETWORK, NETWORK_INMAIL or NETWORK_CONNECTION'],
    ['toneId', 'an AI message needs a tone'],
    ['prompt', 'an AI message needs a prompt'],
  ],
  'ai-snippet': [
    ['name', 'an AI snippet needs a name'],
    ['toneId', 'an AI snippet needs a tone'],
    ['prompt', 'an AI snippet needs a prompt'],
  ],
  template: [
    ['name', 'a message template needs a name'],
    ['messages', 'a message template needs messages: a list with at least one text'],
  ],
};

/**
 * All problems of a body or a file, in its own order. Paths and codes are those of the service's 400. Warnings never
 * refuse. What the knowledge leaves out is not checked. (SERVICE-API, AI variable; AI message, AI snippet, message template)
 */
export function checkAiEntity(
  kind: AiKind,
  body: unknown,
  knowledge: AiKnowledge = {},
  purpose: Purpose = 'create',
  form: Form = 'body',
): Problem[] {
  const problems = new Problems();
  if (!isObject(body)) {
    problems.error([], 'invalid_type', `${CALLED[kind]} must be an object with a name, not ${kindOf(body)}`);
    return problems.found;
  }
  const checks = form === 'file' ? fileFields(kind) : BODY_FIELDS[kind];
  checkKeys(problems, [], body, Object.keys(checks), CALLED[kind], AI_READ_ONLY[kind]);
  if (purpose === 'create') checkPresent(problems, kind, body, form);
  const checking = { problems, kind, entity: entityOf(kind, body, knowledge), knowledge };
  for (const [field, check] of Object.entries(checks)) {
    if (has(body, field)) check(checking, [field], given(body, field));
  }
  if (form === 'file') checkTwice(problems, body);
  if (kind === 'template') checkSubject(problems, body, knowledge);
  return inBodyOrder(problems.found, body);
}

/** Messages go to contacts; a variable says whose it is. */
function entityOf(kind: AiKind, body: JsonObject, { current }: AiKnowledge): VariableEntity | null {
  if (kind !== 'ai-variable') return 'CONTACT';
  const entity = current?.entity ?? given(body, 'entity');
  return entity === 'CONTACT' || entity === 'COMPANY' ? entity : null;
}

function checkPresent(problems: Problems, kind: AiKind, body: JsonObject, form: Form): void {
  for (const [field, why] of REQUIRED[kind]) {
    const inFile = Object.entries(FILE_NAMES).find(([, id]) => id === field)?.[0];
    const isNamed = form === 'file' && inFile !== undefined && has(body, inFile);
    if (has(body, field) || isNamed) continue;
    problems.error([form === 'file' ? (inFile ?? field) : field], 'required', why);
  }
}

/** A name and an id for the same thing could contradict each other. */
function checkTwice(problems: Problems, body: JsonObject): void {
  for (const [name, id] of Object.entries(FILE_NAMES)) {
    if (has(body, name) && has(body, id)) problems.error([name], 'exclusive', `give ${name} or ${id}, not both`);
  }
}

/** Only e-mails and InMails have a subject. */
function checkSubject(problems: Problems, body: JsonObject, { current }: AiKnowledge): void {
  const channel = has(body, 'channel') ? given(body, 'channel') : current?.channel;
  const subject = has(body, 'subject') ? given(body, 'subject') : current?.subject;
  if (typeof subject !== 'string' || subject.trim() === '') return;
  if (channel !== 'NETWORK' && channel !== 'NETWORK_CONNECTION') return;
  const at = has(body, 'subject') ? ['subject'] : ['channel'];
  problems.error(at, 'exclusive', `a template for the channel ${channel} has no subject`);
}
