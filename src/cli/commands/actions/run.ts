// reach action run: an enrichment run from a file or from options, and watching it.

import type { ActionsInput } from '../../../contract/actions/endpoints.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { parseId } from '../../../contract/ids.ts';
import { type Dictionary, dictionary, isObject, objectIn } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { entityOfActions } from '../../../rules/actions/entity.ts';
import { parseJsonText } from '../../files/json-text.ts';
import { bodyWith, hasTarget, listsNamed, problemsOf, type RunFile, readRun } from '../../files/run-file.ts';
import { collect, does, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { printStarted } from '../../shared/actions/status-view.ts';
import { withExpect } from '../../shared/effects/expected.ts';
import type { Targets } from '../../shared/effects/targets.ts';
import { assertSound, refusedFile, sent } from '../../shared/lint/refused-file.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import { findList } from '../../shared/lookup/list.ts';
import { besideUnknown, resolveFile } from '../../shared/names/resolve.ts';
import { noteLeftOut, refusal, screened } from '../../shared/never-contact/guard.ts';
import { COMPANY, CONTACT } from '../../shared/records/entity.ts';
import { namedRecords, type RecordIdsOptions, withRecordIds } from '../../shared/records/record-ids.ts';
import { startedView } from '../../shared/views/actions.ts';
import { watchOptions, watchTimes } from '../../shared/watch/watch.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { reasonOf } from '../../terminal/system-error.ts';

// Actions from options: `--type T` starts one, each `--option name=value` after it belongs to it.

interface FlaggedAction {
  readonly type: string;
  /** `name=value`, or `name:=json`. */
  readonly options: string[];
}

type Taken = 'text' | 'list' | null;

/** The actions as they are sent; the rules say what is wrong with them. Throws UsageError for an option without a value. */
async function actionsOf(actions: readonly FlaggedAction[]) {
  const { takenBy } = await import('../../../rules/actions/options.ts');
  return actions.map(({ type, options: texts }) => {
    const options = dictionary<unknown>();
    for (const text of texts) setOption(options, text, (path) => takenBy(type, path));
    return { type, ...(texts.length > 0 && { options }) };
  });
}

/** `speed=FAST`, `keyword:=["a","b"]`, `CRMOwnerId.value=7`: a dot goes into an object. */
function setOption(options: Dictionary<unknown>, text: string, takenBy: (path: readonly string[]) => Taken): void {
  const [, path, colon, input = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(text) ?? [];
  if (path === undefined) throw new UsageError(`--option ${text}: must be name=value`, { hint: '--option speed=FAST' });
  const names = path.split('.').map((name) => name.trim());
  const value = colon === ':' ? jsonValue(text, input) : plainValue(takenBy(names), input);
  const twice = () => new UsageError(`--option ${path}: the option is given twice`);
  let at = options;
  for (const name of names.slice(0, -1)) {
    const inner = at[name];
    if (inner !== undefined && !isObject(inner)) throw twice();
    const next = dictionary(objectIn(inner));
    at[name] = next;
    at = next;
  }
  const last = names.at(-1) ?? path;
  if (Object.hasOwn(at, last)) throw twice();
  at[last] = value;
}

function jsonValue(text: string, input: string): unknown {
  try {
    return parseJsonText(input);
  } catch (error) {
    throw new UsageError(`--option ${text}: the text after := is not valid JSON: ${reasonOf(error)}`);
  }
}

/** Text where the option takes text, a list where it takes a list; else what it looks like: 007 is no number. */
function plainValue(takes: Taken, input: string): unknown {
  if (takes === 'list') return input.split(',').map((part) => part.trim());
  if (takes === 'text') return input;
  if (input === 'true' || input === 'false') return input === 'true';
  return /^-?\d+(\.\d+)?$/.test(input) && String(Number(input)) === input ? Number(input) : input;
}

interface TargetOptions extends RecordIdsOptions {
  readonly list?: readonly string[] | undefined;
}

type RunBody = Readonly<Record<string, unknown>>;

/** The targets that the options name, under the keys of the API; none without such an option. */
async function targetsOf(session: Session, options: TargetOptions, entity: EntityName | null): Promise<RunBody> {
  const { list, contacts, companies } = options;
  if ([list, contacts, companies].filter((one) => one !== undefined).length > 1) {
    throw new UsageError('give one of --list, --contacts, --companies');
  }
  if (list !== undefined) return bodyWith({}, await listsOf(session, list, entity));
  return (await namedRecords(session, options)) ?? {};
}

interface TargetRecord {
  readonly id: number;
  readonly entity: EntityName;
}

/** Lists by id or name. An id is not looked up when the actions say what the list must hold. */
async function listsOf(session: Session, names: readonly string[], entity: EntityName | null): Promise<TargetRecord[]> {
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
async function bodyOfOptions(
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
async function bodyOfFile(session: Session, reported: RunFile, options: TargetOptions): Promise<ActionsInput> {
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

function declare() {
  // Options belong to the type before them, so both write to one list, in the order they are given.
  let actions: FlaggedAction[] = [];
  const command = writes('run', {
    summary: 'Run enrichment actions over contacts, companies or lists',
    description: [
      'Actions run one after the other on each record: what one finds, the next can use. They come from a YAML file, or',
      'from --type (repeated for more), each with the --option values after it. Exactly one target. Contacts that reach never-contact covers are left out.',
    ].join('\n'),
    checks: true,
    uses: [routes.actions.run, routes.actions.status, routes.lists.list, routes.contacts.search],
    view: startedView,
    json: [{ record: routes.actions.run }, { record: routes.actions.status }, { each: routes.actions.status }],
    output: 'the id of the run; with --watch its final status',
    exits: ['bad', 'notFound', 'conflict', 'running'],
    irreversible: true,
    examples: [
      ['reach action run --type ENRICH_WITH_EMAIL --type VERIFY_LEAD_EMAIL --list "ICP DACH" --watch', 'find, verify'],
      ['reach action run enrich.yaml --watch --exit-status --timeout 30m', 'from a file, in CI'],
      [
        'reach action run --type SEARCH_LEADS_FROM_NETWORK_COMPANY --option text="heads of sales" --companies 4,5',
        'with an option',
      ],
      ['reach contacts search --include professionalEmail= -o id | reach action run enrich.yaml --contacts -', 'ids'],
    ],
  })
    .argument('[file]', 'run file, YAML or JSON (- = standard input)')
    .option('--type <type>', 'an action; repeatable', (text: string) => {
      // `verify_lead_email` is VERIFY_LEAD_EMAIL.
      actions = [...actions, { type: text.trim().toUpperCase().replace(/-/g, '_'), options: [] }];
      return actions;
    })
    .option(
      '--option <name=value>',
      'an option of the type before it (name:=json for JSON); repeatable',
      (text: string) => {
        const last = actions.at(-1);
        if (last === undefined) throw new UsageError(`--option ${text} comes before any --type`);
        last.options.push(text);
        return text;
      },
    )
    .option('--list <name|id>', 'a list of contacts or companies; repeatable', collect);
  const watched = withRecordIds(withExpect(command)).option('--watch', 'wait until it ends');
  return watchOptions(watched, 'other than COMPLETED');
}

/** Without contacts that must not be contacted; lists with such members are replaced by the others. Exit 3 where no one is left. */
async function contactableOnly(session: Session, body: ActionsInput): Promise<ActionsInput> {
  const { contactIds, contactGroupIds = [], ...rest } = body;
  if (contactIds === undefined && contactGroupIds.length === 0) return body;
  const found = await screened(session, { ...(contactIds && { ids: contactIds }), lists: contactGroupIds });
  if (found === null || found.leftOut.length === 0) return body;
  const { allowed, leftOut } = found;
  if (allowed.length === 0) throw refusal(leftOut, 'no one is left, and nothing was started');
  if (allowed.length > LIMITS.runRecords)
    throw refusal(leftOut, `a run takes lists, or ${LIMITS.runRecords} contacts: nothing was started`);
  await noteLeftOut(session, leftOut);
  return { ...rest, contactIds: [...allowed] };
}

/** What it goes through: of lists, each record once. */
function reachedOf({ contactIds, companyIds, contactGroupIds, companyGroupIds }: ActionsInput): Targets {
  const ids = contactIds ?? companyIds;
  const entity = companyIds === undefined && companyGroupIds === undefined ? CONTACT : COMPANY;
  return ids === undefined ? { entity, lists: contactGroupIds ?? companyGroupIds ?? [] } : { entity, ids };
}

export const runCommand = does(declare, async (session, name, options) => {
  // A bad duration must not be found after the run was started.
  watchTimes(options);
  const { type: types = [] } = options;
  if ((name === undefined) === (types.length === 0)) {
    throw new UsageError('give a run file, or --type', { hint: 'reach action types lists the types' });
  }
  const file = name === undefined ? null : await readRun(session.io, name);
  const whole = file === null ? await bodyOfOptions(session, types, options) : await bodyOfFile(session, file, options);
  const body = await contactableOnly(session, whole);
  const call = planned(routes.actions.run, { body }, { targets: async () => reachedOf(body) });
  if (!(await isApproved(session, call, options))) return;
  const { actions } = await session.api();
  const send = () => actions.run({ body });
  return await printStarted(session, file === null ? await send() : await sent(session, file, send), options);
});
