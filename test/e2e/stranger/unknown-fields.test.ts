// Fields at the top of a record that this build does not know: whatever a service adds, a file has it, lint takes it, and
// nothing that is sent back drops it.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../stranger/route.ts';
import { seed } from '../../stranger/seed.ts';
import { type Desk, type Drive, openDrive } from './drive.ts';

let drive: Drive;
let desk: Desk;
/** What every workflow has beside what the stranger stores of one. */
let ofWorkflows: Json = {};
beforeAll(async () => {
  drive = await openDrive({
    mode: 'richer',
    rewrite: ({ status, body }, method, path) => {
      const { data } = Object(body);
      const isWorkflow = method === 'GET' && /^\/v1\/workflow\/[^/]+$/.test(path) && status === 200;
      return { status, body: isWorkflow ? { ...Object(body), data: { ...data, ...ofWorkflows } } : body };
    },
  });
  desk = await drive.desk('env');
});
afterAll(() => drive.close());

const name = fc.stringMatching(/^[a-z]{2,6}(Window|Mode|Policy|Tier)$/);
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.record({ from: fc.string(), to: fc.integer() }),
);
const added = fc.dictionary(name, value, { minKeys: 1, maxKeys: 3 });

/** A word that no build knows: the type of a step, a block, an option. */
const word = fc.stringMatching(/^[A-Z]{3,8}_(PIGEON|SMOKE|SIGNAL)$/);

const written = () => drive.stranger.requests.filter(({ method }) => method !== 'GET');

/** A workspace whose records have these fields as well, and the ids in it. */
function workspace(fields: Json) {
  drive.stranger.reset();
  const ids = seed(drive.stranger.store);
  const { campaigns, variables } = drive.stranger.store;
  for (const record of [...campaigns, ...variables]) Object.assign(record, fields);
  ofWorkflows = fields;
  return ids;
}

/** A step and a block that no build knows, with fields that none knows. */
function strangeSteps(ids: Readonly<Record<string, string>>, kind: string, fields: Json): void {
  const { campaigns, workflows } = drive.stranger.store;
  const campaign = campaigns.find(({ id }) => String(id) === ids['campaign']);
  Object.assign(Object(campaign?.['steps'])[1], { type: kind.toLowerCase(), ...fields });
  const draft = workflows.find(({ id }) => String(id) === ids['draft']);
  Object.assign(Object(draft?.['plan']).nodes[1], { blockId: kind, inputs: fields });
}

test('export, lint, and update with what was exported: kept, clean, and nothing is dropped', async () => {
  await fc.assert(
    fc.asyncProperty(added, word, async (fields, kind) => {
      const ids = workspace(fields);
      strangeSteps(ids, kind, fields);
      for (const [noun, id] of [
        ['campaign', ids['campaign']],
        ['workflow', ids['draft']],
      ]) {
        const exported = await desk.run(`${noun} export ${id} --file ${noun}.yaml --no-schema`);
        expect(exported.code, exported.stderr).toBe(0);
        const displayed = JSON.parse((await desk.run(`${noun} export ${id} --json`)).stdout);
        expect(displayed).toMatchObject(fields);
        const lint = await desk.run(`${noun} lint ${noun}.yaml`);
        expect(lint.code, lint.stderr).toBe(0);
        const strict = await desk.run(`${noun} lint ${noun}.yaml --strict`);
        expect([strict.code, strict.stdout.includes('warning')], strict.stdout).toEqual([0, false]);
        const before = written().length;
        const updated = await desk.run(`${noun} update ${id} ${noun}.yaml --yes`);
        expect(updated.code, updated.stderr).toBe(0);
        for (const { body } of written().slice(before)) if (noun === 'campaign') expect(body).toMatchObject(fields);
        const edited = await desk.run(`${noun} edit ${id} --input ${noun}.yaml`);
        expect([edited.code, edited.stderr]).toEqual([0, expect.stringContaining('nothing changed')]);
      }
      for (const record of drive.stranger.store.campaigns) expect(record).toMatchObject(fields);
    }),
    { numRuns: 6 },
  );
});

test.each([
  ['playbook export --file p.yaml --no-schema', 'playbook lint p.yaml --strict'],
  ['playbook edit --input same.yaml --yes', 'playbook lint company.yaml --strict'],
])('%s: lint takes what the playbook had', async (first, then) => {
  await fc.assert(
    fc.asyncProperty(added, async (fields) => {
      workspace({});
      const motto = Object.fromEntries(Object.keys(fields).map((key) => [key, `of ${key}`]));
      Object.assign(drive.stranger.store.company, motto);
      const own = await drive.desk('env');
      const company = `company: ${JSON.stringify(motto)}\n`;
      own.write({ 'same.yaml': company, 'company.yaml': company });
      const unknown = await own.run('playbook lint company.yaml --strict');
      expect([unknown.code, unknown.stdout.includes('warning')], unknown.stdout).toEqual([1, true]);
      const ran = await own.run(first);
      expect(ran.code, ran.stderr).toBe(0);
      const clean = await own.run(then);
      expect([clean.code, clean.stdout], clean.stderr).toEqual([0, '']);
    }),
    { numRuns: 4 },
  );
});

test.each([
  ['campaign', 'campaign', 'sendWindow'],
  ['workflow', 'draft', 'retryMode'],
] as const)('%s edit: lint takes what the record had', async (noun, name, field) => {
  const ids = workspace({ [field]: 'LATER' });
  const own = await drive.desk('env');
  const exported = await drive.desk('env');
  await exported.run(`${noun} export ${ids[name]} --file r.yaml --no-schema`);
  own.write({ 'r.yaml': exported.read('r.yaml') });
  const before = await own.run(`${noun} lint r.yaml --strict`);
  expect([before.code, before.stdout.includes(field)], before.stdout).toEqual([1, true]);
  const edited = await own.run(`${noun} edit ${ids[name]} --input r.yaml`);
  expect(edited.code, edited.stderr).toBe(0);
  const after = await own.run(`${noun} lint r.yaml --strict`);
  expect([after.code, after.stdout], after.stderr).toEqual([0, '']);
});

test('pull, plan and apply: unchanged, and with the fields in another workspace', async () => {
  const fields = { sendWindow: { from: '08:00', days: ['MON'] }, archivePolicy: 'KEEP' };
  const ids = workspace(fields);
  const folder = await drive.desk('env');
  expect((await folder.run('pull outreach')).code).toBe(0);
  for (const file of ['campaigns/q3-launch.yaml', 'workflows/unfinished.yaml', 'ai-variables/summary.yaml'])
    expect(folder.read(`outreach/${file}`)).toContain('archivePolicy: KEEP');
  const strict = await folder.run('lint outreach --strict');
  expect([strict.code, strict.stdout.includes('warning')], strict.stdout + strict.stderr).toEqual([0, false]);
  const plan = JSON.parse((await folder.run('plan outreach --json')).stdout);
  expect(plan.filter(({ action }: Json) => action !== 'unchanged')).toEqual([]);
  // A file of before, which is silent about them, leaves them as they are.
  const silent = folder.read('outreach/campaigns/q3-launch.yaml').replace(/^archivePolicy: KEEP\n/m, '');
  folder.write({ 'outreach/campaigns/q3-launch.yaml': silent.replace('How are you?', 'Still there?') });
  expect((await folder.run('apply --folder outreach --yes')).code).toBe(0);
  const [sent] = written();
  expect(Object.keys(Object(sent?.body))).toEqual(['steps']);
  expect(drive.stranger.store.campaigns.find(({ id }) => String(id) === ids['campaign'])).toMatchObject(fields);
  const elsewhere = await drive.desk('env');
  const files = ['outreach/reach.yaml', 'outreach/campaigns/q3-launch.yaml'];
  elsewhere.write(Object.fromEntries(files.map((file) => [file, folder.read(file)])));
  drive.stranger.reset();
  // Nothing there has them: whether it takes them is not known before the first write.
  expect([(await elsewhere.run('apply --folder outreach --yes')).code, written()]).toEqual([3, []]);
  const applied = await elsewhere.run('apply --folder outreach --yes --no-check');
  expect([applied.code, written().map(({ path }) => path)], applied.stderr).toEqual([0, ['/v1/campaigns']]);
  expect(written()[0]?.body).toMatchObject({ name: 'Q3 launch', sendWindow: fields.sendWindow });
});

test('a change of what no operation is known to change is refused before anything is sent', async () => {
  const ids = workspace({ retryMode: 'SLOW' });
  await desk.run(`workflow export ${ids['draft']} --file w.yaml --no-schema`);
  desk.write({ 'w.yaml': desk.read('w.yaml').replace('SLOW', 'FAST') });
  const ran = await desk.run(`workflow update ${ids['draft']} w.yaml --yes`);
  expect([ran.code, written()]).toEqual([3, []]);
  expect(ran.stderr).toContain('this edit would change retryMode');
});

test('what the service gave is taken as it gave it, and nothing else', async () => {
  workspace({});
  const { steps } = Object(drive.stranger.store.campaigns[0]);
  steps[0].sendWindow = { from: '09:00' };
  steps[1].type = 'carrier_pigeon';
  const own = await drive.desk('env');
  const line = `campaign export ${drive.stranger.store.campaigns[0]?.['id']} --file c.yaml --no-schema`;
  expect((await own.run(line)).code).toBe(0);
  const input = await own.run('campaign lint c.yaml --strict');
  expect([input.code, input.stdout], input.stderr).toEqual([0, '']);
  own.write({
    'c.yaml': own.read('c.yaml').replace('sendWindow', 'sendTime').replace('carrier_pigeon', 'smoke_signal'),
  });
  const other = await own.run('campaign lint c.yaml --strict');
  expect([other.code, other.stdout.match(/sendTime|smoke_signal/g)?.length], other.stdout).toEqual([
    1,
    expect.any(Number),
  ]);
  // Another service has given none of it.
  own.write({ 'd.yaml': own.read('c.yaml').replace('sendTime', 'sendWindow') });
  const elsewhere = await own.run('campaign lint d.yaml --strict', {
    env: { REACH_BASE_URL: 'https://other.example' },
  });
  expect(elsewhere.stdout).toContain('sendWindow');
});
