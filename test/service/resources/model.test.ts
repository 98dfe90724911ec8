// Random commands against a small model of the interface, written by hand from it: now and then, and at the end, the
// workspace is what the model is. On SQLite, and on PostgreSQL.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { worldForAllTests } from '../../opened.ts';
import { isPostgres } from '../engine.ts';
import type { Reply } from '../world.ts';

const world = worldForAllTests();
let spaces = 0;

type Values = Readonly<Record<string, string>>;

interface Model {
  readonly contacts: Map<number, Values>;
  readonly companies: Map<number, Values>;
  readonly lists: Map<number, { readonly name: string; readonly members: Set<number> }>;
  readonly tags: Map<number, string>;
  readonly campaigns: Map<number, { readonly name: string; readonly status: string }>;
  readonly workflows: Map<number, Workflow>;
  /** Questions with their answers; removed ones are known, and come back under their id. */
  readonly faqs: Map<string, { readonly id: number; readonly answer: string; readonly isRemoved: boolean }>;
}

interface Workflow {
  readonly version: number;
  readonly entry: number;
  readonly isChanged: boolean;
  readonly revision: string;
}

type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;
type Real = { readonly call: Call };

/** A place among those that are there when the command runs. */
const place = fc.nat(7);
const at = <K, V>(map: ReadonlyMap<K, V>, index: number): readonly [K, V] | undefined =>
  [...map][index % Math.max(1, map.size)];

/** The records that items with a key become: that of the key, with the values that were given since. */
function merge(records: Map<number, Values>, key: string, item: Values, id: number): string {
  const known = [...records].find(([, values]) => values[key] !== undefined && values[key] === item[key]);
  const values = { ...known?.[1], ...item };
  const isSame = JSON.stringify(known?.[1]) === JSON.stringify(values);
  records.set(id, values);
  if (known === undefined) return 'CREATED';
  expect(id).toBe(known[0]);
  return isSame ? 'MERGED_NOOP' : 'MERGED_UPDATED';
}

type Run = (model: Model, call: Call) => Promise<void>;
const command = <T>(name: string, input: fc.Arbitrary<T>, run: (input: T) => Run) =>
  input.map(
    (value): fc.AsyncCommand<Model, Real> => ({
      check: () => true,
      run: async (model, { call }) => {
        await run(value)(model, call);
      },
      toString: () => `${name} ${JSON.stringify(value)}`,
    }),
  );

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const contact = fc.record(
  {
    firstName: fc.constantFrom('Ada', 'Bo'),
    jobTitle: fc.constantFrom('CEO', 'CTO'),
    networkProfileUrl: fc.constantFrom('https://n.example/in/a', 'https://n.example/in/b', 'https://n.example/in/c'),
  },
  { requiredKeys: ['firstName'] },
);
/** Found by its name, or by its domain as well. */
const company = fc
  .record({
    name: fc.constantFrom('A', 'B', 'C'),
    hasDomain: fc.boolean(),
    industry: maybe(fc.constantFrom('Steel', 'Wood')),
  })
  .map(
    ({ name, hasDomain, industry }): Values => ({
      ...{ name, ...(hasDomain && { domain: `${name.toLowerCase()}.example` }), ...(industry && { industry }) },
    }),
  );
const draft = (entry: number) => ({
  nodes: [
    { id: 'who', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: [entry] }, next: ['end'] },
    { id: 'end', kind: 'BLOCK', blockId: 'END', inputs: {}, next: [] },
  ],
});
const steps = [{ type: 'email', subject: 'Hello', content: 'Hi' }];

const COMMANDS = [
  command('look', fc.constant(null), () => async (model, call) => {
    expect(await workspaceOf(call, model)).toEqual(expectedOf(model));
  }),
  command('contacts', fc.array(contact, { minLength: 1, maxLength: 3 }), (contacts) => async (model, call) => {
    const { body } = await call('POST', '/v1/contacts/bulk', { contacts });
    const found = body.data.results.map((one: Reply['body']) => one.contact.contactOutcome);
    const wanted = contacts.map((item, index) =>
      merge(model.contacts, 'networkProfileUrl', item, body.data.results[index].contact.id),
    );
    expect(found).toEqual(wanted);
  }),
  command('company', company, (item) => async (model, call) => {
    const { body } = await call('POST', '/v1/companies/bulk', { companies: [item] });
    merge(model.companies, 'name', item, body.data.results[0].company.id);
  }),
  command('delete contact', place, (index) => async (model, call) => {
    const [id] = at(model.contacts, index) ?? [999_999];
    expect((await call('DELETE', `/v1/contacts/${id}`)).status).toBe(model.contacts.delete(id) ? 200 : 404);
    for (const { members } of model.lists.values()) members.delete(id);
  }),
  command('list', fc.constantFrom('One', 'Two', 'Three'), (name) => async (model, call) => {
    const { status, body } = await call('POST', '/v1/lists', { name, entity: 'CONTACT' });
    const isKnown = [...model.lists.values()].some((one) => one.name === name);
    expect(status).toBe(isKnown ? 409 : 200);
    if (!isKnown) model.lists.set(body.data.id, { name, members: new Set() });
  }),
  command('members', fc.tuple(place, place, fc.boolean()), ([list, index, isAdded]) => async (model, call) => {
    const [listId, { members }] = at(model.lists, list) ?? [null, { members: new Set<number>() }];
    const [id] = at(model.contacts, index) ?? [];
    if (listId === null || id === undefined) return;
    const { body } = await call(isAdded ? 'POST' : 'DELETE', `/v1/lists/${listId}/members`, { contactIds: [id] });
    const had = members.has(id);
    expect(body.data).toMatchObject(
      isAdded ? { added: had ? 0 : 1, alreadyPresent: had ? 1 : 0 } : { removed: had ? 1 : 0, notPresent: had ? 0 : 1 },
    );
    if (isAdded) members.add(id);
    else members.delete(id);
  }),
  command('tag', fc.constantFrom('Hot', 'Cold'), (name) => async (model, call) => {
    const { body } = await call('POST', '/v1/inbox/tags', { name, color: '#ff0000' });
    const known = [...model.tags].find(([, one]) => one === name);
    if (known !== undefined) expect(body.data.id).toBe(known[0]);
    model.tags.set(body.data.id, name);
  }),
  command('campaign', fc.constantFrom('K', 'L'), (name) => async (model, call) => {
    const { body } = await call('POST', '/v1/campaigns', { name, steps });
    model.campaigns.set(body.data.id, { name, status: 'DRAFT' });
  }),
  command('rename campaign', fc.tuple(place, fc.constantFrom('M', 'N')), ([index, name]) => async (model, call) => {
    const [id, known] = at(model.campaigns, index) ?? [];
    if (id === undefined || known === undefined) return;
    const isDraft = known.status === 'DRAFT';
    expect((await call('PATCH', `/v1/campaign/${id}`, { name })).status).toBe(isDraft ? 200 : 409);
    if (isDraft) model.campaigns.set(id, { ...known, name });
  }),
  command('clone campaign', place, (index) => async (model, call) => {
    const [id] = at(model.campaigns, index) ?? [];
    if (id === undefined) return;
    const { body } = await call('POST', `/v1/campaign/${id}/clone`, {});
    model.campaigns.set(body.data.id, { name: body.data.name, status: 'DRAFT' });
  }),
  command('workflow', place, (entry) => async (model, call) => {
    const { body } = await call('POST', '/v1/workflows', { name: 'Flow', plan: draft(entry + 1) });
    const { id, revision } = body.data;
    model.workflows.set(id, { version: 0, entry: entry + 1, isChanged: true, revision });
  }),
  command('edit draft', fc.tuple(place, place, fc.boolean()), ([index, entry, isStale]) => async (model, call) => {
    const [id, known] = at(model.workflows, index) ?? [];
    if (id === undefined || known === undefined) return;
    const revision = isStale ? '2020-01-01T00:00:00.000Z' : known.revision;
    const ops = [{ kind: 'updateStepInputs', id: 'who', inputs: { leadIds: [entry + 1] } }];
    const { status, body } = await call('PATCH', `/v1/workflow/${id}/draft`, { ops, revision });
    expect(status).toBe(isStale ? 409 : 200);
    if (isStale) return;
    const isChanged = known.isChanged || entry + 1 !== known.entry;
    model.workflows.set(id, { ...known, entry: entry + 1, isChanged, revision: body.data.revision });
  }),
  command('publish', place, (index) => async (model, call) => {
    const [id, known] = at(model.workflows, index) ?? [];
    if (id === undefined || known?.isChanged !== true) return;
    const { body } = await call('POST', `/v1/workflow/${id}/publish`, {});
    const version = known.version + 1;
    expect(body.data).toMatchObject({ version, isPublished: true });
    model.workflows.set(id, { ...known, version, isChanged: false, revision: body.data.revision });
  }),
  command(
    'faq',
    fc.tuple(fc.constantFrom('Q', 'R', 'S'), maybe(fc.constantFrom('1', '2'))),
    ([question, answer]) =>
      async (model, call) => {
        const known = model.faqs.get(question);
        const item = { question: ` ${question} `, ...(answer !== undefined && { answer }) };
        const { status, body } = await call('PUT', '/v1/ai-playbook', { faqs: { upsert: [item] } });
        expect(status).toBe(known === undefined && answer === undefined ? 400 : 200);
        if (status !== 200) return;
        const is = known === undefined ? 'created' : known.isRemoved ? 'restored' : 'updated';
        const isSame = is === 'updated' && (answer === undefined || answer === known?.answer);
        expect(body.data.changes.faqs[is]).toBe(isSame ? 0 : 1);
        const { id } = body.data.faqs.find((one: Reply['body']) => one.question === question);
        if (known !== undefined) expect(id).toBe(known.id);
        model.faqs.set(question, { id, answer: answer ?? known?.answer ?? '', isRemoved: false });
      },
  ),
  command('remove faq', place, (index) => async (model, call) => {
    const [question, known] = at(model.faqs, index) ?? [];
    if (question === undefined || known === undefined || known.isRemoved) return;
    const { body } = await call('PUT', '/v1/ai-playbook', { faqs: { deleteIds: [known.id] } });
    expect(body.data.changes.faqs.deleted).toBe(1);
    model.faqs.set(question, { ...known, isRemoved: true });
  }),
];

const byId = (one: Reply['body'], other: Reply['body']) => one.id - other.id;
const FIELDS = { contacts: ['firstName', 'jobTitle', 'networkProfileUrl'], companies: ['domain', 'name', 'industry'] };
const picked = (of: Reply['body'], fields: readonly string[]) => fields.map((name) => of[name] ?? null);

/** What the requests say is there. */
async function workspaceOf(call: Call, model: Model) {
  const read = async (path: string, name: string): Promise<Reply['body'][]> =>
    (await call('GET', `${path}${path.includes('?') ? '&' : '?'}pageSize=100`)).body.data[name].sort(byId);
  const lists: unknown[] = [];
  for (const { id, name } of await read('/v1/lists', 'lists'))
    lists.push([id, name, (await read(`/v1/contacts?listId=${id}`, 'contacts')).map((one) => one.id)]);
  const records = async (kind: 'contacts' | 'companies') =>
    (await read(`/v1/${kind}`, kind)).map((one) => [one.id, ...picked(one, FIELDS[kind])]);
  const workflows: unknown[] = [];
  for (const id of model.workflows.keys()) {
    const { data } = (await call('GET', `/v1/workflow/${id}`)).body;
    workflows.push([id, data.plan.nodes[0].inputs.leadIds[0], data.revision, data.published?.version ?? 0]);
  }
  const { faqs } = (await call('GET', '/v1/ai-playbook')).body.data;
  return {
    contacts: await records('contacts'),
    companies: await records('companies'),
    lists,
    tags: (await read('/v1/inbox/tags', 'tags')).map(({ id, name }) => [id, name]),
    campaigns: (await read('/v1/campaigns', 'campaigns')).map(({ id, name, status }) => [id, name, status]),
    workflows,
    faqs: faqs.map((one: Reply['body']) => [one.question, one.answer]).sort(),
  };
}

function expectedOf(model: Model) {
  const sorted = <V>(map: ReadonlyMap<number, V>) => [...map].sort(([one], [other]) => one - other);
  const records = (kind: 'contacts' | 'companies') =>
    sorted(model[kind]).map(([id, values]) => [id, ...picked(values, FIELDS[kind])]);
  return {
    contacts: records('contacts'),
    companies: records('companies'),
    lists: sorted(model.lists).map(([id, { name, members }]) => [
      id,
      name,
      [...members].sort((one, other) => one - other),
    ]),
    tags: sorted(model.tags).map(([id, name]) => [id, name]),
    campaigns: sorted(model.campaigns).map(([id, { name, status }]) => [id, name, status]),
    workflows: sorted(model.workflows).map(([id, { entry, revision, version }]) => [id, entry, revision, version]),
    faqs: [...model.faqs]
      .flatMap(([question, { answer, isRemoved }]) => (isRemoved ? [] : [[question, answer]]))
      .sort(),
  };
}

test('random commands', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 60, size: 'max' }), async (commands) => {
      spaces += 1;
      const key = await world.newKey(['ALL'], 'model', `model ${spaces}`);
      // Revisions are times: each command has its own.
      const call: Call = (method, path, body) => {
        world.clock.advance(1000);
        return world.call(method, path, { key, ...(body !== undefined && { body }) });
      };
      const model = (): Model => ({
        ...{ contacts: new Map(), companies: new Map(), lists: new Map(), tags: new Map() },
        ...{ campaigns: new Map(), workflows: new Map(), faqs: new Map() },
      });
      const after = model();
      await fc.asyncModelRun(() => ({ model: after, real: { call } }), commands);
      expect(await workspaceOf(call, after)).toEqual(expectedOf(after));
    }),
    { numRuns: isPostgres ? 10 : 30, interruptAfterTimeLimit: 20_000 },
  );
});
