// One step by itself: its fields, which of them it needs, and which exclude each other.

import { branchKeysOf, type StepType } from '../../contract/campaigns/enums.ts';
import { MESSAGE_RELATIONS, STEP_RELATIONS } from '../../contract/campaigns/relations.ts';
import { stepShapes } from '../../contract/campaigns/shapes.ts';
import { own } from '../../contract/dictionary.ts';
import { withArticle } from '../../contract/english.ts';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { checkInput, checkMissing, checkRelations, type FieldCheck, type FieldChecks } from '../check-shape.ts';
import type { At, Problems } from '../problem.ts';
import { checkKeys, has } from '../shape.ts';
import { checkCondition } from './conditions.ts';
import { checkDuration, type DurationField } from './durations.ts';
import { checkPlaceholders, type PlaceholderNames, tokensOf } from './placeholders.ts';
import type { SequenceNode } from './tree.ts';

/** Everything about a step that its own fields tell. Its branches are checked as steps of their own. */
export function checkStep(
  problems: Problems,
  { at, type, fields, branches }: SequenceNode,
  names: PlaceholderNames,
): void {
  if (type === null) return;
  const shape = stepShapes[type];
  const what = withArticle(type);
  checkKeys(problems, at, fields, ['type', ...Object.keys(shape.fields), ...branchKeysOf(type)], what, shape.ignored);
  checkMissing(problems, at, fields, shape, what);
  checkInput(problems, at, fields, shape, checksOf(problems, names));
  checkRelations(problems, at, fields, STEP_RELATIONS[type] ?? {}, what);
  warnOfNoEffect(problems, at, type, fields);
  if (type === 'condition' && branches.length === 0) {
    problems.warn(at, 'no_effect', 'this condition has no branch: give it onTrue, onFalse, or both');
  }
}

/** What shapes cannot say of fields; each is checked the same way on every type that has it. */
function checksOf(problems: Problems, names: PlaceholderNames): FieldChecks {
  const placeholders: FieldCheck = (value, at) => {
    if (typeof value === 'string') checkPlaceholders(problems, at, value, names);
  };
  const plain: FieldCheck = (value, at) => warnOfPlaceholders(problems, at, value, names);
  const duration =
    (name: DurationField): FieldCheck =>
    (value, at) =>
      checkDuration(problems, at, value, name);
  return {
    also: {
      subject: placeholders,
      content: placeholders,
      title: plain,
      note: plain,
      messages: (value, at) => checkMessages(problems, at, value),
      voiceSettings: (value, at) => warnOfVolume(problems, at, value),
    },
    instead: {
      delay: duration('delay'),
      waitForAcceptance: duration('waitForAcceptance'),
      condition: (value, at) => checkCondition(problems, at, value, names),
    },
  };
}

function warnOfNoEffect(problems: Problems, at: At, type: StepType, fields: JsonObject): void {
  if (type !== 'network_message' && type !== 'network_voice_message') return;
  if (!has(fields, 'aiMessageId')) warnOfBareAttachmentFields(problems, at, fields);
}

function warnOfBareAttachmentFields(problems: Problems, at: At, fields: JsonObject): void {
  if (has(fields, 'attachment')) return;
  for (const key of ['attachmentName', 'contentType']) {
    if (has(fields, key)) problems.warn([...at, key], 'no_effect', `${key} has no effect without attachment`);
  }
}

/** A list that is too long is not read. */
function checkMessages(problems: Problems, at: At, messages: unknown): void {
  const { messages: shape } = stepShapes.network_message_bundle.fields;
  const most = shape?.kind === 'list' ? shape.max : undefined;
  if (!Array.isArray(messages) || messages.length > (most ?? messages.length)) return;
  for (const [index, message] of messages.entries()) {
    if (!isObject(message)) continue;
    checkRelations(problems, [...at, index], message, MESSAGE_RELATIONS, 'a message');
    warnOfBareAttachmentFields(problems, [...at, index], message);
  }
}

function warnOfVolume(problems: Problems, at: At, settings: unknown): void {
  if (!isObject(settings) || !has(settings, 'backgroundVolume')) return;
  const noise = own(settings, 'backgroundNoise');
  if (noise !== undefined && noise !== 'none') return;
  problems.warn([...at, 'backgroundVolume'], 'no_effect', 'backgroundVolume has no effect without a backgroundNoise');
}

/** Only content and subject take placeholders; elsewhere the braces would stay. */
function warnOfPlaceholders(problems: Problems, at: At, value: unknown, names: PlaceholderNames): void {
  if (typeof value !== 'string') return;
  const token = tokensOf(value).find(({ kind, name }) => kind === 'placeholder' && names.isPlaceholder(name));
  if (token === undefined) return;
  const message = `${token.text} is not filled in here: placeholders work in content and subject`;
  problems.warn(at, 'no_effect', message, { token: { text: token.text, nth: 0 } });
}
