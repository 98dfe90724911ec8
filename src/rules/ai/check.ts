// Everything that is wrong with an AI variable, AI message, AI snippet or message template, at once: `ai lint` and the
// service ask this one function.

import { type AiKind, FILE_NAMES, type VariableEntity } from '../../contract/ai/enums.ts';
import { AI_INPUTS } from '../../contract/ai/inputs.ts';
import { has, own } from '../../contract/dictionary.ts';
import { kindOf } from '../../contract/english.ts';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { fieldsOf } from '../../contract/schema-parts.ts';
import { checkEach, needs } from '../check-value.ts';
import { checkKeys } from '../keys.ts';
import { concluded, type Problem, Problems } from '../problem.ts';
import type { Purpose } from '../purpose.ts';
import { checksOf, fieldsTaken, type WrittenAs } from './fields.ts';
import type { AiKnowledge } from './knowledge.ts';
import { CALLED } from './policy.ts';

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
  if (!isObject(body)) {
    problems.error('given', [], 'invalid_type', `${CALLED[kind]} must be an object with a name, not ${kindOf(body)}`);
    return problems.found;
  }
  const fields = fieldsTaken(kind, form);
  checkKeys(problems, [], body, Object.keys(fields), CALLED[kind], fieldsOf(AI_INPUTS[kind]).ignored);
  if (purpose === 'create') checkPresent(problems, kind, body, form);
  const checking = { problems, kind, entity: entityOf(kind, body, knowledge), knowledge };
  checkEach(problems, [], body, fields, checksOf(checking));
  if (form === 'file') checkTwice(problems, body);
  if (kind === 'template') checkSubject(problems, body, knowledge);
  return concluded(problems, body, knowledge);
}

/** Messages go to contacts; a variable says whose it is. */
function entityOf(kind: AiKind, body: JsonObject, { current }: AiKnowledge): VariableEntity | null {
  if (kind !== 'ai-variable') return 'CONTACT';
  const entity = current?.entity ?? own(body, 'entity');
  return entity === 'CONTACT' || entity === 'COMPANY' ? entity : null;
}

function checkPresent(problems: Problems, kind: AiKind, body: JsonObject, form: WrittenAs): void {
  const { required, fields } = fieldsOf(AI_INPUTS[kind]);
  for (const key of required) {
    const name = form === 'file' ? Object.entries(FILE_NAMES).find(([, id]) => id === key)?.[0] : undefined;
    if (has(body, key) || (name !== undefined && has(body, name))) continue;
    // Of AI variables the interface shows what is required; of the others, only the tone. Without a name nothing is found again.
    const basis = kind === 'ai-variable' || key === 'toneId' || key === 'name' ? 'given' : 'undocumented';
    problems.error(basis, [name ?? key], 'required', needs(CALLED[kind], name ?? key, own(fields, key)));
  }
}

/** A name and an id for the same thing could contradict each other. */
function checkTwice(problems: Problems, body: JsonObject): void {
  for (const [name, id] of Object.entries(FILE_NAMES)) {
    if (has(body, name) && has(body, id))
      problems.error('given', [name], 'exclusive', `give ${name} or ${id}, not both`);
  }
}

/** Only emails and InMails have a subject. */
function checkSubject(problems: Problems, body: JsonObject, { current }: AiKnowledge): void {
  const channel = has(body, 'channel') ? own(body, 'channel') : current?.channel;
  const subject = has(body, 'subject') ? own(body, 'subject') : current?.subject;
  if (typeof subject !== 'string' || subject.trim() === '') return;
  if (channel !== 'NETWORK' && channel !== 'NETWORK_CONNECTION') return;
  const at = has(body, 'subject') ? ['subject'] : ['channel'];
  problems.error('undocumented', at, 'exclusive', `a template for the channel ${channel} has no subject`);
}
