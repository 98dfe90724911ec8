// reach list: lists of contacts and companies, and who is on them.

import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { LIST_KINDS, type ListEntity } from '../../../contract/lists/kinds.ts';
import type { BuildGroup, Deps } from '../../app/command.ts';
import { doesUntyped, group, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { listView, membersView } from '../../output/views/lists.ts';
import { type LimitOptions, printListing, withLimit } from '../../shared/limit/limit.ts';
import { idsOf } from '../../shared/lookup/ids.ts';
import { findList } from '../../shared/lookup/list.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';

/** `contact`, `contacts`, `CONTACT` … as the interface writes it. */
function entityOf(text: string | undefined): ListEntity | undefined {
  if (text === undefined) return undefined;
  const upper = text.toUpperCase();
  const found = LIST_KINDS.find((kind) => upper === kind || upper === (kind === 'CONTACT' ? 'CONTACTS' : 'COMPANIES'));
  if (found === undefined) throw new UsageError(`--entity ${text}: contacts or companies`);
  return found;
}

interface ListFlags extends LimitOptions {
  readonly entity?: string;
}

async function list(session: Session, flags: ListFlags): Promise<void> {
  const { call } = await session.client();
  const entity = entityOf(flags.entity);
  const query = entity === undefined ? {} : { entity };
  await printListing(session, listView, flags, (options) => listPages(call, 'lists', 'list', { query }, options));
}

async function create(session: Session, name: string, flags: { readonly entity?: string; readonly dryRun?: boolean }) {
  const body = { name, entity: entityOf(flags.entity) ?? 'CONTACT' };
  if (flags.dryRun === true) return await printDryRun(session, 'POST', '/v1/lists', body);
  await session.print.record(listView, await (await session.api()).lists.create({ body }));
}

interface MemberFlags {
  readonly contacts?: string;
  readonly companies?: string;
  readonly dryRun?: boolean;
}

/** The ids of one of the two flags, in parts the service takes at once. */
async function membersOf(session: Session, flags: MemberFlags) {
  if ((flags.contacts === undefined) === (flags.companies === undefined)) {
    throw new UsageError('give --contacts or --companies', {
      hint: '--contacts 1,2 or --contacts - to read ids from standard input',
    });
  }
  const kind: 'contactIds' | 'companyIds' = flags.contacts === undefined ? 'companyIds' : 'contactIds';
  const ids = await idsOf(
    session.io,
    flags.contacts ?? flags.companies ?? '',
    kind === 'contactIds' ? 'contact' : 'company',
  );
  const parts: number[][] = [];
  for (let at = 0; at < ids.length; at += LIMITS.listMembers) parts.push(ids.slice(at, at + LIMITS.listMembers));
  return parts.map((part) => (kind === 'contactIds' ? { contactIds: part } : { companyIds: part }));
}

async function change(session: Session, text: string, flags: MemberFlags, verb: 'add' | 'remove'): Promise<void> {
  const bodies = await membersOf(session, flags);
  const entity = flags.contacts === undefined ? 'COMPANY' : 'CONTACT';
  const client = await session.client({ sustained: bodies.length > 1 });
  const { id: listId } = await findList(client.api, text, entity);
  if (flags.dryRun === true) {
    return await printDryRun(
      session,
      verb === 'add' ? 'POST' : 'DELETE',
      `/v1/lists/${listId}/members`,
      bodies.length === 1 ? bodies[0] : bodies,
    );
  }
  const sum: Record<string, number> = {};
  for (const body of bodies) {
    const told: Readonly<Record<string, number>> =
      verb === 'add'
        ? await client.api.lists.addMembers({ params: { listId }, body })
        : await client.api.lists.removeMembers({ params: { listId }, body });
    for (const [key, count] of Object.entries(told)) sum[key] = key === 'listId' ? count : (sum[key] ?? 0) + count;
  }
  await session.print.record(membersView, sum);
}

function memberCommand(deps: Deps, verb: 'add' | 'remove') {
  const adding = verb === 'add';
  return doesUntyped(
    deps,
    leaf(verb, {
      summary: adding ? 'Add contacts or companies to a list' : 'Take contacts or companies off a list',
      uses: [adding ? routes.lists.addMembers : routes.lists.removeMembers, routes.lists.list],
      output: adding
        ? 'how many were added, and how many were there already'
        : 'how many were removed, and how many were not there',
      exits: ['notFound'],
      examples: [
        [`reach list ${verb} "ICP DACH" --contacts 1,2`, 'by id'],
        [
          `reach contacts search --include jobTitle=CTO --all -o id | reach list ${verb} "ICP DACH" --contacts -`,
          'from a search',
        ],
      ],
    })
      .argument('<list>', 'name or id of the list')
      .option('--contacts <ids>', 'contact ids, separated by commas (- = standard input)')
      .option('--companies <ids>', 'company ids')
      .option('--dry-run', 'print what would be sent, send nothing'),
    (session, text: string, flags: MemberFlags) => change(session, text, flags, verb),
  );
}

export const lists: BuildGroup = (deps) =>
  group('list', ['lists'], 'Lists of contacts and companies', [
    doesUntyped(
      deps,
      withLimit(
        leaf('list', {
          summary: 'The lists of the workspace',
          uses: [routes.lists.list],
          output: 'one row a list: id, name, what it holds, size',
          examples: [
            ['reach list list', 'all kinds'],
            ['reach list list --entity companies --json', 'company lists'],
          ],
        }).option('--entity <kind>', 'contacts or companies'),
      ),
      list,
    ),
    doesUntyped(
      deps,
      leaf('create', {
        summary: 'Create a list',
        uses: [routes.lists.create],
        output: 'the list',
        exits: ['conflict'],
        examples: [
          ['reach list create "ICP DACH"', 'for contacts'],
          ['reach list create "Target accounts" --entity companies -o id', 'for companies; prints the id'],
        ],
      })
        .argument('<name>', 'name of the list')
        .option('--entity <kind>', 'contacts or companies', 'contacts')
        .option('--dry-run', 'print what would be sent, send nothing'),
      create,
    ),
    doesUntyped(
      deps,
      leaf('show', {
        summary: 'Show one list',
        uses: [routes.lists.get, routes.lists.list],
        output: 'the list',
        exits: ['notFound'],
        examples: [
          ['reach list show "ICP DACH"', 'by name'],
          ['reach list show 3 --json', 'by id'],
        ],
      }).argument('<list>', 'name or id of the list'),
      async (session, text: string) => {
        await session.print.record(listView, await findList(await session.api(), text));
      },
    ),
    memberCommand(deps, 'add'),
    memberCommand(deps, 'remove'),
  ]);
