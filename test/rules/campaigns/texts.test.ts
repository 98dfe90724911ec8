// Durations, placeholders, dates of steps, statuses: the small rules, by table.

import { describe, expect, test } from 'vitest';
import { campaignFileSchema } from '../../../src/contract/campaigns/file-schema.ts';
import { durationText, parseDuration } from '../../../src/contract/durations.ts';
import { filledFor } from '../../../src/rules/campaigns/messages.ts';
import { fieldOfPlaceholder, storedText, tokensOf, writtenText } from '../../../src/rules/campaigns/placeholders.ts';
import { mayBecome } from '../../../src/rules/campaigns/status.ts';
import { dayText, timelineOf } from '../../../src/rules/campaigns/timeline.ts';
import { readSteps } from '../../../src/rules/campaigns/tree.ts';
import { Problems } from '../../../src/rules/problem.ts';

/** The pattern of the text form of each duration, out of the JSON Schema. */
const patterns = new Map<string, string>();
JSON.stringify(campaignFileSchema(), (key, value) => {
  const text = value?.anyOf?.[1]?.pattern;
  if (key !== 'value' && typeof text === 'string') patterns.set(key, text);
  return value;
});

describe('durations as text', () => {
  test.each([
    ['2 days', { value: 2, unit: 'days' }],
    ['1 day', { value: 1, unit: 'days' }],
    ['36h', { value: 36, unit: 'hours' }],
    [' 1.5 hours ', { value: 1.5, unit: 'hours' }],
    ['90 secs', { value: 90, unit: 'seconds' }],
    ['30min', { value: 30, unit: 'minutes' }],
    ['2 weeks', { value: 14, unit: 'days' }],
    ['2', null],
    ['2 dayz', null],
    ['2 Days', null],
    ['-2 days', null],
    ['2 days 3 hours', null],
    ['two days', null],
    ['', null],
  ])('%j', (text, span) => expect(parseDuration(text)).toEqual(span));

  test.each([
    [{ value: 1, unit: 'days' } as const, '1 day'],
    [{ value: 1.5, unit: 'hours' } as const, '1.5 hours'],
  ])('%j is written %j', (span, text) => expect([durationText(span), parseDuration(text)]).toEqual([text, span]));

  test.each([
    ['delay', '2 days', true],
    ['delay', '2.0 days', true],
    ['delay', '1.5 days', false],
    ['delay', '0 days', false],
    ['delay', '0.0 days', false],
    ['delay', '90 seconds', false],
    ['waitFor', '0.5 hours', true],
    ['waitFor', '90 seconds', true],
    ['waitFor', '0.0 hours', false],
    ['waitForAcceptance', '1 week', true],
    ['waitForAcceptance', '24 hours', false],
  ] as const)('the schema for %s: %j is in order: %s', (field, text, isInOrder) => {
    const pattern = patterns.get(field) ?? '';
    expect(new RegExp(pattern).test(text)).toBe(isInOrder);
  });
});

describe('placeholders', () => {
  test.each([
    ['Hi {firstName}', [['placeholder', 'firstName', 3]]],
    ['{{firstName}}', [['double', 'firstName', 0]]],
    [
      '{{{firstName}}}',
      [
        ['lone', '', 0],
        ['double', 'firstName', 1],
        ['lone', '', 14],
      ],
    ],
    [
      '{} { } {{}}',
      [
        ['lone', '', 0],
        ['lone', ' ', 3],
        ['lone', '', 7],
      ],
    ],
    ['a { b } c', [['placeholder', ' b ', 2]]],
    [
      '{a{b}',
      [
        ['lone', '', 0],
        ['placeholder', 'b', 2],
      ],
    ],
    ['no braces', []],
  ])('%j', (text, wanted) => {
    expect(tokensOf(text).map(({ kind, name, start }) => [kind, name, start])).toEqual(wanted);
  });

  test.each([
    [
      '{company} {companyName} {companyDomain} {firstName}',
      '{name} {name} {domain} {firstName}',
      '{companyName} {companyName} {companyDomain} {firstName}',
    ],
    ['{{company}} {Company} company', '{{company}} {Company} company', '{{company}} {Company} company'],
  ])('%j is stored as %j and written as %j', (text, stored, written) => {
    expect([storedText(text), writtenText(storedText(text)), storedText(stored)]).toEqual([stored, written, stored]);
  });

  test.each([
    ['company', 'companyName'],
    ['name', 'companyName'],
    ['domain', 'companyDomain'],
    ['jobTitle', 'jobTitle'],
    ['identity.name', null],
  ])('{%s} reads the field %s', (name, field) => expect(fieldOfPlaceholder(name)).toBe(field));

  test('filled for a contact: values, what is missing, and what only the sender knows', () => {
    const values = new Map([
      ['firstName', 'Ada'],
      ['companyName', ''],
    ]);
    const { parts, missing } = filledFor(
      'Hi {firstName} of {company}, {jobTitle}! {identity.name} {',
      (field) => values.get(field) ?? null,
    );
    expect(parts.map(({ kind, text }) => `${kind}:${text}`)).toEqual([
      'text:Hi ',
      'value:Ada',
      'text: of ',
      'missing:company',
      'text:, ',
      'missing:jobTitle',
      'text:! ',
      'unknown:identity.name',
      'text: {',
    ]);
    expect(missing).toEqual(['company', 'jobTitle']);
  });
});

test('when steps happen: delays add up, events take until the end of their wait, ways come together', () => {
  const steps = readSteps(Problems.none(), [
    { type: 'email', content: 'x' },
    {
      type: 'condition',
      condition: { type: 'email_opened', waitFor: { value: 2, unit: 'days' } },
      onTrue: [{ type: 'task', delay: { value: 5, unit: 'hours' } }],
      onFalse: [{ type: 'email', delay: { value: 1, unit: 'days' } }, { type: 'end' }, { type: 'email' }],
    },
    { type: 'network_connection', waitForAcceptance: { value: 7, unit: 'days' } },
    { type: 'whatsapp_message', delay: { value: 30, unit: 'minutes' } },
  ]);
  const times = timelineOf(steps);
  const day = (at: (typeof steps)[number] | undefined) => {
    const when = at === undefined ? undefined : times.get(at);
    return when === undefined ? null : dayText(when);
  };
  const [first, branch, request, last] = steps;
  const [yes, no] = branch?.branches ?? [];
  expect([first, branch, yes?.steps[0], no?.steps[0], no?.steps[1], no?.steps[2], request, last].map(day)).toEqual([
    'day 1',
    'day 1',
    'day 1-3',
    'day 4',
    'day 4',
    null,
    'day 1-3',
    'day 1-10',
  ]);
});

test.each([
  ['DRAFT', 'ACTIVE', true],
  ['DRAFT', 'DRAFT', true],
  ['DRAFT', 'PAUSED', false],
  ['ACTIVE', 'PAUSED', true],
  ['PAUSED', 'ACTIVE', true],
  ['ACTIVE', 'COMPLETED', true],
  ['ACTIVE', 'DRAFT', false],
  ['PAUSED', 'DRAFT', true],
  ['COMPLETED', 'ACTIVE', true],
  ['COMPLETED', 'PAUSED', false],
] as const)('a campaign that is %s may become %s: %s', (from, to, may) => expect(mayBecome(from, to)).toBe(may));
