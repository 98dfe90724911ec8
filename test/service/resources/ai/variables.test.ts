import { describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { create } from '../campaigns/bodies.ts';
import { block, created } from '../workflows/bodies.ts';
import { get, patch, post, refusedWhole, VARIABLES, variable } from './bodies.ts';

const world = worldForEachTest();

/** Published: asks for the field everywhere it can. */
const asking = (entity: 'LEAD' | 'COMPANY', field: string) => {
  const [blockId, ids, name] =
    entity === 'LEAD' ? ['LEADS', 'leadIds', 'LEAD'] : ['COMPANIES', 'companyIds', 'COMPANY'];
  const conditions = [{ field, operator: 'EQUALS', value: field }];
  const nodes = [
    block('from', `SELECT_${blockId}`, { [ids]: '__MANUAL_INPUT' }, 'when'),
    { id: 'when', kind: 'CONDITIONAL', conditions, next: ['king', 'end'] },
    { id: 'king', kind: 'KING', groupBy: field, orderBy: 'createdAt', next: ['end', 'end'] },
    block('end', 'END', {}),
  ];
  const trigger = { type: 'INTENT', signal: { kind: `${name}_PROPERTY_UPDATED`, field } };
  return created(world, { plan: { nodes }, trigger, publish: true });
};

const role = { name: 'Buying role', entity: 'CONTACT', prompt: 'What does a {jobTitle} decide?' };

describe('create', () => {
  test('has what was sent and, for the rest, what a variable has by itself', async () => {
    expect(await post(world, VARIABLES, variable)).toEqual({
      id: 1,
      appUrl: 'https://app.reach.invalid/ai-variables/1',
      ...variable,
      ...{ description: null, model: null, outputSchema: { type: 'text', provideExplanation: false } },
      ...{ search: false, isPublic: true, folderId: null, customWebsiteField: null, archivedAt: null },
      ...{ createdAt: '2026-11-21T09:00:00.000Z', updatedAt: '2026-11-21T09:00:00.000Z' },
    });
  });

  test('400: the message of an unknown placeholder begins as the interface says, with all problems and valid tokens', async () => {
    await post(world, VARIABLES, variable);
    const body = { name: '', entity: 'COMPANY', prompt: 'About {nme} and {frstName}', outputSchema: { type: 'oneOf' } };
    const { status, message, details } = await refusedWhole(world, 'POST', VARIABLES, body);
    expect([status, message]).toEqual([
      400,
      'Invalid placeholders detected: {nme}, {frstName}. prompt: unknown placeholder {nme}; did you mean {name}? (4 problems in all)',
    ]);
    expect(details.issues.map(({ path, code, token }: Record<string, string>) => [path, code, token])).toEqual([
      ['name', 'too_small', undefined],
      ['prompt', 'unknown_placeholder', '{nme}'],
      ['prompt', 'unknown_placeholder', '{frstName}'],
      ['outputSchema.values', 'required', undefined],
    ]);
    expect(details.validTokenSample.slice(0, 2)).toEqual(['{name}', '{domain}']);
    const [unknown] = details.validTokenSample;
    expect((await post(world, VARIABLES, { ...variable, name: 'Other', prompt: unknown })).prompt).toBe('{name}');
  });

  test('409: names are unique for each entity, other fields of it included', async () => {
    await post(world, VARIABLES, variable);
    const again = await refusedWhole(world, 'POST', VARIABLES, { ...variable, name: ' Company summary ' });
    expect(again).toEqual({
      status: 409,
      message: 'There is already a field "Company summary" of companies: AI variable 1',
      details: { aiVariableId: 1 },
    });
    expect((await post(world, VARIABLES, { ...variable, entity: 'CONTACT', prompt: 'x' })).id).toBe(2);
    await world.call('POST', '/v1/contact', { body: { firstName: 'Ada', Segment: 'A' } });
    const custom = await refusedWhole(world, 'POST', VARIABLES, { ...role, name: 'Segment' });
    expect([custom.status, custom.message]).toEqual([
      409,
      'There is already a field "Segment" of contacts: a custom field',
    ]);
  });
});

describe('fields discovery', () => {
  const field = async (kind: string, id: string) =>
    (await get(world, `/v1/${kind}/fields`)).fields.find((one: { id: string }) => one.id === id);

  test('a variable is a field: its id is its name, and its prompt reference works', async () => {
    await post(world, VARIABLES, { ...variable, outputSchema: { type: 'number' } });
    const wanted = {
      id: 'Company summary',
      label: 'Company summary',
      fieldType: 'AI_VARIABLE',
      dataType: 'number',
      editable: true,
      promptReference: '{Company summary}',
    };
    expect(await field('companies', 'Company summary')).toEqual(wanted);
    expect(await field('contacts', 'Company summary')).toEqual({ ...wanted, editable: false });
    const made = await post(world, VARIABLES, { ...role, prompt: `Role, given ${wanted.promptReference}` });
    expect(made.prompt).toBe('Role, given {Company summary}');
  });

  test('values are written by name, read by name, and filtered by exact values whatever their type', async () => {
    await post(world, VARIABLES, { ...variable, outputSchema: { type: 'number' } });
    await world.call('POST', '/v1/company', { body: { name: 'Acme', 'Company summary': 12 } });
    expect((await get(world, '/v1/companies/1'))['Company summary']).toBe('12');
    const found = await post(world, '/v1/companies/search', { include: { 'Company summary': ['12'] } });
    expect(found.total).toBe(1);
  });
});

describe('change', () => {
  test('only what is sent; nothing changed is not a change', async () => {
    const made = await post(world, VARIABLES, variable);
    world.clock.advance(1000);
    expect(await patch(world, `${VARIABLES}/1`, {})).toEqual(made);
    expect(await patch(world, `${VARIABLES}/1`, made)).toEqual(made);
    expect(await patch(world, `${VARIABLES}/1`, { search: true, model: 'm-1' })).toEqual({
      ...made,
      search: true,
      model: 'm-1',
      updatedAt: '2026-11-21T09:00:01.000Z',
    });
    expect((await patch(world, `${VARIABLES}/1`, { model: null })).model).toBe(null);
  });

  test('a new name is read wherever the old one was written: prompts, website fields, campaigns', async () => {
    await post(world, VARIABLES, { ...variable, outputSchema: { type: 'url' } });
    await post(world, VARIABLES, {
      ...role,
      prompt: 'Given {Company summary}, {{Company summary}}',
      customWebsiteField: 'Company summary',
    });
    const written = 'Hi {Company summary}';
    await create(world, { steps: [{ type: 'email', subject: written, content: 'x' }] });
    await patch(world, `${VARIABLES}/1`, { name: 'Summary' });
    const { prompt, customWebsiteField } = await get(world, `${VARIABLES}/2`);
    expect([prompt, customWebsiteField]).toEqual(['Given {Summary}, {{Company summary}}', 'Summary']);
    expect((await get(world, '/v1/campaign/1')).steps[0].subject).toBe('Hi {Summary}');
    expect((await get(world, '/v1/companies/fields')).fields.at(-1)).toMatchObject({ id: 'Summary', dataType: 'url' });
  });

  test('a new name is what published workflows over such records ask for, and their drafts', async () => {
    await post(world, VARIABLES, { ...role, name: 'Tier' });
    await post(world, VARIABLES, { ...variable, name: 'Tier' });
    await asking('LEAD', 'Tier');
    await asking('COMPANY', 'Tier');
    const { revision } = await get(world, '/v1/workflow/1');
    await patch(world, `${VARIABLES}/1`, { name: 'Level' });
    const names = ({ plan, trigger }: Awaited<ReturnType<typeof get>>) => {
      const [, when, king] = plan.nodes;
      return [when.conditions[0].field, when.conditions[0].value, king.groupBy, trigger.signal.field];
    };
    for (const query of [{}, { version: 1 }]) {
      const [of, other] = [await world.done('GET', '/v1/workflow/1', { query }), await get(world, '/v1/workflow/2')];
      expect([names(of), names(other)]).toEqual([
        ['Level', 'Tier', 'Level', 'Level'],
        ['Tier', 'Tier', 'Tier', 'Tier'],
      ]);
      expect([of.revision, of.hasUnpublishedChanges]).toEqual([revision, false]);
    }
  });

  test('updating the prompt regenerates the stored form: ids in place of names', async () => {
    await post(world, VARIABLES, variable);
    await post(world, VARIABLES, role);
    const stored = () => world.service.store.read((tx) => tx.all('select prompt from ai_variables where id = 2'));
    expect(await stored()).toEqual([{ prompt: 'What does a {jobTitle} decide?' }]);
    await patch(world, `${VARIABLES}/2`, { prompt: 'Given {Company summary}' });
    expect(await stored()).toEqual([{ prompt: 'Given {#f1}' }]);
  });

  test('400: the entity stays, and a prompt cannot refer to itself', async () => {
    await post(world, VARIABLES, variable);
    await post(world, VARIABLES, { ...variable, name: 'Market', prompt: 'Market of {Company summary}' });
    expect((await refusedWhole(world, 'PATCH', `${VARIABLES}/1`, { entity: 'CONTACT' })).details.issues).toEqual([
      {
        path: 'entity',
        code: 'not_editable',
        message: 'the entity of an AI variable cannot be changed: create another variable',
      },
    ]);
    const cycle = await refusedWhole(world, 'PATCH', `${VARIABLES}/1`, { prompt: 'Given {Market}' });
    expect([cycle.status, cycle.message]).toEqual([
      400,
      'prompt: an AI variable cannot refer to itself: 1 refers to 2 refers to 1',
    ]);
  });

  test('409: a name that is taken; 404: one of another workspace', async () => {
    await post(world, VARIABLES, variable);
    await post(world, VARIABLES, { ...variable, name: 'Market' });
    expect((await refusedWhole(world, 'PATCH', `${VARIABLES}/2`, { name: 'Company summary' })).status).toBe(409);
    const key = await world.newKey(['ALL'], 'theirs', 'other');
    expect((await world.call('GET', `${VARIABLES}/1`, { key })).status).toBe(404);
    expect((await world.done('GET', VARIABLES, { key })).aiVariables).toEqual([]);
  });
});

test('archive: excluded from the list unless includeArchived=true; its field and its values stay', async () => {
  await post(world, VARIABLES, variable);
  await world.call('POST', '/v1/company', { body: { name: 'Acme', 'Company summary': 'Sells' } });
  const { archivedAt } = await world.done('POST', `${VARIABLES}/1/archive`);
  expect(archivedAt).toBe('2026-11-21T09:00:00.000Z');
  const names = async (query: object) =>
    (await world.done('GET', VARIABLES, { query: { ...query } })).aiVariables.map(({ id }: { id: number }) => id);
  expect([
    await names({}),
    await names({ includeArchived: 'true' }),
    await names({ includeArchived: 'false' }),
  ]).toEqual([[], [1], []]);
  expect((await get(world, '/v1/companies/1'))['Company summary']).toBe('Sells');
  expect((await world.done('POST', `${VARIABLES}/1/unarchive`)).archivedAt).toBe(null);
  expect(await names({})).toEqual([1]);
  expect((await world.call('GET', VARIABLES, { query: { includeArchived: 'perhaps' } })).status).toBe(400);
});

describe('delete', () => {
  test('removes its generated values from the records, and its field', async () => {
    await post(world, VARIABLES, { ...role, name: 'Score' });
    for (const name of ['Ada', 'Ben']) {
      await world.call('POST', '/v1/contact', { body: { firstName: name, Score: `${name} scores`, Segment: 'A' } });
    }
    expect((await post(world, '/v1/contacts/search', { search: 'scores' })).total).toBe(2);
    expect(await world.done('DELETE', `${VARIABLES}/1`)).toEqual({ id: 1, deleted: true });
    const contact = await get(world, '/v1/contacts/1');
    expect([contact.Score, contact.Segment]).toEqual([undefined, 'A']);
    expect((await post(world, '/v1/contacts/search', { search: 'scores' })).total).toBe(0);
    expect((await get(world, '/v1/contacts/fields')).fields.map(({ id }: { id: string }) => id)).not.toContain('Score');
    expect((await world.call('GET', `${VARIABLES}/1`)).status).toBe(404);
    expect((await post(world, VARIABLES, { ...role, name: 'Score' })).id).toBe(2);
  });

  test('of many values the first are gone at once, no one sees the rest, and work continues until there is none', async () => {
    await post(world, VARIABLES, { ...role, name: 'Score' });
    for (let bulk = 0; bulk < 5; bulk += 1) {
      const contacts = Array.from({ length: 100 }, (_, index) => ({ firstName: `P${bulk}-${index}`, Score: 'high' }));
      await post(world, '/v1/contacts/bulk', { contacts });
    }
    const left = () =>
      world.service.store.read((tx) =>
        tx.one<{ n: number }>("select count(*) as n from contacts where json_type(properties, '$.f1') is not null"),
      );
    expect(await left()).toEqual({ n: 500 });
    await world.done('DELETE', `${VARIABLES}/1`);
    expect([await left(), (await get(world, '/v1/contacts/500')).Score]).toEqual([{ n: 300 }, undefined]);
    await world.work();
    expect(await left()).toEqual({ n: 0 });
    expect((await post(world, '/v1/contacts/search', { search: 'high' })).total).toBe(0);
  });

  test('409: while another AI variable or a running campaign reads it, naming who', async () => {
    await post(world, VARIABLES, variable);
    await post(world, VARIABLES, { ...role, prompt: 'Given {Company summary}' });
    await create(world, { identityId: 1, steps: [{ type: 'email', subject: 'Hi', content: '{Company summary}' }] });
    const draft = await refusedWhole(world, 'DELETE', `${VARIABLES}/1`);
    expect(draft.message).toBe('AI variable 1 "Company summary" is still referenced by AI variable 2 "Buying role"');
    await world.done('POST', '/v1/campaign/1/status', { body: { status: 'ACTIVE' } });
    expect(await refusedWhole(world, 'DELETE', `${VARIABLES}/1`)).toEqual({
      status: 409,
      message:
        'AI variable 1 "Company summary" is still referenced by AI variable 2 "Buying role", campaign 1 "A campaign" (ACTIVE)',
      details: {
        referencedBy: [
          { kind: 'ai-variable', id: 2, name: 'Buying role' },
          { kind: 'campaign', id: 1, name: 'A campaign', status: 'ACTIVE' },
        ],
      },
    });
    await world.done('DELETE', `${VARIABLES}/2`);
    await world.done('POST', '/v1/campaign/1/status', { body: { status: 'COMPLETED' } });
    await post(world, VARIABLES, { ...role, customWebsiteField: 'Company summary' });
    expect((await refusedWhole(world, 'DELETE', `${VARIABLES}/1`)).details.referencedBy).toEqual([
      { kind: 'ai-variable', id: 3, name: 'Buying role' },
    ]);
    await patch(world, `${VARIABLES}/3`, { customWebsiteField: null });
    await world.done('DELETE', `${VARIABLES}/1`);
  });

  test('409: while a published workflow asks for it; its name is for who may see it', async () => {
    await post(world, VARIABLES, { ...role, name: 'Tier' });
    await asking('LEAD', 'Tier');
    await asking('LEAD', 'jobTitle');
    const { key } = await world.control('POST', '/_local/keys', { scopes: ['ALL'], user: 'Bob' });
    const refusals = [
      await world.call('DELETE', `${VARIABLES}/1`),
      await world.call('DELETE', `${VARIABLES}/1`, { key }),
    ];
    expect(refusals.map(({ status, body: { message, details } }) => [status, message, details])).toEqual(
      ['W', null].map((name) => [
        409,
        `AI variable 1 "Tier" is still referenced by workflow 1${name === null ? '' : ' "W"'}`,
        { referencedBy: [{ kind: 'workflow', id: 1, name }] },
      ]),
    );
  });
});

test('the split model is not needed', async () => {
  await world.control('PATCH', '/_local/features', { 'split-ai': false });
  await post(world, VARIABLES, variable);
});
