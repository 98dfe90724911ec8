// What a predicate compares with: the right kind of value for its field and operator, or a webhook input.

import { alternatives, kindOf } from '../../../contract/english.ts';
import { isNumericId } from '../../../contract/ids.ts';
import { getOwn, has, isObject, type JsonObject } from '../../../contract/json.ts';
import { type ConditionOperator, WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import type { ConditionField } from '../../../contract/workflows/plan.ts';
import { isIsoDate, isNumeric } from '../../check-value.ts';
import { didYouMean } from '../../nearest.ts';
import type { At } from '../../problem.ts';
import { checkBindingShape } from '../blocks/inputs.ts';
import { checkListId } from '../blocks/values.ts';
import type { Checking } from '../checking.ts';
import type { DeclaredInputs } from '../triggers/triggers.ts';

interface AskedValue {
  readonly operator: ConditionOperator;
  /** Null for an unknown field: then any plain value will do. */
  readonly field: ConditionField | null;
  readonly declared: DeclaredInputs;
}

/** `value` of a predicate; required but for the operators that ask for emptiness. */
export function checkPredicateValue(checking: Checking, at: At, condition: JsonObject, asked: AskedValue): void {
  const { operator, declared } = asked;
  const where = [...at, 'value'];
  const value = getOwn(condition, 'value');
  if (operator === 'IS_EMPTY' || operator === 'IS_NOT_EMPTY') {
    if (has(condition, 'value')) checking.warn(where, 'no_effect', `${operator} does not compare: value is ignored`);
    return;
  }
  if (value === undefined) {
    checking.undocumented(where, 'required', `${operator} needs a value`);
  } else if (isObject(value)) {
    if (has(value, 'webhookInputKey')) checkBoundValue(checking, where, value, declared);
    else checking.undocumented(where, 'invalid_type', `value must be ${kindFor(asked)[0]}, not an object`);
  } else if (operator === 'BETWEEN') checkRange(checking, where, value, asked);
  else if (operator === 'IS_ANY_OF' || operator === 'IS_NONE_OF') checkSeveral(checking, where, value, asked);
  else checkOne(checking, where, value, asked);
}

/** Declared types that are no values. */
const RECORDS = ['leadIds', 'companyIds', 'companyPayload'];

function checkBoundValue(checking: Checking, at: At, binding: JsonObject, declared: DeclaredInputs): void {
  if (!checkBindingShape(checking, at, binding, declared)) return;
  const key = String(getOwn(binding, 'webhookInputKey'));
  const type = declared.inputs.get(key) ?? null;
  if (type === null || !RECORDS.includes(type)) return;
  checking.undocumented(
    at,
    'binding',
    `the input "${key}" is of type ${type}: a condition compares with text, numbers or lists of them`,
  );
}

function checkRange(checking: Checking, at: At, value: unknown, asked: AskedValue): void {
  if (!Array.isArray(value) || value.length !== 2) {
    const reported = Array.isArray(value) ? `a list of ${value.length}` : kindOf(value);
    checking.undocumented(at, 'invalid_type', `BETWEEN needs a list of two: [lowest, highest], not ${reported}`);
    return;
  }
  for (const [index, one] of value.entries()) checkOne(checking, [...at, index], one, asked);
}

function checkSeveral(checking: Checking, at: At, value: unknown, asked: AskedValue): void {
  if (!Array.isArray(value)) {
    checking.undocumented(at, 'invalid_type', `${asked.operator} needs a list of values, not ${kindOf(value)}`);
  } else if (value.length === 0) {
    checking.undocumented(at, 'too_small', `${asked.operator} needs at least one value`);
  } else if (value.length > WORKFLOW_LIMITS.valuesMax) {
    const message = `value has ${value.length} entries; at most ${WORKFLOW_LIMITS.valuesMax} are allowed`;
    checking.undocumented(at, 'too_big', message);
  } else for (const [index, one] of value.entries()) checkOne(checking, [...at, index], one, asked);
}

type ValueKind = readonly [what: string, fits: (value: unknown) => boolean];

const KINDS: Readonly<Record<string, ValueKind>> = {
  number: ['a number', isNumeric],
  date: ['a date such as 2026-11-21', isIsoDate],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  ids: ['the id of a record, a positive whole number', isNumericId],
};
const DAYS: ValueKind = ['a number of days', (value) => isNumeric(value) && Number(value) >= 0];
const PLAIN: ValueKind = [
  'text, a number, true or false',
  (value) => typeof value === 'string' || typeof value === 'boolean' || isNumeric(value),
];

function kindFor({ operator, field }: AskedValue): ValueKind {
  if (operator === 'WITHIN_LAST_DAYS' || operator === 'NOT_WITHIN_LAST_DAYS') return DAYS;
  return getOwn(KINDS, field?.dataType ?? '') ?? PLAIN;
}

function checkOne(checking: Checking, at: At, value: unknown, asked: AskedValue): void {
  if (value === null || (typeof value === 'string' && value.trim() === '')) {
    checking.undocumented(at, 'too_small', 'value is empty: IS_EMPTY and IS_NOT_EMPTY ask for empty fields');
    return;
  }
  if (typeof value === 'string' && value.length > WORKFLOW_LIMITS.textMax) {
    const most = WORKFLOW_LIMITS.textMax;
    checking.undocumented(at, 'too_big', `value has ${value.length} characters; at most ${most} are allowed`);
    return;
  }
  const [wanted, fits] = kindFor(asked);
  if (!fits(value)) {
    const reported = typeof value === 'string' ? `"${value.slice(0, 60)}"` : kindOf(value);
    checking.undocumented(at, 'invalid_value', `value must be ${wanted}, not ${reported}`);
    return;
  }
  checkOption(checking, at, value, asked.field);
  if (asked.field?.id === 'platform.listIds' && isNumericId(value)) checkKnownList(checking, at, value);
}

/** One of the fixed options, where the field has some. */
function checkOption(checking: Checking, at: At, value: unknown, field: ConditionField | null): void {
  const options = (field?.valueOptions ?? []).map((option) => option.value);
  if (options.length === 0 || options.some((option) => option === value)) return;
  const words = options.map(String);
  const reported = String(value).slice(0, 60);
  const meant = didYouMean(reported, words);
  const message = `value must be ${alternatives(words)}, not "${reported}"${meant}`;
  checking.undocumented(at, 'invalid_value', message, { resembles: meant !== '' });
}

/** A list of either kind: what flows is compared with the lists it is in. */
function checkKnownList(checking: Checking, at: At, id: number): void {
  const of = checking.knowledge.lists?.get(id);
  if (checking.knowledge.lists !== undefined) checkListId(checking, at, id, of ?? 'LEAD');
}
