// --where: the same records as a plain filter over all of them, whatever the service did of it.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EXIT } from '../../../../src/cli/terminal/exit.ts';
import { reachForAllTests } from '../../../opened.ts';
import { remove, write } from '../../commands/outreach/folder.ts';

const reach = reachForAllTests();

const TITLES = [
  'CEO',
  'Chief Engineer',
  'Mischief Maker',
  'engineer',
  'Ingénieur',
  'VP, Sales & Ops',
  'CEO ',
  null,
  '0123',
  '123',
];
const SIZES = [null, 1, 10, 49, 50, 51, 200, 5000];
const DATES = ['2026-01-01', '2026-11-21', '2026-11-22'];
// The first is no day.
const DUE = ['2026-02-31', '2026-03-02T10:00:00.000+0000', '2026-01-05'];
const COUNT = 130;

interface Known {
  readonly id: number;
  readonly jobTitle: string | null;
  readonly numberOfEmployees: number | null;
  readonly Team?: string | null;
  readonly Due?: string | null;
  readonly createdAt: string;
}
let all: readonly Known[] = [];

beforeAll(async () => {
  vi.stubEnv('TZ', 'America/New_York');
  const contacts = Array.from({ length: COUNT }, (_, at) => ({
    firstName: `F${at}`,
    lastName: `L${at}`,
    jobTitle: TITLES[at % TITLES.length],
    companyName: `C${at % SIZES.length}`,
    Due: DUE[at % DUE.length],
    ...(at % 3 === 0 ? { Team: at % 2 === 0 ? 'Blue Team' : 'red' } : {}),
  }));
  for (const some of [contacts.slice(0, 100), contacts.slice(100)])
    expect((await reach.world.call('POST', '/v1/contacts/bulk', { body: { contacts: some } })).status).toBe(200);
  for (const [at, size] of SIZES.entries())
    if (size !== null) expect((await reach.run(`companies update C${at} -F numberOfEmployees:=${size}`)).code).toBe(0);
  const { stdout } = await reach.run(
    'contacts list --all --json --fields id,jobTitle,numberOfEmployees,Team,Due,createdAt',
  );
  all = JSON.parse(stdout);
  expect(all.length).toBe(COUNT);
  expect(new Set(all.map(({ numberOfEmployees }) => numberOfEmployees))).toEqual(new Set(SIZES));
});

afterAll(() => {
  vi.unstubAllEnvs();
});

const idsOf = async (words: readonly string[]) => {
  const ran = await reach.run(['contacts', 'search', '--all', '-o', 'id', '--quiet', ...words]);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  return ran.stdout.split('\n').filter(Boolean).map(Number);
};

/** Each with what it means, written apart from the source. */
const CONDITIONS: readonly (readonly [text: string, holds: (one: Known) => boolean])[] = [
  ['jobTitle=CEO', ({ jobTitle }) => jobTitle === 'CEO'],
  ['jobTitle!=CEO', ({ jobTitle }) => jobTitle !== 'CEO'],
  ['jobTitle=', ({ jobTitle }) => !jobTitle],
  ['jobTitle!=', ({ jobTitle }) => Boolean(jobTitle)],
  ['jobTitle=123', ({ jobTitle }) => jobTitle === '123'],
  ['jobTitle~chief', ({ jobTitle }) => jobTitle === 'Chief Engineer'],
  ['jobTitle~*chief*', ({ jobTitle }) => /chief/i.test(jobTitle ?? '')],
  ['jobTitle~eng*', ({ jobTitle }) => /\beng/i.test(jobTitle ?? '')],
  ['jobTitle~*NEER', ({ jobTitle }) => /neer\b/i.test(jobTitle ?? '')],
  ['jobTitle~sales & ops', ({ jobTitle }) => jobTitle?.startsWith('VP') === true],
  ['jobTitle!~engineer', ({ jobTitle }) => !/\bengineer\b/i.test(jobTitle ?? '')],
  ['jobTitle~ingénieur', ({ jobTitle }) => jobTitle === 'Ingénieur'],
  ['numberOfEmployees>50', ({ numberOfEmployees: size }) => size !== null && size > 50],
  ['numberOfEmployees>=50', ({ numberOfEmployees: size }) => size !== null && size >= 50],
  ['numberOfEmployees<50', ({ numberOfEmployees: size }) => size !== null && size < 50],
  ['numberOfEmployees=10..50', ({ numberOfEmployees: size }) => size !== null && size >= 10 && size <= 50],
  ['numberOfEmployees!=10..50', ({ numberOfEmployees: size }) => !(size !== null && size >= 10 && size <= 50)],
  ['numberOfEmployees=51', ({ numberOfEmployees: size }) => size === 51],
  ['numberOfEmployees=', ({ numberOfEmployees: size }) => size === null],
  ['Team~team', ({ Team }) => Team === 'Blue Team'],
  ['Team!=red', ({ Team }) => Team !== 'red'],
  ...DATES.flatMap((day): (readonly [string, (one: Known) => boolean])[] => [
    [`createdAt>${day}`, ({ createdAt }) => createdAt.slice(0, 10) > day],
    [`createdAt<=${day}`, ({ createdAt }) => createdAt.slice(0, 10) <= day],
    [`createdAt=${day}`, ({ createdAt }) => createdAt.slice(0, 10) === day],
  ]),
  // Without an offset in UTC, wherever the machine is.
  ['createdAt>=2026-11-21T09:00', () => true],
  ['createdAt<2026-11-21T09:00', () => false],
  ['jobTitle=Inge\u0301nieur', ({ jobTitle }) => jobTitle === 'Ingénieur'],
  ['jobTitle~inge\u0301nieur', ({ jobTitle }) => jobTitle === 'Ingénieur'],
  ['Due>2026-03-01', ({ Due }) => Due === '2026-03-02T10:00:00.000+0000'],
  ['createdAt=last-30d', () => true],
  ['createdAt=2026-11-01..2026-11-30', () => true],
];

test('any conditions together select what a plain filter over all records selects', async () => {
  const some = fc.uniqueArray(fc.constantFrom(...CONDITIONS), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(some, async (chosen) => {
      const wanted = all.filter((one) => chosen.every(([, holds]) => holds(one))).map(({ id }) => id);
      expect(await idsOf(chosen.flatMap(([text]) => ['--where', text]))).toEqual(wanted);
    }),
    { numRuns: 60, examples: CONDITIONS.map((one) => [[one]]) },
  );
});

test('never more than asked for, and whether there is more', async () => {
  expect(await reach.run('contacts list --where jobTitle~*chief* --limit 2 -o id')).toMatchObject({
    stdout: '2\n3\n',
    stderr:
      'checked here, all records were read: jobTitle~*chief*\n2 contacts shown, more available: use --limit N or --all\n',
  });
  expect((await reach.run('contacts export --where jobTitle~*chief* --limit 1 --fields id')).stdout).toBe('id\n2\n');
});

test('filtering on this side is reported', async () => {
  const { stderr } = await reach.run('contacts search --where jobTitle~chief --all -o id');
  expect(stderr).toBe(
    'checked here, of the records that a full-text search for "chief" finds: jobTitle~chief\n~ finds whole words; ~*text* finds parts of words, too\n',
  );
  expect((await reach.run('contacts search --where numberOfEmployees>=50 --all -o id')).stderr).toBe('');
});

test.each([
  [
    'contacts search --list 1 --include leadsGroup=2',
    '--list and the filter leadsGroup both name lists: give one of them',
  ],
  ['campaign contacts 1 --include campaigns=2', 'the campaign is named already: leave out campaigns'],
  [
    'companies search --include numberOfEmployees=1..5 --include numberOfEmployees=9..',
    '--include numberOfEmployees: given twice with values that cannot be joined',
  ],
])('filters that would be joined, or hide each other: %s', async (line, message) => {
  expect(await reach.run(line)).toMatchObject({
    code: EXIT.usage,
    stderr: expect.stringContaining(`error: ${message}\n`),
  });
});

test.each([
  ['jobTitle', '--where jobTitle: must be a field, an operator and a value'],
  ['jobTitle>high', '--where jobTitle>high: > takes a number, a day or a time'],
  ['createdAt>2026-02-30', '--where createdAt>2026-02-30: > takes a number, a day or a time'],
  ['jobTitle~', '--where jobTitle~: names no text'],
  ['jobTitel~x', '--where jobTitel~x: there is no field "jobTitel"; did you mean "jobTitle"?'],
])('what is not understood is refused: %s', async (text, message) => {
  const ran = await reach.run(['contacts', 'list', '--where', text]);
  expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([EXIT.usage, `error: ${message}`]);
});

describe('saved searches', () => {
  test('are kept, listed, used together with further conditions, and removed', async () => {
    const first = ['--companies', '--text', 'two words', '--where', 'name~x', '--where', 'name~y'];
    expect(await reach.run(['search', 'save', 'chiefs', ...first])).toMatchObject({ code: 0, stderr: '' });
    expect(await reach.run('search save chiefs --where jobTitle~*chief* --json')).toMatchObject({
      code: 0,
      stderr: 'it was: --companies --text "two words" --where "name~x" --where "name~y"\n',
      stdout: '{"name":"chiefs","of":"contacts","where":["jobTitle~*chief*"],"include":[],"exclude":[]}\n',
    });
    expect((await reach.run('search list -o id')).stdout).toBe('chiefs\n');
    expect((await reach.run('completion names searches')).stdout).toBe('chiefs\n');
    const both = ['--search', 'chiefs', '--where', 'jobTitle!~mischief'];
    expect(await idsOf(both)).toEqual(all.filter(({ jobTitle }) => jobTitle === 'Chief Engineer').map(({ id }) => id));
    expect((await reach.run('companies list --search chiefs')).code).toBe(EXIT.usage);
    expect((await reach.run('search remove chiefs')).code).toBe(0);
    expect((await reach.run('contacts list --search chiefs')).code).toBe(EXIT.notFound);
  });

  test('nothing, or what no search takes, is not saved', async () => {
    expect((await reach.run('search save none')).code).toBe(EXIT.usage);
    expect((await reach.run('search save bad --where jobTitle')).code).toBe(EXIT.usage);
    expect((await reach.run('search save "two words" --text x')).code).toBe(EXIT.usage);
    expect((await reach.run('search list -o id')).stdout).toBe('');
  });

  test('those of the outreach folder here come before those of this machine; a broken one is refused', async () => {
    write(reach, 'reach.yaml', '');
    write(reach, 'searches/chiefs.yaml', 'name: chiefs\nwhere: [jobTitle~*chief*, "jobTitle!~mischief"]\n');
    write(reach, 'searches/broken.yaml', 'nam: broken\nof: leads\nwhere: [jobTitle]\n');
    write(reach, 'searches/second.yaml', 'name: chiefs\n');
    const lint = await reach.run('lint --quiet');
    expect([lint.code, lint.stdout.match(/^\S+:.*$/gm)]).toEqual([
      EXIT.bad,
      [
        'outreach/searches/broken.yaml:1:1: a saved search has no field "nam"; did you mean "name"? [unknown_key]',
        'outreach/searches/broken.yaml:1:1: a saved search needs a name [required]',
        'outreach/searches/broken.yaml:2:5: of must be contacts or companies, not "leads" [invalid_value]',
        'outreach/searches/broken.yaml:3:9: where[0] is not a condition: must be a field, an operator and a value [custom]',
        'outreach/searches/second.yaml:1:1: a saved search needs where, include, exclude, text or list [required]',
        'outreach/searches/second.yaml:1:7: the name "chiefs" is also that of outreach/searches/chiefs.yaml [duplicate]',
      ],
    ]);
    expect((await reach.run('contacts list --search chiefs')).code).toBe(EXIT.usage);
    remove(reach, 'searches/second.yaml');
    expect((await reach.run('contacts list --search broken')).code).toBe(EXIT.usage);
    remove(reach, 'searches/broken.yaml');
    expect(await reach.run('lint --strict')).toMatchObject({ code: 0 });
    expect((await reach.run('completion names searches')).stdout).toBe('chiefs\n');
    const chiefs = all.filter(({ jobTitle }) => jobTitle === 'Chief Engineer').map(({ id }) => id);
    expect(await idsOf(['--search', 'chiefs'])).toEqual(chiefs);
    expect((await reach.run('search save chiefs --text nobody')).code).toBe(0);
    expect(await reach.run('contacts list --search chiefs -o id')).toMatchObject({
      stdout: chiefs.map((id) => `${id}\n`).join(''),
      stderr: expect.stringContaining('is that of outreach/searches/chiefs.yaml, not the one saved on this machine'),
    });
    expect(JSON.parse((await reach.run('search list --json')).stdout)).toMatchObject([
      { name: 'chiefs', from: 'outreach/searches/chiefs.yaml' },
    ]);
  });
});

test('fields of companies that a search does not give are read from the list', async () => {
  const { stdout, stderr } = await reach.run(
    'companies search C --where numberOfEmployees>100 --where leadsCount>0 --all -o id',
  );
  expect([stdout.split('\n').length - 1, stderr]).toEqual([2, '']);
});
