// What a dry run shows: old and new values, counts, whom a campaign would reach; and what --expect refuses.

import { beforeEach, describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../opened.ts';

const reach = reachForEachTest();
const run = (line: string) => reach.clock.run(reach.run(line));

const PEOPLE = [
  'firstName,lastName,companyName,professionalEmail,jobTitle,mobilePhone',
  'Ada,King,Acme,ada@acme.example,Countess,',
  'Bob,Ray,Bells,bob@bells.example,,+49 30 1',
  'Cy,Noon,Cogs,,CTO,',
  '',
].join('\n');
const CAMPAIGN =
  'name: Q3\nidentityId: 1\nsteps:\n  - type: email\n    subject: Hello\n    content: Hello {firstName}\n';
const DELETED =
  'it gets a new id; its conversations and its place in campaigns do not come back, nor its company if another contact has its name and it has no profile URL';
const REACTIONS = 'reaction|||scheduled|||2|reactions that are scheduled cannot be recalled';
const STARTED = 'a status is not set back; reach campaign status changes it';

beforeEach(async () => {
  reach.write('people.csv', PEOPLE);
  reach.write('up.csv', PEOPLE.replace('Countess', 'CEO').replace('bells.example,', 'bells.example,COO'));
  reach.write('ids.csv', 'id,jobTitle,mobilePhone\n1,CEO,\n2,COO,+49 30 2\n9,X,\n');
  reach.write('q3.yaml', CAMPAIGN);
  await run('list create ICP');
  await run('contacts import people.csv --list ICP --yes');
  await run('campaign create q3.yaml');
  await run('campaign add-contact 1 1');
  await reach.world.service.store.write(async (tx) => {
    await tx.run("insert into identities (workspace_id, name, created_at) values (1, 'Robin', 0), (1, 'Sasha', 0)");
    await tx.run(
      "insert into social_posts (workspace_id, identity_id, body, is_repost, topics, target_roles, posted_at) values (1, 1, 'Tea', 0, '[]', '[]', 0)",
    );
  });
});

const records = async () => [
  (await run('contacts export')).stdout,
  (await run('list show ICP --json')).stdout,
  (await run('contacts search --include campaigns=1 -o id')).stdout,
  (await run('inbox tags --json')).stdout,
];

describe('--dry-run says what would change', () => {
  const NOTHING_SENT = 'dry run: nothing is sent';
  test.each<[line: string, rows: readonly string[], notes: readonly string[], code?: number]>([
    [
      'contacts update 1 -f jobTitle=CEO -f mobilePhone=1 -F professionalEmail:=null',
      [
        'contact|1|Ada King|updated|jobTitle|Countess|CEO|',
        'contact|1|Ada King|updated|mobilePhone||1|',
        'contact|1|Ada King|updated|professionalEmail|ada@acme.example||',
      ],
      ['would change 1 contact', 'jobTitle: 1 changed', 'mobilePhone: 1 filled', 'professionalEmail: 1 cleared'],
    ],
    ['contacts update 1 -f jobTitle=Countess', [], ['nothing would change']],
    ['social react 1 --amount 2', [REACTIONS], ['would schedule 2 reactions']],
    ['social react 1 --identities 2,3', [REACTIONS], ['would schedule 2 reactions']],
    ['contacts create -f firstName=Eve', ['contact|||created|firstName||Eve|'], ['would create 1 contact']],
    [
      'contacts create -f firstName=Ada -f lastName=King -f companyName=Acme -f jobTitle=CEO',
      ['contact|1|Ada King|updated|jobTitle|Countess|CEO|'],
      ['would change 1 contact', 'jobTitle: 1 changed'],
    ],
    [
      'contacts create -f firstName=Eve -f companyName=New -f Size=3 --custom',
      [
        'field|Size||created||||the API cannot delete a field',
        'contact|||created|firstName||Eve|',
        'contact|||created|companyName||New|',
        'contact|||created|Size||3|',
        'company||New|created||||the API cannot delete companies',
      ],
      ['would create 1 field, create 1 contact, create 1 company'],
    ],
    [
      'contacts delete 1,2,99',
      [
        `contact|1|Ada King|deleted||||${DELETED}`,
        'contact|1|Ada King|removed|lists|1||',
        'contact|1|Ada King|removed|campaigns|1||',
        `contact|2|Bob Ray|deleted||||${DELETED}`,
        'contact|2|Bob Ray|removed|lists|1||',
      ],
      ['warning: There is no contact 99', 'would delete 2 contacts', 'error: 1 record would be refused, the rest done'],
      1,
    ],
    [
      'list create X',
      ['list||X|created|name||X|the API cannot delete it', 'list||X|created|entity||CONTACT|'],
      ['would create 1 list'],
    ],
    [
      'list add 1 --contacts 1,2,4',
      [],
      [
        'warning: There is no contact 4',
        'nothing would change',
        '2 already there, or not there to be removed',
        'error: 1 record would be refused, the rest done',
      ],
      1,
    ],
    ['list remove 1 --contacts 1,3', ['list|1||removed|contacts|1, 3||'], ['would remove 2 contacts from list 1']],
    [
      'campaign add-list Q3 ICP',
      [
        'campaign|1|Q3|added|contacts||1|',
        'campaign|1|Q3|already in it|contacts||1|those that finished it start again',
        'campaign|1|Q3|skipped|contacts||1|no email address',
        'campaign|1|Q3|expected|messages||1|at most, in the 7 days after it is started',
        'contact|2|Bob Ray|added|campaigns||1|',
      ],
      ['would add 1 contact to campaign "Q3"'],
    ],
    [
      'campaign status 1 active',
      [
        `campaign|1|Q3|updated|status|DRAFT|ACTIVE|${STARTED}`,
        'campaign|1|Q3|expected|messages||1|at most, in the next 7 days',
        'campaign|1|Q3|started|contacts||1|',
        'contact|1|Ada King|started|campaign||1|',
      ],
      ['would change 1 campaign', 'status: 1 changed'],
    ],
    [
      'identity update 1 -f jobTitle=Chief',
      ['identity|1|Admin|updated|jobTitle||Chief|'],
      ['would change 1 identity', 'jobTitle: 1 filled'],
    ],
  ])('%s', async (line, rows, notes, code = 0) => {
    const before = await records();
    const ran = await run(`${line} --dry-run`);
    expect([ran.code, ran.stdout.split('\n').filter((row) => row !== '')]).toEqual([
      code,
      rows.map((row) => row.replaceAll('|', '\t')),
    ]);
    const lines = ran.stderr.trimEnd().split('\n');
    expect(lines.filter((text) => !text.startsWith('undo: '))).toEqual([NOTHING_SENT, ...notes]);
    expect(await records()).toEqual(before);
  });

  test.each([
    ['contacts delete 1,99 --yes', 1],
    ['contacts delete 99 --yes', 5],
    ['list add ICP --contacts 1,99', 1],
    ['list add ICP --contacts 99', 5],
    ['inbox tag 1 99 --tag Hot', 1],
    ['campaign add-contact Q3 99', 5],
    ['contacts update --csv ids.csv --by id --trust-ids', 1],
    ['contacts create -f firstName=Eve --list 9', 5],
    ['campaign add-list Q3 9', 5],
    ['list add 9 --contacts 1', 5],
    ['inbox reply 1 Hello --from 9 --yes', 5],
    ['identity update 9 -f jobTitle=Chief', 5],
    ['workflow cancel 9 --yes', 5],
  ])('%s ends with %i, and its dry run too', async (line, code) => {
    await run('inbox tags --create Hot');
    expect([(await run(`${line} --dry-run`)).code, (await run(line)).code]).toEqual([code, code]);
  });

  test.each([
    'contacts import up.csv',
    'contacts update --csv ids.csv --by id',
    'apply',
    'undo',
    'duplicates resolve',
    'pull',
  ])('%s has no --show-requests', async (line) => {
    expect(await run(`${line} --show-requests`)).toMatchObject({ code: 2, requests: [] });
  });

  test('a table has the first ten records, JSON all of them', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `P${at},Last,Firm ${at},p${at}@x.example`).join('\n');
    reach.write('many.csv', `firstName,lastName,companyName,professionalEmail\n${many}\n`);
    await run('contacts import many.csv --yes');
    const ids = Array.from({ length: 12 }, (_, at) => at + 4).join(',');
    const table = await run(`contacts delete ${ids} --dry-run`);
    expect([table.stdout.trimEnd().split('\n').length, table.stderr]).toEqual([
      10,
      expect.stringContaining('would delete 12 contacts'),
    ]);
    expect(JSON.parse((await run(`contacts delete ${ids} --dry-run --json`)).stdout)).toHaveLength(12);
    const named = JSON.parse((await run(`campaign add-contact Q3 ${ids} --dry-run --json`)).stdout);
    expect(named.filter(({ kind }: { kind: string }) => kind === 'contact')).toHaveLength(12);
  });

  test('--show-requests prints one request as a record, several as a list, and asks nothing', async () => {
    const one = await run('contacts update 1 -f jobTitle=CEO --show-requests --json');
    expect([one.requests, one.stdout]).toEqual([
      [],
      '{"method":"PATCH","path":"/v1/contacts/1","body":{"jobTitle":"CEO"}}\n',
    ]);
    expect((await run('contacts delete 1,2 --show-requests')).stdout).toBe(
      'DELETE\t/v1/contacts/1\t\nDELETE\t/v1/contacts/2\t\n',
    );
    const text = await reach.run('list create X --show-requests', { tty: true });
    expect(text.stdout).toBe('POST /v1/lists\n{\n  "name": "X",\n  "entity": "CONTACT"\n}\n');
  });
});

describe('a file', () => {
  const CHANGES = '2,1,jobTitle,Countess,CEO\n3,2,jobTitle,,COO\n';
  test.each([
    ['contacts import up.csv --against current', 0, CHANGES, ['jobTitle: 1 changed, 1 filled']],
    ['contacts import up.csv --against current --fill-empty', 0, '3,2,jobTitle,,COO\n', ['jobTitle: 1 filled']],
    [
      'contacts update --csv ids.csv --by id --trust-ids',
      1,
      `${CHANGES}3,2,mobilePhone,'+49 30 1,'+49 30 2\n`,
      [
        'line 3: contact 2 mobilePhone: "+49 30 1" → "+49 30 2"',
        'jobTitle: 1 changed, 1 filled',
        'mobilePhone: 1 changed',
      ],
    ],
    ['contacts update --csv ids.csv --by id --trust-ids --only mobilePhone --fill-empty', 1, '', []],
    [
      'contacts delete --csv ids.csv --by id --trust-ids',
      1,
      '2,1,deleted,Ada King,\n3,2,deleted,Bob Ray,\n',
      ['line 2: contact 1 "Ada King" deleted'],
    ],
    [
      'contacts update --csv size.csv --by email --custom',
      0,
      '2,1,Size,,9\n',
      ['would also create 1 custom field (Size)'],
    ],
    [
      'contacts import new.csv --against current',
      0,
      '2,,firstName,,Eve\n2,,company.name,,New\n',
      ['would also create 1 company'],
    ],
  ])('%s --dry-run --changes FILE', async (line, code, changes, notes) => {
    reach.write('size.csv', 'email,Size\nada@acme.example,9\n');
    reach.write('new.csv', 'firstName,companyName\nEve,New\n');
    const before = await records();
    const ran = await run(`${line} --dry-run --changes changes.csv`);
    expect([ran.code, reach.read('changes.csv')]).toEqual([code, `line,id,field,from,to\n${changes}`]);
    for (const note of notes) expect(ran.stderr).toContain(`${note}\n`);
    expect(await records()).toEqual(before);
  });

  test('--changes needs a dry run that asks the service', async () => {
    expect(await run('contacts import up.csv --changes c.csv --yes')).toMatchObject({ code: 2 });
    expect(await run('contacts import up.csv --changes c.csv --dry-run')).toMatchObject({ code: 2 });
  });
});

describe('--expect refuses, with exit 6 and nothing sent, where another number would be touched', () => {
  test.each([
    ['contacts import up.csv --yes', 2],
    ['contacts update --csv ids.csv --by id --trust-ids --yes', 2],
    ['contacts delete --csv ids.csv --by id --trust-ids --yes', 2],
    ['contacts delete 1,2,99 --yes', 2],
    ['contacts update 1 -f jobTitle=CEO', 1],
    ['list remove ICP --contacts 1,2,3', 3],
    ['campaign add-list Q3 ICP', 1],
    ['campaign add-contact Q3 1,2', 1],
    ['inbox tag 1,2 --tag New --create', 2],
  ])('%s: %i', async (line, touched) => {
    const before = await records();
    const refused = await run(`${line} --expect ${touched + 1}`);
    expect([refused.code, refused.stderr]).toEqual([
      6,
      expect.stringContaining(`error: --expect ${touched + 1}: ${touched} record`),
    ]);
    const dry = `${line} --dry-run${/contacts import/.test(line) ? ' --against current' : ''}`;
    const message = `--expect ${touched + 1}: ${touched} record`;
    expect(await run(`${dry} --expect ${touched + 1}`)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(message),
    });
    expect((await run(`${dry} --expect ${touched}`)).stderr).not.toContain('--expect');
    expect(await records()).toEqual(before);
    await run(`${line} --expect ${touched}`);
    expect(await records()).not.toEqual(before);
  });

  test('a dry run that prints requests on a terminal', async () => {
    const ran = await reach.run('contacts update 1 -f jobTitle=CEO --show-requests --expect 2', { tty: true });
    expect([ran.code, ran.stderr]).toEqual([6, expect.stringContaining('1 record would be touched')]);
  });

  test('duplicates resolve: the contacts that are updated or deleted', async () => {
    await run('contacts create -f firstName=Bob -f lastName=Ray -f companyName=Elsewhere -f jobTitle=COO');
    const before = await records();
    for (const option of ['--yes', '--dry-run']) {
      const refused = await run(`duplicates resolve --keep oldest ${option} --expect 1`);
      expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('2 records would be touched')]);
    }
    expect(await records()).toEqual(before);
    expect(await run('duplicates resolve --keep oldest --yes --expect 2')).toMatchObject({ code: 0 });
  });
});
