// The body of a run: from a file, or from options; lists by name become ids; checked first, with the rules of the service.

import type { ActionsInput } from '../../../contract/actions/endpoints.ts';
import { parseId } from '../../../contract/ids.ts';
import type { ListEntity } from '../../../contract/lists/kinds.ts';
import { entityOfActions } from '../../../rules/actions/entity.ts';
import { bodyWith, hasTarget, listsNamed, problemsOf, type RunFile } from '../../files/run-file.ts';
import type { Session } from '../../session/session.ts';
import { assertSound, refusedFile } from '../../shared/lint/refused-file.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import { findList } from '../../shared/lookup/list.ts';
import { besideUnknown, resolveFile } from '../../shared/names/resolve.ts';
import { namedRecords, type RecordIdsOptions } from '../../shared/records/record-ids.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { actionsOf, type FlaggedAction } from './options.ts';

export interface TargetOptions extends RecordIdsOptions {
  readonly list?: readonly string[] | undefined;
}

type RunBody = Readonly<Record<string, unknown>>;

/** The targets that the options name, under the keys of the API; none without such an option. */
async function targetsOf(session: Session, options: TargetOptions, entity: ListEntity | null): Promise<RunBody> {
  const { list, contacts, companies } = options;
  if ([list, contacts, companies].filter((one) => one !== undefined).length > 1) {
    throw new UsageError('give one of --list, --contacts, --companies');
  }
  if (list !== undefined) return bodyWith({}, await listsOf(session, list, entity));
  return (await namedRecords(session, options)) ?? {};
}

interface TargetRecord {
  readonly id: number;
  readonly entity: ListEntity;
}

/** Lists by id or name. An id is not looked up when the actions say what the list must hold. */
async function listsOf(session: Session, names: readonly string[], entity: ListEntity | null): Promise<TargetRecord[]> {
  const lists: TargetRecord[] = [];
  for (const name of names) {
    const id = parseId(name);
    if (id !== null && entity !== null) lists.push({ id, entity });
    else {
      const found = await findList(session, name, id === null ? (entity ?? undefined) : undefined);
      const holds = found.entity ?? entity;
      if (holds === null) {
        throw new UsageError(`list ${found.id}: the service does not say whether it holds contacts or companies`, {
          hint: 'give the records with --contacts or --companies',
        });
      }
      lists.push({ id: found.id, entity: holds });
    }
  }
  const [first, ...others] = lists;
  const other = others.find((list) => list.entity !== first?.entity);
  if (other !== undefined) throw new UsageError('some lists hold contacts, others companies: start a run for each');
  return lists;
}

/** The service reads it by its schema: what has no error is sent as it is. With --no-check anything is. */
const isInput = (
  { checks }: Session,
  _body: unknown,
  problems: readonly { readonly severity: string }[],
): _body is ActionsInput => checks === 'off' || problems.every(({ severity }) => severity !== 'error');

function noTarget(): UsageError {
  return new UsageError('no target', { hint: 'give --list NAME, --contacts 1,2 or --companies 1,2' });
}

/** From `--type` and `--option`. Throws exit 3 with every problem. */
export async function bodyOfOptions(
  session: Session,
  actions: readonly FlaggedAction[],
  options: TargetOptions,
): Promise<ActionsInput> {
  const sent = await actionsOf(actions);
  const targets = await targetsOf(session, options, entityOfActions({ actions: sent }));
  if (Object.keys(targets).length === 0) throw noTarget();
  const body = { actions: sent, ...targets };
  const { checkRun } = await import('../../../rules/actions/check.ts');
  const found = checkRun(body, undocumentedRules(session));
  if (isInput(session, body, found)) {
    for (const { path, message } of found) await session.print.note(`${path}: ${message}`);
    return body;
  }
  const problems = found.filter(({ severity }) => severity === 'error');
  const [first] = problems;
  const only = problems.length === 1 && first !== undefined ? `${first.path}: ${first.message}` : null;
  const message = only ?? `the run has ${problems.length} errors; nothing was sent`;
  const issues = problems.map(({ path, code, message: text }) => ({ path, code, message: text }));
  throw new CliError('refused', 'invalid', message, {
    details: { issues },
    hint: 'reach action types lists all options',
  });
}

/** From a file; options replace the target of the file. Throws the refusal of a file with problems (exit 3). */
export async function bodyOfFile(session: Session, reported: RunFile, options: TargetOptions): Promise<ActionsInput> {
  const { file, unknown } = await resolveFile(session, reported);
  const entity = entityOfActions(file.body);
  const targets = await targetsOf(session, options, entity);
  const isRetargeted = Object.keys(targets).length > 0;
  const retargeted = isRetargeted ? { ...file, body: { ...withoutTargets(file.body), ...targets } } : file;
  const problems = besideUnknown(await problemsOf(retargeted, undocumentedRules(session)), unknown);
  if (unknown.length > 0) throw await refusedFile(session, file, problems);
  await assertSound(session, file, problems);
  if (!hasTarget(retargeted.body)) throw noTarget();
  const names = listsNamed(retargeted.body);
  const body = names.length === 0 ? retargeted.body : bodyWith(retargeted.body, await listsOf(session, names, entity));
  if (!isInput(session, body, problems)) throw new Error('a file with errors was not refused');
  return body;
}

function withoutTargets(body: unknown): RunBody {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(Object.entries(body).filter(([key]) => key === 'actions'));
}
