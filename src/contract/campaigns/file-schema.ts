// The JSON Schema (draft-07) of campaign files, made from the shapes of the contract. What a schema can say of the rules
// it says: which fields need or exclude each other. `campaign lint` finds the rest.

import { durationPattern } from '../durations.ts';
import { type JsonObject, objectAt } from '../json.ts';
import { choice, describedBy, fileSchema, OWN_KEYS_SCHEMA, optionsOf, wordsAt } from '../json-schema.ts';
import { relationSchemas } from '../relations.ts';
import { CampaignInput } from './endpoints.ts';
import { AI_CHANNELS, CHANNEL_OF, ORDER_OPERATORS, STEP_TYPES, type StepType } from './enums.ts';
import { MESSAGE_RELATIONS, STEP_RELATIONS } from './relations.ts';
import { DURATION_FIELDS, stepTitle } from './steps.ts';

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

function stepDefinition(definition: JsonObject, type: StepType): JsonObject {
  const about = ABOUT_STEP[type];
  const channel = Object.entries(CHANNEL_OF).find(([name]) => name === type)?.[1];
  const described = { ...definition, description: about };
  if (type === 'network_message_bundle') {
    const properties = objectAt(definition, 'properties');
    const messages = objectAt(properties, 'messages');
    const items = { ...objectAt(messages, 'items'), allOf: relationSchemas(MESSAGE_RELATIONS) };
    return { ...described, properties: { ...properties, messages: { ...messages, items } } };
  }
  const relations = relationSchemas(STEP_RELATIONS[type] ?? {});
  return {
    ...described,
    ...(channel !== undefined && { $comment: `aiMessageId: channel ${channel}` }),
    ...(relations.length > 0 && { allOf: relations }),
  };
}

/** The union of condition shapes, distinguished by their type; an order needs a number or a date. */
function conditionDefinition(union: JsonObject): JsonObject {
  const shapes = optionsOf(union);
  const typesOf = (shape: JsonObject) => wordsAt(shape, 'type');
  const lead = shapes.filter((shape) => typesOf(shape).includes('lead_field'));
  const rest = shapes.filter((shape) => !lead.includes(shape));
  const order = {
    if: { required: ['operator'], properties: { operator: { enum: ORDER_OPERATORS } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { properties: { value: { anyOf: [{ type: 'number' }, { type: 'string', pattern: ORDERED }] } } },
  };
  return choice('type', [
    ...rest.map((shape) => [typesOf(shape), shape] as const),
    [['lead_field'], { anyOf: lead, allOf: [order] }],
  ]);
}

const ORDERED = '^(\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)\\s*|[0-9]{4}-[0-9]{2}-[0-9]{2}(T.*)?)$';

/** The text form of a duration. */
function durationText(property: JsonObject): JsonObject {
  const whole = objectAt(objectAt(property, 'properties'), 'value')['type'] === 'integer';
  return { type: 'string', pattern: durationPattern(wordsAt(property, 'unit'), whole) };
}

/** The schema of a campaign file: what a create takes, durations as text too, `x-…` keys for anchors, `$schema`. */
export function campaignFileSchema(): JsonObject {
  const described = describedBy(ABOUT_FIELD);
  const root = fileSchema(CampaignInput, (key, property) => {
    if (Object.hasOwn(DURATION_FIELDS, key)) return described(key, { anyOf: [property, durationText(property)] });
    return key === 'condition' ? conditionDefinition(property) : described(key, property);
  });
  const { $schema: draft, ...campaign } = root;
  const definitions = objectAt(root, 'definitions');
  const steps = STEP_TYPES.map((type) => {
    const name = `${stepTitle(type)}Step`;
    return [name, stepDefinition(objectAt(definitions, name), type)] as const;
  });
  const types = STEP_TYPES.map((type) => [[type], { $ref: `#/definitions/${stepTitle(type)}Step` }] as const);
  return {
    $schema: draft,
    title: 'Campaign',
    description: 'An outreach campaign for reach: `reach campaign lint`, `graph`, `create`.',
    ...campaign,
    properties: { $schema: { type: 'string' }, ...objectAt(root, 'properties') },
    patternProperties: OWN_KEYS_SCHEMA,
    definitions: { ...definitions, Step: choice('type', types), ...Object.fromEntries(steps) },
  };
}
