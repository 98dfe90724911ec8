// Scenario files: what is given, what happens, what is expected. Only checks of files and `reach schema` load it.

import * as z from 'zod';
import { ENROLMENT_STATUSES } from '../../contract/campaigns/enums.ts';
import { durationMs, parseDuration } from '../../contract/durations.ts';
import { CHANNELS } from '../../contract/inbox/enums.ts';
import { type JsonObject, objectAt } from '../../contract/json.ts';
import { fileSchema } from '../../contract/json-schema.ts';
import { RUN_STATUSES, SIGNAL_KINDS, STEP_STATUSES } from '../../contract/workflows/enums.ts';
import { SCENARIO_EVENTS } from './words.ts';

const Text = z.string().min(1).max(10_000);
const Name = z.string().trim().min(1).max(200).describe('A name, as the workspace has it.');
const Who = Name.describe('A contact: email address, or first and last name.');
const Count = z.int().min(0);
const isDuration = (text: string) => durationMs(parseDuration(text) ?? { value: 0, unit: 'days' }) > 0;

const Duration = z
  .string()
  .refine(isDuration, 'must be a duration such as 90m, 2h or 3d')
  .describe('Such as 90m, 2h or 3d.');

const isZone = (zone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** `2026-12-24 09:00 Europe/Berlin`, or RFC 3339. */
function isMoment(text: string): boolean {
  const [, wall, zone] = /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}) (\S+)$/.exec(text) ?? [];
  if (wall !== undefined && zone !== undefined) return isZone(zone) && isMoment(`${wall.replace(' ', 'T')}:00Z`);
  return z.iso.datetime({ offset: true }).safeParse(text).success;
}

const Moment = z
  .string()
  .refine(isMoment, 'must be a time such as 2026-12-24T09:00:00Z or 2026-12-24 09:00 Europe/Berlin')
  .describe('Such as 2026-12-24T09:00:00Z, or 2026-12-24 09:00 Europe/Berlin.');

/** Exactly one key: what the entry is. */
function oneOf<T extends z.core.$ZodLooseShape>(shape: T, what: string) {
  return z
    .strictObject(shape)
    .partial()
    .refine((value) => Object.keys(value).length === 1, `must have exactly one key: ${what}`)
    .meta({ minProperties: 1, maxProperties: 1 });
}

const Person = z.strictObject({ name: Name, email: z.email() });

const ContactEntry = z
  .object({
    list: Name.optional().describe('The list it is put in; created where there is none.'),
    file: Text.optional().describe('A CSV file with contacts, in place of fields.'),
  })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.unknown())]))
  .refine(({ file, list, ...fields }) => file === undefined || Object.keys(fields).length === 0, {
    message: 'a file has no fields beside it, only list',
  });

const BEGINNINGS = ['sample', 'snapshot', 'twin'] as const;

const Preparation = z
  .strictObject({
    now: Moment.optional().describe('When the scenario begins; 2026-01-05T09:00:00Z, a Monday, unless given.'),
    folder: Text.optional().describe('The outreach folder to apply: at this path, or the one around it.'),
    sample: z.literal(true).optional().describe('Begin with the sample workspace, not with an empty one.'),
    snapshot: Text.optional().describe('Begin with a snapshot: a file of `reach local snapshot`.'),
    twin: Name.optional().describe('Begin with a twin: a profile of `reach local clone`.'),
    contacts: z.array(ContactEntry).max(10_000).optional(),
    identities: z.array(Person).min(1).max(100).optional().describe('The senders; an empty workspace has one, Admin.'),
    owners: z.array(Person).max(100).optional().describe('Owners of tasks; an empty workspace has none.'),
    tags: z.array(Name).max(100).optional(),
    features: z.record(z.string(), z.boolean()).optional().describe('Switches of `reach local feature`.'),
  })
  .refine(
    (given) => BEGINNINGS.filter((name) => given[name] !== undefined).length < 2,
    'begins with sample, snapshot or twin, not with several',
  );

const OfContact = z.strictObject({ contact: Who });
const ContactEvents = {
  email_opened: OfContact,
  email_clicked: OfContact,
  network_message_viewed: OfContact,
  connection_accepted: OfContact,
  task_completed: OfContact,
  replied: OfContact,
  bounced: OfContact,
  unsubscribed: OfContact,
};
const EventShape = {
  ...ContactEvents,
  replied: OfContact.extend({ text: Text.optional(), subject: Text.optional() }),
  webhook: z.strictObject({ workflow: Name, payload: z.record(z.string(), z.unknown()).optional() }),
  signal: z.strictObject({
    kind: z.enum(SIGNAL_KINDS),
    contact: Who.optional(),
    company: Name.optional(),
    list: Name.optional(),
    field: Name.optional(),
  }),
};

const MessageShape = {
  to: Who.optional(),
  channel: z.enum(CHANNELS).optional(),
  campaign: Name.optional(),
  subject: Text.optional(),
  contains: Text.optional(),
  owner: Name.optional().describe('Of a task: its owner.'),
  on: z
    .string()
    .refine(
      (text) => /^day [1-9][0-9]{0,4}$/.test(text) || z.iso.date().safeParse(text).success,
      'must be such as day 4 or 2026-01-08',
    )
    .optional()
    .describe('day 4, the first being day 1, or a date in UTC.'),
};

const Step = z
  .union([z.int().min(1), z.string().regex(/^steps(\[\d+\]|\.on\w+)+$/, 'must be a number, or steps[1].onTrue[0]')])
  .describe('Its number in reading order, branches included, from 1; or its path, steps[1].onTrue[0].');

const isWord = (text: string) => text === 'idle' || SCENARIO_EVENTS.includes(text);

const UntilEvent = z
  .strictObject({
    campaign: Name,
    contact: Who,
    step: Step,
    run: z.strictObject({ workflow: Name }),
    message: z.strictObject(MessageShape),
    ...ContactEvents,
  })
  .partial()
  .refine(
    ({ campaign, contact, step, ...others }) =>
      campaign === undefined
        ? contact === undefined && step === undefined && Object.keys(others).length === 1
        : Object.keys(others).length === 0,
    'must be { campaign, contact, step }, or one of message, run and what contacts do',
  );

export const Until = z.union([
  z
    .string()
    .refine((text) => isWord(text) || isMoment(text), {
      error: `must be idle, an event (${SCENARIO_EVENTS.join(', ')}), or a time such as 2026-12-24 09:00 Europe/Berlin`,
    })
    .describe('idle: until nothing is left to do; else an event, or a time.'),
  UntilEvent,
]);
export type Until = z.output<typeof Until>;

const When = oneOf(
  {
    start: z
      .strictObject({ campaign: Name, list: Name, contacts: z.array(Who), from: Name })
      .partial({ list: true, contacts: true, from: true })
      .describe('Adds a list, or contacts, to a campaign and starts it; from: the sender of a campaign without one.'),
    advance: Duration.describe('Moves the clock on.'),
    until: Until,
    event: oneOf(EventShape, Object.keys(EventShape).join(', ')),
    run: z.strictObject({ workflow: Name, input: z.record(z.string(), z.unknown()).optional() }),
    approve: z.strictObject({ workflow: Name, contacts: z.array(Who).min(1).optional() }),
    reject: z.strictObject({ workflow: Name, contacts: z.array(Who).min(1).optional() }),
    fault: z.strictObject({
      endpoint: Text,
      status: z.int().min(400).max(599).optional(),
      times: z.int().positive().optional(),
      drop: z.enum(['before', 'after']).optional(),
    }),
    command: z.union([
      Text.describe('A command line without `reach`; it must end with exit code 0.'),
      z.strictObject({
        run: Text,
        exit: z.int().min(0).max(255).optional(),
        stdout: Text.optional().describe('A part of its standard output.'),
        stderr: Text.optional(),
      }),
    ]),
  },
  'start, advance, until, event, run, approve, reject, fault or command',
);

// An expectation that says nothing would hold of everything.
const withOneOf = (...keys: readonly string[]) =>
  [
    (value: object) => Object.keys(value).some((key) => keys.includes(key)),
    `must have one of ${keys.join(', ')}`,
  ] as const;
const FILLED = [(value: object) => Object.keys(value).length > 0, 'must not be empty'] as const;

const Range = z.union([
  Count,
  z
    .strictObject({ min: Count, max: Count })
    .partial()
    .refine(({ min = 0, max }) => max === undefined || min <= max, 'max must be at least min')
    .refine(...FILLED),
]);

const Values = z.record(z.string(), z.unknown()).refine(...FILLED);
const Counts = z.partialRecord(z.enum(STEP_STATUSES), Count).refine(...FILLED);
const CountsByStep = z.record(z.string(), Counts).refine(...FILLED);

const Expectation = oneOf(
  {
    message: z.strictObject({ ...MessageShape, count: Count.optional() }),
    no_message: z.strictObject(MessageShape),
    contact: z.strictObject({
      who: Who,
      campaign: Name.optional(),
      status: z.enum(ENROLMENT_STATUSES).optional(),
      step: Step.optional().describe('The last step that was carried out.'),
      reason: Text.optional(),
      fields: Values.optional(),
    }),
    run: z.strictObject({
      workflow: Name,
      status: z.enum(RUN_STATUSES).optional(),
      count: Count.optional().describe('How many runs there were; the others are about the last one.'),
      records: Counts.optional(),
      steps: CountsByStep.optional(),
    }),
    messages: z
      .strictObject({
        campaign: Name.optional(),
        channel: z.enum(CHANNELS).optional(),
        total: Range.optional(),
        per_day: Range.optional(),
        per_contact: Range.optional(),
      })
      .refine(...withOneOf('total', 'per_day', 'per_contact')),
    list: z
      .strictObject({
        name: Name,
        has: z.array(Who).min(1).optional(),
        lacks: z.array(Who).min(1).optional(),
        count: Count.optional(),
      })
      .refine(...withOneOf('has', 'lacks', 'count')),
  },
  'message, no_message, contact, run, messages or list',
);
export type Expectation = z.output<typeof Expectation>;

export const Scenario = z.strictObject({
  name: z.string().trim().min(1).max(300),
  seed: z
    .union([z.int(), z.string().max(100)])
    .optional()
    .describe('Another seed, other random splits and people.'),
  people: z.enum(['natural', 'none']).optional().describe('natural: contacts open, click and accept by themselves.'),
  given: Preparation.optional(),
  when: z.array(When).min(1).max(1000),
  expect: z.array(Expectation).min(1).max(1000),
});
export type Scenario = z.output<typeof Scenario>;
export type ScenarioStep = Scenario['when'][number];
export type ScenarioEvent = NonNullable<ScenarioStep['event']>;
export type ExpectedMessage = NonNullable<Expectation['no_message']>;

// The JSON Schema (draft-07) of scenario files. `reach test` and `reach lint` check a file by the same shapes.

export function scenarioFileSchema(): JsonObject {
  const { $schema: draft, ...shape } = fileSchema(Scenario);
  return {
    $schema: draft,
    title: 'Scenario',
    description: 'What is given, what happens, what is expected: `reach test` plays it on a service in memory.',
    ...shape,
    properties: { $schema: { type: 'string' }, ...objectAt(shape, 'properties') },
    patternProperties: { '^x-': true },
  };
}
