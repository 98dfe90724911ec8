// CONDITIONAL and KING: predicates over fields, shares of the records, groups and their order.

import { kindOf } from '../../../contract/english.ts';
import { getOwn, has, isObject, type JsonObject } from '../../../contract/json.ts';
import { fieldsOf } from '../../../contract/schema-parts.ts';
import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  WORKFLOW_LIMITS,
  type WorkflowEntity,
} from '../../../contract/workflows/enums.ts';
import {
  ConditionalNode,
  type ConditionField,
  KingNode,
  Predicate,
  RandomSplit,
} from '../../../contract/workflows/plan.ts';
import { checkFieldsOf, checkText } from '../../check-value.ts';
import { checkKeys, checkRequired, mustBeList, mustBeObject } from '../../keys.ts';
import { didYouMean } from '../../nearest.ts';
import type { At } from '../../problem.ts';
import type { Checking } from '../checking.ts';
import type { ReadNode } from '../plan/read.ts';
import type { DeclaredInputs } from '../triggers/triggers.ts';
import { canOrder } from './fields.ts';
import { checkPredicateValue } from './values.ts';

export interface ConditionContext {
  readonly declared: DeclaredInputs;
  /** What flows here; null if unknown. */
  readonly entity: WorkflowEntity | null;
}

export function checkConditional(checking: Checking, { at, fields }: ReadNode, context: ConditionContext): void {
  checkKeys(checking, at, fields, Object.keys(fieldsOf(ConditionalNode).fields), 'a CONDITIONAL');
  checkFieldsOf(checking, at, fields, ConditionalNode, 'fallbackName');
  const why =
    'a CONDITIONAL needs conditions: a list of { field, operator, value } or { type: RANDOM_SPLIT, percentage }';
  if (!checkRequired(checking, at, fields, 'conditions', why)) return;
  const where = [...at, 'conditions'];
  const conditions = getOwn(fields, 'conditions');
  if (!mustBeList(checking, where, conditions, 'conditions must be a list')) return;
  if (conditions.length === 0) checking.warn(where, 'no_effect', 'without conditions every record takes the fallback');
  if (conditions.length > WORKFLOW_LIMITS.conditions) {
    const message = `a CONDITIONAL has at most ${WORKFLOW_LIMITS.conditions} conditions, not ${conditions.length}`;
    checking.error(where, 'too_big', message);
    return;
  }
  for (const [index, condition] of conditions.entries()) {
    checkCondition(checking, [...where, index], condition, context);
  }
  checkShares(checking, where, conditions);
}

function checkCondition(checking: Checking, at: At, condition: unknown, context: ConditionContext): void {
  if (!mustBeObject(checking, at, condition, 'a condition must be an object with field and operator')) return;
  checkFieldsOf(checking, at, condition, Predicate, 'name');
  if (has(condition, 'type')) {
    checkSplit(checking, at, condition);
    return;
  }
  checkKeys(checking, at, condition, Object.keys(fieldsOf(Predicate).fields), 'a condition');
  const field = checkFieldOf(checking, at, condition, context.entity);
  if (!checkRequired(checking, at, condition, 'operator', operatorsText(field))) return;
  const operator = checkOperator(checking, [...at, 'operator'], getOwn(condition, 'operator'), field);
  if (operator !== null) checkPredicateValue(checking, at, condition, { operator, field, declared: context.declared });
}

function checkSplit(checking: Checking, at: At, condition: JsonObject): void {
  const type = getOwn(condition, 'type');
  if (type !== 'RANDOM_SPLIT') {
    const hint = typeof type === 'string' ? didYouMean(type, ['RANDOM_SPLIT']) : '';
    const reported = typeof type === 'string' ? `"${type.slice(0, 60)}"` : kindOf(type);
    const message = `type must be RANDOM_SPLIT, or left out for a condition on a field, not ${reported}${hint}`;
    checking.error([...at, 'type'], 'invalid_value', message);
    return;
  }
  checkKeys(checking, at, condition, Object.keys(fieldsOf(RandomSplit).fields), 'a RANDOM_SPLIT');
  const why = `a RANDOM_SPLIT needs a percentage from 1 to ${WORKFLOW_LIMITS.percentMax}`;
  checkRequired(checking, at, condition, 'percentage', why);
  checkFieldsOf(checking, at, condition, RandomSplit, 'percentage');
}

/** The shares of one node together: at most everything. */
function checkShares(checking: Checking, at: At, conditions: readonly unknown[]): void {
  let sum = 0;
  for (const [index, condition] of conditions.entries()) {
    const share =
      isObject(condition) && getOwn(condition, 'type') === 'RANDOM_SPLIT' && getOwn(condition, 'percentage');
    if (typeof share !== 'number' || !Number.isFinite(share) || share <= 0 || share > WORKFLOW_LIMITS.percentMax)
      continue;
    const before = sum;
    sum += share;
    if (sum <= WORKFLOW_LIMITS.percentMax || before > WORKFLOW_LIMITS.percentMax) continue;
    const message = `the percentages of this node come to ${sum} here: together they are at most 100`;
    checking.error([...at, index, 'percentage'], 'too_big', message);
  }
}

function checkFieldOf(checking: Checking, at: At, condition: JsonObject, entity: WorkflowEntity | null) {
  const where = [...at, 'field'];
  const why = 'a condition needs a field, or type: RANDOM_SPLIT with a percentage';
  if (!checkRequired(checking, at, condition, 'field', why)) return null;
  return readField(checking, where, getOwn(condition, 'field'), entity);
}

/** A field id: that there is one, and that what flows here has it. */
function readField(checking: Checking, at: At, id: unknown, entity: WorkflowEntity | null): ConditionField | null {
  if (typeof id !== 'string' || id.trim() === '' || id.length > WORKFLOW_LIMITS.nameMax) {
    checkText(checking, at, id, WORKFLOW_LIMITS.nameMax);
    return null;
  }
  const field = checking.field(at, id);
  if (field === null || entity === null || field.entities.includes(entity)) return field;
  const [of, flows] = entity === 'LEAD' ? ['companies', 'contacts'] : ['contacts', 'companies'];
  checking.undocumented(at, 'wrong_entity', `${id} is a field of ${of}; ${flows} flow here`);
  return field;
}

function operatorsText(field: ConditionField | null): string {
  return `a condition needs an operator: ${(field?.operatorIds ?? CONDITION_OPERATORS).join(', ')}`;
}

function checkOperator(checking: Checking, at: At, operator: unknown, field: ConditionField | null) {
  const known = CONDITION_OPERATORS.find((name) => name === operator);
  const possible: readonly ConditionOperator[] = field?.operatorIds ?? CONDITION_OPERATORS;
  if (known !== undefined && possible.includes(known)) return known;
  if (typeof operator !== 'string') {
    checking.error(at, 'invalid_type', `operator must be ${possible.join(', ')}, not ${kindOf(operator)}`);
  } else if (known === undefined) {
    const hint = didYouMean(operator, possible, checking.found.length);
    const displayed = hint === '' ? `; known: ${possible.join(', ')}` : hint;
    const message = `unknown operator "${operator.slice(0, 60)}"${displayed}`;
    checking.undocumented(at, 'unknown_operator', message, { resembles: hint !== '' });
  } else {
    const message = `${field?.id} (${field?.dataType}) is not compared with ${known}; it takes ${possible.join(', ')}`;
    checking.undocumented(at, 'invalid_value', message);
  }
  return null;
}

export function checkKing(checking: Checking, { at, fields }: ReadNode, { entity }: ConditionContext): void {
  checkKeys(checking, at, fields, Object.keys(fieldsOf(KingNode).fields), 'a KING');
  for (const key of ['groupBy', 'orderBy'] as const) {
    const where = [...at, key];
    const id = getOwn(fields, key);
    if (id === undefined || id === null || id === '') {
      const what = key === 'groupBy' ? 'the field that forms groups' : 'the field that sorts each group, lowest first';
      checking.open('given', where, 'required', `a KING needs ${key}: ${what}`);
      continue;
    }
    const field = readField(checking, where, id, entity);
    if (key === 'orderBy' && field !== null && !canOrder(field)) {
      checking.undocumented(
        where,
        'invalid_value',
        `${field.id} (${field.dataType}) cannot be sorted: use a formula, number or date field`,
      );
    }
  }
  checkFieldsOf(checking, at, fields, KingNode, 'limit');
}
