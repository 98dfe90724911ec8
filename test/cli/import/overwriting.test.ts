// --fill-empty, --only and --keep: what is there stays, of an import and of an update alike.

import { expect, test } from 'vitest';
import { reachForEachTest } from '../../opened.ts';
import { openRig } from './rig.ts';

const reach = reachForEachTest();
const run = (line: string) => reach.clock.run(reach.run(line));

const HEADER = 'First name,Last name,Company,Profile URL,Email,Job title,Phone,Domain,Industry';
const FIELDS = ['firstName', 'lastName', 'networkProfileUrl', 'professionalEmail', 'jobTitle', 'mobilePhone'];
const COMPANY_FIELDS = ['name', 'domain', 'industry'];

/** A row of which a part of the cells is empty, by its number and a pattern. */
function row(number: number, pattern: number, suffix: string): string {
  const may = (bit: number, text: string) => ((pattern >> bit) & 1 ? text : '');
  return [
    `First${number}`,
    `Last${number}`,
    `Acme ${number % 100}`,
    number % 3 === 0 ? '' : `https://network.example/in/p${number}`,
    may(0, `p${number}${suffix}@acme.example`),
    may(1, `Title ${number}${suffix}`),
    may(2, `+49 30 ${100_000 + number}${suffix === '' ? '' : '9'}`),
    may(3, `acme${number % 100}${suffix}.example`),
    may(4, `Industry${suffix}`),
  ].join(',');
}

const filled = (record: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  Object.fromEntries(fields.flatMap((field) => ((record[field] ?? '') === '' ? [] : [[field, record[field]]])));

test.each([
  ['a workspace that is read whole', 320],
  ['one that is asked for each bulk', 5_120],
])('no filled field of 320 half-filled records changes: %s', async (_, size) => {
  const rig = await openRig();
  try {
    rig.write('first.csv', [HEADER, ...Array.from({ length: size }, (__, at) => row(at, at % 32, ''))].join('\n'));
    await rig.run('first.csv', { flags: { yes: true } });
    const before = { contacts: await rig.records('contacts'), companies: await rig.records('companies') };
    rig.write('second.csv', [HEADER, ...Array.from({ length: 320 }, (__, at) => row(at, 31, 'x'))].join('\n'));
    const ran = await rig.run('second.csv', { flags: { yes: true, fillEmpty: true } });
    const { created, merged, failed } = ran.summary;
    expect([ran.code, created, failed]).toEqual([0, 0, 0]);
    // What could have been overlooked is said.
    expect(ran.stderr.includes('a large workspace: ')).toBe(size > 5_000);
    expect(Number(merged)).toBeGreaterThan(250);
    const after = { contacts: await rig.records('contacts'), companies: await rig.records('companies') };
    expect(after.contacts.length).toBe(before.contacts.length);
    expect(after.companies.length).toBe(before.companies.length);
    for (const [group, fields] of [
      ['contacts', [...FIELDS, 'companyId']],
      ['companies', COMPANY_FIELDS],
    ] as const) {
      const byId = new Map(after[group].map((record) => [record['id'], record]));
      for (const record of before[group]) expect(byId.get(record['id'])).toMatchObject(filled(record, fields));
    }
    const empty = after.contacts.slice(0, 320).filter(({ jobTitle }) => (jobTitle ?? '') === '');
    expect(empty).toEqual([]);
  } finally {
    await rig.close();
  }
});

const SET = [
  ['--fill-empty', { jobTitle: 'Countess', professionalEmail: 'ada@x.example', mobilePhone: '+49 30 1' }],
  ['--only jobTitle', { jobTitle: 'CTO', professionalEmail: 'ada@x.example', mobilePhone: null }],
  ['--keep jobTitle', { jobTitle: 'Countess', professionalEmail: 'new@x.example', mobilePhone: '+49 30 1' }],
  ['--only jobTitle --fill-empty', { jobTitle: 'Countess', professionalEmail: 'ada@x.example', mobilePhone: null }],
] as const;

const HOW = [
  'contacts import merge.csv --yes',
  'contacts import ids.csv --update --yes',
  'contacts update --csv ids.csv --by id --trust-ids --yes',
  'contacts update 1 --input one.json',
];

test.each(HOW.flatMap((line) => SET.map(([flags, expected]) => [`${line} ${flags}`, expected] as const)))(
  '%s',
  async (line, expected) => {
    const header = 'firstName,lastName,companyName,professionalEmail,jobTitle,mobilePhone';
    reach.write('first.csv', `${header}\nAda,King,Acme,ada@x.example,Countess,\n`);
    reach.write('merge.csv', `${header}\nAda,King,Acme,new@x.example,CTO,+49 30 1\n`);
    reach.write('ids.csv', 'id,professionalEmail,jobTitle,mobilePhone\n1,new@x.example,CTO,+49 30 1\n');
    reach.write('one.json', '{"professionalEmail":"new@x.example","jobTitle":"CTO","mobilePhone":"+49 30 1"}');
    await run('contacts import first.csv --yes');
    expect(await run(line)).toMatchObject({ code: 0 });
    const displayed = await run('contacts show 1 --json --fields jobTitle,professionalEmail,mobilePhone');
    expect(JSON.parse(displayed.stdout)).toEqual(expected);
  },
);

test.each(['--fill-empty', '--only jobTitle', '--keep companyName,companyDomain'])(
  'a contact that is created comes to its company, whose fields are all filled: %s',
  async (flags) => {
    const header = 'firstName,lastName,jobTitle,companyName,companyDomain';
    reach.write('first.csv', `${header}\nAda,King,CTO,Acme,acme.example\n`);
    reach.write('second.csv', `${header}\nBob,Low,CEO,Acme Inc,acme.example\n`);
    await run('contacts import first.csv --yes');
    expect(await run(`contacts import second.csv ${flags} --yes`)).toMatchObject({ code: 0 });
    const { lastName, companyId, company } = JSON.parse((await run('contacts show 2 --json')).stdout);
    expect([lastName, companyId, company.name]).toEqual(['Low', 1, 'Acme']);
  },
);

test('--fill-empty: a later row sees what a row with an id has filled, and finds the record by it', async () => {
  reach.write('first.csv', 'firstName,lastName,companyName,jobTitle\nAda,King,Acme,Countess\nBob,Low,Acme,Smith\n');
  reach.write(
    'second.csv',
    [
      'id,firstName,lastName,companyName,networkProfileUrl,professionalEmail,jobTitle',
      '1,,,,network.example/in/ada,ada@x.example,',
      ',Ada,King,Acme,,new@x.example,CTO',
      ',Eve,Dee,Other,https://network.example/in/ada,,CFO',
      '',
    ].join('\n'),
  );
  await run('contacts import first.csv --yes');
  expect((await run('contacts import second.csv --update --fill-empty --yes')).code).toBe(0);
  const [ada] = JSON.parse((await run('contacts list --json')).stdout);
  expect(ada).toMatchObject({ lastName: 'King', professionalEmail: 'ada@x.example', jobTitle: 'Countess' });
  expect(ada.companyId).toBe(1);
});

test.each([
  ['contacts update 1 -f jobTitle=CTO --only email', 'no value is given for email: --only and --keep name fields'],
  ['contacts import one.csv --no-merge --fill-empty', '--no-merge changes no record'],
  ['contacts import one.csv --keep nothing --yes', 'no value is given for nothing'],
])('%s is refused', async (line, text) => {
  reach.write('one.csv', 'firstName,lastName\nAda,King\n');
  await run('contacts import one.csv --yes');
  const ran = await run(line);
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(text)]);
});
