// The JSON Schema (draft-07) of campaign files, made from the shapes of the contract. What a schema can say of the rules
// it says: which fields need or exclude each other. The rest finds `campaign lint`.

import * as z from 'zod';
import { isObject } from '../json.ts';
import { CampaignInput } from './endpoints.ts';
import { AI_CHANNELS, CHANNEL_OF, CONDITION_TYPES, ORDER_OPERATORS, STEP_TYPES, type StepType } from './enums.ts';

type Json = Record<string, unknown>;

/** Patterns of friendly spans by field (`rules/campaigns/durations.ts`). */
export type SpanPatterns = Readonly<Record<'delay' | 'waitFor' | 'waitForAcceptance', string>>;

const needs = (...keys: string[]): Json => ({ required: keys });
const oneOf = (...choices: Json[]): Json => ({ anyOf: choices });
/** While `key` is there, the others must not be. */
const excludes = (key: string, ...others: string[]): Json => ({
  dependencies: { [key]: { properties: Object.fromEntries(others.map((other) => [other, false])) } },
});

/** Which fields of a step need or exclude each other (step types; step rules 2, 4, 5, 6). */
const RELATIONS: { readonly [T in StepType]?: readonly Json[] } = {
  email: [oneOf(needs('content'), needs('aiMessageId')), excludes('aiMessageId', 'content', 'subject')],
  network_message: [
    oneOf(needs('content'), needs('attachment'), needs('aiMessageId')),
    excludes('aiMessageId', 'content', 'attachment', 'attachmentName', 'contentType'),
  ],
  network_voice_message: [
    oneOf(needs('content', 'voiceId'), needs('attachment')),
    excludes('attachment', 'content', 'voiceId', 'voiceSettings'),
  ],
  network_inmail: [
    oneOf(needs('subject', 'content'), needs('aiMessageId')),
    excludes('aiMessageId', 'content', 'subject'),
  ],
  network_connection: [
    excludes('aiMessageId', 'content'),
    { dependencies: { onAccepted: ['waitForAcceptance'], onNotAccepted: ['waitForAcceptance'] } },
  ],
};

const ABOUT_STEP: Readonly<Record<StepType, string>> = {
  email: 'An email. The first one on every path needs a subject; without it, it is a reply in the thread.',
  network_message: 'A message on the network: content, an attachment, or both.',
  network_message_bundle: 'Several messages on the network, sent together.',
  network_voice_message: 'A voice message: synthesized from content and voiceId, or a recorded attachment.',
  network_inmail: 'An InMail, with a subject.',
  network_visit_profile: 'Visits the profile of the contact.',
  network_like_last_post: 'Reacts to the last post of the contact.',
  whatsapp_message: 'A WhatsApp message.',
  condition: 'Takes onTrue or onFalse. A branch that is left out goes straight on to the step after the condition.',
  network_connection: 'A connection request. With waitForAcceptance it takes onAccepted or onNotAccepted.',
  task: 'A task for a person.',
  add_to_another_campaign: 'Adds the contact to another campaign.',
  end: 'Stops the path here.',
};

const ABOUT_FIELD: Readonly<Record<string, string>> = {
  content: 'The text. {firstName}, {companyName}, {identity.name} and other contact field ids are filled in.',
  subject: 'The subject line; takes placeholders as content does.',
  delay: 'How long to wait before this step: { value: 2, unit: days }, or "2 days".',
  waitFor: 'How long to wait for the event: { value: 36, unit: hours }, or "36 hours".',
  waitForAcceptance: 'How many days to wait for the acceptance: { value: 5, unit: days }, or "5 days".',
  aiMessageId: `An AI message that writes the step, of its channel (${AI_CHANNELS.join(', ')}).`,
  attachment: 'A URL or a storage key.',
  voiceId: 'A voice of `reach campaign voices`.',
  ownerId: 'An owner of `reach campaign owners`; required in workspaces that have owners.',
  campaignId: 'The id of a campaign of the same workspace.',
  identityId: 'Who writes.',
};

function jsonAt(value: Json, key: string): Json {
  const inner = value[key];
  return isObject(inner) ? inner : {};
}

/** `if` the type is this, `then` that: an editor's message is then about the step that was meant, not about all 13. */
function byType(cases: readonly (readonly [types: readonly string[], schema: Json])[]): Json {
  return {
    type: 'object',
    required: ['type'],
    properties: { type: { enum: cases.flatMap(([types]) => types) } },
    allOf: cases.map(([types, schema]) => ({
      if: { required: ['type'], properties: { type: types.length === 1 ? { const: types[0] } : { enum: types } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: schema,
    })),
  };
}

/** Walks the whole schema; `change` gets each named property. Reasons of our own are no part of a file's schema. */
function changed(value: unknown, change: (key: string, property: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (!isObject(value)) return value;
  const kept: Json = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'x-chosen') continue;
    const walked = changed(inner, change);
    kept[key] =
      key === 'properties' && isObject(walked)
        ? Object.fromEntries(
            Object.entries(walked).map(([name, one]) => [name, isObject(one) ? change(name, one) : one]),
          )
        : walked;
  }
  return kept;
}

const typeName = (type: string): string => type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function stepDefinition(definition: Json, type: StepType): Json {
  const about = ABOUT_STEP[type];
  const channel = Object.entries(CHANNEL_OF).find(([name]) => name === type)?.[1];
  const described = { ...definition, description: about };
  if (type === 'network_message_bundle') {
    const properties = jsonAt(definition, 'properties');
    const messages = jsonAt(properties, 'messages');
    const items = { ...jsonAt(messages, 'items'), ...oneOf(needs('content'), needs('attachment')) };
    return { ...described, properties: { ...properties, messages: { ...messages, items } } };
  }
  const relations = RELATIONS[type];
  return {
    ...described,
    ...(channel !== undefined && { $comment: `aiMessageId: channel ${channel}` }),
    ...(relations !== undefined && { allOf: relations }),
  };
}

/** The union of condition shapes, told apart by their type; an order needs a number or a date. */
function conditionDefinition(union: Json): Json {
  const shapes = Array.isArray(union['anyOf']) ? union['anyOf'].filter(isObject) : [];
  const typesOf = (shape: Json): readonly string[] => {
    const type = jsonAt(jsonAt(shape, 'properties'), 'type');
    return CONDITION_TYPES.filter(
      (name) => type['const'] === name || (Array.isArray(type['enum']) && type['enum'].includes(name)),
    );
  };
  const lead = shapes.filter((shape) => typesOf(shape).includes('lead_field'));
  const rest = shapes.filter((shape) => !lead.includes(shape));
  const order = {
    if: { required: ['operator'], properties: { operator: { enum: ORDER_OPERATORS } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { properties: { value: { anyOf: [{ type: 'number' }, { type: 'string', pattern: ORDERED }] } } },
  };
  return byType([
    ...rest.map((shape) => [typesOf(shape), shape] as const),
    [['lead_field'], { anyOf: lead, allOf: [order] }],
  ]);
}

const ORDERED = '^(\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)\\s*|[0-9]{4}-[0-9]{2}-[0-9]{2}(T.*)?)$';

/** The schema of a campaign file: what a create takes, spans as text too, `x-…` keys for anchors, `$schema`. */
export function campaignFileSchema(spans: SpanPatterns): Json {
  const made = z.toJSONSchema(CampaignInput, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  const schema = changed(made, (key, property) => {
    const description = ABOUT_FIELD[key];
    const about = description === undefined ? {} : { description };
    if (key === 'delay' || key === 'waitFor' || key === 'waitForAcceptance') {
      return { ...about, anyOf: [property, { type: 'string', pattern: spans[key] }] };
    }
    return key === 'condition' ? conditionDefinition(property) : { ...property, ...about };
  });
  const root = isObject(schema) ? schema : {};
  const { $schema: draft, ...campaign } = root;
  const definitions = jsonAt(root, 'definitions');
  const steps = STEP_TYPES.map((type) => {
    const name = `${typeName(type)}Step`;
    return [name, stepDefinition(jsonAt(definitions, name), type)] as const;
  });
  const choice = STEP_TYPES.map((type) => [[type], { $ref: `#/definitions/${typeName(type)}Step` }] as const);
  return {
    $schema: draft,
    title: 'Campaign',
    description: 'An outreach campaign for reach: `reach campaign lint`, `graph`, `create`.',
    ...campaign,
    properties: { $schema: { type: 'string' }, ...jsonAt(root, 'properties') },
    patternProperties: { '^x-': true },
    definitions: { ...definitions, Step: byType(choice), ...Object.fromEntries(steps) },
  };
}
