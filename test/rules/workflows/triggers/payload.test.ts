import { expect, test } from 'vitest';
import type { WebhookInput } from '../../../../src/contract/workflows/plan.ts';
import { checkPayload } from '../../../../src/rules/workflows/triggers/runtime-input.ts';

const input = (key: string, type: WebhookInput['type']): WebhookInput => ({ key, type });

/** One input of each type. */
const ALL: readonly WebhookInput[] = [
  input('leads', 'leadIds'),
  input('company', 'companyPayload'),
  input('note', 'string'),
  input('score', 'number'),
  input('hot', 'boolean'),
  input('tags', 'stringArray'),
  input('scores', 'numberArray'),
];

const GOOD = { leads: [1, 2], company: { name: 'A' }, note: '', score: -1.5, hot: false, tags: [], scores: [1, 2.5] };

test.each<[title: string, inputs: readonly WebhookInput[], payload: unknown, problems: readonly string[]]>([
  ['every declared input, of its type', ALL, GOOD, []],
  ['none declared, none given', [], {}, []],
  [
    'not an object',
    [input('a', 'string')],
    [1],
    [' invalid_type a delivery must be an object with the declared inputs, not a list'],
  ],
  [
    'everything missing',
    [input('leads', 'leadIds'), input('note', 'string')],
    {},
    ['leads required leads is required: a list of contact ids', 'note required note is required: text'],
  ],
  [
    'everything of another type',
    ALL,
    { leads: 7, company: 'A', note: 1, score: '1', hot: 'yes', tags: [1], scores: ['1'] },
    [
      'leads invalid_type leads must be a list of contact ids, not the number 7',
      'company invalid_type company must be an object that describes a company, not text',
      'note invalid_type note must be text, not the number 1',
      'score invalid_type score must be a number, not text',
      'hot invalid_type hot must be true or false, not text',
      'tags invalid_type tags must be a list of texts, not a list with something else in it',
      'scores invalid_type scores must be a list of numbers, not a list with something else in it',
    ],
  ],
  [
    'ids that are none',
    [input('companies', 'companyIds')],
    { companies: [] },
    ['companies invalid_type companies must be a list of company ids, not an empty list'],
  ],
  ['null is no value', [input('n', 'number')], { n: null }, ['n invalid_type n must be a number, not nothing']],
  [
    'keys that nobody declared',
    [input('email', 'string')],
    { email: 'a@b.example', emial: 'x', other: 1 },
    [
      'emial unknown_key the webhook declares no input "emial"; did you mean email?',
      'other unknown_key the webhook declares no input "other"; it declares email',
    ],
  ],
  [
    'a key where none is declared',
    [],
    { a: 1 },
    ['a unknown_key the webhook declares no input "a": it declares no inputs'],
  ],
  ['a name of Object itself', [input('toString', 'string')], {}, ['toString required toString is required: text']],
])('%s', (_, inputs, payload, problems) => {
  expect(checkPayload(inputs, payload).map(({ path, code, message }) => `${path} ${code} ${message}`)).toEqual(
    problems,
  );
});
