// Options that change what is read from a file, and what is said of it.

import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { served } from '../commands/outreach/mistakes.ts';
import { openImport, reach, run } from './import-world.ts';

const KEYLESS = '1 row has no match key: importing this file again would create it again';
const PEOPLE = 'First name,Last name,Company\n';

openImport();

interface OptionCase {
  /** Without it, `contacts import in.csv`. */
  readonly argv?: string;
  readonly content: string;
  /** Other files, by their names. */
  readonly files?: Readonly<Record<string, string>>;
  readonly code: number;
  /** Every contact afterwards: its values, joined by ` | `. */
  readonly stored: readonly string[];
  /** Without the line of the mapping. */
  readonly stderr: readonly string[];
  readonly rejects?: string;
}

const FIELDS = ['firstName', 'lastName', 'professionalEmail', 'mobilePhone', 'jobTitle', 'contactCountry'];

const CASES: Readonly<Record<string, OptionCase>> = {
  '--values gives cells other values, in any case of the header': {
    argv: 'contacts import in.csv --values values.csv',
    files: { 'values.csv': 'Column,From,To\njob title,Chef,CEO\nJob title,none,\n' },
    content: 'First name,Last name,Company,Job title\nAda,Love,Acme,Chef\nBob,Low,Beta,none\nCy,Lot,Gama,CTO\n',
    code: 0,
    stored: ['Ada | Love | CEO | Acme', 'Bob | Low | Beta', 'Cy | Lot | CTO | Gama'],
    stderr: [],
  },
  '--values for a column that is not imported': {
    argv: 'contacts import in.csv --values values.csv',
    files: { 'values.csv': 'column,from,to\nTitel,Chef,CEO\n' },
    content: `${PEOPLE}Ada,Love,Acme\n`,
    code: 2,
    stored: [],
    stderr: ['error: --values: no imported column is called "Titel"'],
  },
  '--empty takes a word for an empty cell': {
    argv: 'contacts import in.csv --empty x --empty -',
    content: 'First name,Last name,Company,Job title\nAda,Love,Acme,x\nBob,Low,-,CTO\n',
    code: 0,
    stored: ['Ada | Love | Acme', 'Bob | Low | CTO'],
    stderr: [KEYLESS],
  },
  'countries by their codes, and in other languages': {
    content: 'First name,Last name,Company,Country\nAda,Love,Acme,DE\nBob,Low,Beta,Frankreich\nCy,Lot,Gama,Atlantis\n',
    code: 0,
    stored: ['Ada | Love | Germany | Acme', 'Bob | Low | France | Beta', 'Cy | Lot | Atlantis | Gama'],
    stderr: [],
  },
  'values of Google Contacts': {
    content:
      'First name,Last name,Company,Email,Mobile\nAda,Love,Acme,ada@x.example ::: ada@y.example,+353861234567 ::: +353861234568\n',
    code: 1,
    stored: ['Ada | Love | ada@x.example | +353861234567, +353861234568 | Acme'],
    stderr: [
      'Email: 1 cell left out, one value is imported, not ada@y.example: "ada@x.example ::: ada@y.example"',
      'in.csv:2: Email: left out, one value is imported, not ada@y.example: "ada@x.example ::: ada@y.example"',
    ],
  },
  'companies of different names with one domain': {
    content:
      'First name,Last name,Company,Domain\nAda,Love,Acme,acme.example\nBob,Low,Beta,acme.example\nCy,Lot,Acme Inc.,acme.example\nDi,Mar,Gama,gmail.com\nEd,Nor,Delta,gmail.com\n',
    code: 0,
    stored: [
      'Ada | Love | Acme Inc.',
      'Bob | Low | Acme Inc.',
      'Cy | Lot | Acme Inc.',
      'Di | Mar | Gama',
      'Ed | Nor | Delta',
    ],
    stderr: ['companies of different names have the domain acme.example and would become one: "Acme", "Beta"'],
  },
  'single quotes of some cells': {
    content: "First name,Last name,Company\n'Ada',Love,Acme\n'Bob',Low,Beta\n",
    code: 3,
    stored: [],
    stderr: [
      'error: in.csv:2: some cells stand in single quotes, others do not: whether these are part of the text is not certain',
      '  hint: put all cells in single quotes, or quote with double quotes',
    ],
  },
  'quotes of print, and a comma within them': {
    content: 'First name,Last name,Company\n“Ada”,“Love”,“Acme”\n“Bob”,“Low”,“Beta, Inc.”\n',
    code: 3,
    stored: [],
    stderr: [
      'error: in.csv:2:1: the cells are in quotes that CSV does not use: “Ada”',
      '  hint: replace them with double quotes ("), one before and one after each cell',
    ],
  },
  'an email in several rows that nothing else identifies': {
    content: 'First name,Last name,Email\nAda,Love,ada@x.example\nBob,Low,bob@x.example\nAda,Love,ADA@x.example\n',
    code: 0,
    stored: ['Ada | Love | ada@x.example', 'Bob | Low | bob@x.example', 'Ada | Love | ADA@x.example'],
    stderr: [
      '3 rows have no match key: importing this file again would create them again',
      '1 row with the email of an earlier row (first: line 4, as line 2): the service does not match by email, so each creates a contact',
    ],
  },
  'footers of other languages': {
    content:
      'First name,Last name,Company\nAda,Love,Acme\nTotal général,,12\nRazem,3,\nEindtotaal,,\nExportado por Ada\nTotalis,Sumner,Beta\n',
    code: 1,
    stored: ['Ada | Love | Acme', 'Totalis | Sumner | Beta'],
    stderr: [
      'in.csv:3: a title or footer, no record: "Total général"',
      'in.csv:4: a title or footer, no record: "Razem"',
      'in.csv:5: a title or footer, no record: "Eindtotaal" (and 1 more row)',
      'add --rejects FILE to save these rows with their errors',
    ],
  },
};

test.each(Object.entries(CASES))(
  '%s',
  async (_, { argv = 'contacts import in.csv', content, files = {}, ...wanted }) => {
    reach.write('in.csv', content);
    for (const [name, text] of Object.entries(files)) reach.write(name, text);
    const { code, stderr } = await run(`${argv} --no-input${wanted.rejects === undefined ? '' : ' --rejects bad.csv'}`);
    const { body } = await reach.world.call('GET', '/v1/contacts', { query: { pageSize: 100 } });
    const stored = body.data.contacts.map((contact: Record<string, unknown> & { company?: { name?: string } }) =>
      [...FIELDS.map((field) => contact[field]), contact.company?.name].filter((value) => value != null).join(' | '),
    );
    expect({
      code,
      stored,
      stderr: stderr.split('\n').filter((line) => line !== '' && !/^\d+ of \d+ columns? mapped/.test(line)),
      ...(wanted.rejects !== undefined && { rejects: reach.read('bad.csv') }),
    }).toEqual(wanted);
  },
);

/** An archive of stored files. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const [bytes, title] = [Buffer.from(text), Buffer.from(name)];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), fields, title, bytes]);
    local.push(head);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, place, title]));
    at += head.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(local.length, 8);
  end.writeUInt16LE(local.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, directory, end]);
}

test.each([
  ['one CSV file', { 'people.csv': `${PEOPLE}Ada,Love,Acme\n`, '__MACOSX/._people.csv': 'x' }, 0, ''],
  ['JSON', { 'people.json': '[{"firstName":"Ada","lastName":"Love"}]' }, 0, ''],
  ['two of them', { 'a.csv': PEOPLE, 'b.csv': PEOPLE }, 3, 'a.csv, b.csv'],
])('an archive of %s', async (_, files, code, words) => {
  reach.write('in.zip', zipOf(files));
  const ran = await run('contacts import in.zip --no-input --json');
  expect([ran.code, ran.stderr.includes(words)]).toEqual([code, true]);
  expect((await reach.world.call('GET', '/v1/contacts')).body.data.contacts.length).toBe(code === 0 ? 1 : 0);
});

test.each([
  ['contacts update --csv in.csv --by id --yes', 2, 'Ada'],
  ['contacts update --csv in.csv --by id --yes --dry-run', 2, 'Ada'],
  ['contacts delete --csv in.csv --by id --yes', 2, 'Ada'],
  ['contacts update --csv in.csv --by id --yes --trust-ids', 0, 'Zoe'],
] as const)('ids of another system: %s', async (line, code, firstName) => {
  reach.write('before.csv', `${PEOPLE}Ada,Love,Acme\n`);
  await run('contacts import before.csv');
  reach.write('in.csv', 'id,First name,Last name\n1,Zoe,Zed\n');
  const ran = await run(line);
  const { contacts } = (await reach.world.call('GET', '/v1/contacts')).body.data;
  expect([ran.code, contacts[0].firstName]).toEqual([code, firstName]);
  if (code === 2) expect(ran.stderr).toContain('hint: --trust-ids takes them all the same');
});

test.each([
  ['nothing at all where all went well', '--quiet', `${PEOPLE}Ada,Love,Acme\n`, 0, '', ''],
  [
    'the summary with --summary',
    '--quiet --summary --fields rows,created --json',
    `${PEOPLE}Ada,Love,Acme\n`,
    0,
    '{"rows":1,"created":1}\n',
    '',
  ],
  [
    'that a column of names is left out, unless that is wanted',
    '--quiet',
    'Name,Email\nAda Love,a@x.example\n',
    0,
    '',
    "names are not imported: Name, one name: --map 'Name=fullName' splits it\n",
  ],
  [
    'nothing of a column that is left out by hand',
    '--quiet --map Name=',
    'Name,Email\nAda Love,b@x.example\n',
    0,
    '',
    '',
  ],
  [
    'which column is probably of a field',
    '--quiet',
    'First name,Last name,Email,Telefonnr,Notes\nAda,Love,a@x.example,+353861234567,x\n',
    0,
    '',
    'not imported: Telefonnr; did you mean "phones"?\n',
  ],
  [
    'that companies become one, and that words for "no value" are imported',
    '--quiet',
    'First name,Last name,Company,Company domain,Email\nAda,Love,Acme,x.example,\n-,-,Beta,x.example,b@x.example\n',
    0,
    '',
    'companies of different names have the domain x.example and would become one: "Acme", "Beta"\n' +
      '2 cells with words for "no value" imported (first: line 3, First name: "-"); see --empty\n',
  ],
  [
    'on trouble what it is, and where the rejects are',
    '--quiet --rejects bad.csv',
    `${PEOPLE}Ada,Love,Acme,more\n`,
    1,
    '',
    'in.csv:2: 4 cells, but the header has 3: is a quote or a delimiter missing?\n1 of 1 row not imported: see bad.csv\n',
  ],
] as const)('--quiet says %s', async (_, flags, content, code, stdout, stderr) => {
  reach.write('in.csv', content);
  const ran = await run(`contacts import in.csv --yes ${flags}`);
  expect([ran.code, ran.stdout, ran.stderr.replaceAll('warning: ', '')]).toEqual([code, stdout, stderr]);
});

test('--quiet says when each import of a file creates the same people again', async () => {
  reach.write('in.csv', 'First name,Email\nAda,a@x.example\n');
  const night = 'contacts import in.csv --yes --again --quiet';
  expect([(await run(night)).stderr, (await run(night)).stderr]).toEqual([
    '',
    'warning: 1 row without a match key: each import of this file creates it again\n',
  ]);
});

test('a column that is no longer recognized is named each night, one that only moved is not', async () => {
  const nights = [
    ['leads-2026-11-25.csv', `${PEOPLE.trim()},Phone,Notes\nAda,Love,Acme,+353861234567,x\n`],
    ['leads-2026-11-26.csv', `Mobile,Phone,${PEOPLE}0861234567,+353861234567,Bob,Low,Beta\n`],
    ['leads-2026-11-27.csv', `${PEOPLE.trim()},Fernsprecher,Mobile\nCy,Lot,Gama,+353861234569,0861234568\n`],
    ['leads-2026-11-28.csv', `${PEOPLE.trim()},Fernsprecher,Mobile\nDi,Dot,Delta,+353861234569,0861234568\n`],
  ] as const;
  const said: string[] = [];
  for (const [name, content] of nights) {
    reach.write(name, content);
    said.push((await run(`contacts import ${name} --yes --quiet`)).stderr);
  }
  const lost = 'warning: no column any more for "Phone" (phones, 2026-11-21); not imported: Fernsprecher\n';
  expect(said).toEqual(['', '', lost, lost]);
  // Into another service it was never imported: nothing is lost there.
  const remote = await served(reach);
  const elsewhere = await reach.run('contacts import leads-2026-11-28.csv --yes --quiet', { env: remote.env });
  expect([elsewhere.code, elsewhere.stderr]).toEqual([0, '']);
  await remote.close();
  reach.write('leads-2026-11-29.csv', nights[3][1].replace('Di', 'Ed'));
  const mapped = await run(`contacts import leads-2026-11-29.csv --yes --quiet --map Fernsprecher=phones`);
  expect([mapped.code, mapped.stderr]).toEqual([0, '']);
  reach.write('leads-2026-11-30.csv', nights[3][1].replace('Di', 'Flo'));
  expect((await run('contacts import leads-2026-11-30.csv --yes --quiet --empty none')).stderr).toBe('');
  // With one of four columns left, it is another file of the name.
  reach.write('leads-2026-12-01.csv', 'First name,Email\nGil,gil@x.example\n');
  expect((await run('contacts import leads-2026-12-01.csv --yes --quiet')).stderr).toBe('');
});
