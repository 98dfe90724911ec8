// Import sources (the interface: Import-source flow): a preview gives an import node its inputs.

import { describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { block, contacts, create, created, issues } from './bodies.ts';

const world = worldForEachTest();

const preview = async (body: Readonly<Record<string, unknown>> = {}, key?: string): Promise<string> => {
  const asked = { text: 'CTOs in Germany', provider: 'NETWORK', ...body };
  const reply = await world.call('POST', '/v1/ai-finder/previews', { body: asked, ...(key && { key }) });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.previewId;
};
const importInputs = (query: Record<string, string | number>, key?: string) =>
  world.call('GET', '/v1/workflows/import-inputs', { query, ...(key && { key }) });

const NONE = '6f1c1f0a-2f6e-8c38-9d7e-3b0a4f1d2c5b';
const LEADS = 'IMPORT_LEADS_FROM_NETWORK';
const plan = (inputs: unknown = {}, blockId = LEADS) => ({ nodes: [{ ...block('found', blockId, {}), inputs }] });
const sources = (previewId: string, more: Readonly<Record<string, unknown>> = {}) => [
  { nodeId: 'found', source: { previewId, ...more } },
];

test('import-inputs: the block, its exact inputs, warnings, a short reference', async () => {
  const previewId = await preview();
  const { data } = (await importInputs({ previewId, maxCount: 50 })).body;
  expect(data).toEqual({
    blockId: LEADS,
    inputs: { search: expect.any(Object), maxCount: 50 },
    warnings: [],
    source: { previewId, maxCount: 50 },
  });
});

test('a block that cannot enforce a maximum a run says so', async () => {
  const previewId = await preview({ text: 'Software companies', provider: 'CRM_COMPANIES' });
  const { data } = (await importInputs({ previewId, maxCount: 50 })).body;
  expect([data.blockId, data.inputs.maxCount, data.inputs.crmProvider, data.warnings.length]).toEqual([
    ...['IMPORT_COMPANIES_FROM_CRM', undefined, 'SAMPLE_CRM', 1],
  ]);
  const body = { plan: plan({}, data.blockId), importSources: sources(previewId) };
  const { warnings } = await created(world, body);
  expect(warnings).toMatchObject([{ path: 'importSources[0].source', code: 'import_source' }]);
});

describe('importSources next to the plan', () => {
  test('validate gives the normalized plan: source values replace conflicting ones, others stay', async () => {
    const previewId = await preview();
    const { inputs } = (await importInputs({ previewId, maxCount: 70 })).body.data;
    const body = {
      plan: plan({ search: { text: 'written by hand' }, maxCount: 1 }),
      importSources: sources(previewId, { maxCount: 70 }),
    };
    const data = await world.done('POST', '/v1/workflows/validate', { body });
    expect(data).toEqual({ isValid: true, errors: [], warnings: [], plan: plan(inputs) });
  });

  test('create saves the resolved inputs, which stay when the preview is gone', async () => {
    const previewId = await preview();
    const { inputs } = (await importInputs({ previewId, maxCount: 100 })).body.data;
    await created(world, { plan: plan(), importSources: sources(previewId, { maxCount: 100 }), publish: true });
    await world.control('POST', '/_local/clock', { advance: '2d' });
    expect((await importInputs({ previewId })).status).toBe(404);
    const read = await world.done('GET', '/v1/workflow/1');
    expect([read.plan, read.runtimeInputContract.status]).toEqual([plan(inputs), 'EMPTY']);
    expect((await world.done('GET', '/v1/workflow/1/validate-draft')).isValid).toBe(true);
  });

  test('an edit takes them too', async () => {
    await created(world, { plan: plan() });
    const previewId = await preview();
    const body = { importSources: sources(previewId, { maxCount: 100 }) };
    const data = await world.done('PATCH', '/v1/workflow/1/draft', { body });
    expect(data.plan.nodes[0].inputs).toMatchObject({ maxCount: 100, search: expect.any(Object) });
  });

  test('blockId must match the resolved source', async () => {
    const body = {
      name: 'W',
      plan: plan({}, 'IMPORT_COMPANIES_FROM_NETWORK'),
      importSources: sources(await preview()),
    };
    const reply = await create(world, body);
    expect([reply.status, issues(reply)]).toEqual([400, ['plan.nodes[0].blockId block_mismatch']]);
    expect(reply.body.message).toBe(
      'plan.nodes[0].blockId: the preview resolves to block IMPORT_LEADS_FROM_NETWORK, but node "found" is ' +
        'IMPORT_COMPANIES_FROM_NETWORK',
    );
  });

  test('a preview that is not there is a problem at its place, beside the others', async () => {
    const body = { plan: plan({ nonsense: 1 }), importSources: sources(NONE) };
    expect(issues(await create(world, body))).toEqual([
      'name required',
      'plan.nodes[0].inputs.nonsense unknown_key',
      'importSources[0].source.previewId unknown_preview',
    ]);
    const data = await world.done('POST', '/v1/workflows/validate', { body });
    expect(data.errors.at(-1)).toMatchObject({ path: 'importSources[0].source.previewId', code: 'unknown_preview' });
  });

  test('nothing is imported, no list made, nothing run', async () => {
    await contacts(world, 1);
    const before = (await world.control('GET', '/_local/status')).counts;
    await created(world, { plan: plan(), importSources: sources(await preview()) });
    expect((await world.control('GET', '/_local/status')).counts).toEqual(before);
    expect((await world.done('GET', '/v1/workflow/1/runs')).total).toBe(0);
  });
});

describe('checked on every resolution', () => {
  test('tenant: a preview of another workspace is not there', async () => {
    const other = await world.newKey(['ALL'], 'other', 'Other');
    const previewId = await preview();
    expect([(await importInputs({ previewId })).status, (await importInputs({ previewId }, other)).status]).toEqual([
      200, 404,
    ]);
  });

  test('expiry: after 24 hours', async () => {
    const previewId = await preview();
    await world.control('POST', '/_local/clock', { advance: '24h' });
    const reply = await importInputs({ previewId });
    expect([reply.status, reply.body.message]).toEqual([404, expect.stringContaining('expired')]);
    const issue = issues(await create(world, { name: 'W', plan: plan(), importSources: sources(previewId) }));
    expect(issue).toContain('importSources[0].source.previewId unknown_preview');
  });

  test('identity: the block searches as the one of the preview', async () => {
    const { body } = await importInputs({ previewId: await preview({ identityId: 1 }) });
    expect(body.data.inputs.identityId).toBe(1);
  });
});

test.each([
  ['https://network.example/posts/ada-1', 'post'],
  ['who came to https://network.example/events/77/?x=1', 'event'],
  ['https://network.example/jobs/view/9', 'job'],
])('unsupported sources are an error: %s', async (text, what) => {
  const previewId = await preview({ text });
  const reply = await importInputs({ previewId });
  expect([reply.status, reply.body.message]).toEqual([
    400,
    `Workflows cannot import from ${what} pages: import the preview into a list instead`,
  ]);
  expect(issues(await create(world, { name: 'W', plan: plan(), importSources: sources(previewId) }))).toContain(
    'importSources[0].source.previewId unsupported_source',
  );
});

test.each([
  [{ previewId: 'latest' }, 400],
  [{ previewId: NONE, maxCount: 0 }, 400],
  [{ previewId: NONE, maxCount: 2501 }, 400],
  [{}, 400],
  [{ previewId: NONE }, 404],
])('import-inputs of %j: %i', async (query, status) => expect((await importInputs(query)).status).toBe(status));
