// What only the workspace knows: ids, owners, fields, other campaigns.

import { describe, expect, test } from 'vitest';
import { checkCampaign } from '../../../src/rules/campaigns/check.ts';
import { type CampaignKnowledge, fieldsOfWorkspace } from '../../../src/rules/campaigns/knowledge.ts';
import { referencesOf } from '../../../src/rules/campaigns/references.ts';

const problems = (steps: readonly unknown[], knowledge: CampaignKnowledge, more = {}) =>
  checkCampaign({ name: 'Workspace', steps, ...more }, knowledge).map(
    ({ severity, path, code, message }) => `${severity} ${path} ${code}: ${message}`,
  );

const task = (more = {}) => ({ type: 'task', taskType: 'CALL', title: 'Call', ...more });
const owners = new Set(['4', '9']);

test.each([
  [
    'owners, none named',
    task(),
    owners,
    ['error steps[0].ownerId required: a task needs an ownerId in this workspace: 4, 9'],
  ],
  ['owners, a valid one', task({ ownerId: 4 }), owners, []],
  ['owners, a valid one as text', task({ ownerId: '9' }), owners, []],
  [
    'owners, another one',
    task({ ownerId: 5 }),
    owners,
    ['error steps[0].ownerId unknown_owner: 5 is not a task owner in this workspace: 4, 9'],
  ],
  ['no owners, none named', task(), new Set<string>(), []],
  [
    'no owners, one named',
    task({ ownerId: 5 }),
    new Set<string>(),
    ['error steps[0].ownerId unknown_owner: 5 is not a task owner in this workspace'],
  ],
  ['owners not known', task({ ownerId: 5 }), undefined, []],
  [
    'no id at all: only that is told',
    task({ ownerId: 0.5 }),
    new Set<string>(),
    [
      'error steps[0].ownerId invalid_type: ownerId must be an id: a positive whole number or text',
      'error steps[0].ownerId unknown_owner: 0.5 is not a task owner in this workspace',
    ],
  ],
])('owners of tasks: %s', (_name, step, ownerIds, wanted) => expect(problems([step], { ownerIds })).toEqual(wanted));

describe('AI messages', () => {
  const aiMessages = new Map([
    ['1', 'EMAIL'],
    ['2', 'NETWORK'],
    ['3', 'NETWORK_INMAIL'],
    ['lib-invite', 'NETWORK_CONNECTION'],
  ] as const);
  const steps = [
    { type: 'email', aiMessageId: 1 },
    { type: 'network_message', aiMessageId: '2' },
    { type: 'network_inmail', aiMessageId: 3 },
    { type: 'network_connection', aiMessageId: 'lib-invite' },
  ];

  test('of the channel of their step', () => expect(problems(steps, { aiMessages, splitAi: true })).toEqual([]));

  test('of another channel, or of no one', () => {
    const wrong = steps.map((step, index) => ({ ...step, aiMessageId: [3, 'lib-invite', 99, 1][index] }));
    expect(problems(wrong, { aiMessages })).toEqual([
      'error steps[0].aiMessageId channel_mismatch: AI message 3 is for the channel NETWORK_INMAIL; a step of type email needs EMAIL',
      'error steps[1].aiMessageId channel_mismatch: AI message lib-invite is for the channel NETWORK_CONNECTION; a step of type network_message needs NETWORK',
      'error steps[2].aiMessageId unknown_ai_message: 99 is not an AI message of this workspace or the prompt library',
      'error steps[3].aiMessageId channel_mismatch: AI message 1 is for the channel EMAIL; a step of type network_connection needs NETWORK_CONNECTION',
    ]);
  });

  test('without the split AI-entity model', () => {
    expect(problems(steps.slice(0, 1), { aiMessages, splitAi: false })).toEqual([
      'error steps[0].aiMessageId split_ai_disabled: AI messages need the split AI-entity model, which this workspace does not have',
    ]);
  });
});

test('voices, identities and fields that are not of the workspace', () => {
  const steps = [
    { type: 'network_voice_message', content: 'Hi {Deal size} {icpScor} {jobTitle}', voiceId: 'bob' },
    {
      type: 'condition',
      condition: { type: 'lead_field', field: 'Deal siz', operator: 'IS_EMPTY' },
      onTrue: [{ type: 'end' }],
    },
  ];
  const knowledge = {
    voiceIds: new Set(['anna']),
    identityIds: new Set([1]),
    fields: fieldsOfWorkspace(['firstName', 'Deal size', 'icpScore']),
  };
  expect(problems(steps, knowledge, { identityId: 2 })).toEqual(
    [
      'error steps[0].voiceId unknown_voice: bob is not a voice of this workspace: anna',
      'error steps[0].content unknown_placeholder: unknown placeholder {icpScor}; did you mean {icpScore}?',
      'error steps[0].content unknown_placeholder: unknown placeholder {jobTitle}',
      'error steps[1].condition.field unknown_field: unknown contact field "Deal siz"; did you mean "Deal size"?',
      'error identityId unknown_identity: there is no identity 2 in this workspace',
    ].toSorted((a, b) => order(a) - order(b)),
  );
});

/** The body above is written with its steps before the identity, and content before voiceId. */
function order(line: string): number {
  return ['content', 'voiceId', 'condition', 'identityId'].findIndex((word) => line.split(':')[0]?.includes(word));
}

describe('other campaigns', () => {
  const to = (campaignId: number) => [{ type: 'add_to_another_campaign', campaignId }];
  // 1 → 2 → 3, 4 → 1, 5 → 5
  const campaigns = new Map([
    ['1', ['2']],
    ['2', ['3']],
    ['3', []],
    ['4', ['1']],
    ['5', ['5']],
  ]);

  test.each([
    ['one of the workspace', to(3), { campaigns }, []],
    [
      'one of nobody',
      to(9),
      { campaigns },
      ['error steps[0].campaignId unknown_campaign: there is no campaign 9 in this workspace'],
    ],
    [
      'itself',
      to(3),
      { campaigns, campaignId: '3' },
      ['error steps[0].campaignId cycle: a campaign cannot add its contacts to itself'],
    ],
    [
      'itself, when nothing else is known',
      to(3),
      { campaignId: '3' },
      ['error steps[0].campaignId cycle: a campaign cannot add its contacts to itself'],
    ],
    [
      'one whose chain leads back',
      to(4),
      { campaigns, campaignId: '3' },
      ['error steps[0].campaignId cycle: campaign 4 leads to 1 leads to 2 leads to 3, which is this one'],
    ],
    ['one in a circle that does not touch this one', to(5), { campaigns, campaignId: '3' }, []],
    ['a new campaign closes no circle', to(4), { campaigns }, []],
  ])('%s', (_name, steps, knowledge, wanted) => expect(problems(steps, knowledge)).toEqual(wanted));
});

test('an update may leave out everything; what it has is checked', () => {
  expect(checkCampaign({}, {}, 'update')).toEqual([]);
  expect(checkCampaign({ trackOpens: true }, {}, 'update')).toEqual([]);
  const found = checkCampaign({ name: '', steps: [] }, {}, 'update').map(({ path, code }) => [path, code]);
  expect(found).toEqual([
    ['name', 'too_small'],
    ['steps', 'too_small'],
  ]);
});

test('what has to be looked up for a sequence, from wherever it is', () => {
  const steps = [
    { type: 'email', aiMessageId: 7 },
    {
      type: 'condition',
      condition: { type: 'has_network_profile' },
      onTrue: [
        { type: 'network_connection', aiMessageId: 'lib-invite' },
        { type: 'network_voice_message', content: 'Hi', voiceId: 'anna' },
        task({ ownerId: 4 }),
      ],
      onFalse: [
        { type: 'add_to_another_campaign', campaignId: 12 },
        { type: 'email', aiMessageId: '7' },
        { type: 'whatsapp_message', aiMessageId: 9 },
      ],
    },
  ];
  expect(referencesOf(steps)).toEqual({
    aiMessageIds: ['7', 'lib-invite'],
    voiceIds: ['anna'],
    ownerIds: ['4'],
    campaignIds: ['12'],
    hasTasks: true,
  });
  expect(referencesOf('nonsense')).toEqual({
    aiMessageIds: [],
    voiceIds: [],
    ownerIds: [],
    campaignIds: [],
    hasTasks: false,
  });
});
