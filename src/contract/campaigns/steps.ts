// The shapes of campaign steps, as written and as read (SERVICE-API, Campaigns: step types, step rules, condition types).
// What needs another field or another step is a rule: `rules/campaigns`.

import * as z from 'zod';
import { chosen, Id } from '../common.ts';
import { LIMITS } from '../limits.ts';
import {
  ACCEPTANCE_UNITS,
  type BranchKey,
  CONTENT_TYPES,
  DELAY_UNITS,
  EMPTINESS_OPERATORS,
  INSTANT_CONDITIONS,
  REACTION_TYPES,
  type StepType,
  TASK_TYPES,
  TIMED_CONDITIONS,
  VALUE_OPERATORS,
  WAIT_UNITS,
} from './enums.ts';

/** Text with at least one character that is not white space. */
const filled = (most: number) => z.string().max(most).regex(/\S/, 'must not be empty');

/** Ids of voices, owners and AI messages: the interface does not show whether they are numbers or text. */
export const Reference = chosen(z.union([Id, filled(LIMITS.campaignNameMax)]), 'the kind of these ids is not shown');

const Delay = chosen(
  z.strictObject({ value: z.int().positive(), unit: z.enum(DELAY_UNITS) }),
  'the interface names delay and does not show its shape',
);
const WaitFor = z.strictObject({ value: z.number().positive(), unit: z.enum(WAIT_UNITS) });
const WaitForAcceptance = z.strictObject({
  value: z.int().min(LIMITS.acceptanceDaysMin),
  unit: z.enum(ACCEPTANCE_UNITS),
});

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.number().min(min).max(max);

const VoiceSettings = z.strictObject({
  voiceSpeed: within(LIMITS.voiceSpeed).optional(),
  voiceStability: within(LIMITS.voiceStability).optional(),
  /** A preset such as `none` or `office`. */
  backgroundNoise: filled(LIMITS.campaignNameMax).optional(),
  backgroundVolume: within(LIMITS.backgroundVolume).optional(),
});

const content = filled(LIMITS.stepContentMax).optional();
const delay = Delay.optional();
const aiMessageId = Reference.optional();
/** A URL or a storage key. */
const attachment = filled(LIMITS.stepLineMax).optional();
const attachmentName = filled(LIMITS.stepLineMax).optional();
const contentType = z.enum(CONTENT_TYPES).optional();

export const Condition = z.lazy(() =>
  z.union([
    z.strictObject({ type: z.enum(INSTANT_CONDITIONS) }),
    z.strictObject({ type: z.enum(TIMED_CONDITIONS), waitFor: WaitFor }),
    z.strictObject({
      type: z.literal('lead_field'),
      field: filled(LIMITS.campaignNameMax),
      operator: z.enum(VALUE_OPERATORS),
      value: chosen(
        z.union([filled(LIMITS.campaignTextMax), z.number(), z.boolean()]),
        'the interface does not show the type of a value',
      ),
    }),
    z.strictObject({
      type: z.literal('lead_field'),
      field: filled(LIMITS.campaignNameMax),
      operator: z.enum(EMPTINESS_OPERATORS),
      value: chosen(z.unknown().optional(), 'not needed: ignored'),
    }),
  ]),
);
export type Condition = z.output<typeof Condition>;

/** Fields of each step type but `type`, the branches and what only reading shows. */
const SHAPES = {
  email: { subject: z.string().max(LIMITS.stepSubjectMax).optional(), content, delay, aiMessageId },
  network_message: { content, attachment, attachmentName, contentType, delay, aiMessageId },
  network_message_bundle: {
    messages: z
      .array(z.strictObject({ content, attachment, attachmentName, contentType }))
      .min(1)
      .max(LIMITS.bundleMessages),
    delay,
  },
  network_voice_message: {
    content,
    voiceId: Reference.optional(),
    voiceSettings: VoiceSettings.optional(),
    attachment,
    attachmentName,
    contentType: z.literal('AUDIO').optional(),
    delay,
  },
  network_inmail: { subject: filled(LIMITS.stepSubjectMax).optional(), content, delay, aiMessageId },
  network_visit_profile: { delay },
  network_like_last_post: {
    reactionType: chosen(z.enum(REACTION_TYPES).optional(), 'the values are not shown for campaigns'),
    delay,
  },
  whatsapp_message: { content: filled(LIMITS.stepContentMax), delay },
  condition: { condition: Condition },
  network_connection: { waitForAcceptance: WaitForAcceptance.optional(), content, aiMessageId, delay },
  task: {
    taskType: chosen(z.enum(TASK_TYPES), 'the values are not shown'),
    title: filled(LIMITS.stepSubjectMax),
    note: z.string().max(LIMITS.campaignTextMax).optional(),
    ownerId: Reference.optional(),
    delay,
  },
  add_to_another_campaign: { campaignId: Id, delay },
  end: {},
} as const satisfies Readonly<Record<StepType, z.ZodRawShape>>;

type Own<T extends StepType> = { type: T } & (T extends 'end' ? unknown : z.output<z.ZodObject<(typeof SHAPES)[T]>>);
type Branches<B extends BranchKey, X> = { [K in B]?: StepWith<X>[] | undefined };

/** A step with its branches; every step of them carries `X` as well. */
export type StepWith<X> =
  | ({ [T in StepType]: Own<T> }[Exclude<StepType, 'condition' | 'network_connection'>] & X)
  | (Own<'condition'> & X & Branches<'onTrue' | 'onFalse', X>)
  | (Own<'network_connection'> & X & Branches<'onAccepted' | 'onNotAccepted', X>);

/** A step as written. */
export type Step = StepWith<unknown>;

/** What reading adds: whose step it is, its place, and the place that comes after it; null where the path ends. */
export interface StepIds {
  stepId: number;
  connectionId: number;
  nextConnectionId: number | null;
}

/** A step as read. */
export type StepRecord = StepWith<StepIds>;

const titleOf = (type: StepType) =>
  type
    .split('_')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

/** The union over all step types; `name` tells the written and the read one apart in documents. */
function stepUnion(name: string, extra: z.ZodRawShape, step: () => z.ZodType): z.ZodType {
  const branch = z.lazy(() => z.array(step()).min(1)).optional();
  const shape = <T extends StepType>(type: T, branches: z.ZodRawShape = {}) =>
    z
      .strictObject({ type: z.literal(type), ...SHAPES[type], ...branches, ...extra })
      .meta({ id: `${titleOf(type)}${name}` });
  return z.discriminatedUnion('type', [
    shape('email'),
    shape('network_message'),
    shape('network_message_bundle'),
    shape('network_voice_message'),
    shape('network_inmail'),
    shape('network_visit_profile'),
    shape('network_like_last_post'),
    shape('whatsapp_message'),
    shape('condition', { onTrue: branch, onFalse: branch }),
    shape('network_connection', { onAccepted: branch, onNotAccepted: branch }),
    shape('task'),
    shape('add_to_another_campaign'),
    shape('end'),
  ]);
}

/** Accepted and ignored, so that what was read can be sent back. */
const ignored = z.unknown().optional();

export const Step: z.ZodType<Step> = z
  .lazy(() => stepUnion('Step', { stepId: ignored, connectionId: ignored, nextConnectionId: ignored }, () => Step))
  .meta({ id: 'Step' }) as z.ZodType<Step>;

export const StepRecord: z.ZodType<StepRecord> = z
  .lazy(() =>
    stepUnion(
      'StepRecord',
      { stepId: Id, connectionId: Id, nextConnectionId: chosen(Id.nullable(), 'null where the path ends here') },
      () => StepRecord,
    ),
  )
  .meta({ id: 'StepRecord' }) as z.ZodType<StepRecord>;
