// Each word of each closed list of the interface, mistyped: refused by lint and on the command line, by profile.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPTIONS } from '../../src/contract/actions/endpoints.ts';
import * as runs from '../../src/contract/actions/enums.ts';
import { FOLDER_TREES, OUTPUT_TYPES } from '../../src/contract/ai/enums.ts';
import * as campaigns from '../../src/contract/campaigns/enums.ts';
import { DUPLICATE_FIELDS } from '../../src/contract/contacts/endpoints.ts';
import { ENTITIES } from '../../src/contract/entities.ts';
import * as names from '../../src/contract/field-names.ts';
import * as inbox from '../../src/contract/inbox/enums.ts';
import { fieldsOfSection, PLAYBOOK_SECTIONS } from '../../src/contract/playbook/sections.ts';
import * as workflows from '../../src/contract/workflows/enums.ts';
import { reachForAllTests } from '../opened.ts';
import { type Served, served } from './commands/outreach/mistakes.ts';

const reach = reachForAllTests();
let remote: Served;
beforeAll(async () => {
  remote = await served(reach);
});
afterAll(() => remote.close());

const OFFLINE = { REACH_BASE_URL: 'http://127.0.0.1:9', REACH_API_KEY: 'gsk_none' };

const FORMS: readonly ((word: string) => string)[] = [
  (word) => word.slice(0, -2) + word.slice(-1) + word.slice(-2, -1),
  (word) => word.slice(0, 1) + word.slice(2),
  (word) => `${word}s`,
  (word) => (word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase()),
  (word) => word.replace(/[-_]|(?<=[a-z])(?=[A-Z])/, ' '),
  (word) => word.slice(0, 2) + word.slice(1),
];

/** Each word with one mistake; the kinds of mistakes take turns. On the command line, words have any case and any separator. */
const mistyped = (words: readonly string[], isLoose = false): string[] =>
  words.map((word, at) => {
    const same = (one: string) => (isLoose ? one.toLowerCase().replace(/[^a-z]/g, '') : one);
    const isWord = (form: string) => words.some((one) => same(one) === same(form));
    const forms = FORMS.map((_, turn) => FORMS[(at + turn) % FORMS.length]?.(word) ?? '');
    return forms.find((form) => form.length > 2 && !isWord(form)) ?? expect.fail(word);
  });

type List = readonly [name: string, words: readonly string[], text: (word: string) => string];

const steps = (fields: string) => `name: A\nsteps: [{ ${fields} }]\n`;
const condition = (fields: string) => steps(`type: condition, condition: { ${fields} }, onTrue: [{ type: end }]`);
const node = (fields: string) => `name: A\nnodes: [{ id: a, next: [], ${fields} }]\n`;
const trigger = (fields: string) => `name: A\ntrigger: { ${fields} }\nnodes: []\n`;
const actions = (fields: string) => `contactIds: [1]\nactions: [{ ${fields} }]\n`;
const variable = (fields: string) => `kind: ai-variable\nname: A\nprompt: Hi\n${fields}\n`;

const FILES: Readonly<Record<string, readonly List[]>> = {
  campaign: [
    ['step types', campaigns.STEP_TYPES, (word) => steps(`type: "${word}"`)],
    ...campaigns.STEP_TYPES.map(
      (type): List => [
        `fields of ${type}`,
        names.STEP_FIELD_NAMES[type],
        (word) => steps(`type: ${type}, "${word}": x`),
      ],
    ),
    ['branches of a condition', ['onTrue', 'onFalse'], (word) => steps(`type: condition, "${word}": []`)],
    ['branches', ['onAccepted', 'onNotAccepted'], (word) => steps(`type: network_connection, "${word}": []`)],
    ['condition types', campaigns.CONDITION_TYPES, (word) => condition(`type: "${word}"`)],
    ['fields of lead_field', ['field', 'operator', 'value'], (word) => condition(`type: lead_field, "${word}": x`)],
    [
      'operators',
      campaigns.LEAD_OPERATORS,
      (word) => condition(`type: lead_field, field: jobTitle, value: x, operator: "${word}"`),
    ],
    ['units', campaigns.WAIT_UNITS, (word) => condition(`type: email_opened, waitFor: { value: 1, unit: "${word}" }`)],
    [
      'units of acceptance',
      campaigns.ACCEPTANCE_UNITS,
      (word) => steps(`type: network_connection, waitForAcceptance: { value: 1, unit: "${word}" }`),
    ],
    [
      'content types',
      campaigns.CONTENT_TYPES,
      (word) => steps(`type: network_message, attachment: a, contentType: "${word}"`),
    ],
    ['reactions', campaigns.REACTION_TYPES, (word) => steps(`type: network_like_last_post, reactionType: "${word}"`)],
  ],
  workflow: [
    ['fields', names.WORKFLOW_FIELDS.slice(3), (word) => `name: A\n"${word}": x\nnodes: []\n`],
    ['node kinds', workflows.NODE_KINDS, (word) => node(`kind: "${word}"`)],
    ...workflows.NODE_KINDS.map(
      (kind): List => [
        `fields of ${kind}`,
        names.NODE_FIELDS[kind].filter((field) => !['id', 'kind', 'next'].includes(field)),
        (word) => node(`kind: ${kind}, "${word}": x`),
      ],
    ),
    [
      'splits',
      ['RANDOM_SPLIT'],
      (word) => node(`kind: CONDITIONAL, conditions: [{ type: "${word}", percentage: 50 }]`),
    ],
    ['trigger types', workflows.TRIGGER_TYPES, (word) => trigger(`type: "${word}"`)],
    ['entities of a trigger', workflows.WORKFLOW_ENTITIES, (word) => trigger(`type: MANUAL, entity: "${word}"`)],
    ['schedules', workflows.SCHEDULE_DEFINITIONS, (word) => trigger(`type: SCHEDULE, definition: "${word}"`)],
    ['signals', workflows.SIGNAL_KINDS, (word) => trigger(`type: INTENT, signal: { kind: "${word}" }`)],
  ],
  ai: [
    ['entities', ENTITIES, (word) => variable(`entity: "${word}"`)],
    ['output types', OUTPUT_TYPES, (word) => variable(`entity: CONTACT\noutputSchema: { type: "${word}" }`)],
    ['fields of a variable', names.AI_FIELDS['ai-variable'], (word) => variable(`entity: CONTACT\n"${word}": x`)],
    [
      'channels',
      campaigns.AI_CHANNELS,
      (word) => `kind: ai-message\nname: A\nprompt: Hi\ntone: B\nchannel: "${word}"\n`,
    ],
  ],
  action: [
    ['action types', runs.ACTION_TYPES, (word) => actions(`type: "${word}"`)],
    ...runs.ACTION_TYPES.map(
      (type): List => [
        `options of ${type}`,
        Object.keys(OPTIONS[type].shape),
        (word) => actions(`type: ${type}, options: { "${word}": x }`),
      ],
    ),
    ['targets', runs.RUN_TARGET_KEYS, (word) => `"${word}": [1]\nactions: [{ type: VERIFY_LEAD_EMAIL }]\n`],
    ['stop types', runs.STOP_TYPES, (word) => actions(`type: ENRICH_WITH_EMAIL, options: { stopType: "${word}" }`)],
    ['speeds', runs.SPEEDS, (word) => actions(`type: ENRICH_WITH_PHONE, options: { speed: "${word}" }`)],
  ],
  playbook: [
    ['sections', ['company', ...PLAYBOOK_SECTIONS], (word) => `"${word}": []\n`],
    ...PLAYBOOK_SECTIONS.map(
      (section): List => [
        `fields of ${section}`,
        fieldsOfSection(section),
        (word) => `${section}: [{ "${word}": x }]\n`,
      ],
    ),
  ],
};

const ROWS = Object.entries(FILES).flatMap(([kind, lists]) => lists.map((list) => [kind, ...list] as const));

test.each(ROWS)('%s lint: %s', async (kind, _, words, text) => {
  const lint = `${kind} lint typed.yaml`;
  const online = ['campaign', 'workflow', 'ai'].includes(kind) ? [[`${lint} --online`, remote.env] as const] : [];
  const ways = [[lint, {}] as const, [lint, OFFLINE] as const, [lint, remote.env] as const, ...online];
  // The words take turns at the profiles; of each list, the first is tried with all.
  for (const [at, word] of mistyped(words).entries()) {
    reach.write('typed.yaml', text(word));
    for (const [command, env] of at === 0 ? ways : ways.slice(at % ways.length, (at % ways.length) + 1)) {
      const { code, stdout } = await reach.run(command, { env });
      const refused = stdout.split('\n').filter((line) => line.includes(`"${word}"`) && !/: warning:/.test(line));
      expect([command, word, code, refused.length > 0], stdout).toEqual([command, word, 1, true]);
    }
  }
});

test.each<[string, readonly string[], (word: string) => readonly string[]]>([
  ['action types', runs.ACTION_TYPES, (word) => ['action', 'run', '--contacts', '1', '--type', word]],
  ['channels', campaigns.AI_CHANNELS, (word) => ['ai', 'message', 'create', '-f', 'name=A', '-f', `channel=${word}`]],
  ['folders of AI entities', FOLDER_TREES, (word) => ['ai', 'folder', 'list', word]],
  [
    'reactions',
    campaigns.REACTION_TYPES,
    (word) => ['social', 'react', '1', '--amount', '1', '--yes', '--types', word],
  ],
  ['inbox folders', inbox.INBOX_FOLDERS, (word) => ['inbox', 'link', '--folder', word]],
  ['inbox channels', inbox.CHANNELS, (word) => ['inbox', 'link', '--channel', word]],
  ['conversation statuses', inbox.CONVERSATION_STATUSES, (word) => ['inbox', 'link', '--status', word]],
  ['ICP ratings', inbox.ICP_RATINGS, (word) => ['inbox', 'link', '--icp', word]],
  ['fields of duplicates', DUPLICATE_FIELDS, (word) => ['contacts', 'duplicates', '--by', word]],
  ['identity fields', inbox.IDENTITY_FIELDS, (word) => ['identity', 'update', '1', '-f', `${word}=x`]],
])('on the command line: %s', async (_, words, line) => {
  for (const word of mistyped(words, true)) {
    for (const env of [{}, OFFLINE, remote.env]) {
      remote.requests.length = 0;
      const { code, stdout, stderr, requests } = await reach.clock.run(reach.run(line(word), { env }));
      expect([word, [2, 3].includes(code)], stdout + stderr).toEqual([word, true]);
      expect([...remote.requests, ...requests].filter((request) => !request.startsWith('GET '))).toEqual([]);
    }
  }
});
