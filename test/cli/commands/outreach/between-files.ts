// What is wrong between the files of a folder, and what lint says of it.

export const campaign = (more: string) =>
  `name: A\nsteps:\n  - type: email\n    subject: Hello\n    content: Hi\n${more}`;

type Row = readonly [what: string, files: Readonly<Record<string, string>>, problems: readonly string[]];

export const BETWEEN_FILES: readonly Row[] = [
  [
    'a name that no file has',
    {
      'campaigns/a.yaml': campaign('  - type: add_to_another_campaign\n    campaign: Secund\n'),
      'campaigns/b.yaml': campaign('').replace('name: A', 'name: Second'),
    },
    [
      'outreach/campaigns/a.yaml:7:15 warning unverified steps[1].campaign: no file of the folder is the campaign "Secund"; did you mean "Second"?; the workspace must have it',
    ],
  ],
  [
    'two of one name',
    {
      'lists/a.yaml': 'name: A\n',
      'lists/b.yaml': 'entity: CONTACT\nname: A\n',
      'lists/c.yaml': 'name: A\nentity: COMPANY\n',
    },
    ['outreach/lists/b.yaml:2:7 error duplicate_name name: "A" is the name of another: lists/a.yaml is the first'],
  ],
  [
    'a circle',
    {
      'campaigns/a.yaml': campaign('  - type: add_to_another_campaign\n    campaign: B\n'),
      'campaigns/b.yaml': campaign('  - type: add_to_another_campaign\n    campaign: A\n').replace(
        'name: A',
        'name: B',
      ),
    },
    ['outreach/campaigns/a.yaml:1:1 error circle : these need each other: campaign/A → campaign/B → campaign/A'],
  ],
  [
    'a message for another channel',
    {
      'ai-messages/m.yaml': 'name: M\nchannel: NETWORK\ntone: Direct\nprompt: x\n',
      'campaigns/a.yaml': 'name: A\nsteps:\n  - type: email\n    aiMessage: M\n',
    },
    [
      'outreach/campaigns/a.yaml:4:16 error channel_mismatch steps[0].aiMessageId: AI message "M" is for the channel NETWORK; a step of type email needs EMAIL',
    ],
  ],
  [
    'an id',
    { 'campaigns/a.yaml': campaign('  - type: add_to_another_campaign\n    campaignId: 3\n') },
    [
      'outreach/campaigns/a.yaml:7:17 warning id_in_file steps[1].campaignId: campaignId 3 is of one workspace: name what it means',
    ],
  ],
  [
    'a variable of the folder is a field of contacts',
    {
      'ai-variables/role.yaml': 'name: Role\nentity: CONTACT\nprompt: x\n',
      'campaigns/a.yaml': campaign('').replace('Hi', 'You are {Role}, {Rolle}'),
    },
    [
      'outreach/campaigns/a.yaml:5:30 error unknown_placeholder steps[0].content: unknown placeholder {Rolle}; did you mean {Role}?',
    ],
  ],
  [
    'a message and a variable that name themselves',
    {
      'ai-messages/m.yaml': 'name: M\nchannel: EMAIL\ntone: Direct\nprompt: As {aiMessage:M}\n',
      'ai-variables/v.yaml': 'name: V\nentity: CONTACT\nprompt: What is {V}?\n',
      'ai-variables/w.yaml': 'name: W\nentity: COMPANY\nprompt: x\n',
      'ai-variables/x.yaml': 'name: W\nentity: CONTACT\nprompt: As {W}\n',
    },
    [
      'outreach/ai-messages/m.yaml:1:1 error circle : these need each other: ai-message/M → ai-message/M',
      'outreach/ai-variables/v.yaml:1:1 error circle : these need each other: ai-variable/V → ai-variable/V',
    ],
  ],
  [
    'a list of companies, where contacts are needed',
    {
      'lists/a.yaml': 'name: A\nentity: COMPANY\n',
      'workflows/w.yaml':
        'name: W\nnodes:\n  - { id: a, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { list: A }, next: [] }\n',
    },
    [
      'outreach/workflows/w.yaml:3:76 warning unverified plan.nodes[0].inputs.list: no file of the folder is the list of contacts "A"; the workspace must have it',
    ],
  ],
  [
    'names that are almost the same',
    {
      'lists/a.yaml': 'name: Key  accounts\n',
      'lists/b.yaml': 'name: Key Accounts\n',
      'tags/a.yaml': 'name: key accounts\n',
    },
    ['outreach/lists/b.yaml:1:7 warning similar_name name: "Key  accounts" of lists/a.yaml is spelled almost the same'],
  ],
  [
    'a name without a value, a field to ignore that is misspelt, a status that is not written',
    {
      'campaigns/a.yaml': `ignore: [stpes]\nstatus: ACTIVE\n${campaign('')}`,
      'campaigns/b.yaml': campaign('').replace(': A', ':'),
    },
    [
      'outreach/campaigns/a.yaml:1:10 warning unknown_name ignore[0]: the campaign has no "stpes"; did you mean "steps"?',
      'outreach/campaigns/a.yaml:2:9 warning no_effect status: status is ignored: reach campaign status changes it',
      'outreach/campaigns/b.yaml:1:6 error invalid_type name: name has no value: give it one, or leave it out',
    ],
  ],
  [
    'settings of another workspace, and a move to what no file has',
    {
      'reach.yaml': 'vars: { x: a }\nworkspaces: { lcoal: { vars: { x: b } } }\nmoved: { list/Old: list/Peopel }\n',
      'lists/a.yaml': 'name: People\n',
    },
    [
      'outreach/reach.yaml:3:20 warning unknown_name moved.list/Old: no file is list/Peopel; did you mean "list/People"?',
      'outreach/reach.yaml:2:15 warning unknown_name workspaces.lcoal: this is of lcoal; did you mean "local", which has none?',
    ],
  ],
  [
    'a number that the folder brings of companies is a field of their contacts',
    {
      'ai-variables/a.yaml':
        'name: Size\nentity: COMPANY\nprompt: How large is {name}?\noutputSchema: { type: number }\n',
      'campaigns/a.yaml': campaign('').replace('Hi', 'You are {Size}'),
      'workflows/a.yaml': [
        'name: W\nnodes:',
        '  - { id: a, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [1] }, next: [b] }',
        '  - { id: b, kind: CONDITIONAL, conditions: [{ field: Size, operator: CONTAINS, value: 5 }], next: [c, c] }',
        '  - { id: c, kind: BLOCK, blockId: END, next: [] }\n',
      ].join('\n'),
    },
    [
      'outreach/workflows/a.yaml:4:71 error invalid_value plan.nodes[1].conditions[0].operator: Size (number) is not compared with CONTAINS; it takes EQUALS, NOT_EQUALS, GREATER_THAN, LESS_THAN, GREATER_THAN_OR_EQUALS, LESS_THAN_OR_EQUALS, BETWEEN, IS_ANY_OF, IS_NONE_OF, IS_EMPTY, IS_NOT_EMPTY',
    ],
  ],
];
