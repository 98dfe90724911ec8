// Names in place of ids, and back.

import { expect, test } from 'vitest';
import { isNameable, type Referent } from '../../../src/rules/name-keys.ts';
import type { ResourceKind } from '../../../src/rules/outreach/kinds.ts';
import { linked, placeInFile, referencesIn, unlinked } from '../../../src/rules/outreach/references.ts';
import { BLOCKS } from '../../../src/rules/workflows/blocks/catalogue.ts';

const NAMES: Readonly<Record<string, string>> = {
  ...{ 'list/1': 'People', 'list/2': 'Firms', 'campaign/3': 'Base', 'ai-message/4': 'Mail' },
  ...{ 'ai-message/lib-note': 'Note', 'identity/5': 'Robin', 'owner/6': 'noor@x.example' },
  'voice/anna': 'Anna',
};
const nameOf = (referent: Referent, id: string) => NAMES[`${referent}/${id}`] ?? null;
const idOf = ({ referent, name }: { referent: Referent; name: string }) => {
  const key = Object.keys(NAMES).find((one) => one.startsWith(`${referent}/`) && NAMES[one] === name);
  const id = key?.slice(referent.length + 1);
  return id === undefined ? null : /^[0-9]+$/.test(id) ? Number(id) : id;
};

const node = (blockId: string, inputs: object) => ({ nodes: [{ id: 'a', kind: 'BLOCK', blockId, inputs, next: [] }] });
const entry = { id: 'e', kind: 'BLOCK', blockId: 'SELECT_COMPANIES', inputs: { companyIds: [1] }, next: ['c'] };
const asked = (value: unknown) => ({
  nodes: [
    entry,
    { id: 'c', kind: 'CONDITIONAL', conditions: [{ field: 'platform.listIds', operator: 'IS_ANY_OF', value }] },
  ],
});

test.each<[string, ResourceKind, object, object]>([
  ['identity', 'campaign', { identityId: 5 }, { identity: 'Robin' }],
  [
    'steps, branches too',
    'campaign',
    { steps: [{ type: 'condition', onTrue: [{ type: 'task', ownerId: 6 }], onFalse: [{ campaignId: 3 }] }] },
    {
      steps: [
        { type: 'condition', onTrue: [{ type: 'task', owner: 'noor@x.example' }], onFalse: [{ campaign: 'Base' }] },
      ],
    },
  ],
  [
    'a message of the library',
    'campaign',
    { steps: [{ aiMessageId: 'lib-note' }] },
    { steps: [{ aiMessage: 'Note' }] },
  ],
  ['a voice', 'campaign', { steps: [{ voiceId: 'anna' }] }, { steps: [{ voice: 'Anna' }] }],
  [
    'a list',
    'workflow',
    node('ADD_LEADS_TO_GROUP', { leadsGroupId: 1 }),
    node('ADD_LEADS_TO_GROUP', { list: 'People' }),
  ],
  [
    'a list of companies',
    'workflow',
    node('ADD_COMPANIES_TO_GROUP', { companyGroupId: 2 }),
    node('ADD_COMPANIES_TO_GROUP', { list: 'Firms' }),
  ],
  [
    'a list of its own name',
    'workflow',
    node('SEARCH_LEADS_FROM_NETWORK_COMPANY', { text: 'x', destinationContactGroupId: 1 }),
    node('SEARCH_LEADS_FROM_NETWORK_COMPANY', { text: 'x', destinationList: 'People' }),
  ],
  ['lists of conditions', 'workflow', asked([2, 1]), asked(['Firms', 'People'])],
  [
    'the list of a signal',
    'workflow',
    { trigger: { type: 'INTENT', signal: { kind: 'LEAD_ADDED_TO_LIST', listId: 1 } } },
    { trigger: { type: 'INTENT', signal: { kind: 'LEAD_ADDED_TO_LIST', list: 'People' } } },
  ],
])('%s', (_what, kind, ids, names) => {
  expect(unlinked(kind, ids, nameOf)).toEqual(names);
  expect(linked(kind, names, idOf)).toEqual(ids);
});

test.each<[string, ResourceKind, object]>([
  ['what a run brings', 'workflow', node('SELECT_LEADS_FROM_LIST', { leadsGroupId: '__MANUAL_INPUT' })],
  ['an id that nobody knows', 'campaign', { steps: [{ campaignId: 99 }] }],
  ['other kinds', 'template', { campaignId: 3 }],
])('%s stays as it is', (_what, kind, value) => {
  expect(unlinked(kind, value, nameOf)).toEqual(value);
  expect(linked(kind, value, idOf)).toEqual(value);
});

test('a number under a name key is an id; beside the id, a name is left to the rules', () => {
  expect(linked('campaign', { steps: [{ campaign: 3 }] }, idOf)).toEqual({ steps: [{ campaignId: 3 }] });
  const both = { steps: [{ campaign: 'Base', campaignId: 3 }] };
  expect(linked('campaign', both, idOf)).toEqual(both);
});

test('every input of a block that names a record can be written as a name', () => {
  const naming = BLOCKS.flatMap(({ inputs }) => inputs).filter(
    ({ type, resolution }) =>
      resolution === 'configure' && ['leadsGroupId', 'companyGroupId', 'campaignId', 'identityId'].includes(type),
  );
  expect(naming.length).toBeGreaterThan(4);
  expect(naming.filter(({ key }) => !isNameable(key))).toEqual([]);
});

test('references have their place in the file, and whose list is meant', () => {
  expect(referencesIn('workflow', node('ADD_COMPANIES_TO_GROUP', { list: 'Firms' }))).toEqual([
    { referent: 'list', name: 'Firms', hint: 'COMPANY', isSure: true, at: ['nodes', 0, 'inputs', 'list'] },
  ]);
  const file = { steps: [{ campaign: 'Base' }] };
  expect(placeInFile(file, ['steps', 0, 'campaignId'])).toEqual(['steps', 0, 'campaign']);
  expect(placeInFile({ steps: [{ campaignId: 3 }] }, ['steps', 0, 'campaignId'])).toEqual(['steps', 0, 'campaignId']);
});
