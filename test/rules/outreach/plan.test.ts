// What is to be done with a resource: file, last applied, workspace.

import { describe, expect, test } from 'vitest';
import { type Document, kindOfFile, nameIn, pathFor, slugOf } from '../../../src/rules/outreach/kinds.ts';
import {
  EMPTY_LOCK,
  type LockEntry,
  lockText,
  parseLock,
  type WantedResource,
} from '../../../src/rules/outreach/lock.ts';
import { orderOf } from '../../../src/rules/outreach/order.ts';
import { type LiveResource, type PlanOptions, planOf } from '../../../src/rules/outreach/plan.ts';

const doc = (content: string | null): Document | null => (content === null ? null : { name: 'A', prompt: content });

/** File, last applied, workspace; null for none. */
type Sides = readonly [file: string | null, applied: string | null, live: string | null];

function actionOf([file, applied, live]: Sides, options: PlanOptions = {}, kind: 'ai-snippet' | 'list' = 'ai-snippet') {
  const [ours, past, theirs] = [doc(file), doc(applied), doc(live)];
  const wanted: WantedResource[] = ours === null ? [] : [{ kind, name: 'A', file: 'a.yaml', document: ours }];
  const resources = new Map<string, LockEntry>(
    past === null ? [] : [[`${kind}/A`, { id: 7, file: 'a.yaml', document: past }]],
  );
  const there: LiveResource[] = theirs === null ? [] : [{ kind, name: 'A', id: 7, document: theirs, running: null }];
  return planOf(wanted, { workspace: null, resources }, there, options).map(({ action }) => action);
}

test.each<[Sides, string]>([
  [['x', null, null], 'create'],
  [['x', null, 'x'], 'unchanged'],
  [['x', null, 'y'], 'conflict'],
  [['x', 'x', 'x'], 'unchanged'],
  [['y', 'x', 'x'], 'update'],
  [['x', 'x', 'y'], 'drift'],
  [['y', 'x', 'y'], 'unchanged'],
  [['y', 'x', 'z'], 'conflict'],
  [['x', 'x', null], 'drift'],
  [['y', 'x', null], 'conflict'],
  [[null, 'x', 'x'], 'kept'],
  [[null, 'x', null], 'forget'],
])('%j: %s', (sides, action) => expect(actionOf(sides)).toEqual([action]));

test.each<[Sides, PlanOptions, string]>([
  [['x', 'x', 'y'], { overwrite: true }, 'update'],
  [['y', 'x', 'z'], { overwrite: true }, 'update'],
  [['x', null, 'y'], { overwrite: true }, 'update'],
  [['x', 'x', null], { overwrite: true }, 'create'],
  [[null, 'x', 'x'], { prune: true }, 'delete'],
  [[null, 'x', 'y'], { prune: true }, 'conflict'],
  [[null, 'x', 'y'], { prune: true, overwrite: true }, 'delete'],
])('%j with %j: %s', (sides, options, action) => expect(actionOf(sides, options)).toEqual([action]));

test('what no one applied from here is not looked at, and what cannot be deleted is forgotten', () => {
  expect(actionOf([null, null, 'x'], { prune: true })).toEqual([]);
  expect(actionOf([null, 'x', 'x'], { prune: true }, 'list')).toEqual(['forget']);
});

describe('playbooks', () => {
  const faq = (question: string, answer: string) => ({ question, answer });
  const planned = (file: Document, past: Document | null, live: Document, options: PlanOptions = {}) =>
    planOf(
      [{ kind: 'playbook', name: 'playbook', file: 'playbook.yaml', document: file }],
      {
        workspace: null,
        resources: new Map(past === null ? [] : [['playbook', { id: null, file: 'playbook.yaml', document: past }]]),
      },
      [{ kind: 'playbook', name: 'playbook', id: null, document: live, running: null }],
      options,
    )[0];
  const whole = { faqs: [faq('A', '1'), faq('B', '1')] };

  test.each<[string, Document, Document | null, Document, PlanOptions, string]>([
    ['the first one', { faqs: [faq('A', '1')] }, null, { faqs: [] }, {}, 'create'],
    ['an addition', { faqs: [faq('C', '1')] }, null, whole, {}, 'update'],
    ['another answer, never applied from here', { faqs: [faq('A', '2')] }, null, whole, {}, 'conflict'],
    ['in another order', { faqs: whole.faqs.toReversed() }, whole, whole, {}, 'unchanged'],
    ['not listed any more', { faqs: [faq('A', '1')] }, whole, whole, {}, 'unchanged'],
    ['not listed any more, pruned', { faqs: [faq('A', '1')] }, whole, whole, { prune: true }, 'update'],
    ['an item more in the workspace', whole, whole, { faqs: [...whole.faqs, faq('C', '1')] }, {}, 'drift'],
    ['a section the file does not speak of', whole, whole, { ...whole, competitors: [{ name: 'X' }] }, {}, 'unchanged'],
    [
      'the first half of an apply',
      { faqs: [faq('A', '2'), faq('B', '2')] },
      whole,
      { faqs: [faq('A', '2'), faq('B', '1')] },
      {},
      'update',
    ],
  ])('%s', (_what, file, past, live, options, action) => {
    expect(planned(file, past, live, options)?.action).toBe(action);
  });
});

test('what is needed comes first, and circles are reported', () => {
  const wanted = (kind: WantedResource['kind'], name: string, document: Document): WantedResource => ({
    kind,
    name,
    file: '',
    document,
  });
  const next = (campaign: string) => ({ steps: [{ type: 'add_to_another_campaign', campaign }] });
  const list = wanted('list', 'L', { name: 'L' });
  const flow = wanted('workflow', 'W', { nodes: [{ blockId: 'ADD_LEADS_TO_GROUP', inputs: { list: 'L' } }] });
  expect(orderOf([flow, wanted('campaign', 'A', next('B')), wanted('campaign', 'B', {}), list])).toEqual({
    keys: ['list/L', 'campaign/B', 'campaign/A', 'workflow/W'],
    circles: [],
  });
  expect(orderOf([wanted('campaign', 'A', next('B')), wanted('campaign', 'B', next('A'))]).circles).toEqual([
    ['campaign/A', 'campaign/B', 'campaign/A'],
  ]);
  const prompt = (text: string) => ({ prompt: text });
  expect(
    orderOf([
      wanted('ai-message', 'A', prompt('{aiMessage:B}')),
      wanted('ai-message', 'B', prompt('{Market}')),
      wanted('ai-variable', 'Market', prompt('x')),
    ]).keys,
  ).toEqual(['ai-variable/Market', 'ai-message/B', 'ai-message/A']);
});

test.each([
  ['Q3: Launch – DACH', 'q3-launch-dach'],
  ['Müller & Söhne', 'muller-sohne'],
  ['日本の顧客', '日本の顧客'],
  ['con', 'con_'],
  [`a${'𠀀'.repeat(70)}`, `a${'𠀀'.repeat(59)}`],
  ['…', '_'],
])('%s is the file %s', (name, slug) => expect(slugOf(name)).toBe(slug));

test('names of files do not collide, and folders give the kind', () => {
  expect(pathFor('list', 'A', new Set(['lists/a.yaml']))).toBe('lists/a-2.yaml');
  expect(
    ['playbook.yaml', 'lists/a.yaml', 'lists/.a.yaml', 'lists/deep/a.yaml', 'other/a.yaml'].map(kindOfFile),
  ).toEqual(['playbook', 'list', null, null, null]);
  expect(nameIn('list', { name: ' A ', entity: 'COMPANY' })).toBe('A (companies)');
});

describe('the lock', () => {
  const entry = { id: 1, file: 'a.yaml', document: { b: 1, a: 2 } };
  test('the same bytes for the same content, a line a resource', () => {
    const text = lockText({
      workspace: { id: 1, name: 'W' },
      resources: new Map([
        ['list/B', entry],
        ['list/A', entry],
      ]),
    });
    expect(text.split('\n').slice(4, 6)).toEqual([
      '    "list/A": {"document":{"a":2,"b":1},"file":"a.yaml","id":1},',
      '    "list/B": {"document":{"a":2,"b":1},"file":"a.yaml","id":1}',
    ]);
    const lock = parseLock(text);
    expect('why' in lock ? lock : lockText(lock)).toBe(text);
    expect(lockText(EMPTY_LOCK)).toContain('"resources": {}');
  });

  test.each([
    ['{', 'it is not valid JSON'],
    ['<<<<<<< HEAD\n{}', 'it has conflict marks of Git'],
    ['[]', 'it holds no resources'],
    ['{"version":2,"resources":{}}', 'another version of reach wrote it'],
    ['{"version":1,"resources":{"x/y":{}}}', '"x/y" is not a known resource'],
  ])('%s is none', (text, why) => expect(parseLock(text)).toEqual({ why }));
});
