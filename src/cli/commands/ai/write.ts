// An AI entity before it is sent: checked here first, names turned into ids, then checked again by the service. Problems
// are reported the same way both times.

import { NetworkError } from '../../../client/transport/transport.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { isObject } from '../../../contract/json.ts';
import { bodyOfFields } from '../../../rules/ai/file.ts';
import type { AiKnowledge } from '../../../rules/ai/knowledge.ts';
import { occurrenceOf, partsOf } from '../../../rules/ai/tokens.ts';
import type { Problem, Purpose } from '../../../rules/problem.ts';
import { type CheckedFile, displayedName } from '../../files/checked-file.ts';
import type { Session } from '../../session/session.ts';
import type { AiResource } from '../../shared/ai/kinds.ts';
import { offlineAiKnowledge, onlineAiKnowledge } from '../../shared/ai/knowledge.ts';
import { whyUnreadable } from '../../shared/answer/unreadable.ts';
import { reportedProblems } from '../../shared/lint/refusal.ts';
import { printsJson } from '../../shared/lint/refused-file.ts';
import { CliError } from '../../terminal/exit.ts';
import { problemsText } from '../../terminal/problems/human.ts';
import { type InputEntity, placed } from './input.ts';
import { AiNames } from './names.ts';

/** Problems with a position go to stderr with their lines; the rest into the error (exit 3). With JSON all are in the error. */
async function refused(session: Session, kind: AiResource, input: InputEntity, problems: readonly Problem[]) {
  const { located, others, sources } = placed(input, problems);
  const what = input.file === null ? `the ${kind.noun}` : displayedName(input.file);
  const count = problems.length;
  const message = `${what} has ${count} ${count === 1 ? 'error' : 'errors'}; nothing was written`;
  const issues = others.map(({ path, code, message: text }) => ({ path, code, message: text }));
  if (printsJson(session)) {
    return new CliError('refused', 'invalid_content', message, { details: { issues: [...located, ...issues] } });
  }
  const { io, print } = session;
  await io.stderr.write(await problemsText(located, sources, print.paint.stderr, io.stderr));
  await print.annotate(located);
  return new CliError('refused', 'invalid_content', message, issues.length > 0 ? { details: { issues } } : {});
}

const isError = ({ severity }: Problem) => severity === 'error';

/** `entity`: that of the variable being changed, which decides about fields and folders; else the one in the input. */
export interface WriteTarget {
  readonly purpose: Purpose;
  readonly entity?: EntityName | undefined;
}

/**
 * The body to send. Throws when a rule refuses it or a name does not exist; asks the service for tones and folders only
 * when the input names them.
 */
export async function validBody(
  session: Session,
  kind: AiResource,
  input: InputEntity,
  { purpose, entity }: WriteTarget,
): Promise<Record<string, unknown>> {
  const textProblems = input.file?.yaml.problems ?? [];
  if (textProblems.length > 0 && input.file !== null) throw await unreadable(session, input.file);
  const { checkAiEntity } = await import('../../../rules/ai/check.ts');
  const check = (knowledge: AiKnowledge) => {
    const known = { ...knowledge, ...(entity !== undefined && { current: { id: 0, entity } }) };
    return checkAiEntity(kind.kind, input.fields, known, purpose, 'file');
  };
  const offline = check(offlineAiKnowledge(session));
  const hasErrors = offline.some(isError);
  // A mistake is reported also where the service cannot be asked about the rest.
  const lookUp = async <T>(ask: () => Promise<T>, otherwise: T): Promise<T> => {
    if (!hasErrors || session.checks === 'off') return await ask();
    return await ask().catch((error: unknown) => {
      if (error instanceof NetworkError || whyUnreadable(error) !== null) return otherwise;
      throw error;
    });
  };
  const ids = await lookUp(() => new AiNames(session).idsFor(kind.kind, input.fields, entity), { unknown: [] });
  const isRefused = hasErrors || ids.unknown.length > 0;
  // Refused content never reaches the service, which would have reported the other problems: look them up here instead.
  const isOpen = isRefused && offline.some((problem) => !isError(problem));
  const checkOnline = async () => check(await onlineAiKnowledge(session, [{ kind: kind.kind, body: input.fields }]));
  const asked = isOpen ? await lookUp(checkOnline, offline) : offline;
  // An unknown name is reported once.
  const errors = asked.filter((one) => isError(one) && !ids.unknown.some(({ path }) => path === one.path));
  // With --no-check the service answers; a name that leads nowhere has no id that could be sent.
  const all = [...(session.checks === 'off' ? [] : errors), ...ids.unknown];
  if (all.length > 0) throw await refused(session, kind, input, all);
  return bodyOfFields(input.fields, ids);
}

async function unreadable(session: Session, file: CheckedFile): Promise<CliError> {
  const { io, print } = session;
  const problems = file.yaml.problems.map((one) => ({
    ...one,
    file: file.name,
    path: '',
    severity: 'error' as const,
  }));
  const message = `${displayedName(file)} cannot be read; nothing was written`;
  if (printsJson(session))
    return new CliError('refused', 'invalid_content', message, { details: { issues: problems } });
  await io.stderr.write(
    await problemsText(problems, new Map([[file.name, file.yaml.text]]), print.paint.stderr, io.stderr),
  );
  return new CliError('refused', 'invalid_content', message);
}

/** Sends; problems that the service reports are shown at their positions in the input. */
export async function sendReporting<T>(
  session: Session,
  kind: AiResource,
  input: InputEntity,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problems = reportedProblems(error)?.map((problem) => exactly(input, problem));
    throw problems === undefined ? error : await refused(session, kind, input, problems);
  }
}

/** The service counts tokens; the text may have the same characters between double braces as well. */
function exactly({ fields }: InputEntity, problem: Problem): Problem {
  const { at, token } = problem;
  const value = at.reduce<unknown>(
    (inner, key) => (isObject(inner) || Array.isArray(inner) ? Object(inner)[key] : null),
    fields,
  );
  if (token === undefined || typeof value !== 'string') return problem;
  const part = partsOf(value).filter(({ kind, raw }) => kind !== 'text' && raw === token.text)[token.nth];
  return part === undefined ? problem : { ...problem, token: { ...token, nth: occurrenceOf(value, part) } };
}
