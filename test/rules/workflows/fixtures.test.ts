import { describe, expect, test } from 'vitest';
import { SCHEDULE_DEFINITIONS, SIGNAL_KINDS, TRIGGER_TYPES } from '../../../src/contract/workflows/enums.ts';
import { WorkflowInput } from '../../../src/contract/workflows/plan.ts';
import { outOf } from '../outcome.ts';
import { checked, fixtures } from './fixtures.ts';
import { schemaAccepts } from './schema.ts';

const all = fixtures();

describe('every fixture: file → everything that lint says', () => {
  test.each(all.map((fixture) => [fixture.name, fixture] as const))('%s', async (_name, { text, out }) => {
    expect(outOf((await checked(text)).problems)).toBe(out);
  });
});

/** Each rule of the interface → fixtures that keep to it, and fixtures that do not. */
const RULES: Readonly<Record<string, readonly [accepted: readonly string[], refused: readonly string[]]>> = {
  'three kinds of nodes': [['kinds/accepted'], ['kinds/refused', 'kinds/keys']],
  'exact slots': [['slots/accepted'], ['slots/refused']],
  'ids in next exist or are empty': [['slots/draft'], ['slots/unknown-nodes', 'ids/duplicate']],
  'slots are wired at publish': [['slots/draft', 'slots/accepted'], ['slots/published']],
  'inputs are filled at publish': [['inputs/draft', 'inputs/accepted'], ['inputs/published']],
  'at most 60 nodes': [['size/60-accepted'], ['size/61-refused']],
  'at most 20 conditions': [['conditional/20-accepted'], ['conditional/21-refused']],
  'percentages come to at most 100': [['conditional/20-accepted', 'conditional/accepted'], ['conditional/splits']],
  'no cycle': [['cycles/none'], ['cycles/self', 'cycles/all-named', 'cycles/no-entry']],
  'one entry': [
    ['entry/accepted', 'entry/several-draft'],
    ['entry/several', 'entry/several-published'],
  ],
  'the entry selects or imports': [
    ['entry/accepted'],
    ['entry/no-selector', 'entry/conditional', 'entry/selector-inside'],
  ],
  'entity inputs on the entry only': [['inputs/accepted'], ['inputs/entity-downstream']],
  'no metadata of the catalogue': [['inputs/accepted'], ['inputs/catalogue-metadata']],
  'blocks of the catalogue': [['inputs/accepted'], ['blocks/unknown']],
  'predicates and their values': [['conditional/accepted', 'conditional/unverified'], ['conditional/refused']],
  KING: [['king/accepted', 'king/draft'], ['king/refused']],
  __MANUAL_INPUT: [
    ['bindings/manual-list', 'trigger/manual/accepted'],
    ['bindings/manual-refused', 'trigger/schedule/no-input'],
  ],
  webhookInputKey: [
    ['trigger/webhook/accepted'],
    ['bindings/refused', 'bindings/no-webhook', 'bindings/condition-refused'],
  ],
  'the payload of a company': [
    ['trigger/webhook/payload'],
    ['trigger/webhook/payload-refused', 'trigger/webhook/payload-literal'],
  ],
  'at most 20 webhook inputs, each key once': [
    ['trigger/webhook/20-accepted'],
    ['trigger/webhook/21-refused', 'trigger/webhook/refused'],
  ],
  'import sources': [['sources/accepted'], ['sources/refused', 'sources/not-a-list', 'sources/unfilled']],
  ...Object.fromEntries(
    TRIGGER_TYPES.filter((type) => type !== 'SCHEDULE' && type !== 'INTENT').map((type) => [
      type,
      [[`trigger/${type.toLowerCase()}/accepted`], [`trigger/${type.toLowerCase()}/refused`]],
    ]),
  ),
  SCHEDULE: [
    SCHEDULE_DEFINITIONS.map((name) => `trigger/schedule/${name.toLowerCase()}-accepted`),
    [
      'trigger/schedule/refused',
      'trigger/schedule/missing',
      'trigger/schedule/moments',
      'trigger/schedule/never-fires',
    ],
  ],
  INTENT: [
    SIGNAL_KINDS.map((kind) => `trigger/intent/${kind.toLowerCase()}`),
    [
      'trigger/intent/refused',
      'trigger/intent/no-kind',
      'trigger/intent/wrong-entity',
      'trigger/intent/filter-refused',
    ],
  ],
};

test.each(Object.entries(RULES))('%s: accepted and refused', (_rule, [accepted, refused]) => {
  const hasError = (name: string) => / error /.test(all.find((one) => one.name === `${name}.yaml`)?.out ?? 'missing');
  const exists = (name: string) => all.some((one) => one.name === `${name}.yaml`);
  expect([...accepted, ...refused].filter((name) => !exists(name))).toEqual([]);
  expect(accepted.filter(hasError)).toEqual([]);
  expect(refused.filter((name) => !hasError(name))).toEqual([]);
});

describe('what lint accepts, the shapes of the contract and the JSON Schema accept', () => {
  test.each(all.map((fixture) => [fixture.name, fixture] as const))('%s', async (_name, { text }) => {
    const { file, problems } = await checked(text);
    if (problems.some(({ severity }) => severity === 'error')) return;
    expect([WorkflowInput.safeParse(file.body).error, schemaAccepts(file.yaml.value)]).toEqual([undefined, []]);
  });
});
