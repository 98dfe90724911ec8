// One value of a block's input, by the type that the catalogue gives it.

import * as z from 'zod';
import { OPTIONS } from '../../../contract/actions/endpoints.ts';
import { filledText, Id } from '../../../contract/common.ts';
import { kindOf } from '../../../contract/english.ts';
import { referenceText } from '../../../contract/ids.ts';
import { getOwn } from '../../../contract/json.ts';
import { coreOf, fieldsOf, type Schema } from '../../../contract/schema-parts.ts';
import { type BlockInputType, WAIT_BLOCK_UNITS, WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import { PreviewSource } from '../../../contract/workflows/plan.ts';
import { checkBoolean, checkId, checkReference, checkValue, checkWord } from '../../check-value.ts';
import { checkFields, checkKeys, checkRequired } from '../../keys.ts';
import type { At } from '../../problem.ts';
import type { Checking } from '../checking.ts';

/** Inputs that are options of an action, or of an import, have the same bounds there. */
const OPTION_SCHEMAS: ReadonlyMap<string, Schema> = new Map(
  [...Object.values(OPTIONS), PreviewSource].flatMap((schema) => Object.entries(fieldsOf(schema).fields)),
);

/** Whole numbers; from 0 where no option says more. */
const integerOf = (key: string): Schema => {
  const schema = OPTION_SCHEMAS.get(key);
  const core = schema && coreOf(schema);
  if (!(core instanceof z.ZodNumber) || core === Id) return z.int().min(core === Id ? 1 : 0);
  return core.isInt ? core : core.int();
};

/** A year at most. */
const durationAmount = (unit: unknown) => {
  const perDay = unit === 'minutes' ? 1440 : unit === 'hours' ? 24 : 1;
  return z
    .int()
    .min(1)
    .max(WORKFLOW_LIMITS.waitDaysMax * perDay);
};

/** The duration of a WAIT. */
function checkDuration(checking: Checking, at: At, value: unknown): void {
  const duration = checkFields(checking, at, value, '{ value: 2, unit: days }');
  if (duration === null) return;
  checkKeys(checking, at, duration, ['value', 'unit'], 'a duration');
  if (checkRequired(checking, at, duration, 'value', 'a duration needs a value: how many minutes, hours or days')) {
    checkValue(checking, [...at, 'value'], getOwn(duration, 'value'), durationAmount(getOwn(duration, 'unit')));
  }
  if (checkRequired(checking, at, duration, 'unit', `a duration needs a unit: ${WAIT_BLOCK_UNITS.join(', ')}`)) {
    checkWord(checking, [...at, 'unit'], getOwn(duration, 'unit'), WAIT_BLOCK_UNITS);
  }
}

function checkIds(checking: Checking, at: At, value: unknown): void {
  if (!Array.isArray(value)) {
    checking.error(at, 'invalid_type', `${String(at.at(-1))} must be a list of ids, not ${kindOf(value)}`);
  } else if (value.length === 0) {
    checking.open('given', at, 'too_small', `${String(at.at(-1))} is empty: add ids`);
  } else if (value.length > WORKFLOW_LIMITS.idsMax) {
    const message = `${String(at.at(-1))} has ${value.length} ids; at most ${WORKFLOW_LIMITS.idsMax} are allowed`;
    checking.undocumented(at, 'too_big', message);
  } else for (const [index, id] of value.entries()) checkId(checking, [...at, index], id);
}

const Texts = z.array(filledText(WORKFLOW_LIMITS.textMax)).max(WORKFLOW_LIMITS.valuesMax);

type ValueCheck = (checking: Checking, at: At, value: unknown, key: string) => void;

const ofRecord: ValueCheck = (checking, at, value) => checkId(checking, at, value);

const CHECKS: Readonly<Record<BlockInputType, ValueCheck>> = {
  leadId: ofRecord,
  companyId: ofRecord,
  leadIds: checkIds,
  companyIds: checkIds,
  leadsGroupId: (checking, at, value) => checkListId(checking, at, value, 'LEAD'),
  companyGroupId: (checking, at, value) => checkListId(checking, at, value, 'COMPANY'),
  companyPayload: (checking, at, value, key) => {
    const message = `${key} comes from a webhook: set it to { webhookInputKey: company }, not ${kindOf(value)}`;
    checking.error(at, 'invalid_type', message);
  },
  campaignId: (checking, at, value) => {
    checkReference(checking, at, value);
    const { campaignIds } = checking.knowledge;
    const id = referenceText(value);
    if (campaignIds === undefined || id === null || campaignIds.has(id)) return;
    checking.open('given', at, 'unknown_campaign', `there is no campaign ${id} in this workspace: choose another`);
  },
  identityId: (checking, at, value) => {
    checkId(checking, at, value);
    const { identityIds } = checking.knowledge;
    if (identityIds === undefined || typeof value !== 'number' || identityIds.has(value)) return;
    checking.open('given', at, 'unknown_identity', `there is no identity ${value} in this workspace: choose another`);
  },
  boolean: (checking, at, value) => checkBoolean(checking, at, value),
  integer: (checking, at, value, key) => checkValue(checking, at, value, integerOf(key)),
  number: (checking, at, value) => checkValue(checking, at, value, z.number()),
  string: (checking, at, value, key) => {
    const core = coreOf(OPTION_SCHEMAS.get(key) ?? z.unknown());
    const isOwn = core instanceof z.ZodEnum || core instanceof z.ZodString;
    checkValue(checking, at, value, isOwn ? core : filledText(WORKFLOW_LIMITS.textMax));
  },
  stringArray: (checking, at, value) => checkValue(checking, at, value, Texts),
  span: checkDuration,
  object: (checking, at, value) => {
    checkFields(checking, at, value, '{ key: value }');
  },
};

/** A list of the workspace, of contacts or of companies. */
export function checkListId(checking: Checking, at: At, value: unknown, entity: 'LEAD' | 'COMPANY'): void {
  checkId(checking, at, value);
  const { lists } = checking.knowledge;
  if (lists === undefined || typeof value !== 'number') return;
  const of = lists.get(value);
  if (of === undefined)
    checking.open('given', at, 'unknown_list', `there is no list ${value} in this workspace: choose another`);
  else if (of !== entity) {
    const [holds, needs] = of === 'LEAD' ? ['contacts', 'companies'] : ['companies', 'contacts'];
    checking.error(at, 'wrong_entity', `list ${value} holds ${holds}; this needs one of ${needs}`);
  }
}

/** A value of an input that is written into the node. Bindings and `__MANUAL_INPUT` never come here. */
export function checkInputValue(checking: Checking, at: At, value: unknown, type: BlockInputType, key: string): void {
  CHECKS[type](checking, at, value, key);
}

/** Whether an input has no value yet. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
