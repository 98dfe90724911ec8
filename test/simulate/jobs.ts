// The jobs that are simulated: what is there before, which command lines are run, and what must be so at the end.

import {
  create,
  csv,
  everyPage,
  type Found,
  imported,
  numbers,
  onceEach,
  RATE,
  ROWS,
  rate,
  said,
  same,
  snapshotHolds,
  takeSnapshot,
  unlessWarned,
} from './checks.ts';
import { ENGINE_JOBS } from './engine-jobs.ts';
import type { Job } from './job.ts';
import { FOLDER, type World } from './world.ts';

const profile = (at: number) => `https://www.network.example/in/ada-${at}`;
const KEYED = csv('First Name,Last Name,Profile URL,Row', (at) => `Ada,Nr${at},${profile(at)},r${at}`);
const KEYLESS = csv('First Name,Email,Row', (at) => `Ada,a${at}@keyless.example,r${at}`);
const IMPORT = `contacts import rows.csv --yes --custom --json --results results.csv ${RATE}`;

const contact = (at: number, firstName = 'Ada') => ({
  firstName,
  lastName: `Nr${at}`,
  jobTitle: 'Owner',
  professionalEmail: `a${at}@x.example`,
  networkProfileUrl: profile(at),
});
const all = (world: World) =>
  create(
    world,
    'contacts',
    numbers(ROWS).map((at) => contact(at)),
  );
/** Contacts 0, 2, 4 …, with values that rows of a file change. */
const half = (world: World) =>
  create(
    world,
    'contacts',
    numbers(ROWS / 2).map((at) => contact(2 * at, 'Old')),
  );
const RETITLED = csv('First Name,Last Name,Profile URL,Job Title', (at) => `Ada,Nr${at},${profile(at)},T${at}`);
const REIMPORT = `contacts import rows.csv --yes --json --results results.csv ${RATE}`;
const byNumber = (one: Found) => Number(String(one.lastName).slice(2));
const contactsIn = async (world: World) =>
  (await everyPage(world, '/v1/contacts', 'contacts')).sort((one, other) => byNumber(one) - byNumber(other));

/** What all has been called and titled, in the order of the numbers. */
const titles = (contacts: readonly Found[]) =>
  contacts.map((one) => `${one.firstName} ${one.lastName}: ${one.jobTitle}`);

const campaign = (at: number) => ({
  [`outreach/campaigns/${at}.yaml`]: `name: K${at}\nsteps:\n  - type: email\n    subject: Hello\n    content: Hi\n${at === 0 ? '' : `  - type: add_to_another_campaign\n    campaign: K${at - 1}\n`}`,
});
const CAMPAIGNS = 5;

const merging = (name: string, line: string): Job => ({
  name,
  files: { 'rows.csv': RETITLED },
  start: half,
  lines: [line],
  hasRivals: true,
  check: async (world) => [
    ...same(
      'titles',
      titles(await contactsIn(world)),
      numbers(ROWS).map((at) => `Ada Nr${at}: T${at}`),
    ),
    ...same('created of the summary', said(world).created, ROWS / 2),
    ...rate(world, 'POST', '/v1/contacts/bulk', 3, 10_000),
  ],
});

export const JOBS: readonly Job[] = [
  {
    name: 'import with keys',
    files: { 'rows.csv': KEYED },
    lines: [`${IMPORT} --list Fair --create-list`],
    hasRivals: true,
    check: (world) => imported(world, ['created', 'merged', 'unchanged'], 'Fair'),
  },
  {
    name: 'import without keys',
    files: { 'rows.csv': KEYLESS },
    lines: [IMPORT],
    hasRivals: true,
    check: (world) => imported(world, ['created']),
  },
  {
    name: 'snapshots',
    files: { 'rows.csv': KEYLESS },
    lines: [IMPORT.replace(RATE, '--rate 60/10s')],
    meanwhile: takeSnapshot,
    check: async (world) => [...(await imported(world, ['created'])), ...(await snapshotHolds(world))],
  },
  merging('import that merges', REIMPORT),
  merging('import without a history', `${REIMPORT} --no-history`),
  {
    name: 'import by ids',
    files: { 'rows.csv': csv('id,First Name,Last Name,Job Title', (at) => `${at + 1},Ada,Nr${at},T${at}`) },
    start: all,
    lines: [REIMPORT],
    check: async (world) =>
      same(
        'titles',
        titles(await contactsIn(world)),
        numbers(ROWS).map((at) => `Ada Nr${at}: T${at}`),
      ),
  },
  {
    name: 'undo of an import',
    files: { 'rows.csv': RETITLED },
    start: half,
    lines: [REIMPORT, 'undo --yes --json'],
    ends: [1],
    done: /nothing to undo/,
    check: async (world) =>
      unlessWarned(
        world,
        same(
          'titles',
          titles(await contactsIn(world)),
          numbers(ROWS / 2).map((at) => `Old Nr${2 * at}: Owner`),
        ),
      ),
  },
  {
    name: 'companies import',
    files: { 'rows.csv': csv('Name,Domain,Row', (at) => `Firm ${at},firm${at}.example,r${at}`) },
    lines: [`companies import rows.csv --yes --custom --json ${RATE}`],
    check: async (world) => {
      const companies = await everyPage(world, '/v1/companies?fields=Row', 'companies');
      return onceEach(
        'company',
        companies.map(({ name, domain, Row }) => `${name} ${domain} ${Row}`),
        numbers(ROWS).map((at) => `Firm ${at} firm${at}.example r${at}`),
      );
    },
  },
  {
    name: 'update --csv',
    files: { 'rows.csv': csv('Email,Job Title', (at) => `a${at}@x.example,T${at}`, 6) },
    start: all,
    lines: ['contacts update --csv rows.csv --by email --yes --json --rate 3/10s'],
    hasRivals: true,
    check: async (world) =>
      same(
        'titles',
        titles(await contactsIn(world)),
        numbers(ROWS).map((at) => `Ada Nr${at}: ${at < 6 ? `T${at}` : 'Owner'}`),
      ),
  },
  {
    name: 'undo of update --csv',
    files: { 'rows.csv': csv('Email,Job Title', (at) => `a${at}@x.example,T${at}`, 6) },
    start: all,
    lines: ['contacts update --csv rows.csv --by email --yes --json --rate 3/10s', 'undo --yes --json'],
    ends: [1],
    done: /nothing to undo/,
    check: async (world) =>
      unlessWarned(
        world,
        same(
          'titles',
          titles(await contactsIn(world)),
          numbers(ROWS).map((at) => `Ada Nr${at}: Owner`),
        ),
      ),
  },
  {
    name: 'delete --csv',
    files: { 'rows.csv': csv('Email', (at) => `a${at}@x.example`, 6) },
    start: all,
    lines: ['contacts delete --csv rows.csv --by email --yes --json --rate 3/10s'],
    hasRivals: true,
    check: async (world) => [
      ...same('who is left', (await contactsIn(world)).map(byNumber), numbers(ROWS).slice(6)),
      ...rate(world, 'DELETE', '/v1/contacts/', 3, 10_000),
    ],
  },
  {
    name: 'duplicates resolve',
    start: (world) =>
      create(
        world,
        'contacts',
        numbers(12).map((at) => ({
          firstName: 'Ada',
          lastName: `Nr${at % 4}`,
          ...(at < 4
            ? { jobTitle: `T${at}` }
            : at < 8
              ? { mobilePhone: `+33 6 12 34 56 7${at}` }
              : { professionalEmail: `a${at}@x.example` }),
        })),
      ),
    lines: ['duplicates resolve --keep oldest --all --yes --json'],
    check: async (world) => {
      const contacts = await contactsIn(world);
      return same(
        'contacts',
        contacts.map((one) => [one.lastName, one.jobTitle, String(one.mobilePhone).slice(-1), one.professionalEmail]),
        numbers(4).map((at) => [`Nr${at}`, `T${at}`, String(at + 4), `a${at + 8}@x.example`]),
      );
    },
  },
  {
    name: 'tagging',
    start: async (world) => {
      await all(world);
      await world.ask('POST', '/v1/inbox/tags', { name: 'Hot', color: '#ff0000' });
    },
    lines: [
      'inbox tag 1,2,3,4,5,6,7 --tag Hot --json --rate 3/10s',
      'inbox untag 1,2,3,4,5 --tag Hot --json --rate 3/10s',
    ],
    check: async (world) => {
      const done = (method: string) =>
        world.arrivals
          .filter((one) => one.method === method && one.path.startsWith('/v1/inbox/contacts/') && one.status === 200)
          .map(({ path }) => Number(path.split('/')[4]));
      return [
        ...same('tagged', [...new Set(done('POST'))].sort(), [1, 2, 3, 4, 5, 6, 7]),
        ...same('untagged', [...new Set(done('DELETE'))].sort(), [1, 2, 3, 4, 5]),
        ...['POST', 'DELETE'].flatMap((method) => rate(world, method, '/v1/inbox/contacts/', 3, 10_000)),
      ];
    },
  },
  {
    name: 'creates',
    lines: numbers(6).map((at) => `contacts create -f firstName=Ada -f lastName=Nr${at}`),
    check: async (world) => {
      const found = (await contactsIn(world)).map(byNumber);
      return numbers(6).flatMap((at) => {
        const [count, runs] = [
          found.filter((one) => one === at),
          world.ended.filter(({ line }) => line.endsWith(`=Nr${at}`)),
        ];
        const isWrong = count.length === 0 || count.length > runs.length;
        return isWrong ? [`contact Nr${at} is there ${count.length} times after ${runs.length} commands`] : [];
      });
    },
  },
  {
    name: 'list add',
    start: async (world) => {
      await all(world);
      await world.ask('POST', '/v1/lists', { name: 'Fair', entity: 'CONTACT' });
    },
    lines: ['list add Fair --contacts 1,2,3,4,5,6,7,8,9', 'list remove Fair --contacts 1,2 --yes'],
    check: async (world) =>
      onceEach(
        'member',
        (await everyPage(world, '/v1/contacts?listId=1', 'contacts')).map(({ id }) => id),
        [3, 4, 5, 6, 7, 8, 9],
      ),
  },
  {
    name: 'apply',
    // Of a create, the next run looks before it arrives.
    leansTo: 'late',
    files: { 'outreach/reach.yaml': '# nothing\n', ...Object.assign({}, ...numbers(CAMPAIGNS).map(campaign)) },
    lines: ['apply outreach --yes', 'plan outreach --exit-code'],
    check: async (world) =>
      onceEach(
        'campaign',
        (await everyPage(world, '/v1/campaigns', 'campaigns')).map(({ name }) => name),
        numbers(CAMPAIGNS).map((at) => `K${at}`),
      ),
  },
  {
    name: 'pull',
    start: async (world) => {
      for (const at of numbers(CAMPAIGNS))
        await world.ask('POST', '/v1/campaigns', {
          name: `K${at}`,
          steps: [{ type: 'email', subject: 'Hello', content: 'Hi' }],
        });
    },
    lines: ['pull outreach --yes', 'plan outreach --exit-code'],
    check: async (world) =>
      same(
        'files',
        world.disk.files.filter((path) => path.startsWith(`${FOLDER}/outreach/campaigns/`) && !path.endsWith('.part'))
          .length,
        CAMPAIGNS,
      ),
  },
  ...ENGINE_JOBS,
];
