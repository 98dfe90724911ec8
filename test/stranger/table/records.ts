// Contacts, companies and lists.

import { all, byId, HIDDEN_PATH, inStrict, notes, omits, otherWay, prints, stores, writes } from './proof.ts';
import { degraded, type Row, row } from './row.ts';

const CSV =
  'First name,Last name,Email,Profile,Company\nEve,Moss,eve@x.example,https://network.example/in/eve,Moss Ltd\nIan,Fox,ian@x.example,https://network.example/in/ian,Fox Ltd\n';
const COMPANIES = 'Name,Domain\nMoss Ltd,moss.example\nFox Ltd,fox.example\n';

/** Lists and conversations stand on paths that the interface does not show: shown without them, with a note. */
const PARTS_HIDDEN: NonNullable<Row['modes']> = {
  strict: degraded('as the condition field platform.listIds offers them', 1),
};

/** Lists have no path there: a condition field offers them. */
const OFFERED = otherWay('as the condition field platform.listIds offers them');

export const RECORD_ROWS: readonly Row[] = [
  row(
    'contacts import',
    'people.csv --list {list} --yes',
    all(
      stores('both contacts, once, in the list', ({ contacts, members }, { list = '' }) => {
        const added = contacts.filter(({ lastName }) => lastName === 'Moss' || lastName === 'Fox');
        return added.length === 2 && contacts.length === 4 && members.get(list)?.size === 3;
      }),
      prints('created\t2'),
    ),
    { files: { 'people.csv': CSV } },
  ),
  row(
    'contacts import',
    'people.csv --custom Notes --yes',
    stores(
      'two contacts with what no standard field holds',
      ({ contacts, customFields }) =>
        contacts.length === 4 && contacts.some((one) => one[customFields.get('Notes') ?? ''] === 'met in May'),
    ),
    { files: { 'people.csv': 'First name,Last name,Notes\nEve,Moss,met in May\nIan,Fox,\n' } },
  ),
  row('contacts export', '--list {list}', all(prints('Byron'), omits('Stone'))),
  row('contacts export', '--file all.csv', writes('all.csv', 'Byron', 'Stone')),
  row('contacts list', '', prints('{ada}', 'Byron', '{bob}', 'Stone')),
  row('contacts list', '--list {list}', all(prints('Byron'), omits('Stone'))),
  row('contacts list', '--list "ICP DACH"', all(prints('Byron'), omits('Stone')), { modes: OFFERED }),
  row('contacts list', '--limit 1', all(prints('Byron'), omits('Stone'))),
  row('contacts list', '--where lastName~byron', all(prints('{ada}'), omits('Stone'))),
  row('contacts export', '--where lastName!~*yro*', all(prints('Stone'), omits('Byron'))),
  row('contacts search', '--where createdAt>2020-01-01 --where lastName!=Stone', omits('Stone')),
  row('search save', 'bobs --where firstName=Bob --include lastName=Stone', prints('firstName=Bob'), { local: true }),
  row('search list', '', prints('bobs'), { before: ['search save bobs --where firstName=Bob'], local: true }),
  row('search remove', 'bobs', prints('bobs'), { before: ['search save bobs --where firstName=Bob'], local: true }),
  ...['add', 'list', 'remove', 'import'].map(
    (verb): Row =>
      row(
        `never-contact ${verb}`,
        { add: 'x.example', list: '', remove: 'x.example' }[verb] ?? 'never.txt',
        prints('x.example'),
        {
          files: { 'never.txt': 'x.example\n' },
          before: verb === 'list' || verb === 'remove' ? ['never-contact add x.example'] : [],
          local: true,
        },
      ),
  ),
  row('contacts search', 'byron', all(prints('{ada}'), omits('Stone'))),
  row('contacts search', '--include lastName=Stone', all(prints('{bob}'), omits('Byron'))),
  row('contacts search', '--list {list}', all(prints('Byron'), omits('Stone'))),
  row('contacts show', '{ada} --json', prints('Byron', 'ada@engines.example')),
  row('contacts show', 'ada@engines.example --json', prints('{ada}', 'Byron')),
  row('contacts show', '{ada} --full', prints('Byron'), { modes: PARTS_HIDDEN }),
  row(
    'contacts create',
    '-f firstName=Eve -f lastName=Moss -f companyName=Moss',
    stores('one contact', ({ contacts }) => contacts.filter(({ lastName }) => lastName === 'Moss').length === 1),
  ),
  row(
    'contacts update',
    '{ada} -f jobTitle=CTO',
    stores('the job title alone', ({ contacts }, { ada }) => {
      const contact = byId(contacts, ada);
      return contact?.['jobTitle'] === 'CTO' && contact['lastName'] === 'Byron';
    }),
    { modes: otherWay('merged by POST /v1/contacts/bulk') },
  ),
  row(
    'contacts update',
    '--csv titles.csv --by email --yes',
    stores('the job title of Ada alone', ({ contacts }, { ada }) => {
      const titled = contacts.filter(({ jobTitle }) => jobTitle === 'CTO');
      return titled.length === 1 && String(titled[0]?.['id']) === ada && contacts.length === 2;
    }),
    {
      files: { 'titles.csv': 'Email,Title\nADA@engines.example,CTO\n' },
      modes: otherWay('merged by POST /v1/contacts/bulk'),
    },
  ),
  row('contacts fields', '', prints('professionalEmail', 'companyName')),
  row('contacts timeline', '{ada} --json', prints('contact created'), { modes: PARTS_HIDDEN }),
  row(
    'contacts delete',
    '{bob} --yes',
    stores('only Ada is left', ({ contacts }) => contacts.length === 1 && contacts[0]?.['lastName'] === 'Byron'),
    { modes: HIDDEN_PATH },
  ),
  row(
    'contacts delete',
    '--csv gone.csv --by id --yes',
    stores('only Ada is left', ({ contacts }) => contacts.length === 1 && contacts[0]?.['lastName'] === 'Byron'),
    { files: { 'gone.csv': 'id\n{bob}\n' }, modes: HIDDEN_PATH },
  ),
  row('contacts duplicates', '--by fullName', notes('')),
  ...['contacts duplicates resolve', 'duplicates resolve'].map(
    (command): Row =>
      row(
        command,
        '--keep oldest --yes',
        inStrict(
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
        {
          before: [
            'contacts create -f firstName=Eve -f lastName=Moss -f networkProfileUrl=https://network.example/in/eve',
            'contacts create -f firstName=Eve -f lastName=Moss -f jobTitle=CTO -f networkProfileUrl=https://network.example/in/moss',
          ],
          modes: { strict: degraded('which are left as they are', 1) },
        },
      ),
  ),
  row('duplicates', '--by professionalEmail', notes('')),
  row(
    'companies import',
    'companies.csv --yes',
    stores(
      'both companies, once',
      ({ companies }) => companies.length === 3 && companies.some(({ domain }) => domain === 'moss.example'),
    ),
    { files: { 'companies.csv': COMPANIES } },
  ),
  row('companies export', '', prints('engines.example')),
  row('companies list', '', prints('{company}', 'Engines Ltd')),
  row('companies list', '--list {companyList}', prints('Engines Ltd')),
  row('companies search', 'engines', prints('{company}')),
  row('companies show', '{company} --json', prints('engines.example')),
  row(
    'companies create',
    '-f name=Moss -f domain=moss.example',
    stores('one company', ({ companies }) => companies.filter(({ name }) => name === 'Moss').length === 1),
  ),
  row(
    'companies update',
    '{company} -f industry=Steam',
    stores('the industry alone', ({ companies }, { company }) => {
      const found = byId(companies, company);
      return found?.['industry'] === 'Steam' && found['domain'] === 'engines.example';
    }),
    { modes: otherWay('merged by POST /v1/companies/bulk') },
  ),
  row('companies fields', '', prints('domain')),
  row('list list', '', prints('{list}', 'ICP DACH', 'Customers'), { modes: OFFERED }),
  row('list list', '--entity COMPANY', all(prints('Customers'), omits('ICP DACH')), { modes: OFFERED }),
  row(
    'list create',
    'Newcomers',
    stores(
      'one list of contacts',
      ({ lists }) => lists.filter(({ name, entity }) => name === 'Newcomers' && entity === 'CONTACT').length === 1,
    ),
    { modes: HIDDEN_PATH },
  ),
  row('list show', '{list} --json', inStrict(prints('{list}', 'CONTACT', '"size":1'), prints('ICP DACH')), {
    modes: otherWay('counted by a search; its name is not shown'),
  }),
  row(
    'list add',
    '{list} --contacts {bob}',
    stores('Bob beside Ada', ({ members }, { list = '' }) => members.get(list)?.size === 2),
    { modes: otherWay('merged by the bulk create') },
  ),
  row(
    'list remove',
    '{list} --contacts {ada}',
    stores('nobody', ({ members }, { list = '' }) => members.get(list)?.size === 0),
    { modes: HIDDEN_PATH },
  ),
];
