// Contacts, companies and lists.

import { all, byId, HIDDEN_PATH, inStrict, notes, omits, otherWay, prints, stores, writes } from './proof.ts';
import { AFTER_SYNC, degraded, type Row } from './row.ts';

const CSV =
  'First name,Last name,Email,Profile,Company\nEve,Moss,eve@x.example,https://network.example/in/eve,Moss Ltd\nIan,Fox,ian@x.example,https://network.example/in/ian,Fox Ltd\n';
const COMPANIES = 'Name,Domain\nMoss Ltd,moss.example\nFox Ltd,fox.example\n';

/** Lists and conversations stand on paths that the interface does not show: shown without them, with a note. */
const PARTS_HIDDEN: NonNullable<Row['modes']> = {
  strict: degraded('as the condition field platform.listIds offers them', 1),
  renamed: AFTER_SYNC,
};

/** Lists have no path there: a condition field offers them. */
const OFFERED = otherWay('as the condition field platform.listIds offers them');

export const RECORD_ROWS: readonly Row[] = [
  {
    command: 'contacts import',
    argv: 'people.csv --list {list} --yes',
    files: { 'people.csv': CSV },
    proof: all(
      stores('both contacts, once, in the list', ({ contacts, members }, { list = '' }) => {
        const added = contacts.filter(({ lastName }) => lastName === 'Moss' || lastName === 'Fox');
        return added.length === 2 && contacts.length === 4 && members.get(list)?.size === 3;
      }),
      prints('created\t2'),
    ),
    modes: { renamed: AFTER_SYNC },
  },
  {
    command: 'contacts import',
    argv: 'people.csv --custom Notes --yes',
    files: { 'people.csv': 'First name,Last name,Notes\nEve,Moss,met in May\nIan,Fox,\n' },
    proof: stores(
      'two contacts with what no standard field holds',
      ({ contacts, customFields }) =>
        contacts.length === 4 && contacts.some((one) => one[customFields.get('Notes') ?? ''] === 'met in May'),
    ),
  },
  {
    command: 'contacts export',
    argv: '--list {list}',
    proof: all(prints('Byron'), omits('Stone')),
  },
  { command: 'contacts export', argv: '--file all.csv', proof: writes('all.csv', 'Byron', 'Stone') },
  { command: 'contacts list', argv: '', proof: prints('{ada}', 'Byron', '{bob}', 'Stone') },
  { command: 'contacts list', argv: '--list {list}', proof: all(prints('Byron'), omits('Stone')) },
  {
    command: 'contacts list',
    argv: '--list "ICP DACH"',
    proof: all(prints('Byron'), omits('Stone')),
    modes: OFFERED,
  },
  { command: 'contacts list', argv: '--limit 1', proof: all(prints('Byron'), omits('Stone')) },
  { command: 'contacts list', argv: '--where lastName~byron', proof: all(prints('{ada}'), omits('Stone')) },
  { command: 'contacts export', argv: '--where lastName!~*yro*', proof: all(prints('Stone'), omits('Byron')) },
  { command: 'contacts search', argv: '--where createdAt>2020-01-01 --where lastName!=Stone', proof: omits('Stone') },
  {
    command: 'search save',
    argv: 'bobs --where firstName=Bob --include lastName=Stone',
    proof: prints('firstName=Bob'),
    local: true,
  },
  {
    command: 'search list',
    argv: '',
    before: ['search save bobs --where firstName=Bob'],
    proof: prints('bobs'),
    local: true,
  },
  {
    command: 'search remove',
    argv: 'bobs',
    before: ['search save bobs --where firstName=Bob'],
    proof: prints('bobs'),
    local: true,
  },
  ...['add', 'list', 'remove', 'import'].map(
    (verb): Row => ({
      command: `never-contact ${verb}`,
      argv: { add: 'x.example', list: '', remove: 'x.example' }[verb] ?? 'never.txt',
      files: { 'never.txt': 'x.example\n' },
      before: verb === 'list' || verb === 'remove' ? ['never-contact add x.example'] : [],
      proof: prints('x.example'),
      local: true,
    }),
  ),
  { command: 'contacts search', argv: 'byron', proof: all(prints('{ada}'), omits('Stone')) },
  { command: 'contacts search', argv: '--include lastName=Stone', proof: all(prints('{bob}'), omits('Byron')) },
  { command: 'contacts search', argv: '--list {list}', proof: all(prints('Byron'), omits('Stone')) },
  { command: 'contacts show', argv: '{ada} --json', proof: prints('Byron', 'ada@engines.example') },
  { command: 'contacts show', argv: 'ada@engines.example --json', proof: prints('{ada}', 'Byron') },
  { command: 'contacts show', argv: '{ada} --full', proof: prints('Byron'), modes: PARTS_HIDDEN },
  {
    command: 'contacts create',
    argv: '-f firstName=Eve -f lastName=Moss -f companyName=Moss',
    proof: stores('one contact', ({ contacts }) => contacts.filter(({ lastName }) => lastName === 'Moss').length === 1),
  },
  {
    command: 'contacts update',
    argv: '{ada} -f jobTitle=CTO',
    proof: stores('the job title alone', ({ contacts }, { ada }) => {
      const contact = byId(contacts, ada);
      return contact?.['jobTitle'] === 'CTO' && contact['lastName'] === 'Byron';
    }),
    modes: otherWay('merged by POST /v1/contacts/bulk'),
  },
  {
    command: 'contacts update',
    argv: '--csv titles.csv --by email --yes',
    files: { 'titles.csv': 'Email,Title\nADA@engines.example,CTO\n' },
    proof: stores('the job title of Ada alone', ({ contacts }, { ada }) => {
      const titled = contacts.filter(({ jobTitle }) => jobTitle === 'CTO');
      return titled.length === 1 && String(titled[0]?.['id']) === ada && contacts.length === 2;
    }),
    modes: otherWay('merged by POST /v1/contacts/bulk'),
  },
  { command: 'contacts fields', argv: '', proof: prints('professionalEmail', 'companyName') },
  { command: 'contacts timeline', argv: '{ada} --json', proof: prints('contact created'), modes: PARTS_HIDDEN },
  {
    command: 'contacts delete',
    argv: '{bob} --yes',
    proof: stores('only Ada is left', ({ contacts }) => contacts.length === 1 && contacts[0]?.['lastName'] === 'Byron'),
    modes: HIDDEN_PATH,
  },
  {
    command: 'contacts delete',
    argv: '--csv gone.csv --by id --yes',
    files: { 'gone.csv': 'id\n{bob}\n' },
    proof: stores('only Ada is left', ({ contacts }) => contacts.length === 1 && contacts[0]?.['lastName'] === 'Byron'),
    modes: HIDDEN_PATH,
  },
  { command: 'contacts duplicates', argv: '--by fullName', proof: notes('') },
  ...['contacts duplicates resolve', 'duplicates resolve'].map(
    (command): Row => ({
      command,
      argv: '--keep oldest --yes',
      before: [
        'contacts create -f firstName=Eve -f lastName=Moss -f networkProfileUrl=https://network.example/in/eve',
        'contacts create -f firstName=Eve -f lastName=Moss -f jobTitle=CTO -f networkProfileUrl=https://network.example/in/moss',
      ],
      proof: inStrict(
        all(
          stores('the older Eve with the title of the other, which is left', ({ contacts }) => {
            const titles = contacts.filter(({ lastName }) => lastName === 'Moss').map(({ jobTitle }) => jobTitle);
            return titles.join() === 'CTO,CTO' && contacts.length === 4;
          }),
          prints('not deleted: ', 'jobTitle'),
        ),
        stores('one Eve, with the title of the other', ({ contacts }) => {
          const left = contacts.filter(({ lastName }) => lastName === 'Moss');
          return left.length === 1 && left[0]?.['jobTitle'] === 'CTO' && contacts.length === 3;
        }),
      ),
      modes: { strict: degraded('which are left as they are', 1), renamed: AFTER_SYNC },
    }),
  ),
  { command: 'duplicates', argv: '--by professionalEmail', proof: notes('') },
  {
    command: 'companies import',
    argv: 'companies.csv --yes',
    files: { 'companies.csv': COMPANIES },
    proof: stores(
      'both companies, once',
      ({ companies }) => companies.length === 3 && companies.some(({ domain }) => domain === 'moss.example'),
    ),
  },
  { command: 'companies export', argv: '', proof: prints('engines.example') },
  { command: 'companies list', argv: '', proof: prints('{company}', 'Engines Ltd') },
  { command: 'companies list', argv: '--list {companyList}', proof: prints('Engines Ltd') },
  { command: 'companies search', argv: 'engines', proof: prints('{company}') },
  { command: 'companies show', argv: '{company} --json', proof: prints('engines.example') },
  {
    command: 'companies create',
    argv: '-f name=Moss -f domain=moss.example',
    proof: stores('one company', ({ companies }) => companies.filter(({ name }) => name === 'Moss').length === 1),
  },
  {
    command: 'companies update',
    argv: '{company} -f industry=Steam',
    proof: stores('the industry alone', ({ companies }, { company }) => {
      const found = byId(companies, company);
      return found?.['industry'] === 'Steam' && found['domain'] === 'engines.example';
    }),
    modes: otherWay('merged by POST /v1/companies/bulk'),
  },
  { command: 'companies fields', argv: '', proof: prints('domain') },
  { command: 'list list', argv: '', proof: prints('{list}', 'ICP DACH', 'Customers'), modes: OFFERED },
  {
    command: 'list list',
    argv: '--entity COMPANY',
    proof: all(prints('Customers'), omits('ICP DACH')),
    modes: OFFERED,
  },
  {
    command: 'list create',
    argv: 'Newcomers',
    proof: stores(
      'one list of contacts',
      ({ lists }) => lists.filter(({ name, entity }) => name === 'Newcomers' && entity === 'CONTACT').length === 1,
    ),
    modes: HIDDEN_PATH,
  },
  {
    command: 'list show',
    argv: '{list} --json',
    proof: inStrict(prints('{list}', 'CONTACT', '"size":1'), prints('ICP DACH')),
    modes: otherWay('counted by a search; its name is not shown'),
  },
  {
    command: 'list add',
    argv: '{list} --contacts {bob}',
    proof: stores('Bob beside Ada', ({ members }, { list = '' }) => members.get(list)?.size === 2),
    modes: otherWay('merged by the bulk create'),
  },
  {
    command: 'list remove',
    argv: '{list} --contacts {ada}',
    proof: stores('nobody', ({ members }, { list = '' }) => members.get(list)?.size === 0),
    modes: HIDDEN_PATH,
  },
];
