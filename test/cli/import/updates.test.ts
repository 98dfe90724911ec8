// Rows with an id update that record: exported, edited, imported. Killed anywhere, every row is done, none is created twice.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../opened.ts';
import { openRig } from './rig.ts';
import { TROUBLES, type Trouble } from './trouble/network.ts';

const reach = reachForEachTest();
const run = (line: string) => reach.clock.run(reach.run(line));
const counts = (stdout: string) => {
  const all: Record<string, unknown> = JSON.parse(stdout);
  return Object.fromEntries(
    Object.entries(all).filter(
      ([key, value]) => typeof value === 'number' && value > 0 && key !== 'rowsPerSecond' && key !== 'seconds',
    ),
  );
};

async function people(): Promise<void> {
  reach.write(
    'people.csv',
    [
      'First name,Last name,Email,Job title,Company',
      'Ada,King,ada@x.example,Countess,Analytical',
      'Bob,Ray,bob@x.example,,Bells',
      'Cy,Noon,cy@x.example,CTO,',
    ].join('\n'),
  );
  await run('contacts import people.csv --yes');
}

describe('export, edit, import', () => {
  test('updates the records, keeps what is empty, says so before anything is sent', async () => {
    await people();
    const { stdout: csv } = await run('contacts export');
    expect(csv.split('\n')[0]).toMatch(/^id,firstName,lastName,/);
    reach.write(
      'edited.csv',
      csv.replace('Countess', '').replace('bob@x.example', 'rob@x.example').replace('Bells', 'Whistles'),
    );
    const ran = await run('contacts import edited.csv --yes --json');
    expect([ran.code, counts(ran.stdout)]).toEqual([0, { rows: 3, updated: 3 }]);
    expect(ran.stderr).toContain(
      '3 rows have an id: these contacts are updated, empty cells change nothing (--no-update: as rows without id)\n',
    );
    expect(ran.stderr).toContain(
      "not changed by rows with an id, since it is the company's: companyName, companyDomain",
    );
    expect(ran.requests.slice(-3)).toEqual(['PATCH /v1/contacts/1', 'PATCH /v1/contacts/2', 'PATCH /v1/contacts/3']);
    const displayed = await run('contacts list --json --fields id,jobTitle,professionalEmail,company.name');
    expect(JSON.parse(displayed.stdout)).toEqual([
      { id: 1, jobTitle: 'Countess', professionalEmail: 'ada@x.example', company: { name: 'Analytical' } },
      { id: 2, jobTitle: null, professionalEmail: 'rob@x.example', company: { name: 'Bells' } },
      { id: 3, jobTitle: 'CTO', professionalEmail: 'cy@x.example', company: { name: null } },
    ]);
  });

  test('rows without a match key are counted before anything is sent', async () => {
    reach.write('some.csv', 'First name,Email\nAda,ada@x.example\nBob,bob@x.example,more\nCy,cy@x.example\n');
    const { stderr } = await run('contacts import some.csv --yes');
    expect(stderr).toContain('2 rows have no match key: importing this file again would create them again\n');
    expect((await run('contacts import some.csv --dry-run')).stderr).toContain('2 rows have no match key');
    expect((await run('contacts import some.csv --no-merge --new --yes')).stderr).not.toContain('match key');
  });

  test('ids of another workspace are refused, unless asked to', async () => {
    await people();
    reach.write(
      'other.csv',
      'id,firstName,lastName,professionalEmail\n1,Zoe,Quick,zoe@y.example\n2,Yan,Queue,yan@y.example\n',
    );
    const refused = await run('contacts import other.csv --yes');
    expect([refused.code, refused.requests]).toEqual([2, ['GET /v1/contacts/fields', 'POST /v1/contacts/search']]);
    expect(refused.stderr).toContain('2 of the first 2 contacts with these ids are someone else');
    expect(counts((await run('contacts import other.csv --yes --no-update --json')).stdout)).toEqual({
      rows: 2,
      created: 2,
    });
    expect(counts((await run('contacts import other.csv --yes --update --json')).stdout)).toEqual({
      rows: 2,
      updated: 2,
    });
  });

  test('into a list; a dry run shows the first request', async () => {
    await people();
    reach.write('some.csv', 'id,jobTitle\n1,CEO\n2,CFO\n');
    const dry = JSON.parse((await run('contacts import some.csv --dry-run --json')).stdout);
    expect(dry).toMatchObject({
      updated: 2,
      requests: 2,
      firstRequest: { method: 'PATCH', path: '/v1/contacts/1', body: { jobTitle: 'CEO' } },
    });
    await run('contacts import some.csv --yes --list Chiefs --create-list');
    expect((await run('contacts list --list Chiefs -o id')).stdout).toBe('1\n2\n');
    await run('local fault add lists.addMembers --status 422 --times 1');
    const refused = await run('contacts import some.csv --yes --again --list Chiefs');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('some.csv:2: updated, but not added to the list: '),
    ]);
  });
});

const scenario = fc.record({
  rows: fc
    .array(fc.constantFrom('update', 'update', 'new', 'bad'), { minLength: 3, maxLength: 15 })
    .map((rows) => ['update', ...rows]),
  parallel: fc.integer({ min: 1, max: 4 }),
  trouble: fc.array(fc.constantFrom<Trouble>('none', ...TROUBLES), { minLength: 1, maxLength: 8 }),
  deaths: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
  withList: fc.boolean(),
});

test('whatever happens, every record has its new values and nothing is created twice', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ rows, parallel, trouble, deaths, withList }) => {
      const rig = await openRig();
      try {
        const contacts = rows.map((_, at) => ({ firstName: 'Old', lastName: `N${at}`, jobTitle: 'before' }));
        await rig.world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
        const lines = rows.map((kind, at) =>
          kind === 'new'
            ? `,New,M${at},after,https://network.example/in/m-${at}`
            : `${kind === 'bad' ? 'x' : at + 1},Old,N${at},after,`,
        );
        rig.write('in.csv', `id,First name,Last name,Job title,Profile URL\n${lines.join('\n')}\n`);
        let asked = 0;
        const flags = {
          parallel: String(parallel),
          results: 'out.csv',
          ...(withList && { list: 'L', createList: true as const }),
        };
        const options = { flags, bounds: { bulkItems: 3 } };
        const troubled = { ...options, troubleAll: () => trouble[asked++ % trouble.length] ?? 'none' } as const;
        for (const dieAt of deaths) await rig.run('in.csv', { ...troubled, dieAt, maxRetries: 50 });
        await rig.run('in.csv', { ...troubled, maxRetries: 3 });
        const { code, summary } = await rig.run('in.csv', options);
        const isOf = (kind: string) => rows.filter((row) => row === kind).length;
        expect([code === null, summary['updated'], summary['created'], summary['rejected']]).toEqual([
          false,
          isOf('update'),
          isOf('new'),
          isOf('bad'),
        ]);
        const records = await rig.records('contacts');
        expect(records.length).toBe(rows.length + isOf('new'));
        expect(rows.map((_, at) => records[at]?.['jobTitle'])).toEqual(
          rows.map((kind) => (kind === 'update' ? 'after' : 'before')),
        );
        expect(rig.read('out.csv').trimEnd().split('\n').length).toBe(rows.length + 1);
        if (withList && isOf('update') + isOf('new') > 0) {
          const { body } = await rig.world.call('GET', '/v1/lists/1', {});
          expect(body.data.size).toBe(isOf('update') + isOf('new'));
        }
      } finally {
        await rig.close();
      }
    }),
    { numRuns: Number(process.env['PROMISE_RUNS'] ?? 12), seed: Number(process.env['PROMISE_SEED'] ?? 1) },
  );
});
