// Conditions: which fields each type has, and what `lead_field` compares.

import {
  CONDITION_TYPES,
  conditionTypeOf,
  EMPTINESS_OPERATORS,
  isOneOf,
  isTimed,
  LEAD_OPERATORS,
  ORDER_OPERATORS,
} from '../../contract/campaigns/enums.ts';
import { CONDITIONS } from '../../contract/campaigns/steps.ts';
import { has, own } from '../../contract/dictionary.ts';
import { kindOf, quoted } from '../../contract/english.ts';
import type { JsonObject } from '../../contract/json.ts';
import { checkObject, checkValue, checkWord } from '../check-value.ts';
import { checkFields, checkKeys, checkRequired } from '../keys.ts';
import { didYouMean } from '../nearest.ts';
import type { At, Problems } from '../problem.ts';
import { checkDuration } from './durations.ts';
import type { PlaceholderNames } from './placeholders.ts';

export function checkCondition(problems: Problems, at: At, value: unknown, names: PlaceholderNames): void {
  const condition = checkFields(problems, at, value, '{ type: has_professional_email }');
  if (condition === null) return;
  const written = own(condition, 'type');
  const type = conditionTypeOf(condition);
  if (type === null) {
    if (written === undefined) {
      problems.error('given', [...at, 'type'], 'required', `a condition needs a type: ${CONDITION_TYPES.join(', ')}`);
    } else if (typeof written === 'string') {
      const near = didYouMean(written, CONDITION_TYPES);
      const hint = near === '' ? `; known: ${CONDITION_TYPES.join(', ')}` : near;
      const message = `unknown condition type "${written.slice(0, 60)}"${hint}`;
      problems.error('given', [...at, 'type'], 'unknown_condition_type', message);
    } else {
      problems.error('given', [...at, 'type'], 'invalid_type', `type must be text, not ${kindOf(written)}`);
    }
    return;
  }
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
    const field = own(condition, 'field');
    checkValue(problems, [...at, 'field'], field, shape.field);
    if (typeof field === 'string' && field.trim() !== '') checkFieldId(problems, [...at, 'field'], field, names);
  }
  const why = `lead_field needs an operator: ${LEAD_OPERATORS.join(', ')}`;
  if (!checkRequired(problems, at, condition, 'operator', why)) return;
  const operator = own(condition, 'operator');
  checkWord(problems, [...at, 'operator'], operator, LEAD_OPERATORS);
  if (isOneOf(LEAD_OPERATORS, operator)) checkCompared(problems, at, condition, operator);
}

function checkFieldId(problems: Problems, at: At, field: string, names: PlaceholderNames): void {
  if (names.isField(field)) return;
  const meant = names.meant(field);
  if (names.complete || meant !== null) {
    const hint = meant === null ? '' : `; did you mean "${meant}"?`;
    const message = `unknown contact field "${field.slice(0, 60)}"${hint}`;
    problems.error('undocumented', at, 'unknown_field', message, { resembles: meant !== null });
  } else {
    const message = `"${field.slice(0, 60)}" is not a standard field; --online looks for it in the workspace`;
    problems.warn(at, 'unverified', message);
  }
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const NUMBER = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)\s*$/;

/** `value` is required but for the operators that ask for emptiness; an order needs a number or a date (undocumented). */
function checkCompared(problems: Problems, at: At, condition: JsonObject, operator: string): void {
  const where = [...at, 'value'];
  const value = own(condition, 'value');
  if (isOneOf(EMPTINESS_OPERATORS, operator)) {
    if (has(condition, 'value')) problems.warn(where, 'no_effect', `${operator} does not compare: value is ignored`);
    return;
  }
  if (value === undefined) {
    problems.error('given', where, 'required', `${operator} needs a value`);
  } else if (value === null || (typeof value === 'string' && value.trim() === '')) {
    problems.error(
      'undocumented',
      where,
      'too_small',
      'value is empty: to find empty fields, use IS_EMPTY or IS_NOT_EMPTY',
    );
  } else {
    const before = problems.found.length;
    checkValue(problems, where, value, CONDITIONS.comparison.shape.value);
    if (problems.found.length > before || !isOneOf(ORDER_OPERATORS, operator) || isOrdered(value)) return;
    const message = `${operator} needs a number or a date such as 2026-11-21, not ${quoted(value)}`;
    problems.error('undocumented', where, 'invalid_value', message);
  }
}

function isOrdered(value: unknown): boolean {
  if (typeof value === 'string')
    return NUMBER.test(value) || (ISO_DATE.test(value) && !Number.isNaN(Date.parse(value)));
  return typeof value === 'number';
}
