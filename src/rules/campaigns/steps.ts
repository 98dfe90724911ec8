// One step by itself: its fields, which of them it needs, and which exclude each other.

import {
  branchKeysOf,
  CONDITION_TYPES,
  type DurationName,
  durationOf,
  EMPTINESS_OPERATORS,
  isOneOf,
  isTimed,
  LEAD_OPERATORS,
  ORDER_OPERATORS,
  type StepType,
} from '../../contract/campaigns/enums.ts';
import { MESSAGE_RELATIONS, STEP_RELATIONS } from '../../contract/campaigns/relations.ts';
import { CONDITIONS, DURATION_FIELDS, STEP_FIELDS } from '../../contract/campaigns/steps.ts';
import { durationMs, durationText, parseDuration } from '../../contract/durations.ts';
import { alternatives, kindOf, quoted, withArticle } from '../../contract/english.ts';
import { STEP_READ_ONLY } from '../../contract/field-names.ts';
import { getOwn, has, isObject, type JsonObject } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isUndocumented } from '../../contract/schema-parts.ts';
import {
  checkEach,
  checkMissing,
  checkObject,
  checkValue,
  checkWord,
  type FieldCheck,
  type FieldChecks,
  isIsoDate,
  isNumeric,
} from '../check-value.ts';
import { checkFields, checkKeys, checkRelations, checkRequired, readWord } from '../keys.ts';
import { nearest } from '../nearest.ts';
import type { At, Problems } from '../problem.ts';
import { checkPlaceholders, type PlaceholderNames, tokensOf } from './placeholders.ts';
import type { SequenceNode } from './tree.ts';

// Conditions: which fields each type has, and what `lead_field` compares.

function checkCondition(problems: Problems, at: At, value: unknown, names: PlaceholderNames): void {
  const condition = checkFields(problems, at, value, '{ type: has_professional_email }');
  if (condition === null) return;
  const type = readWord(problems, at, condition, {
    ...{ key: 'type', words: CONDITION_TYPES, needs: 'a condition needs a type', mustBe: 'text' },
    ...{ unknown: 'unknown condition type', code: 'unknown_condition_type' },
  });
  if (type === null) return;
  if (type === 'lead_field') {
    checkLeadField(problems, at, condition, names);
    return;
  }
  checkObject(problems, at, condition, isTimed(type) ? CONDITIONS.timed : CONDITIONS.instant, `the condition ${type}`, {
    instead: { waitFor: (inner, where) => checkDuration(problems, where, inner, 'waitFor') },
  });
}

function checkLeadField(problems: Problems, at: At, condition: JsonObject, names: PlaceholderNames): void {
  const { shape } = CONDITIONS.comparison;
  checkKeys(problems, at, condition, Object.keys(shape), 'the condition lead_field');
  if (checkRequired(problems, at, condition, 'field', 'lead_field needs a field: the id of a contact field')) {
    const field = getOwn(condition, 'field');
    checkValue(problems, [...at, 'field'], field, shape.field);
    if (typeof field === 'string' && field.trim() !== '') checkFieldId(problems, [...at, 'field'], field, names);
  }
  const why = `lead_field needs an operator: ${LEAD_OPERATORS.join(', ')}`;
  if (!checkRequired(problems, at, condition, 'operator', why)) return;
  const operator = getOwn(condition, 'operator');
  checkWord(problems, [...at, 'operator'], operator, LEAD_OPERATORS);
  if (isOneOf(LEAD_OPERATORS, operator)) checkCompared(problems, at, condition, operator);
}

function checkFieldId(problems: Problems, at: At, field: string, names: PlaceholderNames): void {
  if (names.isField(field)) return;
  const meant = names.meant(field);
  if (names.complete || meant !== null) {
    const hint = meant === null ? '' : `; did you mean "${meant}"?`;
    const message = `unknown contact field "${field.slice(0, 60)}"${hint}`;
    problems.undocumented(at, 'unknown_field', message, { resembles: meant !== null });
  } else {
    const message = `"${field.slice(0, 60)}" is not a standard field; --online looks for it in the workspace`;
    problems.warn(at, 'unverified', message);
  }
}

/** `value` is required but for the operators that ask for emptiness; an order needs a number or a date (undocumented). */
function checkCompared(problems: Problems, at: At, condition: JsonObject, operator: string): void {
  const where = [...at, 'value'];
  const value = getOwn(condition, 'value');
  if (isOneOf(EMPTINESS_OPERATORS, operator)) {
    if (has(condition, 'value')) problems.warn(where, 'no_effect', `${operator} does not compare: value is ignored`);
    return;
  }
  if (value === undefined) {
    problems.error(where, 'required', `${operator} needs a value`);
  } else if (value === null || (typeof value === 'string' && value.trim() === '')) {
    problems.undocumented(where, 'too_small', 'value is empty: to find empty fields, use IS_EMPTY or IS_NOT_EMPTY');
  } else {
    const before = problems.found.length;
    checkValue(problems, where, value, CONDITIONS.comparison.shape.value);
    const isOrdered = isNumeric(value) || isIsoDate(value);
    if (problems.found.length > before || !isOneOf(ORDER_OPERATORS, operator) || isOrdered) return;
    const message = `${operator} needs a number or a date such as 2026-11-21, not ${quoted(value)}`;
    problems.undocumented(where, 'invalid_value', message);
  }
}

/** Everything about a step that its own fields tell. Its branches are checked as steps of their own. */
export function checkStep(problems: Problems, { at, type, fields, branches }: SequenceNode, names: PlaceholderNames) {
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
    placeholders(getOwn(message, 'content'), [...at, index, 'content']);
    checkRelations(problems, [...at, index], message, MESSAGE_RELATIONS, 'a message');
    warnOfBareAttachmentFields(problems, [...at, index], message);
  }
}

function warnOfVolume(problems: Problems, at: At, settings: unknown): void {
  if (!isObject(settings) || !has(settings, 'backgroundVolume')) return;
  const noise = getOwn(settings, 'backgroundNoise');
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

// Durations in steps: objects in a request, and the text that files may have in their place (`delay: 2 days`).

const DAY_MS = durationMs({ value: 1, unit: 'days' });

/** `delay`, `waitFor` or `waitForAcceptance`. */
function checkDuration(all: Problems, at: At, value: unknown, name: DurationName): void {
  const problems = isUndocumented(DURATION_FIELDS[name]) ? all.ofUndocumented : all;
  if (!isObject(value)) {
    problems.error(at, 'invalid_type', notADuration(value, name));
    return;
  }
  checkObject(problems, at, value, DURATION_FIELDS[name], name);
  const duration = durationOf(value);
  if (duration === null || durationMs(duration) <= LIMITS.durationDaysMax * DAY_MS) return;
  const most = `${LIMITS.durationDaysMax} days`;
  problems.undocumented([...at, 'value'], 'too_big', `${name} can be ${most} at most, not ${durationText(duration)}`);
}

/** Why a value is not a duration object. A service gets text where only a file may have it. */
function notADuration(value: unknown, name: DurationName): string {
  const units: readonly string[] = DURATION_FIELDS[name].shape.unit.options;
  const example = `{ value: 2, unit: ${units.at(-1)} }`;
  if (typeof value === 'number') return `${name} needs a unit: ${example}, not the number ${value}`;
  if (typeof value !== 'string') return `${name} must be ${example}, not ${kindOf(value)}`;
  const duration = parseDuration(value);
  if (duration !== null) return `${name} must be { value: ${duration.value}, unit: ${duration.unit} }, not text`;
  const match = /^\s*([0-9]+(?:\.[0-9]+)?)\s*([a-z]+)\s*$/i.exec(value);
  const meant = nearest(match?.[2] ?? '', units);
  const hint = match !== null && meant !== null ? `; did you mean "${match[1]} ${meant}"?` : '';
  return `${name} "${value.slice(0, 60)}" is not a duration: write ${alternatives(units)}, such as ${example}${hint}`;
}
