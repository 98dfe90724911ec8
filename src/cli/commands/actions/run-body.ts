// The body of a run: from a file, or from flags; lists by name become ids; checked by the service's own rules first.

import type { ActionsInput } from '../../../contract/actions/endpoints.ts';
import type { ListEntity } from '../../../contract/lists/kinds.ts';
import { checkRun, entityOfActions } from '../../../rules/actions/check.ts';
import { refusalOf } from '../../../rules/problem.ts';
import { CliError, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { bodyWith, hasTarget, listsNamed, problemsOf, type RunFile } from '../../files/run-file.ts';
import { refusedFile, showWarnings } from '../../shared/lint/refused-file.ts';
import { idsOf } from '../../shared/lookup/ids.ts';
import { findList } from '../../shared/lookup/list.ts';
import type { FlaggedAction } from './options.ts';

export interface TargetFlags {
  readonly list?: readonly string[];
  readonly contacts?: string;
  readonly companies?: string;
}

type Body = Readonly<Record<string, unknown>>;

/** The targets that flags name, under the interface's keys; none where there is no such flag. */
async function targetsOf(session: Session, flags: TargetFlags, entity: ListEntity | null): Promise<Body> {
  const { list, contacts, companies } = flags;
  if ([list, contacts, companies].filter((given) => given !== undefined).length > 1) {
    throw new UsageError('give one of --list, --contacts, --companies');
  }
  if (contacts !== undefined) return { contactIds: await idsOf(session.io, contacts, 'contact') };
  if (companies !== undefined) return { companyIds: await idsOf(session.io, companies, 'company') };
  return list === undefined ? {} : groupsOf(await listsOf(session, list, entity));
}

interface Known {
  readonly id: number;
  readonly entity: ListEntity;
}

/** Lists by id or name. An id is taken as it is where the actions tell what the list must hold. */
async function listsOf(session: Session, names: readonly string[], entity: ListEntity | null): Promise<Known[]> {
  const lists: Known[] = [];
  for (const name of names) {
    const isId = /^[1-9][0-9]{0,15}$/.test(name);
    if (isId && entity !== null) lists.push({ id: Number(name), entity });
    else lists.push(await findList(await session.api(), name, isId ? undefined : (entity ?? undefined)));
  }
  const [first, ...others] = lists;
  const other = others.find((list) => list.entity !== first?.entity);
  if (other !== undefined) throw new UsageError('the lists hold both contacts and companies: run them apart');
  return lists;
}

function groupsOf(lists: readonly Known[]): Body {
  return bodyWith({}, lists);
}

/** A test holds the rules and the shape together: what has no error has the shape. */
const isInput = (body: unknown): body is ActionsInput => refusalOf(checkRun(body)) === null;

function noTarget(): UsageError {
  return new UsageError('no target', { hint: 'give --list NAME, --contacts 1,2 or --companies 1,2' });
}

/** From `--type` and `--option`. Throws exit 3 with every problem. */
export async function bodyOfFlags(
  session: Session,
  actions: readonly FlaggedAction[],
  flags: TargetFlags,
): Promise<ActionsInput> {
  const sent = actions.map(({ type, options }) => ({ type, ...(Object.keys(options).length > 0 && { options }) }));
  const targets = await targetsOf(session, flags, entityOfActions({ actions: sent }));
  if (Object.keys(targets).length === 0) throw noTarget();
  const body = { actions: sent, ...targets };
  if (isInput(body)) return body;
  const problems = checkRun(body).filter(({ severity }) => severity === 'error');
  const [first] = problems;
  const only = problems.length === 1 && first !== undefined ? `${first.path}: ${first.message}` : null;
  const message = only ?? `the run has ${problems.length} errors; nothing was sent`;
  const issues = problems.map(({ path, code, message: said }) => ({ path, code, message: said }));
  throw new CliError('refused', 'invalid', message, {
    details: { issues },
    hint: 'reach action types lists all options',
  });
}

/** From a file; flags name another target than the file does. Throws the refusal of a file with problems (exit 3). */
export async function bodyOfFile(session: Session, file: RunFile, flags: TargetFlags): Promise<ActionsInput> {
  const entity = entityOfActions(file.body);
  const targets = await targetsOf(session, flags, entity);
  const isRetargeted = Object.keys(targets).length > 0;
  const retargeted = isRetargeted ? { ...file, body: { ...withoutTargets(file.body), ...targets } } : file;
  const problems = problemsOf(retargeted);
  if (problems.some(({ severity }) => severity === 'error')) throw await refusedFile(session, file, problems);
  await showWarnings(session, file, problems);
  if (!hasTarget(retargeted.body)) throw noTarget();
  const names = listsNamed(retargeted.body);
  const body = names.length === 0 ? retargeted.body : bodyWith(retargeted.body, await listsOf(session, names, entity));
  if (!isInput(body)) throw new Error('a run without errors is refused by the rules');
  return body;
}

function withoutTargets(body: unknown): Body {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(Object.entries(body).filter(([key]) => key === 'actions'));
}
