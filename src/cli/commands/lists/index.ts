import { type Command, Option, type OptionValues } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { type NotAdded, notAddedOf } from '../../../client/compatibility/not-added.ts';
import type { ApiError } from '../../../client/errors.ts';
import { append } from '../../../contract/append.ts';
import { batchesOf } from '../../../contract/batches.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { isIdText } from '../../../contract/ids.ts';
import { type Dictionary, dictionary, getOwn } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type BuildGroup, does, groupByVerb, reads, writes } from '../../session/command.ts';
import { knownMaxItems } from '../../session/profiles/service-definition.ts';
import type { Session } from '../../session/session.ts';
import { noteUnnamed } from '../../shared/created.ts';
import { withSafeguards } from '../../shared/effects/expected.ts';
import { printListing, withLimit } from '../../shared/limit.ts';
import { checkListId, findList, listIdOf } from '../../shared/lookup/list.ts';
import { isUnanswered } from '../../shared/lookup/match.ts';
import type { NamedKind } from '../../shared/lookup/record.ts';
import { notOffered } from '../../shared/not-offered.ts';
import { isOfOne } from '../../shared/one-by-one.ts';
import { namedRecords, type RecordIdsOptions, withRecordIds } from '../../shared/records/record-ids.ts';
import { listView, membersView } from '../../shared/views/lists.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { isApproved, planned, type WriteOptions, writeRecord } from '../../shared/write.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';

const WORDS: Readonly<Record<string, EntityName>> = {
  contacts: 'CONTACT',
  contact: 'CONTACT',
  companies: 'COMPANY',
  company: 'COMPANY',
};

function entityOf(text: string): EntityName {
  const entity = getOwn(WORDS, text.toLowerCase());
  if (entity === undefined) throw new UsageError(`--entity ${text}: contacts or companies`);
  return entity;
}

/** `contacts`, `contact`, `CONTACT` … give what the API calls it. */
const entityOption = () =>
  new Option('--entity <kind>', 'what it holds').choices(['contacts', 'companies']).argParser(entityOf);

const declareList = () =>
  withLimit(
    reads('list', {
      summary: 'The lists of the workspace',
      uses: [routes.lists.list],
      view: listView,
      output: 'one row per list: id, name, what it holds, size',
      examples: [
        ['reach list list', 'of contacts and companies'],
        ['reach list list --entity companies --json', 'company lists'],
      ],
    }).addOption(entityOption()),
  );

const listCommand = does(declareList, async (session, options) => {
  const { call } = await session.client();
  const query = options.entity === undefined ? {} : { entity: options.entity };
  await printListing(session, listView, options, (most) => listPages(call, 'lists', 'list', { query }, most));
});

const declareCreate = () =>
  writes('create', {
    summary: 'Create a list',
    uses: [routes.lists.create],
    view: listView,
    output: 'the list',
    exits: ['conflict'],
    examples: [
      ['reach list create "ICP DACH"', 'for contacts'],
      ['reach list create "Target accounts" --entity companies -o id', 'for companies; prints the id'],
    ],
  })
    .argument('<name>', 'name of the list')
    .addOption(entityOption().default('CONTACT' as const, 'contacts'));

const createCommand = does(declareCreate, async (session, name, { entity, dryRun }) => {
  const body = { name, entity };
  const list = await writeRecord(session, listView, ['lists', 'create'], { body }, { dryRun });
  if (list !== undefined) await noteUnnamed(session, list, 'reach list list');
});

const declareShow = () =>
  readsOne('show', {
    summary: 'Show one list',
    uses: [routes.lists.get, routes.lists.list],
    view: listView,
    output: 'the list',
    exits: ['notFound'],
    examples: [
      ['reach list show "ICP DACH"', 'by name'],
      ['reach list show 3 --json', 'by id'],
    ],
  }).argument('<list>', 'name or id of the list');

const showCommand = does(declareShow, async (session, text, { web }) => {
  const list = isIdText(text)
    ? await (await session.api()).lists.get({ params: { listId: Number(text) } })
    : await findList(session, text);
  if (web) return await openInWeb(session, 'list', text, 'appUrl' in list ? list : {});
  await session.print.record(listView, list);
});

// Who is on a list: add and remove send the same bodies, in as many requests as it takes.

export const withMembers = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => withSafeguards(withRecordIds(command.argument('<list>', 'name or id of the list')));

/** Whom the service could not add stands beside the counts. */
type MemberCounts = Readonly<Record<string, unknown>>;

async function membersOf(session: Session, options: RecordIdsOptions) {
  const isOne = (options.contacts === undefined) !== (options.companies === undefined);
  const input = isOne ? await namedRecords(session, options) : null;
  if (input === null) {
    throw new UsageError('give --contacts or --companies', {
      hint: '--contacts 1,2 or --contacts - to read ids from standard input',
    });
  }
  return 'contactIds' in input
    ? { kind: 'contact' as const, ids: input.contactIds }
    : { kind: 'company' as const, ids: input.companyIds };
}

/** Those that the service says do not exist; null where it refused the whole without saying why. */
function unknownOf(error: ApiError, ids: readonly number[]): number[] | null {
  const named = error.details?.['unknownIds'];
  const unknown = Array.isArray(named) ? ids.filter((id) => named.includes(id)) : [];
  return unknown.length === 0 ? null : unknown;
}

interface MembersDone {
  readonly counts: Dictionary<number>;
  readonly failed: NotAdded[];
}

function add({ counts, failed }: MembersDone, changed: MemberCounts): void {
  for (const [key, count] of Object.entries(changed))
    if (typeof count === 'number') counts[key] = key === 'listId' ? count : (counts[key] ?? 0) + count;
  append(failed, notAddedOf(changed));
}

/**
 * Adds to `changed` what becomes of each id: a batch that is refused is sent again without those at fault, or in halves until they
 * are found. `checkList` throws if the list itself is what is wrong; what is wrong with the only one is the error of the command.
 */
async function changeBatch(
  { counts, failed }: MembersDone,
  kind: NamedKind,
  ids: readonly number[],
  send: (ids: readonly number[]) => Promise<MemberCounts>,
  checkList: () => Promise<unknown>,
  isOnlyOne = false,
): Promise<void> {
  if (ids.length === 0) return;
  const change = (some: readonly number[]) => changeBatch({ counts, failed }, kind, some, send, checkList);
  try {
    add({ counts, failed }, await send(ids));
  } catch (error) {
    if (!isOfOne(error)) throw error;
    if (failed.length === 0) await checkList();
    if (isOnlyOne) throw error;
    const unknown = unknownOf(error, ids);
    if (unknown !== null) {
      for (const id of unknown) failed.push({ id, error: `There is no ${kind} ${id}` });
      await change(ids.filter((id) => !unknown.includes(id)));
    } else if (ids.length === 1) {
      for (const id of ids) failed.push({ id, error: error.message });
    } else {
      const half = Math.ceil(ids.length / 2);
      await change(ids.slice(0, half));
      await change(ids.slice(half));
    }
  }
}

/** Sends the members, and prints the counts of all requests together and what failed. */
export async function changeMembers(
  session: Session,
  text: string,
  options: RecordIdsOptions & WriteOptions,
  verb: 'add' | 'remove',
): Promise<ExitName | void> {
  const { kind, ids } = await membersOf(session, options);
  const bodyOf = (some: readonly number[]) =>
    kind === 'contact' ? { contactIds: [...some] } : { companyIds: [...some] };
  const path = `${verb}Members` as const;
  const route = routes.lists[path];
  const field = kind === 'contact' ? 'contactIds' : 'companyIds';
  const batches = [...batchesOf(ids, knownMaxItems(session, route, field, LIMITS.listMembers))];
  const { api } = await session.client();
  const entity = kind === 'company' ? 'COMPANY' : 'CONTACT';
  const listId = await listIdOf(session, text, entity);
  const params = { listId };
  const requests = batches.map((batch) => planned(route, { params, body: bodyOf(batch) }));
  if (!(await isApproved(session, requests, options))) return;
  const checkList = () =>
    checkListId(session, String(listId), entity).catch((error: unknown) => {
      if (!isUnanswered(error)) throw error;
    });
  const sendSome = (some: readonly number[]) => api.lists[path]({ params, body: bodyOf(some) });
  const changed: MembersDone = { counts: dictionary<number>(), failed: [] };
  const { counts, failed } = changed;
  try {
    for (const batch of batches) await changeBatch(changed, kind, batch, sendSome, checkList, ids.length === 1);
  } finally {
    for (const { error } of failed) await session.print.warn(harmless(error));
    if (Object.keys(counts).length > 0 || failed.length > 0) {
      await session.print.record(membersView, { listId, ...counts, ...(failed.length > 0 && { failed }) });
    }
  }
  return failed.length > 0 ? 'bad' : 'done';
}

const OUTPUT = {
  add: 'how many were added, and how many were already on it',
  remove: 'how many were removed, and how many were not on it',
} as const;

const changing = (verb: 'add' | 'remove', summary: string) =>
  does(
    () =>
      withMembers(
        writes(verb, {
          summary,
          uses: [routes.lists[`${verb}Members`], routes.lists.list],
          view: membersView,
          output: `${OUTPUT[verb]}; JSON has \`failed\`, with the reason for each id`,
          exits: ['bad', 'notFound'],
          replaces: verb === 'remove',
          examples: [
            [`reach list ${verb} "ICP DACH" --contacts 1,2`, 'by id'],
            [
              `reach contacts search --include jobTitle=CTO --all -o id | reach list ${verb} "ICP DACH" --contacts -`,
              'from a search',
            ],
          ],
        }),
      ),
    (session, text, options) => changeMembers(session, text, options, verb),
  );

export const lists: BuildGroup = (deps) =>
  groupByVerb(
    deps,
    {
      list: listCommand,
      create: createCommand,
      show: showCommand,
      add: changing('add', 'Add contacts or companies to a list'),
      remove: changing('remove', 'Remove contacts or companies from a list'),
    },
    notOffered(
      ['delete'],
      'delete lists',
      'reach list remove NAME takes records off it; reach open list NAME shows it in the web app, where it can be deleted',
    ),
  );
