// An AI entity on its way to the service: checked here first, names turned into ids, and checked again by the service;
// told the same way both times.

import { treeOf, type VariableEntity } from '../../contract/ai-words.ts';
import { checkAiEntity, type Purpose } from '../../rules/ai/check.ts';
import { bodyOfFields } from '../../rules/ai/file.ts';
import { occurrenceOf, partsOf } from '../../rules/ai/tokens.ts';
import { didYouMean } from '../../rules/nearest.ts';
import type { Problem } from '../../rules/problem.ts';
import { isFields } from '../../rules/shape.ts';
import { toldProblems } from '../checked/refusal.ts';
import { CliError } from '../exit.ts';
import { type CheckedFile, shownName } from '../files/checked-file.ts';
import { githubText } from '../output/problems/github.ts';
import { problemsText } from '../output/problems/human.ts';
import type { Session } from '../session.ts';
import { allFolders } from './folders.ts';
import { type GivenEntity, namedIn, placed } from './given.ts';
import type { Kind } from './kinds.ts';
import { offlineAiKnowledge } from './offline.ts';

const isJson = ({ settings }: Session) => settings.output === 'json' || settings.output === 'ndjson';

/** Problems with a place on stderr, with their lines; the rest in the error (exit 3). A program gets all in the error. */
async function refused(
  session: Session,
  kind: Kind,
  given: GivenEntity,
  problems: readonly Problem[],
): Promise<CliError> {
  const { located, others, sources } = placed(given, problems);
  const what = given.file === null ? `the ${kind.noun}` : shownName(given.file);
  const count = problems.length;
  const message = `${what} has ${count} ${count === 1 ? 'error' : 'errors'}; nothing was written`;
  const issues = others.map(({ path, code, message: text }) => ({ path, code, message: text }));
  if (isJson(session)) {
    return new CliError('refused', 'invalid_content', message, { details: { issues: [...located, ...issues] } });
  }
  const { io, print } = session;
  await io.stderr.write(await problemsText(located, sources, print.paint.stderr));
  if (io.env['GITHUB_ACTIONS'] === 'true') await io.stderr.write(githubText(located));
  return new CliError('refused', 'invalid_content', message, issues.length > 0 ? { details: { issues } } : {});
}

/** The entity whose fields and folders count: that of the variable that is changed, else what is given. */
export interface Target {
  readonly purpose: Purpose;
  readonly entity?: VariableEntity | undefined;
}

/**
 * The body to send. Throws the refusal of what the rules refuse or names what is not there; asks the service for tones and
 * folders only where they are named.
 */
export async function soundBody(
  session: Session,
  kind: Kind,
  given: GivenEntity,
  { purpose, entity }: Target,
): Promise<Record<string, unknown>> {
  const textProblems = given.file?.yaml.problems ?? [];
  if (textProblems.length > 0 && given.file !== null) throw await unreadable(session, given.file);
  const knowledge = {
    ...offlineAiKnowledge(session),
    ...(entity !== undefined && { current: { id: 0, entity } }),
  };
  const problems = checkAiEntity(kind.kind, given.fields, knowledge, purpose, 'file');
  const errors = problems.filter(({ severity }) => severity === 'error');
  const ids = await idsOf(session, kind, given, entity);
  const all = [...errors, ...ids.unknown];
  if (all.length > 0) throw await refused(session, kind, given, all);
  return bodyOfFields(given.fields, ids);
}

async function unreadable(session: Session, file: CheckedFile): Promise<CliError> {
  const { io, print } = session;
  const problems = file.yaml.problems.map((one) => ({
    ...one,
    file: file.name,
    path: '',
    severity: 'error' as const,
  }));
  const message = `${shownName(file)} cannot be read; nothing was written`;
  if (isJson(session)) return new CliError('refused', 'invalid_content', message, { details: { issues: problems } });
  await io.stderr.write(await problemsText(problems, new Map([[file.name, file.yaml.text]]), print.paint.stderr));
  return new CliError('refused', 'invalid_content', message);
}

interface Ids {
  readonly tone: number | undefined;
  readonly folder: number | undefined;
  /** Names that nothing has. */
  readonly unknown: readonly Problem[];
}

async function idsOf(
  session: Session,
  kind: Kind,
  given: GivenEntity,
  entity: VariableEntity | undefined,
): Promise<Ids> {
  const unknown: Problem[] = [];
  const find = (key: 'tone' | 'folder', name: string, all: readonly { name: string; id: number }[]) => {
    const found = all.filter((one) => one.name === name);
    if (found.length === 1) return found[0]?.id;
    const names = all.map((one) => one.name);
    const several = `several ${key}s are called "${name}": ${found.map(({ id }) => id).join(', ')}; give ${key}Id`;
    const message = found.length > 1 ? several : `there is no ${key} "${name}"${didYouMean(name, names)}`;
    const code = found.length > 1 ? 'ambiguous_name' : `unknown_${key}`;
    unknown.push({ path: key, at: [key], code, message, severity: 'error', kind: 'invalid' });
    return undefined;
  };
  const toneName = kind.kind === 'ai-message' || kind.kind === 'ai-snippet' ? namedIn(given, 'tone') : null;
  const folderName = namedIn(given, 'folder');
  const tones = toneName === null ? [] : (await (await session.api()).aiTones.list()).tones;
  const ofEntity = entity ?? (given.fields['entity'] === 'COMPANY' ? 'COMPANY' : 'CONTACT');
  const folders = folderName === null ? [] : await allFolders(session, treeOf(kind.kind, ofEntity));
  const placedFolders = folders.map(({ id, path }) => ({ id, name: path }));
  return {
    tone: toneName === null ? undefined : find('tone', toneName, tones),
    folder: folderName === null ? undefined : find('folder', folderName, placedFolders),
    unknown,
  };
}

/** Does the work; what the service refuses is told where it can be mended. */
export async function sentGiven<T>(
  session: Session,
  kind: Kind,
  given: GivenEntity,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problems = toldProblems(error)?.map((problem) => exactly(given, problem));
    throw problems === undefined ? error : await refused(session, kind, given, problems);
  }
}

/** The service tells tokens in their order; the text may hold the same characters between double braces as well. */
function exactly({ fields }: GivenEntity, problem: Problem): Problem {
  const { at, token } = problem;
  const value = at.reduce<unknown>(
    (inner, key) => (isFields(inner) || Array.isArray(inner) ? Object(inner)[key] : null),
    fields,
  );
  if (token === undefined || typeof value !== 'string') return problem;
  const part = partsOf(value).filter(({ kind, raw }) => kind !== 'text' && raw === token.text)[token.nth];
  return part === undefined ? problem : { ...problem, token: { ...token, nth: occurrenceOf(value, part) } };
}
