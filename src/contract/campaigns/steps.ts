// The shapes of campaign steps, as written and as read. Which fields of a step need or exclude each other: relations.ts.

import * as z from 'zod';
import { AnyId, AnyIdInput, filledText, ignored, Reference, undocumented } from '../common.ts';
import { LIMITS } from '../limits.ts';
import { schemaNotes } from '../schema-parts.ts';
import {
  ACCEPTANCE_UNITS,
  type BranchKey,
  branchKeysOf,
  CONTENT_TYPES,
  DELAY_UNITS,
  EMPTINESS_OPERATORS,
  INSTANT_CONDITIONS,
  REACTION_TYPES,
  STEP_TYPES,
  type StepType,
  TASK_TYPES,
  TIMED_CONDITIONS,
  VALUE_OPERATORS,
  WAIT_UNITS,
} from './enums.ts';

/** Of voices, owners and AI messages. */
const reference = undocumented(Reference, 'the kind of these ids is not shown').optional();

const Delay = undocumented(
  z.strictObject({ value: z.int().min(1), unit: z.enum(DELAY_UNITS) }),
  'the interface names delay and does not show its shape',
).register(schemaNotes, { example: '{ value: 2, unit: days }' });
const WaitFor = z
  .strictObject({ value: z.number().positive(), unit: z.enum(WAIT_UNITS) })
  .register(schemaNotes, { example: '{ value: 36, unit: hours }' });
const WaitForAcceptance = z
  .strictObject({ value: z.int().min(LIMITS.acceptanceDaysMin), unit: z.enum(ACCEPTANCE_UNITS) })
  .register(schemaNotes, { example: '{ value: 5, unit: days }' });

export const DURATION_FIELDS = { delay: Delay, waitFor: WaitFor, waitForAcceptance: WaitForAcceptance };

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.number().min(min).max(max);

const VoiceSettings = z.strictObject({
  voiceSpeed: within(LIMITS.voiceSpeed).optional(),
  voiceStability: within(LIMITS.voiceStability).optional(),
  /** A preset such as `none` or `office`. */
  backgroundNoise: filledText(LIMITS.campaignNameMax).optional(),
  backgroundVolume: within(LIMITS.backgroundVolume).optional(),
});

const content = filledText(LIMITS.stepContentMax).optional();
const delay = Delay.optional();
const aiMessageId = reference;
/** A URL or a storage key. */
const attachment = filledText(LIMITS.stepLineMax).optional();
const attachmentName = filledText(LIMITS.stepLineMax).optional();
const contentType = z.enum(CONTENT_TYPES).optional();

const leadField = { type: z.literal('lead_field'), field: filledText(LIMITS.campaignNameMax) };

/** The conditions by how they are decided. */
export const CONDITIONS = {
  instant: z.strictObject({ type: z.enum(INSTANT_CONDITIONS) }),
  timed: z.strictObject({ type: z.enum(TIMED_CONDITIONS), waitFor: WaitFor }),
  comparison: z.strictObject({
    ...leadField,
    operator: z.enum(VALUE_OPERATORS),
    value: undocumented(
      z.union([filledText(LIMITS.campaignTextMax), z.number(), z.boolean()]),
      'the interface does not show the type of a value',
    ),
  }),
  emptiness: z.strictObject({
    ...leadField,
    operator: z.enum(EMPTINESS_OPERATORS),
    value: undocumented(z.unknown().optional(), 'not needed: ignored'),
  }),
};

export const Condition = z.lazy(() =>
  z
    .union([CONDITIONS.instant, CONDITIONS.timed, CONDITIONS.comparison, CONDITIONS.emptiness])
    .register(schemaNotes, { example: '{ type: has_professional_email }' }),
);
export type Condition = z.output<typeof Condition>;

/** Fields of each step type but `type`, the branches and what only reading shows. */
export const STEP_FIELDS = {
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
    voiceId: reference,
    voiceSettings: VoiceSettings.optional(),
    attachment,
    attachmentName,
    contentType: z.literal('AUDIO').optional(),
    delay,
  },
  network_inmail: { subject: filledText(LIMITS.stepSubjectMax).optional(), content, delay, aiMessageId },
  network_visit_profile: { delay },
  network_like_last_post: {
    reactionType: z.enum(REACTION_TYPES).optional(),
    delay,
  },
  whatsapp_message: { content: filledText(LIMITS.stepContentMax), delay },
  condition: { condition: Condition },
  network_connection: { waitForAcceptance: WaitForAcceptance.optional(), content, aiMessageId, delay },
  task: {
    taskType: undocumented(z.enum(TASK_TYPES), 'the values are not shown'),
    title: filledText(LIMITS.stepSubjectMax),
    note: z.string().max(LIMITS.campaignTextMax).optional(),
    ownerId: reference,
    delay,
  },
  add_to_another_campaign: { campaignId: AnyIdInput, delay },
  end: {},
} as const satisfies Readonly<Record<StepType, z.ZodRawShape>>;

type Own<T extends StepType> = { type: T } & (T extends 'end'
  ? unknown
  : z.output<z.ZodObject<(typeof STEP_FIELDS)[T]>>);
type Branches<B extends BranchKey, X> = { [K in B]?: StepWith<X>[] | undefined };

/** A step with its branches; every step of them carries `X` as well. */
export type StepWith<X> =
  | ({ [T in StepType]: Own<T> }[Exclude<StepType, 'condition' | 'network_connection'>] & X)
  | (Own<'condition'> & X & Branches<'onTrue' | 'onFalse', X>)
  | (Own<'network_connection'> & X & Branches<'onAccepted' | 'onNotAccepted', X>);

export type Step = StepWith<unknown>;

/** What reading adds: whose step it is, its place, and the place that comes after it; null where the path ends. */
export type StepRecord = StepWith<{ stepId: number; connectionId: number; nextConnectionId: number | null }>;

/** `EmailStep`, as JSON Schemas call the shape of a type. */
export const stepTitle = (type: StepType) =>
  type
    .split('_')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

/** The union over all step types; `name` distinguishes the written and the read one in documents. */
function stepUnion(name: string, extra: z.ZodRawShape, step: () => z.ZodType): z.ZodType {
  const branch = z.lazy(() => z.array(step()).min(1)).optional();
  const shape = (type: StepType) => {
    const branches = Object.fromEntries(branchKeysOf(type).map((key) => [key, branch]));
    return z
      .strictObject({ type: z.literal(type), ...STEP_FIELDS[type], ...branches, ...extra })
      .meta({ id: `${stepTitle(type)}${name}` });
  };
  const [first, ...others] = STEP_TYPES;
  return z.discriminatedUnion('type', [shape(first), ...others.map(shape)]);
}

/** What a read adds to each step. */
export const stepReadOnly = { stepId: ignored, connectionId: ignored, nextConnectionId: ignored };

export const Step: z.ZodType<Step> = z
  .lazy(() => stepUnion('Step', stepReadOnly, () => Step))
  .meta({ id: 'Step' }) as z.ZodType<Step>;

export const StepRecord: z.ZodType<StepRecord> = z
  .lazy(() =>
    stepUnion(
      'StepRecord',
      {
        stepId: AnyId,
        connectionId: AnyId,
        nextConnectionId: undocumented(AnyId.nullable(), 'null where the path ends here'),
      },
      () => StepRecord,
    ),
  )
  .meta({ id: 'StepRecord' }) as z.ZodType<StepRecord>;
