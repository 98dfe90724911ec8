// Whether a record meets a condition. Pure: the record's value comes in, and the moment of asking.

import type { ConditionDataType, ConditionOperator } from '../../../contract/workflows/enums.ts';
import { isDay, momentOf } from '../../days.ts';
import { oneSpelling } from '../../records/invisible-characters.ts';

/** What a condition asks, its value resolved: a binding is replaced by what the delivery brought. */
export interface Question {
  readonly dataType: ConditionDataType;
  readonly operator: ConditionOperator;
  readonly value?: unknown;
}

const DAY_MS = 86_400_000;

/** Nothing, blank text, an empty list. */
function isEmpty(actual: unknown): boolean {
  if (actual === null || actual === undefined) return true;
  if (typeof actual === 'string') return actual.trim() === '';
  return Array.isArray(actual) && actual.length === 0;
}

const asText = (value: unknown): string =>
  typeof value === 'string'
    ? oneSpelling(value).trim().toLowerCase()
    : value === null || value === undefined
      ? ''
      : String(value);

function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** A moment in epoch ms; a day without a time is its beginning in UTC. */
function asMoment(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' ? momentOf(value.trim()) : null;
}

function asBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = asText(value);
  return text === 'true' ? true : text === 'false' ? false : null;
}

const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** The same value: text without regard to case, outer spaces and how accents are composed. */
function isSame(dataType: ConditionDataType, actual: unknown, wanted: unknown): boolean {
  switch (dataType) {
    case 'number': {
      const number = asNumber(actual);
      return number !== null && number === asNumber(wanted);
    }
    case 'boolean': {
      const flag = asBoolean(actual);
      return flag !== null && flag === asBoolean(wanted);
    }
    case 'date':
      return compared(dataType, actual, wanted) === 0;
    default:
      return asText(actual) === asText(wanted);
  }
}

/** Below, equal or above; null when one of them has no place in the order. A day that is asked for is any moment of it. */
function compared(dataType: ConditionDataType, actual: unknown, wanted: unknown): number | null {
  const read = dataType === 'date' ? asMoment : asNumber;
  const [left, right] = [read(actual), read(wanted)];
  if (left === null || right === null) return null;
  const isOfDay = dataType === 'date' && typeof wanted === 'string' && isDay(wanted.trim());
  return isOfDay && left >= right && left < right + DAY_MS ? 0 : left - right;
}

function isWithin(actual: unknown, days: unknown, now: number): boolean {
  const [moment, span] = [asMoment(actual), asNumber(days)];
  return moment !== null && span !== null && moment <= now && moment > now - span * DAY_MS;
}

/** Ids in a record's list, or the one value, against the wanted ones. */
function hasAny({ dataType, value }: Question, actual: unknown): boolean {
  const wanted = list(value);
  const own = dataType === 'ids' ? list(actual) : [actual];
  return own.some((one) => wanted.some((other) => isSame(dataType, one, other)));
}

/**
 * Whether a value meets the question at `now` (epoch ms). An empty value meets only IS_EMPTY and the negations
 * (NOT_EQUALS, NOT_CONTAINS, IS_NONE_OF, NOT_WITHIN_LAST_DAYS); an order with an empty value is never met.
 */
export function matches(question: Question, actual: unknown, now: number): boolean {
  const { dataType, operator, value } = question;
  switch (operator) {
    case 'IS_EMPTY':
      return isEmpty(actual);
    case 'IS_NOT_EMPTY':
      return !isEmpty(actual);
    case 'EQUALS':
      return !isEmpty(actual) && isSame(dataType, actual, value);
    case 'NOT_EQUALS':
      return isEmpty(actual) || !isSame(dataType, actual, value);
    case 'CONTAINS':
      return contains(question, actual);
    case 'NOT_CONTAINS':
      return !contains(question, actual);
    case 'STARTS_WITH':
      return !isEmpty(actual) && asText(actual).startsWith(asText(value));
    case 'ENDS_WITH':
      return !isEmpty(actual) && asText(actual).endsWith(asText(value));
    case 'IS_ANY_OF':
      return !isEmpty(actual) && hasAny(question, actual);
    case 'IS_NONE_OF':
      return isEmpty(actual) || !hasAny(question, actual);
    case 'WITHIN_LAST_DAYS':
      return isWithin(actual, value, now);
    case 'NOT_WITHIN_LAST_DAYS':
      return !isWithin(actual, value, now);
    default:
      return isOrdered(question, actual);
  }
}

function contains(question: Question, actual: unknown): boolean {
  if (isEmpty(actual)) return false;
  if (question.dataType === 'ids') return hasAny(question, actual);
  return asText(actual).includes(asText(question.value));
}

function isOrdered({ dataType, operator, value }: Question, actual: unknown): boolean {
  if (isEmpty(actual)) return false;
  if (operator === 'BETWEEN') {
    const [from, to] = list(value);
    const [low, high] = [compared(dataType, actual, from), compared(dataType, actual, to)];
    return low !== null && high !== null && low >= 0 && high <= 0;
  }
  const difference = compared(dataType, actual, value);
  if (difference === null) return false;
  switch (operator) {
    case 'GREATER_THAN':
      return difference > 0;
    case 'LESS_THAN':
      return difference < 0;
    case 'GREATER_THAN_OR_EQUALS':
      return difference >= 0;
    default:
      return operator === 'LESS_THAN_OR_EQUALS' && difference <= 0;
  }
}
