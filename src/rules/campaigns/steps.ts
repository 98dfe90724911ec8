// One step by itself: which fields its type has, which it needs, and which exclude each other (Step types, rules 2-7).

import {
  CONTENT_TYPES,
  REACTION_TYPES,
  STEP_READ_ONLY,
  type StepType,
  TASK_TYPES,
} from '../../contract/campaigns/enums.ts';
import { withArticle } from '../../contract/english.ts';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { At, Problems } from '../problem.ts';
import {
  checkFields,
  checkId,
  checkKeys,
  checkNumber,
  checkReference,
  checkRequired,
  checkText,
  checkWord,
  given,
  has,
  kindOf,
} from '../shape.ts';
import { checkCondition } from './conditions.ts';
import { checkDuration } from './durations.ts';
import { checkPlaceholders, type FieldNames, tokensOf } from './placeholders.ts';
import { branchKeysOf, type StepNode } from './tree.ts';

/** JsonObject of each type; every step also has `type` and what reading adds. */
export const FIELDS_OF: Readonly<Record<StepType, readonly string[]>> = {
  email: ['subject', 'content', 'delay', 'aiMessageId'],
  network_message: ['content', 'attachment', 'attachmentName', 'contentType', 'delay', 'aiMessageId'],
  network_message_bundle: ['messages', 'delay'],
  network_voice_message: [
    ...['content', 'voiceId', 'voiceSettings', 'attachment', 'attachmentName', 'contentType'],
    'delay',
  ],
  network_inmail: ['subject', 'content', 'delay', 'aiMessageId'],
  network_visit_profile: ['delay'],
  network_like_last_post: ['reactionType', 'delay'],
  whatsapp_message: ['content', 'delay'],
  condition: ['condition'],
  network_connection: ['waitForAcceptance', 'content', 'aiMessageId', 'delay'],
  task: ['taskType', 'title', 'note', 'ownerId', 'delay'],
  add_to_another_campaign: ['campaignId', 'delay'],
  end: [],
};

const MESSAGE_FIELDS = ['content', 'attachment', 'attachmentName', 'contentType'];

interface Place {
  readonly problems: Problems;
  readonly at: At;
  readonly type: StepType;
  readonly names: FieldNames;
}

type Check = (value: unknown, place: Place) => void;

/** Each field is checked the same way on every type that has it. */
const CHECKS: Readonly<Record<string, Check>> = {
  subject: (value, { problems, at, type, names }) => {
    checkText(problems, at, value, { most: LIMITS.stepSubjectMax, blank: type === 'email' });
    if (typeof value === 'string') checkPlaceholders(problems, at, value, names);
  },
  content: (value, { problems, at, names }) => {
    checkText(problems, at, value, { most: LIMITS.stepContentMax });
    if (typeof value === 'string') checkPlaceholders(problems, at, value, names);
  },
  delay: (value, { problems, at }) => checkDuration(problems, at, value, 'delay'),
  aiMessageId: (value, { problems, at }) => checkReference(problems, at, value),
  attachment: (value, { problems, at }) => checkText(problems, at, value, { most: LIMITS.stepLineMax }),
  attachmentName: (value, { problems, at }) => checkText(problems, at, value, { most: LIMITS.stepLineMax }),
  contentType: (value, { problems, at, type }) =>
    checkWord(problems, at, value, type === 'network_voice_message' ? ['AUDIO'] : CONTENT_TYPES),
  messages: checkMessages,
  voiceId: (value, { problems, at }) => checkReference(problems, at, value),
  voiceSettings: checkVoiceSettings,
  reactionType: (value, { problems, at }) => checkWord(problems, at, value, REACTION_TYPES),
  condition: (value, { problems, at, names }) => checkCondition(problems, at, value, names),
  waitForAcceptance: (value, { problems, at }) => checkDuration(problems, at, value, 'waitForAcceptance'),
  taskType: (value, { problems, at }) => checkWord(problems, at, value, TASK_TYPES),
  title: (value, { problems, at, names }) => {
    checkText(problems, at, value, { most: LIMITS.stepSubjectMax });
    warnOfPlaceholders(problems, at, value, names);
  },
  note: (value, { problems, at, names }) => {
    checkText(problems, at, value, { most: LIMITS.campaignTextMax, blank: true });
    warnOfPlaceholders(problems, at, value, names);
  },
  ownerId: (value, { problems, at }) => checkReference(problems, at, value),
  campaignId: (value, { problems, at }) => checkId(problems, at, value),
};

/** Everything about a step that its own fields tell. Its branches are checked as steps of their own. */
export function checkStep(problems: Problems, node: StepNode, names: FieldNames): void {
  const { at, type, fields } = node;
  if (type === null) return;
  const own = FIELDS_OF[type];
  checkKeys(problems, at, fields, ['type', ...own, ...branchKeysOf(type)], withArticle(type), STEP_READ_ONLY);
  for (const key of own) {
    if (has(fields, key)) CHECKS[key]?.(given(fields, key), { problems, at: [...at, key], type, names });
  }
  checkNeeds(problems, node, type);
}

function checkNeeds(problems: Problems, { at, fields, branches }: StepNode, type: StepType): void {
  const need = (key: string, why: string) => checkRequired(problems, at, fields, key, why);
  if (has(fields, 'aiMessageId') && FIELDS_OF[type].includes('aiMessageId')) {
    checkAiAlone(problems, at, fields, type);
    checkConnection(problems, at, fields, type, branches.length > 0);
    return;
  }
  switch (type) {
    case 'email':
      need('content', 'an email needs content or aiMessageId');
      break;
    case 'network_inmail':
      need('subject', 'a network_inmail needs subject and content, or aiMessageId');
      need('content', 'a network_inmail needs subject and content, or aiMessageId');
      break;
    case 'network_message':
      if (!has(fields, 'attachment')) need('content', 'a network_message needs content, attachment or aiMessageId');
      warnOfBareAttachmentFields(problems, at, fields);
      break;
    case 'network_message_bundle':
      need('messages', 'a network_message_bundle needs messages: a list with at least one message');
      break;
    case 'network_voice_message':
      checkVoiceMessage(problems, at, fields);
      break;
    case 'whatsapp_message':
      need('content', 'a whatsapp_message needs content');
      break;
    case 'condition':
      need('condition', 'a condition needs a condition, such as { type: has_professional_email }');
      if (branches.length === 0) {
        problems.warn(at, 'no_effect', 'this condition has no branch: give it onTrue, onFalse, or both');
      }
      break;
    case 'task':
      need('taskType', `a task needs a taskType: ${TASK_TYPES.join(', ')}`);
      need('title', 'a task needs a title');
      break;
    case 'add_to_another_campaign':
      need('campaignId', 'an add_to_another_campaign needs the campaignId of the other campaign');
      break;
    case 'network_connection':
      checkConnection(problems, at, fields, type, branches.length > 0);
      break;
    case 'network_visit_profile':
    case 'network_like_last_post':
    case 'end':
      break;
  }
}

/** An AI message writes the whole message: nothing manual may stand beside it (step rule 6). */
function checkAiAlone(problems: Problems, at: At, fields: JsonObject, type: StepType): void {
  for (const key of ['subject', ...MESSAGE_FIELDS]) {
    if (!has(fields, key) || !FIELDS_OF[type].includes(key)) continue;
    const why = key === 'subject' ? 'the AI message writes the subject too' : 'the AI message writes it';
    problems.error([...at, key], 'exclusive', `${key} cannot stand beside aiMessageId: ${why}`);
  }
}

/** Branches tell what happens in time or too late, so they need the time (chosen); without both, it is just sent. */
function checkConnection(problems: Problems, at: At, fields: JsonObject, type: StepType, branches: boolean): void {
  if (type !== 'network_connection' || !branches || has(fields, 'waitForAcceptance')) return;
  const why = 'onAccepted and onNotAccepted need waitForAcceptance: how many days to wait, { value: 5, unit: days }';
  problems.error([...at, 'waitForAcceptance'], 'required', why);
}

/** Either synthesized from content and voiceId, or recorded: an attachment (step rule 5). */
function checkVoiceMessage(problems: Problems, at: At, fields: JsonObject): void {
  const way = 'a network_voice_message needs content and voiceId, or an attachment';
  const said = ['content', 'voiceId', 'voiceSettings'].filter((key) => has(fields, key));
  if (has(fields, 'attachment')) {
    for (const key of said) {
      problems.error(
        [...at, key],
        'exclusive',
        `${key} cannot stand beside attachment: the message is recorded already`,
      );
    }
    return;
  }
  checkRequired(problems, at, fields, 'content', way);
  checkRequired(problems, at, fields, 'voiceId', way);
  warnOfBareAttachmentFields(problems, at, fields);
}

function warnOfBareAttachmentFields(problems: Problems, at: At, fields: JsonObject): void {
  if (has(fields, 'attachment')) return;
  for (const key of ['attachmentName', 'contentType']) {
    if (has(fields, key)) problems.warn([...at, key], 'no_effect', `${key} has no effect without attachment`);
  }
}

function checkMessages(value: unknown, { problems, at, type, names }: Place): void {
  if (!Array.isArray(value)) {
    problems.error(at, 'invalid_type', `messages must be a list of messages, not ${kindOf(value)}`);
    return;
  }
  if (value.length === 0) problems.error(at, 'too_small', 'messages needs at least one message');
  if (value.length > LIMITS.bundleMessages) {
    const message = `messages has ${value.length} entries; at most ${LIMITS.bundleMessages} are allowed`;
    problems.error(at, 'too_big', message);
    return;
  }
  for (const [index, message] of value.entries()) {
    const here = [...at, index];
    if (!isObject(message)) {
      problems.error(
        here,
        'invalid_type',
        `a message must be an object with content or attachment, not ${kindOf(message)}`,
      );
      continue;
    }
    checkKeys(problems, here, message, MESSAGE_FIELDS, 'a message');
    for (const key of MESSAGE_FIELDS) {
      if (has(message, key)) CHECKS[key]?.(given(message, key), { problems, at: [...here, key], type, names });
    }
    if (!has(message, 'attachment'))
      checkRequired(problems, here, message, 'content', 'a message needs content or attachment');
    warnOfBareAttachmentFields(problems, here, message);
  }
}

const VOICE_SETTINGS = ['voiceSpeed', 'voiceStability', 'backgroundNoise', 'backgroundVolume'];

function checkVoiceSettings(value: unknown, { problems, at }: Place): void {
  const settings = checkFields(problems, at, value, '{ voiceSpeed: 1 }');
  if (settings === null) return;
  checkKeys(problems, at, settings, VOICE_SETTINGS, 'voiceSettings');
  for (const key of ['voiceSpeed', 'voiceStability', 'backgroundVolume'] as const) {
    if (has(settings, key)) checkNumber(problems, [...at, key], given(settings, key), LIMITS[key]);
  }
  const noise = given(settings, 'backgroundNoise');
  if (noise !== undefined) {
    checkText(problems, [...at, 'backgroundNoise'], noise, { most: LIMITS.campaignNameMax });
  }
  if (has(settings, 'backgroundVolume') && (noise === undefined || noise === 'none')) {
    problems.warn([...at, 'backgroundVolume'], 'no_effect', 'backgroundVolume has no effect without a backgroundNoise');
  }
}

/** Only content and subject take placeholders; elsewhere the braces would stay. */
function warnOfPlaceholders(problems: Problems, at: At, value: unknown, names: FieldNames): void {
  if (typeof value !== 'string') return;
  const token = tokensOf(value).find(({ kind, name }) => kind === 'placeholder' && names.isPlaceholder(name));
  if (token === undefined) return;
  const message = `${token.text} is not filled in here: placeholders work in content and subject`;
  problems.warn(at, 'no_effect', message, { token: { text: token.text, nth: 0 } });
}
