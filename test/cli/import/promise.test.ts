// The promise: whatever the network does and whenever the process dies, after resuming the service holds exactly the rows
// of the file, each once, and the results file has exactly one line for each row.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMPANY, openRig, type Ran } from './rig.ts';
import { TROUBLES, type Trouble } from './trouble/network.ts';

const HEADER = 'First name,Last name,Email,Job title,Profile URL,Company,Domain,Note';

type Kind =
  | 'page'
  | 'page elsewhere'
  | 'name'
  | 'mail'
  | 'names only'
  | 'twin'
  | 'company only'
  | 'bad'
  | 'double'
  | 'more of a double'
  | 'blank';

/** One line of the file. Rows that the service would take for one person are made only by `double`. */
function lineOf(kind: Kind, at: number): string {
  const company = `Acme ${at % 3}`;
  switch (kind) {
    case 'page':
      return `Ada,L${at},,CEO,https://www.network.example/in/ada-${at},,,`;
    case 'page elsewhere':
      return `Ada,L${at},,,network.example/in/ada-${at}?trk=x,${company} GmbH,acme${at % 3}.example,`;
    case 'name':
      // The same domain under several names: whoever comes last renames the company of the others.
      return `Bob,M${at},,,,${company}${at % 2 === 0 ? ' Inc' : ''},acme${at % 3}.example,`;
    case 'mail':
      return `,,Mail.${at}@Example.com,,,${company},acme${at % 3}.example,"two\nlines"`;
    case 'names only':
      return `Cy,N${at},,Engineer,,,,`;
    case 'twin':
      return `,,,Twin ${at % 2},,,,`;
    case 'company only':
      return `,,,,,Lonely ${at % 2},,`;
    case 'bad':
      return `Eve,O${at},,,,,,,too many`;
    case 'double':
      return `Ada,L0,,,HTTPS://NETWORK.EXAMPLE/in/ada-0/,,,`;
    case 'more of a double':
      // What it adds goes out behind the first row of this person.
      return 'Ada,L0,more@x.example,,https://network.example/in/ada-0,,,';
    case 'blank':
      return ',,,,,,,';
  }
}

const SENT: readonly Kind[] = ['page', 'page elsewhere', 'name', 'mail', 'names only', 'twin', 'company only'];

/** A row's values of its own, as a multiset tells them apart. */
const shape = (record: Readonly<Record<string, unknown>>) =>
  ['firstName', 'lastName', 'professionalEmail', 'jobTitle', 'networkProfileUrl', 'Note']
    .map((field) => record[field] ?? '')
    .join('|');

function shapeOf(kind: Kind, at: number): string {
  const [first, last, email, title, page, , , note] = lineOf(kind, at).split(',');
  const url = page === '' || /^https?:/i.test(page ?? '') ? page : `https://${page}`;
  return [first, last, email, title, url, note?.replaceAll('"', '')].join('|');
}

const scenario = fc.record({
  kinds: fc.array(fc.constantFrom<Kind>(...SENT, ...SENT, 'bad', 'double', 'more of a double', 'blank'), {
    minLength: 4,
    maxLength: 40,
  }),
  bulkItems: fc.integer({ min: 2, max: 9 }),
  parallel: fc.integer({ min: 1, max: 4 }),
  trouble: fc.array(fc.constantFrom<Trouble>('none', ...TROUBLES), { minLength: 1, maxLength: 12 }),
  deaths: fc.array(fc.record({ at: fc.integer({ min: 1, max: 40 }), torn: fc.constantFrom(0, 0.4, 0.99) }), {
    maxLength: 5,
  }),
  withList: fc.boolean(),
  merge: fc.boolean(),
});

test('every row once, every result once, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ kinds, bulkItems, parallel, trouble, deaths, withList, merge }) => {
      const rig = await openRig();
      try {
        // `double` repeats the page of row 0.
        const rows = kinds.map((kind, at) => (at === 0 ? 'page' : kind));
        rig.write('in.csv', `${HEADER}\n${rows.map(lineOf).join('\n')}\n`);
        let asked = 0;
        const flags = {
          custom: ['Note'],
          results: 'out.csv',
          parallel: String(parallel),
          merge,
          ...(withList && { list: 'Everybody', createList: true as const }),
        };
        const options = { flags, bounds: { bulkItems, bulkRows: 12 } };
        const troubled = { ...options, trouble: () => trouble[asked++ % trouble.length] ?? 'none' } as const;
        for (const { at, torn } of deaths) await rig.run('in.csv', { ...troubled, dieAt: at, torn, maxRetries: 50 });
        await rig.run('in.csv', { ...troubled, maxRetries: 3 });
        const last: Ran = await rig.run('in.csv', options);
        const data = rows.filter((kind) => kind !== 'blank');
        const sent = rows.flatMap((kind, at) =>
          SENT.includes(kind) || (kind.endsWith('double') && !merge) ? [shapeOf(kind, at)] : [],
        );
        if (merge && rows.includes('more of a double')) sent[0] = shapeOf('page', 0).replace('||', '|more@x.example|');
        expect([0, 1]).toContain(last.code);

        const records = await rig.records('contacts');
        expect(records.map(shape).sort()).toEqual(sent.sort());
        const [head, ...results] = rig.read('out.csv').trimEnd().split('\n');
        expect(head).toBe('line,status,id,outcome,matchedBy,companyId,appUrl,error,warnings');
        expect(results.length).toBe(data.length);
        const ids = results
          .map((line) => line.split(','))
          .filter(([, status]) => status === 'created')
          .map(([, , id]) => id);
        expect(new Set(ids).size).toBe(sent.length);
        expect(rig.importIds().length).toBe(1);
        if (withList) {
          const { body } = await rig.world.call('GET', '/v1/lists');
          expect(body.data.lists[0].size).toBe(sent.length);
        }
        expect(rig.world.bugs).toEqual([]);
      } finally {
        await rig.close();
      }
    }),
    {
      numRuns: Number(process.env['PROMISE_RUNS'] ?? 20),
      seed: Number(process.env['PROMISE_SEED'] ?? 1),
    },
  );
});

const COMPANY_KINDS = ['page', 'domain', 'website', 'name', 'nothing', 'twin'] as const;
type CompanyKind = (typeof COMPANY_KINDS)[number];

/** One line of a file of companies; the last two have nothing the service would know them by. */
function companyLine(kind: CompanyKind, at: number): string {
  switch (kind) {
    case 'page':
      return `Firm ${at},,,https://www.network.example/company/firm-${at},,`;
    case 'domain':
      return `,WWW.firm${at}.example,,,Software,`;
    case 'website':
      return `,,firm${at}.example/about,,,12`;
    case 'name':
      return `Acme ${at},,,,,`;
    case 'nothing':
      return `,,,,Industry ${at},7`;
    case 'twin':
      return ',,,,Retail,';
  }
}

test('companies, too', async () => {
  const input = fc.record({
    kinds: fc.array(fc.constantFrom(...COMPANY_KINDS), { minLength: 3, maxLength: 25 }),
    trouble: fc.array(fc.constantFrom<Trouble>('none', ...TROUBLES), { minLength: 1, maxLength: 10 }),
    deaths: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
    merge: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ kinds, trouble, deaths, merge }) => {
      const rig = await openRig();
      try {
        rig.write('in.csv', `Name,Domain,Website,LinkedIn,Industry,Employees\n${kinds.map(companyLine).join('\n')}\n`);
        let asked = 0;
        const options = { entity: COMPANY, flags: { results: 'out.csv', merge }, bounds: { bulkItems: 3 } };
        const troubled = { ...options, trouble: () => trouble[asked++ % trouble.length] ?? 'none' } as const;
        for (const dieAt of deaths) await rig.run('in.csv', { ...troubled, dieAt, maxRetries: 50 });
        await rig.run('in.csv', { ...troubled, maxRetries: 3 });
        const { code, summary } = await rig.run('in.csv', options);
        expect([code, summary['created']]).toEqual([0, kinds.length]);
        expect((await rig.records('companies')).length).toBe(kinds.length);
        expect(rig.read('out.csv').trimEnd().split('\n').length).toBe(kinds.length + 1);
      } finally {
        await rig.close();
      }
    }),
    { numRuns: Number(process.env['PROMISE_RUNS'] ?? 12), seed: Number(process.env['PROMISE_SEED'] ?? 1) },
  );
});
