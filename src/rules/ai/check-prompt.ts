// Every token of one text: that it is closed, allowed in this kind, and names one thing that exists.

import { type AiKind, REFERENCE_KINDS, type ReferenceKind } from '../../contract/ai/enums.ts';
import type { EntityName } from '../../contract/entities.ts';
import { isSameId } from '../../contract/ids.ts';
import { HINTS_MAX, nearest } from '../nearest.ts';
import type { At, Problem, Problems } from '../problem.ts';
import {
  type AiKnowledge,
  CALLED,
  IDENTITY_NAMES,
  MAY_REFER,
  policyText,
  REFERENCE_CALLED,
  type TokenCandidate,
} from './knowledge.ts';
import { idOfName, isToken, occurrenceOf, type PromptPart, type PromptToken, partsOf, tokenText } from './tokens.ts';

/** Codes of problems that make the message begin with `Invalid placeholders detected`. */
export const TOKEN_CODES: ReadonlySet<string> = new Set([
  'unknown_placeholder',
  'unknown_reference',
  'ambiguous_reference',
  'reference_not_allowed',
  'unbalanced_brace',
]);

export interface PromptContext {
  readonly kind: AiKind;
  /** Whose fields its placeholders are. */
  readonly entity: EntityName;
  readonly knowledge: AiKnowledge;
}

export function checkPrompt(problems: Problems, at: At, text: string, context: PromptContext): void {
  let count = 0;
  let braceInput = false;
  for (const part of partsOf(text)) {
    if (part.kind === 'text') continue;
    // One remark a text: braces that should be text are usually many.
    if (part.kind === 'broken' && braceInput) continue;
    const found = part.kind === 'broken' ? unbalanced(part) : isToken(part) ? problemOf(part, context) : null;
    if (part.kind === 'broken') braceInput = true;
    if (found === null) continue;
    const { code, message, candidates, basis, resembles = false } = found;
    const more = {
      resembles,
      token: { text: part.raw, nth: occurrenceOf(text, part) },
      ...(candidates !== undefined && { candidates }),
    };
    if (code === 'unverified') problems.warn(at, code, message, more);
    else problems.errorOf(basis ?? 'given', at, code, message, more);
    count += 1;
    if (count === HINTS_MAX) return;
  }
}

/** Without `basis`, the interface says so. */
type PromptProblem = Pick<Problem, 'code' | 'message' | 'candidates' | 'resembles'> & Partial<Pick<Problem, 'basis'>>;

function unbalanced({ raw }: PromptPart): PromptProblem {
  return {
    code: 'unbalanced_brace',
    message: `"${raw}" has no other half; a brace that is text is written ${raw}${raw}`,
  };
}

function problemOf(token: PromptToken, context: PromptContext): PromptProblem | null {
  return token.kind === 'field' ? fieldProblem(token, context) : referenceProblem(token, token.kind, context);
}

const displayed = (name: string) => name.replace(/\s+/g, ' ').slice(0, 60);

function fieldProblem({ name }: PromptToken, { kind, entity, knowledge }: PromptContext): PromptProblem | null {
  const fields = knowledge.fields?.[entity];
  if (fields === undefined || fields.ids.has(name)) return null;
  const others = kind === 'ai-variable' ? [] : IDENTITY_NAMES;
  if (others.includes(name)) return null;
  const meant = meantToken(name, kind) ?? nearest(name, [...fields.ids, ...others]);
  if (fields.complete || meant !== null || name.trim() === '') {
    const hint = meant === null ? '' : `; did you mean {${meant}}?`;
    const basis = fields.complete ? 'given' : 'undocumented';
    const message = `unknown placeholder {${displayed(name)}}${hint}`;
    return { code: 'unknown_placeholder', message, basis, resembles: meant !== null };
  }
  return {
    code: 'unverified',
    message: `{${displayed(name)}} is not a standard field; --online looks for it in the workspace`,
  };
}

/** `airesearch:Summary` was meant to be a reference, if the kind may have one. */
function meantToken(name: string, kind: AiKind): string | null {
  const colon = name.indexOf(':');
  if (colon < 0) return null;
  const word = nearest(name.slice(0, colon), MAY_REFER[kind].length === 0 ? REFERENCE_KINDS : MAY_REFER[kind]);
  return word === null ? null : `${word}:${name.slice(colon + 1)}`;
}

function referenceProblem(
  { raw, name }: PromptToken,
  reference: ReferenceKind,
  { kind, entity, knowledge }: PromptContext,
): PromptProblem | null {
  if (!MAY_REFER[kind].includes(reference)) {
    const isField = kind === 'ai-variable' && reference === 'aiResearch' && knowledge.fields?.[entity].ids.has(name);
    const hint = isField === true ? `; write {${name}}` : '';
    const message = `${CALLED[kind]} may hold ${policyText(kind)}, not ${displayed(raw)}${hint}`;
    return { code: 'reference_not_allowed', message };
  }
  const names = knowledge.names?.[reference];
  const id = idOfName(name);
  const isSelf = reference === 'aiMessage' && kind === 'ai-message' && isSameId(knowledge.current?.id, name);
  if (isSelf) return { code: 'cycle', message: `${displayed(raw)} is this AI message itself`, basis: 'undocumented' };
  if (names === undefined || names.all.some((one) => isSameId(one.id, name))) return null;
  if (id !== null) {
    if (!names.complete) return null;
    return { code: 'unknown_reference', message: `there is no ${REFERENCE_CALLED[reference]} ${id}` };
  }
  return namedProblem(name, reference, names.all, names.complete);
}

function namedProblem(
  name: string,
  reference: ReferenceKind,
  all: readonly TokenCandidate[],
  complete: boolean,
): PromptProblem | null {
  const found = all.filter((one) => one.name === name);
  const what = REFERENCE_CALLED[reference];
  if (found.length === 1) return null;
  if (found.length > 1) {
    const ids = found.flatMap(({ id }) => (id === null ? [] : [id]));
    const options = found.map(({ id, entity }) => `${id ?? 'a file'}${entity === undefined ? '' : ` (${entity})`}`);
    const first =
      ids[0] === undefined ? '' : `; write ${tokenText(reference, String(ids[0]))} with the id that is meant`;
    const plural = reference === 'aiResearch' ? what : `${what}s`;
    const message = `"${displayed(name)}" is ambiguous: ${plural} ${options.join(', ')}${first}`;
    return { code: 'ambiguous_reference', message, candidates: ids };
  }
  const meant = nearest(
    name,
    all.map((one) => one.name),
  );
  if (complete || meant !== null || name.trim() === '') {
    const hint = meant === null ? '' : `; did you mean ${tokenText(reference, meant)}?`;
    const message = `there is no ${what} "${displayed(name)}"${hint}`;
    return { code: 'unknown_reference', message, basis: complete ? 'given' : 'undocumented' };
  }
  return { code: 'unverified', message: `${what} "${displayed(name)}" is not in the files; --online looks for it` };
}

/** Tokens that would be accepted in this kind: fields first, then what exists to refer to. */
export function validTokens({ kind, entity, knowledge }: PromptContext, most: number): string[] {
  const references = MAY_REFER[kind].flatMap((reference) =>
    (knowledge.names?.[reference]?.all ?? [])
      .filter((one, _, all) => all.filter(({ name }) => name === one.name).length === 1)
      .slice(0, 2)
      .map((one) => tokenText(reference, one.name)),
  );
  const fields = [...(knowledge.fields?.[entity].ids ?? [])].map((id) => tokenText('field', id));
  return [...fields.slice(0, Math.max(0, most - references.length)), ...references];
}
