// Workflows at random: in order by construction, and put together without care.

import fc from 'fast-check';
import type { WorkflowEntity } from '../../../src/contract/workflows/enums.ts';
import { BLOCKS } from '../../../src/rules/workflows/blocks/catalogue.ts';

type Json = Record<string, unknown>;

const MIDDLE = BLOCKS.filter(({ isEntry, slots }) => !isEntry && slots.length > 0);

/** Values that fill the required inputs of every block but the entries. */
const FILLED: Readonly<Record<string, unknown>> = {
  campaignId: 1,
  leadsGroupId: 1,
  companyGroupId: 2,
  duration: { value: 2, unit: 'days' },
  text: 'CTOs',
};

const ENTRIES: Readonly<Record<WorkflowEntity, readonly Json[]>> = {
  LEAD: [
    { blockId: 'SELECT_LEADS', inputs: { leadIds: [1, 2] } },
    { blockId: 'SELECT_LEADS_FROM_LIST', inputs: { leadsGroupId: '__MANUAL_INPUT' } },
    {
      blockId: 'IMPORT_LEADS_FROM_NETWORK',
      inputs: { search: { provider: 'NETWORK', entity: 'CONTACT', criteria: {} } },
    },
  ],
  COMPANY: [
    { blockId: 'SELECT_COMPANIES', inputs: { companyIds: [1] } },
    { blockId: 'SELECT_COMPANIES_FROM_LIST', inputs: { companyGroupId: 2 } },
  ],
};

const CONDITIONS: Readonly<Record<WorkflowEntity, readonly Json[]>> = {
  LEAD: [
    { field: 'jobTitle', operator: 'CONTAINS', value: 'CTO' },
    { field: 'numberOfEmployees', operator: 'BETWEEN', value: [1, 50] },
    { field: 'engagement.hasReplied', operator: 'EQUALS', value: true },
    { type: 'RANDOM_SPLIT', percentage: 20 },
  ],
  COMPANY: [
    { field: 'industry', operator: 'IS_EMPTY' },
    { field: 'platform.listIds', operator: 'CONTAINS', value: 2 },
    { type: 'RANDOM_SPLIT', percentage: 25, name: 'a quarter' },
  ],
};

interface Shape {
  readonly entity: WorkflowEntity;
  readonly entry: number;
  readonly nodes: readonly {
    readonly kind: number;
    readonly block: number;
    readonly ways: number;
    readonly to: readonly number[];
  }[];
}

/** The `n`th of some, round and round. */
const pick = <T>(some: readonly T[], n: number): T => some[n % some.length] as T;

const idOf = (index: number) => `n${index}`;

/** Every node leads on to later ones only, and the first slot of each to the next: no cycle, one entry. */
function planOf({ entity, entry, nodes }: Shape): Json {
  const last = nodes.length + 1;
  const onward = (index: number, slots: number, to: readonly number[]) =>
    Array.from({ length: slots }, (_, slot) =>
      slot === 0 ? idOf(index + 1) : idOf(index + 1 + (pick([0, ...to], slot) % (last - index))),
    );
  const made = nodes.map(({ kind, block, ways, to }, place): Json => {
    const index = place + 1;
    const id = idOf(index);
    if (kind === 0) {
      const conditions = Array.from({ length: 1 + (ways % 3) }, (_, n) => pick(CONDITIONS[entity], ways + n));
      return { id, kind: 'CONDITIONAL', conditions, next: onward(index, conditions.length + 1, to) };
    }
    if (kind === 1)
      return { id, kind: 'KING', groupBy: 'industryOf', orderBy: 'createdAt', next: onward(index, 2, to) };
    const own = MIDDLE.filter(({ entities }) => entities.includes(entity));
    const { blockId, inputs, slots } = pick(own, block);
    const needed = inputs.filter(
      ({ key, required, resolution }) => resolution === 'configure' && (required || key === 'text'),
    );
    const filled = Object.fromEntries(needed.map(({ key }) => [key, FILLED[key] ?? 'x']));
    return { id, kind: 'BLOCK', blockId, inputs: filled, next: onward(index, slots.length, to) };
  });
  const named = made.map((node) =>
    node['kind'] === 'KING' ? { ...node, groupBy: entity === 'LEAD' ? 'companyId' : 'industry' } : node,
  );
  const first = { id: 'n0', kind: 'BLOCK', ...pick(ENTRIES[entity], entry), next: [idOf(1)] };
  return { nodes: [first, ...named, { id: idOf(last), kind: 'BLOCK', blockId: 'END', next: [] }] };
}

const natural = fc.nat({ max: 50 });

/** Workflows without an error, as far as one can say offline. */
export function validWorkflow(): fc.Arbitrary<Json> {
  const shape = fc.record({
    entity: fc.constantFrom('LEAD', 'COMPANY' as const),
    entry: natural,
    nodes: fc.array(
      fc.record({ kind: fc.nat({ max: 6 }), block: natural, ways: natural, to: fc.array(natural, { maxLength: 3 }) }),
      { maxLength: 12 },
    ),
  });
  return fc
    .record({
      shape,
      publish: fc.boolean(),
      maxCreditsPerRun: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
      trigger: fc.option(fc.constantFrom<Json>({ type: 'MANUAL' }, { type: 'API' }), { nil: undefined }),
    })
    .map(({ shape: made, ...rest }) => JSON.parse(JSON.stringify({ name: 'Made', plan: planOf(made), ...rest })));
}

/** Values that fit nowhere, or only by chance. */
const ODD = fc.constantFrom<unknown>(
  ...[null, '', ' ', 0, -1, 1.5, 'x', [], {}, [[]], true, '__proto__', '__MANUAL_INPUT', 'n1', ['n1'], [''], 'BLOCK'],
  ...[{ webhookInputKey: 'key' }, { key: 'a', type: 'b' }, 1e21, 'x'.repeat(300), ['n0', 'n0', 'n0']],
);

type Path = readonly (string | number)[];

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...inner.flatMap(([key, one]) => pathsOf(one, [...at, key]))];
}

/** The value with what stands at the path replaced, or taken out. */
function changedAt(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown, index) => {
      if (index !== key) return [one];
      const made = changedAt(one, rest, to);
      return made === undefined ? [] : [made];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, one]) => [name, name === key ? changedAt(one, rest, to) : one] as const,
  );
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}

const TRIGGERS = fc.constantFrom<unknown>(
  {
    type: 'SCHEDULE',
    definition: 'WEEKLY',
    startsAt: '2026-11-23T09:00:00Z',
    timezone: 'Europe/Berlin',
    recurrence: { byWeekday: [1, 9] },
  },
  {
    type: 'WEBHOOK',
    inputs: [
      { key: 'key', type: 'leadIds' },
      { key: 'other', type: 'number' },
    ],
  },
  { type: 'INTENT', signal: { kind: 'COMPANY_CREATED' } },
  { type: 'MANUAL', entity: 'COMPANY' },
  { type: 'NONE' },
  7,
);

/** Workflows with a few things broken: something taken out, or replaced by what does not belong there. */
export function brokenWorkflow(): fc.Arbitrary<unknown> {
  const change = fc.record({ place: fc.nat({ max: 10_000 }), to: fc.oneof(ODD, fc.constant(undefined)) });
  return fc
    .tuple(validWorkflow(), fc.array(change, { minLength: 1, maxLength: 6 }), fc.option(TRIGGERS, { nil: undefined }))
    .map(([made, changes, trigger]) => {
      let body: unknown = trigger === undefined ? made : { ...made, trigger };
      for (const { place, to } of changes) {
        const paths = pathsOf(body);
        body = changedAt(body, paths[place % paths.length] ?? [], to);
      }
      return body === undefined ? null : JSON.parse(JSON.stringify(body));
    });
}
