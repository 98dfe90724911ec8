// One step by itself: its fields, which of them it needs, and which exclude each other.

import { branchKeysOf, type DurationName, type StepType } from '../../contract/campaigns/enums.ts';
import { MESSAGE_RELATIONS, STEP_RELATIONS } from '../../contract/campaigns/relations.ts';
import { STEP_FIELDS } from '../../contract/campaigns/steps.ts';
import { has, own } from '../../contract/dictionary.ts';
import { withArticle } from '../../contract/english.ts';
import { STEP_READ_ONLY } from '../../contract/field-names.ts';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { checkEach, checkMissing, type FieldCheck, type FieldChecks } from '../check-value.ts';
import { checkKeys, checkRelations } from '../keys.ts';
import type { At, Problems } from '../problem.ts';
import { checkCondition } from './conditions.ts';
import { checkDuration } from './durations.ts';
import { checkPlaceholders, type PlaceholderNames, tokensOf } from './placeholders.ts';
import type { SequenceNode } from './tree.ts';

/** Everything about a step that its own fields tell. Its branches are checked as steps of their own. */
export function checkStep(
  problems: Problems,
  { at, type, fields, branches }: SequenceNode,
  names: PlaceholderNames,
): void {
  if (type === null) return;
  const schemas = STEP_FIELDS[type];
  const what = withArticle(type);
  const known = ['type', ...Object.keys(schemas), ...branchKeysOf(type)];
  checkKeys(problems, at, fields, known, what, STEP_READ_ONLY);
  checkMissing(problems, at, fields, schemas, what);
  checkEach(problems, at, fields, schemas, checksOf(problems, names));
  checkRelations(problems, at, fields, STEP_RELATIONS[type] ?? {}, what);
  warnOfNoEffect(problems, at, type, fields);
  if (type === 'condition' && branches.length === 0) {
    problems.warn(at, 'no_effect', 'this condition has no branch: give it onTrue, onFalse, or both');
  }
}

/** What schemas cannot say of fields; each is checked the same way on every type that has it. */
function checksOf(problems: Problems, names: PlaceholderNames): FieldChecks {
  const placeholders: FieldCheck = (value, at) => {
    if (typeof value === 'string') checkPlaceholders(problems, at, value, names);
  };
  const plain: FieldCheck = (value, at) => warnOfPlaceholders(problems, at, value, names);
  const duration =
    (name: DurationName): FieldCheck =>
    (value, at) =>
      checkDuration(problems, at, value, name);
  return {
    also: {
      subject: placeholders,
      content: placeholders,
      title: plain,
      note: plain,
      messages: (value, at) => checkMessages(problems, at, value, placeholders),
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
function checkMessages(problems: Problems, at: At, messages: unknown, placeholders: FieldCheck): void {
  if (!Array.isArray(messages) || messages.length > LIMITS.bundleMessages) return;
  for (const [index, message] of messages.entries()) {
    if (!isObject(message)) continue;
    placeholders(own(message, 'content'), [...at, index, 'content']);
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
