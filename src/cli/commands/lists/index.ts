import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { isIdText } from '../../../contract/ids.ts';
import { getOwn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type BuildGroup, does, groupByVerb, reads, writes } from '../../session/command.ts';
import { noteUnnamed } from '../../shared/created.ts';
import { printListing, withLimit } from '../../shared/limit.ts';
import { findList } from '../../shared/lookup/list.ts';
import { notOffered } from '../../shared/not-offered.ts';
import { listView, membersView } from '../../shared/views/lists.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { writeRecord } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { changeMembers, withMembers } from './members.ts';

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
